/** A finished transmission of Decrypto, shown step by step as at the table. */

import { announce, h, seen } from "../dom.js";
import { codeText, named, t } from "../i18n.js";

/** Return the next transmission that the reader has not seen to its end; null if there is none. */
export function revealing(session) {
  const { record } = session.state.view;
  if (session.kept.seen === undefined) session.keep({ seen: record.length });
  const index = session.kept.seen;
  return index < record.length ? { index, sent: record[index] } : null;
}

/** The lines in the order of the table: the clues, both guesses, the code and what it costs. */
function steps(sent) {
  const side = named("side", sent.side);
  if (!sent.clues)
    return [t("reveal.no_clues", { side }), t("reveal.code", { code: codeText(sent.code) })];
  const results = [
    sent.missed ? t("reveal.missed") : t("reveal.understood"),
    sent.intercepted ? t("reveal.intercepted") : sent.intercept && t("reveal.safe"),
  ];
  return [
    t("decrypto.clues_of", { side, clues: sent.clues.join(" · ") }),
    sent.intercept && t("reveal.intercept", { code: codeText(sent.intercept) }),
    t("reveal.decode", { side, code: codeText(sent.decode) }),
    [t("reveal.code", { code: codeText(sent.code) }), ...results.filter(Boolean)].join(" "),
  ].filter(Boolean);
}

/** The lines that are open, and the button for the next one. */
export function revealPanel(session, { index, sent }) {
  const lines = steps(sent);
  const open = Math.min(session.ui.step ?? 1, lines.length);
  const done = open === lines.length;
  const next = () => {
    session.ui.step = done ? 1 : open + 1;
    if (done) session.keep({ seen: index + 1 });
    else announce([lines[open]]);
    session.listener.changed();
  };
  const all = () => {
    session.ui.step = 1;
    session.keep({ seen: session.state.view.record.length });
    session.listener.changed();
  };
  return h(
    "section",
    { class: "panel reveal", id: "reveal" },
    h("h2", {}, t("decrypto.round_side", { n: sent.round, side: named("side", sent.side) })),
    h(
      "ol",
      {},
      lines
        .slice(0, open)
        .map((line, i) =>
          h(
            "li",
            {},
            i === lines.length - 1 && seen(sent.intercepted ? "◆ " : sent.missed ? "✖ " : "✓ "),
            line,
          ),
        ),
    ),
    h(
      "div",
      { class: "buttons" },
      h(
        "button",
        { type: "button", id: "reveal-next", class: "main", "data-next": true, onclick: next },
        done ? t("reveal.done") : t("reveal.next"),
      ),
      h(
        "button",
        { type: "button", id: "reveal-all", class: "link", onclick: all },
        t("reveal.all"),
      ),
    ),
  );
}
