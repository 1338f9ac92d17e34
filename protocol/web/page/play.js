/* play.js: a game against the engine: its settings, its moves, undo, resignation and clocks. Whose turn
 * it is and who has the engine the machine of state.js knows. */

import { Clock, clockText } from "./clock.js";
import { Coach } from "./coach.js";
import { button, choice, segments, sizeChoices } from "./controls.js";
import { announce, html, notify, offerFocus, takesText } from "./dom.js";
import { Hint } from "./hint.js";
import { isGameData } from "./kept_game.js";
import { parsePoints, pointName } from "./layout.js";
import { OPENINGS, Opening } from "./opening.js";
import { levelName, nameField, namePlayers } from "./players.js";
import { isFree, isKanamesTurn, isLessonDue, isLessonOffered, isTimed } from "./state.js";
import { drawClock, drawStatus } from "./status.js";
import { RULES, SIDES, evaluate, isFresh, isIn, isOnMainLine, newTree, nodeAt, other, path, sideAfter, wayTo } from "./tree.js";
import { say } from "./words.js";

const FULL = "full";
const MOVE_SECONDS = [0.3, 1, 3, 10, 30];
const CLOCK_MINUTES = [0, 3, 5, 10, 20];
const SLICE_MS = 1000, CLOCK_SHARE = 25, QUICK_MS = 100, SEEDS = 1e9;

export class Play {
  /* `page` has game, engine, machine, settings, tellBoard() and what else the panels use. */
  constructor(host, page) {
    /* head: the node of the game's position; opened: the nodes up to the end of the opening, 0 without one; result:
     * {winner, how} of a game that has ended. */
    Object.assign(this, { host, page, head: null, opening: null, opened: 0, result: null, seed: 0, best: null, limitMs: Infinity,
      isPlacing: false, named: undefined });
    this.clock = this.newClock(0);
    this.coach = new Coach(page);
    this.hints = new Hint(page);
  }

  newClock(limitMs) {
    return new Clock(limitMs, () => this.drawClock(), (side) => this.finish(other(side), "onTime"));
  }

  get state() {
    return this.page.machine.state;
  }

  get color() {
    return this.state.color;
  }

  get isRunning() {
    return this.state.phase === "game" || this.state.phase === "opening";
  }

  get isThinking() {
    return ["game", "opening", "coach"].includes(this.state.owner) || isKanamesTurn(this.state) || isLessonDue(this.state);
  }

  /* The side of the reader in a game against Kaname, "" without one. */
  get readerSide() {
    return this.head !== null && !this.opening && this.color !== "both" ? this.color : "";
  }

  get isAway() {
    return this.head !== null && this.page.game.node !== this.head;
  }

  /* ---- Panel ---- */

