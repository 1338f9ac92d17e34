/* play.js: a game against the engine: its settings, whose turn it is, hint, undo, resignation and
 * clocks. */

import { Clock, clockText } from "./clock.js";
import { button, choice, percentText, segments } from "./controls.js";
import { announce, html, notify } from "./dom.js";
import { parsePoints, pointName } from "./layout.js";
import { RULES } from "./link.js";
import { OPENINGS, Opening } from "./opening.js";
import { newTree, other } from "./tree.js";
import { say } from "./words.js";

const FULL = "full";
const MOVE_SECONDS = [0.3, 1, 3, 10, 30];
const CLOCK_MINUTES = [0, 3, 5, 10, 20];
const SLICE_MS = 1000, HINT_MS = 1000, CLOCK_SHARE = 25, QUICK_MS = 100, SEEDS = 1e9;
const SIDES = { b: "black", w: "white" };

export class Play {
  /* `page` as for Analysis. */
  constructor(host, page) {
    Object.assign(this, { host, page, isRunning: false, color: "b", opening: null, isThinking: false, verdict: "", seed: 0 });
    this.clock = new Clock(0, () => this.drawClock(), (side) => this.finish(other(side), say("onTime")));
  }

  /* ---- Panel ---- */

  build() {
    const { settings } = this.page;
    const set = (key, map = (value) => value) => (value) => {
      settings[key] = map(value);
      this.page.save();
      this.drawMeaning();
    };
    this.meaning = html("p", { class: "soft" });
    const sizes = [];
    for (let size = 5; size <= 22; size++) sizes.push([size, size + " × " + size]);
    this.colorField = segments(say("youPlay"), [["b", say("black")], ["w", say("white")], ["both", say("bothSides")]],
      settings.color, set("color"));
    this.openerField = segments(say("opener"), [["you", say("you")], ["engine", "Kaname"]], settings.opener, set("opener"));
    this.setup = html("div", { class: "form" }, this.colorField, this.openerField,
      choice(say("level"), this.page.levels.map((name) => [name, say("level" + name[0].toUpperCase() + name.slice(1))]),
        settings.level, set("level")),
      choice(say("moveTime"), MOVE_SECONDS.map((count) => [count, say("seconds", { count })]), settings.seconds,
        set("seconds", Number)),
      choice(say("rule"), RULES.map((rule) => [rule, say(rule)]), settings.rule, set("rule")),
      choice(say("size"), sizes, settings.size, set("size", Number)),
      choice(say("opening"), [["free", say("freeOpening")], ...OPENINGS.map((name) => [name, say(name)])],
        this.hasOpening ? settings.opening : "free", set("opening")),
      choice(say("gameTime"), CLOCK_MINUTES.map((count) =>
        [count, count === 0 ? say("noClock") : say("minutesEach", { count })]), settings.minutes, set("minutes", Number)));
    this.actions = html("div", { class: "row actions" },
      this.newButton = button(say("newGame"), () => this.start(), { id: "new-game", class: "primary" }),
      this.undoButton = button(say("undo"), () => this.undo(), { id: "undo" }),
      this.hintButton = button(say("hint"), () => this.hint(), { id: "hint" }),
      this.nowButton = button(say("moveNow"), () => this.moveNow(), { id: "move-now" }),
      this.resignButton = button(say("resign"), () => this.resign(), { id: "resign" }));
    this.choices = html("div", { class: "choices", id: "choices", "aria-live": "polite" });
    this.host.replaceChildren(this.choices, this.actions, this.setup, this.meaning);
    this.drawMeaning();
    this.draw();
  }

  /* Whether the next game begins with an opening, which then settles the colours. */
  get hasOpening() {
    return OPENINGS.includes(this.page.settings.opening);
  }

  drawMeaning() {
    this.meaning.textContent = say(this.page.settings.rule + "Meaning") +
      (this.hasOpening ? " " + say(this.page.settings.opening + "Meaning") : "");
    this.colorField.hidden = this.hasOpening;
    this.openerField.hidden = !this.hasOpening;
  }

