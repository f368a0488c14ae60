/* What the browser keeps for the player.

One entry a game and day, under "almanac:GAME:DATE" with the date of the *puzzle*, so that a day begun before midnight
stays its own. A *state* is a plain object; every state has

  begun   the player's date when the page was opened on which the first move was made
  done    true once the game is solved
  game's own fields: see linky.js and letterboxed.js

Where storage is missing, blocked or full, everything still works from memory and `kept` is false; what a full storage
holds is still read. */

const PREFIX = "almanac:";

/** A store over localStorage, or over nothing. lost() is called once, when something could not be kept. */
export function openStore(lost = () => {}) {
  const memory = new Map();
  const area = available();
  const store = { kept: isWritable(area), read, write, entries };
  let told = false;

  function fail() {
    store.kept = false;
    if (!told) lost();
    told = true;
  }

  function raw(key) {
    if (memory.has(key)) return memory.get(key);
    try {
      return area?.getItem(PREFIX + key) ?? null;
    } catch {
      return null;
    }
  }

  /** The object under a key, or null. What cannot be read counts as not there. */
  function read(key) {
    try {
      const value = JSON.parse(raw(key));
      return typeof value === "object" ? value : null;
    } catch {
      return null;
    }
  }

  function write(key, value) {
    const text = JSON.stringify(value);
    try {
      area.setItem(PREFIX + key, text);
      memory.delete(key);
    } catch {
      memory.set(key, text);
      fail();
    }
  }

  /** All [date, state] of a game, oldest first. */
  function entries(game) {
    const start = `${game}:`;
    const keys = new Set(memory.keys());
    try {
      for (let i = 0; i < (area?.length ?? 0); i += 1) {
        const key = area.key(i);
        if (key.startsWith(PREFIX)) keys.add(key.slice(PREFIX.length));
      }
    } catch { /* then memory is all there is */ }
    return [...keys].filter((key) => key.startsWith(start)).sort()
      .map((key) => [key.slice(start.length), read(key)]).filter(([, state]) => state);
  }

  if (!store.kept) fail();
  return store;
}

/** localStorage, or null. Merely naming it may throw. */
function available() {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

function isWritable(area) {
  try {
    area.setItem(`${PREFIX}probe`, "1");
    area.removeItem(`${PREFIX}probe`);
    return true;
  } catch {
    return false;
  }
}

/** The game and date of a key of localStorage, or null: what a "storage" event from another window is about. */
export function subject(key) {
  const match = /^almanac:(linky|letterboxed):([0-9-]{10})$/.exec(key ?? "");
  return match && { game: match[1], date: match[2] };
}
