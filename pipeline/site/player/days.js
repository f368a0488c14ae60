/* Finding the puzzles of a date.

An *answer* is one of
  {state: "closed", opens}         the date has not begun anywhere; opens is an instant
  {state: "closed", before: true}  the date is before the first puzzle
  {state: "missing", why}          why is "not a date", "not out" or "unreachable"
  {state: "playing", day, index}   the day file, and the list of public days

A date that is not open is refused here and never replaced by another; its files are not even asked for. */

import { FIRST, opens, parse } from "./calendar.js";

/** A JSON object from the site, or null when it cannot be had. */
async function json(address, options) {
  if (navigator.onLine === false && !navigator.serviceWorker?.controller) return null;
  try {
    const reply = await fetch(address, options);
    return reply.ok ? await reply.json() : null;
  } catch {
    return null;
  }
}

/** The list of public days. It changes daily, so any copy is checked with the server first. */
export async function loadIndex(base) {
  const index = await json(`${base}days/index.json`, { cache: "no-cache" });
  return isIndex(index) ? index : null;
}

const isText = (value) => typeof value === "string";
const isFull = (value) => Array.isArray(value) && value.length > 0;

/** Whether an object is a list of days. A network that wants a login first answers with something else. */
const isIndex = (index) => index?.format === 1 && Array.isArray(index.days)
  && index.days.every((one) => isText(one?.date) && isText(one.data));

/** Whether an object is the day of a date, each game there to be played or withdrawn. */
function isDay(day, date) {
  if (day?.format !== 1 || day.date !== date || !day.linky || !day.letterboxed) return false;
  const { linky, letterboxed } = day;
  return (isText(linky.withdrawn) || (isText(linky.category) && isFull(linky.boards)
      && linky.boards.every((board) => isFull(board?.rows) && isFull(board.words))))
    && (isText(letterboxed.withdrawn) || [letterboxed.sides, letterboxed.solution, letterboxed.words].every(isFull));
}

/** Address of a day file; `data` names its content, so a copy with that name is good for ever. */
export const dayAddress = (base, entry) => `${base}days/${entry.date}.json?v=${entry.data}`;

/** The answer for a date, at an instant. */
export async function lookUp(base, date, now = Date.now()) {
  if (!parse(date)) return { state: "missing", why: "not a date" };
  if (date < FIRST) return { state: "closed", before: true };
  if (now < opens(date)) return { state: "closed", opens: opens(date) };
  const index = await loadIndex(base);
  if (!index) return { state: "missing", why: "unreachable" };
  const entry = index.days.find((one) => one.date === date);
  if (!entry) return { state: "missing", why: "not out" };
  const day = await json(dayAddress(base, entry));
  if (!isDay(day, date)) return { state: "missing", why: "unreachable" };
  return { state: "playing", day, index, entry };
}

/** The public dates on which a game was withdrawn; none while there is no list of days. */
export const withdrawnDates = (index, game) =>
  (index?.days ?? []).filter((one) => one.withdrawn?.includes(game)).map((one) => one.date);

/** The nearest dates before and after one that can be linked to: public, and not past the player's own date. */
export function besides(index, date, today) {
  const dates = index.days.map((one) => one.date).filter((one) => one <= today);
  return { before: dates.filter((one) => one < date).at(-1), after: dates.find((one) => one > date) };
}
