/* Making and finding elements; nothing here knows a game. */

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children);
  return node;
}

/** An HTML element; attributes that are false, null or undefined are left out. */
export const el = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);

/** An SVG element. */
export const svg = (tag, attributes = {}, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

export const find = (selector, within = document) => within.querySelector(selector);
export const all = (selector, within = document) => [...within.querySelectorAll(selector)];

/** "1 hint", "2 hints" */
export const count = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;

const isUsable = (button) => button.offsetParent !== null && !button.disabled;

/** Where the button that had the focus is gone or dead, the first of these that is neither takes the focus. */
export function handOn(section, ...selectors) {
  const focused = document.activeElement;
  if (!section.contains(focused) || isUsable(focused)) return;
  selectors.flatMap((one) => all(one, section)).find(isUsable)?.focus({ preventScroll: true });
}

/** Starts a CSS animation anew by its class. */
export function flash(node, name) {
  node.classList.remove(name);
  void node.offsetWidth; // the browser must see the element without the class in between
  node.classList.add(name);
}
