/** The start: games to go on with, and the form for a new one. */

import { field, radios, select } from "./fields.js";
import { problemText } from "./problem.js";
import { catalog, createGame, wordlists } from "../api.js";
import { h } from "../dom.js";
import { moduleOf } from "../games/index.js";
import { both, language, named, seatName, t } from "../i18n.js";
import { forgetSeat, saveSeat, saveSetting, seats, setting } from "../storage.js";

const WATCH = "";

export function homePage(changed) {
  const form = { ...setting("form") };
  const page = { games: null, lists: [], problem: null, busy: false };

  Promise.all([catalog(), wordlists()]).then(([games, lists]) => {
    Object.assign(page, { games, lists });
    changed();
  }, fail);

  function fail(problem) {
    Object.assign(page, { problem, busy: false });
    changed();
  }

  function set(fields) {
    Object.assign(form, fields);
    saveSetting("form", { ...form, own: undefined });
    changed();
  }

  async function start(event) {
    event.preventDefault();
    if (page.busy) return;
    Object.assign(page, { problem: null, busy: true });
    try {
      const wanted = settle(form, page);
      const created = await createGame(request(wanted));
      const { [wanted.seat]: token, ...invitations } = created.tokens;
      if (token)
        saveSeat(created.id, {
          token,
          invitations,
          game: wanted.game,
          seat: wanted.seat,
          language: wanted.words,
          joined: new Date().toISOString(),
          seen: 0,
        });
      location.hash = `#/game/${created.id}`;
    } catch (problem) {
      fail(problem);
    }
  }

  return {
    title: () => t("nav.play"),
    view: () => [
      h("h1", { tabindex: -1 }, t("home.title")),
      h("p", {}, t("home.about")),
      unfinished(changed),
      problemText(page.problem),
      page.games
        ? newGame(settle(form, page), page, set, start)
        : !page.problem && h("p", { role: "status" }, t("loading")),
    ],
  };
}

/** Return the form with everything that does not fit replaced by what does. */
function settle(form, { games, lists }) {
  const pick = (value, known) => (known.includes(value) ? value : known[0]);
  const game = games.find((g) => g.name === form.game) ?? games[0];
  const preset = game.presets.find((p) => p.name === form.preset) ?? game.presets[0];
  const { start } = moduleOf(game.name);
  const more = start?.settle(form, game, preset);
  const taken = more?.seats ?? preset.seats;
  const all = Object.keys(taken);
  const usual = all.find((seat) => taken[seat] === "operative") ?? all[0];
  const seat = form.seat === WATCH || all.includes(form.seat) ? form.seat : usual;
  const roles = [...new Set(Object.values(taken))];
  const able = roles.map((role) => game.players[role] ?? []);
  const bots = (able[0] ?? []).filter((name) => able.every((names) => names.includes(name)));
  const words = form.words ?? language();
  const fitting = lists
    .filter((l) => l.language === words && l.game === game.name)
    .map((l) => l.name);
  return {
    game: game.name,
    preset: preset.name,
    seat,
    words,
    bots,
    roles: taken,
    start,
    more,
    wordy: "words" in game.setup_schema.properties,
    own: form.own ?? "",
    bot: pick(form.bot, bots),
    presets: game.presets.map((p) => p.name),
    fitting,
    wordlist: pick(form.wordlist, fitting),
    people: (form.people ?? []).filter((other) => all.includes(other) && other !== seat),
  };
}

function request(wanted) {
  const people = [wanted.seat, ...wanted.people].filter(Boolean);
  const own = [
    ...new Set(
      wanted.own
        .split(/[\n,，、;；]/)
        .map((word) => word.trim())
        .filter(Boolean),
    ),
  ];
  const options = people.length ? moduleOf(wanted.game).options?.[wanted.bot] : undefined;
  const bot = options ? { player: wanted.bot, options } : wanted.bot;
  const body = {
    game: wanted.game,
    language: wanted.words,
    preset: wanted.preset,
    seats: Object.fromEntries(
      Object.keys(wanted.roles).map((seat) => [seat, people.includes(seat) ? "human" : bot]),
    ),
  };
  if (wanted.more) body.setup = wanted.more.setup;
  if (!wanted.wordy) return body;
  if (own.length) body.words = own;
  else if (wanted.wordlist) body.wordlist = wanted.wordlist;
  return body;
}

