/** Labelled fields of a form; each reports its new value by a callback. */

import { h } from "../dom.js";

/** A choice shown in full: `[value, label, about]` of each. */
export function radios(name, legend, choices, chosen, choose) {
  return h(
    "fieldset",
    { class: "radios" },
    h("legend", {}, legend),
    choices.map(([value, label, about]) =>
      h(
        "label",
        { class: "choice" },
        h("input", {
          type: "radio",
          name,
          id: `${name}-${value}`,
          value,
          checked: value === chosen,
          onchange: () => choose(value),
        }),
        h("span", {}, label, about && h("span", { class: "small about" }, about)),
      ),
    ),
  );
}

/** A choice that unfolds: `[value, label]` of each. */
export function select(id, label, choices, chosen, choose) {
  return h(
    "div",
    { class: "field" },
    h("label", { for: id }, label),
    h(
      "select",
      { id, value: chosen, onchange: (event) => choose(event.target.value) },
      choices.map(([value, text]) => h("option", { value }, text)),
    ),
  );
}

/** A line of text. */
export function field(id, label, value, change) {
  return h(
    "div",
    { class: "field" },
    h("label", { for: id }, label),
    h("input", {
      id,
      value,
      maxlength: 40,
      autocomplete: "off",
      oninput: (event) => change(event.target.value),
    }),
  );
}
