/* puzzle.js: the panel of puzzles. The reader finds each move of a win, or the move that stops one; the
 * engine judges every move and plays the defence that lasts longest. */

import { judgeMove } from "./coach.js";
import { TEXT_FILES, button, choice, fileField, percentText, readFile, textIn } from "./controls.js";
import { announce, byId, html, notify, refill } from "./dom.js";
import { parsePoints, pointName, samePoint } from "./layout.js";
import { arePoints, chosen, dailyOf, dayOf, dueOf, inOrder, isPuzzle, nextPuzzle, rated, ratingOf, readSet, recordOf,
  withDaily } from "./puzzle_set.js";
import { puzzlesOfGame } from "./puzzle_game.js";
import { PuzzleHelp, areHints, waysOf } from "./puzzle_help.js";
import { loadPuzzleSet, loadPuzzles, savePuzzleSet, savePuzzles, whenPuzzlesChange } from "./store.js";
import { SIDES, isIn, newTree, nodeAt, other, requestOf, sideAfter, wayTo } from "./tree.js";
import { say } from "./words.js";

const JUDGE_MS = 12000;
const LONGER = 6; /* times as long, where the reader asks for it */
const LIKELY_MAX = 8; /* points of the win that are tried as defences first */
const LOSS_MAX = 0.05; /* of win rate, of a move that is good enough */

export class Puzzles {
  constructor(host, page) {
    /* puzzle: the one on the board, in `tree` at `head`. known: {firsts, line}, the moves that are known to solve it from there
     * and the win, null if none is. isFailed: the reader has not solved it at once; isDecided: the record has it. unchecked: the
     * move that could not be judged. others: [{node, point, line}], defences not played yet and the wins that follow. own: puzzles
     * of the reader's games. isSearching: one of them for puzzles. */
    Object.assign(this, { host, page, puzzles: [], own: [], isLoaded: false, puzzle: null, tree: null, head: null, known: null,
      isFailed: false, isDecided: false, isStepping: false, isSearching: false, unchecked: null, others: [], seenOthers: 0,
      text: "", change: 0 });
    this.help = new PuzzleHelp(this);
    this.record = recordOf(loadPuzzles());
    whenPuzzlesChange(() => {
      this.record = recordOf(loadPuzzles());
      this.draw();
    });
    this.wanted = { rule: "all", task: "all" };
  }

  /* ---- The set ---- */

  /* Loads a set: the one that the reader has opened, the site's, or the few that the page itself has. */
  async load() {
    if (this.isLoaded) return;
    this.isLoaded = true;
    const kept = loadPuzzleSet();
    if (typeof kept === "string" && this.take(kept)) return;
    this.take(byId("few-puzzles")?.textContent.trim() ?? "");
    if (!location.protocol.startsWith("http")) return;
    try {
      const { puzzles } = this, answer = await fetch("puzzles.txt");
      const text = answer.ok ? await answer.text() : "";
      if (this.puzzles === puzzles) this.take(text); /* the reader may have opened a set meanwhile */
    } catch {
      /* no set beside the page */
    }
  }

  /* Takes the puzzles of a text. Returns whether it holds any. */
  take(text) {
    const { puzzles, fault } = readSet(text);
    if (fault !== 0 || puzzles.length === 0) return false;
    this.puzzles = puzzles;
    this.draw();
    return true;
  }

  async openSet(file) {
    const bytes = await readFile(file);
    if (bytes === null) return;
    const text = textIn(bytes);
    if (!this.take(text)) {
      await this.page.files.tellFault(bytes, say("puzzleSetBad", { line: readSet(text).fault }));
      return;
    }
    savePuzzleSet(text);
    notify(say("puzzleSetOpened", { count: this.puzzles.length }));
  }

  /* ---- Panel ---- */

  build() {
    const pick = (key) => (value) => {
      this.wanted[key] = value;
      this.draw();
    };
    const input = fileField("puzzle-file", TEXT_FILES, (file) => this.openSet(file));
    this.title = html("h2", { id: "puzzle-title" });
    this.verdict = html("p", { id: "puzzle-verdict" });
    this.actions = html("div", { class: "row", id: "puzzle-actions" });
    this.costs = html("p", { class: "soft", id: "puzzle-costs" });
    this.stats = html("dl", { class: "puzzle-stats", id: "puzzle-stats" });
    this.count = html("p", { class: "soft", id: "puzzle-count" });
    this.host.replaceChildren(this.title, this.verdict, this.actions, this.costs, this.stats,
      html("div", { class: "form" },
        choice(say("rule"), [["all", say("puzzleAll")], ...["freestyle", "standard", "renju"].map((rule) => [rule, say(rule)])],
          this.wanted.rule, pick("rule")),
        choice(say("puzzleTask"), [["all", say("puzzleAll")], ["win", say("puzzleWin")], ["defence", say("puzzleDefence")]],
          this.wanted.task, pick("task"))),
      this.count, html("div", { class: "row" },
        button(say("puzzleFromGame"), () => this.searchGame(), { id: "puzzle-game" }),
        button(say("puzzleOpen"), () => input.click(), { id: "puzzle-open" }), input));
    this.draw();
  }