  build() {
    const { settings } = this.page;
    const set = (key, map = (value) => value) => (value) => {
      settings[key] = map(value);
      this.page.save();
      this.drawMeaning();
    };
    /* An empty board shows what the next game will be played on. */
    const setBoard = (key, map) => (value) => {
      set(key, map)(value);
      if (this.state.phase === "study" && isFresh(this.page.game.tree)) this.page.game.load(this.newTree());
    };
    this.meaning = html("p", { class: "soft" });
    this.colorField = segments(say("youPlay"), [["b", say("black")], ["w", say("white")], ["both", say("bothSides")]],
      settings.color, set("color"));
    this.openerField = segments(say("opener"), [["you", say("you")], ["engine", "Kaname"]], settings.opener, set("opener"));
    const rename = () => {
      this.page.save();
      this.namePlayers(this.named);
    };
    this.setup = html("div", { class: "form" }, nameField(settings, rename), this.colorField, this.openerField,
      choice(say("level"), this.page.levels.map((name) => [name, levelName(name)]), settings.level, (level) => {
        set("level")(level);
        this.namePlayers(this.named);
      }),
      choice(say("moveTime"), MOVE_SECONDS.map((count) => [count, say("seconds", { count })]), settings.seconds,
        set("seconds", Number)),
      choice(say("rule"), RULES.map((rule) => [rule, say(rule)]), settings.rule, setBoard("rule")),
      html("p", { class: "soft", id: "rule-note" }), choice(say("size"), sizeChoices(), settings.size, setBoard("size", Number)),
      choice(say("opening"), [["free", say("freeOpening")], ...OPENINGS.map((name) => [name, say(name)])],
        this.hasOpening ? settings.opening : "free", set("opening")),
      choice(say("gameTime"), CLOCK_MINUTES.map((count) =>
        [count, count === 0 ? say("noClock") : say("minutesEach", { count })]), settings.minutes, set("minutes", Number)));
    this.actions = html("div", { class: "row actions" },
      this.newButton = button(say("newGame"), () => this.start(), { id: "new-game", class: "primary" }),
      this.undoButton = button(say("undo"), () => this.undo(), { id: "undo" }),
      this.hintButton = button(say("hint"), () => this.hints.next(), { id: "hint" }),
      this.nowButton = button(say("moveNow"), () => this.moveNow(), { id: "move-now" }),
      this.resignButton = button(say("resign"), () => this.resign(), { id: "resign" }));
    this.choices = html("div", { class: "choices", id: "choices" });
    this.forNext = html("p", { class: "soft", id: "for-next" }, say("forNextGame"));
    this.host.replaceChildren(this.choices, this.actions, this.forNext, this.setup, this.meaning);
    this.drawMeaning();
    this.draw();
  }

  /* Whether the next game begins with an opening, which then settles the colours. */
  get hasOpening() {
    return OPENINGS.includes(this.page.settings.opening);
  }

  drawMeaning() {
    drawStatus(this.page);
    this.meaning.textContent = say(this.page.settings.rule + "Meaning") +
      (this.hasOpening ? " " + say(this.page.settings.opening + "Meaning") : "");
    this.colorField.hidden = this.hasOpening;
    this.openerField.hidden = !this.hasOpening;
  }

  draw() {
    if (!this.actions) return;
    const { state, page } = this;
    this.undoButton.disabled = this.undoRefusal() !== "";
    this.hintButton.disabled = page.refusalOf("hint") !== "";
    this.resignButton.disabled = state.phase !== "game" || state.color === "both";
    this.newButton.classList.toggle("primary", !isLessonOffered(state));
    this.hintButton.textContent = say(this.hints.word);
    this.nowButton.disabled = !["game", "coach"].includes(state.owner);
    this.forNext.hidden = !this.isRunning;
    this.drawChoices();
    drawStatus(page);
  }

  drawChoices() {
    this.choices.replaceChildren(...this.offered().filter((part) => part !== null));
  }

  /* Brings the choices into view, and the focus to the first of them; neither for a reader who types. */
  showChoices() {
    if (takesText(document.activeElement)) return;
    offerFocus(this.choices.querySelector("button"));
    this.choices.scrollIntoView({ block: "nearest" }); /* on a phone they lie below the board */
  }

  /* The choices of the opening, or the ways to go on. */
  offered() {
    const { state, page } = this;
    const study = () => button(say("study"), () => page.study(), { id: "study" });
    const row = (...buttons) => [html("div", { class: "row" }, ...buttons)];
    if (state.phase === "ended") return state.isAway ? row(this.backButton()) : [...this.coach.moments(), ...row(study())];
    if (isLessonOffered(state)) return this.coach.controls();
    if (isFree(state) || (!state.isAway && !state.isHeld)) return this.opening ? this.opening.controls() : [];
    const mayContinue = !state.isOver && (state.phase === "game" || !state.isAway);
    return row(state.isAway ? this.backButton() : null,
      mayContinue ? button(say("continueHere"), () => this.proceed(), { id: "continue" }) : null, study());
  }

  backButton() {
    return button(say("backToGame"), () => this.page.game.goTo(this.head), { id: "back-to-game", class: "primary" });
  }

  drawClock() {
    drawClock(this.isRunning && !this.opening
      ? ["b", "w"].map((side) => ({ side, text: clockText(this.clock.shownMs(side)), runs: this.clock.side === side })) : []);
  }

