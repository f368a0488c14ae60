/* Lines through tiles and letters.

A board is drawn in units of its own: tile i of a row begins at 48·i and is 44 wide. The line of word n of a list has
tint and pattern n % 8: solid, dashed, dotted, hollow and so on, so that words differ without any colour. */

import { svg } from "./dom.js";

export const PITCH = 48;
const TILE = 44;
const STRAIGHT = 14; // how far before a bend its curve begins, along a row or column
const SLANTED = 10; // the same along each axis of a diagonal

/** Dashes of the line of word n, and whether it is hollow. */
export const PATTERNS = [
  ["", false], ["7 5", false], ["0 6", false], ["", true],
  ["10 5 0 5", false], ["7 5", true], ["3 4", false], ["10 5 0 5", true],
];

export const middle = (size, tile) =>
  [PITCH * (tile % size) + PITCH / 2, PITCH * Math.floor(tile / size) + PITCH / 2];

/** Path data through points, each bend rounded. */
export function smooth(points) {
  return points.map((here, i) => {
    if (i === 0) return `M${here[0]} ${here[1]}`;
    if (i === points.length - 1) return `L${here[0]} ${here[1]}`;
    const [a, b] = [near(here, points[i - 1]), near(here, points[i + 1])];
    return `L${a[0]} ${a[1]}Q${here[0]} ${here[1]} ${b[0]} ${b[1]}`;
  }).join("");
}

function near(here, there) {
  const [dx, dy] = [Math.sign(there[0] - here[0]), Math.sign(there[1] - here[1])];
  const far = dx && dy ? SLANTED : STRAIGHT;
  return [here[0] + far * dx, here[1] + far * dy];
}

/** The line of word n along path data: one stroke, or two where it is hollow. */
export function patterned(n, data) {
  const [dashes, hollow] = PATTERNS[n % PATTERNS.length];
  const stroke = (kind, width) => svg("path", { d: data, class: kind, "stroke-width": width,
    "stroke-dasharray": dashes || null });
  return hollow ? [stroke("stroke", 6), stroke("core", 2)] : [stroke("stroke", 4)];
}

/** A found word: its band, the line along it, the ground of its letters and the dot of its first. */
export function wordBand(n, size, path) {
  const points = path.map((tile) => middle(size, tile));
  const data = smooth(points);
  return svg("g", { class: `word tint-${n % 8}` },
    svg("path", { d: data, class: "band", "stroke-width": 28 }), ...patterned(n, data),
    ...points.slice(1).map(([x, y]) => svg("circle", { cx: x, cy: y, r: 13, class: "knot" })),
    svg("circle", { cx: points[0][0], cy: points[0][1], r: 15, class: "first" }));
}

/** The trace being made. */
export function traceBand(size, path) {
  const points = path.map((tile) => middle(size, tile));
  return svg("g", { class: "tracing" },
    svg("path", { d: smooth(points), class: "band", "stroke-width": 32 }),
    ...points.map(([x, y], i) => svg("circle", { cx: x, cy: y, r: i ? 16 : 18, class: i ? "knot" : "first" })));
}

/** An empty tile, on the edge it casts. */
export function ground(size, tile) {
  const [x, y] = middle(size, tile);
  const card = (kind, down, height) => svg("rect", { x: x - TILE / 2, y: y - TILE / 2 + down, width: TILE, height, rx: 10,
    class: kind });
  return svg("g", {}, card("edge", 0, TILE), card("ground", 0, TILE - 2.5));
}

/** The short line under a found word in the list, as wide as the word. */
export function sample(n) {
  return svg("svg", { class: `sample tint-${n % 8}`, viewBox: "0 0 100 8", preserveAspectRatio: "xMinYMid slice",
    "aria-hidden": "true" }, ...patterned(n, "M4 4L296 4"));
}