  get pool() {
    return chosen(this.puzzles, this.wanted);
  }

  /* Whether the reader is to find a move. */
  get isOn() {
    return this.page.machine.state.phase === "puzzle";
  }

  /* What the puzzle has changed of the reader's rating; "" if nothing. */
  get changeText() {
    return this.change > 0 ? `+${this.change}` : this.change < 0 ? `\u2212${-this.change}` : "";
  }

  get isAway() {
    return this.isOn && this.page.game.node !== this.head;
  }

  holds(tree) {
    return this.tree !== null && tree === this.tree;
  }

  /* The page's status while a puzzle is on the board. */
  status() {
    return this.isOn && this.puzzle ? this.aim() : "";
  }

  aim() {
    const side = say(SIDES[this.puzzle.side]);
    if (this.puzzle.task === "improve") return say("puzzleToImprove", { side });
    const toHold = this.puzzle.kind === "vcf" ? "puzzleToHoldFours" : "puzzleToHold";
    return say(this.puzzle.task === "win" ? "puzzleToWin" : toHold, { side });
  }

  draw() {
    if (!this.actions) return;
    const { puzzle, record, isOn } = this;
    const now = Date.now(), day = dayOf(now);
    const cost = this.isDecided || puzzle?.isOwn ? null : say("puzzleCounts");
    this.title.textContent = puzzle ? this.aim() : say("puzzles");
    this.verdict.textContent = this.text || say(puzzle ? "puzzleYourMove" : "puzzleIdle");
    refill(this.actions, ...[
      button(say(puzzle ? "puzzleNext" : "puzzleStart"), () => this.next(), { id: "puzzle-next", class: isOn ? "" : "primary",
        disabled: this.pool.length === 0 }),
      isOn && this.unchecked ? button(say("puzzleLonger", { name: pointName(this.unchecked, puzzle.size) }),
        () => this.checkLonger(), { id: "puzzle-longer" }) : null,
      isOn && this.known !== null ? button(say(this.help.word), () => this.help.next(),
        { id: "puzzle-hint", title: cost, disabled: this.help.isTold }) : null,
      isOn ? button(say("puzzleShow"), () => this.help.showSolution(), { id: "puzzle-show", title: cost }) : null,
      isOn && this.isAway ? button(say("puzzleBack"), () => this.page.game.goTo(this.head), { id: "puzzle-back" }) : null,
      !isOn && puzzle && this.others.length > 0
        ? button(say("puzzleOthers", { count: this.others.length }), () => this.nextOther(), { id: "puzzle-others" }) : null,
      puzzle && this.page.past.isThere
        ? button(say("backToGame"), () => this.leave(), { id: "puzzle-game-back" }) : null,
      button(say(record.daily.day === day ? "puzzleDailyDone" : "puzzleDaily"), () => this.daily(), { id: "puzzle-daily",
        disabled: this.puzzles.length === 0 })].filter((child) => child !== null));
    this.costs.textContent = isOn && cost && this.known !== null ? say("puzzleCosts") : "";
    const rating = this.changeText ? `${record.rating} (${this.changeText})` : record.rating;
    const rows = [["puzzleRating", rating], ["puzzleSolved", `${record.solved} / ${record.tries}`],
      ["puzzleStreak", `${record.streak} (${record.best})`],
      ["puzzleRepeats", `${Object.keys(record.repeats).length} (${dueOf(this.puzzles, record, now).length})`],
      ["puzzleDays", record.daily.count]];
    if (puzzle && !puzzle.isOwn) rows.unshift(["puzzleLevel", `${"★".repeat(puzzle.level)} ${ratingOf(record, puzzle)}`]);
    this.stats.replaceChildren(...rows.flatMap(([key, value]) => [html("dt", {}, say(key)), html("dd", {}, String(value))]));
    this.count.textContent = say("puzzleCount", { count: this.pool.length });
  }

