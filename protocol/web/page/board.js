/* board.js: draws the board as SVG and takes points from mouse, touch and keyboard.
 *
 * One unit is the distance of two lines. The board is one stop of the keyboard; arrow keys move a
 * cursor, which is announced, Enter or Space plays there. After a click the arrows step through the game,
 * and Enter or Space shows the cursor first. */

import { announce, svg } from "./dom.js";
import { cellAt, pointName, samePoint, starPoints } from "./layout.js";
import { say } from "./words.js";

const EDGE = 0.72, COORDINATES = 0.86; /* wood around the outer lines, more where the names stand */

export class Board {
  /* `on.play(point)` and `on.hover(point or null)` are the page's. */
  constructor(host, on) {
    this.host = host;
    this.on = on;
    this.width = 0;
    this.height = 0;
    this.cursor = null;
    this.hasKeyboard = false;
    this.isPointed = false; /* whether a click has brought the focus here */
    this.pointer = ""; /* the kind of the last pointer that was pressed, until its click; Safari before 18.2 has none in a click */
    this.view = null;
    this.aim = null;
    this.ondraw = () => {};
    host.addEventListener("keydown", (event) => this.key(event));
    host.addEventListener("blur", ({ relatedTarget }) => {
      /* From a dialog, or from another window or tab, the focus comes back as it went. */
      const comesBack = document.activeElement === host || relatedTarget?.closest("dialog");
      if (!comesBack) this.isPointed = false;
      this.setKeyboard(false);
    });
    host.addEventListener("pointerdown", ({ pointerType }) => Object.assign(this, { isPointed: true, pointer: pointerType }));
    host.addEventListener("pointermove", (event) => this.hover(event));
    host.addEventListener("pointerleave", () => on.hover(null));
    host.addEventListener("click", (event) => this.click(event));
  }

  /* ---- Input ---- */

  pointOf(event) {
    const picture = this.host.querySelector("svg");
    if (!picture) return null;
    const matrix = picture.getScreenCTM();
    if (!matrix) return null;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return cellAt(at.x, at.y, this.width, this.height);
  }

  click(event) {
    const point = this.pointOf(event), byFinger = this.pointer === "touch";
    this.pointer = "";
    this.setKeyboard(false);
    if (point) this.on.play(point, byFinger);
  }

  /* The distance of two lines in pixels. */
  get cellSize() {
    return this.host.clientWidth / (this.width + 1);
  }

  /* Marks the point that a finger has chosen, with lines that show where it is; null marks none. */
  aimAt(point, color = "b") {
    this.aim = point;
    if (!this.layers) return;
    this.layers.aim.replaceChildren(...(point ? [
      svg("path", { d: `M${point.x} 0V${this.height - 1}M0 ${point.y}H${this.width - 1}` }),
      svg("circle", { class: "halo", cx: point.x, cy: point.y, r: 1.1 }),
      ...("bw".includes(color) ? this.stone(point, color, "aimed", 0) : [])] : []));
  }

  hover(event) {
    if (event.pointerType === "mouse") this.on.hover(this.pointOf(event));
  }

  setKeyboard(has) {
    if (this.hasKeyboard === has) return;
    this.hasKeyboard = has;
    this.drawCursor();
  }

