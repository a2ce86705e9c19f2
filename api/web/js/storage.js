/** What this browser remembers: settings, the seats of games, the practice log. */

const PREFIX = "cluebot.";
const MAX_ENTRIES = 5000;
const MAX_SEATS = 100;
const memory = new Map();

function read(name, fallback) {
  try {
    const text = localStorage.getItem(PREFIX + name) ?? memory.get(name);
    return text ? JSON.parse(text) : fallback;
  } catch {
    return fallback;
  }
}

function write(name, value) {
  const text = JSON.stringify(value);
  memory.set(name, text);
  try {
    localStorage.setItem(PREFIX + name, text);
  } catch {
    // A browser that keeps nothing still lets people play until the tab is closed.
  }
}

export const setting = (name) => read("settings", {})[name];

export function saveSetting(name, value) {
  write("settings", { ...read("settings", {}), [name]: value });
}

/** The seats taken in this browser by the id of their game, latest first. */
export const seats = () => read("seats", {});

export function saveSeat(id, fields) {
  const { [id]: seat, ...others } = seats();
  const kept = Object.entries({ [id]: { ...seat, ...fields }, ...others });
  write("seats", Object.fromEntries(kept.slice(0, MAX_SEATS)));
}

export function forgetSeat(id) {
  const left = seats();
  delete left[id];
  write("seats", left);
}

/** The practice log, oldest entry first. */
export const log = () => read("log", []);

/** Add entries to the log; an entry whose key is there already takes the older one's place. */
export function saveEntries(entries) {
  const kept = new Map(log().map((entry) => [entry.key, entry]));
  for (const entry of entries) {
    kept.set(entry.key, { ...entry, time: kept.get(entry.key)?.time ?? new Date().toISOString() });
  }
  write("log", [...kept.values()].slice(-MAX_ENTRIES));
}

export const clearLog = () => write("log", []);