  tell(text) {
    this.text = text;
    announce(text);
    this.draw();
    this.page.keep();
  }

  /* ---- A puzzle ---- */

  async next() {
    await this.load();
    const found = this.own.shift() ?? nextPuzzle(this.pool, this.record, Date.now(), Math.random);
    if (found) this.begin(found);
    else this.tell(say("puzzleNone"));
  }

  async daily() {
    await this.load();
    const found = dailyOf(this.puzzles, dayOf(Date.now()));
    if (found) this.begin(found);
  }

  /* Puts the puzzle on the board. The game that was there is kept. */
  begin(puzzle) {
    const { page } = this;
    const bringBack = page.past.keep(), before = byId("status").textContent;
    const tree = newTree({ rule: puzzle.rule, width: puzzle.size, height: puzzle.size });
    tree.side = puzzle.side;
    tree.root.setup = [...puzzle.black.map((point) => ({ color: "b", ...point })),
      ...puzzle.white.map((point) => ({ color: "w", ...point }))];
    page.study(false);
    Object.assign(this, { puzzle, tree, head: tree.root, known: waysOf(puzzle), isFailed: false, isDecided: false, unchecked: null,
      others: [], seenOthers: 0, text: "", change: 0 });
    this.help.begin();
    this.step(() => page.game.load(tree));
    page.machine.send({ type: "puzzle" });
    page.tellBoard(false);
    if (bringBack) notify(say("gameKept"), "info", bringBack);
    if (this.aim() === before) announce(this.aim()); /* else the status is another, and says it */
    page.boardHost.scrollIntoView({ block: "nearest" });
    this.draw();
  }

  /* Changes the board in a step of the puzzle's own. */
  step(change) {
    this.isStepping = true;
    const result = change();
    this.isStepping = false;
    return result;
  }

  /* Plays a move at the puzzle's position. Returns its node. */
  play(point) {
    if (this.page.game.node !== this.head) this.goBack(this.head);
    const node = this.step(() => this.page.game.play(point));
    if (node) this.head = node;
    this.page.tellBoard(false);
    return node;
  }

  /* Goes back to an earlier position of the puzzle. */
  goBack(node) {
    this.head = node;
    this.step(() => this.page.game.goTo(node));
    this.page.tellBoard(false);
  }

  /* The board has changed. A puzzle whose position is gone is over. */
  moved() {
    if (this.isStepping) return;
    const { game, machine } = this.page;
    if (this.tree && (game.tree !== this.tree || !isIn(game.tree, this.head))) {
      Object.assign(this, { puzzle: null, tree: null, head: null, known: null, unchecked: null, others: [], text: "", change: 0 });
      if (machine.state.phase === "puzzle") machine.send({ type: "study" });
    }
    this.draw();
  }

  /* The engine is with another part. */
  lost() {
    if (this.isOn || this.isSearching) this.text = "";
    this.isSearching = false;
    this.draw();
  }

  /* ---- The reader's moves ---- */

  /* The reader's move on a free point. `longer`: how many times the usual time its check may take. */
  async takes(point, longer = 1) {
    const { page, puzzle } = this;
    const node = this.play(point);
    const job = node ? page.take("puzzle") : 0;
    if (!job) return;
    this.unchecked = null;
    this.tell(say("puzzleJudging"));
    const holds = () => page.machine.has(job) && this.puzzle === puzzle && this.head === node;
    await page.game.known();
    while (holds() && page.game.node !== node) { /* the reader looks elsewhere meanwhile */
      this.goBack(node);
      await page.game.known();
    }
    if (!holds()) return;
    const result = page.game.isOver ? { verdict: page.game.loser() === other(node.color) ? "five" : "holds", by: "" }
      : await this.judge(node, point, longer);
    if (!result || !holds()) return;
    page.machine.send({ type: "release", job });
    if (result.wrong) this.tell(result.wrong);
    else this.answer(node, point, result);
  }

