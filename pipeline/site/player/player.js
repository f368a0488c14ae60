/* The page: which date, which game, and what happens around them.

The page shows one date from load to unload (`html[data-day]`): the one of ?d=, else the one the page was made for,
else the player's today. Another date is another load, so two days never mix. The game is the hash. `html[data-state]`
is loading, playing, closed or missing. */

import { FIRST, heading, label, parse, plus, today, weekday } from "./calendar.js";
import { dayAddress, loadIndex, lookUp, withdrawnDates } from "./days.js";
import { ask, closeDialog, isOpen, openDialog, setUpDialogs } from "./dialogs.js";
import { all, el, find } from "./dom.js";
import { LetterBoxedPlay } from "./letterboxed-play.js";
import { LinkyPlay } from "./linky-play.js";
import { say } from "./live.js";
import { drawMoon, moonName, phase } from "./moon.js";
import { fillResult, fillStats, newDayWords, screenFor, showText, tabWords, tick } from "./panels.js";
import { addressOf, hand, letterboxedResult, linkyResult, NAMES } from "./share.js";
import { openStore, subject } from "./store.js";

const root = document.documentElement;
const { base } = root.dataset;
const asked = new URLSearchParams(location.search).get("d");
const opened = today(); // the player's date when the page was loaded
const date = asked ?? (root.dataset.date || opened);
const GAMES = { linky: LinkyPlay, letterboxed: LetterBoxedPlay };
const plays = {}; // by game: what is being played
const state = { answer: null, looking: false };

const store = openStore(() => notice("storage",
  "Your progress is not kept: this browser does not let the page store anything."));
const section = (game) => find(`[data-play="${game}"]`);
const game = () => root.dataset.game;

/** A line above the game, one of each kind. */
function notice(kind, text, ...links) {
  if (find(`[data-notice="${kind}"]`)) return;
  const close = el("button", { type: "button", "data-action": "dismiss", "aria-label": "Dismiss" }, "×");
  find("#notices").append(el("div", { class: "notice", "data-notice": kind }, el("p", {}, text, " ", ...links), close));
  say(text);
}

/** The date as a heading, which breaks after the weekday before it breaks elsewhere. */
function headingParts(day) {
  const [first, ...rest] = heading(day).split(" ");
  return [el("span", {}, first), " ", el("span", {}, rest.join(" "))];
}

function showHeading() {
  root.dataset.day = date;
  const real = parse(date) !== null;
  const numbered = real && date >= FIRST;
  find("#heading").replaceChildren(...(real ? headingParts(date) : ["Almanac"]));
  find("#number").textContent = numbered ? label(date) : "";
  find("#today").hidden = !(asked ?? root.dataset.date) || date === today();
  const shown = real ? date : opened;
  drawMoon(find("#moon"), shown);
  find("#phase").textContent = real ? moonName(phase(shown)) : "";
  if (numbered) document.title = `${heading(date)} · ${label(date)} · Almanac`;
}

