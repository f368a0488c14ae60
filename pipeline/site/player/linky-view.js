/* What a Linky day looks like: board, list of lengths, switches.

Every function makes the elements of `section` agree with what it is given and keeps no state of its own. Tiles are
buttons `[data-tile="i"]` in reading order, boards `[data-board="i"]`, words `[data-word="i"]` in the order of
listing(). */

import { all, count, el, find, svg } from "./dom.js";
import { hinted, holders, isSolved, listing, sizeOf, spell } from "./linky.js";
import { ground, PITCH, sample, traceBand, wordBand } from "./strokes.js";

/** The ten switches, once a day. */
export function buildSwitches(section, boards) {
  find(".boards", section).replaceChildren(...boards.map((board, i) =>
    el("button", { type: "button", "data-board": i }, el("span", {}, String(i + 1)))));
}

export function paintSwitches(section, game, state) {
  for (const [i, button] of all("[data-board]", section).entries()) {
    const board = game.boards[i];
    const found = state.boards[i].found.length;
    const solved = isSolved(board, state.boards[i]);
    const size = sizeOf(board);
    const how = solved ? "solved" : found ? `${found} of ${count(board.words.length, "word")} found` : "not begun";
    button.setAttribute("aria-label", `Board ${i + 1}, ${size} by ${size}, ${how}`);
    if (i === state.at) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
    button.dataset.progress = solved ? "solved" : found ? "begun" : "new";
  }
}

/** The tiles of one board, when it comes on screen. */
export function buildBoard(section, board, name) {
  const size = sizeOf(board);
  const view = `0 0 ${PITCH * size} ${PITCH * size}`;
  const tiles = [...board.rows.join("")];
  const frame = find(".board", section);
  frame.style.setProperty("--n", size);
  frame.setAttribute("aria-label", name);
  frame.replaceChildren(
    svg("svg", { viewBox: view, "aria-hidden": "true" },
      svg("g", {}, ...tiles.map((_, tile) => ground(size, tile))), svg("g", { class: "bands" }), svg("g", { class: "trail" })),
    ...tiles.map((letter, tile) => el("button", { type: "button", class: "tile", "data-tile": tile, tabindex: -1 },
      el("span", { class: "letter" }, letter), el("span", { class: "order", "aria-hidden": "true" }))),
  );
}

/** Bands, letters and names of the tiles. `focus` is the one tile that Tab reaches. */
export function paintBoard(section, board, state, trace, focus) {
  const size = sizeOf(board);
  const words = listing(board);
  const held = holders(board, state.found);
  const hints = hinted(board, state);
  const firsts = new Set(state.found.map((path) => path[0]));
  paintBands(find(".bands", section), state.found.map((path) => [words.indexOf(spell(board, path)), path]), size);
  find(".trail", section).replaceChildren(...(trace.length ? [traceBand(size, trace)] : []));
  find(".board", section).dataset.solved = String(isSolved(board, state));
  for (const [tile, button] of all("[data-tile]", section).entries()) {
    const at = trace.indexOf(tile);
    const hint = hints.get(tile);
    button.setAttribute("aria-label", nameOf(board, size, tile, at, held.get(tile), hint));
    button.setAttribute("aria-pressed", String(at >= 0));
    button.tabIndex = tile === focus ? 0 : -1;
    button.dataset.state = held.has(tile) ? (firsts.has(tile) ? "first" : "found") : traceState(at, trace);
    button.dataset.holder = held.has(tile) ? words.indexOf(held.get(tile)) % 8 : "";
    find(".order", button).textContent = hint && !held.has(tile) ? hint.order : "";
  }
}

/** The bands of [number, path] words, drawn anew only when they change; one that was just found appears slowly. */
function paintBands(group, found, size) {
  const [before, now] = [group.dataset.shows, JSON.stringify(found)];
  if (before === now) return;
  group.dataset.shows = now;
  group.replaceChildren(...found.map(([n, path]) => wordBand(n, size, path)));
  if (before && now.length > before.length) group.lastElementChild.classList.add("appears");
}

const traceState = (at, trace) => (at < 0 ? "free" : at === 0 ? "begin" : at === trace.length - 1 ? "end" : "traced");

function nameOf(board, size, tile, at, holder, hint) {
  const where = `row ${Math.floor(tile / size) + 1}, column ${(tile % size) + 1}`;
  const parts = [board.rows.join("")[tile], where];
  if (holder) parts.push(`in ${holder}`);
  if (at >= 0) parts.push(`letter ${at + 1} of your trace`);
  if (hint && !holder) parts.push(`hint: letter ${hint.order} of a word of ${hint.word.length}`);
  return parts.join(", ");
}

/** The list of words: an empty box a letter, the letters given away, and the words found. */
export function paintWords(section, board, state) {
  const found = new Set(state.found.map((path) => spell(board, path)));
  find(".words", section).replaceChildren(...listing(board).map((word, n) =>
    found.has(word) ? foundWord(word, n) : hiddenWord(word, n, state.hints[word] ?? 0)));
}

function foundWord(word, n) {
  const undo = el("button", { type: "button", "data-action": "undo-found", "data-found": word,
    "aria-label": `Undo ${word}`, title: `Undo ${word}` });
  undo.append(svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: "M5 5L11 11M11 5L5 11" })));
  return el("li", { "data-word": n, "data-state": "found", class: `tint-${n % 8}` },
    el("span", { class: "spelled", style: `--l:${word.length}` }, el("span", {}, word), sample(n)), undo);
}

function hiddenWord(word, n, given) {
  const slots = [...word].map((letter, i) => el("span", { class: "slot" }, i < given ? letter : ""));
  const spoken = `${word.length} letters${given ? `, begins ${[...word.slice(0, given)].join(" ")}` : ""}`;
  return el("li", { "data-word": n, "data-state": "hidden", "data-length": word.length },
    el("span", { class: "slots", "aria-hidden": "true" }, ...slots),
    el("span", { class: "length", "aria-hidden": "true" }, String(word.length)),
    el("span", { class: "unseen" }, spoken));
}
