/* files.js: the panel that takes games in and gives them out: files, pasted text, links, pictures. */

import { button, fileField, readFile, textIn } from "./controls.js";
import { html, notify, takesText } from "./dom.js";
import { isOpenings } from "./explorer.js";
import { boardPng, boardSvg } from "./image.js";
import { linkOf } from "./link.js";
import { countMoves, countNodes, headOf, isFresh, lastOf, moveNumber, textOf, treeOf } from "./tree.js";
import { say, sayOfEngine } from "./words.js";

const FORMATS = [["sgf", "application/x-go-sgf"], ["psq", "text/plain"], ["pos", "application/octet-stream"],
  ["txt", "text/plain"]];

/* What was read, and what of it does not follow the format. */
function loadedText({ format, notice }, count) {
  const text = say("loaded", { format: sayOfEngine(format), count });
  return notice ? text + " " + say("loadedNotice", { notice }) : text;
}

export class Files {
  constructor(host, page) {
    Object.assign(this, { host, page });
    this.listenForDrops();
  }

  build() {
    const input = fileField("file", "", (file) => this.takeFile(file));
    this.text = html("textarea", { rows: "4", id: "paste", spellcheck: "false", placeholder: say("pasteHint"),
      "aria-label": say("paste") });
    const save = (format, type) => button(format.toUpperCase(), () => this.save(format, type), { id: "save-" + format });
    this.host.replaceChildren(
      html("h2", {}, say("open")),
      html("div", { class: "drop" }, input, button(say("open"), () => input.click(), { class: "primary" }),
        html("p", { class: "soft" }, say("dropHint"))),
      this.text, html("div", { class: "row" }, button(say("load"), () => this.takeText(this.text.value), { id: "load" }),
        button(say("bringBackBefore"), () => this.page.bringBack(), { id: "bring-back" }),
        button(say("editStart"), () => this.page.editor.start(), { id: "edit" })),
      html("h2", {}, say("save")),
      html("div", { class: "row" }, ...FORMATS.map(([format, type]) => save(format, type)),
        button("PNG", () => this.savePng(), { id: "save-png" }), button("SVG", () => this.saveSvg(), { id: "save-svg" })),
      html("div", { class: "row" }, button(say("copyLink"), () => this.copyLink(), { id: "copy-link" })),
      this.link = html("input", { type: "text", readonly: true, id: "link", "aria-label": say("copyLink"),
        onfocus: () => this.link.select() }));
    this.draw();
  }

  draw() {
    if (this.link && !this.host.hidden) this.link.value = this.address();
  }

