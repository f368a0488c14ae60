/* The rules of Letter Boxed.

`sides` are four texts of three letters each: top from left to right, right from top to bottom, bottom from left to
right, left from top to bottom. A *chain* is a list of words, each beginning with the last letter of the one before.
`line` is the word being made; after the first word it always holds at least the letter carried over.

The state of a day is {begun, done, gaveUp, words, hints, par}: `words` is the chain so far, `hints` counts the letters
of the intended solution that were given away. */

export const letters = (sides) => [...sides.join("")];
export const sideOf = (sides, letter) => sides.findIndex((side) => side.includes(letter));
export const NAMES = ["top", "right", "bottom", "left"];

/** The letters a chain and a line have used. */
export const used = (words, line = "") => new Set([...words.join(""), ...line]);

/** Whether a chain uses every letter. */
export const covers = (sides, words) => used(words).size === letters(sides).length;

/** The line a chain starts the next word with. */
export const carried = (words) => words.at(-1)?.at(-1) ?? "";

/** Why a letter cannot be added to a line, or null. */
export function whyNotLetter(sides, line, letter) {
  if (sideOf(sides, letter) < 0) return `${letter} is not on this square`;
  if (!line) return null;
  const last = line.at(-1);
  if (letter === last) return `${letter} cannot follow itself`;
  if (sideOf(sides, letter) === sideOf(sides, last)) {
    return `${last} and ${letter} are on the same side (${NAMES[sideOf(sides, letter)]})`;
  }
  return null;
}

/** Why a line cannot be played after a chain, or null. */
export function whyNotWord(game, words, line) {
  if (line.length < 3) return "Words have three letters or more";
  if (words.includes(line)) return `${line} is already in your chain`;
  if (!game.words.includes(line)) return `${line} is not in the word list`;
  return null;
}

/** Chain and line after one letter is taken back; a line down to its carried letter opens the word before it again. */
export function undoLetter(words, line) {
  if (words.length && line.length <= 1) return { words: words.slice(0, -1), line: words.at(-1).slice(0, -1) };
  return { words, line: line.slice(0, -1) };
}

/** Chain and line after a word is taken back: the line if it holds more than what was carried, else the last word. */
export function undoWord(words, line) {
  if (line.length > carried(words).length) return { words, line: carried(words) };
  const rest = words.slice(0, -1);
  return { words: rest, line: carried(rest) };
}

/** How many hints there are: every letter of the intended solution but those that are carried over. */
export const hintsOf = (solution) => solution.join("").length - (solution.length - 1);

/** What hints have given of the intended solution, [{word, shown}]: the words begun, and how many letters of each. */
export function given(solution, hints) {
  const words = [];
  let left = hints;
  for (const word of hints ? solution : []) {
    const free = words.length ? 1 : 0; // a later word's first letter is the last of the word before
    const shown = Math.min(word.length, left + free);
    words.push({ word, shown });
    left -= shown - free;
    if (shown < word.length) break;
  }
  return words;
}

/** The letter that the last hint gave: the word it is of, which word that is, and its place, all from 0. */
export function lastGiven(solution, hints) {
  let at = hints - 1;
  const n = solution.findIndex((word, i) => {
    if (at < word.length - (i ? 1 : 0)) return true;
    at -= word.length - (i ? 1 : 0);
    return false;
  });
  return { word: solution[n], n, at: at + (n ? 1 : 0) };
}

/** A state from whatever was kept: the chain up to the first word that does not fit. */
export function restore(game, saved) {
  const words = [];
  for (const word of Array.isArray(saved?.words) ? saved.words : []) {
    if (typeof word !== "string" || covers(game.sides, words)) break;
    if (whyNotWord(game, words, word) || (words.length && word[0] !== carried(words))) break;
    words.push(word);
  }
  const hints = Number.isInteger(saved?.hints) ? Math.max(0, Math.min(saved.hints, hintsOf(game.solution))) : 0;
  return summed(game, { begun: saved?.begun ?? null, words, hints, gaveUp: saved?.gaveUp === true });
}

/** The state with its sums made right. */
export function summed(game, state) {
  const done = covers(game.sides, state.words);
  return { ...state, done, gaveUp: state.gaveUp && !done, par: game.par };
}

/** Where each letter's dot is, and the middle of the letter itself, in percent of the picture. */
export function places(sides) {
  const [low, high, off] = [18, 82, 10];
  const spots = {};
  sides.forEach((side, n) => [...side].forEach((letter, k) => {
    const along = low + ((high - low) * (2 * k + 1)) / (2 * side.length);
    spots[letter] = [
      { dot: [along, low], at: [along, low - off] }, { dot: [high, along], at: [high + off, along] },
      { dot: [along, high], at: [along, high + off] }, { dot: [low, along], at: [low - off, along] },
    ][n];
  }));
  return spots;
}
