/* solver.js: the panel that looks for a win by threats and steps through its proof.
 *
 * The proof is a tree without end of moves and defences, so it is not drawn: at each of the
 * defender's turns the engine checks every legal point anew, and the reader follows any of them. */

import { button, choice, segments, shortNumber } from "./controls.js";
import { announce, html, refill } from "./dom.js";
import { parsePoints, pointName, samePoint } from "./layout.js";
import { evaluate } from "./tree.js";
import { say } from "./words.js";

const LIMITS = [5, 20, 60, 0];

export class Solver {
  constructor(host, page) {
    Object.assign(this, { host, page, proof: null, isBusy: false, isStepping: false, progress: null });
  }

  build() {
    const { settings } = this.page;
    this.go = button(say("solve"), () => this.toggle(), { id: "solve", class: "primary" });
    this.result = html("p", { class: "soft", id: "verdict" }, say("solverIdle"));
    this.steps = html("div", { id: "proof" });
    this.host.replaceChildren(
      segments(say("solver"), [["vct", say("vct")], ["vcf", say("vcf")]], settings.mode, (value) => {
        settings.mode = value;
        this.page.save();
      }, false),
      html("div", { class: "row" }, this.go,
        choice(say("limit"), LIMITS.map((count) => [count, count === 0 ? say("noLimit") : say("seconds", { count })]),
          settings.limit, (value) => {
            settings.limit = Number(value);
            this.page.save();
          })),
      this.result, this.steps);
    this.proof = null;
    this.drawBusy(this.isBusy);
  }

  /* Shows what was found, and says it; how far a search has come is seen alone. */
  tell(text) {
    this.result.textContent = text;
    announce(text);
  }

  drawBusy(is) {
    this.isBusy = is;
    this.go.textContent = say(is ? "analysisOff" : "solve");
  }

  toggle() {
    if (this.isBusy) this.stop();
    else this.solve();
  }

  stop() {
    this.page.machine.send({ type: "stop", part: "solver" });
  }

  /* The engine is with another part, or has no work. */
  lost() {
    if (this.isBusy) this.result.textContent = say("solverIdle");
    if (this.progress) this.progress.textContent = say("defencesStopped");
    this.progress = null;
    this.drawBusy(false);
  }

  /* The board shows another position: the proof stays if it was its own step. */
  moved() {
    if (this.isStepping || (this.proof && this.proof.expected === this.page.game.node)) return;
    if (!this.proof && !this.isBusy) return;
    this.stop();
    this.clear();
    this.page.redraw();
  }

  clear() {
    this.proof = this.defences = this.progress = null;
    this.steps.replaceChildren();
    this.result.textContent = say("solverIdle");
  }

  async solve() {
    const { game, engine, machine, settings } = this.page;
    await game.known();
    const { node } = game, { mode } = settings;
    const job = this.page.take("solver");
    if (!job) return;
    this.clear();
    this.drawBusy(true);
    const answer = await engine.solve(`${game.request} mode=${mode}`, {
      totalMs: settings.limit * 1000,
      show: (found) => {
        this.result.textContent = say("solving", { nodes: shortNumber(found.nodes ?? 0), seconds: (found.ms / 1000).toFixed(1) });
      },
    });
    if (!machine.has(job)) return;
    machine.send({ type: "release", job });
    this.drawBusy(false);
    if (!answer) return;
    if (answer.wrong) this.tell(answer.wrong);
    else if (answer.verdict !== "win") this.tell(say(answer.verdict === "unknown" ? "unknownWin" : "noWin"));
    else this.begin(node, mode, answer);
  }

  begin(node, mode, answer) {
    const { game } = this.page;
    const line = parsePoints(answer.line, game.tree.height);
    this.proof = { start: node, attacker: game.side, mode, line, expected: node };
    evaluate(node, { blackRate: game.side === "b" ? 1 : 0, plies: line.length });
    this.tell(say("provenIn", { side: this.attackerName(), count: line.length }));
    this.drawAttack(line[0]);
    this.page.preview(line);
  }

  attackerName() {
    return say(this.proof.attacker === "b" ? "black" : "white");
  }

  name(point) {
    return pointName(point, this.page.game.tree.height);
  }

  drawAttack(point) {
    refill(this.steps, html("div", { class: "row" },
      button(say("stepAttack", { name: this.name(point) }), () => this.attack(point), { id: "attack", class: "primary" })));
  }

  play(point) {
    const { game } = this.page;
    this.page.preview(null);
    /* Before the change is told, so that moved() knows it for a step of the proof. */
    this.isStepping = true;
    const node = game.play(point);
    this.isStepping = false;
    if (node) this.proof.expected = node;
    return node;
  }

