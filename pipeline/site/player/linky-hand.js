/* Tracing with finger, pen or mouse.

`board` is the element of the tiles; `play` answers size(), trace(), taken(tile), and is told
  shown(trace)    the trace changed under the hand
  tapped(tile)    a tile was touched and let go, or clicked by keyboard or a screen reader
  released()      the hand was lifted after a drag
  dropped()       the browser took the hand away

A gesture is a *tap* until the hand comes to a second tile; then it is a *drag*. A drag goes on from the trace's end
if it starts there, else it begins a new one. Points off the board do nothing, and the line to the next point on it is
not filled in. */

import { find } from "./dom.js";
import { follow, tileAt } from "./trace.js";

export function takeInHand(board, play) {
  let hand = null; // {id, start, last, drag} of the gesture under way
  let ended = false; // whether the click that now follows belongs to a gesture

  const pointOf = (event) => {
    const box = find("svg", board).getBoundingClientRect();
    const point = { x: ((event.clientX - box.left) / box.width) * play.size(),
      y: ((event.clientY - box.top) / box.height) * play.size() };
    const on = point.x >= 0 && point.y >= 0 && point.x <= play.size() && point.y <= play.size();
    return on ? point : null;
  };

  const inSquare = (point) => Math.floor(point.y) * play.size() + Math.floor(point.x);

  board.addEventListener("pointerdown", (event) => {
    ended = false;
    if (hand || !event.isPrimary || event.button !== 0) return;
    const tile = event.target.closest("[data-tile]");
    const point = pointOf(event);
    if (!tile || !point) return;
    hand = { id: event.pointerId, start: Number(tile.dataset.tile), last: point, drag: false };
    board.setPointerCapture(event.pointerId);
    tile.dataset.pressed = "";
  });

  board.addEventListener("pointermove", (event) => {
    if (event.pointerId !== hand?.id) return;
    const coalesced = event.getCoalescedEvents?.() ?? [];
    for (const sample of coalesced.length ? coalesced : [event]) move(pointOf(sample));
  });

  // A swipe that is only traced must not also become one that scrolls: the tap after it would be swallowed. Two fingers
  // belong to the browser, and so does a scroll that has begun.
  board.addEventListener("touchmove", (event) => {
    if (hand && event.cancelable && !(event.touches?.length > 1)) event.preventDefault();
  }, { passive: false });

  function move(point) {
    const from = hand.last;
    hand.last = point;
    if (!point || !from) return;
    const { start } = hand;
    if (!hand.drag) {
      const at = tileAt(play.size(), point);
      if (at === start || (at === null && inSquare(point) === start) || play.taken(start)) return;
      hand.drag = true;
      if (play.trace().at(-1) !== start) play.shown([start]);
    }
    const now = follow(play.size(), play.trace(), play.taken, from, point);
    if (now !== play.trace()) play.shown(now);
  }

  const lift = () => {
    for (const tile of board.querySelectorAll("[data-pressed]")) delete tile.dataset.pressed;
    const was = hand;
    hand = null;
    return was;
  };

  board.addEventListener("pointerup", (event) => {
    if (event.pointerId !== hand?.id) return;
    const point = pointOf(event);
    if (point) move(point);
    const { drag, start } = lift();
    ended = true;
    if (drag) play.released();
    else if (point && inSquare(point) === start) play.tapped(start);
  });

  board.addEventListener("pointercancel", (event) => {
    if (event.pointerId !== hand?.id) return;
    if (lift().drag) play.dropped();
  });

  board.addEventListener("click", (event) => {
    const mine = ended;
    ended = false;
    const tile = event.target.closest("[data-tile]");
    if (tile && !(mine && event.detail > 0)) play.tapped(Number(tile.dataset.tile));
  });
}
