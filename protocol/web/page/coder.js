/* coder.js: choices as one large number, and that number as text. Pure functions.
 *
 * A choice among values with frequencies f(0), f(1), ... of sum M costs log2(M / f) bits: the last choice becomes the
 * number x = 1, and each one before it turns x into (x / f) * M + x % f + (the frequencies before its value). Division by M gives
 * the choices back, the first one first (asymmetric numeral systems, without their rounding). A number ends as 1
 * after its last choice, and its first one is a check of all others. */

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE = BigInt(DIGITS.length), CHECKS = 256, FIRST_CHECK = 0x811c9dc5;
const CHUNK = 8; /* digits that an exact number holds */

const sum = (frequencies) => frequencies.reduce((total, each) => total + each, 0);

/* Mixes the choice into the check. */
function mixed(check, value) {
  return (Math.imul(check ^ value, 0x01000193) ^ (value >>> 7)) >>> 0;
}

function lastByte(check) {
  return ((check ^ (check >>> 8) ^ (check >>> 16) ^ (check >>> 24)) >>> 0) % CHECKS;
}

/* Takes choices, the first one first. A Reader has the same functions, and does not look at `value`. */
export class Writer {
  constructor() {
    this.choices = [];
    this.check = FIRST_CHECK;
  }

  /* A choice among values from 0, which are as frequent as `frequencies` say: whole numbers from 0, of which the
   * chosen one is 1 or more. Returns the value. Throws RangeError if it cannot be chosen. */
  pick(frequencies, value) {
    if (!(frequencies[value] > 0)) throw new RangeError("not a choice");
    let before = 0, total = 0;
    for (let i = 0; i < frequencies.length; i++) {
      if (i === value) before = total;
      total += frequencies[i];
    }
    this.choices.push([frequencies[value], before, total]);
    this.check = mixed(this.check, value);
    return value;
  }

  /* A choice among `count` values that are equally frequent. */
  even(count, value) {
    this.choices.push([1, value, count]);
    this.check = mixed(this.check, value);
    return value;
  }

  text() {
    let x = 1n;
    for (const [frequency, before, total] of [[1, lastByte(this.check), CHECKS], ...this.choices].reverse()) {
      const f = BigInt(frequency);
      x = (x / f) * BigInt(total) + (x % f) + BigInt(before);
    }
    return digitsOf(x);
  }
}

/* Gives the choices of a text back. Throws RangeError where there are no more of them. */
export class Reader {
  constructor(text) {
    this.x = numberOf(text);
    this.wanted = this.next(CHECKS, (slot) => [slot, 1, slot]);
    this.check = FIRST_CHECK;
  }

  /* `find(slot)` gives [value, frequency, the frequencies before it] of the value that has the slot. */
  next(total, find) {
    const m = BigInt(total);
    if (this.x < 1n || m < 1n) throw new RangeError("no more choices");
    const slot = this.x % m;
    const [value, frequency, before] = find(Number(slot));
    this.x = BigInt(frequency) * (this.x / m) + slot - BigInt(before);
    return value;
  }

  pick(frequencies) {
    const value = this.next(sum(frequencies), (slot) => {
      let before = 0, at = 0;
      while (slot >= before + frequencies[at]) before += frequencies[at++];
      return [at, frequencies[at], before];
    });
    this.check = mixed(this.check, value);
    return value;
  }

  even(count) {
    const value = this.next(count, (slot) => [slot, 1, slot]);
    this.check = mixed(this.check, value);
    return value;
  }

  /* Whether the text ends here and holds what was written. */
  get isWhole() {
    return this.x === 1n && this.wanted === lastByte(this.check);
  }
}

function digitsOf(number) {
  const digits = [];
  for (let rest = number; rest > 0n; rest /= BASE) digits.push(DIGITS[Number(rest % BASE)]);
  return digits.reverse().join("");
}

/* Throws RangeError where the text holds something else than digits. */
function numberOf(text) {
  let number = 0n;
  for (let from = 0; from < text.length; from += CHUNK) {
    const chunk = text.slice(from, from + CHUNK);
    let value = 0;
    for (const digit of chunk) {
      const at = DIGITS.indexOf(digit);
      if (at < 0) throw new RangeError("not a digit");
      value = value * DIGITS.length + at;
    }
    number = number * BASE ** BigInt(chunk.length) + BigInt(value);
  }
  return number;
}
