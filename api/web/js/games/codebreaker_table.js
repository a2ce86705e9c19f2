/** What lies open in Code Breaker, the own hand, what is known of the codes, and the log. */

import { sentence } from "./codebreaker_log.js";
import { cardName, fragment, piece, playerName, positionsOf } from "./codebreaker_names.js";
import { h, seen, unseen } from "../dom.js";
import { both, t } from "../i18n.js";

const RECENT = 25;

/** Round, piles, and what is left of the own turn. */
export function head({ view: at, version }) {
  const top = at.discard.at(-1);
  const mine = at.active === at.seat && at.phase !== "over";
  const parts = [
    t("codebreaker.round", { n: at.round, turn: at.turn }),
    t("codebreaker.deck", { n: at.deck }),
    t("codebreaker.discards", { n: at.discard.length, top: top ? cardName(top) : "—" }),
    at.exile.length > 0 && t("codebreaker.exile", { n: at.exile.length }),
    mine && t("codebreaker.actions", { n: at.actions }),
    mine && at.extra_guesses > 0 && t("codebreaker.extra", { n: at.extra_guesses }),
    mine && at.guess_locked && t("codebreaker.locked"),
    at.allies.length > 0 &&
      t("codebreaker.allies", { who: at.allies.map((ally) => playerName(ally, at)).join(" · ") }),
  ];
  return h(
    "p",
    { class: "counts", id: "counts", "data-version": version },
    parts.filter(Boolean).map((text) => h("span", { class: "count" }, text)),
  );
}

/** Everybody's intel, cards, code and marks. */
export function players({ view: at }) {
  return h(
    "section",
    { class: "panel", id: "players" },
    h("h2", {}, t("codebreaker.players")),
    h(
      "ul",
      { class: "rivals" },
      at.players.map((player) => rival(player, at)),
    ),
  );
}

function rival(player, at) {
  const { seat, alive, intel, cards } = player;
  return h(
    "li",
    { class: `rival${seat === at.active ? " moving" : ""}`, id: `rival-${seat}` },
    h(
      "p",
      {},
      h("strong", {}, playerName(seat, at)),
      seat === at.active && h("span", { class: "small" }, ` ${t("codebreaker.to_move")}`),
      !alive && h("span", { class: "token" }, ` ${t("codebreaker.out")}`),
    ),
    h(
      "p",
      { class: "small" },
      seen("●".repeat(intel), "tokens"),
      ` ${t("codebreaker.intel", { n: intel })} · ${t("codebreaker.cards", { n: cards })}`,
    ),
    boxes(player, at),
    at.players
      .filter((attacker) => attacker.marks.some((marks) => marks.owner === seat))
      .map((attacker) => marksOf(attacker, seat, at)),
  );
}

/** The digits of a code, as far as they lie open. */
function boxes(player, at) {
  const code = player.code ?? (player.seat === at.seat ? at.code : null);
  const stars = new Set(
    at.players.flatMap((p) => p.marks.filter((m) => m.owner === player.seat).flatMap((m) => m.stars)),
  );
  return h(
    "ol",
    { class: "boxes", "aria-label": t("codebreaker.code_of", { who: playerName(player.seat, at) }) },
    positionsOf(at).map((n) =>
      h(
        "li",
        { class: stars.has(n) ? "cracked" : null },
        code ? String(code[n - 1]) : h("span", {}, seen("?"), unseen(t("codebreaker.unknown"))),
        player.immune.includes(n) && h("span", {}, seen(" ⊠"), unseen(t("codebreaker.immune"))),
      ),
    ),
  );
}

function marksOf(attacker, owner, at) {
  const marks = attacker.marks.find((m) => m.owner === owner);
  const told = (kind, places) => places.length > 0 && `${t(kind)} ${places.join(", ")}`;
  return h(
    "p",
    { class: "small" },
    `${playerName(attacker.seat, at)}: `,
    seen(
      positionsOf(at)
        .map((n) => (marks.stars.includes(n) ? "★" : marks.crosses.includes(n) ? "✗" : "·"))
        .join(" "),
      "tokens",
    ),
    unseen(
      [told("codebreaker.stars_at", marks.stars), told("codebreaker.crosses_at", marks.crosses)]
        .filter(Boolean)
        .join("; "),
    ),
  );
}

