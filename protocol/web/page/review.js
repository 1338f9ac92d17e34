/* review.js: the panel that has every move of a line judged, and shows the accuracy of both sides, the moves that cost
 * something, the wins that were missed, the threats that were overlooked, and a table of all moves. */

import { accuracyOf, turningPoint } from "./accuracy.js";
import { button, percentText, segments } from "./controls.js";
import { announce, dot, html, notify } from "./dom.js";
import { parsePoints, pointName } from "./layout.js";
import { SIGNS } from "./movelist.js";
import { SIDES, evaluate, isIn, lastOf, moveNumber, nodeAt, path, requestOf, stepsTo, wayTo } from "./tree.js";
import { say } from "./words.js";

const MARKED = ["inaccuracy", "mistake", "blunder"];
const VIEWS = ["marked", "missed", "overlooked", "all"];
const LOOK_NODES = 20000;

export class Review {
  constructor(host, page) {
    /* judged: {tree, moves, isDone}, each move as the engine judges it, with its `node`; shown: those on the list; marked: the
     * node whose row is marked. */
    Object.assign(this, { host, page, isBusy: false, judged: null, view: "marked", shown: [], marked: null });
  }

  build() {
    this.go = button("", () => (this.isBusy ? this.stop() : this.run()), { id: "review", class: "primary" });
    this.progress = html("progress", { max: "1", value: "0", hidden: true, "aria-label": say("review") });
    this.text = html("p", { class: "soft", id: "review-text" }, say("reviewIdle"));
    this.sides = html("div", { class: "wide", id: "accuracy" });
    this.views = html("div", {});
    this.turning = html("p", { id: "turning-point", hidden: true });
    this.list = html("ol", { class: "mistakes", id: "mistakes" });
    this.host.replaceChildren(html("div", { class: "row" }, this.go), this.progress, this.text, this.sides, this.turning,
      this.views, this.list);
    this.drawBusy(this.isBusy);
    if (this.judged?.isDone) this.draw();
  }

  drawBusy(is) {
    this.isBusy = is;
    this.go.textContent = say(is ? "analysisOff" : "reviewStart");
    this.progress.hidden = !is;
  }

  stop() {
    this.page.machine.send({ type: "stop", part: "review" });
  }

  /* The engine is with another part. */
  lost() {
    this.drawBusy(false);
    this.text.textContent = say("reviewStopped");
  }

  /* The row of the move on the board is marked. Another game on the board ends the review of the old one; moves that were deleted
   * are no longer in it. */
  moved(what) {
    if (!this.judged) return;
    this.mark(this.page.game.node);
    if (what !== "tree") return;
    const { tree, moves } = this.judged, left = moves.filter(({ node }) => isIn(tree, node));
    if (this.judged.tree !== this.page.game.tree || (left.length === 0 && !this.isBusy)) {
      this.stop();
      this.judged = null;
      this.build();
    } else if (left.length < moves.length) {
      this.judged.moves = left;
      if (this.judged.isDone) this.draw();
    }
  }

  async run() {
    const { game, engine, machine } = this.page;
    const tree = game.tree, end = lastOf(game.node), steps = stepsTo(end);
    if (steps.length === 0) {
      announce(this.text.textContent = say("reviewNone"));
      return;
    }
    const job = this.page.take("review");
    if (!job) return;
    this.judged = { tree, moves: [], isDone: false };
    this.list.replaceChildren();
    this.sides.replaceChildren();
    this.turning.hidden = true;
    for (const { node } of steps) if (node) node.verdict = "";
    this.drawBusy(true);
    const request = `review ${requestOf(tree, end)} nodes=${LOOK_NODES}`;
    const done = await engine.steps(request, (answer, part) => {
      this.progress.value = part;
      this.text.textContent = say("reviewing", { percent: percentText(part) });
      this.take(answer, steps);
    });
    if (!machine.has(job)) return;
    machine.send({ type: "release", job });
    this.drawBusy(false);
    if (!done) return;
    if (done.wrong) {
      notify(done.wrong, "error");
      this.text.textContent = done.wrong;
      return;
    }
    this.judged.isDone = true;
    this.draw();
    announce(this.text.textContent);
    this.page.keep();
  }

