/* puzzle_set.js: puzzles as a file holds them, which one comes next, and how the reader does at them.
 * Pure; times are milliseconds since 1970.
 *
 * A set is a text of lines. The first is `kaname-puzzles 1 SIZE`; each other one is a puzzle of six
 * words: four letters (rule f, s or r; side to move b or w; a: win, d: stop a win; f: by fours, t: by
 * threats), the level 1 to 5, the black stones, the white stones, the first moves that win or hold
 * ("-": not counted), and the line of the win, or of the win to be stopped. A point is two letters,
 * column and row, both from `a`; row `a` is the lowest. "-" stands for no points. */

import { RULES, SIZES } from "./tree.js";

const HEAD = /^kaname-puzzles 1 ([0-9]+)$/;
const LINE = /^([fsr])([bw])([ad])([ft]) ([1-5]) ((?:[a-v]{2})+|-) ((?:[a-v]{2})+|-) ((?:[a-v]{2})+|-) ((?:[a-v]{2})+)$/;
const RULE_OF = { f: "freestyle", s: "standard", r: "renju" };
const DAY_MS = 86400000;
const REPEAT_MS = [10 * 60000, DAY_MS, 4 * DAY_MS, 14 * DAY_MS]; /* after a failure, and after each success since */
const RATING = 1100, RATING_LEAST = 400, RATING_MOST = 3000;
const EASIER = 100; /* how far below the reader's rating the next puzzle's is to be */
const NEAR = [100, 250, 600, Infinity]; /* how far it may be from that */

function pointsOf(text, size) {
  const points = [];
  for (let i = 0; i + 1 < text.length; i += 2)
    points.push({ x: text.charCodeAt(i) - 97, y: size - 1 - (text.charCodeAt(i + 1) - 97) });
  return points;
}

/* A short name of a text: FNV-1a. */
function nameOf(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash.toString(36);
}

/* How hard a puzzle is, before anyone has tried it: by its level, the length of the win, and how many first
 * moves there are to find. */
export function firstRating({ level, line, firsts, task }) {
  const few = firsts.length === 0 ? -60 : 60 * (2 - firsts.length);
  return 700 + 220 * level + 12 * Math.min(line.length, 25) + few + (task === "defence" ? 120 : 0);
}

function puzzleOf(text, size) {
  const found = LINE.exec(text);
  if (!found) return null;
  const [, rule, side, task, kind, level, ...lists] = found;
  const [black, white, firsts, line] = lists.map((list) => pointsOf(list, size));
  const isInside = [black, white, firsts, line].every((points) => points.every(({ x, y }) => x < size && y >= 0));
  const stones = [...black, ...white];
  const isPlaced = new Set(stones.map(({ x, y }) => y * size + x)).size === stones.length;
  if (!isInside || !isPlaced) return null;
  const puzzle = { id: nameOf([rule, side, size, lists[0], lists[1]].join(" ")), rule: RULE_OF[rule], side, size,
    task: task === "a" ? "win" : "defence", kind: kind === "f" ? "vcf" : "vct", level: Number(level), black, white, firsts, line };
  return { ...puzzle, rating: firstRating(puzzle) };
}

/* Gives {puzzles, fault}: fault is the number of the first line that is no puzzle, 0 if there is none. */
export function readSet(text) {
  const [head, ...lines] = text.split(/\r?\n/);
  const found = HEAD.exec(head), size = found ? Number(found[1]) : 0;
  if (!SIZES.includes(size)) return { puzzles: [], fault: 1 };
  const puzzles = [];
  for (const [i, line] of lines.entries()) {
    if (line === "") continue;
    const puzzle = puzzleOf(line, size);
    if (!puzzle) return { puzzles, fault: i + 2 };
    puzzles.push(puzzle);
  }
  return { puzzles, fault: 0 };
}

/* Whether the data, as they were kept, are a puzzle of a set or of a game (puzzle_game.js). */
export function isPuzzle(data) {
  const { id, rule, side, size, task, kind, level, rating, black, white, firsts, line } = data ?? {};
  return typeof id === "string" && RULES.includes(rule) && ["b", "w"].includes(side) && SIZES.includes(size) &&
    ["win", "defence", "improve"].includes(task) && ["vcf", "vct", ""].includes(kind) &&
    [level, rating].every(Number.isFinite) && [black, white, firsts, line].every((points) => arePoints(points, size));
}

/* Whether the data are points of a board of this size. */
export function arePoints(data, size) {
  const isInside = ({ x, y }) => [x, y].every((at) => Number.isInteger(at) && at >= 0 && at < size);
  return Array.isArray(data) && data.every((point) => typeof point === "object" && point !== null && isInside(point));
}

/* The defences [{point, line}] in the order in which the reader meets them; the win by `line` follows `point`. Those that last
 * longest come first; of these the nearest to the threat: to the attacker's last move or the line that wins against most
 * defences, as all far away lose to it. */
export function inOrder(defences, attack) {
  const key = ({ line }) => line.map(({ x, y }) => `${x},${y}`).join(" ");
  const counts = new Map();
  for (const defence of defences) counts.set(key(defence), (counts.get(key(defence)) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const threat = defences.find((defence) => counts.get(key(defence)) === most)?.line ?? [];
  const between = (a, b) => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y));
  const distances = new Map(defences.map((defence) => [defence,
    [Math.min(...[attack, ...threat].map((at) => between(at, defence.point))), between(attack, defence.point)]]));
  const nearer = ([a, toAttack], [b, toAttackOfB]) => a - b || toAttack - toAttackOfB;
  return [...defences].sort((a, b) => b.line.length - a.line.length || nearer(distances.get(a), distances.get(b)));
}

