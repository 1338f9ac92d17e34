/* openings_set.js: files of openings: for positions with few stones the moves that games played, their results,
 * and what searches think of them. Pure. The program's openings_file.h describes the text and openings_key.h the form
 * of a position, which its eight images share. */

import { SIZES } from "./tree.js";

const HEAD = "kaname-openings 1";
const BOARD = /^board (freestyle|standard|renju|caro|caro-exact) ([0-9]{1,2}) ([0-9]{1,13})$/;
const STONES = /^(?:-|(?:[a-v]{2}){1,20})$/;
const COUNTS = /([0-9]{1,9})\.([0-9]{1,9})\.([0-9]{1,9})(?:\.([0-9]{1,9}))?/, VALUE = /=([0-9]{1,4}|[+-][1-9][0-9]{0,2})/;
const MOVE = new RegExp(`^([a-v])([a-v])(?:${COUNTS.source})?(?:${VALUE.source})?$`);
const STONES_MAX = 20, RATE_MAX = 1000, LINES_AT_ONCE = 250;

/* The image of a point under symmetry `i`, 0 to 7: mirrored, then turned over the diagonal. */
export function imageOf(i, { x, y }, size) {
  const a = i & 1 ? size - 1 - x : x, b = i & 2 ? size - 1 - y : y;
  return i & 4 ? { x: b, y: a } : { x: a, y: b };
}

/* The point of a text: y from the top, rows of the text from the lowest. */
function pointAt(text, size) {
  return { x: text.charCodeAt(0) - 97, y: size - 1 - (text.charCodeAt(1) - 97) };
}

/* A move of a line; null if it is none. `rate`: the share of the points for its side, 0 to 1, null if it was not searched;
 * `plies`: to the end of a proven win, negative of a loss, else 0. */
function moveOf(text, size) {
  const found = MOVE.exec(text);
  if (!found) return null;
  const [black, drawn, white, open] = found.slice(3, 7).map((count) => Number(count ?? 0));
  const games = black + drawn + white + open, value = found[7], point = pointAt(text, size);
  if (point.x >= size || point.y < 0 || (games === 0 && value === undefined)) return null;
  const plies = value && /^[+-]/.test(value) ? Number(value) : 0;
  const rate = value === undefined ? null : plies > 0 ? 1 : plies < 0 ? 0 : Number(value) / RATE_MAX;
  return rate > 1 ? null : { point, black, drawn, white, games, rate, plies };
}

/* Whether the word of a move has the results of games. */
export function countsGames(word) {
  return word.includes(".");
}

/* Whether the words are moves of the form: none twice, on a stone, or equal to another that is less by a symmetry. */
function areMoves(words, stones, symmetries, size) {
  const names = words.map((word) => word.slice(0, 2)), taken = [...(stones.match(/../g) ?? []), ...names];
  const code = (name, symmetry) => codeOf(imageOf(symmetry, pointAt(name, size), size), size);
  const isLeast = (name) => symmetries.every((symmetry) => code(name, symmetry) >= code(name, 0));
  return words.length > 0 && words.every((word) => moveOf(word, size) !== null) && new Set(taken).size === taken.length &&
    (symmetries.length === 1 || names.every(isLeast));
}

/* A number of the point, in the order of the texts. */
function codeOf({ x, y }, size) {
  return x * 32 + size - 1 - y;
}

/* The symmetries that keep the form of a position; none if the text is no form. */
function symmetriesOf(text, size) {
  const names = text.match(/../g) ?? [], points = names.map((name) => pointAt(name, size)), black = Math.ceil(points.length / 2);
  if (!points.every(({ x, y }) => x < size && y >= 0) || new Set(names).size !== names.length) return [];
  const form = formOf(points.map((point, i) => ({ ...point, color: i < black ? "b" : "w" })), size);
  return form.text === text ? form.symmetries : [];
}

/* Gives {openings, count, fault}: `count` of positions; `fault` is the number of the first line that cannot be, 0 if there is
 * none, and the openings are then whole. Between pieces of a long text it waits for `rest()`. */
export async function readOpenings(text, rest = () => null) {
  const lines = text.split(/\r?\n/), openings = new Map();
  if (lines[0] !== HEAD) return { openings, count: 0, fault: 1 };
  let board = null;
  for (let i = 1; i < lines.length; i++) {
    if (i % LINES_AT_ONCE === 0) await rest();
    const line = lines[i].trimEnd();
    if (line === "") continue;
    const found = BOARD.exec(line);
    if (found) {
      const size = Number(found[2]);
      if (!SIZES.includes(size)) return { openings, count: openings.size, fault: i + 1 };
      board = { name: `${found[1]} ${size} `, size, nodes: Number(found[3]) };
      continue;
    }
    const [first, ...words] = line.split(/ +/), stones = first === "-" ? "" : first;
    const key = board ? board.name + stones : "";
    const symmetries = board && STONES.test(first) ? symmetriesOf(stones, board.size) : [];
    const isGood = symmetries.length > 0 && !openings.has(key) && areMoves(words, stones, symmetries, board.size);
    if (!isGood) return { openings, count: openings.size, fault: i + 1 };
    openings.set(key, { nodes: board.nodes, words });
  }
  return { openings, count: openings.size, fault: 0 };
}

