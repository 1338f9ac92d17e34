/* store.js: what the page keeps in the browser: settings, and the game across a reload. A browser
 * that keeps nothing changes nothing else. */

const SETTINGS = "kaname-settings", GAME = "kaname-game", BEFORE = "kaname-before";

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    /* no room, or not allowed */
  }
}

/* The kept settings over these defaults; a value of another type counts for nothing. */
export function loadSettings(defaults) {
  const kept = read(SETTINGS) ?? {};
  const settings = { ...defaults };
  for (const key of Object.keys(defaults))
    if (typeof kept[key] === typeof defaults[key]) settings[key] = kept[key];
  return settings;
}

export function saveSettings(settings) {
  write(SETTINGS, settings);
}

/* {tree, way, play, links}: see tree.js dataOf() and wayTo(), play.js data(); the addresses of the game. */
export function loadGame() {
  return read(GAME);
}

export function saveGame(game) {
  write(GAME, game);
}

/* The game that was on the board before this one, without links. */
export function loadBefore() {
  return read(BEFORE);
}

export function saveBefore(game) {
  write(BEFORE, game);
}
