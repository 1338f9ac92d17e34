/* graph.js: Black's win rate over the moves of the line on the board; a drag, a click or the arrow
 * keys go to a move. */

import { percentText } from "./controls.js";
import { html, svg } from "./dom.js";
import { graphLines, graphMove } from "./layout.js";
import { lineThrough } from "./tree.js";
import { say } from "./words.js";

const WIDTH = 600, HEIGHT = 90;

export class Graph {
  constructor(host, game) {
    this.host = host;
    this.game = game;
    this.line = [];
    host.addEventListener("pointerdown", (event) => {
      host.setPointerCapture(event.pointerId);
      this.follow(event);
    });
    host.addEventListener("pointermove", (event) => {
      if (host.hasPointerCapture(event.pointerId)) this.follow(event);
    });
    host.addEventListener("keydown", (event) => this.key(event));
  }

  follow(event) {
    const box = this.host.getBoundingClientRect();
    this.game.goTo(this.line[graphMove(event.clientX - box.left, box.width, this.line.length)]);
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
    this.line = lineThrough(this.game.node);
    const rates = this.line.map((node) => (node.evaluation ? node.evaluation.blackRate : null));
    const isLine = rates.filter((rate) => rate !== null).length > 1; /* one point alone is hardly seen */
    const at = this.line.indexOf(this.game.node), count = this.line.length;
    const x = count > 1 ? (at / (count - 1)) * WIDTH : 0;
    const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    for (const level of [0.25, 0.5, 0.75])
      picture.append(svg("path", { class: level === 0.5 ? "middle" : "level", d: `M0 ${level * HEIGHT}H${WIDTH}` }));
    for (const line of graphLines(rates, WIDTH, HEIGHT)) {
      const points = line.map(([px, py]) => `${px.toFixed(1)} ${py.toFixed(1)}`).join("L");
      const [first, last] = [line[0][0], line[line.length - 1][0]];
      picture.append(svg("path", { class: "area", d: `M${first} ${HEIGHT / 2}L${points}L${last} ${HEIGHT / 2}Z` }));
      picture.append(line.length > 1 ? svg("path", { class: "curve", d: "M" + points })
        : svg("path", { class: "curve point", d: `M${points}h0.01` }));
    }
    this.line.forEach((node, i) => {
      if (node.verdict) {
        const mark = (i / (count - 1)) * WIDTH;
        picture.append(svg("path", { class: "mistake " + node.verdict, d: `M${mark} ${HEIGHT - 5}v0.01` }));
      }
    });
    picture.append(svg("path", { class: "here", d: `M${x.toFixed(1)} 0V${HEIGHT}` }));
    this.host.replaceChildren(picture, isLine ? "" : html("span", { class: "caption", "aria-hidden": "true" }, say("graph")));
    this.host.classList.toggle("empty", !isLine);
    this.host.setAttribute("aria-label", say("graph"));
    this.host.setAttribute("aria-valuemax", count - 1);
    this.host.setAttribute("aria-valuenow", at);
    const rate = rates[at] === null ? say("unknownRate") : percentText(rates[at]);
    this.host.setAttribute("aria-valuetext", say("graphIs", { number: at, rate }));
  }
}
