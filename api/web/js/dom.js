/**
 * Builds elements, and brings the page up to date by patching it.
 *
 * A page is drawn anew after every change and compared with what stands there: elements that are
 * still right stay in place, so that focus, half-typed Chinese and screen readers are undisturbed.
 */

const SVG = "http://www.w3.org/2000/svg";
const HANDLERS = ["onclick", "oninput", "onchange", "onsubmit", "onkeydown", "onfocus"];
/** Whether a <details> stays open is the reader's affair. */
const OPEN = "open";
const PROPERTIES = ["value", "checked"];

/** Make an HTML element; text among the children is always plain text. */
export function h(tag, props = {}, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** Make an SVG element. */
export function svg(tag, props = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

/** Text that only screen readers tell. */
export const unseen = (text) => h("span", { class: "hidden-text" }, text);

/** Text that only eyes need, such as a mark whose name is told beside it. */
export const seen = (text, className) =>
  h("span", { class: className, "aria-hidden": "true" }, text);

function fill(node, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (HANDLERS.includes(name)) node[name] = value;
    else if (!PROPERTIES.includes(name)) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(
    ...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false),
  );
  // After the children: a select takes a value only when it has the option.
  for (const name of PROPERTIES) if (name in props) node[name] = props[name];
  return node;
}

/** Make `old` look and act like `fresh`. */
export function patch(old, fresh) {
  if (old.nodeName !== fresh.nodeName || (old.id ?? "") !== (fresh.id ?? "")) {
    old.replaceWith(fresh);
    return;
  }
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  patchAttributes(old, fresh);
  patchChildren(old, fresh);
  for (const name of PROPERTIES) {
    if (name in fresh && old[name] !== fresh[name]) old[name] = fresh[name];
  }
}

function patchAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && name !== OPEN) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value && name !== OPEN) old.setAttribute(name, value);
  }
  for (const name of HANDLERS) if (old[name] !== fresh[name]) old[name] = fresh[name];
}

function patchChildren(old, fresh) {
  const children = [...fresh.childNodes];
  const wanted = new Set(children.map((child) => child.id).filter(Boolean));
  const named = new Map([...old.children].filter((c) => c.id).map((c) => [c.id, c]));
  children.forEach((child, i) => {
    const same = child.id ? named.get(child.id) : undefined;
    // What stands before an element that stays goes; moving the element would take its focus.
    if (same?.parentNode === old) while (old.childNodes[i] !== same) old.childNodes[i].remove();
    const there = old.childNodes[i];
    if (!there) old.append(child);
    else if (there !== same && wanted.has(there.id)) there.before(child);
    else patch(there, child);
  });
  while (old.childNodes.length > children.length) old.lastChild.remove();
}

/** Tell screen readers what has happened. */
export function announce(lines) {
  const log = document.getElementById("announcer");
  log.append(...lines.filter(Boolean).map((line) => h("p", {}, line)));
  while (log.childNodes.length > 20) log.firstChild.remove();
}

/** Forget what was told of a page that is left, or told in another language. */
export const hush = () => document.getElementById("announcer").replaceChildren();

// The last letters of a word typed with an input method come without an `input` event of their own.
document.addEventListener("compositionend", (event) => {
  event.target.dispatchEvent(new Event("input", { bubbles: true }));
});
