/* engine.js: the engine as the page sees it: two workers, one for questions about positions that
 * answers at once, one for searches.
 *
 * A search is a row of slices. Stopping it only means to ask for no further slice, so all that the
 * engine has learned stays. */

import { say } from "./words.js";

const SLICE_MS = { first: 60, least: 100, most: 300 };
const LOAD_MS = 10000; /* for a thread's worker */
const ANSWER_MS = 60000; /* beyond the time that a request names */
const FAILURES_MAX = 3; /* of such workers, before searches go on with fewer threads */

class Helper {
  constructor(source, module, isShared) {
    this.waiting = new Map();
    this.threads = new Map(); /* the workers of its threads, by number */
    this.next = 1;
    this.isReady = false;
    this.worker = new Worker(source);
    this.ready = new Promise((resolve, reject) => {
      this.worker.onmessage = (event) => {
        const { ready, failed, id, answer, thread, message } = event.data;
        if (ready) {
          this.isReady = true;
          resolve();
        } else if (failed) reject(new Error(failed));
        else if (message) this.threads.get(thread).postMessage(message);
        else this.settle(id, answer);
      };
      this.worker.onerror = (event) => {
        reject(new Error(event.message));
        for (const id of [...this.waiting.keys()]) this.settle(id, { wrong: event.message || "worker" });
      };
    });
    this.worker.postMessage({ module, isShared });
  }

  settle(id, answer) {
    const resolve = this.waiting.get(id);
    this.waiting.delete(id);
    if (resolve) resolve(answer);
  }

  /* Sends the request in the same moment if the worker is ready, so that what the page draws next does not delay it. */
  async send(request) {
    if (!this.isReady) await this.ready;
    const id = this.next++;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.worker.postMessage({ id, ...request });
    });
  }

  /* The answer; {wrong, isSilent} if none comes within the time that the request names and `limitMs`. */
  ask(line, data, limitMs = ANSWER_MS) {
    const ms = Number(/ ms=([0-9]+)/.exec(line)?.[1] ?? 0);
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve({ wrong: say("engineSilent"), isSilent: true }), ms + limitMs);
      this.send({ line, data }).then((answer) => {
        clearTimeout(timer);
        resolve(answer);
      }, (error) => {
        clearTimeout(timer);
        resolve({ wrong: error.message });
      });
    });
  }

  /* Starts the worker of one more thread of the searches. The page does so and passes on what both
   * say: in Firefox a worker that starts another, or talks with it by a port, may wait for ever. Throws
   * where the thread's worker does not load. */
  async addThread(source, loadMs) {
    const worker = new Worker(source), thread = this.threads.size + 1;
    try {
      await new Promise((loaded, failed) => {
        const timer = setTimeout(() => failed(new Error(source)), loadMs);
        worker.onmessage = () => {
          worker.onmessage = (event) => this.worker.postMessage({ thread, message: event.data });
          this.threads.set(thread, worker);
          this.send({ thread }).then(({ wrong }) => {
            clearTimeout(timer);
            if (wrong) failed(new Error(wrong));
            else loaded();
          });
        };
        worker.onerror = (event) => {
          event.preventDefault();
          clearTimeout(timer);
          failed(new Error(event.message));
        };
      });
    } catch (error) {
      worker.onmessage = null;
      worker.terminate();
      throw error;
    }
  }

  end() {
    for (const worker of [this.worker, ...this.threads.values()]) worker.terminate();
  }
}

/* How long the next slice may take: short at first, so that the page soon shows something. */
export function sliceMs(elapsedMs) {
  if (elapsedMs === 0) return SLICE_MS.first;
  return Math.round(Math.max(SLICE_MS.least, Math.min(SLICE_MS.most, elapsedMs / 4)));
}

export class Engine {
  /* `source` is the address of the worker's script. The workers share the compiled module. `isShared`
   * says whether it is the one with threads. */
  constructor(source, module, isShared = false) {
    Object.assign(this, { source, module, answerMs: ANSWER_MS, loadMs: LOAD_MS, onrestart: () => {}, onmissing: () => {} });
    this.rules = new Helper(source, module, isShared);
    this.thinker = new Helper(source, module, isShared);
    this.isShared = isShared;
    this.threads = 1; /* of a search at full strength */
    this.loaded = 1; /* threads that could take part */
    this.growth = Promise.resolve();
    this.task = null;
  }

  /* Ends the workers. The engine is of no use afterwards. */
  close() {
    this.rules.end();
    this.thinker.end();
  }

  /* Searches use so many threads once their workers have started; without shared memory one. */
  async useThreads(count) {
    if (!this.isShared) return;
    this.wanted = count;
    this.growth = this.growth.then(() => this.grow());
    await this.growth;
    if (this.wanted !== count) return;
    this.threads = Math.min(count, this.loaded);
    if (this.threads < count) this.onmissing(this.threads, count);
  }

  /* Starts workers until there is one for each thread wanted, or a few did not start. The engine takes
   * its threads in the middle of a request, when no worker can start: so each starts before. */
  async grow() {
    for (let failures = 0; this.loaded < this.wanted && failures < FAILURES_MAX; ) {
      try {
        await this.thinker.addThread("thread.js", this.loadMs);
        this.loaded++;
      } catch {
        failures++;
      }
    }
  }

  /* A request to the thinker. One that does not answer, as when a thread of its search has died, is started
   * again with one thread and asked once more. */
  async search(line) {
    const { thinker } = this;
    const answer = await thinker.ask(line, null, this.answerMs);
    if (!answer.isSilent) return answer;
    if (thinker === this.thinker) await this.restart();
    return this.thinker.ask(line.replace(/ threads=[0-9]+/, " threads=1").replace(" first=0", " first=1"), null, this.answerMs);
  }

