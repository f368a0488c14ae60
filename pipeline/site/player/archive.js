/* The archive says how far each listed day was played. The list itself is plain HTML and needs no script. */

import { all, el, find } from "./dom.js";
import { openStore } from "./store.js";

const store = openStore();

/** "Linky 4/10 · Letter Boxed solved", or nothing. */
export function played(linky, boxed) {
  const parts = [];
  if (linky?.begun) parts.push(linky.done ? "Linky solved" : `Linky ${linky.solved}/${linky.of}`);
  if (boxed?.begun) parts.push(`Letter Boxed ${boxed.done ? "solved" : boxed.gaveUp ? "given up" : "begun"}`);
  return parts.join(" · ");
}

for (const link of all(".days a")) {
  const date = find("time", link)?.getAttribute("datetime");
  const text = played(store.read(`linky:${date}`), store.read(`letterboxed:${date}`));
  if (text) link.append(" ", el("span", { class: "so-far" }, text));
}
