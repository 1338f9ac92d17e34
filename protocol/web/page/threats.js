/* threats.js: the threats on the board by name, beside the lines of the analysis: fours and open threes of both
 * sides, wins by fours, and the rows that make a point forbidden. What is pointed at is shown on the board. */

import { button } from "./controls.js";
import { dismiss, dot, html, notify } from "./dom.js";
import { parsePoints, pointName } from "./layout.js";
import { say } from "./words.js";

const VCF_NODES = 20000, VCF_AFTER_MS = 250;
const KINDS = { "open-three": "openThree", four: "simpleFour", "open-four": "openFour" };
const FOULS = { overline: "foulOverline", "double-four": "foulDoubleFour", "double-three": "foulDoubleThree" };

export class Threats {
  /* `shown`: the rows that the board marks, [{stones, points}]. */
  constructor(page) {
    const host = html("div", { class: "threats", id: "threats" }), reason = html("p", { id: "foul" });
    Object.assign(this, { page, host, reason, node: null, rows: [], wins: [], foul: null, shown: [] });
  }

  get isWanted() {
    const { phase } = this.page.machine.state; /* they would solve a puzzle */
    return phase !== "puzzle" && this.page.settings.threats && ["analyze", "solver"].includes(this.page.settings.panel);
  }

  /* The board shows another position, or its facts have come. */
  async moved() {
    const { game, engine } = this.page, { node } = game;
    if (this.node !== node) {
      this.endFoul();
      Object.assign(this, { node, rows: [], wins: [], shown: [] });
    }
    clearTimeout(this.timer);
    this.draw();
    if (!this.isWanted || game.facts === null || game.isOver) return;
    const answer = await engine.ask("threats " + game.request);
    if (game.node !== node || answer.wrong) return;
    this.rows = answer.rows;
    this.draw();
    this.timer = setTimeout(() => this.findWins(node), VCF_AFTER_MS);
  }

  /* Looks for wins by fours of either side, once the reader rests at a position. */
  async findWins(node) {
    const { game, engine } = this.page;
    const wins = [];
    for (const isOther of [false, true]) {
      const side = isOther === (game.side === "b") ? "white" : "black";
      const request = `${game.request}${isOther ? passOf(game.request) : ""}`;
      const answer = await engine.ask(`solve ${request} mode=vcf nodes=${VCF_NODES}`);
      if (game.node !== node) return;
      if (answer.verdict === "win") wins.push({ side, line: answer.line, isOther });
    }
    this.wins = wins;
    this.draw();
  }

  /* Says what forbids the point, with its rows on the board; without words the reason is not known. The rows and the words come
   * and go together: with the message, with the position, and when other rows are shown. */
  async explain(point) {
    const { game, engine } = this.page, { node } = game;
    const name = pointName(point, game.tree.height), answer = await engine.ask(`foul ${game.request} points=${name}`);
    if (answer.wrong || game.node !== node) {
      notify(say("isForbidden", { name }), "error");
      return;
    }
    const foul = { point, ...answer };
    notify(this.textOf(foul), "error", null, () => this.foul === foul && this.endFoul());
    this.foul = foul;
    this.show(foul.rows);
    this.drawFoul();
  }

  /* What forbids a point, in words. */
  textOf({ point, foul, rows }) {
    const stones = rows.map((row) => this.names(row.stones)).join("; ");
    return say("foulIs", { name: pointName(point, this.page.game.tree.height), foul: say(FOULS[foul]), rows: stones });
  }

  /* Takes the reason away, with its message and its rows. */
  endFoul() {
    if (!this.foul) return;
    this.foul = null;
    dismiss();
    this.show([]);
    this.drawFoul();
  }

  names(text) {
    const { height } = this.page.game.tree;
    return parsePoints(text, height).map((point) => pointName(point, height)).join(" ");
  }

  /* Marks these rows on the board, in place of those that forbid a point. */
  mark(rows) {
    this.endFoul();
    this.show(rows);
  }

  show(rows) {
    const { height } = this.page.game.tree;
    this.shown = rows.map(({ stones, points }) => ({ stones: parsePoints(stones, height), points: parsePoints(points, height) }));
    this.page.redraw();
  }

  draw() {
    const items = this.isWanted ? [...this.rows.map((row) => this.row(row)), ...this.wins.map((win) => this.win(win))] : [];
    this.host.replaceChildren(...(items.length > 0 ? [html("h2", {}, say("threats")), html("ul", {}, ...items)] : []));
    this.drawFoul();
  }

  drawFoul() {
    this.reason.remove();
    this.reason.textContent = this.foul ? this.textOf(this.foul) : "";
    if (this.foul) this.host.append(this.reason);
  }

  item(side, kind, text, show, hide, click) {
    return html("li", {}, button(html("span", {}, dot(side[0]),
      html("b", {}, kind), " ", html("span", { class: "soft" }, text)), click,
    { class: "threat", onpointerenter: show, onpointerleave: hide, onfocus: show, onblur: hide,
      "aria-label": `${say(side)}: ${kind}, ${text}` }));
  }

  row(row) {
    const show = () => this.mark([row]), hide = () => this.mark([]);
    const text = say("rowIs", { stones: this.names(row.stones), points: this.names(row.points) });
    const item = this.item(row.side, say(KINDS[row.kind]), text, show, hide, show);
    item.firstChild.dataset.kind = row.kind;
    return item;
  }

  win({ side, line, isOther }) {
    const { page } = this, points = parsePoints(line, page.game.tree.height);
    const show = (isAsked) => page.analysis.playOut(isOther ? [null, ...points] : points, isAsked); /* the other's after a pass */
    const hide = () => page.analysis.letGo();
    const name = pointName(points[0], page.game.tree.height);
    const text = say(isOther ? "vcfThreatens" : "vcfHas", { name, count: points.length });
    const item = this.item(side, say("vcfName"), text, () => show(false), hide, () => show(true));
    item.firstChild.dataset.kind = "vcf";
    return item;
  }
}

/* What makes the other side move in the request: a pass, after moves or alone. */
export function passOf(request) {
  return / moves=/.test(request) ? "--" : " moves=--";
}