  /* The sentence above the board while a game runs or has ended; "" if there is none. */
  status() {
    const { state } = this;
    if (state.phase === "editing") return say("editing");
    if (state.phase === "study") return "";
    if (state.phase === "ended") return this.isOver ? this.verdict() : "";
    if (state.isAway) return say("gameWaits");
    if (state.isHeld) return say("gameHeld");
    if (this.opening) return this.opening.text;
    if (isLessonOffered(state)) return say("lessonStatus");
    if (isLessonDue(state)) return say("judging");
    if (this.isThinking) return say("thinking");
    return state.color === "both" ? "" : say("yourMove", { side: say(SIDES[this.page.game.side]) });
  }

  /* Whether the position on the board is the end of the game, also by resignation or on time. */
  get isOver() {
    return this.state.phase === "ended" && !this.state.isAway;
  }

  verdict() {
    if (!this.result) return "";
    const { winner, how } = this.result;
    const text = winner === null ? say("drawn") : this.color === "both" ? say(winner === "b" ? "blackWon" : "whiteWon")
      : say(winner === this.color ? "youWon" : "youLost");
    return how ? `${text}, ${say(how)}` : text;
  }

/* ---- The game ---- */

  newTree() {
    const { settings } = this.page;
    return newTree({ rule: settings.rule, width: settings.size, height: settings.size });
  }

  /* Begins a game: on the tree if one is given, else on a new board. The game on the board can be brought back. */
  start(tree = this.newTree()) {
    const { game, machine, settings } = this.page;
    if (tree !== game.tree) this.page.past.offer();
    this.forget();
    this.seed = Math.floor(Math.random() * SEEDS);
    this.clock = this.newClock(settings.minutes * 60000);
    this.head = tree.root;
    machine.send({ type: "begin", color: settings.color, hasOpening: this.hasOpening });
    game.load(tree, tree.root);
    if (!this.hasOpening) this.namePlayers(undefined);
    this.page.boardHost.scrollIntoView({ block: "nearest" });
    if (this.hasOpening) this.open(settings.opening, settings.opener === "you" ? 0 : 1);
  }

  /* The game is no more: the board shows another one, or the reader studies it. */
  forget() {
    if (this.opening) this.opening.stop();
    this.clock.stop();
    Object.assign(this, { head: null, opening: null, opened: 0, result: null });
  }

  /* The position on the board has changed; called before the machine hears of it. */
  boardChanged() {
    const { game, machine } = this.page;
    if (this.isPlacing) this.head = game.node;
    if (this.head === null || isIn(game.tree, this.head)) return;
    /* The reader has deleted the game's last moves. */
    if (this.state.phase === "game") {
      this.head = game.node;
      machine.send({ type: "hold" });
      return;
    }
    if (this.state.phase === "opening") notify(say("openingGone"));
    else game.tree.end = "none";
    this.forget();
    machine.send({ type: "study" });
  }

  /* Makes the move part of the game. The game's moves are the main line; but where the reader plays both sides, another
   * move than before begins a variation. Returns the node, null if the point is taken. */
  place(point) {
    const isAlone = this.state.phase === "game" && this.color === "both";
    this.isPlacing = true;
    const node = this.page.game.play(point, !isAlone);
    this.isPlacing = false;
    return node;
  }

  /* The machine has come to another state. */
  stateChanged(before, after) {
    const side = isTimed(after) ? after.side : null;
    if (this.clock.side !== side) {
      if (side === null) this.clock.stop();
      else this.clock.run(side);
    }
    if (before.phase === "game" && after.phase === "ended" && this.result === null) this.endedOnBoard();
    const isBack = (state) => state.phase === "opening" && !state.isAway && !state.isHeld;
    if (this.opening && isBack(after) && before.phase === "opening" && !isBack(before)) this.opening.again();
    this.drawClock();
    this.draw();
  }

  /* ---- The opening ---- */

  open(rule, person, kept = {}) {
    this.opening = new Opening(this.page, rule, person, {
      place: (point) => this.place(point),
      changed: () => this.openingChanged(),
      ended: (color) => this.openingEnded(color),
    });
    Object.assign(this.opening, kept);
    this.opening.begin();
    this.draw();
  }

