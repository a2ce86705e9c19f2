/** What a seat of Code Breaker can do: its code, its actions step by step, counters and discards. */

import { controls as buttons } from "./generic.js";
import {
  cardName,
  cardNames,
  fragment,
  pairs,
  piece,
  playerName,
} from "./codebreaker_names.js";
import { h } from "../dom.js";
import { list, named, percent, t } from "../i18n.js";
import { radios } from "../pages/fields.js";

/** The moves of the seat, as its task wants them. */
export function controls(session) {
  const { task } = session.state.view;
  if (task === "code") return codeForm(session);
  if (task === "act") return actions(session);
  return [
    h("p", { class: "panel pending", id: "pending" }, pendingText(session.state.view)),
    buttons(session, (move) => describe(move, session.state.view)),
  ];
}

// --- the own code ---------------------------------------------------------------------------------

const sameTask = (before, after) => before.task === after.task;

function codeForm(session) {
  const { length } = session.state.view;
  const code = session.drafts.code ?? "";
  const random = () => {
    const drawn = crypto.getRandomValues(new Uint32Array(length));
    session.draft("code", [...drawn].map((number) => number % 10).join(""));
  };
  const send = (event) => {
    event.preventDefault();
    session.move({ move: { kind: "code", code: [...code].map(Number) } }, sameTask);
  };
  return h(
    "form",
    { class: "panel", id: "controls", onsubmit: send },
    h(
      "div",
      { class: "field narrow" },
      h("label", { for: "code" }, t("codebreaker.your_code", { n: length })),
      h("input", {
        id: "code",
        inputmode: "numeric",
        autocomplete: "off",
        required: true,
        pattern: `\\d{${length}}`,
        title: t("codebreaker.your_code", { n: length }),
        value: code,
        oninput: (event) =>
          session.draft("code", event.target.value.replace(/\D/g, "").slice(0, length)),
      }),
    ),
    h(
      "div",
      { class: "buttons" },
      h("button", { class: "main" }, t("codebreaker.set_code")),
      h("button", { type: "button", id: "random-code", onclick: random }, t("codebreaker.random")),
    ),
  );
}

// --- an action, step by step ----------------------------------------------------------------------

/** In which order a move is put together. */
const STEPS = [
  "what", "effect", "target", "second", "position", "positions", "digit", "digit_1", "digit_2",
  "extreme", "offer", "pay", "card", "take",
]; // prettier-ignore

/** Return the parts of a move by step; every listed move has parts of its own. */
function parts(move) {
  const { kind, grade, card, positions, digits, ...others } = move;
  const found = { ...others, what: [kind, grade].filter(Boolean).join("-") };
  if (kind === "play" || kind === "counter") found.what = `${kind}-${card}`;
  else if (card) found.card = card;
  if (positions) found.positions = positions.join("+");
  if (digits) [found.digit_1, found.digit_2] = digits;
  return Object.fromEntries(
    Object.entries(found)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, String(value)]),
  );
}

function actions(session) {
  const { state, drafts } = session;
  const { view: at } = state;
  const picks = drafts.picks ?? {};
  const pick = (step, value) =>
    session.draft("picks", step === "what" ? { what: value } : { ...picks, [step]: value });
  let left = state.choices
    .filter((move) => move.kind !== "end")
    .map((move) => ({ move, by: parts(move) }));
  const rows = [];
  for (const step of STEPS) {
    const values = [...new Set(left.map(({ by }) => by[step]).filter(Boolean))];
    if (!values.length || (values.length === 1 && step !== "what")) continue;
    const choices = values.map((value) => [value, ...label(step, value, picks, at)]);
    rows.push(
      radios(`step-${step}`, t(`codebreaker.step_${step}`), choices, picks[step], (value) =>
        pick(step, value),
      ),
    );
    left = left.filter(({ by }) => by[step] === picks[step]);
    if (!left.length) break;
  }
  const end = state.choices.find((move) => move.kind === "end");
  const [chosen] = left;
  return h(
    "section",
    { class: "panel", id: "controls" },
    rows,
    h(
      "div",
      { class: "buttons" },
      left.length === 1 &&
        h(
          "button",
          {
            type: "button",
            id: "confirm",
            class: "main",
            onclick: () => session.move({ move: chosen.move }),
          },
          describe(chosen.move, at),
        ),
      end &&
        h(
          "button",
          { type: "button", id: "end-turn", onclick: () => session.move({ move: end }) },
          t("codebreaker.do_end"),
        ),
    ),
  );
}

