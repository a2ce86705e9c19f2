/** Any game of the table: what lies open as nested lists, the moves as buttons or as text. */

import { h } from "../dom.js";
import { both, list, named, t } from "../i18n.js";

export const generic = {
  view,
  ask: (state) => both(state.prompt),
  tell: () => [],
  practice: () => [],
  behind: () => null,
};

const HIDDEN = new Set(["seat", "role", "side", "language", "options", "to_act", "outcome"]);
const plain = (value) => value === null || typeof value !== "object";

function view(session) {
  const shown = Object.entries(session.state.view).filter(([name]) => !HIDDEN.has(name));
  return [
    controls(session),
    h("section", { class: "panel" }, h("h2", {}, t("table")), fields(shown)),
  ];
}

/** Moves that can be listed as buttons with a label each, else a field to type one. */
export function controls(session, label = moveText) {
  const { state } = session;
  if (!state.your_turn) return null;
  return h(
    "section",
    { class: "panel", id: "controls" },
    state.choices.length
      ? h(
          "div",
          { class: "buttons" },
          state.choices.map((move, i) =>
            h(
              "button",
              { type: "button", id: `choice-${i}`, onclick: () => session.move({ move }) },
              label(move),
            ),
          ),
        )
      : typed(session),
  );
}

function typed(session) {
  return h(
    "form",
    {
      onsubmit: (event) => (
        event.preventDefault(),
        session.move({ text: session.drafts.text ?? "" })
      ),
    },
    h("label", { for: "text" }, both(session.state.prompt)),
    h(
      "div",
      { class: "row" },
      h("input", {
        id: "text",
        autocomplete: "off",
        value: session.drafts.text ?? "",
        oninput: (event) => session.draft("text", event.target.value),
      }),
      h("button", { class: "main" }, t("move.send")),
    ),
  );
}

/** Write a listed move: its kind, then its values. */
function moveText(move) {
  const { kind, ...values } = move;
  const words = Object.values(values)
    .filter((value) => value !== null)
    .flat()
    .map(String);
  return [kind === undefined ? "" : named("move", kind), list(words)].filter(Boolean).join(" ");
}

function value(of) {
  if (of === null) return "—";
  if (plain(of)) return String(of);
  if (!Array.isArray(of)) return fields(Object.entries(of));
  if (of.every(plain)) return of.length ? of.map((item) => item ?? "—").join(" · ") : "—";
  return h(
    "ol",
    {},
    of.map((item) => h("li", {}, value(item))),
  );
}

function fields(entries) {
  return h(
    "dl",
    { class: "fields" },
    entries.map(([name, of]) => [h("dt", {}, name.replaceAll("_", " ")), h("dd", {}, value(of))]),
  );
}