  key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in steps) {
      if (this.isPointed) return;
      const [dx, dy] = steps[event.key];
      this.cursor = {
        x: Math.max(0, Math.min(this.width - 1, this.cursor.x + dx)),
        y: Math.max(0, Math.min(this.height - 1, this.cursor.y + dy)),
      };
      this.setKeyboard(true);
      this.drawCursor();
      announce(this.describe(this.cursor));
    } else if (event.key === "Enter" || event.key === " ") {
      const isUnseen = this.isPointed; /* the cursor, which a stone must not surprise */
      this.isPointed = false;
      this.setKeyboard(true);
      if (isUnseen) announce(this.describe(this.cursor));
      else this.on.play(this.cursor);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /* "h8, black, move 3". */
  describe(point) {
    const { cells, numbers, forbidden, offers } = this.view;
    const index = point.y * this.width + point.x;
    const name = pointName(point, this.height);
    const offer = offers.findIndex((at) => samePoint(at, point));
    if (offer >= 0) return say("pointOffered", { name, number: offer + 1 });
    if (cells[index] === "" && forbidden.some((at) => samePoint(at, point))) return say("pointForbidden", { name });
    const words = { b: "pointBlack", w: "pointWhite", x: "pointWall", "": "pointEmpty" };
    const label = this.view.labels.find((at) => samePoint(at, point));
    const text = say(words[cells[index]], { name }) + (label ? `, "${label.text}"` : "");
    return numbers[index] > 0 ? text + ", " + say("moveNumber", { number: numbers[index] }) : text;
  }

  /* ---- Drawing ---- */

  /* Draws the view: {width, height, cells, numbers, last, row, forbidden, threats: {fives, fours},
   * searched: points, discs: [{x, y, text, rank, isLost}], letters: [{x, y, text}], labels: [{x, y, text}],
   * rows: [{stones, points}], preview: [{x, y, color, number}], offers: fifth moves, square: the side of the one
   * around the centre where the next stone has to stand or 0, region: {x, y, width, height} of points to look
   * at or null, showNumbers, showCoordinates, label}. Lists hold points. */
  draw(view) {
    this.view = view;
    if (view.width !== this.width || view.height !== this.height || this.coordinates !== view.showCoordinates)
      this.build(view);
    this.host.setAttribute("aria-label", view.label);
    this.layers.rows.replaceChildren(...(view.region ? [this.area(view.region, "square region")] : []),
      ...view.rows.flatMap((row) => this.row(row)));
    this.layers.stones.replaceChildren(...this.stones(view));
    this.layers.marks.replaceChildren(...this.marks(view));
    this.layers.preview.replaceChildren(...view.preview.flatMap((stone) => this.stone(stone, stone.color, "preview", stone.number)),
      ...view.offers.flatMap((point, i) => this.stone(point, "b", "offered", i + 1)));
    this.ondraw();
  }

  build(view) {
    const { width, height } = view;
    Object.assign(this, { width, height, coordinates: view.showCoordinates });
    if (!this.cursor || this.cursor.x >= width || this.cursor.y >= height)
      this.cursor = { x: (width - 1) >> 1, y: (height - 1) >> 1 };
    const near = view.showCoordinates ? EDGE + 0.55 : EDGE; /* left and below */
    const box = { x: -near, y: -EDGE, width: width - 1 + near + EDGE, height: height - 1 + near + EDGE };
    const viewBox = `${box.x} ${box.y} ${box.width} ${box.height}`;
    const drawing = svg("g", { class: "drawing" }, svg("rect", { class: "wood", ...box, rx: 0.3 })); /* the loupe shows it, too */
    const picture = svg("svg", { viewBox, "aria-hidden": "true", focusable: "false" }, gradients(), drawing);
    let lines = "";
    for (let x = 0; x < width; x++) lines += `M${x} 0V${height - 1}`;
    for (let y = 0; y < height; y++) lines += `M0 ${y}H${width - 1}`;
    drawing.append(svg("path", { class: "grid", d: lines }));
    drawing.append(svg("rect", { class: "frame", x: 0, y: 0, width: width - 1, height: height - 1 }));
    for (const point of starPoints(width, height))
      drawing.append(svg("circle", { class: "star", cx: point.x, cy: point.y, r: 0.1 }));
    if (view.showCoordinates) drawing.append(...coordinates(width, height));
    this.layers = {};
    for (const name of ["rows", "stones", "marks", "preview", "aim", "cursor"])
      drawing.append(this.layers[name] = svg("g", { class: name }));
    this.host.style.setProperty("--ratio", box.width / box.height);
    this.host.replaceChildren(picture);
    this.drawCursor();
  }

  drawCursor() {
    if (!this.layers) return;
    const { x, y } = this.cursor, kinds = this.hasKeyboard ? ["under", "over"] : [];
    this.layers.cursor.replaceChildren(...kinds.map((kind) =>
      svg("rect", { class: kind, x: x - 0.47, y: y - 0.47, width: 0.94, height: 0.94, rx: 0.14 })));
  }

  stone(point, color, kind, number) {
    const parts = [svg("circle", { class: "stone " + color + " " + kind, cx: point.x, cy: point.y, r: 0.46,
      "data-point": pointName(point, this.height) })];
    if (number > 0)
      parts.push(svg("text", { class: `number on-${color}${number > 99 ? " long" : ""}`, x: point.x, y: point.y },
        String(number)));
    return parts;
  }

  stones(view) {
    const parts = [];
    view.cells.forEach((color, i) => {
      const point = { x: i % this.width, y: Math.floor(i / this.width) };
      if (color === "x") {
        parts.push(svg("rect", { class: "wall", x: point.x - 0.5, y: point.y - 0.5, width: 1, height: 1 }));
      } else if (color !== "") {
        const wins = view.row.some((at) => samePoint(at, point));
        const isNumbered = view.showNumbers && !view.labels.some((label) => samePoint(label, point));
        parts.push(...this.stone(point, color, wins ? "winning" : "played", isNumbered ? view.numbers[i] : 0));
      }
    });
    return parts;
  }

  /* A label on a stone of this colour, or on an empty point. */
  label({ x, y, text }, color) {
    const size = Math.min(0.56, 1.1 / Math.max(1, text.length));
    const shape = { x, y, style: `font-size: ${size.toFixed(2)}px` };
    const back = color === "" ? [svg("circle", { class: "letter-back", cx: x, cy: y, r: 0.36 })] : [];
    return [...back, svg("text", { class: "label" + (color === "b" || color === "w" ? " on-" + color : ""), ...shape }, text)];
  }

  /* A row of stones that threatens something, and the points that complete it. */
  row({ stones, points }) {
    const [first, last] = [stones[0], stones[stones.length - 1]];
    const line = first ? [svg("path", { class: "row-line", d: `M${first.x} ${first.y}L${last.x} ${last.y}` })] : [];
    const ring = (point, kind) => svg("circle", { class: kind, cx: point.x, cy: point.y, r: 0.5 });
    return [...line, ...stones.map((point) => ring(point, "row-stone")), ...points.map((point) => ring(point, "row-point"))];
  }

  /* The square of this side around the centre. */
  square(side) {
    return this.area({ x: Math.floor(this.width / 2) - (side - 1) / 2, y: Math.floor(this.height / 2) - (side - 1) / 2,
      width: side, height: side }, "square");
  }

  area({ x, y, width, height }, kind) {
    return svg("rect", { class: kind, x: x - 0.5, y: y - 0.5, width, height, rx: 0.3 });
  }

  marks(view) {
    const parts = view.square > 0 ? [this.square(view.square)] : [];
    const cross = (point, kind, size) => svg("path", { class: kind,
      d: `M${point.x - size} ${point.y - size}l${2 * size} ${2 * size}m0 ${-2 * size}l${-2 * size} ${2 * size}` });
    for (const point of view.searched)
      parts.push(svg("circle", { class: "searched", cx: point.x, cy: point.y, r: 0.09 }));
    for (const point of view.threats.fours)
      parts.push(svg("path", { class: "four", d: `M${point.x} ${point.y - 0.26}l0.26 0.26l-0.26 0.26l-0.26 -0.26z` }));
    for (const point of view.threats.fives)
      parts.push(svg("circle", { class: "five", cx: point.x, cy: point.y, r: 0.26 }));
    for (const point of view.forbidden) parts.push(cross(point, "forbidden", 0.2));
    for (const letter of view.letters)
      parts.push(svg("circle", { class: "letter-back", cx: letter.x, cy: letter.y, r: 0.32 }),
        svg("text", { class: "letter", x: letter.x, y: letter.y }, letter.text));
    for (const label of view.labels) parts.push(...this.label(label, view.cells[label.y * this.width + label.x]));
    for (const disc of view.discs)
      parts.push(disc.isLost
        ? svg("rect", { class: "disc lost", x: disc.x - 0.42, y: disc.y - 0.42, width: 0.84, height: 0.84, rx: 0.1 })
        : svg("circle", { class: "disc rank" + Math.min(disc.rank, 4), cx: disc.x, cy: disc.y, r: 0.45 }),
      svg("text", { class: "disc-text", x: disc.x, y: disc.y }, disc.text));
    if (view.last && view.row.length === 0) {
      const color = view.cells[view.last.y * this.width + view.last.x];
      parts.push(view.showNumbers
        ? svg("circle", { class: "last-ring", cx: view.last.x, cy: view.last.y, r: 0.42 })
        : svg("circle", { class: "last-dot on-" + color, cx: view.last.x, cy: view.last.y, r: 0.14 }));
    }
    return parts;
  }
}

function gradients() {
  const stops = (...list) => list.map(([offset, name]) => svg("stop", { offset, class: name }));
  const shape = { cx: "0.36", cy: "0.32", r: "0.72" };
  return svg("defs", {},
    svg("radialGradient", { id: "black-stone", ...shape }, ...stops(["0", "black-light"], ["1", "black-dark"])),
    svg("radialGradient", { id: "white-stone", ...shape }, ...stops(["0.2", "white-light"], ["1", "white-dark"])));
}

function coordinates(width, height) {
  const parts = [];
  for (let x = 0; x < width; x++)
    parts.push(svg("text", { class: "coordinate", x, y: height - 1 + COORDINATES }, String.fromCharCode(65 + x)));
  for (let y = 0; y < height; y++)
    parts.push(svg("text", { class: "coordinate", x: -COORDINATES, y }, String(height - y)));
  return parts;
}
