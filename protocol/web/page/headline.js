/* headline.js: the event and the date that a file names, which the engine's answer to `read` leaves out. Pure. */

const LENGTH_MAX = 200;

function decode(bytes, label) {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/* The properties of an SGF's first node, {EV: "..."}; the first value of each. */
function rootOf(text) {
  const start = /\(\s*;/.exec(text);
  const properties = {};
  if (!start) return properties;
  const property = /\s*([A-Za-z]+)\s*((?:\[(?:[^\]\\]|\\[\s\S])*\]\s*)+)/y;
  property.lastIndex = start.index + start[0].length;
  for (let found = property.exec(text); found; found = property.exec(text)) {
    const value = /^\[((?:[^\]\\]|\\[\s\S])*)\]/.exec(found[2])[1];
    properties[found[1].replace(/[a-z]/g, "")] ??= value.replace(/\\(\r\n|[\s\S])/g, (_all, c) => (/[\r\n]/.test(c) ? "" : c));
  }
  return properties;
}

function tidy(text) {
  const line = (text ?? "").replace(/\s+/g, " ").trim();
  return /^[?.\s]*$/.test(line) ? "" : [...line].slice(0, LENGTH_MAX).join("");
}

/* {event, date} of a file in the format that the engine has found, "SGF" or "PGN"; "" where it names none. */
export function headlineOf(bytes, format) {
  const plain = decode(bytes, "latin1") ?? "";
  if (/pgn/i.test(format)) {
    const text = decode(bytes, "utf-8") ?? plain;
    const tag = (name) => tidy(new RegExp(`^\\[${name} "((?:[^"\\\\]|\\\\.)*)"\\]`, "m").exec(text)?.[1].replace(/\\(.)/g, "$1"));
    return { event: tag("Event"), date: tag("Date") };
  }
  if (!/sgf/i.test(format)) return { event: "", date: "" };
  const text = decode(bytes, "utf-8") ?? decode(bytes, rootOf(plain).CA || "utf-8");
  const { EV, DT } = text === null ? {} : rootOf(text);
  return { event: tidy(EV), date: tidy(DT) };
}
