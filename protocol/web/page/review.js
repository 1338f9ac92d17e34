/* review.js: the panel that has every move of a line judged, and shows the moves that cost something. */

import { button, percentText } from "./controls.js";
import { announce, html, notify } from "./dom.js";
import { parsePoints, pointName } from "./layout.js";
import { lastOf, moveNumber, requestOf, stepsTo } from "./tree.js";
import { say } from "./words.js";

const MARKED = ["inaccuracy", "mistake", "blunder"];
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };
const LOOK_NODES = 20000, SIDES = { b: "black", w: "white" };

export class Review {
  constructor(host, page) {
    Object.assign(this, { host, page, isBusy: false, judged: null });
  }

  build() {
    this.go = button("", () => (this.isBusy ? this.stop() : this.run()), { id: "review", class: "primary" });
    this.progress = html("progress", { max: "1", value: "0", hidden: true, "aria-label": say("review") });
    this.text = html("p", { class: "soft", id: "review-text" }, say("reviewIdle"));
    this.sides = html("div", { class: "soft" });
    this.list = html("ol", { class: "mistakes", id: "mistakes" });
    this.host.replaceChildren(html("div", { class: "row" }, this.go), this.progress, this.text, this.sides, this.list);
    this.drawBusy(this.isBusy);
    if (this.judged && !this.isBusy) this.draw();
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

  /* Another game on the board ends the review of the old one. */
  moved(what) {
    if (what !== "tree" || !this.judged || this.judged.tree === this.page.game.tree) return;
    this.stop();
    this.judged = null;
    this.build();
  }

  async run() {
    const { game, engine, machine } = this.page;
    const tree = game.tree, end = lastOf(game.node), steps = stepsTo(end);
    if (steps.length === 0) {
      this.text.textContent = say("reviewNone");
      return;
    }
    const job = this.page.take("review");
    if (!job) return;
    this.judged = { tree, moves: [] };
    this.list.replaceChildren();
    this.sides.replaceChildren();
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
    this.draw();
    announce(this.text.textContent);
  }

  take(answer, steps) {
    if (answer.look !== undefined) {
      const node = answer.look > 0 ? steps[answer.look - 1].node : steps[0].node?.parent;
      if (node)
        node.evaluation = { blackRate: answer.black_rate, score: answer.score, plies: answer.plies, depth: answer.depth };
      this.page.graph.draw();
    } else if (answer.move !== undefined) {
      const node = steps[answer.move].node;
      if (!node) return;
      this.judged.moves.push({ node, ...answer });
      const missed = /missed|overlooked|allowed/.test(answer.notes);
      node.verdict = missed ? "missed" : MARKED.includes(answer.grade) ? answer.grade : "";
    }
  }

  draw() {
    const marked = this.judged.moves.filter((move) => move.node.verdict);
    this.text.textContent = marked.length === 0 ? say("reviewClean") : "";
    this.sides.replaceChildren(...["b", "w"].map((side) => {
      const moves = this.judged.moves.filter((move) => move.node.color === side);
      const loss = moves.reduce((sum, move) => sum + move.loss, 0) / Math.max(1, moves.length);
      return html("p", {}, say("sideSummary", { side: say(SIDES[side]), loss: (loss * 100).toFixed(1) + "%",
        mistakes: moves.filter((move) => move.node.verdict).length }));
    }));
    this.list.replaceChildren(...marked.map((move) => this.item(move)));
    this.page.graph.draw();
    this.page.moves.draw();
    if (marked.length > 0) this.text.textContent = "";
  }

  item(move) {
    const { node, grade, best, loss, notes } = move;
    const height = this.judged.tree.height;
    const kinds = { missed: move.missed_win, overlooked: move.allowed_win, allowed: move.allowed_win };
    const remarks = notes.split(" ").filter((note) => note !== "" && note !== "only")
      .map((note) => say(note, { kind: kinds[note] ? say(kinds[note]) : "" }));
    const text = [say(MARKED.includes(grade) ? grade : "mistake"), say("costs", { percent: percentText(loss) }),
      say("better", { name: best }), ...remarks].join(" · ");
    const show = () => {
      if (this.page.game.node === node.parent) this.page.preview(parsePoints(move.line, height));
    };
    return html("li", {}, button(html("span", {},
      html("b", { class: node.verdict }, `${moveNumber(node)} ${pointName(node.point, height)} ${SIGNS[grade] ?? ""}`), " ",
      html("span", { class: "soft" }, text)),
    () => {
      this.page.step(node.parent);
      show();
    }, { class: "mistake-row", "data-move": moveNumber(node) }));
  }
}