  take(answer, steps) {
    if (answer.look !== undefined) {
      const node = answer.look > 0 ? steps[answer.look - 1].node : steps[0].node?.parent;
      if (node) evaluate(node, { blackRate: answer.black_rate, plies: answer.plies });
      this.page.graph.draw();
    } else if (answer.move !== undefined) {
      const node = steps[answer.move].node;
      if (!node || !isIn(this.judged.tree, node)) return;
      this.add({ node, ...answer });
    }
  }

  add(move) {
    this.judged.moves.push(move);
    move.node.verdict = MARKED.includes(move.grade) ? move.grade : "";
  }

  draw() {
    const marked = this.judged.moves.filter((move) => move.node.verdict);
    this.text.textContent = marked.length === 0 ? say("reviewClean") : "";
    this.drawSides();
    this.drawTurningPoint();
    const views = VIEWS.map((view) => [view, `${say("view" + view)} ${this.movesOf(view).length}`]);
    this.views.replaceChildren(segments(say("reviewView"), views, this.view, (view) => {
      this.view = view;
      this.drawList();
    }, false));
    this.drawList();
    this.page.graph.draw();
    this.page.moves.draw();
  }

  /* The moves of a view: marked ones, those that missed a win, those that overlooked or allowed one, all. */
  movesOf(view) {
    const kinds = { marked: (move) => move.node.verdict, missed: (move) => /missed/.test(move.notes),
      overlooked: (move) => /overlooked|allowed/.test(move.notes), all: () => true };
    return this.judged.moves.filter(kinds[view]);
  }

  drawSides() {
    const row = (side) => {
      const moves = this.judged.moves.filter((move) => move.node.color === side);
      const { accuracy, loss } = accuracyOf(moves), count = (grade) => moves.filter((move) => move.grade === grade).length;
      return html("tr", {}, html("th", { scope: "row" }, dot(side), say(SIDES[side])),
        html("td", { class: "accuracy" }, accuracy === null ? "\u2013" : accuracy.toFixed(0) + "%"),
        html("td", {}, (loss * 100).toFixed(1) + "%"), ...MARKED.map((grade) => html("td", {}, String(count(grade)))));
    };
    this.sides.replaceChildren(html("table", { class: "figures" },
      html("tr", {}, html("td", {}), ...["accuracy", "meanLoss", ...MARKED].map((key) => html("th", { scope: "col" }, say(key)))),
      row("b"), row("w")));
  }

  /* The line that names the turning point; it leads to the row of the move. */
  drawTurningPoint() {
    const move = turningPoint(this.judged.moves);
    this.turning.hidden = move === null;
    if (move === null) return;
    const name = `${moveNumber(move.node)} ${pointName(move.node.point, this.judged.tree.height)}`;
    const why = this.remarks(move).join(", ") || say("costs", { percent: percentText(move.loss) });
    this.turning.replaceChildren(button(`${say("turningPoint")} ${name}, ${why}`, () => this.openRow(move)));
  }

  /* Uses the row of a move, in the view of all moves if the present one has none. */
  openRow({ node }) {
    if (!this.rowOf(node)) {
      this.view = "all";
      this.draw();
    }
    const row = this.rowOf(node);
    row.click();
    row.focus();
    row.scrollIntoView({ block: "nearest" });
  }

  /* The button of a move on the list, if it is there. */
  rowOf(node) {
    return this.list.children[this.shown.findIndex((move) => move.node === node)]?.firstChild;
  }

  /* Marks the row of a move, if the list has one, and brings it into view there. */
  mark(node) {
    this.marked = node;
    for (const { firstChild } of this.list.children) firstChild.removeAttribute("aria-current");
    const row = this.rowOf(node), { list } = this;
    if (!row) return;
    row.setAttribute("aria-current", "true");
    const box = row.getBoundingClientRect(), frame = list.getBoundingClientRect();
    list.scrollTop += Math.min(0, box.top - frame.top) + Math.max(0, box.bottom - frame.bottom);
  }

