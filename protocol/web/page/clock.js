/* clock.js: the time that each side of a game has used, and whether it is over. */

export class Clock {
  /* `limitMs` for each side, 0: none. `onTick` is called about five times a second while a side
   * thinks, `onFall(color)` when its time is over. */
  constructor(limitMs, onTick, onFall) {
    Object.assign(this, { limitMs, onTick, onFall, used: { b: 0, w: 0 }, side: null, since: 0, timer: null });
  }

  run(side) {
    this.stop();
    this.side = side;
    this.since = performance.now();
    this.timer = setInterval(() => this.tick(), 200);
    this.onTick();
  }

  stop() {
    if (this.side) this.used[this.side] += performance.now() - this.since;
    this.side = null;
    clearInterval(this.timer);
  }

  usedMs(side) {
    return this.used[side] + (this.side === side ? performance.now() - this.since : 0);
  }

  /* What the side's clock shows: what is left, or what it has used where there is no limit. */
  shownMs(side) {
    return this.limitMs > 0 ? Math.max(0, this.limitMs - this.usedMs(side)) : this.usedMs(side);
  }

  tick() {
    const side = this.side;
    this.onTick();
    if (side && this.limitMs > 0 && this.usedMs(side) >= this.limitMs) {
      this.stop();
      this.onFall(side);
    }
  }
}

/* 65000 -> "1:05". */
export function clockText(ms) {
  const seconds = Math.floor(ms / 1000);
  return Math.floor(seconds / 60) + ":" + String(seconds % 60).padStart(2, "0");
}