  /* Gives {verdict}: "win" with all `defences`, "holds" (a win is gone, or the defence holds), "loses" with the
   * opponent's `line`, "worse" with the `loss` of win rate, "delays" with the `block` of a four, or "unknown", which
   * neither solves nor fails the puzzle. */
  async judge(node, point, longer) {
    const { engine, game } = this.page;
    if (this.puzzle.task === "improve") {
      const judged = await judgeMove(engine, this.tree, node);
      return !judged || judged.wrong ? judged : { verdict: judged.loss < LOSS_MAX ? "holds" : "worse", loss: judged.loss };
    }
    if (this.puzzle.task === "win") {
      const isKey = node.parent === this.tree.root && this.puzzle.firsts.some((first) => samePoint(first, point));
      const likely = isKey ? [] : this.puzzle.line.filter((at) => game.mayPlay(at)).slice(0, LIKELY_MAX);
      return engine.refute(requestOf(this.tree, node), { totalMs: (isKey ? 10 : longer) * JUDGE_MS,
        likely: likely.map((at) => pointName(at, game.tree.height)),
        show: (share) => this.showProgress(share) });
    }
    const theirs = parsePoints(game.facts[`${SIDES[other(node.color)]}_fives`] ?? "", game.tree.height);
    if (theirs.length > 0) return { verdict: "loses", line: theirs.slice(0, 1) };
    const fives = parsePoints(game.facts[`${SIDES[node.color]}_fives`] ?? "", game.tree.height);
    if (fives.length > 1) return { verdict: "five" };
    if (fives.length === 1) return { verdict: "delays", block: fives[0] };
    const found = await engine.solve(`${requestOf(this.tree, node)} mode=${this.puzzle.kind}`, { totalMs: longer * JUDGE_MS });
    if (!found || found.wrong) return found;
    if (found.verdict === "win") return { verdict: "loses", line: parsePoints(found.line, game.tree.height) };
    return { verdict: found.verdict === "no-win" ? "holds" : "unknown" };
  }

  showProgress(share) {
    this.verdict.textContent = say("puzzleChecking", { percent: Math.round(share * 100) + "%" });
  }

  answer(node, point, result) {
    const { page, puzzle } = this;
    const name = pointName(point, page.game.tree.height);
    const isRight = { win: true, five: true, holds: puzzle.task !== "win", delays: true }[result.verdict] ?? false;
    if (result.verdict === "unknown") {
      this.unchecked = point;
      this.goBack(node.parent);
      this.tell(say("puzzleUnknown", { name }));
    } else if (!isRight) {
      this.wrong(node, name, result);
    } else if (result.verdict === "win") {
      this.defend(node, result.defences);
    } else if (result.verdict === "delays") {
      this.play(result.block);
      this.known = null;
      this.tell(say("puzzleDelays", { name }));
    } else {
      this.solved();
    }
  }

  /* The move that could not be judged, once more and with more time. */
  checkLonger() {
    const point = this.unchecked;
    if (this.isAway) this.goBack(this.head);
    this.takes(point, LONGER);
  }

  wrong(node, name, { verdict, by, line, loss }) {
    const { page } = this;
    this.fail();
    this.goBack(node.parent);
    const answer = line ? pointName(line[0], page.game.tree.height) : by;
    if (verdict === "worse") this.tell(say("puzzleWorse", { name, percent: percentText(loss) }));
    else if (verdict === "loses") this.tell(say("puzzleLoses", { name, answer }));
    else if (answer) this.tell(say("puzzleRefuted", { name, answer }));
    else this.tell(say("puzzleNoThreat", { name }));
  }

  /* The defence that lasts longest, the nearest of several; those with other answers wait for the reader to ask. */
  defend(node, defences) {
    const height = this.page.game.tree.height;
    const lines = defences.map(({ move, line }) => ({ point: parsePoints(move, height)[0], line: parsePoints(line, height) }));
    const byAnswer = new Map();
    for (const defence of inOrder(lines, node.point)) {
      const key = pointName(defence.line[0], height);
      if (!byAnswer.has(key)) byAnswer.set(key, defence);
    }
    const [longest, ...rest] = [...byAnswer.values()];
    if (this.seenOthers === 0) this.others.push(...rest.map(({ point, line }) => ({ node, point, line })));
    this.meet(longest);
    this.tell(say("puzzleGoOn", { name: pointName(longest.point, height) }));
  }

  /* Plays a defence, {point, line}: `line` wins against it. */
  meet({ point, line }) {
    this.play(point);
    this.known = waysOf({ firsts: [], line });
  }

  /* ---- The end ---- */

  /* Counts the try, once a puzzle, in the record as it is now: another tab may have written it. */
  decide(isSolved) {
    if (this.isDecided) return;
    this.isDecided = true;
    if (this.puzzle.isOwn) return;
    const now = Date.now(), { puzzle } = this, record = recordOf(loadPuzzles());
    this.record = rated(record, puzzle, isSolved, now);
    if (isSolved && puzzle.id === dailyOf(this.puzzles, dayOf(now))?.id) this.record = withDaily(this.record, now);
    this.change = this.record.rating - record.rating;
    savePuzzles(this.record);
  }