/* The stones of a board as [{x, y, color}]; null if it is no opening: not square, with walls, too many stones, or stones
 * that do not fit the side. */
function stonesOf({ width, height, cells, side }) {
  const stones = [];
  if (width !== height || cells.includes("x")) return null;
  cells.forEach((color, i) => color !== "" && stones.push({ x: i % width, y: Math.floor(i / width), color }));
  const lead = stones.filter(({ color }) => color === "b").length * 2 - stones.length;
  stones.sort((a, b) => (a.color < b.color ? -1 : a.color > b.color ? 1 : 0));
  return stones.length <= STONES_MAX && lead === (side === "w" ? 1 : 0) ? stones : null;
}

/* Numbers of the points of an image in the order of their texts: Black's sorted, then White's. `stones`: Black's first. */
function codesOf(stones, i, size) {
  const codes = [];
  let first = 0; /* of the colour */
  for (const { x, y, color } of stones) {
    const a = i & 1 ? size - 1 - x : x, b = i & 2 ? size - 1 - y : y;
    const code = i & 4 ? b * 32 + size - 1 - a : a * 32 + size - 1 - b;
    let at = codes.length;
    if (at > 0 && color !== stones[at - 1].color) first = at;
    for (; at > first && codes[at - 1] > code; at--) codes[at] = codes[at - 1];
    codes[at] = code;
  }
  return codes;
}

function compareCodes(a, b) {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return 0;
}

/* The form of stones: {text, symmetries}, all symmetries that lead to it. */
function formOf(stones, size) {
  let least = codesOf(stones, 0, size), symmetries = [0];
  for (let i = 1; i < 8; i++) {
    const codes = codesOf(stones, i, size), order = compareCodes(codes, least);
    if (order < 0) [least, symmetries] = [codes, [i]];
    else if (order === 0) symmetries.push(i);
  }
  return { text: least.map((code) => String.fromCharCode(97 + (code >> 5), 97 + (code & 31))).join(""), symmetries };
}

/* The points of the board that become this point of the form. */
function pointsBehind(point, symmetries, size) {
  const points = [];
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++)
      if (symmetries.some((symmetry) => {
        const at = imageOf(symmetry, { x, y }, size);
        return at.x === point.x && at.y === point.y;
      })) points.push({ x, y });
  return points;
}

/* The better one first: what was searched by its value, then by games. */
export function compareMoves(a, b) {
  const proven = (plies) => (plies > 0 ? 3 : -2) - plies / RATE_MAX;
  const rank = ({ rate, plies }) => (rate === null ? -3 : plies !== 0 ? proven(plies) : rate);
  return rank(b) - rank(a) || b.games - a.games;
}

/* The best value in the position behind a move, for the side of the move; null if it was not searched. */
function valueBehind(openings, name, stones, point, color, size) {
  const stone = { ...point, color }, behind = color === "b" ? [stone, ...stones] : [...stones, stone];
  const entry = openings.get(name + formOf(behind, size).text);
  const answers = entry ? entry.words.map((word) => moveOf(word, size)).filter(({ rate }) => rate !== null).sort(compareMoves) : [];
  if (answers.length === 0) return null;
  const [{ rate, plies }] = answers;
  return { rate: 1 - rate, plies: plies > 0 ? -plies - 1 : plies < 0 ? 1 - plies : 0 };
}

/* The same for a move on a board, {rate, plies}; `board` as lookUp() takes it. */
export function valueAfter(openings, board, point) {
  const stones = stonesOf(board), size = board.width;
  return stones && valueBehind(openings, `${board.rule} ${size} `, stones, point, board.side, size);
}

/* The openings' moves on a board {rule, width, height, cells, side}: {nodes, games, moves}; the moves as of a line, with their
 * `points`, all that symmetry makes equal. Null if the position is not there. */
export function lookUp(openings, board) {
  const stones = stonesOf(board), size = board.width;
  if (!stones) return null;
  const { text, symmetries } = formOf(stones, size), name = `${board.rule} ${size} `, entry = openings.get(name + text);
  if (!entry) return null;
  const moves = entry.words.map((word) => moveOf(word, size)).map((move) => {
    const points = pointsBehind(move.point, symmetries, size);
    return { ...move, points, ...valueBehind(openings, name, stones, points[0], board.side, size) };
  }).sort(compareMoves);
  return { nodes: entry.nodes, games: moves.reduce((sum, { games }) => sum + games, 0), moves };
}
