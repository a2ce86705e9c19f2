/** How a page tells that something went wrong, and asks for the key that a service may want. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { saveSetting } from "../storage.js";

/** Tell a problem with all its defects. */
export function problemText(problem) {
  if (!problem) return null;
  if (problem.needsKey) return keyForm(problem);
  const defects = problem.defects ?? [];
  return h(
    "div",
    { class: "problem", role: "alert", id: "problem" },
    h("p", {}, problem.status === 0 ? t("offline") : problem.message || t("unexpected")),
    defects.length > 1 &&
      h(
        "ul",
        {},
        defects.map((d) => h("li", {}, `${d.field}: ${d.message}`)),
      ),
  );
}

function keyForm(problem) {
  const save = (event) => {
    event.preventDefault();
    saveSetting("apiKey", event.target.elements.key.value.trim());
    location.reload();
  };
  return h(
    "form",
    { class: "problem", id: "problem", onsubmit: save },
    h("p", { role: "alert" }, problem.message),
    h("label", { for: "key" }, t("key.label")),
    h(
      "div",
      { class: "row" },
      h("input", { id: "key", name: "key", type: "password", autocomplete: "off" }),
      h("button", { class: "main" }, t("key.save")),
    ),
  );
}