  /* The reader has not solved it at once. */
  fail() {
    this.isFailed = true;
    this.decide(false);
  }

  solved() {
    this.decide(!this.isFailed);
    this.page.machine.send({ type: "study" });
    this.page.tellBoard(false);
    const text = this.seenOthers > 0 ? say("puzzleOtherSolved", { count: this.others.length })
      : say(this.isFailed ? "puzzleSolvedLate" : "puzzleSolvedNow", { change: this.changeText });
    this.tell(text);
  }

  /* The next of the other defences, from the position where it is played. */
  nextOther() {
    const [next, ...rest] = this.others;
    const { page } = this;
    Object.assign(this, { others: rest, seenOthers: this.seenOthers + 1 });
    page.machine.send({ type: "puzzle" });
    this.goBack(next.node);
    this.meet(next);
    this.tell(say("puzzleGoOn", { name: pointName(next.point, page.game.tree.height) }));
  }

  /* ---- Keeping ---- */

  /* The puzzle on the board as plain data, null if there is none. */
  data() {
    const { puzzle, own, isOn, known, isFailed, isDecided, seenOthers, change, text } = this, way = wayTo(this.head);
    if (puzzle === null) return null;
    const others = this.others.map(({ node, point, line }) => ({ way: wayTo(node), point, line }));
    return { puzzle, own, isOn, known, isFailed, isDecided, others, seenOthers, change, text, way, hints: this.help.data() };
  }

  /* Takes up a kept puzzle, whose tree is on the board. A move that was not judged yet is taken back. Data of another shape are
   * left alone. */
  restore(data) {
    if (!isPuzzleData(data)) return;
    const { page } = this, { tree, node } = page.game;
    const { puzzle, own, isOn, known, isFailed, isDecided, seenOthers, change } = data;
    const last = nodeAt(tree, data.way), isJudged = !isOn || sideAfter(tree, last) === puzzle.side;
    const others = data.others.map(({ way, point, line }) => ({ node: nodeAt(tree, way), point, line }));
    Object.assign(this, { puzzle, own, tree, known, isFailed, isDecided, others, seenOthers, change, unchecked: null,
      text: isJudged ? data.text : "", head: isJudged ? last : last.parent ?? tree.root });
    this.help.begin(areHints(data.hints) ? data.hints : undefined);
    if (isOn) page.machine.send({ type: "puzzle" });
    if (node === last) this.goBack(this.head);
    else page.tellBoard(false);
    this.load();
    this.draw();
  }

  /* ---- The reader's own games ---- */

  /* Back to the game that was on the board before. A puzzle that is not decided yet has no result. */
  leave() {
    this.page.bringBack();
    this.page.showPanel("play");
  }

  /* Looks for puzzles in the game on the board. */
  async searchGame() {
    const { page } = this;
    if (this.isOn) {
      page.tellRefusal("notInAPuzzle");
      return;
    }
    const job = page.take("puzzle");
    if (!job) return;
    this.isSearching = true;
    const found = await puzzlesOfGame(page, (share) => {
      this.text = say("puzzleSearching", { percent: Math.round(share * 100) + "%" });
      this.draw();
    }, () => page.machine.has(job));
    if (!found || !page.machine.has(job)) return;
    page.machine.send({ type: "release", job });
    this.own = found;
    this.tell(say(found.length > 0 ? "puzzleFound" : "puzzleFoundNone", { count: found.length }));
    if (found.length > 0) this.begin(this.own.shift());
  }
}

function isPuzzleData(data) {
  const { puzzle, own, isOn, known, isFailed, isDecided, others, seenOthers, change, text, way } = data ?? {};
  if (!isPuzzle(puzzle) || !Array.isArray(own) || !own.every(isPuzzle)) return false;
  const arePointsHere = (points) => arePoints(points, puzzle.size);
  const isWays = (ways) => arePointsHere(ways?.firsts) && ways.firsts.length > 0 && arePointsHere(ways.line);
  const isOther = (defence) => Array.isArray(defence?.way) && arePointsHere([defence.point]) && arePointsHere(defence.line);
  return [isOn, isFailed, isDecided].every((is) => typeof is === "boolean") && [seenOthers, change].every(Number.isInteger) &&
    Array.isArray(way) && typeof text === "string" && (known === null || isWays(known)) &&
    Array.isArray(others) && others.every(isOther);
}
