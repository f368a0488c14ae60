/* A Letter Boxed day being played.

Holds the day's state (see letterboxed.js) and the line, the word being made. `page` is what the player offers a game:
keep(state), say(text), solved(), confirm(), and today(), the player's date when the page was opened. */

import { count, find, flash, handOn } from "./dom.js";
import {
  carried, hintsOf, lastGiven, restore, summed, undoLetter, undoWord, used, whyNotLetter, whyNotWord,
} from "./letterboxed.js";
import { buildSquare, hasUndo, paintChain, paintHints, paintLead, paintLine, paintSquare } from "./letterboxed-view.js";

const READING = 5000; // milliseconds a message stands
const ORDINALS = ["first", "second", "third", "fourth", "fifth"];

export class LetterBoxedPlay {
  constructor(section, game, saved, page) {
    Object.assign(this, { section, game, page, message: 0, byKeys: false, byTab: false });
    this.state = restore(game, saved);
    this.line = carried(this.state.words);
    buildSquare(section, game.sides);
    find(".square", section).addEventListener("click", (event) => {
      const button = event.target.closest("[data-letter]");
      if (button) this.add(button.dataset.letter);
    });
    section.addEventListener("pointerdown", () => { this.byKeys = this.byTab = false; });
    this.tell("");
    this.show();
  }

  get over() { return this.state.done || this.state.gaveUp; }

  /** What another window kept takes the place of what is here. */
  refresh(saved) {
    this.state = restore(this.game, saved);
    this.line = carried(this.state.words);
    this.show();
  }

  show() {
    const { section, game, state } = this;
    const line = this.over ? "" : this.line;
    const words = state.words;
    paintSquare(section, game.sides, { words, line, solution: state.gaveUp ? game.solution : null });
    paintChain(section, words);
    paintHints(section, game.solution, this.over ? 0 : state.hints);
    paintLine(section, words, line);
    paintLead(section, game, state, line);
    section.dataset.phase = this.over ? "solved" : "playing";
    section.dataset.done = String(state.done);
    const nothing = this.over || !hasUndo(words, line);
    find('[data-action="delete"]', section).disabled = nothing;
    find('[data-action="undo-word"]', section).disabled = nothing;
    find('[data-action="hint"]', section).disabled = this.over || state.hints >= hintsOf(game.solution);
    handOn(section, '[data-action="result"]', '[data-action="enter"]');
  }

  /** Writes under the square and has it spoken. */
  tell(text) {
    const line = find(".message", this.section);
    line.textContent = text || this.resting();
    clearTimeout(this.message);
    if (!text) return;
    this.page.say(text);
    this.message = setTimeout(() => { line.textContent = this.resting(); }, READING);
  }

  resting() {
    if (this.state.done) return "Every letter used";
    if (this.state.gaveUp) return "This is how we did it";
    return this.state.begun ? "" : "Use every letter";
  }

  keep() {
    this.state = summed(this.game, this.state);
    this.page.keep(this.state);
  }

  add(letter) {
    if (this.over) return;
    const why = whyNotLetter(this.game.sides, this.line, letter);
    if (why) return this.refuse(why);
    this.line += letter;
    this.tell("");
    this.page.say(this.line.length > 1 ? [...this.line].join(" ") : letter);
    this.show();
  }

  refuse(why) {
    flash(find(".making-word", this.section), "no");
    this.tell(why);
  }

  enter() {
    if (this.over) return;
    const why = whyNotWord(this.game, this.state.words, this.line);
    if (why) return this.refuse(why);
    const word = this.line;
    this.state.begun ??= this.page.today();
    this.state.words = [...this.state.words, word];
    this.keep();
    this.line = carried(this.state.words);
    this.show();
    if (this.state.done) return this.solved(word);
    const left = 12 - used(this.state.words).size;
    this.tell(`${word} played, ${count(left, "letter")} to go`);
  }

  solved(word) {
    flash(find(".square", this.section), "yes");
    this.tell(`${word} played. Solved in ${count(this.state.words.length, "word")}, par ${this.game.par}`);
    this.page.solved();
  }

  take(undo, name) {
    if (this.over || !hasUndo(this.state.words, this.line)) return;
    const before = this.state.words.length;
    const { words, line } = undo(this.state.words, this.line);
    Object.assign(this, { line });
    this.state.words = words;
    if (words.length !== before) this.keep();
    this.show();
    this.tell("");
    this.page.say(line ? `${name}: ${[...line].join(" ")}` : `${name}: nothing left`);
  }

  /** One letter more of the intended solution, whatever the chain is. */
  hint() {
    const { solution } = this.game;
    if (this.over || this.state.hints >= hintsOf(solution)) return;
    this.state.begun ??= this.page.today();
    this.state.hints += 1;
    this.keep();
    this.show();
    const { word, n, at } = lastGiven(solution, this.state.hints);
    this.tell(`${word[at]}: letter ${at + 1} of ${word.length} of our ${ORDINALS[n] ?? "next"} word`);
  }

  async giveUp() {
    if (this.over || !(await this.page.confirm())) return;
    this.state.begun ??= this.page.today();
    this.state.gaveUp = true;
    this.keep();
    this.line = "";
    this.show();
    this.tell(`Given up. Ours was ${this.game.solution.join(", ")}`);
  }

  /** A button of this game. */
  act(action) {
    if (action === "enter") this.enter();
    if (action === "delete") this.take(undoLetter, "letter taken back");
    if (action === "undo-word") this.take(undoWord, "word taken back");
    if (action === "clear") this.clear();
    if (action === "hint") this.hint();
    if (action === "giveup") this.giveUp();
  }

  /** The line back to its carried letter; the chain stays. */
  clear() {
    if (this.over) return;
    this.line = carried(this.state.words);
    this.show();
  }

  /** A key; true if it meant something here. Enter plays the word wherever the focus is after typing, and on a letter
   * that was tapped; on one that the Tab key came to, it adds the letter. */
  key(event) {
    if (this.over) return false;
    const letter = /^[a-z]$/i.test(event.key);
    const onButton = event.target.closest?.("button, a");
    const ready = this.byKeys || !onButton || (onButton.dataset.letter !== undefined && !this.byTab);
    if (letter) this.add(event.key.toUpperCase());
    else if (event.key === "Backspace") this.act("delete");
    else if (event.key === "Escape") this.clear();
    else if (event.key === "Enter" && ready) this.enter();
    else {
      if (event.key === "Tab") [this.byKeys, this.byTab] = [false, true];
      return false;
    }
    this.byKeys = letter || this.byKeys;
    return true;
  }
}