  openingChanged() {
    this.draw();
    this.page.redraw();
    if (!this.opening.isAsking && this.choices.querySelector("button")) {
      announce(this.choices.firstChild.textContent);
      this.showChoices();
    }
  }

  /* The game goes on with the reader's colour; null: there is no game. */
  openingEnded(color) {
    this.opening = null;
    if (color === null) {
      this.page.study(false);
      return;
    }
    this.opened = path(this.head).length;
    this.page.machine.send({ type: "begin", color, hasOpening: false });
    this.namePlayers(undefined);
    this.page.tellBoard(false);
    this.page.redraw();
  }

  /* Names the players of a game against Kaname that runs; `named`: see namePlayers(). */
  namePlayers(named) {
    if (this.state.phase !== "game" || this.color === "both") return;
    this.named = namePlayers(this.page.game.tree, this.color, this.page.settings, named);
    this.page.redraw();
    this.page.keep();
  }

  /* ---- The moves ---- */

  /* The reader plays a free point; `goesOn`: the game goes on at the position on the board. */
  take(point, goesOn) {
    const { game } = this.page;
    if (goesOn && !this.proceed()) return;
    const side = say(SIDES[game.side]);
    if (!this.place(point)) return;
    if (this.coach.isOn) this.page.machine.send({ type: "teach" });
    announce(say("playedAt", { side, name: pointName(point, game.tree.height) }));
  }

  /* The game goes on at the position on the board. Returns whether it does. */
  proceed() {
    const { game, machine } = this.page;
    this.head = game.node;
    const refusal = machine.send({ type: "proceed" });
    if (refusal) this.page.tellRefusal(refusal);
    return refusal === "";
  }

  /* Kaname's turn: the engine searches and moves. */
  async think(job) {
    const { game, engine, machine, settings } = this.page;
    let totalMs = Math.min(settings.seconds * 1000, this.limitMs);
    this.limitMs = Infinity;
    if (this.clock.limitMs > 0) totalMs = Math.min(totalMs, this.clock.shownMs(game.side) / CLOCK_SHARE + 20);
    const isWhole = settings.level !== FULL || totalMs <= SLICE_MS;
    /* The first stone goes to the centre at once; without `early` the empty board would be analyzed. */
    const isFirst = !game.position().cells.some((cell) => cell === "b" || cell === "w");
    const early = isWhole || isFirst ? 1 : 0;
    this.best = null;
    const answer = await engine.think(`${game.request} level=${settings.level} seed=${this.seed} early=${early}`, {
      totalMs, slice: () => (isWhole ? Math.max(50, totalMs) : SLICE_MS),
      show: (found) => {
        this.best = found.best;
        return !isWhole;
      },
    });
    if (!machine.has(job)) return;
    if (!answer || answer.wrong) {
      if (answer) notify(answer.wrong, "error");
      machine.send({ type: "hold" });
      return;
    }
    evaluate(game.node, { blackRate: game.blackRate(answer.rate), plies: answer.plies });
    const isExact = answer.lines.length > 0 && answer.lines[0].depth > 0 && settings.level === FULL;
    this.answer(isExact ? answer.lines[0].moves : answer.best);
  }

  /* Plays the first of the moves for Kaname. */
  answer(moves) {
    const { game, machine } = this.page;
    const point = parsePoints(moves, game.tree.height)[0];
    const side = say(SIDES[game.side]);
    if (point && this.place(point)) announce(say("playedAt", { side, name: pointName(point, game.tree.height) }));
    else machine.send({ type: "hold" });
  }

  /* Plays the best move found so far, or takes a moment to find one. */
  moveNow() {
    const { machine } = this.page;
    if (this.state.owner === "game" && this.best) {
      this.answer(this.best);
      return;
    }
    this.limitMs = QUICK_MS;
    const refusal = machine.send({ type: "hurry" });
    if (!refusal) return;
    this.limitMs = Infinity;
    this.page.tellRefusal(refusal);
  }

