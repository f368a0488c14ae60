/* Tracing on a square board, without a screen.

A *point* is {x, y} in tiles: the middle of the tile at row r, column c is (c + 0.5, r + 0.5). A *trace* is a path that
is being made. `taken(tile)` says whether a tile is already used by a word. */

import { touches } from "./linky.js";

const REACH = 0.45; // how near to a tile's middle counts as on it; less than half, so that a diagonal can slip through
const STEP = 0.15; // how far apart the points between two samples are looked at

/** The tile a point is on; null between tiles and off the board. */
export function tileAt(size, point) {
  const [column, row] = [Math.floor(point.x), Math.floor(point.y)];
  if (column < 0 || row < 0 || column >= size || row >= size) return null;
  const off = Math.hypot(point.x - column - 0.5, point.y - row - 0.5);
  return off <= REACH ? row * size + column : null;
}

/** The trace after the pointer came to a tile. Back on the last but one, it shortens; a tile out of reach is ignored. */
export function extend(size, trace, taken, tile) {
  if (tile === null || tile === trace.at(-1)) return trace;
  if (tile === trace.at(-2)) return trace.slice(0, -1);
  if (trace.includes(tile) || taken(tile)) return trace;
  return touches(size, trace.at(-1), tile) ? [...trace, tile] : trace;
}

/** The trace after the pointer went straight from one point to another: a fast hand sends few samples. */
export function follow(size, trace, taken, from, to) {
  const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / STEP));
  let now = trace;
  for (let i = 1; i <= steps; i += 1) {
    const point = { x: from.x + ((to.x - from.x) * i) / steps, y: from.y + ((to.y - from.y) * i) / steps };
    now = extend(size, now, taken, tileAt(size, point));
  }
  return now;
}

/** What a tap on a tile does to a trace: {trace}, {submit: true}, or {why} when it cannot be added. */
export function tap(size, trace, taken, tile) {
  if (taken(tile)) return { why: "taken" };
  if (!trace.length) return { trace: [tile] };
  if (tile === trace.at(-1)) return trace.length > 1 ? { submit: true } : { trace: [] };
  if (trace.includes(tile)) return { trace: trace.slice(0, trace.indexOf(tile) + 1) };
  if (touches(size, trace.at(-1), tile)) return { trace: [...trace, tile] };
  return trace.length === 1 ? { trace: [tile] } : { why: "far" };
}

/** The tiles a typed letter may mean: free, of that letter, touching the trace's end if there is one. */
export function typed(letters, size, trace, taken, letter) {
  return [...letters].map((_, tile) => tile).filter((tile) => letters[tile] === letter && !taken(tile)
    && !trace.includes(tile) && (!trace.length || touches(size, trace.at(-1), tile)));
}
