/** Decrypto: the screen with the keywords, what is asked of the seat, the note sheets, the end. */

import { encoderAdvice } from "./decrypto_advice.js";
import { answerForms } from "./decrypto_forms.js";
import { revealing, revealPanel } from "./reveal.js";
import { h, seen } from "../dom.js";
import { codeText, language, named, t } from "../i18n.js";

export const decrypto = {
  // People do not hear all that vectors hear, so bots at a person's table speak plainly.
  options: { embedding: { safety: 0 } },
  view,
  ask: (state) => t(`decrypto.ask_${state.view.task}`),
  tell,
  practice,
  behind: (session) => (revealing(session) ? t("reveal.ready") : null),
};

const SLOTS = [0, 1, 2, 3];
const teams = (at) =>
  at.tokens.map((tokens) => tokens.side).filter((side) => side !== "interceptor");

function view(session) {
  const { view: at, over, your_turn: mine } = session.state;
  const reveal = revealing(session);
  return [
    h(
      "p",
      { class: "counts" },
      h(
        "span",
        { class: "count" },
        t("decrypto.round", { n: Math.min(at.round, at.options.rounds), of: at.options.rounds }),
      ),
      !reveal && at.tokens.map(tokenCount),
    ),
    at.keywords && !over && keywordScreen(at),
    reveal && revealPanel(session, reveal),
    !reveal && !over && table(session),
    !reveal && mine && answerForms[at.task]?.(session),
    !reveal && over && endScreen(at),
    sheets(session, reveal ? reveal.index : at.record.length),
    !reveal && at.record.length > 0 && record(session),
  ];
}

function tokenCount({ side, interceptions, miscommunications }) {
  const parts = [
    seen("◆".repeat(interceptions) || "◇", "tokens"),
    ` ${t("decrypto.interceptions", { n: interceptions })} `,
    side !== "interceptor" && [
      seen("✖".repeat(miscommunications) || "✕", "tokens"),
      ` ${t("decrypto.misses", { n: miscommunications })}`,
    ],
  ];
  return h("span", { class: `count ${side}` }, h("strong", {}, named("side", side)), " ", parts);
}

function keywordScreen(at) {
  return h(
    "ol",
    { class: "windows", "aria-label": t("decrypto.keywords"), lang: at.language },
    at.keywords.map((word, i) => h("li", {}, seen(i + 1, "slot"), h("strong", {}, word))),
  );
}

/** What lies on the table between the moves. */
function table(session) {
  const { view: at } = session.state;
  const lines = [];
  if (at.code && at.task !== "encode")
    lines.push(t("decrypto.your_code", { code: codeText(at.code) }));
  if (at.written) lines.push(t("decrypto.written", { clues: at.written.join(" · ") }));
  if (at.guess) lines.push(t("decrypto.sealed", { code: codeText(at.guess) }));
  if (at.keyword_guess) lines.push(t("decrypto.sealed", { code: at.keyword_guess.join(" · ") }));
  if (at.clues && at.task === "wait") {
    lines.push(
      t("decrypto.clues_of", { side: named("side", at.transmitting), clues: at.clues.join(" · ") }),
    );
  }
  return (
    lines.length > 0 &&
    h(
      "section",
      { class: "panel" },
      lines.map((line) => h("p", {}, line)),
    )
  );
}

// --- note sheets ----------------------------------------------------------------------------------

function sheets(session, until) {
  const { view: at } = session.state;
  const past = at.record.slice(0, until);
  return h(
    "div",
    { class: "sheets" },
    teams(at).map((side) => sheet(session, side, past)),
  );
}

