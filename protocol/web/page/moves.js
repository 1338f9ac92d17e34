/* moves.js: the moves as a list, the tree of variations, drawn as a picture of nodes, and the comment of the move. */

import { button, toggle } from "./controls.js";
import { announce, html, svg } from "./dom.js";
import { pointName, treeLayout } from "./layout.js";
import { MoveList } from "./movelist.js";
import { isIn, moveNumber } from "./tree.js";
import { say } from "./words.js";

const STEP_X = 30, STEP_Y = 30, MARGIN = 18, NODES_DRAWN = 4000;

export class Moves {
  constructor(host, page) {
    Object.assign(this, { host, page, game: page.game, isLabelling: false, moveList: new MoveList(page.game) });
    this.build();
  }

  build() {
    this.scroll = html("div", { class: "tree", tabindex: "0", role: "group", "aria-label": say("treeLabel") });
    this.scroll.addEventListener("click", (event) => {
      const index = event.target.closest("[data-node]")?.dataset.node;
      if (index !== undefined) this.game.goTo(this.nodes[Number(index)]);
    });
    /* While the reader writes, the comment stays that of its move, whatever the board shows by then. */
    this.text = html("textarea", { rows: "2", placeholder: say("commentHint"), "aria-label": say("comment"),
      oninput: () => this.game.comment(this.text.value, this.commented), onblur: () => this.drawComment() });
    this.delete = button(say("deleteMove"), () => this.remove(), { id: "delete-move" });
    this.main = button(say("makeMain"), () => this.game.promote(this.game.node), { id: "make-main" });
    this.label = html("input", { type: "text", id: "label-text", class: "short", maxlength: "8", "aria-label": say("labelText"),
      value: this.label?.value ?? "A" });
    this.labelling = toggle(say("labels"), this.isLabelling, (is) => { this.isLabelling = is; }, { id: "label-points" });
    this.host.replaceChildren(html("h2", {}, say("movesTree")),
      html("div", { class: "moves-views" }, this.moveList.host, this.scroll), this.text,
      html("div", { class: "row" }, this.labelling, this.label), html("div", { class: "row" }, this.main, this.delete));
    this.draw();
  }

  /* `what` as Game tells it: a step through the tree moves nothing. */
  draw(what = "tree") {
    const { tree, node: current } = this.game;
    if (tree !== this.tree) this.endLabelling();
    this.tree = tree;
    if (what !== "node") this.layout = treeLayout(tree.root);
    this.moveList.draw(what !== "node");
    const { places, columns, rows } = this.layout;
    const width = (columns - 1) * STEP_X + 2 * MARGIN, height = (rows - 1) * STEP_Y + 2 * MARGIN;
    const picture = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
    const links = [], stones = [];
    const at = ({ column, row }) => [MARGIN + column * STEP_X, MARGIN + row * STEP_Y];
    const onLine = new Set();
    for (let up = current; up; up = up.parent) onLine.add(up);
    this.nodes = [];
    let here = null;
    const numbers = new Map(); /* a node comes after its parent */
    for (const [node, place] of places) {
      const [x, y] = at(place);
      numbers.set(node, (numbers.get(node.parent) ?? 0) + (node.color === "" ? 0 : 1));
      if (this.nodes.length > NODES_DRAWN && !onLine.has(node)) continue;
      if (node.parent) {
        const [px, py] = at(places.get(node.parent));
        const bend = y > py ? `V${y - STEP_Y / 2}L${Math.min(px + STEP_X / 2, x)} ${y}H${x}` : `H${x}`;
        links.push(svg("path", { class: onLine.has(node) ? "link on" : "link", d: `M${px} ${py}${bend}` }));
      }
      const index = this.nodes.push(node) - 1;
      stones.push(this.stone(node, numbers.get(node), x, y, index, node === current));
      if (node === current) here = [x, y];
    }
    picture.append(...links, ...stones);
    this.scroll.replaceChildren(picture);
    this.scroll.classList.toggle("single", rows === 1);
    if (here) requestAnimationFrame(() => this.scrollTo(...here)); /* when the page is laid out anyway */
    if (this.text !== document.activeElement || !isIn(tree, this.commented)) this.drawComment();
    this.delete.disabled = !current.parent;
    this.main.disabled = !current.parent || [...onLine].every((node) => !node.parent || node.parent.children[0] === node);
  }

  /* Takes the move on the board and what follows it away. With its first move a game goes, which can be brought back. */
  remove() {
    const { node } = this.game;
    if (moveNumber(node) <= 1) this.page.past.offer();
    this.game.remove(node);
  }

  drawComment() {
    this.commented = this.game.node;
    if (this.text.value !== this.commented.comment) this.text.value = this.commented.comment;
  }

  /* A point of the board was chosen. Returns whether it takes a label; the next one then has the next
   * letter or number. */
  takes(point) {
    if (!this.isLabelling) return false;
    const text = this.label.value.trim();
    const name = pointName(point, this.game.tree.height);
    const stands = this.game.label(point, text);
    announce(stands ? say("labelled", { name, text }) : say("unlabelled", { name }));
    if (stands) this.label.value = nextLabel(text);
    return true;
  }

  /* Clicks play again: the board shows another game, or the reader has turned to another panel. */
  endLabelling() {
    this.isLabelling = this.labelling.querySelector("input").checked = false;
  }

  stone(node, number, x, y, index, isCurrent) {
    const group = svg("g", { "data-node": index, class: "node" + (isCurrent ? " current" : "") });
    group.append(svg("rect", { class: "hit", x: x - STEP_X / 2, y: y - STEP_Y / 2, width: STEP_X, height: STEP_Y }));
    if (isCurrent) group.append(svg("circle", { class: "halo", cx: x, cy: y, r: 14 }));
    if (node.color === "") {
      group.append(svg("rect", { class: "root", x: x - 5, y: y - 5, width: 10, height: 10, rx: 2 }));
    } else {
      group.append(svg("circle", { class: "stone " + node.color, cx: x, cy: y, r: 11 }));
      group.append(svg("text", { class: "on-" + node.color, x, y }, String(number)));
    }
    if (node.comment) group.append(svg("circle", { class: "note", cx: x + 9, cy: y - 9, r: 3.5 }));
    if (node.verdict) group.append(svg("circle", { class: "mistake " + node.verdict, cx: x + 9, cy: y + 9, r: 4 }));
    const name = node.color === "" ? say("atStart") : node.point ? pointName(node.point, this.game.tree.height) : say("pass");
    group.append(svg("title", {}, node.comment ? name + ": " + node.comment : name));
    return group;
  }

  scrollTo(x, y) {
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = this.scroll;
    if (x < scrollLeft + 40 || x > scrollLeft + clientWidth - 40) this.scroll.scrollLeft = x - clientWidth / 2;
    if (y < scrollTop + 30 || y > scrollTop + clientHeight - 30) this.scroll.scrollTop = y - clientHeight / 2;
  }
}

/* "A" -> "B", "9" -> "10"; what has no next stays. */
export function nextLabel(text) {
  if (/^[0-9]{1,4}$/.test(text)) return String(Number(text) + 1);
  return /^[A-Ya-y]$/.test(text) ? String.fromCharCode(text.charCodeAt(0) + 1) : text;
}
