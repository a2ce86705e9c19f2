/** What a game says about a player's practice: entries for the log, made by each game's module. */

import { moduleOf } from "./games/index.js";
import { saveEntries, setting } from "./storage.js";

/** Who plays the other seats of a side: names of bots, or "human". */
export function partners(state) {
  const { sides } = state;
  const others = Object.entries(state.seats)
    .filter(([seat]) => seat !== state.seat && sides[seat] === sides[state.seat])
    .map(([, player]) => player);
  return [...new Set(others)].join(" + ") || "—";
}

/** Enter what can be told by now; entering it again changes nothing. */
export function practise(state) {
  if (!state.seat) return;
  const common = {
    game: state.game,
    language: state.language,
    person: setting("person") ?? "",
    partner: partners(state),
  };
  const found = moduleOf(state.game).practice(state);
  if (state.over) {
    const won = state.outcome.winners.includes(state.sides[state.seat]);
    found.push({ part: "end", skill: `${state.game}.game`, score: Number(won) });
  }
  const entries = found.map(({ part, ...entry }) => ({
    key: `${state.id}/${state.seat}/${part}`,
    ...common,
    ...entry,
  }));
  if (entries.length) saveEntries(entries);
}
