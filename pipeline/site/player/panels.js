/* What stands in the dialogs: result, statistics, text to copy; and the screens without a puzzle. */

import { besides, withdrawnDates } from "./days.js";
import { FIRST, heading, label, localTime, midnight, opens, today, wait, countdown, weekday } from "./calendar.js";
import { all, count, el, find } from "./dom.js";
import { NAMES } from "./share.js";
import { letterboxedStats, linkyStats } from "./stats.js";

const figure = (n, name) => el("div", { class: "figure" }, el("dt", {}, name), el("dd", {}, String(n)));
const NEXT = { linky: "letterboxed", letterboxed: "linky" };

/** The result of a finished game, with the way on to the other one and to the days beside it. */
export function fillResult(dialog, { game, date, base, day, index, state, store }) {
  const [title, text] = game === "linky" ? linkyWords(state) : letterboxedWords(day.letterboxed, state);
  find("h2", dialog).textContent = title;
  find(".told", dialog).textContent = text;
  const sums = game === "linky" ? linkyStats : letterboxedStats;
  const stats = sums(store.entries(game), today(), withdrawnDates(index, game));
  find(".figures", dialog).replaceChildren(figure(stats.current, "day streak"), figure(stats.best, "best streak"),
    figure(stats.done, "days solved"));
  const other = NEXT[game];
  find(".onward", dialog).replaceChildren(el("a", { href: `#${other}`, "data-action": "close" }, `Play ${NAMES[other]}`),
    ...beside(index, date, base, game));
}

function beside(index, date, base, game) {
  const { before, after } = besides(index, date, today());
  // Always by date: the page's own address with a hash would load nothing.
  const link = (to, name) => el("a", { href: `${base}?d=${to}#${game}` }, name);
  return [...(before ? [link(before, `Day before, ${label(before)}`)] : []),
    ...(after ? [link(after, `Day after, ${label(after)}`)] : [])];
}

function linkyWords(state) {
  return ["All ten boards", state.hints ? `Solved with ${count(state.hints, "hint")}.` : "Solved without a hint."];
}

function letterboxedWords(game, state) {
  const ours = `Ours: ${game.solution.join(" – ")}.`;
  if (state.gaveUp) return ["Another day", `You gave this one up. ${ours}`];
  const words = state.words.length;
  const title = words < game.par ? "Under par" : words === game.par ? "On par" : "Solved";
  const hints = state.hints ? `, with ${count(state.hints, "hint")}` : "";
  return [title, `Solved in ${count(words, "word")}, par ${game.par}${hints}. ${ours}`];
}

/** Both games' statistics; `index` is the list of days, if it is there. */
export function fillStats(dialog, store, index) {
  const linky = linkyStats(store.entries("linky"), today(), withdrawnDates(index, "linky"));
  const boxed = letterboxedStats(store.entries("letterboxed"), today(), withdrawnDates(index, "letterboxed"));
  const shared = (one) => [figure(one.played, "days played"), figure(one.done, "days solved"),
    figure(one.current, "day streak"), figure(one.best, "best streak")];
  find('[data-stats="linky"]', dialog).replaceChildren(...shared(linky), figure(linky.boards, "boards solved"),
    figure(linky.hints, "hints taken"));
  find('[data-stats="letterboxed"]', dialog).replaceChildren(...shared(boxed), figure(boxed.within, "within par"),
    figure(boxed.hints, "hints taken"));
  const most = Math.max(1, ...boxed.spread);
  find(".spread", dialog).replaceChildren(...boxed.spread.map((days, i) => el("li", {},
    el("span", {}, i === 6 ? "7 words or more" : count(i + 1, "word")),
    el("span", { class: "bar", style: `--part:${days / most}` }), el("span", {}, count(days, "day")))));
}

/** The text to copy by hand, selected. */
export function showText(dialog, text) {
  const field = find("textarea", dialog);
  field.value = text;
  field.rows = text.split("\n").length + 2;
  field.focus();
  field.select();
}

/** Title and text for a date without a puzzle, and whether to offer another try, or the first puzzle. */
export function screenFor(answer, date, now = Date.now()) {
  const first = now >= opens(FIRST);
  if (answer.early) return { title: "Not yet", text: `The first puzzle is on ${heading(FIRST)}.`, first };
  if (answer.before) {
    return { title: "Before the first page", text: `The first puzzle was on ${heading(FIRST)}.`, first };
  }
  if (answer.state === "closed") {
    return { title: `${label(date)} opens in ${wait(answer.opens - now)}`,
      text: `That is at ${localTime(answer.opens)}, by your clock. A date opens once it has begun somewhere on Earth.` };
  }
  if (answer.why === "not a date") {
    return { title: "That is no date", text: "A link to a day ends in its date, written like 2026-09-01." };
  }
  if (answer.why === "not out") {
    return { title: `${label(date)} is not out yet`, text: "It has not been published here. Try again a little later.",
      retry: true };
  }
  return { title: "The puzzle could not be reached", text: "Are you online? What you have played is still here.",
    retry: true };
}

/** Sets every countdown on the page to the player's next midnight. */
export function tick(now = new Date()) {
  const text = countdown(midnight(now) - now.getTime());
  for (const place of all("[data-countdown]")) {
    if (place.textContent !== text) place.textContent = text;
  }
}

/** The words of the notice that a new day has come. */
export const newDayWords = (date) => `${weekday(date)}’s puzzles are here: ${label(date)}.`;

/** What a tab says beside the game's name. */
export function tabWords(game, state, withdrawn) {
  if (withdrawn) return "withdrawn";
  if (game === "linky") return `${state.solved}/${state.of}`;
  if (state.done) return count(state.words.length, "word");
  return state.gaveUp ? "given up" : `par ${state.par}`;
}

