/** Codenames: what lies open, the clue or the guess, the turns, what a bot would have said. */

import { adviceList, advicePlace, adviser, intentions } from "./advice.js";
import { board, legend, mark, touch } from "./board.js";
import { controls as generalControls } from "./generic.js";
import { clueField } from "./verdict.js";
import { h, unseen } from "../dom.js";
import { list, named, t } from "../i18n.js";

export const codenames = {
  view,
  ask: (state) => t(`codenames.ask_${state.view.phase}`),
  tell,
  practice,
  behind: () => null,
};

const other = (side) => (side === "red" ? "blue" : "red");
const numberText = (number) => (number === "unlimited" ? "∞" : String(number));
const clueText = (turn) => (turn.clue ? `${turn.clue} ${numberText(turn.number)}` : "—");

function view(session) {
  const { state } = session;
  const { view: at } = state;
  return [
    counts(at),
    currentClue(at),
    board(session),
    at.role === "spymaster" && legend(),
    state.your_turn && controls(session),
    history(session),
  ];
}

function counts(at) {
  const sides = at.options.opponent === "none" ? ["red"] : ["red", "blue"];
  return h(
    "p",
    { class: "counts" },
    sides.map((side) =>
      h(
        "span",
        { class: `count ${side}${side === at.turn ? " moving" : ""}` },
        mark(side),
        ` ${t("codenames.left", { side: named("side", side), n: at.remaining[side] })}`,
      ),
    ),
  );
}

function currentClue(at) {
  const turn = at.history.at(-1);
  if (!turn?.clue || turn.end !== null) return null;
  return h(
    "p",
    { class: "clue", id: "current-clue" },
    h("span", { class: "small" }, t("codenames.clue_of", { side: named("side", turn.side) })),
    " ",
    h("strong", { lang: at.language }, clueText(turn)),
    " ",
    at.guesses_left !== null &&
      h("span", { class: "small" }, t("codenames.guesses_left", { n: at.guesses_left })),
  );
}

// --- moves ----------------------------------------------------------------------------------------

function controls(session) {
  const { phase } = session.state.view;
  if (phase === "clue") return clueForm(session);
  if (phase === "guess") return guessBar(session);
  return generalControls(session, rulingText);
}

function rulingText(move) {
  if (move.kind === "accept") return t("codenames.accept");
  return move.word === null ? t("codenames.no_cover") : t("codenames.cover", { word: move.word });
}

function guessBar(session) {
  const { state, ui } = session;
  const stop = state.choices.some((c) => c.kind === "stop");
  return h(
    "section",
    { class: "panel bar", id: "controls" },
    h("p", {}, ui.selected ? t("codenames.confirm_hint") : t("codenames.select_hint")),
    h(
      "div",
      { class: "buttons" },
      ui.selected &&
        h(
          "button",
          {
            type: "button",
            id: "touch",
            class: "main",
            onclick: () => touch(session, ui.selected),
          },
          t("codenames.touch", { word: ui.selected }),
        ),
      stop &&
        h(
          "button",
          { type: "button", id: "stop", onclick: () => session.move({ move: { kind: "stop" } }) },
          t("codenames.stop"),
        ),
    ),
  );
}

function clueForm(session) {
  const { view: at } = session.state;
  const { min_number: least, max_number: most, unlimited } = at.options;
  const numbers = Array.from({ length: most - least + 1 }, (_, i) => String(least + i));
  const chosen = session.drafts.number ?? numbers.find((n) => Number(n) >= 2) ?? numbers[0];
  const request = (clue) => ({
    language: at.language,
    board: at.words.filter((_, i) => !at.covered[i]),
    clue,
    used_clues: at.history.map((turn) => turn.clue).filter(Boolean),
  });
  const send = (event) => {
    event.preventDefault();
    if (!session.drafts.clue?.trim()) return document.getElementById("clue").focus();
    const number = chosen === "unlimited" ? chosen : Number(chosen);
    session.move({ move: { kind: "clue", word: session.drafts.clue, number } });
  };
  return h(
    "form",
    { class: "panel", id: "controls", onsubmit: send },
    h(
      "div",
      { class: "row" },
      clueField(session, "clue", t("codenames.your_clue"), "codenames/check", request),
      h(
        "div",
        { class: "field narrow" },
        h("label", { for: "number" }, t("codenames.number")),
        h(
          "select",
          {
            id: "number",
            value: chosen,
            onchange: (event) => session.draft("number", event.target.value),
          },
          numbers.map((n) => h("option", { value: n }, n)),
          unlimited && h("option", { value: "unlimited" }, "∞"),
        ),
      ),
      h("button", { class: "main" }, t("codenames.give")),
    ),
  );
}