/* ---- How the reader does -------------------------------------------------------------------- */

/* `tries` counts puzzles tried, `solved` those solved at once. `seen`: the ids tried. `repeats`: by id
 * {step, due} of puzzles once failed. `shifts`: by id what the puzzle's rating has changed. `daily`: the last
 * day whose puzzle was solved, and how many days in succession. */
export function newRecord() {
  return { rating: RATING, tries: 0, solved: 0, streak: 0, best: 0, seen: [], repeats: {}, shifts: {},
    daily: { day: "", count: 0 } };
}

/* The record of kept data; what it lacks, or has of another type, is as new. */
export function recordOf(data) {
  const record = newRecord();
  for (const [key, usual] of Object.entries(record)) {
    const value = data?.[key];
    const is = Array.isArray(usual) ? Array.isArray(value)
      : typeof usual === "number" ? Number.isFinite(value) : typeof value === "object" && value !== null && !Array.isArray(value);
    if (is) record[key] = value;
  }
  if (typeof record.daily.day !== "string" || !Number.isFinite(record.daily.count)) record.daily = newRecord().daily;
  return record;
}

export function ratingOf(record, puzzle) {
  return puzzle.rating + (record.shifts[puzzle.id] ?? 0);
}

function repeatAfter(record, { id }, isSolved, now) {
  const before = record.repeats[id];
  const step = isSolved ? (before ? before.step + 1 : REPEAT_MS.length) : 0;
  const repeats = { ...record.repeats };
  if (step < REPEAT_MS.length) repeats[id] = { step, due: now + REPEAT_MS[step] };
  else delete repeats[id];
  return repeats;
}

/* The record after a try. Ratings change only at the first try of a puzzle. */
export function rated(record, puzzle, isSolved, now) {
  const isFirst = !record.seen.includes(puzzle.id);
  const streak = isSolved ? record.streak + 1 : 0;
  const next = { ...record, streak, best: Math.max(record.best, streak), repeats: repeatAfter(record, puzzle, isSolved, now) };
  if (!isFirst) return next;
  const theirs = ratingOf(record, puzzle);
  const surprise = (isSolved ? 1 : 0) - 1 / (1 + 10 ** ((theirs - record.rating) / 400));
  const weight = record.tries < 20 ? 48 : record.tries < 60 ? 28 : 16;
  const rating = Math.max(RATING_LEAST, Math.min(RATING_MOST, Math.round(record.rating + weight * surprise)));
  const shift = Math.round((record.shifts[puzzle.id] ?? 0) - 12 * surprise);
  return { ...next, rating, tries: record.tries + 1, solved: record.solved + (isSolved ? 1 : 0),
    seen: [...record.seen, puzzle.id], shifts: { ...record.shifts, [puzzle.id]: shift } };
}

/* ---- Which one is next ---------------------------------------------------------------------- */

/* The puzzles of a rule and a task; "all" for any. */
export function chosen(puzzles, { rule, task }) {
  return puzzles.filter((puzzle) => (rule === "all" || puzzle.rule === rule) && (task === "all" || puzzle.task === task));
}

/* Those once failed whose time has come, the longest due first. */
export function dueOf(puzzles, record, now) {
  const due = (puzzle) => record.repeats[puzzle.id]?.due ?? Infinity;
  return puzzles.filter((puzzle) => due(puzzle) <= now).sort((a, b) => due(a) - due(b));
}

/* The next puzzle: one to repeat, else one not seen whose rating is a little below the reader's, else any. `random`
 * gives numbers from 0 to below 1. Null if there are none. */
export function nextPuzzle(puzzles, record, now, random) {
  const [due] = dueOf(puzzles, record, now);
  if (due) return due;
  const seen = new Set(record.seen);
  const fresh = puzzles.filter((puzzle) => !seen.has(puzzle.id));
  const from = fresh.length > 0 ? fresh : puzzles;
  for (const far of NEAR) {
    const near = from.filter((puzzle) => Math.abs(ratingOf(record, puzzle) - (record.rating - EASIER)) <= far);
    if (near.length > 0) return near[Math.floor(random() * near.length)];
  }
  return null;
}

/* "2026-11-26" of a time, by the reader's clock. */
export function dayOf(now) {
  const date = new Date(now);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/* The day before; days have 23 or 25 hours where clocks change. */
function dayBefore(now) {
  const date = new Date(now);
  date.setDate(date.getDate() - 1);
  return dayOf(date);
}

/* The puzzle of the day, the same for all readers of a set. */
export function dailyOf(puzzles, day) {
  return puzzles.length > 0 ? puzzles[parseInt(nameOf(day), 36) % puzzles.length] : null;
}

/* The record once the day's puzzle is solved. */
export function withDaily(record, now) {
  const day = dayOf(now), { daily } = record;
  if (daily.day === day) return record;
  return { ...record, daily: { day, count: daily.day === dayBefore(now) ? daily.count + 1 : 1 } };
}