/** The game of the hash comes on screen; any other hash means the first game. */
function route() {
  const before = game();
  root.dataset.game = location.hash === "#letterboxed" ? "letterboxed" : "linky";
  if (game() !== before) closeDialog(); // a result on screen is of the game before
  for (const link of all("[data-tab]")) {
    if (link.dataset.tab === game()) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  for (const name of Object.keys(GAMES)) section(name).hidden = root.dataset.state !== "playing" || name !== game();
}

async function load() {
  root.dataset.state = "loading";
  state.answer = null;
  const early = !asked && parse(date) && date < FIRST;
  state.answer = early ? { state: "closed", early } : await lookUp(base, date);
  if (state.answer.state === "playing") play(state.answer.day);
  else showScreen();
  root.dataset.state = state.answer.state;
  route();
}

/** The network is said to be back, often before it is: looks again a few times, and is quiet until that helps. */
async function lookAgain() {
  if (state.looking) return;
  state.looking = true;
  for (const wait of [0, 1000, 3000, 9000]) {
    await new Promise((done) => { setTimeout(done, wait); });
    if (!state.answer) continue;
    if (state.answer.why !== "unreachable") break;
    if ((await lookUp(base, date)).why === "unreachable") continue;
    await load();
    break;
  }
  state.looking = false;
}

function showScreen() {
  const { title, text, retry, first } = screenFor(state.answer, date);
  const screen = find("#screen");
  if (find("h2", screen).textContent !== title) find("h2", screen).textContent = title;
  find("p", screen).textContent = text;
  find('[data-action="retry"]', screen).hidden = !retry;
  find('[data-action="first"]', screen).hidden = !first;
  say(`${title}. ${text}`);
}

function play(day) {
  for (const [name, Play] of Object.entries(GAMES)) {
    if (day[name].withdrawn !== undefined) withdraw(name, day[name].withdrawn);
    else if (!plays[name]) plays[name] = new Play(section(name), day[name], store.read(`${name}:${date}`), pageOf(name));
    paintTab(name);
  }
  for (const name of Object.keys(GAMES)) {
    if (!asked && !root.dataset.date) remindOf(plus(date, -1), name);
  }
}

function withdraw(name, reason) {
  section(name).dataset.withdrawn = "";
  section(name).replaceChildren(el("div", { class: "plate" }, el("h2", {}, `${NAMES[name]} was withdrawn`),
    el("p", {}, "The puzzle of this day was taken back, and does not count for your streak."),
    el("p", { class: "reason" }, reason)));
}

function paintTab(name) {
  const withdrawn = section(name).dataset.withdrawn !== undefined;
  const one = plays[name]?.state;
  find(`[data-tab="${name}"] .progress`).textContent = withdrawn || one ? tabWords(name, one, withdrawn) : "";
  find(`[data-tab="${name}"]`).dataset.done = String(Boolean(one?.done));
}

/** Yesterday's game, if it was left unfinished. */
function remindOf(day, name) {
  const left = store.read(`${name}:${day}`);
  if (!left?.begun || left.begun !== day || left.done || left.gaveUp || plays[name]?.state.begun) return;
  if (withdrawnDates(state.answer.index, name).includes(day)) return;
  notice(`unfinished-${name}`, `You left ${weekday(day)}’s ${NAMES[name]} unfinished.`,
    el("a", { href: `${base}?d=${day}#${name}` }, "Go back to it"));
}

/** What a game may ask of the page. */
function pageOf(name) {
  return {
    say, today: () => opened, confirm: () => ask("giving-up"),
    keep(kept) { store.write(`${name}:${date}`, kept); paintTab(name); },
    solved: () => setTimeout(() => { if (game() === name && !isOpen()) showResult(); }, 900),
  };
}

function showResult() {
  const { day, index } = state.answer;
  const dialog = openDialog("result");
  fillResult(dialog, { game: game(), date, base, day, index, state: plays[game()].state, store });
  find('[data-action="share"]', dialog).focus();
}

/** The statistics; a page without a puzzle asks for the list of days first, which says what was withdrawn. */
async function showStats() {
  const dialog = openDialog("stats");
  fillStats(dialog, store, state.answer?.index);
  if (!state.answer?.index) fillStats(dialog, store, await loadIndex(base));
}

const shareText = () => {
  const result = game() === "linky" ? linkyResult : letterboxedResult;
  const text = result(date, state.answer.day[game()], plays[game()].state);
  return `${text}\n${addressOf(new URL(base, location.href), date, game())}`;
};

async function share() {
  const text = shareText();
  const how = await hand(text);
  if (how === "by hand") {
    showText(openDialog("copying"), text);
    say("Sharing is not available here. The text is selected: copy it yourself.");
  } else if (how === "copied") {
    const told = isOpen() ? find("dialog[open] .shared") : null;
    if (told) told.textContent = "Copied. Paste it where you like.";
    if (told) say("Copied");
    else plays[game()]?.tell("Result copied");
  }
}

/** Offers the new day once the player's date has moved on; the old one stays as long as they like. */
function watchDay() {
  tick();
  const now = today();
  if (state.answer?.state === "closed" && !state.answer.before) recheck();
  if (date === opened && now > date) {
    notice("new-day", newDayWords(now), el("a", { href: base, "data-action": "new-day" }, "Play today"));
  }
}

/** A closed date counts down, and opens by itself. */
function recheck() {
  if (state.answer.early) return;
  if (Date.now() >= state.answer.opens) load();
  else if (find("#screen h2").textContent !== screenFor(state.answer, date).title) showScreen();
}

const ACTIONS = {
  help: () => openDialog("help"), stats: showStats, result: showResult, share,
  retry: load, dismiss: (button) => button.closest(".notice").remove(), theme: (button) => setTheme(button.value),
};

function setTheme(theme) {
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
  store.write("theme", { theme });
}

function listen() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-action], [data-board]");
    if (!button || button.disabled) return;
    const { action, board } = button.dataset;
    if (board !== undefined) plays.linky.turnTo(Number(board));
    else if (action in ACTIONS) ACTIONS[action](button);
    else plays[game()]?.act(action, button);
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isOpen()) return;
    if (plays[game()]?.key(event)) event.preventDefault();
  });
  addEventListener("hashchange", route);
  for (const name of ["focus", "pageshow", "online"]) addEventListener(name, watchDay);
  addEventListener("online", lookAgain);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) watchDay(); });
  addEventListener("storage", (event) => {
    const about = subject(event.key);
    if (about?.date === date && plays[about.game]) {
      plays[about.game].refresh(store.read(`${about.game}:${date}`));
      paintTab(about.game);
    }
  });
  setInterval(watchDay, 1000);
}

/** The service worker keeps the page, and is told which day to keep too. Without one the site works online. */
async function workOffline() {
  try {
    await navigator.serviceWorker.register(`${base}sw.js`, { scope: base });
    const { active } = await navigator.serviceWorker.ready;
    const keep = ["days/index.json", "archive/"];
    if (state.answer?.entry) keep.push(dayAddress("", state.answer.entry));
    active.postMessage({ keep });
  } catch { /* not allowed here, or no network: nothing is lost but playing offline */ }
}

setUpDialogs();
const theme = store.read("theme")?.theme ?? "auto";
for (const choice of all('[data-action="theme"]')) choice.checked = choice.value === theme;
showHeading();
route();
listen();
tick();
load().then(workOffline);
