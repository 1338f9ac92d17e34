/* short_link.js: a game with its variations, and a position in it, as the shortest text for the page's address:
 *
 *     #z4xHq0cYd2
 *
 * The letter names the version, digits of base 62 follow (coder.js). Links of a version stay valid for ever: what is
 * written here, and the numbers in coder.js and forecast.js, must not change; another form takes another letter of
 * w, x, y, with which no text of moves begins. Comments, labels and names are left out. Pure functions. */

import { Reader, Writer } from "./coder.js";
import { Forecast } from "./forecast.js";
import { RULES, SIZES, countNodes, lineThrough, newNode, newTree, other, path, position, sideAfter, sideSet } from "./tree.js";

const VERSION = "z";
const SHAPE = /^z[0-9A-Za-z]+$/;
const LONGEST = 2000; /* characters that every program passes on */
const NODES_MOST = 1500; /* of a tree with variations */
const TEXT_MOST = 60000; /* characters that are read */

const COLORS = ["", "b", "w", "x"], CHANGES = ["b", "w", "x", "e"], TURNS = ["", "b", "w"];
const STEPS = { move: 0, pass: 1, turn: 2, other: 3 };

/* How frequent the values of each choice are. */
const OFTEN = {
  rule: [6, 2, 6, 1, 1], usualSize: [1, 15], side: [14, 1, 1], setup: [15, 1],
  children: [4, 248, 3, 1], more: [1, 1], step: [251, 2, 2, 1], change: [1, 7], set: [2, 1, 1], moves: [2, 3, 1, 1, 1], at: [3, 1],
};
const USUAL = 15; /* lines of the usual board */

/* The children of the node that change the position, or what changes it after those that do not. */
function stepsAfter(node) {
  return node.children.flatMap((child) => (isStep(child) ? [child] : stepsAfter(child)));
}

function isStep(node) {
  return node.color !== "" || node.setup.length > 0 || sideSet(node) !== "";
}

/* Carries a tree through a coder. A Writer takes what `from` holds; with a Reader there is no `from`, and the tree is
 * what the text says. */
class Carrier {
  constructor(coder, from = null) {
    Object.assign(this, { coder, from });
    this.nodes = []; /* of the new tree, depth first */
    this.sources = []; /* the nodes of `from` that they are made of */
  }

  tree() {
    const { coder, from } = this;
    const rule = RULES[coder.pick(OFTEN.rule, RULES.indexOf(from?.rule))];
    const isUsual = coder.pick(OFTEN.usualSize, from?.width === USUAL && from?.height === USUAL ? 1 : 0);
    const size = (value) => (isUsual ? USUAL : SIZES[coder.even(SIZES.length, SIZES.indexOf(value))]);
    const [width, height] = [size(from?.width), size(from?.height)];
    this.made = newTree({ rule, width, height });
    this.made.side = TURNS[coder.pick(OFTEN.side, TURNS.indexOf(from?.side))];
    this.forecast = new Forecast(width, height);
    if (coder.pick(OFTEN.setup, from?.root.setup.length > 0 ? 1 : 0)) this.setUp();
    this.walk();
    return this.made;
  }

  /* What the root sets up: how many points of each kind, then each point among those that are left. */
  setUp() {
    const { coder, from, made } = this;
    const cells = from ? position(from, { ...from.root, color: "" }).cells : [];
    const left = [made.width * made.height, 0, 0, 0];
    for (let kind = 1; kind < COLORS.length; kind++) {
      left[kind] = coder.even(left[0] + 1, cells.filter((cell) => cell === COLORS[kind]).length);
      left[0] -= left[kind];
    }
    for (let i = 0; i < this.forecast.cells.length; i++) {
      const kind = coder.pick(left, COLORS.indexOf(cells[i]));
      left[kind]--;
      if (kind > 0) made.root.setup.push({ color: COLORS[kind], x: i % made.width, y: Math.floor(i / made.width) });
      this.forecast.put(i, kind);
    }
  }

  /* All nodes, depth first. No call nests, so long games do not exhaust the stack. */
  walk() {
    const { from } = this;
    const rootMove = from && from.root.color !== "" ? [from.root] : null; /* a move of the root becomes its child */
    const stack = [this.enter(this.made.root, rootMove ? null : from?.root ?? null, rootMove, [])];
    while (stack.length > 0) {
      const place = stack[stack.length - 1];
      if (place.next === place.count) {
        for (const [point, what] of place.before.reverse()) this.forecast.put(point, what);
        stack.pop();
        continue;
      }
      const source = place.sources?.[place.next] ?? null, node = newNode(place.node);
      place.next++;
      place.node.children.push(node);
      const before = this.change(node, source);
      stack.push(this.enter(node, source, null, before));
    }
  }

  /* `before`: what stood on the points that the node has changed. */
  enter(node, source, steps, before) {
    const sources = this.from ? steps ?? stepsAfter(source) : null;
    this.nodes.push(node);
    this.sources.push(source);
    return { node, sources, count: this.count(sources?.length), next: 0, before };
  }

  count(value) {
    let count = this.coder.pick(OFTEN.children, Math.min(value, 3));
    if (count === 3) while (this.coder.pick(OFTEN.more, count < value ? 1 : 0)) count++;
    return count;
  }

