/** The language of the page, which may differ from that of a game's words. */

import { saveSetting, setting } from "./storage.js";
import { en } from "./texts/en.js";
import { zh } from "./texts/zh.js";

const TEXTS = { en, zh };

let current = setting("language") ?? (navigator.language.startsWith("zh") ? "zh" : "en");

export const language = () => current;

export function setLanguage(chosen) {
  current = chosen;
  saveSetting("language", chosen);
}

/** Return a text of the page; `{name}` in it stands for a parameter. */
export function t(key, params = {}) {
  return TEXTS[current][key].replace(/\{(\w+)\}/g, (_, name) => params[name]);
}

/** Return a text if there is one: names of games, seats and players may be new to this page. */
export function named(prefix, name) {
  return TEXTS[current][`${prefix}.${name}`] ?? String(name).replaceAll("_", " ");
}

/** Return the side of what the service says in both languages. */
export const both = (text) => text[current];

/** Join words as the language does. */
export const list = (words) => words.join(current === "zh" ? "、" : ", ");

export const percent = (share) => `${Math.round(100 * share)}%`;

export const codeText = (code) => (code ? code.join("\u00a0–\u00a0") : "—");

/** Name a seat: `red.operative.1`, `white.2`, `interceptor`, `player.1`. */
export function seatName(seat) {
  const [side, role, number] = seat.split(".");
  if (role === undefined) return named("side", side);
  if (`seat.${side}` in TEXTS[current]) return t(`seat.${side}`, { n: role });
  const parts = /^\d+$/.test(role)
    ? [named("side", side), t("seat.number", { n: role })]
    : [named("side", side), named("role", role), ...(number > 1 ? [number] : [])];
  return parts.join(current === "zh" ? "" : " ");
}
