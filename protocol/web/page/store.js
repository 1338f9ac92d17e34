/* store.js: what the page keeps in the browser: settings, games across a reload, success at puzzles. What a browser does
 * not keep, for want of room or by its settings, is known until the page is left. */

const SETTINGS = "kaname-settings", GAME = "kaname-game", BEFORE = "kaname-before";
const PUZZLES = "kaname-puzzles", PUZZLE_SET = "kaname-puzzle-set", OPENINGS = "kaname-openings";
const BEFORE_MAX = 4; /* games */

const notKept = new Map(); /* texts by key */

function read(key) {
  try {
    return JSON.parse(notKept.get(key) ?? localStorage.getItem(key));
  } catch {
    return null;
  }
}

/* Returns whether the browser keeps it. */
function write(key, value) {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(key, text);
    notKept.delete(key);
    return true;
  } catch {
    notKept.set(key, text);
    return false;
  }
}

/* The kept settings over these defaults; a value of another type, or one that `allowed`, lists of values or
 * [least, most] of numbers by key, does not have, counts for nothing. */
export function loadSettings(defaults, allowed = {}) {
  const kept = read(SETTINGS) ?? {};
  const settings = { ...defaults };
  for (const [key, usual] of Object.entries(defaults)) {
    const value = kept[key], range = allowed[key];
    if (typeof value !== typeof usual) continue;
    const is = range === undefined || (typeof value === "number" ? value >= range[0] && value <= range[1] : range.includes(value));
    if (is) settings[key] = value;
  }
  return settings;
}

export function saveSettings(settings) {
  write(SETTINGS, settings);
}

/* {tree, way, isEditing, play, puzzle, links}: see tree.js dataOf() and wayTo(), data() of play.js and puzzle.js; the
 * addresses of the game. */
export function loadGame() {
  return read(GAME);
}

export function saveGame(game) {
  write(GAME, game);
}

/* The games that were on the board before this one, the last of them first, without links. */
export function loadBefore() {
  const kept = read(BEFORE);
  return Array.isArray(kept) ? kept : kept ? [kept] : []; /* it was one game */
}

/* Keeps the first of the games, one alone where there is no room for more. */
export function saveBefore(games) {
  if (!write(BEFORE, games.slice(0, BEFORE_MAX))) write(BEFORE, games.slice(0, 1));
}

/* How the reader does at puzzles: see puzzle_set.js newRecord(). */
export function loadPuzzles() {
  return read(PUZZLES);
}

export function savePuzzles(record) {
  write(PUZZLES, record);
}

/* The text of a set of puzzles that the reader has opened. */
export function loadPuzzleSet() {
  return read(PUZZLE_SET);
}

export function savePuzzleSet(text) {
  write(PUZZLE_SET, text);
}

/* The text of openings that the reader has opened; null: none. */
export function loadOpenings() {
  return read(OPENINGS);
}

export function saveOpenings(text) {
  write(OPENINGS, text);
}
