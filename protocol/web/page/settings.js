/* settings.js: the reader's settings: what they may be, and the panel that changes them. */

import { button, choice, toggle } from "./controls.js";
import { byId, html } from "./dom.js";
import { showKeys } from "./keys.js";
import { legend } from "./legend.js";
import { threadsAlone, threadsAtMost } from "./load.js";
import { OPENINGS } from "./opening.js";
import { RULES, SIZES } from "./tree.js";
import { say } from "./words.js";

export const DEFAULTS = {
  language: "", name: "", theme: "auto", coordinates: true, numbers: true, threats: true, marks: true, panel: "play",
  color: "b", level: "full", seconds: 1, minutes: 0, rule: "freestyle", size: 15, opening: "free", opener: "you",
  lines: 3, threads: 0, mode: "vct", limit: 20, follows: false, bar: true, confirms: true, coach: true, bookMarks: true,
};
export const ALLOWED = {
  theme: ["auto", "light", "dark"], color: ["b", "w", "both"], rule: RULES, opening: ["free", ...OPENINGS],
  opener: ["you", "engine"], mode: ["vct", "vcf"], size: [SIZES[0], SIZES.at(-1)], seconds: [0.1, 3600],
  minutes: [0, 1440], lines: [1, 10], threads: [0, 64], limit: [0, 3600],
};

const SWITCHES = ["coordinates", "numbers", "threats", "bar", "confirms", "coach"];

/* Builds the panel. `page` has engine, settings, version, save(), redraw(). */
export function buildSettings(page) {
  const { settings } = page;
  const set = (key) => (value) => {
    settings[key] = value;
    page.save();
    page.redraw();
  };
  byId("panel-settings").replaceChildren(html("div", { class: "form" }, threadsChoice(page),
    page.engine.isShared ? null : whyOne(page),
    ...SWITCHES.map((key) => toggle(say(key), settings[key], set(key), { id: "switch-" + key })),
    choice(say("theme"), [["auto", say("themeAuto")], ["light", say("themeLight")], ["dark", say("themeDark")]],
      settings.theme, (value) => {
        set("theme")(value);
        document.documentElement.dataset.theme = value;
      })),
  html("h2", {}, say("signs")), legend(),
  html("div", { class: "row" }, button(say("keysTitle"), () => showKeys(), { id: "show-keys" })),
  html("p", { class: "soft", id: "about" }, say("about", { version: page.version ?? "" })));
}

/* Why searches have one thread. Once the browser keeps the site, its worker isolates the page from the next load on. */
function whyOne({ isKept }) {
  const comes = isKept && !self.crossOriginIsolated;
  return html("div", { class: "row" }, html("p", { class: "soft", id: "why-one" }, say(comes ? "threadsComing" : "whyOneThread")),
    comes ? button(say("reload"), () => location.reload(), { id: "reload" }) : null);
}

/* How many threads a search takes: as many as suit the machine (0), or so many. */
function threadsChoice(page) {
  const { engine, settings } = page;
  const most = engine.isShared ? threadsAtMost() : 1;
  const counts = Array.from({ length: most }, (_, i) => [i + 1, String(i + 1)]);
  if (engine.isShared) counts.unshift([0, say("threadsAuto", { count: threadsAlone() })]);
  const field = choice(say("threadCount"), counts, Math.min(settings.threads, most), (value) => {
    settings.threads = Number(value);
    page.save();
    useThreads(page);
  });
  const select = field.querySelector("select");
  select.id = "threads";
  select.disabled = !engine.isShared;
  return field;
}

export function useThreads({ engine, settings }) {
  const { threads } = settings;
  return engine.useThreads(threads > 0 ? Math.min(threads, threadsAtMost()) : threadsAlone());
}
