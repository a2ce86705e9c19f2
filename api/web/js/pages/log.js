/** The practice log: success by skill over time, by partner, best and worst clues, export. */

import { successPlot } from "../plot.js";
import { h } from "../dom.js";
import { named, percent, t } from "../i18n.js";
import { clearLog, log } from "../storage.js";

const LISTED = 5;
const COLUMNS = [
  "time",
  "person",
  "game",
  "language",
  "skill",
  "partner",
  "clue",
  "score",
  "found",
  "detail",
  "key",
];

function skillName(skill) {
  const [game, part] = skill.split(".");
  return part === "game" ? t("skill.games", { game: named("game", game) }) : named("skill", skill);
}

const successName = (skill) =>
  skill.endsWith(".game") ? t("success.games") : named("success", skill);
const mean = (numbers) => numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
const groups = (entries, key) => Map.groupBy(entries, key);

export function logPage(changed) {
  const chosen = { person: null };
  return {
    title: () => t("nav.log"),
    view: () => [h("h1", { tabindex: -1 }, t("log.title")), page(chosen, changed)],
  };
}

function page(chosen, changed) {
  const all = log();
  if (!all.length) return h("p", { id: "empty" }, t("log.empty"));
  const people = [...new Set(all.map((entry) => entry.person))];
  const person = people.includes(chosen.person) ? chosen.person : people.at(-1);
  const entries = all.filter((entry) => entry.person === person);
  const choose = (event) => ((chosen.person = event.target.value), changed());
  return [
    people.length > 1 &&
      h(
        "div",
        { class: "field" },
        h("label", { for: "person" }, t("log.person")),
        h(
          "select",
          { id: "person", value: person, onchange: choose },
          people.map((name) => h("option", { value: name }, name || t("you"))),
        ),
      ),
    h(
      "div",
      { class: "plots" },
      [...groups(entries, (e) => e.skill)].map(([skill, of]) => skillPanel(skill, of)),
    ),
    partnersTable(entries),
    clues(entries),
    h(
      "div",
      { class: "buttons" },
      h(
        "button",
        {
          type: "button",
          id: "export-json",
          onclick: () => save("json", JSON.stringify(all, null, 1)),
        },
        t("log.json"),
      ),
      h(
        "button",
        { type: "button", id: "export-csv", onclick: () => save("csv", csv(all)) },
        t("log.csv"),
      ),
      h(
        "button",
        {
          type: "button",
          id: "clear",
          class: "link",
          onclick: () => confirm(t("log.clear_sure")) && (clearLog(), changed()),
        },
        t("log.clear"),
      ),
    ),
  ];
}

function skillPanel(skill, entries) {
  return h(
    "section",
    { class: "panel", id: `skill-${skill}` },
    h("h2", {}, skillName(skill)),
    h(
      "p",
      {},
      h("strong", {}, percent(mean(entries.map((e) => e.score)))),
      " ",
      h("span", { class: "small" }, t("log.of", { n: entries.length, what: successName(skill) })),
    ),
    successPlot(entries),
  );
}

function partnersTable(entries) {
  const rows = [...groups(entries, (e) => `${e.skill}\n${e.partner}`).values()];
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, t("log.partners")),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": t("log.partners") },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["log.skill", "log.partner", "log.times", "log.rate"].map((key) =>
              h("th", { scope: "col" }, t(key)),
            ),
          ),
        ),
        h(
          "tbody",
          {},
          rows.map((of) =>
            h(
              "tr",
              {},
              h("td", {}, skillName(of[0].skill)),
              h(
                "td",
                {},
                of[0].partner
                  .split(" + ")
                  .map((p) => named("player", p))
                  .join(" + "),
              ),
              h("td", {}, String(of.length)),
              h("td", {}, percent(mean(of.map((e) => e.score)))),
            ),
          ),
        ),
      ),
    ),
  );
}

/** The own clues if there are any, best first; else the clues that were guessed. */
function clues(entries) {
  const withClue = entries.filter((e) => e.clue);
  const given = withClue.filter((e) => /spymaster|encode/.test(e.skill));
  const sorted = (given.length ? given : withClue).toSorted(
    (a, b) => b.score - a.score || (b.found ?? 0) - (a.found ?? 0) || (a.time < b.time ? 1 : -1),
  );
  if (!sorted.length) return null;
  const best = sorted.filter((e) => e.score > 0).slice(0, LISTED);
  const worst = sorted
    .slice(best.length)
    .filter((e) => e.score < 1)
    .slice(-LISTED)
    .reverse();
  const kind = given.length ? "given" : "heard";
  return h(
    "div",
    { class: "plots" },
    clueList(t(`log.best_${kind}`), best),
    clueList(t(`log.worst_${kind}`), worst),
  );
}

function clueList(heading, entries) {
  return (
    entries.length > 0 &&
    h(
      "section",
      { class: "panel" },
      h("h2", {}, heading),
      h(
        "ol",
        {},
        entries.map((e) =>
          h(
            "li",
            {},
            h("strong", { lang: e.language }, e.clue),
            ` ${percent(e.score)} `,
            h("span", { class: "small", lang: e.language }, e.detail),
          ),
        ),
      ),
    )
  );
}

/** Write comma-separated values; a cell that a spreadsheet would compute is quoted as text. */
function csv(entries) {
  const cell = (value) => {
    const text = String(value ?? "");
    return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  };
  const lines = [COLUMNS, ...entries.map((entry) => COLUMNS.map((name) => entry[name]))];
  return lines.map((line) => line.map(cell).join(",")).join("\r\n");
}

function save(kind, text) {
  const types = { json: "application/json", csv: "text/csv" };
  // Spreadsheets take a file for UTF-8, and Chinese for Chinese, by the mark at its beginning.
  const parts = kind === "csv" ? ["\uFEFF", text] : [text];
  const address = URL.createObjectURL(new Blob(parts, { type: types[kind] }));
  h("a", { href: address, download: `cluebot-practice.${kind}` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
