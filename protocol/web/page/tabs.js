/* tabs.js: the tabs of the panels; the last one, of the settings, is a sign. */

import { byId, html, svg } from "./dom.js";
import { say } from "./words.js";

const TEETH = 8;

function gear() {
  const turns = Array.from({ length: TEETH }, (_, i) => (360 / TEETH) * i);
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("circle", { cx: 12, cy: 12, r: 5.6, class: "stroke" }),
    ...turns.map((turn) => svg("path", { d: "M12 6.4V3", transform: `rotate(${turn} 12 12)`, class: "stroke" })));
}

/* Makes the tabs of the panels `names`. `show` is called with the name of the one that is chosen. */
export function buildTabs(names, show) {
  const tab = (name) => html("button", { type: "button", role: "tab", id: "tab-" + name, "aria-controls": "panel-" + name,
    onclick: () => show(name) }, name === "settings" ? gear() : say(name));
  byId("tabs").replaceChildren(...names.map(tab));
  for (const name of ["aria-label", "title"]) byId("tab-settings").setAttribute(name, say("settings"));
  for (const name of names) byId("panel-" + name).setAttribute("aria-labelledby", "tab-" + name);
  byId("tabs").onkeydown = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = names.findIndex((name) => byId("tab-" + name).getAttribute("aria-selected") === "true");
    const name = names[(at + step + names.length) % names.length];
    show(name);
    byId("tab-" + name).focus();
    event.preventDefault();
    event.stopPropagation();
  };
}
