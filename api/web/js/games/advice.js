/** Asking the bots: what they would have said, and, after a game, what they meant. */

import { h } from "../dom.js";
import { named, t } from "../i18n.js";
import { catalog, question, transcript } from "../api.js";

const NO_THINKER = new Set(["random"]);

/** Ask a bot that thinks, best one that plays along; the answer lands in `session.ui[place]`. */
export async function adviser(session, place, operation, role, request) {
  session.ui[place] = {};
  session.listener.changed();
  try {
    const game = (await catalog()).find((found) => found.name === session.state.game);
    const able = game.players[role] ?? [];
    const along = Object.values(session.state.seats).filter((player) => able.includes(player));
    const player = [...along, ...able].find((name) => !NO_THINKER.has(name)) ?? able[0];
    session.ui[place].answer = await question(operation, { ...request, player });
  } catch (problem) {
    session.ui[place].problem = problem;
  }
  session.listener.changed();
}

/** Return the button that asks, or what came of asking; `show(answer)` draws the answer. */
export function advicePlace(session, place, ask, show) {
  const asked = session.ui[place];
  if (!asked)
    return h("button", { type: "button", id: place, class: "link", onclick: ask }, t("advice.ask"));
  if (asked.problem)
    return h("p", { class: "problem", role: "alert" }, asked.problem.message || t("offline"));
  if (!asked.answer) return h("p", { role: "status" }, t("advice.waiting"));
  return h(
    "div",
    { class: "advice", role: "status" },
    h("p", {}, t("advice.by", { player: named("player", asked.answer.player) })),
    show(asked.answer),
  );
}

/** What a bot would have said: `[clue, what it is for, why]` of each, best first. */
export function adviceList(items, language) {
  return h(
    "ol",
    { lang: language },
    items.map(([clue, target, reason]) =>
      h(
        "li",
        {},
        h("strong", {}, clue),
        target && ` → ${target}`,
        reason && h("p", { class: "small" }, reason),
      ),
    ),
  );
}

/** The words that each clue of a finished game was meant for, by clue, as far as bots noted them. */
export function intentions(session) {
  if (session.ui.intentions === undefined) {
    session.ui.intentions = null;
    transcript(session.id).then(
      (entries) => {
        const notes = new Map(
          entries.filter((e) => e.type === "notes").map((e) => [e.ply, e.notes]),
        );
        const clues = entries.filter((e) => e.type === "move" && e.move.kind === "clue");
        session.ui.intentions = new Map(
          clues.map((e) => [e.move.word, notes.get(e.ply)?.targets ?? []]),
        );
        session.listener.changed();
      },
      () => {},
    );
  }
  return session.ui.intentions;
}