  async restart() {
    this.thinker.end();
    this.thinker = new Helper(this.source, this.module, this.isShared);
    this.threads = this.loaded = this.wanted = 1;
    this.onrestart();
    await this.thinker.ready;
  }

  get ready() {
    return Promise.all([this.rules.ready, this.thinker.ready]);
  }

  /* Questions that take no time: facts, read, write. */
  ask(line, data) {
    return this.rules.ask(line, data);
  }

  /* Ends what the thinker does, as far as the page is concerned. */
  stop() {
    if (this.task) this.task.stopped = true;
    this.task = null;
  }

  get isBusy() {
    return this.task !== null;
  }

  begin() {
    this.stop();
    this.task = { stopped: false };
    return this.task;
  }

  end(task) {
    if (this.task === task) this.task = null;
  }

  /* One request to the thinker. Gives the answer, null if it was stopped meanwhile. */
  async once(line) {
    const task = this.begin();
    const answer = await this.search(line);
    const stopped = task.stopped;
    this.end(task);
    return stopped ? null : answer;
  }

  /* Searches in slices until `totalMs` are over (0: until it is stopped), the search is done or
   * show() returns false. Gives the last answer, null if it was stopped. */
  async think(line, { totalMs = 0, slice = sliceMs, show = () => {} }) {
    const task = this.begin();
    let elapsed = 0, answer = null;
    for (let first = 1; ; first = 0) {
      const left = totalMs > 0 ? totalMs - elapsed : Infinity;
      const ms = Math.max(1, Math.round(Math.min(slice(elapsed), left)));
      const start = performance.now();
      answer = await this.search(`think ${line} threads=${this.threads} ms=${ms} first=${first}`);
      elapsed += Math.max(1, performance.now() - start);
      if (task.stopped) return null;
      const goesOn = !answer.wrong && !answer.done && elapsed < (totalMs || Infinity) - 2;
      if (show(answer) === false || !goesOn) break;
    }
    this.end(task);
    return answer;
  }

  /* Solves in slices: mode "vcf" or "vct". */
  async solve(line, { totalMs = 0, show = () => {} }) {
    const task = this.begin();
    let elapsed = 0, nodes = 0, answer = null;
    for (;;) {
      const start = performance.now();
      const left = totalMs > 0 ? totalMs - elapsed : Infinity;
      const ms = Math.max(1, Math.min(SLICE_MS.most, left));
      answer = await this.search(`solve ${line} ms=${Math.round(ms)}`);
      elapsed += Math.max(1, performance.now() - start);
      if (task.stopped) return null;
      nodes += answer.nodes ?? 0;
      Object.assign(answer, { nodes, ms: Math.round(elapsed) });
      show(answer);
      if (answer.wrong || answer.verdict !== "unknown" || elapsed >= (totalMs || Infinity) - 2) break;
    }
    this.end(task);
    return answer;
  }

  /* All defences of a position where the attacker has just played, in slices. */
  async defences(line, { show = () => {} }) {
    const task = this.begin();
    const found = [];
    for (let from = 0; ;) {
      const answer = await this.search(`defences ${line} ms=${SLICE_MS.least} from=${from}`);
      if (task.stopped) return null;
      if (answer.wrong) {
        this.end(task);
        return answer;
      }
      found.push(...answer.defences);
      show(found, answer.next / answer.count);
      if (answer.next >= answer.count) break;
      from = answer.next;
    }
    this.end(task);
    return { defences: found };
  }

  /* Whether the last move of the request wins by threats: every defence must lose. Gives {verdict, defences}:
   * "win"; "holds", with the defence `by`, "" if the move threatens nothing; "unknown" after `totalMs`. Null if it was stopped.
   * The legal defences `likely`, as names, are tried first, each for a short time. */
  async refute(line, { totalMs, likely = [], show = () => {} }) {
    const task = this.begin();
    const start = performance.now(), elapsed = () => performance.now() - start;
    const end = (result) => {
      this.end(task);
      return task.stopped ? null : result;
    };
    const threat = await this.search(`solve ${line}-- mode=vct ms=${SLICE_MS.most}`); /* the defender passes */
    if (task.stopped || threat.wrong) return end(threat);
    const defences = [];
    if (threat.verdict === "no-win") return end({ verdict: "holds", by: "", defences });
    for (const by of likely) {
      const answer = await this.search(`solve ${line}${by} mode=vct ms=${SLICE_MS.most}`);
      if (task.stopped) return null;
      if (answer.verdict === "no-win") return end({ verdict: "holds", by, defences });
    }
    for (let from = 0; elapsed() < totalMs; ) {
      const answer = await this.search(`defences ${line} mode=vct ms=${sliceMs(elapsed())} from=${from}`);
      if (task.stopped || answer.wrong) return end(answer);
      const held = answer.defences.find((defence) => defence.verdict !== "win");
      if (held) return end({ verdict: "holds", by: held.move, defences });
      defences.push(...answer.defences);
      if (answer.next >= answer.count) return end({ verdict: "win", defences });
      from = answer.next;
      show(from / answer.count);
    }
    return end({ verdict: "unknown", defences });
  }

  /* A task of numbered steps, one request each: show(answer, share done). Gives the last answer, null
   * if it was stopped. */
  async steps(line, show) {
    const task = this.begin();
    let answer = null;
    for (let from = 0, count = 1; from < count; from++) {
      answer = await this.search(`${line} from=${from}`);
      if (task.stopped) return null;
      if (answer.wrong) break;
      count = answer.steps;
      show(answer, (from + 1) / count);
    }
    this.end(task);
    return answer;
  }
}
