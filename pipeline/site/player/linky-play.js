/* A Linky day being played.

Holds the day's state (see linky.js), the trace under way, and the tile the keyboard is on. Everything that happens
ends in show(), which makes the screen agree, and in keep(), which has the page store the state. `page` is what the
player offers a game: keep(state), say(text), solved(), and today(), the player's date when the page was opened. */

import { all, count, find, flash, handOn } from "./dom.js";
import { hinted, holders, isSolved, judge, nextHint, restore, sizeOf, spell, summed } from "./linky.js";
import { takeInHand } from "./linky-hand.js";
import { buildBoard, buildSwitches, paintBoard, paintSwitches, paintWords } from "./linky-view.js";
import { tap, typed } from "./trace.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const READING = 5000; // milliseconds a message stands

export class LinkyPlay {
  constructor(section, game, saved, page) {
    Object.assign(this, { section, game, page, trace: [], focus: 0, message: 0 });
    this.state = restore(game, saved);
    find(".category", section).textContent = game.category;
    buildSwitches(section, game.boards);
    takeInHand(find(".board", section), {
      size: () => sizeOf(this.board), trace: () => this.trace, taken: (tile) => this.holder(tile) !== undefined,
      shown: (trace) => this.setTrace(trace), tapped: (tile) => this.tapped(tile), released: () => this.submit(),
      dropped: () => this.setTrace([]),
    });
    this.open(this.state.at);
  }

  get board() { return this.game.boards[this.state.at]; }
  get boardState() { return this.state.boards[this.state.at]; }
  holder(tile) { return holders(this.board, this.boardState.found).get(tile); }

  /** Brings a board on screen. */
  open(at) {
    this.state.at = at;
    this.trace = [];
    this.focus = 0;
    const size = sizeOf(this.board);
    buildBoard(this.section, this.board, `Board ${at + 1} of ${this.game.boards.length}, ${size} by ${size} letters`);
    this.tell("");
    this.show();
  }

  /** What another window kept takes the place of what is here. */
  refresh(saved) {
    const { at } = this.state;
    this.state = { ...restore(this.game, saved), at };
    this.trace = [];
    this.show();
  }

  show() {
    const { section, game, state, board, boardState } = this;
    paintSwitches(section, game, state);
    paintBoard(section, board, boardState, this.trace, this.focus);
    paintWords(section, board, boardState);
    const size = sizeOf(board);
    find(".which", section).textContent = `Board ${state.at + 1} of ${game.boards.length} · ${size} × ${size}`;
    const solved = isSolved(board, boardState);
    section.dataset.phase = solved ? "solved" : "playing";
    section.dataset.done = String(state.done);
    find('[data-action="hint"]', section).disabled = !nextHint(board, boardState);
    handOn(section, '[data-action="next"]', '[data-action="result"]', '[data-action="enter"]');
    this.showLine();
  }

  showLine() {
    const line = find(".trace", this.section);
    line.textContent = spell(this.board, this.trace);
    find(".line", this.section).dataset.shows = this.trace.length ? "trace" : "message";
  }

  /** Writes under the board and has it spoken, or something longer. */
  tell(text, spoken = text) {
    const line = find(".message", this.section);
    line.textContent = text || this.resting();
    clearTimeout(this.message);
    if (!text) return;
    this.page.say(spoken);
    this.message = setTimeout(() => { line.textContent = this.resting(); this.showLine(); }, READING);
  }

  resting() {
    if (isSolved(this.board, this.boardState)) return this.state.done ? "All boards solved" : "Solved";
    return this.state.begun ? "" : "Trace words on the theme";
  }

  keep() {
    this.state = summed(this.game, this.state);
    this.page.keep(this.state);
  }

  setTrace(trace) {
    this.trace = trace;
    if (trace.length) this.focus = trace.at(-1);
    paintBoard(this.section, this.board, this.boardState, trace, this.focus);
    this.showLine();
  }

  tapped(tile) {
    this.focus = tile;
    const result = tap(sizeOf(this.board), this.trace, (one) => this.holder(one) !== undefined, tile);
    if (result.submit) this.submit();
    else if (result.trace) this.setTrace(result.trace);
    else this.refuse(tile, result.why);
    if (find(".board", this.section).contains(document.activeElement)) this.moveFocus(this.focus);
  }

  refuse(tile, why) {
    const letter = this.board.rows.join("")[tile];
    const end = this.board.rows.join("")[this.trace.at(-1)];
    if (why === "taken") this.tell(`${this.holder(tile)} is already found`);
    else this.flashLine(`${letter} does not touch ${end}`);
    paintBoard(this.section, this.board, this.boardState, this.trace, this.focus);
  }

  /** A message over the trace, which stays. */
  flashLine(text) {
    this.tell(text);
    find(".line", this.section).dataset.shows = "message";
  }

