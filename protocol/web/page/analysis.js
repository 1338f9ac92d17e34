/* analysis.js: the panel that searches the position on the board, whichever it is, until it is switched
 * off, and shows the best lines. */

import { button, choice, percentText, scoreText, shortNumber, toggle } from "./controls.js";
import { html, notify } from "./dom.js";
import { parsePoints, pointName } from "./layout.js";
import { legend } from "./legend.js";
import { evaluate } from "./tree.js";
import { say } from "./words.js";

const BALANCE_MS = 3000, PLAY_OUT_MS = 350;

/* Short slices: a new position waits for the end of the running one. */
const SLICE_MS = { first: 30, later: 60 };

function sliceMs(elapsedMs) {
  return elapsedMs === 0 ? SLICE_MS.first : SLICE_MS.later;
}

export class Analysis {
  /* `page` has game, engine, machine, settings, save(), redraw(), preview(line or null). `held`: the line that
   * the reader looks at, which stays as it is meanwhile. */
  constructor(host, page) {
    Object.assign(this, { host, page, answer: null, node: null, held: null, timer: null, request: "" });
  }

  /* Whether it has the engine. */
  get isOn() {
    return this.page.machine.state.owner === "analysis";
  }

  build() {
    const { settings } = this.page;
    this.switch = button("", () => this.toggle(), { id: "analyze", class: "primary" });
    this.balance = button(say("balance"), () => this.findBalance(), { id: "balance" });
    this.facts = html("dl", { class: "facts" });
    this.list = html("ol", { class: "lines", id: "lines" });
    this.hint = html("p", { class: "soft", id: "analysis-hint" });
    this.signs = html("div", { id: "signs" });
    this.host.replaceChildren(
      html("div", { class: "row" }, this.switch, this.balance),
      html("div", { class: "row options" },
        choice(say("lines"), Array.from({ length: 10 }, (_, i) => [i + 1, i + 1]), settings.lines, (value) => {
          settings.lines = Number(value);
          this.page.save();
          this.restart();
        }),
        toggle(say("showMarks"), settings.marks, (value) => {
          settings.marks = value;
          this.page.save();
          this.draw();
          this.page.redraw();
        })),
      this.facts, this.list, this.page.threats.host, this.signs, this.hint);
    this.draw();
  }

  /* Whether it waits for the end of a puzzle. */
  get waits() {
    return this.page.machine.state.phase === "puzzle";
  }

  toggle() {
    if (this.page.machine.state.follows && !this.waits) this.stop();
    else this.start();
  }

  start() {
    if (this.page.take("analysis")) this.page.keepSwitch();
  }

  stop() {
    this.page.machine.send({ type: "stop", part: "analysis" });
    this.page.keepSwitch();
    this.draw();
  }

  /* The machine has given it the engine. What gives it often changes the position at once, too: the search begins after that. */
  begin() {
    queueMicrotask(() => {
      if (this.isOn) this.search();
    });
  }

  /* The engine is with another part, or the reader has enough. What was found stays. */
  lost() {
    this.draw();
    this.page.redraw();
  }

  restart() {
    if (this.isOn) this.search();
    else this.draw();
  }

  /* The position on the board has changed. */
  moved() {
    this.letGo();
    if (this.node !== this.page.game.node) this.answer = null;
    this.restart();
  }

  /* The request is on its way before the facts of the position are known; only then its answers are shown. */
  async search() {
    const { game, engine, settings } = this.page;
    const node = game.node, request = `${game.request} lines=${settings.lines}`;
    if (this.node !== node) this.answer = null;
    this.node = node;
    const isRunning = engine.isBusy && this.request === request && this.node === node;
    if (!isRunning) engine.stop();
    const thought = isRunning ? null : engine.think(request, { slice: sliceMs, show: (found) => this.showKnown(node, found) });
    this.request = request;
    this.draw();
    if (!thought) return;
    await game.known();
    if (this.isOn && game.node === node && game.isOver) engine.stop();
    const answer = await thought;
    if (answer && answer.wrong && game.node === node && !game.isOver) notify(answer.wrong, "error");
  }

  showKnown(node, answer) {
    const { game } = this.page;
    if (game.facts) this.show(node, answer);
    else game.known().then(() => this.show(node, answer));
  }

  show(node, answer) {
    const { game } = this.page;
    if (answer.wrong || game.node !== node || game.isOver) return;
    this.answer = answer;
    const best = answer.lines[0];
    if (best) evaluate(node, { blackRate: game.blackRate(best.rate), plies: best.plies });
    this.draw();
    this.page.redraw();
  }

  draw() {
    if (!this.switch) return;
    const isSeen = this.page.machine.state.follows && !this.waits;
    this.switch.textContent = say(isSeen ? "analysisOff" : "analysisOn");
    this.switch.setAttribute("aria-pressed", isSeen);
    const answer = this.answer;
    this.hint.textContent = say(this.waits ? "analysisWaits" : "analysisIdle");
    this.hint.hidden = answer !== null || isSeen;
    this.drawSigns();
    this.drawFacts(answer);
    if (this.held === null) this.list.replaceChildren(...(answer?.lines ?? []).map((line, i) => this.line(line, i)));
  }

  drawFacts(answer) {
    const speed = answer?.ms > 0 ? (answer.nodes * 1000) / answer.ms : 0;
    const facts = !answer ? [] : [["depth", answer.depth], ["nodes", shortNumber(answer.nodes)],
      ["speed", say("perSecond", { count: shortNumber(Math.round(speed)) })]];
    this.facts.replaceChildren(...facts.map(([name, text]) =>
      html("div", {}, html("dt", {}, say(name)), html("dd", { id: "fact-" + name }, String(text)))));
  }

