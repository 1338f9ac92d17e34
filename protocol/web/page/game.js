/* game.js: the game on the board and the place in it; tells its listeners of every change.
 *
 * The facts of a position (side, end, winning row, forbidden points, threats) come from the engine a
 * moment after the position; until then they are null. */

import { samePoint } from "./layout.js";
import { addMove, isOnMainLine, moveNumber, newTree, other, position, promote, removeNode, requestOf, setLabel,
  sideAfter } from "./tree.js";

export class Game {
  constructor(engine) {
    this.engine = engine;
    this.tree = newTree();
    this.node = this.tree.root;
    this.facts = null;
    this.listeners = [];
    this.asked = 0;
    this.pending = null;
  }

  /* `listen(what)`: "tree" (another game or other moves), "node" (another place), "facts", "comment",
   * "label". */
  listen(listener) {
    this.listeners.push(listener);
  }

  tell(what) {
    for (const listener of this.listeners) listener(what);
  }

  get request() {
    return requestOf(this.tree, this.node);
  }

  get side() {
    return sideAfter(this.tree, this.node);
  }

  get number() {
    return moveNumber(this.node);
  }

  get isOver() {
    return this.facts !== null && this.facts.end !== "none";
  }

  position() {
    return position(this.tree, this.node);
  }

  load(tree, node = tree.root) {
    this.tree = tree;
    this.node = node;
    this.changed("tree");
  }

  goTo(node) {
    if (!node || node === this.node) return;
    this.node = node;
    this.changed("node");
  }

  changed(what) {
    this.facts = null;
    this.pending = this.askFacts(); /* before the listeners draw */
    this.tell(what);
  }

  /* Resolves when the facts of the present position have come. */
  async known() {
    let pending;
    do {
      pending = this.pending;
      await pending;
    } while (pending !== this.pending);
  }

  async askFacts() {
    const asked = ++this.asked;
    const answer = await this.engine.ask("facts " + this.request);
    if (asked !== this.asked) return;
    this.facts = answer.wrong ? { end: "none", row: "", forbidden: "", wrong: answer.wrong } : answer;
    this.tell("facts");
  }

  /* Whether the side to move may place a stone there, as far as is known. */
  mayPlay(point) {
    const { cells } = this.position();
    if (cells[point.y * this.tree.width + point.x] !== "" || this.isOver) return false;
    return !this.isForbidden(point);
  }

  isForbidden(point) {
    return Boolean(this.facts) && this.forbidden.some((at) => samePoint(at, point));
  }

  get forbidden() {
    const names = this.facts ? this.facts.forbidden : "";
    return (names.match(/[a-z][0-9]+/g) || []).map((name) =>
      ({ x: name.charCodeAt(0) - 97, y: this.tree.height - Number(name.slice(1)) }));
  }

  /* Plays for the side to move and goes there; `isMain` makes its line the main one. Returns the node, or
   * null if the point is taken. */
  play(point, isMain = false) {
    const count = this.node.children.length;
    const node = addMove(this.tree, this.node, point);
    if (!node) return null;
    const isNew = this.node.children.length > count, isMoved = isMain && !isOnMainLine(node);
    if (isMoved) promote(node);
    this.node = node;
    this.changed(isNew || isMoved ? "tree" : "node");
    return node;
  }

  pass() {
    return this.play(null);
  }

  /* Takes the node and all behind it away. */
  remove(node) {
    if (!node.parent) return;
    const inside = node === this.node || isBefore(node, this.node);
    const parent = removeNode(node);
    if (inside) this.node = parent;
    this.changed("tree");
  }

  promote(node) {
    promote(node);
    this.tell("tree");
  }

  comment(text, node = this.node) {
    if (node.comment === text) return;
    node.comment = text;
    this.tell("comment");
  }

  /* Puts the label on the point, or takes away one that is the same. Returns whether it stands. */
  label(point, text) {
    const isThere = this.node.labels.some((label) => samePoint(label, point) && label.text === text);
    setLabel(this.node, point, isThere ? "" : text);
    this.tell("label");
    return !isThere && text !== "";
  }

  /* The share of points that Black may expect, from the view that a rate of the side to move has. */
  blackRate(rate) {
    return this.side === "b" ? rate : 1 - rate;
  }

  loser() {
    if (!this.isOver || this.facts.end === "draw") return null;
    return other(this.facts.end === "black" ? "b" : "w");
  }
}

function isBefore(node, later) {
  for (let at = later; at; at = at.parent) if (at === node) return true;
  return false;
}
