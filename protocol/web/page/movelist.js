/* movelist.js: the moves of the line on the board with their coordinates, two to a row. */

import { dot, html } from "./dom.js";
import { pointName } from "./layout.js";
import { lineThrough, moveNumber } from "./tree.js";
import { say } from "./words.js";

export const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export class MoveList {
  constructor(game) {
    Object.assign(this, { game, line: [], items: new Map() });
    this.host = html("ol", { class: "move-list", id: "move-list" });
  }

  /* Draws the list anew if it holds other moves than before; else only the place in it. */
  draw(isNew) {
    const line = lineThrough(this.game.node);
    if (isNew || line.length !== this.line.length || line.some((node, i) => node !== this.line[i])) this.build(line);
    const current = this.host.querySelector("[aria-current]");
    if (current) current.removeAttribute("aria-current");
    const item = this.items.get(this.game.node);
    if (item) item.setAttribute("aria-current", "true");
    requestAnimationFrame(() => this.scrollTo(item));
  }

  build(line) {
    this.line = line;
    this.items.clear();
    const moves = line.filter((node) => node.color !== "");
    const first = moves.length > 0 ? moveNumber(moves[0]) : 1;
    const rows = [];
    moves.forEach((node, i) => {
      if (i % 2 === 0) rows.push(html("li", {}, html("span", { class: "number-of" }, `${first + i}.`)));
      rows[rows.length - 1].append(this.item(node));
    });
    this.host.hidden = rows.length === 0;
    this.host.replaceChildren(...rows);
  }

  item(node) {
    const name = node.point ? pointName(node.point, this.game.tree.height) : say("pass");
    const branches = (node.parent?.children.length ?? 1) - 1; /* the root may have a move */
    const item = html("button", { type: "button", class: "move-at", onclick: () => this.game.goTo(node) },
      dot(node.color), name,
      node.verdict ? html("b", { class: "sign " + node.verdict }, SIGNS[node.verdict]) : null,
      branches > 0 ? html("span", { class: "branches", title: say("branches", { count: branches }) }, "+" + branches) : null);
    this.items.set(node, item);
    return item;
  }

  scrollTo(item) {
    if (!item) {
      this.host.scrollTop = 0;
      return;
    }
    if (!item.isConnected) return; /* the list has been built anew */
    const row = item.parentElement, { scrollTop, clientHeight } = this.host;
    const top = row.offsetTop; /* in the list, which is positioned */
    if (top < scrollTop || top + row.offsetHeight > scrollTop + clientHeight) this.host.scrollTop = top - clientHeight / 2;
  }
}