  /* The node that undo goes to: in a game the reader's turn before, after its opening; else the move before. */
  undoTarget() {
    const { state } = this;
    const { tree, node } = this.page.game;
    if (isFree(state) || state.color === "both") return node.parent;
    for (let at = node.parent; at && path(at).length >= this.opened; at = at.parent)
      if (sideAfter(tree, at) === state.color) return at;
    return null;
  }

  /* Undo on an empty board brings back the game that a new one has replaced. */
  get undoesNewGame() {
    return this.page.past.isThere && isFresh(this.page.game.tree);
  }

  /* Whether the game has ended on time: a side that took its move back would have no time for another. */
  get isOutOfTime() {
    return this.state.phase === "ended" && this.result?.how === "onTime";
  }

  undoRefusal() {
    if (this.undoesNewGame) return "";
    if (this.state.phase === "opening") return "notInAnOpening";
    if (this.isOutOfTime) return "timeIsOver";
    return this.undoTarget() ? "" : "nothingToUndo";
  }

  undo() {
    const { game, machine } = this.page;
    const refusal = this.undoRefusal();
    if (refusal) {
      this.page.tellRefusal(refusal);
      return;
    }
    if (this.undoesNewGame) {
      this.page.bringBack();
      return;
    }
    const target = this.undoTarget();
    if (isFree(this.state)) {
      game.goTo(target);
      return;
    }
    if (this.state.phase === "ended" && isOnMainLine(game.node)) game.tree.end = "none"; /* the result of the main line */
    this.head = target;
    this.result = null;
    game.goTo(target);
    machine.send({ type: "begin", color: this.color, hasOpening: false });
    this.page.tellBoard(false);
  }

  /* ---- The end ---- */

  resign() {
    if (this.state.phase !== "game" || this.color === "both") {
      this.page.tellRefusal("noGame");
      return;
    }
    this.page.game.goTo(this.head);
    this.finish(other(this.color), "byResignation");
  }

  /* `winner` is "b", "w", or null for a draw; `how` is a key of the word tables, or "". */
  finish(winner, how) {
    if (this.state.phase !== "game") return;
    this.setResult(winner, how);
    this.page.machine.send({ type: "finish" });
  }

  endedOnBoard() {
    const { end } = this.page.game.facts;
    this.setResult(end === "draw" ? null : end[0], "");
  }

  /* The tree has the result of its main line alone. */
  setResult(winner, how) {
    this.result = { winner, how };
    if (isOnMainLine(this.head)) this.page.game.tree.end = winner === null ? "draw" : SIDES[winner];
    if (this.isAway) announce(this.verdict()); /* else the status says it */
    this.page.keep();
  }

  /* ---- Keeping ---- */

  /* The game as plain data, null if there is none. */
  data() {
    const { phase, color, isHeld, lesson } = this.state;
    if (this.head === null) return null;
    return { phase, color, isHeld, isTaught: lesson !== "", seed: this.seed, way: wayTo(this.head), result: this.result,
      opened: this.opened, named: this.named, limitMs: this.clock.limitMs,
      used: { b: this.clock.usedMs("b"), w: this.clock.usedMs("w") }, opening: this.opening?.data() ?? null };
  }

  /* Takes up a kept game, whose tree is on the board. Data of another shape are left alone. */
  restore(data) {
    const { game, machine } = this.page;
    if (!isGameData(data)) return;
    this.forget();
    this.seed = data.seed;
    this.head = nodeAt(game.tree, data.way);
    this.clock = this.newClock(data.limitMs);
    this.clock.used = { b: data.used.b, w: data.used.w };
    this.result = data.phase === "ended" ? data.result : null;
    this.named = data.named;
    this.opened = data.opened ?? 0;
    machine.send({ type: "begin", color: data.color, hasOpening: data.opening !== null });
    if (data.phase === "ended") machine.send({ type: "finish" });
    else if (data.isHeld) machine.send({ type: "hold" });
    else if (data.isTaught) machine.send({ type: "teach" });
    this.page.tellBoard(false);
    if (data.opening) this.open(data.opening.rule, data.opening.person, data.opening);
  }
}