  draw() {
    if (!this.actions) return;
    const { game } = this.page;
    const mine = this.isRunning && !this.isThinking && !this.opening;
    this.undoButton.disabled = !game.node.parent || this.opening !== null;
    this.hintButton.disabled = game.isOver || (this.isRunning && !mine);
    this.resignButton.disabled = !this.isRunning || this.opening !== null || this.color === "both";
    this.nowButton.disabled = !this.isThinking || this.opening !== null;
    this.drawChoices();
    this.page.drawStatus();
  }

  drawChoices() {
    this.choices.replaceChildren(...(this.opening ? this.opening.controls() : []));
  }

  drawClock() {
    this.page.drawClock(this.isRunning
      ? ["b", "w"].map((side) => ({ side, text: clockText(this.clock.shownMs(side)), runs: this.clock.side === side })) : []);
  }

  /* The sentence above the board while a game runs; "" if there is none. */
  status() {
    if (this.verdict) return this.verdict;
    if (!this.isRunning) return "";
    if (this.opening) return this.opening.text;
    if (this.isThinking) return say("thinking");
    return this.color === "both" ? "" : say("yourMove", { side: say(SIDES[this.page.game.side]) });
  }

  /* ---- The game ---- */

  start() {
    const { game, settings } = this.page;
    this.page.claim(this);
    this.isRunning = true;
    this.verdict = "";
    this.isThinking = false;
    this.seed = Math.floor(Math.random() * SEEDS);
    this.color = settings.color;
    this.endOpening();
    this.clock.stop();
    this.clock = new Clock(settings.minutes * 60000, () => this.drawClock(), (side) => this.finish(other(side), say("onTime")));
    const tree = newTree({ rule: settings.rule, width: settings.size, height: settings.size });
    game.load(tree);
    this.root = tree;
    this.drawClock();
    this.page.boardHost.scrollIntoView({ block: "nearest" });
    if (this.hasOpening) this.open();
    else this.go();
  }

  /* ---- The opening ---- */

  open() {
    const { settings } = this.page;
    this.opening = new Opening(this.page, settings.opening, settings.opener === "you" ? 0 : 1, {
      changed: () => this.openingChanged(),
      ended: (color) => this.openingEnded(color),
    });
    this.opening.begin();
    this.draw();
  }

  openingChanged() {
    this.isThinking = this.opening.isThinking;
    this.draw();
    this.page.redraw();
    const first = this.opening.isAsking ? null : this.choices.querySelector("button");
    first?.focus({ preventScroll: true });
    if (first) this.choices.scrollIntoView({ block: "nearest" }); /* on a phone they lie below the board */
  }

  /* The game goes on with the reader's colour; null: there is no game. */
  openingEnded(color) {
    this.opening = null;
    this.isThinking = false;
    if (color === null) {
      this.leave();
      return;
    }
    this.color = color;
    this.page.redraw();
    this.go();
  }

  endOpening() {
    if (this.opening) this.opening.stop();
    this.opening = null;
  }

  /* A point of the board was chosen. Returns whether the opening takes it. */
  takes(point) {
    if (!this.opening) return false;
    this.opening.takes(point);
    return true;
  }

  /* ---- The game goes on ---- */

  /* The board has changed by other means: a file, a link, a step back. */
  leave() {
    this.isRunning = false;
    this.isThinking = false;
    this.endOpening();
    this.verdict = "";
    this.clock.stop();
    this.drawClock();
    this.draw();
  }

  stop() {
    this.page.engine.stop();
    this.isThinking = false;
    this.draw();
  }

  /* Whose turn is it? Lets the engine think where it is its. */
  async go() {
    const { game } = this.page;
    const node = game.node;
    this.draw();
    await game.known();
    if (!this.isRunning || game.node !== node) return;
    if (game.isOver) {
      this.finish(game.facts.end === "draw" ? null : game.facts.end[0], "");
      return;
    }
    this.clock.run(game.side);
    if (this.color !== "both" && game.side !== this.color) await this.think();
    else this.draw();
  }

  isMyTurn() {
    if (!this.isRunning || this.isThinking) return !this.isRunning;
    return this.color === "both" || this.page.game.side === this.color;
  }

  /* The reader plays a point. Returns whether the game takes part. */
  played() {
    const { game } = this.page;
    announce(say("playedAt", { side: say(SIDES[other(game.side)]), name: pointName(game.node.point, game.tree.height) }));
    this.go();
  }