/** The own cards, equal ones together. */
export function hand({ view: at }) {
  const counts = Map.groupBy(at.hand, (card) => card);
  return h(
    "section",
    { class: "panel", id: "hand" },
    h("h2", {}, t("codebreaker.hand", { n: at.hand.length })),
    h(
      "ul",
      { class: "held" },
      [...counts].map(([id, copies]) => h("li", { id: `held-${id}` }, card(id, copies.length))),
    ),
    at.fellows.map((fellow) =>
      h(
        "p",
        { class: "small" },
        `${playerName(fellow.seat, at)}: ${fellow.cards.map(cardName).join(" · ") || "—"}`,
      ),
    ),
  );
}

function card(id, copies) {
  const found = piece(id);
  return [
    h("strong", {}, cardName(id)),
    copies > 1 && ` ×${copies}`,
    found && [
      h(
        "span",
        { class: "small" },
        ` ${both(found.kind)}`,
        found.fee.length > 0 && ` · ${t("codebreaker.fee", { fee: found.fee.map(fragment).join(" ") })}`,
      ),
      h("p", { class: "small" }, both(found.text)),
    ],
  ];
}

/** For each opponent how likely each digit is, position by position. */
export function knowledge({ view: at }) {
  if (!at.knowledge.length) return null;
  return h(
    "section",
    { class: "panel", id: "knowledge" },
    h("h2", {}, t("codebreaker.knowledge")),
    h("p", { class: "small" }, t("codebreaker.knowledge_about")),
    h(
      "div",
      { class: "grids" },
      at.knowledge.map((known) => grid(known, at)),
    ),
  );
}

const DIGITS = Array.from({ length: 10 }, (_, digit) => digit);

function grid({ seat, codes, grid: rows }, at) {
  return h(
    "table",
    { class: "grid", id: `grid-${seat}` },
    h(
      "caption",
      {},
      t("codebreaker.codes_left", { who: playerName(seat, at), n: codes }),
    ),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("td", {}),
        DIGITS.map((digit) => h("th", { scope: "col" }, String(digit))),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map((row, i) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, seen(`#${i + 1}`), unseen(t("codebreaker.position", { n: i + 1 }))),
          row.map(cell),
        ),
      ),
    ),
  );
}

function cell(share) {
  if (share === 0) return h("td", { class: "never" }, seen("·"), unseen(t("codebreaker.never")));
  if (share === 1) return h("td", { class: "sure" }, seen("★"), unseen(t("codebreaker.sure")));
  const look = share >= 0.5 ? "likely" : share >= 0.2 ? "better" : null;
  return h("td", { class: look }, share < 0.01 ? "<1" : String(Math.round(100 * share)));
}

/** The events, the latest first; older ones on demand. */
export function log(session) {
  const { view: at } = session.state;
  const shown = session.ui.wholeLog ? at.log : at.log.slice(-RECENT);
  const first = at.log.length - shown.length;
  const all = () => {
    session.ui.wholeLog = true;
    session.listener.changed();
  };
  return (
    at.log.length > 0 &&
    h(
      "section",
      { class: "panel", id: "log" },
      h("h2", {}, t("codebreaker.log")),
      h(
        "ol",
        { class: "turns events", reversed: true, start: at.log.length },
        shown
          .map((event, i) =>
            h("li", { id: `event-${first + i}`, class: `event ${event.kind}` }, sentence(event, at)),
          )
          .reverse(),
      ),
      first > 0 &&
        h(
          "button",
          { type: "button", class: "link", id: "whole-log", onclick: all },
          t("codebreaker.whole_log", { n: first }),
        ),
    )
  );
}
