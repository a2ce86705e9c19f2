/** What a seat of Decrypto hands in: three clues, a code, or four keywords. */

import { clueField } from "./verdict.js";
import { h, seen } from "../dom.js";
import { codeText, named, t } from "../i18n.js";

const CLUES = [0, 1, 2];
const SLOTS = [1, 2, 3, 4];

/** Others may hand in at the same time; the own answer stays right while the task is the same. */
const fits = (before, after) =>
  before.task === after.task &&
  before.round === after.round &&
  before.transmitting === after.transmitting;

/** The form for each task. */
export const answerForms = {
  encode: encodeForm,
  decode: (session) => codeForm(session, "decode"),
  intercept: (session) => codeForm(session, "intercept"),
  guess_keywords: keywordForm,
};

function form(session, heading, fields, send) {
  return h(
    "form",
    {
      class: "panel",
      id: "controls",
      onsubmit: (event) => (event.preventDefault(), send()),
    },
    h("h2", {}, heading),
    glass(session),
    fields,
    h("div", { class: "buttons" }, h("button", { class: "main" }, t("move.hand_in"))),
  );
}

/** The sandglass: when it was first seen running, it had its full time. */
function glass(session) {
  const { deadline, options } = session.state.view;
  if (deadline === null || session.state.view.task !== "encode") return null;
  if (session.ui.glass?.deadline !== deadline) {
    session.ui.glass = { deadline, ends: Date.now() + 1000 * options.clue_seconds };
  }
  const left = Math.max(0, Math.ceil((session.ui.glass.ends - Date.now()) / 1000));
  clearTimeout(session.ui.tick);
  if (left > 0) session.ui.tick = setTimeout(session.listener.changed, 1000);
  return h("p", { class: "glass" }, seen("⌛ "), t("decrypto.glass", { n: left }));
}

function focusFirst(names, session) {
  const empty = names.find((name) => !session.drafts[name]?.trim());
  if (empty) document.getElementById(empty).focus();
  return empty !== undefined;
}

function encodeForm(session) {
  const { view: at } = session.state;
  const names = CLUES.map((i) => `clue-${i}`);
  const request = (clue) => ({
    language: at.language,
    keywords: at.keywords,
    clue,
    history: [...at.history, ...at.opponent_history].map(({ clues, code }) => ({ clues, code })),
  });
  const fields = CLUES.map((i) => {
    const label = t("decrypto.clue_for", { n: at.code[i], word: at.keywords[at.code[i] - 1] });
    return clueField(session, names[i], label, "decrypto/check", request);
  });
  return form(
    session,
    t("decrypto.encode", { code: codeText(at.code) }),
    h("div", { class: "row" }, fields),
    () => {
      if (focusFirst(names, session)) return;
      session.move(
        { move: { kind: "clues", clues: names.map((name) => session.drafts[name]) } },
        fits,
      );
    },
  );
}

/** Three clues, four slots: one radio group a clue; a slot taken twice leaves its earlier clue. */
function codeForm(session, kind) {
  const { view: at } = session.state;
  const names = CLUES.map((i) => `slot-${i}`);
  const pick = (name, slot) => {
    for (const other of names) if (session.drafts[other] === slot) delete session.drafts[other];
    session.draft(name, slot);
  };
  const groups = CLUES.map((i) =>
    h(
      "fieldset",
      { class: "code-row" },
      h("legend", { lang: at.language }, at.clues[i]),
      SLOTS.map((slot) =>
        h(
          "label",
          { class: "choice" },
          h("input", {
            type: "radio",
            id: `${names[i]}-${slot}`,
            name: names[i],
            value: String(slot),
            checked: session.drafts[names[i]] === String(slot),
            onchange: () => pick(names[i], String(slot)),
          }),
          h("span", { class: "slot" }, String(slot)),
          kind === "decode" &&
            h("span", { class: "small", lang: at.language }, at.keywords[slot - 1]),
        ),
      ),
    ),
  );
  const heading = t(`decrypto.${kind}`, { side: named("side", at.transmitting) });
  return form(session, heading, groups, () => {
    const missing = names.find((name) => !session.drafts[name]);
    if (missing) return document.getElementById(`${missing}-1`).focus();
    session.move({ move: { kind, code: names.map((name) => Number(session.drafts[name])) } }, fits);
  });
}

function keywordForm(session) {
  const names = SLOTS.map((slot) => `keyword-${slot}`);
  const fields = names.map((name, i) =>
    h(
      "div",
      { class: "field" },
      h("label", { for: name }, t("decrypto.keyword_n", { n: i + 1 })),
      h("input", {
        id: name,
        autocomplete: "off",
        maxlength: 60,
        lang: session.state.language,
        value: session.drafts[name] ?? "",
        oninput: (event) => session.draft(name, event.target.value),
      }),
    ),
  );
  return form(session, t("decrypto.guess_keywords"), fields, () => {
    if (focusFirst(names, session)) return;
    session.move(
      { move: { kind: "keywords", words: names.map((name) => session.drafts[name]) } },
      fits,
    );
  });
}
