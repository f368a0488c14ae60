/* The rules of Linky Words.

A board is {rows, words}: `rows` are equally long texts of capital letters, tile i stands at row floor(i / size) and
column i % size. A *path* is a list of tiles in the order they are traced; each touches the one before, also by a
corner, and none comes twice. Every tile belongs to exactly one word, and every word has one set of tiles only, so a
word once found is always right.

The state of a board is {found, hints}: `found` lists the paths of the words found, `hints` counts the letters given
away, by word. The state of a day is {begun, done, at, boards, solved}: `at` is the board on screen, `boards` their
states, `solved` how many are finished. */

export const sizeOf = (board) => board.rows.length;
export const spell = (board, path) => path.map((tile) => board.rows.join("")[tile]).join("");

/** Whether two tiles touch, by a side or by a corner. */
export function touches(size, a, b) {
  const down = Math.abs(Math.floor(a / size) - Math.floor(b / size));
  const across = Math.abs((a % size) - (b % size));
  return Math.max(down, across) === 1;
}

/** The tiles that touch one, in reading order. */
export function around(size, tile) {
  return Array.from({ length: size * size }, (_, other) => other).filter((other) => touches(size, tile, other));
}

/** Whether a list of tiles is a path on a board. */
export function isPath(board, path) {
  const size = sizeOf(board);
  return Array.isArray(path)
    && path.every((tile, i) => Number.isInteger(tile) && tile >= 0 && tile < size * size
      && path.indexOf(tile) === i && (i === 0 || touches(size, path[i - 1], tile)));
}

/** The words as the player's list shows them: shortest first. Their place in it is a word's number and its pattern. */
export const listing = (board) =>
  [...board.words].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));

/** For each used tile the word that holds it. */
export function holders(board, found) {
  const held = new Map();
  for (const path of found) for (const tile of path) held.set(tile, spell(board, path));
  return held;
}

/** What a trace is: {kind, word}, kind "word", "found", "short" or "unknown". */
export function judge(board, found, path) {
  const word = spell(board, path);
  if (path.length < 3) return { kind: "short", word };
  if (!board.words.includes(word)) return { kind: "unknown", word };
  return { kind: found.some((other) => spell(board, other) === word) ? "found" : "word", word };
}

/** A path that spells a word on the whole board; the first in reading order, null if there is none. */
export function place(board, word) {
  const size = sizeOf(board);
  const letters = board.rows.join("");
  const grow = (path) => {
    if (path.length === word.length) return path;
    const next = path.length ? around(size, path.at(-1)) : [...letters].map((_, tile) => tile);
    for (const tile of next) {
      if (letters[tile] !== word[path.length] || path.includes(tile)) continue;
      const whole = grow([...path, tile]);
      if (whole) return whole;
    }
    return null;
  };
  return grow([]);
}

/** The next letter to give away: the first one not given of the first word not found. null when there is none. */
export function nextHint(board, state) {
  const found = new Set(state.found.map((path) => spell(board, path)));
  const word = listing(board).find((one) => !found.has(one) && (state.hints[one] ?? 0) < one.length);
  return word ? { word, letter: (state.hints[word] ?? 0) } : null;
}

/** The tiles given away of words not yet found, with the place of each in its word, from 1. */
export function hinted(board, state) {
  const found = new Set(state.found.map((path) => spell(board, path)));
  const marks = new Map();
  for (const [word, letters] of Object.entries(state.hints)) {
    if (found.has(word)) continue;
    place(board, word).slice(0, letters).forEach((tile, i) => marks.set(tile, { order: i + 1, word }));
  }
  return marks;
}

export const isSolved = (board, state) => state.found.flat().length === sizeOf(board) ** 2;
export const hintsOf = (state) => Object.values(state.hints).reduce((sum, n) => sum + n, 0);

/** A day's state from whatever was kept: what does not fit the boards is dropped. */
export function restore(game, saved) {
  const boards = game.boards.map((board, i) => restoreBoard(board, saved?.boards?.[i]));
  const at = Number.isInteger(saved?.at) && saved.at >= 0 && saved.at < boards.length ? saved.at : 0;
  return summed(game, { begun: saved?.begun ?? null, at, boards });
}

function restoreBoard(board, saved) {
  const found = [];
  const used = new Set();
  for (const path of Array.isArray(saved?.found) ? saved.found : []) {
    if (!isPath(board, path) || path.some((tile) => used.has(tile))) continue;
    if (judge(board, found, path).kind !== "word") continue;
    found.push(path);
    path.forEach((tile) => used.add(tile));
  }
  const hints = {};
  for (const word of board.words) {
    const letters = saved?.hints?.[word];
    if (Number.isInteger(letters) && letters > 0) hints[word] = Math.min(letters, word.length);
  }
  return { found, hints };
}

/** The state with its sums made right. */
export function summed(game, state) {
  const solved = game.boards.filter((board, i) => isSolved(board, state.boards[i])).length;
  return { ...state, solved, of: game.boards.length, done: solved === game.boards.length,
    hints: state.boards.reduce((sum, one) => sum + hintsOf(one), 0) };
}