  address() {
    const { tree, node } = this.page.game;
    return location.href.replace(/#.*/, "") + linkOf(tree, node).fragment;
  }

  /* ---- In ---- */

  listenForDrops() {
    /* Text goes into the field on which it is dropped. */
    const isForField = ({ target, dataTransfer }) => takesText(target) && !dataTransfer.types.includes("Files");
    document.addEventListener("dragover", (event) => isForField(event) || event.preventDefault());
    document.addEventListener("drop", (event) => {
      if (isForField(event)) return;
      event.preventDefault();
      const file = event.dataTransfer.files[0];
      if (file) this.takeFile(file);
      else this.takeText(event.dataTransfer.getData("text/plain"));
    });
    document.addEventListener("paste", (event) => {
      if (takesText(event.target)) return;
      const file = event.clipboardData.files[0];
      if (file) this.takeFile(file);
      else this.takeText(event.clipboardData.getData("text/plain"));
    });
  }

  async takeFile(file) {
    const bytes = await readFile(file);
    if (bytes === null) return;
    if (isOpenings(textIn(bytes.subarray(0, 64)))) await this.page.explorer.openText(textIn(bytes));
    else await this.takeBytes(bytes);
  }

  takeText(text) {
    if (isOpenings(text)) return this.page.explorer.openText(text);
    const trimmed = text.trim();
    return this.takeBytes(new TextEncoder().encode(trimmed && `\ufeff${trimmed}`)); // marked, since it may name another encoding
  }

  /* What the engine reads in the bytes of a game; by the rule and the size of the board where they name none. */
  read(bytes) {
    const { rule, width, height } = this.page.game.tree;
    return this.page.engine.ask(`read rule=${rule} size=${width}x${height}`, bytes);
  }

  /* Says why a file of another kind cannot be read, or that it holds a game. */
  async tellFault(bytes, fault) {
    const answer = await this.read(bytes), isGame = !answer.wrong && !answer.fault && countMoves(treeOf(answer)) > 0;
    notify(isGame ? say("holdsGame") : fault, "error");
  }

  /* A bad file leaves the game on the board. */
  async takeBytes(bytes) {
    const answer = await this.read(bytes);
    if (answer.wrong) {
      notify(say("notLoaded", { fault: answer.wrong }), "error");
      return false;
    }
    const tree = treeOf(answer);
    const bringBack = this.page.open(tree, lastOf(tree.root));
    if (answer.fault) notify(say("loadedPart", { fault: answer.fault }), "error", bringBack);
    else notify(loadedText(answer, countMoves(tree)), "info", bringBack);
    return true;
  }

  /* ---- Out ---- */

  /* The game as a file of the format: {bytes, notice}, which says what is not in it. Null, and the page says why, if the format
   * cannot hold the game. */
  async written(format) {
    const { engine, game } = this.page;
    const answer = await engine.ask(`write format=${format} ${headOf(game.tree)}`, new TextEncoder().encode(textOf(game.tree)));
    if (answer.wrong) {
      notify(say("notSaved", { fault: sayOfEngine(answer.wrong) }), "error");
      return null;
    }
    const notice = answer.notice ? say("loadedNotice", { notice: sayOfEngine(answer.notice) }) : "";
    return { bytes: Uint8Array.from(answer.bytes.match(/../g) ?? [], (byte) => parseInt(byte, 16)), notice };
  }

  async save(format, type) {
    const file = await this.written(format);
    if (file) this.deliver(new Blob([file.bytes], { type }), "game." + format, file.notice);
  }

  async savePng() {
    this.deliver(await boardPng(this.page.boardHost), "board.png");
  }

  saveSvg() {
    this.deliver(new Blob([boardSvg(this.page.boardHost)], { type: "image/svg+xml" }), "board.svg");
  }

  /* Hands the file to the browser and says so, with the notice. */
  deliver(blob, name, notice = "") {
    const address = URL.createObjectURL(blob);
    html("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
    this.delivered = { blob, name };
    notify([say("saved", { name }), notice].filter(Boolean).join(" "));
  }

  /* Copies the address of the game and says what it holds. Where the browser does not let the page copy, the link is
   * shown for the reader to copy. */
  async copyLink() {
    const { tree, node } = this.page.game;
    const { fragment, isWhole } = linkOf(tree, node);
    history.replaceState(null, "", fragment);
    const address = this.address(), isCopied = await isOnClipboard(address);
    if (!isCopied) this.page.showPanel("files");
    this.draw();
    if (!isCopied) {
      this.link.focus();
      this.link.select();
    }
    const text = [say(isCopied ? "linkCopied" : "linkNotCopied"), this.contents(isWhole),
      say("linkLength", { count: address.length })].join(" ");
    notify(text);
  }

  /* What a link to the position on the board holds. */
  contents(isWhole) {
    const { tree, node } = this.page.game;
    const line = moveNumber(lastOf(node)), number = moveNumber(node), others = countMoves(tree) - line;
    if (isFresh(tree)) return say("linkEmpty");
    const parts = [line === 0 ? say("linkPosition") : number < line ? say("linkGameAt", { count: line, number })
      : say("linkGame", { count: line })];
    if (others > 0) parts.push(say(isWhole ? "linkBranches" : "linkNoBranches", { count: others }));
    if (countNodes(tree, (at) => at.comment !== "" || at.labels.length > 0) > 0) parts.push(say("linkNoNotes"));
    return parts.join(" ");
  }
}

/* Puts the text on the clipboard, on pages without a safe origin by the old command. Returns whether it is there. */
async function isOnClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = html("textarea", { class: "hidden" }), before = document.activeElement;
    field.value = text;
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand?.("copy") ?? false;
    field.remove();
    before?.focus();
    return isCopied;
  }
}
