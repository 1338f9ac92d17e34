/* analysis.js: the panel that searches the position on the board until it is stopped, and shows the
 * best lines. */

import { button, choice, percentText, scoreText, shortNumber, toggle } from "./controls.js";
import { html, notify } from "./dom.js";
import { parsePoints, pointName } from "./layout.js";
import { legend } from "./legend.js";
import { say } from "./words.js";

const LINE_MOVES = 14, BALANCE_MS = 3000;

export class Analysis {
  /* `page` has game, engine, settings, save(), redraw(), preview(line or null). */
  constructor(host, page) {
    Object.assign(this, { host, page, isOn: false, answer: null, node: null });
  }

  build() {
    const { settings } = this.page;
    this.switch = button("", () => this.toggle(), { id: "analyze", class: "primary" });
    this.balance = button(say("balance"), () => this.findBalance(), { id: "balance" });
    this.facts = html("dl", { class: "facts" });
    this.list = html("ol", { class: "lines", id: "lines" });
    this.hint = html("p", { class: "soft" }, say("analysisIdle"));
    this.signs = html("div", { id: "signs" });
    this.host.replaceChildren(
      html("div", { class: "row" }, this.switch, this.balance,
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
      this.facts, this.list, this.signs, this.hint);
    this.draw();
  }

  toggle() {
    if (this.isOn) this.stop();
    else this.start();
  }

  start() {
    if (this.page.take("analysis")) this.begin();
  }

  begin() {
    this.isOn = true;
    this.search();
  }

  stop() {
    this.page.machine.send({ type: "stop", part: "analysis" });
  }

  /* The engine is with another part, or the reader has enough. What was found stays. */
  lost() {
    this.isOn = false;
    this.draw();
    this.page.redraw();
  }

  restart() {
    if (this.isOn) this.search();
    else this.draw();
  }

  /* The position on the board has changed. */
  moved() {
    this.page.preview(null);
    if (this.node !== this.page.game.node) this.answer = null;
    this.restart();
  }

  async search() {
    const { game, engine, settings } = this.page;
    const node = game.node;
    if (this.node !== node) this.answer = null;
    this.node = node;
    this.draw();
    engine.stop();
    const search = this.latest = {};
    await game.known();
    if (!this.isOn || this.latest !== search || game.node !== node || game.isOver) return;
    const answer = await engine.think(`${game.request} lines=${settings.lines}`, {
      show: (found) => this.show(node, found),
    });
    if (answer && answer.wrong) notify(answer.wrong, "error");
  }

  show(node, answer) {
    const { game } = this.page;
    if (answer.wrong || game.node !== node) return;
    this.answer = answer;
    const best = answer.lines[0];
    if (best) {
      node.evaluation = { blackRate: game.blackRate(best.rate), score: best.score, plies: best.plies, depth: best.depth };
      this.page.graph.draw();
    }
    this.draw();
    this.page.redraw();
  }

  draw() {
    if (!this.switch) return;
    this.switch.textContent = say(this.isOn ? "analysisOff" : "analysisOn");
    this.switch.setAttribute("aria-pressed", this.isOn);
    const answer = this.answer;
    this.hint.hidden = answer !== null || this.isOn;
    this.facts.replaceChildren();
    this.list.replaceChildren();
    this.drawSigns();
    if (!answer) return;
    const speed = answer.ms > 0 ? (answer.nodes * 1000) / answer.ms : 0;
    for (const [name, text] of [["depth", answer.depth], ["nodes", shortNumber(answer.nodes)],
      ["speed", say("perSecond", { count: shortNumber(Math.round(speed)) })]])
      this.facts.append(html("div", {}, html("dt", {}, say(name)), html("dd", { id: "fact-" + name }, String(text))));
    answer.lines.forEach((line, i) => this.list.append(this.line(line, i)));
  }

  /* The legend of the signs that are on the board. */
  drawSigns() {
    const { game, settings } = this.page;
    const { discs, searched } = this.marks(), isSeen = (is, kind) => (is ? kind : "");
    const { black_fives = "", white_fives = "" } = game.facts ?? {};
    const kinds = [isSeen(discs.some((disc) => !disc.isLost), "rate"), isSeen(discs.some((disc) => disc.isLost), "lost"),
      isSeen(searched.length > 0, "searched"), isSeen(settings.threats && black_fives + white_fives, "five"),
      isSeen(game.forbidden.length > 0, "forbidden")];
    const signs = legend(kinds);
    this.signs.replaceChildren(...(signs.children.length > 0 ? [signs] : []));
  }

  line(line, rank) {
    const { game } = this.page;
    const height = game.tree.height, node = this.node;
    const points = parsePoints(line.moves, height);
    const show = (count) => () => {
      if (game.node === node) this.page.preview(points.slice(0, count));
    };
    const hide = () => this.page.preview(null);
    const shown = line.plies ? points.length : LINE_MOVES; // a proof is shown to its end
    const moves = points.slice(0, shown).map((point, i) => button(pointName(point, height), () => {
      if (game.node !== node) return;
      this.page.preview(null);
      for (const at of points.slice(0, i + 1)) game.play(at);
    }, { class: "move", onpointerenter: show(i + 1), onfocus: show(i + 1), onblur: hide, onpointerleave: hide }));
    const rate = Math.round(line.rate * 1000) / 10;
    return html("li", { class: "line rank" + Math.min(rank, 4) },
      html("div", { class: "line-head", onpointerenter: show(points.length), onpointerleave: hide },
        html("span", { class: "rank" }, String(rank + 1)),
        html("span", { class: "meter", "aria-hidden": "true" }, html("i", { style: `width:${rate}%` })),
        html("b", { class: "rate" }, rate.toFixed(1) + "%"),
        html("span", { class: "score" }, scoreText(line)),
        html("span", { class: "soft" }, line.depth + "/" + line.seldepth)),
      html("div", { class: "line-moves" }, ...moves, points.length > shown ? "…" : null));
  }

  /* What the board shows of it: discs of the listed moves with their win rates, `isLost` where the move loses by
   * force, and marks of the other moves that were searched. Of those that lose, only listed ones are marked: in a
   * lost position all do. */
  marks() {
    const none = { discs: [], searched: [] };
    const { game, settings } = this.page;
    if (!this.answer || this.node !== game.node || !settings.marks) return none;
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
