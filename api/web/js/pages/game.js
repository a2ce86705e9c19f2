/** One game: whose turn it is, the view of its module, how it ended, and who sits where. */

import { problemText } from "./problem.js";
import { announce, h } from "../dom.js";
import { moduleOf } from "../games/index.js";
import { both, list, named, seatName, t } from "../i18n.js";
import { practise } from "../practice.js";
import { Session } from "../session.js";
import { saveSeat } from "../storage.js";

/** Take the seat that a link gives, and go to the game. */
export function joinGame(id, token) {
  saveSeat(id, { token, joined: new Date().toISOString(), seen: 0 });
  location.replace(`#/game/${id}`);
}

export function gamePage(changed, id) {
  const session = new Session(id, { changed: refresh, advanced });

  function refresh() {
    changed();
    if (session.state) moduleOf(session.state.game).auto?.(session);
  }

  function advanced(before, after) {
    practise(after);
    if (!before)
      return session.keep({ game: after.game, seat: after.seat, language: after.language });
    const lines = moduleOf(after.game).tell(before, after);
    const news = (after.over && !before.over) || (after.your_turn && !before.your_turn);
    if (news && !moduleOf(after.game).behind(session)) lines.push(statusText(after));
    announce(lines);
  }

  session.open().catch((error) => session.fail(error));
  return {
    title: () => (session.state ? named("game", session.state.game) : t("game")),
    view: () => page(session),
    close: () => session.close(),
  };
}

function statusText(state) {
  if (state.over) return both(state.outcome.text);
  if (state.your_turn) return t("status.yours", { prompt: moduleOf(state.game).ask(state) });
  const acting = (state.view.to_act ?? []).map(seatName);
  return acting.length ? t("status.waiting", { who: list(acting) }) : t("status.wait");
}

function page(session) {
  const { state } = session;
  if (!state) {
    return [
      h("h1", { tabindex: -1 }, t("game")),
      problemText(session.problem) ?? h("p", {}, t("loading")),
    ];
  }
  const module = moduleOf(state.game);
  const behind = module.behind(session);
  const who = state.seat ? t("game.as", { seat: seatName(state.seat) }) : t("game.watching");
  return [
    h("h1", { tabindex: -1 }, `${named("game", state.game)} `, h("span", { class: "small" }, who)),
    h(
      "p",
      { id: "status", tabindex: -1, class: `status${state.your_turn || behind ? " yours" : ""}` },
      behind ?? statusText(state),
    ),
    !session.online &&
      h("p", { class: "problem", role: "status", id: "connection" }, t("reconnecting")),
    problemText(session.problem),
    state.over && !behind && outcome(state),
    module.view(session),
    table(session),
  ];
}

function outcome(state) {
  const won = state.seat && state.outcome.winners.includes(state.sides[state.seat]);
  const { length } = state.outcome.winners;
  const word = !length ? "nobody" : !won ? "lost" : length > 1 ? "shared" : "won";
  return h(
    "section",
    { class: "panel outcome", id: "outcome" },
    h("p", {}, state.seat && h("strong", {}, t(`outcome.${word}`))),
    h(
      "div",
      { class: "buttons" },
      h("a", { class: "button main", href: "#/" }, t("outcome.again")),
      h("a", { class: "button", href: "#/log" }, t("nav.log")),
      h(
        "a",
        {
          class: "button",
          href: `/v1/games/${state.id}/transcript`,
          download: `${state.id}.jsonl`,
        },
        t("outcome.transcript"),
      ),
    ),
  );
}

function table(session) {
  const { state } = session;
  const links = Object.entries(session.kept.invitations ?? {});
  return h(
    "details",
    { class: "panel", id: "table", open: links.length > 0 },
    h("summary", {}, t("table.seats")),
    h(
      "ul",
      {},
      Object.entries(state.seats).map(([seat, player]) =>
        h(
          "li",
          {},
          `${seatName(seat)}: ${seat === state.seat ? t("you") : named("player", player)}`,
        ),
      ),
    ),
    links.length > 0 && [
      h("h3", {}, t("table.invite")),
      links.map(([seat, token]) => invitation(state.id, seat, token)),
    ],
    state.your_turn &&
      h(
        "button",
        {
          type: "button",
          id: "forfeit",
          onclick: () => confirm(t("move.forfeit_sure")) && session.move({ forfeit: true }),
        },
        t("move.forfeit"),
      ),
  );
}

/** A link that opens another person's seat; its part after # never reaches a server. */
function invitation(id, seat, token) {
  const address = `${location.origin}${location.pathname}#/join/${id}/${token}`;
  return h(
    "div",
    { class: "field" },
    h("label", { for: `link-${seat}` }, seatName(seat)),
    h("input", {
      id: `link-${seat}`,
      class: "link-field",
      readonly: true,
      value: address,
      onfocus: (event) => event.target.select(),
    }),
  );
}
