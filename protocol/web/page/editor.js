/* editor.js: sets up a position on the board: black and white stones, walls, whose turn it is. */

import { button, choice, segments, sizeChoices, sizeValue } from "./controls.js";
import { byId, dismiss, html, notify, refill } from "./dom.js";
import { RULES, newNode, newTree, position, withFact } from "./tree.js";
import { say } from "./words.js";

export class Editor {
  constructor(page) {
    /* before: what was on the board, as the page keeps it; begun: the tree that the editing began with. */
    Object.assign(this, { page, host: byId("editor"), tool: "b", before: null, begun: null });
  }

  get isOn() {
    return this.page.machine.state.phase === "editing";
  }

  /* Begins with the stones on the board. */
  start() {
    const { page } = this, { game } = page;
    const tree = newTree(game.tree);
    const { cells } = position(game.tree, game.node);
    cells.forEach((color, i) => {
      if (color !== "") tree.root.setup.push({ color, x: i % tree.width, y: Math.floor(i / tree.width) });
    });
    tree.side = game.side;
    this.before = page.snapshot();
    page.edit(this.begun = tree);
    for (const place of [this.host, page.boardHost]) place.scrollIntoView({ block: "nearest" });
  }

  /* Goes on with the position on the board; `before` is what it has replaced. */
  resume(before) {
    Object.assign(this, { before, begun: null });
    this.page.machine.send({ type: "edit" });
  }

  /* Ends once the clicks before have become stones: they are no moves. */
  end() {
    const { page } = this, go = () => this.isOn && page.study();
    page.clicks = page.clicks.then(go, go);
  }

  /* Gives back what was on the board before, once the clicks before have been taken. What was set up can be brought back. */
  cancel() {
    const { page } = this;
    const go = () => {
      if (!this.isOn) return;
      const bringBack = page.game.tree !== this.begun ? page.past.keep() : null;
      dismiss();
      page.past.putBack(this.before);
      if (bringBack) notify(say("editCancelled"), "info", bringBack);
    };
    page.clicks = page.clicks.then(go, go);
  }

  /* The point becomes what `tool` is; empty, if it is so already. */
  takes({ x, y }, tool) {
    const { setup } = this.page.game.tree.root;
    const before = setup.find((stone) => stone.x === x && stone.y === y), others = setup.filter((stone) => stone !== before);
    this.change({}, tool !== "e" && before?.color !== tool ? [...others, { color: tool, x, y }] : others);
  }

  /* Another position, with another root: nothing that was found out about the old one, nor a line from it, holds for it. */
  change(values, setup = this.page.game.tree.root.setup, labels = this.page.game.tree.root.labels) {
    const { game } = this.page, { tree } = game, { comment } = tree.root;
    const properties = withFact(withFact("", "EV", tree.event), "DT", tree.date);
    game.load({ ...tree, ...values, root: { ...newNode(null), setup, comment, labels, properties } });
  }

  /* An empty board. The stones can be brought back. */
  clear() {
    this.page.past.offer();
    this.page.game.load(newTree(this.page.game.tree));
  }

  /* A board of this size. Points keep their names; what stands on one that is no more is gone, but can be brought back. */
  resize(size) {
    const { tree } = this.page.game, { setup, labels } = tree.root;
    const moved = (at) => ({ ...at, y: at.y + size - tree.height });
    const isOn = ({ x, y }) => x < size && y >= 0;
    const stones = setup.map(moved).filter(isOn), left = labels.map(moved).filter(isOn);
    if (stones.length < setup.length || left.length < labels.length) this.page.past.offer();
    this.change({ width: size, height: size }, stones, left);
  }

  draw() {
    this.host.hidden = !this.isOn;
    const { tree, side } = this.page.game, key = this.isOn ? [tree.rule, tree.width, tree.height, side, say("editing")].join() : "";
    if (key === this.key) return;
    this.key = key;
    if (!this.isOn) {
      this.host.replaceChildren();
      return;
    }
    refill(this.host,
      segments(say("editTool"), [["b", say("black")], ["w", say("white")], ["x", say("wall")], ["e", say("empty")]], this.tool,
        (tool) => { this.tool = tool; }, false),
      html("div", { class: "row" },
        segments(say("toMove"), [["b", say("blackMoves")], ["w", say("whiteMoves")]], side,
          (value) => this.change({ side: value }), false),
        choice(say("rule"), RULES.map((rule) => [rule, say(rule)]), tree.rule, (rule) => this.change({ rule })),
        choice(say("size"), sizeChoices(tree), sizeValue(tree), (size) => this.resize(Number(size)))),
      html("div", { class: "row" },
        button(say("editDone"), () => this.end(), { id: "edit-done", class: "primary" }),
        button(say("cancel"), () => this.cancel(), { id: "edit-cancel" }),
        button(say("editClear"), () => this.clear(), { id: "edit-clear" })));
  }
}
