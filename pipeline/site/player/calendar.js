/* The calendar, as players live it.

A *date* is the text "YYYY-MM-DD" and nothing else; two dates compare as text. An *instant* is milliseconds since 1970
in UTC, as Date.now() gives. A *number* is the count of calendar days since 2026-09-01, which is 0 and is shown as
"No. 1".

Days are counted on calendar dates, never on elapsed time: where clocks move, a day lasts 23 or 25 hours, and dividing
milliseconds by 86,400,000 drifts. A date is taken apart by hand, because `new Date("2026-09-01")` means midnight in
UTC, which is the day before in half the world. The only clock is Date. */

export const FIRST = "2026-09-01";

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
  "November", "December"];
const DAY = 86_400_000; // a day of the calendar in UTC, which has no summer time

const two = (n) => String(n).padStart(2, "0");
const text = (y, m, d) => `${String(y).padStart(4, "0")}-${two(m)}-${two(d)}`;

/** [year, month, day] of a date that exists; null for any other text. */
export function parse(date) {
  const match = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(date ?? "");
  if (!match) return null;
  const [y, m, d] = match.slice(1).map(Number);
  return fromUtc(Date.UTC(y, m - 1, d)) === date ? [y, m, d] : null;
}

function fromUtc(instant) {
  const at = new Date(instant);
  return text(at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate());
}

function toUtc(date) {
  const [y, m, d] = parse(date);
  return Date.UTC(y, m - 1, d);
}

/** Whole calendar days from the first date to this one; negative before it. */
export const numberOf = (date) => (toUtc(date) - toUtc(FIRST)) / DAY;

/** The date so many calendar days later. */
export const plus = (date, days) => fromUtc(toUtc(date) + days * DAY);

/** "No. 1" for the first date. */
export const label = (date) => `No. ${numberOf(date) + 1}`;

/** "Tuesday, 1 September 2026", the same in every zone. */
export function heading(date) {
  const [y, m, d] = parse(date);
  return `${weekday(date)}, ${d} ${MONTHS[m - 1]} ${y}`;
}

/** "Tuesday" */
export const weekday = (date) => WEEKDAYS[new Date(toUtc(date)).getUTCDay()];

/** The date on the player's own calendar. */
export const today = (now = new Date()) => text(now.getFullYear(), now.getMonth() + 1, now.getDate());

/** The instant a date begins on the furthest-ahead clock, UTC+14: 10:00 UTC of the day before. */
export const opens = (date) => toUtc(date) - 14 * 3_600_000;

/** The instant the player's next date begins. Some zones have days without a midnight; then it is what comes first. */
export const midnight = (now = new Date()) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime();

/** A length of time in milliseconds, to the minute begun: "3 h 12 min", "12 min", "2 days 3 h". */
export function wait(length) {
  const minutes = Math.max(1, Math.ceil(length / 60_000));
  const [h, min] = [Math.floor(minutes / 60), minutes % 60];
  if (h >= 48) return `${Math.floor(h / 24)} days ${h % 24} h`;
  return h ? `${h} h ${min} min` : `${min} min`;
}

/** A length of time in milliseconds, to the second begun: "21:53:42"; hours may pass 24. */
export function countdown(length) {
  const seconds = Math.max(0, Math.ceil(length / 1000));
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** An instant on the player's clock: "12:00 on Wednesday, 30 September". */
export function localTime(instant) {
  const at = new Date(instant);
  const day = `${WEEKDAYS[at.getDay()]}, ${at.getDate()} ${MONTHS[at.getMonth()]}`;
  return `${two(at.getHours())}:${two(at.getMinutes())} on ${day}`;
}