  async think(limitMs = Infinity) {
    const { game, engine, settings } = this.page;
    const node = game.node;
    this.isThinking = true;
    this.draw();
    let totalMs = Math.min(settings.seconds * 1000, limitMs);
    if (settings.minutes > 0) totalMs = Math.min(totalMs, this.clock.shownMs(game.side) / CLOCK_SHARE + 20);
    const isWhole = settings.level !== FULL || totalMs <= SLICE_MS;
    this.best = null;
    const answer = await engine.think(`${game.request} level=${settings.level} seed=${this.seed} early=${isWhole ? 1 : 0}`, {
      totalMs, slice: () => (isWhole ? Math.max(50, totalMs) : SLICE_MS),
      show: (found) => {
        this.best = found.best;
        return !isWhole;
      },
    });
    if (game.node !== node || !this.isThinking || !answer) return;
    this.isThinking = false;
    if (answer.wrong) notify(answer.wrong, "error");
    else this.answerWith(answer);
  }

  answerWith(answer) {
    const { game } = this.page;
    const best = answer.lines.length > 0 && answer.lines[0].depth > 0 && this.page.settings.level === FULL
      ? answer.lines[0].moves : answer.best;
    const point = parsePoints(best, game.tree.height)[0];
    const evaluation = { blackRate: game.blackRate(answer.rate), score: answer.score, plies: answer.plies, depth: answer.depth };
    game.node.evaluation = evaluation;
    const side = say(SIDES[game.side]);
    game.play(point);
    announce(say("playedAt", { side, name: pointName(point, game.tree.height) }));
    this.go();
  }

  /* Plays the best move found so far, or takes a moment to find one. */
  moveNow() {
    const { game, engine } = this.page;
    if (!this.isThinking) return;
    const best = this.best;
    engine.stop();
    this.isThinking = false;
    if (best) {
      game.play(parsePoints(best, game.tree.height)[0]);
      this.go();
    } else {
      this.think(QUICK_MS);
    }
  }

  undo() {
    const { game, engine } = this.page;
    this.verdict = "";
    if (this.isThinking) engine.stop();
    const wasThinking = this.isThinking;
    this.isThinking = false;
    let node = game.node;
    if (!node.parent) return;
    const answered = this.isRunning && this.color !== "both" && !wasThinking && node.color !== this.color;
    const steps = answered && node.parent.parent ? 2 : 1;
    for (let i = 0; i < steps && node.parent; i++) node = node.parent;
    if (this.root === game.tree) this.isRunning = true;
    game.goTo(node);
    this.go();
  }

  async hint() {
    const { game, engine } = this.page;
    if (this.isThinking) return;
    const node = game.node;
    this.hintButton.disabled = true;
    const answer = await engine.think(game.request, { totalMs: HINT_MS });
    this.hintButton.disabled = false;
    if (!answer || answer.wrong || game.node !== node) return;
    const point = parsePoints(answer.lines[0]?.moves ?? answer.best, game.tree.height)[0];
    this.page.preview([point]);
    const rate = percentText(answer.lines[0]?.rate ?? answer.rate);
    const text = say("hintIs", { name: pointName(point, game.tree.height), rate });
    notify(text);
    announce(text);
  }

  resign() {
    if (!this.isRunning) return;
    this.page.engine.stop();
    this.isThinking = false;
    this.finish(other(this.color), say("byResignation"));
  }

  /* `winner` is "b", "w", or null for a draw. */
  finish(winner, how) {
    const { game } = this.page;
    this.page.engine.stop();
    this.clock.stop();
    this.isRunning = false;
    this.isThinking = false;
    game.tree.end = winner === null ? "draw" : SIDES[winner];
    const text = winner === null ? say("drawn") : this.color === "both" ? say(winner === "b" ? "blackWon" : "whiteWon")
      : say(winner === this.color ? "youWon" : "youLost");
    this.verdict = how ? `${text}, ${how}` : text;
    announce(this.verdict);
    this.drawClock();
    this.draw();
    this.choices.replaceChildren(html("div", { class: "row" },
      button(say("study"), () => this.page.showPanel("analyze"), { id: "study" })));
  }
}
