/* image.js: the board as a picture file: SVG with its colours written in, and PNG made of it. */

const PIXELS = 1200;
const PROPERTIES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-linecap", "opacity", "font-size", "font-family",
  "font-weight", "text-anchor", "dominant-baseline", "stop-color"];

/* Returns the text of an SVG that looks the same without the page's style. */
export function boardSvg(host) {
  const shown = host.querySelector("svg");
  const copy = shown.cloneNode(true);
  const from = [shown, ...shown.querySelectorAll("*")], to = [copy, ...copy.querySelectorAll("*")];
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const name of PROPERTIES) {
      const value = style.getPropertyValue(name);
      if (value) to[i].style.setProperty(name, value.replace(/url\("[^"]*#/, 'url("#'));
    }
  });
  copy.querySelector(".cursor")?.remove();
  copy.removeAttribute("aria-hidden");
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const [, , width, height] = copy.getAttribute("viewBox").split(" ").map(Number);
  copy.setAttribute("width", PIXELS);
  copy.setAttribute("height", Math.round((PIXELS * height) / width));
  return new XMLSerializer().serializeToString(copy);
}

/* Returns a Blob of the PNG. */
export async function boardPng(host) {
  const text = boardSvg(host);
  const image = new Image();
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(text);
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext("2d").drawImage(image, 0, 0);
  return new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
}
