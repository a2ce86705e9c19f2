/** The frame around the pages: header, language, and the way from an address to its page. */

import { h, hush, patch } from "./dom.js";
import { language, setLanguage, t } from "./i18n.js";
import { gamePage, joinGame } from "./pages/game.js";
import { homePage } from "./pages/home.js";
import { logPage } from "./pages/log.js";

const LANGUAGES = { en: "English", zh: "中文" };
const PAGES = { "": homePage, game: gamePage, log: logPage };

let page = null;
let waiting = false;

/** Draw the page soon; several changes at once are drawn together. */
function changed() {
  if (waiting) return;
  waiting = true;
  queueMicrotask(() => {
    waiting = false;
    draw();
  });
}

function draw() {
  const focused = document.activeElement;
  document.documentElement.lang = language() === "zh" ? "zh-Hans" : "en";
  document.title = `${page.title()} · cluebot`;
  patch(
    document.getElementById("app"),
    h("div", { id: "app" }, header(), h("main", { id: "main" }, page.view())),
  );
  // Whoever plays by keyboard goes on where the game does, not from the top of the page.
  if (focused !== document.body && !focused.isConnected) {
    (document.querySelector("[data-next]") ?? document.getElementById("status"))?.focus();
  }
}

function header() {
  const link = (address, key) =>
    h("a", { href: address, "aria-current": location.hash === address ? "page" : null }, t(key));
  return h(
    "header",
    { class: "top" },
    h("a", { href: "#/", class: "brand" }, "cluebot"),
    h("nav", { "aria-label": t("nav.label") }, link("#/", "nav.play"), link("#/log", "nav.log")),
    h(
      "div",
      { class: "languages", role: "group", "aria-label": t("nav.language") },
      Object.entries(LANGUAGES).map(([code, name]) =>
        h(
          "button",
          {
            type: "button",
            id: `language-${code}`,
            lang: code === "zh" ? "zh-Hans" : "en",
            "aria-pressed": String(code === language()),
            onclick: () => (setLanguage(code), hush(), changed()),
          },
          name,
        ),
      ),
    ),
  );
}

function route() {
  const [name, ...rest] = location.hash.replace(/^#?\/?/, "").split("/");
  if (name === "join") return joinGame(...rest);
  const first = page === null;
  page?.close?.();
  hush();
  page = (PAGES[name] ?? homePage)(changed, ...rest);
  draw();
  if (!first) document.querySelector("h1")?.focus();
  scrollTo(0, 0);
}

addEventListener("hashchange", route);
route();
