/* past.js: the games that were on the board before this one, for the reader to bring back. */

import { notify } from "./dom.js";
import { loadBefore, saveBefore, whenBeforeChanges } from "./store.js";
import { isFresh } from "./tree.js";
import { say } from "./words.js";

export class Past {
  constructor(page) {
    Object.assign(this, { page, isThere: loadBefore().length > 0 });
    whenBeforeChanges(() => {
      this.isThere = loadBefore().length > 0;
      page.play.draw();
    });
  }

  /* Whether the game on the board is to be kept when another one replaces it. */
  get isLasting() {
    const { game, puzzles } = this.page;
    return !isFresh(game.tree) && !puzzles.holds(game.tree);
  }

  save(games) {
    saveBefore(games);
    this.isThere = games.length > 0;
  }

  /* The game on the board is about to be replaced: keeps it, unless it is the one kept last. Returns the action that
   * brings it back; null for an empty board. */
  keep() {
    if (!this.isLasting) return null;
    const games = loadBefore(), board = this.page.snapshot();
    if (!isSame(board, games[0])) this.save([board, ...games]);
    return { text: say("bringBack"), run: () => this.bringBack() };
  }

  /* The same, and offers the reader to bring it back. */
  offer() {
    const bringBack = this.keep();
    if (bringBack) notify(say("gameKept"), "info", bringBack);
  }

  /* Changes the game on the board for the last one before it. A position that was being set up is set up further. */
  bringBack() {
    const [before, ...others] = loadBefore(), present = this.page.snapshot();
    if (before) this.save(others);
    const action = before ? this.keep() : null;
    if (!before || !this.page.takeUp(before)) {
      this.page.tellRefusal("noGameBefore");
      return;
    }
    if (before.isEditing) this.page.editor.resume(present);
    notify(say("broughtBack"), "info", action);
  }

  /* Puts a board back that was there before, as it was kept: it is no longer one of those before. */
  putBack(board) {
    this.save(loadBefore().filter((kept) => !isSame(board, kept)));
    this.page.takeUp(board);
  }
}

/* Whether the board is the kept one; not if another tab has that on its board. */
function isSame(board, kept) {
  const text = (value) => JSON.stringify(value ?? null);
  return kept !== undefined && !kept.isCurrent && Object.keys(board).every((key) => text(board[key]) === text(kept[key]));
}
