/* The moon of a date, because every almanac has one.

A *phase* is a fraction of the month from new moon: 0 new, 0.25 first quarter, 0.5 full. It counts mean months from the
new moon of 6 January 2000, 18:14 UTC, and is good to about half a day, which is all a picture this small can show.
The moon is drawn as it stands in the northern sky: growing, its right side is lit. */

import { parse } from "./calendar.js";
import { svg } from "./dom.js";

const NEW_MOON = Date.UTC(2000, 0, 6, 18, 14);
const MONTH = 29.530588853 * 86_400_000;
const NAMES = ["new moon", "waxing crescent", "first quarter", "waxing gibbous", "full moon", "waning gibbous",
  "last quarter", "waning crescent"];

/** The phase at noon UTC of a date. */
export function phase(date) {
  const [y, m, d] = parse(date);
  const months = (Date.UTC(y, m - 1, d, 12) - NEW_MOON) / MONTH;
  return months - Math.floor(months);
}

/** What people call it; the four quarters last about two days each. */
export function moonName(at) {
  const quarter = Math.round(at * 4) % 4;
  const near = Math.abs(at * 4 - Math.round(at * 4)) < 0.14;
  return near ? NAMES[quarter * 2] : NAMES[Math.floor(at * 4) * 2 + 1];
}

/** Path data of the lit part of a moon of radius r around the origin. */
export function lit(at, r) {
  const across = Math.cos(2 * Math.PI * at) * r;
  const growing = at < 0.5;
  const limb = growing ? 1 : 0;
  const inner = across > 0 ? 1 - limb : limb;
  return `M0 ${-r}A${r} ${r} 0 0 ${limb} 0 ${r}A${Math.abs(across).toFixed(2)} ${r} 0 0 ${inner} 0 ${-r}Z`;
}

/** Draws the moon of a date into an SVG of viewBox "-12 -12 24 24". */
export function drawMoon(picture, date) {
  picture.replaceChildren(
    svg("circle", { r: 10, class: "moon-dark" }),
    svg("path", { d: lit(phase(date), 10), class: "moon-lit" }),
    svg("circle", { r: 10, class: "moon-rim" }),
  );
}
