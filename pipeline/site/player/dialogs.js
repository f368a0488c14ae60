/* The page's dialogs: `<dialog id="...">` elements of index.html, opened one at a time.

A dialog closes by its button, by Escape, and by a click beside it; the focus goes back to where it was. */

import { all, find } from "./dom.js";
import { follow } from "./live.js";

let back = null;

export function setUpDialogs() {
  for (const dialog of all("dialog")) {
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog || event.target.closest('[data-action="close"]')) dialog.close();
    });
    dialog.addEventListener("close", () => {
      follow(find("dialog[open]"));
      if (!find("dialog[open]")) back?.focus({ preventScroll: true });
    });
  }
}

export function openDialog(name) {
  const open = find("dialog[open]");
  if (!open) back = document.activeElement;
  const dialog = find(`#${name}`);
  if (open && open !== dialog) open.close();
  if (!dialog.open) dialog.showModal();
  follow(dialog);
  return dialog;
}

export const closeDialog = () => find("dialog[open]")?.close();

export const isOpen = () => find("dialog[open]") !== null;

/** Asks by a dialog whose buttons have values; true if "yes" was pressed. */
export function ask(name) {
  const dialog = openDialog(name);
  dialog.returnValue = "";
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}
