/* loupe.js: a finger that is held on a board with close lines sees the points around it magnified, moves to the right
 * one and lets go there. A short touch is a click, a quick move scrolls the page, as everywhere. */

import { announce, byId, svg } from "./dom.js";
import { pointName, samePoint } from "./layout.js";

const HOLD_MS = 180; /* that a touch lasts before the loupe opens */
const SLACK = 8; /* pixels that the finger may move before */
const SIDE = 164, ABOVE = 44, EDGE = 6; /* pixels: the loupe, its distance from the finger and from the screen's edge */
const CELLS = 5; /* points that it shows side by side */

/* Where the loupe stands: above the finger, or beside it where there is no room. Gives {left, top}. */
export function loupePlace({ x, y }, { width, height }) {
  const within = (value, most) => Math.max(EDGE, Math.min(most - SIDE - EDGE, value));
  const top = y - ABOVE - SIDE;
  if (top >= EDGE) return { left: within(x - SIDE / 2, width), top: within(top, height) };
  const left = x > width / 2 ? x - ABOVE - SIDE : x + ABOVE;
  return { left: within(left, width), top: within(y - SIDE / 2, height) };
}

export class Loupe {
  /* `board` has host, pointOf(), height and ondraw; `on.isWanted()` says whether the lines are close,
   * `on.aim(point)` takes the point where the finger has let go. */
  constructor(board, on) {
    Object.assign(this, { board, on, finger: null, timer: null, point: null, isOpen: false });
    const { host } = board;
    host.addEventListener("touchstart", (event) => this.down(event), { passive: true });
    host.addEventListener("touchmove", (event) => this.move(event), { passive: false });
    host.addEventListener("touchend", (event) => this.up(event), { passive: false });
    host.addEventListener("touchcancel", () => this.end());
    board.ondraw = () => this.copy();
    host.addEventListener("contextmenu", (event) => {
      if (this.finger) event.preventDefault(); /* of a touch that is held */
    });
  }

  down({ touches }) {
    this.end();
    if (touches.length !== 1 || !this.on.isWanted()) return;
    this.finger = { x: touches[0].clientX, y: touches[0].clientY };
    this.timer = setTimeout(() => this.open(), HOLD_MS);
  }

  move(event) {
    if (!this.finger) return;
    const { clientX: x, clientY: y } = event.touches[0];
    if (!this.isOpen && Math.hypot(x - this.finger.x, y - this.finger.y) > SLACK) {
      this.end();
      return;
    }
    this.finger = { x, y };
    if (!this.isOpen) return;
    event.preventDefault(); /* the page stays where it is */
    this.draw();
  }

  up(event) {
    const point = this.isOpen ? this.point : null;
    if (this.isOpen) event.preventDefault(); /* no click follows */
    this.end();
    if (point) this.on.aim(point);
  }

  open() {
    this.isOpen = true;
    this.point = null;
    this.cross = svg("g", { class: "cross" });
    this.picture = svg("svg", {}, svg("g"), this.cross);
    this.copy();
    byId("loupe").replaceChildren(this.picture, this.label = document.createElement("span"));
    this.draw();
  }

  /* Takes over what the board shows. */
  copy() {
    if (this.isOpen) this.picture.firstChild.replaceWith(this.board.host.querySelector(".drawing").cloneNode(true));
  }

  end() {
    clearTimeout(this.timer);
    Object.assign(this, { finger: null, isOpen: false });
    byId("loupe").hidden = true;
  }

  /* Shows the surroundings of the point below the finger; beside the board nothing. */
  draw() {
    const { board } = this;
    const point = board.pointOf({ clientX: this.finger.x, clientY: this.finger.y });
    byId("loupe").hidden = point === null;
    const { left, top } = loupePlace(this.finger, { width: window.innerWidth, height: window.innerHeight });
    Object.assign(byId("loupe").style, { left: left + "px", top: top + "px", width: SIDE + "px", height: SIDE + "px" });
    if (point === null || samePoint(point, this.point)) {
      this.point = point;
      return;
    }
    this.point = point;
    const name = pointName(point, board.height), half = CELLS / 2;
    this.picture.setAttribute("viewBox", `${point.x - half} ${point.y - half} ${CELLS} ${CELLS}`);
    this.cross.replaceChildren(svg("path", { d: `M${point.x - half} ${point.y}h${CELLS}M${point.x} ${point.y - half}v${CELLS}` }),
      svg("circle", { cx: point.x, cy: point.y, r: 0.5 }));
    this.label.textContent = name;
    announce(name);
  }
}
