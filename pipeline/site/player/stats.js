/* Statistics: sums over what the store keeps.

`entries` are [date, state] of one game, as store.entries() gives. A date *counts* for a streak when its puzzle was
begun on that date or earlier and is done: finishing after midnight is fine, catching up from the archive is not.
`withdrawn` are the dates whose puzzle was taken back: they neither count nor break a run, as if the calendar had none. */

import { plus } from "./calendar.js";

export const countsForStreak = ([date, state]) => state.done === true && Boolean(state.begun) && state.begun <= date;

/** {current, best} runs of dates. The current one ends today, or the date before as long as today is not done. */
export function streaks(dates, today, withdrawn = []) {
  const out = new Set(withdrawn);
  const have = new Set(dates.filter((date) => !out.has(date)));
  const next = (date, way) => {
    let at = plus(date, way);
    while (out.has(at)) at = plus(at, way);
    return at;
  };
  const runTo = (date) => {
    let n = 0;
    for (let at = date; have.has(at); at = next(at, -1)) n += 1;
    return n;
  };
  const ends = [...have].filter((date) => !have.has(next(date, 1)));
  const best = Math.max(0, ...ends.map(runTo));
  return { current: have.has(today) ? runTo(today) : runTo(next(today, -1)), best };
}

const sum = (numbers) => numbers.reduce((total, n) => total + n, 0);

function common(entries, today, withdrawn) {
  const begun = entries.filter(([, state]) => state.begun);
  const { current, best } = streaks(begun.filter(countsForStreak).map(([date]) => date), today, withdrawn);
  return { played: begun.length, done: begun.filter(([, state]) => state.done).length, current, best };
}

/** Played, done, streaks; boards solved, hints taken, days done without a hint. */
export function linkyStats(entries, today, withdrawn) {
  const states = entries.map(([, state]) => state);
  return { ...common(entries, today, withdrawn), boards: sum(states.map((one) => one.solved ?? 0)),
    hints: sum(states.map((one) => one.hints ?? 0)),
    alone: states.filter((one) => one.done && !one.hints).length };
}

/** Played, done, streaks; days within par; hints taken; how many days were done in 1, 2, … words (the last: that many or more). */
export function letterboxedStats(entries, today, withdrawn) {
  const done = entries.map(([, state]) => state).filter((one) => one.done && Array.isArray(one.words));
  const spread = [0, 0, 0, 0, 0, 0, 0];
  for (const one of done) spread[Math.min(one.words.length, spread.length) - 1] += 1;
  return { ...common(entries, today, withdrawn), spread, hints: sum(entries.map(([, state]) => state.hints ?? 0)),
    within: done.filter((one) => one.words.length <= one.par).length };
}
