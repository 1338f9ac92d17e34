/* Parts of pages: elements, tables, plots. All text goes to the screen through textContent. */
"use strict";

const SVG = "http://www.w3.org/2000/svg";
const PLOT_WIDTH_MAX = 860;
const byId = (id) => document.getElementById(id);

/* "a15b14" on 15 rows -> [[0, 0], [1, 1]]: columns from the left, rows from the top. Names count
 * rows from the bottom. */
function points(text, height) {
  const found = text.match(/[a-z][0-9]+/g) || [];
  return found.map((p) => [p.charCodeAt(0) - 97, height - Number(p.slice(1))]);
}

function pointName(p, height) {
  return String.fromCharCode(97 + p[0]) + (height - p[1]);
}

function element(tag, options, ...children) {
  const made = document.createElement(tag);
  Object.assign(made, options || {});
  made.append(...children);
  return made;
}

function svg(tag, attributes, text) {
  const made = document.createElementNS(SVG, tag);
  for (const name in attributes) made.setAttribute(name, attributes[name]);
  if (text !== undefined) made.textContent = text;
  return made;
}

/* Both round before they choose the sign: -0.3 is 0 without decimals, never -0. */
function fixed(value, digits) {
  return value === null ? "-" : Number(value.toFixed(digits)).toFixed(digits);
}

function signed(value, digits) {
  return (value !== null && Number(value.toFixed(digits)) > 0 ? "+" : "") + fixed(value, digits);
}

function seconds(ms) {
  if (ms === null) return "-";
  return ms < 10000 ? (ms / 1000).toFixed(2) + " s" : (ms / 1000).toFixed(1) + " s";
}

/* Titles that begin with "<" stand over columns of text, on the left as their cells do. */
function isLeft(title) {
  return title.startsWith("<");
}

function headRow(titles) {
  return element("thead", {}, element("tr", {}, ...titles.map((t) =>
    element("th", { scope: "col", className: isLeft(t) ? "left" : "" }, isLeft(t) ? t.slice(1) : t))));
}

function cells(titles, values) {
  return element("tr", {}, ...values.map((v, i) => element("td", { className: isLeft(titles[i]) ? "left" : "" }, v)));
}

function swatch(color) {
  return element("span", { className: "swatch " + (color === 0 ? "b" : "w") });
}

/* Draws now and whenever the width of the window changes: a plot has one unit a pixel, so that its
 * text keeps its size on small screens. draw gets the width, 0 if the place is not shown. */
const plots = [];

function plot(place, draw) {
  const make = () => {
    const width = Math.floor(place.parentElement.clientWidth);
    place.replaceChildren();
    if (width > 0) draw(Math.min(width, PLOT_WIDTH_MAX));
  };
  plots.push(make);
  make();
}

function chart(width, height, label) {
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label });
}

/* Round steps for an axis. */
function ticks(low, high, wanted) {
  const rough = (high - low) / wanted;
  const power = Math.pow(10, Math.floor(Math.log10(rough)));
  const step = [1, 2, 5, 10].map((f) => f * power).find((s) => s >= rough) || 10 * power;
  const list = [];
  for (let v = Math.ceil(low / step) * step; v <= high + step * 1e-9; v += step) list.push(v);
  return list;
}

let redrawing = 0, drawnWidth = document.documentElement.clientWidth;
window.addEventListener("resize", () => {
  if (document.documentElement.clientWidth === drawnWidth) return;
  drawnWidth = document.documentElement.clientWidth;
  cancelAnimationFrame(redrawing);
  redrawing = requestAnimationFrame(() => plots.forEach((make) => make()));
});
