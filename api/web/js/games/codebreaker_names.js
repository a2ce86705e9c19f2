/** What things are called in Code Breaker: players, and cards as the service describes them. */

import { catalog } from "../api.js";
import { both, list, t } from "../i18n.js";

let known = null;

/** Learn the cards once a visit; the page is drawn again when they have come. */
export function pieces(session) {
  if (known) return;
  known = new Map();
  catalog().then(
    (games) => {
      const game = games.find((found) => found.name === "codebreaker");
      known = new Map(game.pieces.map((piece) => [piece.id, piece]));
      session.listener.changed();
    },
    () => (known = null),
  );
}

export const piece = (id) => known?.get(id);

export function cardName(id) {
  const found = piece(id);
  return found ? both(found.name).replaceAll("-", " ") : id.replaceAll("_", " ");
}

export const cardNames = (ids) => list(ids.map(cardName));

/** The letter of a fragment: `frag_a` is A. */
export const fragment = (id) => id.at(-1).toUpperCase();

/** What to call a player; in a game of agents against a villain by what they are. */
export function playerName(seat, at) {
  if (!seat) return t("codebreaker.somebody");
  if (seat === at.seat) return t("codebreaker.you");
  const n = seat.split(".")[1];
  if (at.options.variant !== "coop") return t("seat.player", { n });
  return n === "1" ? t("codebreaker.villain") : t("codebreaker.agent", { n });
}

export const positionsOf = (at) => Array.from({ length: at.length }, (_, i) => i + 1);

/** Write positions with their digits. */
export const pairs = (positions = [], digits = []) =>
  list(positions.map((n, i) => t("codebreaker.pair", { n, digit: digits[i] ?? "?" })));
