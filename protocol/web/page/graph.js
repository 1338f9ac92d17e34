/* graph.js: Black's win rate over the moves of the line on the board, with an axis and marks of the moves that
 * cost something; a drag, a click or the arrow keys go to a move. */

import { percentText } from "./controls.js";
import { html, svg } from "./dom.js";
import { graphLines, graphMove, graphTicks, pointName } from "./layout.js";
import { lineThrough } from "./tree.js";
import { say } from "./words.js";

const AROUND = { left: 34, right: 10, top: 8, bottom: 18 };
const REACH = 14; /* pixels within which a click is meant for a mark */
const TICK_LEAST = 34;

export class Graph {
  /* pick(node): a mark was clicked. */
  constructor(host, game, pick) {
    Object.assign(this, { host, game, pick, line: [], width: 0, height: 0 });
    host.addEventListener("pointerdown", (event) => {
      host.setPointerCapture(event.pointerId);
      this.follow(event, REACH);
    });
    host.addEventListener("pointermove", (event) => {
      if (host.hasPointerCapture(event.pointerId)) this.follow(event);
    });
    host.addEventListener("keydown", (event) => this.key(event));
    this.size = [0, 0];
    if (typeof ResizeObserver === "function") new ResizeObserver(() => {
      this.size = [host.clientWidth, host.clientHeight];
      this.draw();
    }).observe(host);
  }

  follow(event, reach = 0) {
    const box = this.host.getBoundingClientRect();
    const width = box.width - AROUND.left - AROUND.right;
    const node = this.line[graphMove(event.clientX - box.left - AROUND.left, width, this.line.length, this.marks(), reach)];
    this.game.goTo(node);
    if (reach > 0 && node?.verdict) this.pick(node);
  }

  /* Numbers of the moves that a review has marked. */
  marks() {
    return this.line.flatMap((node, i) => (node.verdict ? [i] : []));
  }

  key(event) {
    const at = this.line.indexOf(this.game.node);
    const to = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1,
      Home: 0, End: this.line.length - 1, PageUp: at + 10, PageDown: at - 10 }[event.key];
    if (to === undefined) return;
    this.game.goTo(this.line[Math.max(0, Math.min(this.line.length - 1, to))]);
    event.preventDefault();
    event.stopPropagation();
  }

  draw() {
    const { host } = this;
    /* Asking the host for its size makes the browser lay the page out in the midst of a change. */
    const [width, height] = this.size[0] > 0 ? this.size : [host.clientWidth, host.clientHeight];
    this.line = lineThrough(this.game.node);
    const rates = this.line.map((node) => (node.evaluation ? node.evaluation.blackRate : null));
    this.tell(rates);
    if (width === 0) return;
    const isLine = rates.filter((rate) => rate !== null).length > 1; /* one point alone is hardly seen */
    const inner = { width: width - AROUND.left - AROUND.right, height: height - AROUND.top - AROUND.bottom };
    const picture = svg("svg", { viewBox: `${-AROUND.left} ${-AROUND.top} ${width} ${height}`, "aria-hidden": "true" },
      ...this.axis(inner), ...this.curve(rates, inner), ...this.drawnMarks(rates, inner), this.here(inner));
    this.host.replaceChildren(picture, isLine ? "" : html("span", { class: "caption", "aria-hidden": "true" }, say("graph")));
    this.host.classList.toggle("empty", !isLine);
  }

  x(move, { width }) {
    return this.line.length > 1 ? (move / (this.line.length - 1)) * width : 0;
  }

  axis(inner) {
    const { width, height } = inner;
    const parts = [1, 0.75, 0.5, 0.25, 0].map((rate) =>
      svg("path", { class: rate === 0.5 ? "middle" : "level", d: `M0 ${(1 - rate) * height}H${width}` }));
    for (const rate of [1, 0.5, 0])
      parts.push(svg("text", { class: "rate", x: -5, y: (1 - rate) * height }, percentText(rate)));
    for (const move of graphTicks(this.line.length, width, TICK_LEAST))
      parts.push(svg("text", { class: "tick", x: this.x(move, inner), y: height + 11 }, String(move)));
    return parts;
  }

  curve(rates, { width, height }) {
    return graphLines(rates, width, height).flatMap((line) => {
      const points = line.map(([px, py]) => `${px.toFixed(1)} ${py.toFixed(1)}`).join("L");
      const [first, last] = [line[0][0], line[line.length - 1][0]];
      return [svg("path", { class: "area", d: `M${first} ${height / 2}L${points}L${last} ${height / 2}Z` }),
        line.length > 1 ? svg("path", { class: "curve", d: "M" + points })
          : svg("path", { class: "curve point", d: `M${points}h0.01` })];
    });
  }

  drawnMarks(rates, inner) {
    return this.marks().map((move) => {
      const node = this.line[move], rate = rates[move] ?? rates[move - 1] ?? 0.5;
      const name = node.point ? pointName(node.point, this.game.tree.height) : "";
      return svg("circle", { class: "mistake " + node.verdict, "data-move": move, r: 5,
        cx: this.x(move, inner), cy: (1 - rate) * inner.height },
      svg("title", {}, `${move} ${name}`));
    });
  }

  here(inner) {
    const x = this.x(this.line.indexOf(this.game.node), inner).toFixed(1);
    return svg("path", { class: "here", d: `M${x} 0V${inner.height}` });
  }

  /* For screen readers. */
  tell(rates) {
    const at = this.line.indexOf(this.game.node);
    this.host.setAttribute("aria-label", say("graph"));
    this.host.setAttribute("aria-valuemax", this.line.length - 1);
    this.host.setAttribute("aria-valuenow", at);
    const rate = rates[at] === null ? say("unknownRate") : percentText(rates[at]);
    this.host.setAttribute("aria-valuetext", say("graphIs", { number: at, rate }));
  }
}
