/* opening_names.js: the 26 openings of renju by their names. Pure.
 *
 * Black's first stone stands in the centre, White's beside it (direct, D) or at its corner (indirect, I), Black's
 * second within two points of the centre. They are numbered from the top, each row from the left, with White's
 * stone at h9 or i9 and Black's on the right of the line through both first stones, or on it. */

import { imageOf } from "./openings_set.js";

const FAR = 2; /* of Black's second stone from the centre */

/* Black's second stone from the centre, [right, up]; the name in letters, in Japanese and in Chinese. */
const DIRECT = [
  [0, 2, "Kansei", "寒星", "寒星"], [1, 2, "Keigetsu", "渓月", "溪月"], [2, 2, "Sosei", "疎星", "疏星"], [1, 1, "Kagetsu", "花月", "花月"],
  [2, 1, "Zangetsu", "残月", "残月"], [1, 0, "Ugetsu", "雨月", "雨月"], [2, 0, "Kinsei", "金星", "金星"],
  [0, -1, "Shōgetsu", "松月", "松月"], [1, -1, "Kyūgetsu", "丘月", "丘月"], [2, -1, "Shingetsu", "新月", "新月"],
  [0, -2, "Zuisei", "瑞星", "瑞星"], [1, -2, "Sangetsu", "山月", "山月"], [2, -2, "Yūsei", "遊星", "游星"]];
const INDIRECT = [
  [2, 2, "Chōsei", "長星", "长星"], [2, 1, "Kyōgetsu", "峡月", "峡月"], [2, 0, "Kōsei", "恒星", "恒星"], [2, -1, "Suigetsu", "水月", "水月"],
  [2, -2, "Ryūsei", "流星", "流星"], [1, 0, "Ungetsu", "雲月", "云月"], [1, -1, "Hogetsu", "浦月", "浦月"], [1, -2, "Rangetsu", "嵐月", "岚月"],
  [0, -1, "Gingetsu", "銀月", "银月"], [0, -2, "Myōjō", "明星", "明星"], [-1, -1, "Shagetsu", "斜月", "斜月"],
  [-1, -2, "Meigetsu", "名月", "名月"], [-2, -2, "Suisei", "彗星", "彗星"]];

function rows(list, letter, right) {
  return list.map(([x, up, ...names], i) => ({ id: `${i + 1}${letter}`, white: [right, -1], black: [x, -up], names }));
}

export const OPENING_NAMES = [...rows(DIRECT, "D", 0), ...rows(INDIRECT, "I", 1)];

/* By both points, as numbers from the centre, in all images. */
const BY_PLACE = new Map(OPENING_NAMES.flatMap((opening) => [0, 1, 2, 3, 4, 5, 6, 7].map((i) => {
  const turned = ([x, y]) => Object.values(imageOf(i, { x: x + FAR, y: y + FAR }, 2 * FAR + 1)).map((at) => at - FAR);
  return [[opening.white, opening.black].map(turned).join(), opening];
})));

/* The points within `far` of the centre, those of Black's second stone unless told; none on a board without a centre. */
export function nearMiddle(size, far = FAR) {
  const from = (size - 1) / 2 - far, across = 2 * far + 1;
  if (!Number.isInteger(from)) return [];
  return Array.from({ length: across * across }, (_, i) => ({ x: from + (i % across), y: from + Math.floor(i / across) }));
}

/* The opening of White's first stone and Black's second one, points of a board of this size; undefined if they make none. */
function openingOf(white, black, size) {
  const middle = (size - 1) / 2;
  return BY_PLACE.get([white, black].map(({ x, y }) => [x - middle, y - middle]).join());
}

/* The three moves of an opening on a board of this size, which has a centre. */
export function movesOf({ white, black }, size) {
  const middle = (size - 1) / 2;
  return [[0, 0], white, black].map(([x, y]) => ({ x: middle + x, y: middle + y }));
}

/* The openings whose number or name, in any language, has the text in it: case and accents do not count. */
export function findOpenings(text) {
  const plain = (words) => words.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const wanted = plain(text.trim());
  return OPENING_NAMES.filter(({ id, names }) => names.some((name) => plain(`${id} ${name}`).includes(wanted)));
}

/* "4D Kagetsu", in Chinese and Japanese with the characters. */
export function openingName({ id, names }, language) {
  return `${id} ${language === "ja" ? names[1] : language === "zh" ? names[2] : names[0]}`;
}

/* The openings in a position: {played, others}. `moves`: the first three moves if the game began so, else []; `played` is
 * their opening or null. `others` are those that other orders of the stones make; `cells` as in tree.js position(). */
export function openingsOn(cells, size, moves) {
  const middle = (size - 1) / 2;
  if (size % 2 === 0 || cells[middle * size + middle] !== "b") return { played: null, others: [] };
  const near = (color, far) => nearMiddle(size, far).filter(({ x, y }) => cells[y * size + x] === color &&
    (x !== middle || y !== middle));
  const isCentral = moves.length === 3 && moves[0].x === middle && moves[0].y === middle;
  const played = (isCentral && openingOf(moves[1], moves[2], size)) || null;
  const found = near("w", 1).flatMap((white) => near("b", 2).map((black) => openingOf(white, black, size)));
  const others = OPENING_NAMES.filter((opening) => opening !== played && found.includes(opening));
  return { played, others };
}
