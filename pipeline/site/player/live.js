/* The one live region. say(text) has a screen reader speak it, politely, when it is done with what it says now.

While a dialog is open everything outside it is silent, so the region moves into the dialog and back. What is said at
once is spoken as one text: of two, one after the other, only the second would be heard. */

import { find } from "./dom.js";

let texts = [];

/** Has a text spoken; the same text twice is spoken twice. */
export function say(text) {
  texts.push(text);
  if (texts.length === 1) queueMicrotask(speak);
}

function speak() {
  const text = texts.join(". ");
  texts = [];
  const region = find("#live");
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/** Moves the region into an open dialog, or home when there is none. */
export function follow(dialog) {
  (dialog ?? find("main")).append(find("#live"));
}