/** One half of the paper: the clues so far under their numbers, and the reader's own guesses. */
function sheet(session, side, past) {
  const { view: at, over } = session.state;
  const own = side === at.side;
  const screen =
    at.screens.find((found) => found.side === side)?.keywords ?? (own ? at.keywords : null);
  const given = past.filter((sent) => sent.side === side && sent.clues);
  const notes = session.kept.notes ?? {};
  const head = (slot) => {
    if (screen) return h("span", { lang: at.language }, screen[slot]);
    if (!at.side || over) return null;
    const name = `${side}-${slot}`;
    return h("input", {
      id: `note-${name}`,
      class: "note",
      maxlength: 60,
      autocomplete: "off",
      lang: at.language,
      "aria-label": t("decrypto.note", { n: slot + 1 }),
      value: notes[name] ?? "",
      placeholder: "?",
      oninput: (event) =>
        session.keep({ notes: { ...session.kept.notes, [name]: event.target.value } }),
    });
  };
  return h(
    "section",
    { class: `panel sheet ${side}`, id: `sheet-${side}` },
    h("h2", {}, t(own ? "decrypto.own_sheet" : "decrypto.sheet", { side: named("side", side) })),
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col", class: "round" }, t("decrypto.round_short")),
          SLOTS.map((slot) =>
            h(
              "th",
              { scope: "col" },
              h("span", { class: "slot" }, String(slot + 1)),
              " ",
              head(slot),
            ),
          ),
        ),
      ),
      h(
        "tbody",
        { lang: at.language },
        given.length
          ? given.map((sent) =>
              h(
                "tr",
                {},
                h("th", { scope: "row", class: "round" }, String(sent.round)),
                SLOTS.map((slot) => h("td", {}, sent.clues[sent.code.indexOf(slot + 1)] ?? "")),
              ),
            )
          : h(
              "tr",
              {},
              h("td", { colspan: 5, class: "small", lang: language() }, t("decrypto.no_clues")),
            ),
      ),
    ),
  );
}

function record(session) {
  const { view: at } = session.state;
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, t("decrypto.record")),
    h(
      "ol",
      { class: "turns", reversed: true },
      at.record
        .map((sent) =>
          h(
            "li",
            { id: `sent-${sent.round}-${sent.side}` },
            h(
              "p",
              {},
              t("decrypto.round_side", { n: sent.round, side: named("side", sent.side) }),
              " ",
              h("strong", { lang: at.language }, sent.clues ? sent.clues.join(" · ") : "—"),
              ` ${codeText(sent.code)} `,
              sent.missed && h("span", { class: "token" }, seen("✖ "), t("decrypto.missed")),
              sent.intercepted &&
                h("span", { class: "token" }, seen("◆ "), t("decrypto.intercepted")),
            ),
            encoderAdvice(session, sent),
          ),
        )
        .reverse(),
    ),
  );
}

// --- end ------------------------------------------------------------------------------------------

function endScreen(at) {
  return h(
    "section",
    { class: "panel", id: "end" },
    h("h2", {}, t("decrypto.screens")),
    at.screens.map((screen) =>
      h(
        "div",
        {},
        h("h3", {}, named("side", screen.side)),
        h(
          "ol",
          { class: "windows", lang: at.language },
          screen.keywords.map((word, i) => h("li", {}, seen(i + 1, "slot"), h("strong", {}, word))),
        ),
      ),
    ),
    at.keyword_guesses.map((guess) =>
      h(
        "p",
        {},
        t("decrypto.keyword_guess", {
          side: named("side", guess.side),
          words: guess.words.join(" · ") || "—",
          n: guess.correct,
        }),
      ),
    ),
  );
}

// --- what happened --------------------------------------------------------------------------------

function tell(before, after) {
  const [was, is] = [before.view, after.view];
  const lines = [];
  if (is.round !== was.round)
    lines.push(t("decrypto.round", { n: is.round, of: is.options.rounds }));
  if (is.record.length > was.record.length) lines.push(t("reveal.ready"));
  if (is.clues && (is.transmitting !== was.transmitting || is.round !== was.round)) {
    lines.push(
      t("decrypto.clues_of", { side: named("side", is.transmitting), clues: is.clues.join(" · ") }),
    );
  }
  return lines;
}

/** Whether the own clues were understood and safe, and whether the own guesses were right. */
function practice(state) {
  const { view: at } = state;
  return at.record
    .filter((sent) => sent.clues)
    .flatMap((sent) => {
      const part = `${sent.round}.${sent.side}`;
      const about = { part, clue: sent.clues.join(" · "), detail: codeText(sent.code) };
      if (sent.encoder === at.seat) {
        return [
          { ...about, skill: "decrypto.encode", score: Number(!sent.missed && !sent.intercepted) },
        ];
      }
      if (sent.side === at.side)
        return [{ ...about, skill: "decrypto.decode", score: Number(!sent.missed) }];
      if (!sent.intercept) return [];
      return [{ ...about, skill: "decrypto.intercept", score: Number(sent.intercepted) }];
    });
}
