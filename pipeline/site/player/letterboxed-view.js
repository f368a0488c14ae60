/* What a Letter Boxed day looks like: the square, the chain, the hints, the intended solution.

Letters are buttons `[data-letter="A"]` in reading order of the sides. The picture is 300 wide; places() says in
percent where things are. The line of word n of a chain has pattern n of strokes.js; the one being made is dashed. */

import { all, count, el, find, svg } from "./dom.js";
import { carried, given, letters, NAMES, places, sideOf, used } from "./letterboxed.js";
import { patterned } from "./strokes.js";

/** Square and letters, once a day. */
export function buildSquare(section, sides) {
  const spots = places(sides);
  const percent = ([x, y]) => `left:${x}%;top:${y}%`;
  find(".square", section).replaceChildren(
    svg("svg", { viewBox: "0 0 300 300", "aria-hidden": "true" },
      svg("rect", { x: 54, y: 54, width: 192, height: 192, rx: 6, class: "box" }),
      svg("g", { class: "lines" }), svg("g", { class: "dots" })),
    ...letters(sides).map((letter) => el("button", { type: "button", class: "peg", "data-letter": letter,
      style: percent(spots[letter].at) }, el("span", {}, letter))));
}

/** `lines` is {words, line, solution}: the chain, the word being made, and the pair if it is to be seen. */
export function paintSquare(section, sides, { words, line, solution }) {
  const spots = places(sides);
  const have = used(words, line);
  const shown = solution ?? words;
  find(".lines", section).replaceChildren(
    ...shown.map((word, n) => svg("g", { class: `chord tint-${n % 8}` }, ...patterned(n, route(spots, word)))),
    ...(line.length > 1 ? [svg("path", { class: "making", d: route(spots, line) })] : []));
  find(".dots", section).replaceChildren(...letters(sides).map((letter) => {
    const [cx, cy] = spots[letter].dot.map((percent) => percent * 3);
    return svg("circle", { cx, cy, r: letter === line.at(-1) ? 7.5 : 6.3, class: have.has(letter) ? "dot used" : "dot" });
  }));
  for (const button of all("[data-letter]", section)) {
    const { letter } = button.dataset;
    const state = letter === line.at(-1) ? "last" : line.includes(letter) ? "line" : have.has(letter) ? "used" : "new";
    button.dataset.state = state;
    const spoken = { last: "end of your word", line: "in your word", used: "used", new: "not used yet" }[state];
    button.setAttribute("aria-label", `${letter}, ${NAMES[sideOf(sides, letter)]} side, ${spoken}`);
  }
}

/** Path data from letter to letter. */
const route = (spots, word) =>
  `M${[...word].map((letter) => spots[letter].dot.map((percent) => percent * 3).join(" ")).join("L")}`;

/** The chain as a list. */
export function paintChain(section, words) {
  find(".chain", section).replaceChildren(...words.map((word, n) =>
    el("li", { class: `tint-${n % 8}`, "data-played": word }, word)));
}

/** What hints have given: a whole word as it is, a begun one as "F O _ _"; nothing once the solution is to be seen. */
export function paintHints(section, solution, hints) {
  const words = given(solution, hints);
  find(".hinted", section).hidden = !words.length;
  find(".given", section).replaceChildren(...words.flatMap(({ word, shown }) => {
    const [got, whole] = [[...word].slice(0, shown), shown === word.length];
    const pattern = whole ? word : [...got, ...Array(word.length - shown).fill("_")].join(" ");
    const spoken = whole ? `${word}, ` : `${got.join(" ")}, ${count(word.length - shown, "letter")} more`;
    return [el("b", { class: "pattern", "aria-hidden": "true" }, pattern), el("span", { class: "unseen" }, spoken)];
  }));
}

/** The word being made, its carried letter apart. */
export function paintLine(section, words, line) {
  const start = line && words.length ? 1 : 0;
  find(".making-word", section).replaceChildren(
    el("span", { class: "carried" }, line.slice(0, start)), line.slice(start));
}

/** Par, letters to go, and the pair once it may be seen. */
export function paintLead(section, game, state, line) {
  const left = 12 - used(state.words, line).size;
  find(".category", section).textContent = `Par ${game.par}`;
  const progress = state.done ? `Solved in ${count(state.words.length, "word")}`
    : state.gaveUp ? "Given up" : `${count(left, "letter")} to go`;
  find(".which", section).textContent = progress;
  const reveal = find(".intended", section);
  reveal.hidden = !(state.done || state.gaveUp);
  find(".pair", section).textContent = reveal.hidden ? "" : game.solution.join(" – ");
}

/** Whether the line, or the chain before it, gives something to take back. */
export const hasUndo = (words, line) => words.length > 0 || line.length > carried(words).length;