  /* The legend of the signs that are on the board. */
  drawSigns() {
    const { game, settings } = this.page;
    const { discs, searched } = this.marks(), isSeen = (is, kind) => (is ? kind : "");
    const { black_fives = "", white_fives = "", black_fours = "", white_fours = "" } = game.facts ?? {};
    const kinds = [isSeen(discs.some((disc) => !disc.isLost), "rate"), isSeen(discs.some((disc) => disc.isLost), "lost"),
      isSeen(searched.length > 0, "searched"), isSeen(settings.threats && black_fives + white_fives, "five"),
      isSeen(settings.threats && discs.length === 0 && black_fours + white_fours, "four"),
      isSeen(game.forbidden.length > 0, "forbidden")];
    const signs = legend(kinds);
    this.signs.replaceChildren(...(signs.children.length > 0 ? [signs] : []));
  }

  /* ---- Lines ---- */

  line(line, rank) {
    const { height } = this.page.game.tree, points = parsePoints(line.moves, height);
    const rate = Math.round(line.rate * 1000) / 10;
    const item = html("li", { class: "line rank" + Math.min(rank, 4) },
      html("div", { class: "line-head" },
        html("span", { class: "rank" }, String(rank + 1)),
        html("span", { class: "meter", "aria-hidden": "true" }, html("i", { style: `width:${rate}%` })),
        html("b", { class: "rate" }, rate.toFixed(1) + "%"),
        html("span", { class: "score" }, scoreText(line)),
        html("span", { class: "soft" }, line.seldepth > line.depth ? `${line.depth}/${line.seldepth}` : String(line.depth)),
        button("\u25b6", () => this.playOut(points, true), { class: "play-out", "aria-label": say("playOut", { number: rank + 1 }),
          title: say("playOut", { number: rank + 1 }), onfocus: () => this.playOut(points) })),
      html("div", { class: "line-moves" }, ...points.map((_, i) => this.move(points, i))));
    item.firstChild.addEventListener("pointerenter", () => this.playOut(points));
    item.addEventListener("pointerenter", () => { this.held = item; });
    item.addEventListener("pointerleave", () => this.letGo());
    item.addEventListener("focusin", () => { this.held = item; });
    item.addEventListener("focusout", (event) => {
      if (!item.contains(event.relatedTarget)) this.letGo();
    });
    return item;
  }

  /* Move `i` of a line: pointed at, the board shows the line up to it; pressed, the line is played. */
  move(points, i) {
    const { game } = this.page, node = this.node;
    const show = () => {
      this.rest();
      if (game.node === node) this.page.preview(points.slice(0, i + 1));
    };
    return button(pointName(points[i], game.tree.height), () => this.play(points.slice(0, i + 1)), {
      class: "move", onpointerenter: show, onfocus: show });
  }

  play(points) {
    const { game } = this.page;
    if (game.node !== this.node || this.page.editor.isOn) return;
    this.letGo();
    for (const at of points) game.play(at);
  }

  /* Plays the first move of line `rank`. */
  playBest(rank) {
    const line = this.answer?.lines[rank];
    if (line && !this.page.editor.isOn) this.page.pointChosen(parsePoints(line.moves, this.page.game.tree.height)[0]);
  }

  /* The board shows the line, one stone after the other; null is a pass, which is not seen. `isAsked`: by a click or touch, which
   * brings the board into view. */
  playOut(points, isAsked = false) {
    this.rest();
    if (isAsked) this.page.boardHost.scrollIntoView({ block: "nearest" });
    const { game } = this.page, { node } = game;
    let count = points.findIndex((point) => point !== null);
    const step = () => {
      if (game.node !== node || count >= points.length) {
        this.rest();
        return;
      }
      this.page.preview(points.slice(0, ++count));
    };
    step();
    this.timer = setInterval(step, PLAY_OUT_MS);
  }

  rest() {
    clearInterval(this.timer);
  }

  /* The reader looks at no line any more. */
  letGo() {
    this.rest();
    this.held = null;
    this.page.preview(null);
    this.draw();
  }

  /* What the board shows of it: discs of the listed moves with their win rates, `isLost` where the move loses by
   * force, and marks of the other moves that were searched. Of those that lose, only listed ones are marked: in a
   * lost position all do. */
  marks() {
    const none = { discs: [], searched: [] };
    const { game, settings, editor } = this.page;
    if (!this.answer || this.node !== game.node || !settings.marks || editor.isOn) return none;
    const height = game.tree.height;
    const discs = this.answer.lines.map((line, rank) =>
      ({ ...parsePoints(line.moves, height)[0], text: percentText(line.rate).replace("%", ""), rank, isLost: line.plies < 0 }));
    const names = (points) => points.map((point) => pointName(point, height));
    const taken = new Set([...names(discs), ...names(parsePoints(this.answer.lost, height))]);
    return { discs, searched: parsePoints(this.answer.searched, height).filter((point) => !taken.has(pointName(point, height))) };
  }

  async findBalance() {
    const { game, engine, machine } = this.page;
    await game.known();
    const job = this.page.take("balance");
    if (!job) return;
    const side = say(game.side === "b" ? "black" : "white"), node = game.node;
    const answer = await engine.think(`${game.request} balanced=1`, { totalMs: BALANCE_MS });
    if (!machine.has(job)) return;
    machine.send({ type: "release", job });
    const line = answer?.lines?.[0];
    if (!line) {
      if (answer) notify(answer.wrong ?? say("noBalance"), "error");
      return;
    }
    const point = parsePoints(line.moves, game.tree.height)[0];
    notify(say("balanceIs", { name: pointName(point, game.tree.height), score: scoreText(line), side }));
    if (game.node === node) this.page.preview([point]);
    this.draw();
  }
}
