/** Code Breaker: the table, what is asked of the seat, the hand, what is known, and what happened. */

import { controls } from "./codebreaker_moves.js";
import { sentence } from "./codebreaker_log.js";
import { pieces } from "./codebreaker_names.js";
import { start } from "./codebreaker_start.js";
import { hand, head, knowledge, log, players } from "./codebreaker_table.js";
import { t } from "../i18n.js";

export const codebreaker = {
  view,
  ask: (state) => t(`codebreaker.ask_${state.view.task}`),
  tell,
  practice,
  behind: () => null,
  auto,
  start,
};

function view(session) {
  pieces(session);
  const { state } = session;
  return [
    head(state),
    state.your_turn && !onlyPass(session) && controls(session),
    players(state),
    state.seat && state.view.hand.length > 0 && hand(state),
    knowledge(state),
    log(session),
  ];
}

const onlyPass = ({ state }) => state.choices.length === 1 && state.choices[0].kind === "pass";

/** Where nothing can be done but to pass, do it. */
function auto(session) {
  const { state, ui, busy } = session;
  if (!state.your_turn || busy || !onlyPass(session) || ui.passed === state.version) return;
  ui.passed = state.version;
  session.move({ move: state.choices[0] });
}

function tell(before, after) {
  const { log: events } = after.view;
  return events.slice(before.view.log.length).map((event) => sentence(event, after.view));
}

/** Whether the own guesses were right, by their grade. */
function practice({ view: at, seat }) {
  return at.log.flatMap((event, i) => {
    if (event.kind !== "answer" || event.seat !== seat) return [];
    const score = Number(event.result === "right");
    const detail = event.positions.map((place, k) => `#${place}=${event.digits[k]}`).join(" ");
    return [{ part: i, skill: `codebreaker.${event.grade}`, score, detail }];
  });
}
