/* puzzles.js: tests of the sets of puzzles and of the reader's record. `puzzleTests()` gives a list of {name, run}. */

import { chosen, dailyOf, dayOf, dueOf, inOrder, isPuzzle, newRecord, nextPuzzle, rated, ratingOf, readSet, recordOf,
  withDaily } from "/site/puzzle_set.js";

const DAY_MS = 86400000, NOON = Date.UTC(2026, 10, 26, 12);

function same(actual, wanted, what = "") {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(wanted)];
  if (a !== b) throw new Error(`${what} ${a}, not ${b}`);
}

/* A set of so many puzzles, of levels 1 to 5 in turn. */
function setOf(count) {
  const lines = ["kaname-puzzles 1 15"];
  for (let i = 0; i < count; i++) {
    const at = String.fromCharCode(97 + (i % 15)) + String.fromCharCode(97 + Math.floor(i / 15));
    lines.push(`${"fr"[i % 2]}b${i % 3 === 2 ? "d" : "a"}t ${1 + (i % 5)} ${at} oo hh hhii`);
  }
  return readSet(lines.join("\n") + "\n").puzzles;
}

function refused(line, wanted) {
  same(readSet(`kaname-puzzles 1 15\n${line}\n`).fault, wanted, line);
}

export function puzzleTests() {
  return [
    { name: "a set of puzzles is read, row `a` the lowest", run() {
      const { puzzles, fault } = readSet("kaname-puzzles 1 15\r\nrwdf 3 aahh oo - bbcc\n");
      same([puzzles.length, fault], [1, 0]);
      const { rule, side, task, kind, level, black, white, firsts, line } = puzzles[0];
      same([rule, side, task, kind, level], ["renju", "w", "defence", "vcf", 3]);
      same([black, white, firsts, line], [[{ x: 0, y: 14 }, { x: 7, y: 7 }],
        [{ x: 14, y: 0 }], [], [{ x: 1, y: 13 }, { x: 2, y: 12 }]]);
    } },
    { name: "a line that is no puzzle is named", run() {
      for (const line of ["", "rwdf 3 aahh oo - bbcc"]) refused(line, 0);
      for (const line of ["xwdf 3 aahh oo - bbcc", "rwdf 6 aahh oo - bbcc", "rwdf 3 aah oo - bbcc", "rwdf 3 aahh aa - bbcc",
        "rwdf 3 aahh vv - bbcc", "rwdf 3 aahh oo -", "rwdf 3 aahh oo - bbcc x"]) refused(line, 2);
      for (const text of ["", "kaname-puzzles 2 15", "kaname-puzzles 1 4", "kaname-puzzles 1 23"])
        same(readSet(text).fault, 1, text);
    } },
    { name: "ratings move toward the result, the reader's and the puzzle's apart, and once a puzzle", run() {
      const [puzzle] = setOf(1), record = newRecord();
      const won = rated(record, puzzle, true, NOON), lost = rated(record, puzzle, false, NOON);
      if (!(won.rating > record.rating && lost.rating < record.rating)) throw new Error(`${won.rating}, ${lost.rating}`);
      if (!(ratingOf(won, puzzle) < puzzle.rating && ratingOf(lost, puzzle) > puzzle.rating))
        throw new Error("the puzzle's rating");
      const again = rated(lost, puzzle, true, NOON);
      same([again.rating, again.tries, again.solved, again.streak], [lost.rating, 1, 0, 1]);
    } },
    { name: "streaks count puzzles solved in succession", run() {
      const puzzles = setOf(4);
      let record = newRecord();
      for (const [i, is] of [true, true, false, true].entries()) record = rated(record, puzzles[i], is, NOON);
      same([record.streak, record.best, record.solved, record.tries], [1, 2, 3, 4]);
    } },
    { name: "a failed puzzle comes again, later after each success, and leaves after four", run() {
      const puzzles = setOf(20), [puzzle] = puzzles;
      let record = rated(newRecord(), puzzle, false, NOON), now = NOON;
      same(dueOf(puzzles, record, now + 5 * 60000), []);
      for (const days of [0.01, 1.01, 4.01, 14.01]) {
        now += days * DAY_MS;
        same(nextPuzzle(puzzles, record, now, () => 0).id, puzzle.id, `after ${days} days`);
        record = rated(record, puzzle, true, now);
        same(dueOf(puzzles, record, now + 3600000), []);
      }
      same(record.repeats, {});
    } },
    { name: "the next puzzle is a new one, a little easier than even, until none is left", run() {
      const puzzles = setOf(60), seen = new Set();
      let record = newRecord(), x = 7;
      const random = () => (x = (x * 16807) % 2147483647) / 2147483647;
      for (const rating of [1300, 1600, 1900]) {
        const below = Array.from({ length: 40 }, () => rating - nextPuzzle(puzzles, { ...record, rating }, NOON, random).rating);
        const mean = below.reduce((sum, part) => sum + part) / below.length;
        if (below.some((part) => part < 0 || part > 200)) throw new Error(`${Math.min(...below)} to ${Math.max(...below)} below`);
        if (mean < 40) throw new Error(`${mean} below in the mean`);
      }
      for (let i = 0; i < 60; i++) {
        const puzzle = nextPuzzle(puzzles, record, NOON, random);
        if (seen.has(puzzle.id)) throw new Error("a puzzle comes twice");
        seen.add(puzzle.id);
        record = rated(record, puzzle, random() < 0.5, NOON - DAY_MS * 0.001);
        record = { ...record, repeats: {} };
      }
      same(nextPuzzle([], record, NOON, random), null);
    } },
    { name: "the puzzle of the day is the same all day, and its days are counted", run() {
      const puzzles = setOf(60), day = dayOf(NOON);
      same(dailyOf(puzzles, day).id, dailyOf(setOf(60), day).id);
      const days = new Set(Array.from({ length: 30 }, (_, i) => dailyOf(puzzles, dayOf(NOON + i * DAY_MS)).id));
      if (days.size < 15) throw new Error(`${days.size} puzzles in 30 days`);
      const twice = withDaily(withDaily(newRecord(), NOON), NOON + DAY_MS);
      same([withDaily(twice, NOON + DAY_MS).daily.count, withDaily(twice, NOON + 3 * DAY_MS).daily.count], [2, 1]);
    } },
    { name: "days follow each other where clocks change, late and early in the day", run() {
      for (const [hour, minute] of [[0, 10], [2, 30], [23, 50]]) {
        let record = newRecord();
        for (let day = 1; day <= 366; day++) record = withDaily(record, new Date(2026, 0, day, hour, minute).getTime());
        same(record.daily.count, 366, `at ${hour}:${minute}`);
      }
    } },
    { name: "a kept record that is damaged costs only what is damaged", run() {
      same(recordOf(null), newRecord());
      same(recordOf({ daily: {} }), newRecord());
      same(recordOf({ daily: { day: "2026-11-26", count: 2 } }), { ...newRecord(), daily: { day: "2026-11-26", count: 2 } });
      same(recordOf({ rating: "x", tries: 5, seen: {}, repeats: [], daily: null, other: 1 }), { ...newRecord(), tries: 5 });
    } },
    { name: "a kept puzzle that is damaged is none", run() {
      const [puzzle] = setOf(1);
      same(isPuzzle(JSON.parse(JSON.stringify(puzzle))), true);
      const slips = { id: 7, rule: "chess", side: "x", size: 4, task: "", kind: "vcx", level: "1", rating: null, black: {},
        white: [null], firsts: [{ x: 15, y: 0 }], line: [{ x: 0.5, y: 0 }] };
      for (const [key, value] of Object.entries(slips)) same(isPuzzle({ ...puzzle, [key]: value }), false, key);
      for (const data of [null, undefined, 7, "", []]) same(isPuzzle(data), false, String(data));
    } },
    { name: "the longest defence comes first, of several the nearest to the threat", run() {
      const at = (name) => ({ x: name.charCodeAt(0) - 97, y: 15 - Number(name.slice(1)) });
      const defence = (name, ...line) => ({ name, point: at(name), line: line.map(at) });
      const win = ["k8", "l8", "g8"], other = ["h9", "h10", "h11"];
      const defences = [defence("a15", ...win), defence("o1", ...win), defence("f9", ...win), defence("k8", ...other),
        defence("g7", ...win), defence("m8", ...win), defence("a1", "k8"), defence("n15", ...other, "b2", "c2")];
      const names = (list) => list.map(({ name }) => name).join(" ");
      const before = names(defences);
      same(names(inOrder(defences, at("j8"))), "n15 k8 g7 m8 f9 o1 a15 a1");
      same(names(inOrder([...defences].reverse(), at("j8"))), "n15 k8 m8 g7 f9 o1 a15 a1");
      same([names(defences), inOrder([], at("j8"))], [before, []]);
    } },
    { name: "puzzles are chosen by rule and task", run() {
      const puzzles = setOf(12);
      same(chosen(puzzles, { rule: "all", task: "all" }).length, 12);
      same(chosen(puzzles, { rule: "renju", task: "all" }).length, 6);
      same(chosen(puzzles, { rule: "renju", task: "defence" }).map((puzzle) => [puzzle.rule, puzzle.task]),
        [["renju", "defence"], ["renju", "defence"]]);
    } },
  ];
}