function newGame(wanted, page, set, start) {
  const others = Object.keys(wanted.roles).filter((seat) => seat !== wanted.seat);
  return h(
    "form",
    { class: "panel", id: "new-game", onsubmit: start },
    h("h2", {}, t("home.new")),
    radios(
      "game",
      t("home.game"),
      page.games.map((g) => [g.name, named("game", g.name)]),
      wanted.game,
      (game) => set({ game, preset: undefined, seat: undefined, bot: undefined }),
    ),
    radios(
      "words",
      t(wanted.wordy ? "home.words" : "home.language"),
      [
        ["en", "English"],
        ["zh", "中文"],
      ],
      wanted.words,
      (words) => set({ words, wordlist: undefined }),
    ),
    radios(
      "seat",
      t("home.seat"),
      [
        ...Object.entries(wanted.roles).map(([seat, role]) => [
          seat,
          seatName(seat),
          named("task", role),
        ]),
        [WATCH, t("home.watch"), t("home.watch_about")],
      ],
      wanted.seat,
      (seat) => set({ seat }),
    ),
    h(
      "div",
      { class: "row" },
      select(
        "preset",
        t("home.preset"),
        wanted.presets.map((name) => [name, named(`preset.${wanted.game}`, name)]),
        wanted.preset,
        // What a preset says goes before what was chosen under another one.
        (preset) => set({ preset, variant: undefined, players: undefined }),
      ),
      select(
        "bot",
        t("home.bots"),
        wanted.bots.map((name) => [name, named("player", name)]),
        wanted.bot,
        (bot) => set({ bot }),
      ),
      wanted.start?.fields(wanted.more, set),
    ),
    h(
      "details",
      { id: "more" },
      h("summary", {}, t("home.more")),
      field("person", t("home.person"), setting("person") ?? "", (person) =>
        saveSetting("person", person.trim()),
      ),
      wanted.fitting.length > 1 &&
        select(
          "wordlist",
          t("home.wordlist"),
          wanted.fitting.map((name) => [name, title(page, name)]),
          wanted.wordlist,
          (wordlist) => set({ wordlist }),
        ),
      wanted.wordy &&
        h(
          "div",
          { class: "field" },
          h("label", { for: "own" }, t("home.own")),
          h("textarea", {
            id: "own",
            rows: 3,
            lang: wanted.words,
            value: wanted.own,
            oninput: (event) => set({ own: event.target.value }),
          }),
        ),
      h(
        "fieldset",
        {},
        h("legend", {}, t("home.people")),
        others.map((seat) =>
          h(
            "label",
            { class: "choice" },
            h("input", {
              type: "checkbox",
              id: `people-${seat}`,
              checked: wanted.people.includes(seat),
              onchange: (event) =>
                set({
                  people: event.target.checked
                    ? [...wanted.people, seat]
                    : wanted.people.filter((s) => s !== seat),
                }),
            }),
            seatName(seat),
          ),
        ),
      ),
    ),
    h("button", { class: "main large", id: "start" }, page.busy ? t("loading") : t("home.start")),
  );
}

function title(page, name) {
  const found = page.lists.find((l) => l.name === name);
  return `${both(found.title)} (${found.words})`;
}

function unfinished(changed) {
  const going = Object.entries(seats()).filter(([, seat]) => !seat.over && seat.game);
  if (!going.length) return null;
  return h(
    "section",
    { class: "panel" },
    h("h2", {}, t("home.resume")),
    h(
      "ul",
      { class: "games" },
      going.map(([id, seat]) =>
        h(
          "li",
          {},
          h(
            "a",
            { href: `#/game/${id}`, id: `resume-${id}` },
            `${named("game", seat.game)} · ${seatName(seat.seat)}`,
          ),
          " ",
          h("span", { class: "small" }, new Date(seat.joined).toLocaleString(language())),
          " ",
          h(
            "button",
            { type: "button", class: "link", onclick: () => (forgetSeat(id), changed()) },
            t("home.forget"),
          ),
        ),
      ),
    ),
  );
}