/** Return what stands beside a choice, and what is known about it. */
function label(step, value, picks, at) {
  switch (step) {
    case "what":
      return whatLabel(value);
    case "effect":
      return [named("codebreaker.effect", value)];
    case "target":
    case "second":
      return [playerName(value, at)];
    case "position":
    case "positions":
      return [list(value.split("+").map((n) => t("codebreaker.position", { n })))];
    case "digit":
    case "digit_1":
    case "digit_2":
      return [value, chance(step, value, picks, at)];
    case "extreme":
      return [named("codebreaker.result", value)];
    default:
      return [cardName(value)];
  }
}

function whatLabel(value) {
  const [kind, detail] = value.split("-");
  if (kind === "guess") return [t(`codebreaker.what_${detail}`)];
  if (kind !== "play" && kind !== "counter") return [t(`codebreaker.what_${kind}`)];
  const fee = piece(detail)?.fee ?? [];
  const paid = fee.length > 0 && t("codebreaker.fee", { fee: fee.map(fragment).join(" ") });
  return [t(`codebreaker.what_${kind}`, { card: cardName(detail) }), paid];
}

/** How likely a digit of a guess is. */
function chance(step, value, { target, positions }, at) {
  const known = at.knowledge.find(({ seat }, _, all) => seat === (target ?? all[0].seat));
  const place = positions?.split("+")[step === "digit_2" ? 1 : 0];
  if (step === "digit" || !known || !place) return null;
  const share = known.grid[place - 1][value];
  return share > 0 && share < 0.01 ? "<1%" : percent(share);
}

// --- words for moves ------------------------------------------------------------------------------

/** Tell a move as the label of its button. */
function describe(move, at) {
  const said = {
    grade: move.grade && named("codebreaker.grade", move.grade),
    whom: move.target && playerName(move.target, at),
    pairs: pairs(move.positions, move.digits),
    card: move.card && cardName(move.card),
    pay: move.pay && cardName(move.pay),
    take: move.take && cardName(move.take),
    n: move.position,
  };
  if (move.kind === "play") return t("codebreaker.do_play", { card: details(move, at) });
  if (move.kind === "pass" && at.task === "swap") return t("codebreaker.do_refuse");
  if (move.kind === "counter") {
    if (move.take) return t("codebreaker.do_counter_take", said);
    if (move.position) return t("codebreaker.do_counter_at", said);
  }
  return t(`codebreaker.do_${move.kind}`, said);
}

function details(move, at) {
  const { card, effect, target, second, position, positions, digit, extreme, offer, take } = move;
  const told = [
    cardName(card) + (effect ? ` (${named("codebreaker.effect", effect)})` : ""),
    target && playerName(target, at),
    second && playerName(second, at),
    ...[position, ...(positions ?? [])].filter(Boolean).map((n) => t("codebreaker.position", { n })),
    digit !== undefined && t("codebreaker.digit", { digit }),
    extreme && named("codebreaker.result", extreme),
    offer && cardName(offer),
    take && cardName(take),
  ];
  return told.filter(Boolean).join(" · ");
}

/** Tell what is to be answered. */
function pendingText(at) {
  const { kind, seat, guess, play, cards, count } = at.pending;
  const told = guess ?? play ?? {};
  return t(`codebreaker.pending_${kind}`, {
    who: playerName(seat, at),
    grade: told.grade && named("codebreaker.grade", told.grade),
    pairs: pairs(told.positions, told.digits),
    play: play && details(play, at),
    cards: cardNames(cards),
    n: count,
  });
}
