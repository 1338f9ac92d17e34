/* opening_finder.js: renju's 26 openings by name in the panel of openings: a field to search them, and a button for each, which
 * puts the opening on the board. */

import { button } from "./controls.js";
import { html, notify } from "./dom.js";
import { findOpenings, movesOf, openingName } from "./opening_names.js";
import { addMove, dataOf, newTree } from "./tree.js";
import { say } from "./words.js";

const SIZE = 15; /* of the board, where the one in use has no centre with room around it */

export class OpeningFinder {
  /* `page` has game, past, settings, study() and boardHost. */
  constructor(page) {
    Object.assign(this, { page, text: "", tree: null, data: "" }); /* tree: of the opening found last; data: as it was then */
  }

  build() {
    const input = html("input", { type: "text", id: "opening-search", value: this.text, placeholder: say("openingsSearch"),
      "aria-label": say("openingsSearch"), oninput: () => {
        this.text = input.value;
        this.draw();
      } });
    this.list = html("div", { class: "chips", id: "openings-found" });
    this.draw();
    return html("details", { id: "opening-finder", open: this.text !== "" },
      html("summary", {}, say("openingsByName")), input, this.list);
  }

  draw() {
    const found = findOpenings(this.text);
    this.list.replaceChildren(...found.map((opening) => button(openingName(opening, this.page.settings.language),
      () => this.show(opening), { class: "chip", "data-opening": opening.id })),
    ...(found.length === 0 ? [html("p", { class: "soft" }, say("openingsNoName"))] : []));
  }

  /* Puts the opening on a board of renju. The game that was there is kept, an opening that was looked at is not. */
  show(opening) {
    const { page } = this, { width, height } = page.game.tree;
    const size = width === height && width % 2 === 1 ? width : SIZE;
    const isLooked = page.game.tree === this.tree && JSON.stringify(dataOf(this.tree)) === this.data;
    const tree = newTree({ rule: "renju", width: size, height: size });
    const node = movesOf(opening, size).reduce((at, point) => addMove(tree, at, point), tree.root);
    Object.assign(this, { tree, data: JSON.stringify(dataOf(tree)) });
    const bringBack = isLooked ? null : page.past.keep();
    page.study(false);
    page.game.load(tree, node);
    if (bringBack) notify(say("gameKept"), "info", bringBack);
    page.boardHost.scrollIntoView({ block: "nearest" });
  }
}