  /* The attacker plays; then every defence is checked. */
  async attack(point) {
    const { game, engine, machine } = this.page;
    if (this.page.editor.isOn) return;
    const proof = this.proof;
    const refusal = this.page.refusalOf("solver");
    if (refusal) {
      this.page.tellRefusal(refusal);
      return;
    }
    const node = this.play(point);
    await game.known();
    if (this.proof !== proof || game.node !== node) return;
    if (game.isOver) {
      this.tell(say("endOfProof"));
      refill(this.steps, this.backRow());
      return;
    }
    const job = this.page.take("solver");
    if (!job) return;
    const progress = this.progress = html("p", { class: "soft" });
    refill(this.steps, progress, this.backRow());
    const answer = await engine.defences(`${game.request} mode=${proof.mode}`, {
      show: (_found, share) => {
        progress.textContent = say("findingDefences", { percent: Math.round(share * 100) + "%" });
      },
    });
    if (!machine.has(job)) return;
    machine.send({ type: "release", job });
    this.progress = null;
    if (!answer || this.proof !== proof || game.node !== node) return;
    if (answer.wrong) progress.textContent = answer.wrong;
    else this.drawDefences(point, answer.defences);
  }

  backRow() {
    return html("div", { class: "row" }, button(say("backToStart"), () => {
      this.page.game.goTo(this.proof?.start ?? this.page.game.tree.root);
    }));
  }

  /* Defences that lose to the answer that most lose to come last, as one. */
  drawDefences(attack, defences) {
    const lost = defences.filter((defence) => defence.verdict === "win");
    const counts = new Map();
    for (const defence of lost) counts.set(defence.line, (counts.get(defence.line) ?? 0) + 1);
    const [common] = [...counts.entries()].sort((a, b) => b[1] - a[1])[0] ?? [""];
    const height = this.page.game.tree.height;
    const shown = lost.filter((defence) => defence.line !== common)
      .sort((a, b) => parsePoints(b.line, height).length - parsePoints(a.line, height).length);
    const rest = lost.filter((defence) => defence.line === common);
    this.defences = new Map(lost.map((defence) => [defence.move, parsePoints(defence.line, height)]));
    const chips = shown.map((defence) => this.chip(defence.move, parsePoints(defence.line, height)));
    this.tell(`${say("defencesOf", { name: this.name(attack) })}: ` +
      say("defenceHolds", { lost: lost.length, count: defences.length }));
    refill(this.steps,
      html("p", { class: "soft" }, say("stepHint")),
      html("div", { class: "chips", id: "defences" }, ...chips,
        rest.length > 0 ? this.chip(rest[0].move, parsePoints(common, height), rest.length) : null),
      this.backRow());
    this.page.redraw();
  }

  chip(move, line, count = 0) {
    const answer = this.name(line[0]);
    const text = count > 1 ? say("otherDefences", { name: answer }) + ` (${count})` : `${move} → ${answer}`;
    const point = parsePoints(move, this.page.game.tree.height)[0];
    return button(count > 1 ? text : html("span", {}, text, html("small", {}, " " + line.length)),
      () => this.defend(point), {
        class: "chip", "data-move": move,
        onpointerenter: () => this.page.preview([point, ...line]), onpointerleave: () => this.page.preview(null),
        onfocus: () => this.page.preview([point, ...line]), onblur: () => this.page.preview(null),
      });
  }

  /* The defender plays, the attacker answers. */
  async defend(point) {
    const line = this.defences?.get(this.name(point));
    if (!this.proof || !line || this.page.editor.isOn) return;
    const refusal = this.page.refusalOf("solver");
    if (refusal) {
      this.page.tellRefusal(refusal);
      return;
    }
    this.defences = null;
    const proof = this.proof;
    if (!this.play(point)) return;
    await this.page.game.known();
    if (this.proof !== proof) return;
    await this.attack(line[0]);
  }

  /* A point of the board was chosen. Returns whether the proof takes it. */
  takes(point) {
    const { phase, isAway } = this.page.machine.state;
    if (!this.proof || this.page.game.node !== this.proof.expected) return false;
    if (!isAway && (phase === "game" || phase === "opening")) return false; /* a move of the game */
    const { game } = this.page;
    if (game.side === this.proof.attacker) {
      if (!samePoint(point, this.proof.line[0]) || game.node !== this.proof.start) return false;
      this.attack(point);
      return true;
    }
    if (!this.defences?.has(this.name(point))) return false;
    this.defend(point);
    return true;
  }
}
