/* store.js: what the page keeps in the browser: settings, games across a reload, success at puzzles. What a browser does
 * not keep, for want of room or by its settings, is known until the page is left. Several tabs share it: none destroys what
 * another has written. */

const SETTINGS = "kaname-settings", GAME = "kaname-game", BEFORE = "kaname-before";
const PUZZLES = "kaname-puzzles", PUZZLE_SET = "kaname-puzzle-set", OPENINGS = "kaname-openings";
const WRITER = "kaname-game-writer", TAB = "kaname-tab"; /* which save wrote the game that all tabs see; the name of this tab */
const BEFORE_MAX = 4, ALL_BEFORE_MAX = 16; /* games of a tab, of all */
const FREED_MS = 500; /* after which a page that is left has freed its locks */
const ALL = "localStorage", OWN = "sessionStorage"; /* what all tabs share, and what a tab has alone until it is closed */

const notKept = new Map(); /* texts by place and key */

function read(key, place = ALL) {
  try {
    return JSON.parse(notKept.get(place + key) ?? self[place].getItem(key));
  } catch {
    return null;
  }
}

/* Returns whether the browser keeps it. */
function write(key, value, place = ALL) {
  const text = JSON.stringify(value);
  try {
    self[place].setItem(key, text);
    notKept.delete(place + key);
    return true;
  } catch {
    notKept.set(place + key, text);
    return false;
  }
}

/* A name that no other call gives. */
function newName() {
  return Math.random().toString(36).slice(2) + performance.now().toString(36);
}

function whenOthersWrite(key, run) {
  window.addEventListener("storage", (event) => event.key === key && run());
}

let tab = read(TAB, OWN) ?? newName();
write(TAB, tab, OWN);

let known = {}; /* the settings as this page has last read or written them */
let replaced = null; /* the writer of the game that the game on the board comes from */

/* Gives this tab a name that no other one has: a duplicate of a tab begins with all that the tab keeps, its name too. To be awaited
 * before a game is kept. Where the browser has no locks, as on addresses that are not safe, the name stays. */
export async function nameTab() {
  while (!await holdsLock("kaname-tab-" + tab)) {
    tab = newName();
    write(TAB, tab, OWN);
  }
}

/* Takes the lock until the page is left. Gives false if another page has it; after a reload the one before may, for a moment. */
function holdsLock(name) {
  return new Promise((is) => {
    const hold = () => new Promise(() => is(true));
    const failed = (fault) => is(!["AbortError", "TimeoutError"].includes(fault.name));
    if (!navigator.locks || !AbortSignal.timeout) is(true);
    else navigator.locks.request(name, { signal: AbortSignal.timeout(FREED_MS) }, hold).catch(failed);
  });
}

/* The kept settings over these defaults; a value of another type, an empty one where the default is not, or one that
 * `allowed`, lists of values or [least, most] of numbers by key, does not have, counts for nothing. Between whole numbers only
 * whole ones are allowed. */
export function loadSettings(defaults, allowed = {}) {
  const kept = keptSettings();
  const settings = { ...defaults };
  for (const [key, usual] of Object.entries(defaults)) {
    const value = kept[key], range = allowed[key];
    if (typeof value !== typeof usual || (value === "" && usual !== "")) continue;
    const is = range === undefined || (typeof value === "number" ? isWithin(value, range) : range.includes(value));
    if (is) settings[key] = value;
  }
  known = { ...settings };
  return settings;
}

function isWithin(value, [least, most]) {
  return value >= least && value <= most && (Number.isInteger(value) || !Number.isInteger(least));
}

function keptSettings() {
  const kept = read(SETTINGS);
  return kept !== null && typeof kept === "object" ? kept : {};
}

/* Keeps what has changed in this page; another tab may have changed the rest meanwhile. */
export function saveSettings(settings) {
  const changes = Object.entries(settings).filter(([key, value]) => known[key] !== value);
  known = { ...settings };
  if (changes.length > 0) write(SETTINGS, { ...keptSettings(), ...Object.fromEntries(changes) });
}

/* The game of this tab; in a new tab that of the tab which wrote last. {tree, way, isEditing, play, puzzle, review, links,
 * isLasting}: see tree.js dataOf() and wayTo(), data() of play.js, puzzle.js and review.js; the addresses of the game; whether
 * it is to be kept when another game replaces it. */
export function loadGame() {
  return read(GAME, OWN) ?? read(GAME);
}

/* The game that loadGame() gives is on the board. */
export function takeOverGame() {
  replaced = read(WRITER, read(GAME, OWN) ? OWN : ALL);
}

/* Keeps the game for this tab and for new ones. A game that another tab has written since goes to the games before. */
export function saveGame(game) {
  const writer = read(WRITER);
  if (writer !== replaced) keepOthers(read(GAME));
  replaced = newName();
  for (const place of [OWN, ALL]) {
    write(GAME, { ...game, tab }, place);
    write(WRITER, replaced, place);
  }
}

/* Puts the current game of another tab among the games before, in place of what it had there; ours is on the board. */
function keepOthers(game) {
  const others = keptBefore().filter((before) => !before.isCurrent || ![tab, game?.tab].includes(before.tab));
  saveBefore([...(game?.isLasting ? [{ ...game, isCurrent: game.tab !== tab }] : []), ...others]);
}

function keptBefore() {
  const kept = read(BEFORE);
  return (Array.isArray(kept) ? kept : [kept]).filter((game) => game !== null && typeof game === "object"); /* it was one game */
}

/* The games that were on the board before this one, the last of them first; after those of this tab the ones of others. */
export function loadBefore() {
  const games = keptBefore(), isOwn = (game) => game.tab === tab && !game.isCurrent;
  return [...games.filter(isOwn), ...games.filter((game) => !isOwn(game))];
}

/* Keeps the first of the games of each tab, one alone where there is no room for more. */
export function saveBefore(games) {
  const counts = new Map();
  const kept = games.map((game) => ({ tab, ...game })).filter((game) => {
    counts.set(game.tab, (counts.get(game.tab) ?? 0) + 1);
    return counts.get(game.tab) <= BEFORE_MAX;
  }).slice(0, ALL_BEFORE_MAX);
  if (!write(BEFORE, kept)) write(BEFORE, kept.slice(0, 1));
}

export function whenBeforeChanges(run) {
  whenOthersWrite(BEFORE, run);
}

/* How the reader does at puzzles: see puzzle_set.js newRecord(). */
export function loadPuzzles() {
  return read(PUZZLES);
}

export function savePuzzles(record) {
  write(PUZZLES, record);
}

export function whenPuzzlesChange(run) {
  whenOthersWrite(PUZZLES, run);
}

/* The text of this tab; in a new tab that of the tab which wrote last, which then is its own. */
function loadText(key) {
  const text = read(key, OWN) ?? read(key);
  if (text !== null) write(key, text, OWN);
  return text;
}

/* Keeps the text for this tab and for new ones. */
function saveText(key, text) {
  for (const place of [OWN, ALL]) write(key, text, place);
}

/* The text of a set of puzzles that the reader has opened; null: none. */
export function loadPuzzleSet() {
  return loadText(PUZZLE_SET);
}

export function savePuzzleSet(text) {
  saveText(PUZZLE_SET, text);
}

/* The text of openings that the reader has opened; null: none, "": none any more. */
export function loadOpenings() {
  return loadText(OPENINGS);
}

export function saveOpenings(text) {
  saveText(OPENINGS, text);
}
