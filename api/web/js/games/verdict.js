/** The verdict on a clue while it is typed, and a field to type one. */

import { h, seen } from "../dom.js";
import { t } from "../i18n.js";

const MARKS = { legal: "✓", ask: "?", illegal: "✗" };

/** A labelled field whose text is judged by `operation`; `request(clue)` is what to ask. */
export function clueField(session, name, label, operation, request) {
  return h(
    "div",
    { class: "field" },
    h("label", { for: name }, label),
    h("input", {
      id: name,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      maxlength: 100,
      lang: session.state.language,
      "aria-describedby": `${name}-verdict`,
      value: session.drafts[name] ?? "",
      oninput: (event) => {
        session.draft(name, event.target.value);
        // Letters on their way to becoming a Chinese word are no clue yet.
        if (!event.isComposing) session.check(name, operation, request(event.target.value));
      },
    }),
    h(
      "div",
      { id: `${name}-verdict`, role: "status", class: "verdict-place" },
      verdict(session.verdicts[name]),
    ),
  );
}

function verdict(check) {
  if (!check) return null;
  if (check.problem) return h("p", { class: "verdict" }, check.problem.message || t("offline"));
  if (!check.answer) return h("p", { class: "verdict waiting" }, t("verdict.waiting"));
  const { verdict: ruling, reasons, language } = check.answer;
  return h(
    "div",
    { class: `verdict ${ruling}` },
    h("p", {}, seen(MARKS[ruling], "sign"), h("strong", {}, t(`verdict.${ruling}`))),
    reasons.length > 0 &&
      h(
        "ul",
        { lang: language },
        reasons.map((r) => h("li", {}, r.detail)),
      ),
  );
}