  /** Judges the trace. */
  submit() {
    if (!this.trace.length) return;
    const { kind, word } = judge(this.board, this.boardState.found, this.trace);
    const path = this.trace;
    this.trace = [];
    if (kind === "word") return this.found(path, word);
    this.show();
    flash(find(".board", this.section), "no");
    this.tell({ short: `${word} is too short: words have three letters or more`,
      found: `${word} is already found`, unknown: `${word} is not a word of this board` }[kind]);
  }

  found(path, word) {
    this.begin();
    this.boardState.found.push(path);
    this.keep();
    this.show();
    if (!isSolved(this.board, this.boardState)) {
      const left = this.board.words.length - this.boardState.found.length;
      return this.tell(`${word} found, ${count(left, "word")} to go`);
    }
    flash(find(".board", this.section), "yes");
    const solved = `Board ${this.state.at + 1} solved`;
    if (!this.state.done) return this.tell(solved, `${word} found. ${solved}`);
    this.tell("All boards solved", `${word} found. ${solved}. All boards solved`);
    this.page.solved();
  }

  begin() { this.state.begun ??= this.page.today(); }

  undo(word) {
    this.boardState.found = this.boardState.found.filter((path) => spell(this.board, path) !== word);
    this.keep();
    this.show();
    this.tell(`${word} taken back`);
    this.moveFocus(this.focus);
  }

  hint() {
    const next = nextHint(this.board, this.boardState);
    if (!next) return;
    this.begin();
    this.boardState.hints[next.word] = next.letter + 1;
    this.keep();
    this.show();
    const marks = [...hinted(this.board, this.boardState)].find(([, one]) =>
      one.word === next.word && one.order === next.letter + 1);
    const [row, column] = [Math.floor(marks[0] / sizeOf(this.board)) + 1, (marks[0] % sizeOf(this.board)) + 1];
    const letter = `letter ${next.letter + 1} of a word of ${next.word.length}`;
    this.tell(`${next.word[next.letter]}: ${letter}`,
      `${next.word[next.letter]}, row ${row}, column ${column}, is ${letter}`);
  }

  /** The next board that is not solved, after this one and round again. */
  next() {
    const n = this.game.boards.length;
    const order = Array.from({ length: n }, (_, i) => (this.state.at + 1 + i) % n);
    const at = order.find((i) => !isSolved(this.game.boards[i], this.state.boards[i]));
    this.turnTo(at ?? (this.state.at + 1) % n);
    this.moveFocus(0);
  }

  turnTo(at) {
    this.open(at);
    if (this.state.begun) this.keep();
    this.page.say(find(".board", this.section).getAttribute("aria-label"));
  }

  /** A button of this game. */
  act(action, button) {
    if (action === "enter") this.submit();
    if (action === "delete") this.setTrace(this.trace.slice(0, -1));
    if (action === "clear") this.setTrace([]);
    if (action === "hint") this.hint();
    if (action === "next") this.next();
    if (action === "undo-found") this.undo(button.dataset.found);
  }

  moveFocus(tile) {
    this.focus = tile;
    for (const [i, button] of all("[data-tile]", this.section).entries()) {
      button.tabIndex = i === tile ? 0 : -1;
      if (i === tile) button.focus({ preventScroll: true });
    }
  }

  /** A key; true if it meant something here. */
  key(event) {
    const tile = event.target.closest?.("[data-tile]");
    if (ARROWS[event.key]) return tile ? this.arrow(Number(tile.dataset.tile), ARROWS[event.key]) : false;
    if (/^[a-z]$/i.test(event.key)) return this.type(event.key.toUpperCase());
    if (event.key === "Backspace") this.act("delete");
    else if (event.key === "Escape" && this.trace.length) this.act("clear");
    else if (event.key === "Enter" && (tile ? this.trace.length : !event.target.closest?.("button, a"))) this.enter();
    else return false;
    return true;
  }

  enter() {
    if (this.trace.length) this.submit();
    else if (isSolved(this.board, this.boardState) && !this.state.done) this.next();
  }

  arrow(tile, [down, across]) {
    const size = sizeOf(this.board);
    const [row, column] = [Math.floor(tile / size) + down, (tile % size) + across];
    if (row >= 0 && column >= 0 && row < size && column < size) this.moveFocus(row * size + column);
    return true;
  }

  type(letter) {
    const letters = this.board.rows.join("");
    const may = typed(letters, sizeOf(this.board), this.trace, (one) => this.holder(one) !== undefined, letter);
    if (!may.length) this.flashLine(`No free ${letter} ${this.trace.length ? "touches here" : "on this board"}`);
    else if (may.length === 1) this.setTrace([...this.trace, may[0]]);
    else this.flashLine(`${may.length} tiles have ${letter}: choose with the arrows and the space bar`);
    if (may.length) this.moveFocus(may[0]);
    return true;
  }
}