// --- turns ----------------------------------------------------------------------------------------

function history(session) {
  const { history: turns } = session.state.view;
  if (!turns.length) return null;
  const meant = session.state.over ? intentions(session) : null;
  const items = turns.map((turn, i) =>
    h(
      "li",
      { id: `turn-${i}`, class: turn.side },
      h(
        "p",
        {},
        mark(turn.side),
        unseen(named("side", turn.side)),
        " ",
        h("strong", { lang: session.state.language }, clueText(turn)),
        turn.end && h("span", { class: "small" }, ` ${t(`end.${turn.end}`)}`),
      ),
      turn.guessed.length > 0 &&
        h(
          "p",
          { class: "touches" },
          turn.guessed.map((touched) =>
            h(
              "span",
              { class: "touched" },
              touched.word,
              " ",
              mark(touched.identity),
              unseen(t(`identity.${touched.identity}`)),
            ),
          ),
        ),
      turn.covered &&
        h(
          "p",
          { class: "small" },
          t("codenames.covers", { side: named("side", other(turn.side)), word: turn.covered }),
        ),
      meant?.get(turn.clue)?.length > 0 &&
        h("p", { class: "small" }, t("codenames.meant", { words: list(meant.get(turn.clue)) })),
      suggestion(session, turn, i),
    ),
  );
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, t("codenames.turns")),
    h("ol", { class: "turns", reversed: true }, items.reverse()),
  );
}

/** Offer what a bot would have said, to the spymaster who has said it, and to all afterwards. */
function suggestion(session, turn, i) {
  const { state } = session;
  const known = state.view.key ?? (state.over ? state.view.identities : null);
  const mine = state.seat === `${turn.side}.spymaster` || state.over;
  if (!turn.clue || !mine || !known) return null;
  return advicePlace(
    session,
    `advice-${i}`,
    () => advise(session, turn, i, known),
    (answer) => {
      const candidates = answer.candidates.length ? answer.candidates : [answer];
      return adviceList(
        candidates.map((c) => [clueText(c), list(c.targets), c.reason]),
        answer.language,
      );
    },
  );
}

async function advise(session, turn, i, known) {
  const { view: at } = session.state;
  const gone = new Set(
    at.history.slice(0, i).flatMap((past) => [...past.guessed.map((g) => g.word), past.covered]),
  );
  const still = (identity) =>
    at.words.filter((word, place) => known[place] === identity && !gone.has(word));
  await adviser(session, `advice-${i}`, "codenames/clue", "spymaster", {
    language: at.language,
    own: still(turn.side),
    opponent: still(other(turn.side)),
    neutral: still("neutral"),
    assassin: still("assassin"),
    used_clues: at.history
      .slice(0, i)
      .map((past) => past.clue)
      .filter(Boolean),
  });
}

// --- what happened --------------------------------------------------------------------------------

function tell(before, after) {
  const lines = [];
  const first = Math.max(0, before.view.history.length - 1);
  after.view.history.slice(first).forEach((turn, i) => {
    const earlier = before.view.history[first + i];
    if (!earlier)
      lines.push(
        t("codenames.tell_clue", { side: named("side", turn.side), clue: clueText(turn) }),
      );
    for (const touched of turn.guessed.slice(earlier?.guessed.length ?? 0)) {
      lines.push(
        t("codenames.tell_touch", {
          word: touched.word,
          identity: t(`identity.${touched.identity}`),
        }),
      );
    }
    if (turn.end && !earlier?.end)
      lines.push(t("codenames.tell_end", { end: t(`end.${turn.end}`) }));
  });
  return lines;
}

/** The share of the number that was found in each finished turn of the own side; 0 for an assassin. */
function practice(state) {
  const { role, side, history: turns } = state.view;
  return turns.flatMap((turn, i) => {
    if (turn.side !== side || !turn.clue || !turn.end || turn.end === "forfeit") return [];
    const found = turn.guessed.filter((g) => g.identity === side).length;
    const wanted = Number(turn.number) || Math.max(1, turn.guessed.length);
    const score = turn.end === "assassin" ? 0 : Math.min(1, found / wanted);
    const sign = (identity) => (identity === side ? "✓" : identity === "assassin" ? "✖✖" : "✖");
    const detail = turn.guessed.map((g) => `${g.word} ${sign(g.identity)}`).join("  ");
    return [{ part: i, skill: `codenames.${role}`, clue: clueText(turn), found, score, detail }];
  });
}
