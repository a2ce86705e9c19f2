/** The board of Codenames: cards to look at or to touch, and the marks of the identities. */

import { h, seen, unseen } from "../dom.js";
import { t } from "../i18n.js";

// Shape and letter stand beside every colour.
const SHAPES = { red: "▲", blue: "●", neutral: "▬", assassin: "✖" };
const IDENTITIES = Object.keys(SHAPES);
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** The mark of an identity, told by shape and letter. */
export function mark(identity) {
  return seen(`${SHAPES[identity]} ${t(`identity.${identity}.letter`)}`, `mark ${identity}`);
}

/** The cards in a grid. */
export function board(session) {
  const { state, ui } = session;
  const touchable = new Set(state.choices.filter((c) => c.kind === "guess").map((c) => c.word));
  const { words: all, covered } = state.view;
  if (!touchable.has(ui.selected)) ui.selected = null;
  const entry = touchable.has(all[ui.place])
    ? ui.place
    : all.findIndex((word) => touchable.has(word));
  return h(
    "ul",
    {
      id: "board",
      class: all.length > 16 ? "board" : "board four",
      lang: state.view.language,
      "aria-label": t("codenames.board"),
      onkeydown: (event) => walk(event, session),
    },
    all.map((word, i) =>
      h("li", {}, card(session, i, touchable.has(word), covered[i], i === entry)),
    ),
  );
}

/** Long words get smaller letters where a card is narrow. */
function lengthClass(word, language) {
  const [long, longest] = language === "zh" ? [4, 5] : [7, 9];
  const part = Math.max(...word.split(/[\s-]/).map((piece) => piece.length));
  return part >= longest ? "longest" : part >= long && "long";
}

function card(session, i, touchable, covered, entry) {
  const { view: at } = session.state;
  const word = at.words[i];
  const known = at.identities[i] ?? at.key?.[i] ?? null;
  const look = ["card", known, covered && "covered", lengthClass(word, at.language)];
  const inside = [
    h("span", { class: "word" }, word),
    known && mark(known),
    unseen(
      [known && `, ${t(`identity.${known}`)}`, covered && `, ${t("codenames.covered")}`]
        .filter(Boolean)
        .join(""),
    ),
  ];
  const className = look.filter(Boolean).join(" ");
  if (!touchable) return h("span", { id: `card-${i}`, class: className }, inside);
  return h(
    "button",
    {
      type: "button",
      id: `card-${i}`,
      class: className,
      "aria-pressed": String(session.ui.selected === word),
      tabindex: entry ? 0 : -1,
      "data-next": entry,
      onfocus: () => (session.ui.place = i),
      onclick: () => (session.ui.selected === word ? touch(session, word) : select(session, i)),
    },
    inside,
  );
}

function select(session, i) {
  session.ui.place = i;
  session.ui.selected = session.state.view.words[i];
  session.listener.changed();
}

/** Touch a card. */
export function touch(session, word) {
  session.ui.selected = null;
  return session.move({ move: { kind: "guess", word } });
}

/** Move the focus over the board with the arrow keys, past covered cards and round the edges. */
function walk(event, session) {
  if (!(event.key in STEPS)) return;
  event.preventDefault();
  const size = session.state.view.words.length;
  const columns = getComputedStyle(event.currentTarget).gridTemplateColumns.split(" ").length;
  const [down, right] = STEPS[event.key];
  let card;
  let place = session.ui.place;
  do {
    place = (place + down * columns + right + size) % size;
    card = document.getElementById(`card-${place}`);
  } while (card.tagName !== "BUTTON");
  card.focus();
  session.listener.changed();
}

/** What the marks stand for. */
export function legend() {
  return h(
    "p",
    { class: "legend" },
    IDENTITIES.map((identity) => h("span", {}, mark(identity), ` ${t(`identity.${identity}`)}`)),
  );
}
