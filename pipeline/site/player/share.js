/* A result as text: how it went, nothing of the solution.

Squares stand for boards (solved alone, solved with hints, not solved) or for words of a chain against par. The words
beside them say the same, for those who do not see colours. */

import { label } from "./calendar.js";
import { count } from "./dom.js";
import { hintsOf, isSolved } from "./linky.js";

export const NAMES = { linky: "Linky Words", letterboxed: "Letter Boxed" };

const hintWords = (state) => (state.hints ? count(state.hints, "hint") : "no hints");

/** "Linky Words No. 31 · 10/10 boards · 2 hints", and a square a board. */
export function linkyResult(date, game, state) {
  const squares = state.boards.map((one, i) => {
    if (!isSolved(game.boards[i], one)) return "⬜";
    return hintsOf(one) ? "🟨" : "🟩";
  });
  const boards = `${state.solved}/${state.of} boards`;
  return `${NAMES.linky} ${label(date)} · ${boards} · ${hintWords(state)}\n${squares.join("")}`;
}

/** "Letter Boxed No. 31 · 2 words (par 6) · 1 hint", and a square a word. */
export function letterboxedResult(date, game, state) {
  const words = state.done ? count(state.words.length, "word") : state.gaveUp ? "given up" : "not finished";
  const within = state.done ? Math.min(state.words.length, game.par) : 0;
  const over = state.done ? state.words.length - within : 0;
  const squares = "🟩".repeat(within) + "🟧".repeat(over) + "⬜".repeat(Math.max(0, game.par - within - over));
  return `${NAMES.letterboxed} ${label(date)} · ${words} (par ${game.par}) · ${hintWords(state)}\n${squares}`;
}

/** The address that opens this very day, for someone else. */
export function addressOf(root, date, game) {
  const address = new URL(root, location.href);
  address.search = `?d=${date}`;
  address.hash = game === "letterboxed" ? game : "";
  return address.href;
}

/** Hands a text on: {how} is "shared", "copied", "cancelled", or "by hand" when neither way is there or works. */
export async function hand(text) {
  const touch = matchMedia("(pointer: coarse)").matches;
  if (touch && navigator.share) {
    try {
      await navigator.share({ text });
      return "shared";
    } catch (error) {
      if (error?.name === "AbortError") return "cancelled";
    }
  }
  try {
    await navigator.clipboard.writeText(text);
    return "copied";
  } catch {
    return "by hand";
  }
}
