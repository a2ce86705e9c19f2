/** The public API: requests with retries, problems as errors, the stream of a game's events. */

import { language } from "./i18n.js";
import { setting } from "./storage.js";

const TRIES = 4;

/** An answer that is no success, or no answer at all (status 0). */
export class Problem extends Error {
  constructor(status, body = {}, headers = new Headers()) {
    super(body.detail ?? "");
    this.status = status;
    this.kind = (body.type ?? "").split(":").at(-1);
    this.defects = body.errors ?? [];
    this.game = body.game;
    this.needsKey = (headers.get("www-authenticate") ?? "").startsWith("ApiKey");
    this.wait = Number(headers.get("retry-after")) || 0;
  }
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** A key that no other move has. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function headers(token) {
  const found = { "Accept-Language": language() };
  if (token) found.Authorization = `Bearer ${token}`;
  if (setting("apiKey")) found["X-API-Key"] = setting("apiKey");
  return found;
}

async function problemOf(response) {
  const body = await response.json().catch(() => ({}));
  return new Problem(response.status, body, response.headers);
}

async function once(path, options) {
  let response;
  try {
    response = await fetch(path, { cache: "no-store", ...options });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(0);
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}

/**
 * Ask until there is an answer.
 *
 * `repeatable`: asking twice does no harm, so that a lost answer may be asked for again; a service
 * that says it is busy (429) has done nothing and is always asked again.
 */
async function ask(path, { body, token, key, signal, repeatable = true } = {}) {
  const options = { headers: headers(token), signal };
  if (body !== undefined) {
    options.method = "POST";
    options.body = JSON.stringify(body);
    options.headers["Content-Type"] = "application/json";
  }
  if (key) options.headers["Idempotency-Key"] = key;
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await once(path, options);
    } catch (error) {
      const again = error.status === 429 || (repeatable && [0, 503].includes(error.status));
      if (!again || !left) throw error;
      await pause(1000 * (error.wait || 1));
    }
  }
}

const json = async (...request) => (await ask(...request)).json();
const kept = new Map();

/** Ask once a visit for what does not change. */
function keep(path) {
  if (!kept.has(path))
    kept.set(
      path,
      json(path).catch((error) => (kept.delete(path), Promise.reject(error))),
    );
  return kept.get(path);
}

export const catalog = () => keep("/v1/catalog");
export const wordlists = () => keep("/v1/wordlists");
export const createGame = (body) => json("/v1/games", { body, repeatable: false });
export const showGame = (id, token) => json(`/v1/games/${id}`, { token });
export const makeMove = (id, token, key, body) =>
  json(`/v1/games/${id}/moves`, { token, key, body });
export const question = (name, body, signal) => json(`/v1/${name}`, { body, signal });

/** The record of a finished game as a list of entries. */
export async function transcript(id) {
  const text = await (await ask(`/v1/games/${id}/transcript`)).text();
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/**
 * Yield the views of a game after a version, until it ends or the connection does; `opened` is
 * called once the service answers.
 */
export async function* gameEvents(id, token, version, signal, opened) {
  const asked = { ...headers(token), Accept: "text/event-stream", "Last-Event-ID": version };
  const response = await once(`/v1/games/${id}/events`, { headers: asked, signal });
  opened();
  if (response.status === 204) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ""; ;) {
    const { value, done } = await reader.read();
    if (done) return;
    const events = (text + value).split("\n\n");
    text = events.pop();
    for (const event of events) {
      const data = event.split("\n").find((line) => line.startsWith("data: "));
      if (data) yield JSON.parse(data.slice(6));
    }
  }
}
