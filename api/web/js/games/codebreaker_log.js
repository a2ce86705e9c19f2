/** What happened in Code Breaker, told in sentences. */

import { cardName, cardNames, pairs, playerName } from "./codebreaker_names.js";
import { list, named, t } from "../i18n.js";

/** Tell one event of the log. */
export function sentence(event, at) {
  const card = event.card ? cardName(event.card) : "";
  const spots = list((event.positions ?? []).map((n) => t("codebreaker.position", { n })));
  const said = {
    who: playerName(event.seat, at),
    whom: playerName(event.target, at),
    third: playerName(event.second, at),
    card: event.effect ? `${card} (${named("codebreaker.effect", event.effect)})` : card,
    cards: event.cards
      ? cardNames(event.cards)
      : t("codebreaker.some_cards", { n: event.count ?? 1 }),
    pairs: pairs(event.positions, event.digits),
    spots,
    at: spots && t("codebreaker.at", { spots }),
    digit: event.digits?.[0],
    code: (event.digits ?? []).join(""),
    n: event.count,
    result: event.result ? named("codebreaker.result", event.result) : "",
    grade: event.grade ? named("codebreaker.grade", event.grade) : "",
  };
  return t(`codebreaker.log.${variety(event)}`, said);
}

/** Return which sentence tells an event: its kind, and what is special about it. */
function variety(event) {
  const { kind, card, target, positions } = event;
  switch (kind) {
    case "tell":
      if (!event.digits && !event.result) return "tell_private";
      return ["freq", "neural", "cross", "throat"].includes(card) ? `tell_${card}` : "tell";
    case "play":
      return target ? "play_on" : "play";
    case "counter":
      return positions ? "counter_at" : "counter";
    case "ally":
      return target ? "ally_with" : "ally";
    default:
      return kind;
  }
}