  /* What the node does, taken from `source`. */
  change(node, source) {
    const { coder, made } = this;
    const turn = sideAfter(made, node.parent), before = [];
    const isPlain = source && source.setup.length === 0 && sideSet(source) === "";
    const plain = source?.color !== turn ? STEPS.turn : source.point ? STEPS.move : STEPS.pass;
    const step = coder.pick(OFTEN.step, isPlain && (source.color === turn || source.point) ? plain : STEPS.other);
    if (step !== STEPS.other) {
      this.move(node, source, step === STEPS.turn ? other(turn) : turn, step !== STEPS.pass, before);
      return before;
    }
    const setup = source?.setup ?? [];
    for (let i = 0; coder.pick(OFTEN.change, i < setup.length ? 1 : 0); i++) this.changePoint(node, setup[i], before);
    const set = coder.pick(OFTEN.set, source ? TURNS.indexOf(sideSet(source)) : 0);
    if (set > 0) node.properties = `PL[${TURNS[set].toUpperCase()}]`;
    this.moveToo(node, source, turn, before);
    return before;
  }

  /* The move of a node that changes other things, too: none, a stone or a pass of the side to move or of the other one. */
  moveToo(node, source, turn, before) {
    const isOther = source && source.color !== turn ? 1 : 0;
    const kind = this.coder.pick(OFTEN.moves, !source || source.color === "" ? 0 : (source.point ? 1 : 3) + isOther);
    if (kind === 0) return;
    this.move(node, source, kind % 2 === 1 ? turn : other(turn), kind < 3, before);
  }

  /* Throws RangeError where no point is free. */
  move(node, source, color, isStone, before) {
    node.color = color;
    if (!isStone) return;
    const { width } = this.made;
    const at = this.coder.pick(this.forecast.frequencies(), source ? source.point.y * width + source.point.x : 0);
    node.point = { x: at % width, y: Math.floor(at / width) };
    this.put(at, COLORS.indexOf(color), before);
  }

  changePoint(node, stone, before) {
    const { width, height } = this.made;
    const kind = this.coder.even(CHANGES.length, CHANGES.indexOf(stone?.color));
    const at = this.coder.even(width * height, stone ? stone.y * width + stone.x : 0);
    node.setup.push({ color: CHANGES[kind], x: at % width, y: Math.floor(at / width) });
    this.put(at, CHANGES[kind] === "e" ? 0 : COLORS.indexOf(CHANGES[kind]), before);
  }

  put(at, what, before) {
    before.push([at, this.forecast.cells[at]]);
    this.forecast.put(at, what);
  }

  /* The node that is shown, made of `node`; null: the start. Often it is the end of the first line. */
  place(node) {
    let last = 0;
    while (this.nodes[last].children.length > 0) last++;
    const at = this.from === null ? last : node ? this.sources.indexOf(node) : 0;
    const isElsewhere = this.coder.pick(OFTEN.at, at === last ? 0 : 1);
    return this.nodes[isElsewhere ? this.coder.even(this.nodes.length, at) : last];
  }
}

/* The nearest node at or before this one that changes the position; null: the start. */
function stepAt(node) {
  return path(node).reverse().find((at) => at.color !== "" || (at.parent && isStep(at))) ?? null;
}

/* Only the line through the node. */
function lineAlone(tree, node) {
  const [first, ...rest] = lineThrough(node);
  const alone = { tree: { ...tree, root: { ...first, children: [] } } };
  let at = alone.node = alone.tree.root;
  for (const source of rest) {
    const child = { ...source, parent: at, children: [] };
    at.children.push(child);
    if (source === node) alone.node = child;
    at = child;
  }
  return alone;
}

/* The text of the tree; "" if it has a move on a point that is taken. */
function textOf(tree, node) {
  const writer = new Writer(), carrier = new Carrier(writer, tree);
  try {
    carrier.tree();
    carrier.place(stepAt(node));
  } catch (error) {
    if (error instanceof RangeError) return "";
    throw error;
  }
  return VERSION + writer.text();
}

/* Links the tree, or the line through the node alone if that takes more characters than programs pass on. Gives {text, isWhole:
 * whether all variations are in it}; text is "" if the game cannot be written. */
export function shortLink(tree, node) {
  const text = countNodes(tree) <= NODES_MOST ? textOf(tree, node) : "";
  if (text !== "" && text.length <= LONGEST) return { text, isWhole: true };
  const alone = lineAlone(tree, node);
  return { text: textOf(alone.tree, alone.node), isWhole: countNodes(tree) === countNodes(alone.tree) };
}

/* Whether the text of an address is such a link, if perhaps a damaged one. */
export function isShortLink(text) {
  return SHAPE.test(text);
}

/* Gives {tree, node}; null if the text is damaged or cut off. */
export function readShortLink(text) {
  if (text.length > TEXT_MOST) return null;
  try {
    const reader = new Reader(text.slice(VERSION.length)), carrier = new Carrier(reader);
    const tree = carrier.tree(), node = carrier.place();
    return reader.isWhole ? { tree, node } : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