  /* A mark of the graph was clicked: the row of its move comes into view. */
  pick(node) {
    this.mark(node);
    this.rowOf(node)?.scrollIntoView({ block: "nearest" });
  }

  drawList() {
    const isTable = this.view === "all";
    this.shown = this.movesOf(this.view);
    this.list.classList.toggle("all", isTable);
    this.list.replaceChildren(...this.shown.map((move) => (isTable ? this.row(move) : this.item(move))));
    this.mark(this.marked);
  }

  /* A move of the table: its number, the win rate that the best move kept and it kept, the best move. */
  row(move) {
    const { node, best, loss, best_rate } = move, isBest = loss < 0.01;
    const cell = (text, kind = "") => html("span", { class: kind }, text);
    return html("li", {}, button(html("span", { class: "table-row" }, cell(`${moveNumber(node)}.`, "soft"),
      html("span", {}, dot(node.color), pointName(node.point, this.judged.tree.height),
        html("b", { class: node.verdict }, " " + (SIGNS[move.grade] ?? ""))),
      cell(percentText(best_rate - loss)), cell(isBest ? "" : "\u2212" + percentText(loss), "soft"),
      cell(isBest ? "" : best, "soft")),
    () => {
      this.page.step(node);
      this.mark(node);
    }, { class: "mistake-row", "data-move": moveNumber(node) }));
  }

  /* What the engine notes on a move, in words. */
  remarks({ notes, missed_win, allowed_win }) {
    const kinds = { missed: missed_win, overlooked: allowed_win, allowed: allowed_win };
    return notes.split(" ").filter((note) => note !== "" && note !== "only")
      .map((note) => say(note, { kind: kinds[note] ? say(kinds[note]) : "" }));
  }

  item(move) {
    const { node, grade, best, loss } = move;
    const height = this.judged.tree.height;
    const text = [say(MARKED.includes(grade) ? grade : "mistake"), say("costs", { percent: percentText(loss) }),
      say("better", { name: best }), ...this.remarks(move)].join(" · ");
    const show = () => {
      if (this.page.game.node === node.parent) this.page.preview(parsePoints(move.line, height));
    };
    return html("li", {}, button(html("span", {},
      html("b", { class: node.verdict }, `${moveNumber(node)} ${pointName(node.point, height)} ${SIGNS[grade] ?? ""}`), " ",
      html("span", { class: "soft" }, text)),
    () => {
      this.page.step(node.parent ?? node);
      this.mark(node);
      show();
    }, { class: "mistake-row", "data-move": moveNumber(node) }));
  }

  /* ---- Keeping ---- */

  /* A review that is done as plain data, null if there is none: its moves with how many nodes lie before each, and the way to
   * the last of them. */
  data() {
    if (!this.judged?.isDone || this.judged.moves.length === 0) return null;
    const moves = this.judged.moves.map(({ node, ...answer }) => ({ depth: path(node).length - 1, ...answer }));
    return { way: wayTo(this.judged.moves.at(-1).node), moves };
  }

  /* Takes up a kept review of the tree on the board. Data of another shape are left alone. */
  restore(data) {
    if (!isReviewData(data)) return;
    const { tree } = this.page.game, nodes = path(nodeAt(tree, data.way));
    this.judged = { tree, moves: [], isDone: true };
    for (const { depth, ...answer } of data.moves) if (nodes[depth]?.point) this.add({ node: nodes[depth], ...answer });
    if (this.judged.moves.length === 0) this.judged = null;
    else this.draw();
  }
}

function isReviewData(data) {
  const isMove = ({ depth, grade, best, notes, line, loss, best_rate }) => Number.isInteger(depth) &&
    [grade, best, notes, line].every((text) => typeof text === "string") && [loss, best_rate].every(Number.isFinite);
  return Array.isArray(data?.way) && Array.isArray(data.moves) && data.moves.every((move) => isMove(move ?? {}));
}
