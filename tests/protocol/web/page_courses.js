/* page_courses.js: random courses of clicks and keys on the page, by seed, as a reader makes them. Runs in the
 * page, as a script. window.course(seed, count) resolves to {fault, log}: "" if after the course the next stone was
 * answered, or the page said why not. */
"use strict";

(() => {
  const WAIT_MS = 15000;
  const LEFT_OUT = "#copy-link, #reload, [id^='save-'], .drop button, #tabs button";
  const KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "Home", "End", "a", "h", "u", "n", "t", "u", "e", "1", "ArrowLeft"];
  const page = window.kaname;

  function chance(seed) {
    let x = (seed * 2654435761 + 12345) >>> 0;
    return (count) => {
      x ^= x << 13;
      x >>>= 0;
      x ^= x >>> 17;
      x ^= x << 5;
      x >>>= 0;
      return x % count;
    };
  }

  const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

  async function until(condition, what) {
    const end = performance.now() + WAIT_MS;
    while (!condition()) {
      if (performance.now() > end) throw new Error("in vain: " + what);
      await sleep(3);
    }
  }

  /* The engine searches few nodes, and takes an uncertain time over it; what has no end goes on. */
  const { thinker } = page.engine;
  const ask = thinker.ask.bind(thinker);
  let draw = chance(1);
  thinker.ask = async (line, data) => {
    const isWhole = / early=1/.test(line), isGame = / level=/.test(line);
    const nodes = "nodes=" + (20 + draw(200));
    const answer = await ask(line.replace(/ ms=\d+/, " ms=0 " + nodes).replace(/nodes=\d{4,}/, nodes), data);
    if (draw(2)) await sleep(draw(12));
    if (!isWhole && "done" in answer) answer.done = isGame && draw(4) === 0;
    return answer;
  };

  function clickBoard(x, y) {
    const matrix = document.querySelector("#board svg").getScreenCTM();
    const at = new DOMPoint(x, y).matrixTransform(matrix);
    document.getElementById("board").dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: at.x, clientY: at.y }));
  }

  function visible(selector) {
    const may = (e) => e.getClientRects().length > 0 && !e.disabled && !e.matches(LEFT_OUT);
    return [...document.querySelectorAll(selector)].filter(may);
  }

  function any(list) {
    return list[draw(list.length)];
  }

  function emptyPoints() {
    const { cells } = page.game.position(), { width } = page.game.tree;
    const points = cells.map((cell, i) => ({ x: i % width, y: Math.floor(i / width), cell })).filter(({ cell }) => cell === "");
    return points.filter((point) => !page.game.isForbidden(point));
  }

  function someMoves() {
    const names = new Set();
    for (let i = draw(8); i >= 0; i--) names.add("abcde"[draw(5)] + (1 + draw(5)));
    return [...names].join("");
  }

  const ACTIONS = {
    stone() {
      const { width, height } = page.game.tree;
      clickBoard(draw(width), draw(height));
    },
    finger() {
      const { width, height } = page.game.tree;
      const at = new DOMPoint(draw(width), draw(height)).matrixTransform(document.querySelector("#board svg").getScreenCTM());
      const tap = () => document.getElementById("board").dispatchEvent(
        new PointerEvent("click", { bubbles: true, pointerType: "touch", clientX: at.x, clientY: at.y }));
      page.board.host.style.width = "15rem";
      tap();
      if (draw(2)) tap();
      page.board.host.style.width = "";
    },
    edit() {
      if (page.editor.isOn) page.editor.end();
      else if (draw(2)) page.editor.start();
    },
    opening() {
      const names = page.play.opening?.choice?.allowed?.match(/[a-z]\d+/g);
      if (!names) return;
      const name = any(names);
      clickBoard(name.charCodeAt(0) - 97, page.game.tree.height - Number(name.slice(1)));
    },
    button() {
      any(visible("button"))?.click();
    },
    play() {
      any(visible("#panel-play button, #choices button, #steps button"))?.click();
    },
    tab() {
      any([...document.querySelectorAll("#tabs button")]).click();
    },
    key() {
      const place = any([document.body, document.getElementById("board")]);
      place.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, key: any(KEYS) }));
    },
    tree() {
      any([...document.querySelectorAll(".tree .node")])?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    },
    graph() {
      const box = page.graph.host.getBoundingClientRect();
      page.graph.follow({ clientX: box.left + draw(Math.ceil(box.width)) });
    },
    remove() {
      page.moves.delete.click();
    },
    comment() {
      const { text } = page.moves;
      text.focus();
      text.value += "x";
      text.dispatchEvent(new Event("input"));
      if (draw(2)) text.blur();
    },
    select() {
      const field = any(visible("select"));
      if (!field) return;
      field.selectedIndex = draw(field.options.length);
      field.dispatchEvent(new Event("change"));
    },
    link() {
      location.hash = `#rule=${any(["freestyle", "renju"])}&size=${any([5, 5, 6])}&moves=${someMoves()}`;
    },
    file() {
      page.files.takeText(someMoves());
    },
    newGame() {
      page.play.newButton.click();
    },
    back() {
      document.getElementById("back-to-game")?.click();
    },
  };
  const OFTEN = ["stone", "stone", "stone", "stone", "play", "opening", "opening", "key", "tree"];
  const SELDOM = ["button", "tab", "graph", "remove", "comment", "select", "link", "file", "newGame", "back", "finger",
    "edit", "edit"];

  function expect(is, what) {
    if (!is) throw new Error(what);
  }

  /* What must hold between two clicks. */
  function check() {
    const { state } = page.machine, { tree } = page.game;
    const isThinking = ["game", "opening", "coach"].includes(state.owner), isOffered = state.lesson === "offered";
    const isMine = state.color === "both" || page.game.side === state.color;
    const isDue = state.phase === "game" && !state.isAway && !state.isHeld && state.isKnown && !state.isOver && !isMine;
    expect(!isDue || isThinking || isOffered,
      "Kaname is to move and does not think");
    expect(!(state.phase === "game" && tree.end !== "none"), "a game that goes on has a result: " + tree.end);
    expect(!state.isAway || document.getElementById("status").textContent !== page.play.verdict() || page.play.result === null,
      "a verdict on another position");
    expect(page.play.clock.side === null || (state.phase === "game" && !state.isAway), "the clock runs without a game");
    expect(document.getElementById("editor").hidden === (state.phase !== "editing"), "an editor beside a game");
    expect(document.getElementById("aim").hidden === (page.board.aim === null), "a point to confirm that is not seen");
    expect(!page.review.isBusy || state.owner === "review", "a review without the engine");
    expect(!page.solver.isBusy || state.owner === "solver", "a proof without the engine");
  }

  const isQuiet = () => page.game.facts !== null && !["game", "opening", "coach"].includes(page.machine.state.owner) &&
    !(page.play.opening && page.machine.state.phase === "opening" && !page.machine.state.isAway && !page.machine.state.isHeld &&
      !page.play.opening.isAsked);

  const words = () => document.getElementById("messages").textContent + document.getElementById("choices").textContent;

  /* One more stone: it is answered, or the page says why not. */
  async function probe() {
    await until(isQuiet, "the page is quiet");
    const point = any(emptyPoints());
    if (!point) return;
    document.getElementById("messages").replaceChildren();
    const { node } = page.game, offers = page.play.opening?.points.length, labels = node.labels.length;
    clickBoard(point.x, point.y);
    const isAnswered = () => document.getElementById("messages").textContent !== "" || page.game.node !== node ||
      page.play.opening?.points.length !== offers || node.labels.length !== labels || page.machine.state.phase === "editing";
    await until(isAnswered, "an answer to a click");
    await until(isQuiet, "Kaname's answer: " + words());
    check();
    const { phase, color, isAway, isHeld, lesson } = page.machine.state;
    if (lesson === "offered" && !isAway) expect(document.getElementById("try-again"), "a lesson that offers nothing");
    else if (phase === "game" && !isAway && !isHeld && color !== "both")
      expect(page.game.isOver || page.game.side === color, "it is not the reader's turn");
  }

  window.course = async (seed, count) => {
    draw = chance(seed);
    const log = [];
    try {
      Object.assign(page.settings, { language: "en", panel: "play", color: any(["b", "w", "both", "b"]), size: any([5, 5, 6, 6, 9]),
        rule: any(["freestyle", "renju"]), level: any(["full", "club"]), seconds: 0.3, minutes: any([0, 3]), limit: 5, lines: 2,
        opening: any(["free", "free", "swap2", "rif"]), opener: any(["you", "engine"]),
        coach: any([true, false]) });
      page.build();
      if (draw(2)) page.play.newButton.click();
      for (let i = 0; i < count; i++) {
        const name = any(draw(3) ? OFTEN : SELDOM);
        log.push(name);
        ACTIONS[name]();
        check();
        if (draw(3) === 0) await sleep(draw(20));
        if (draw(6) === 0) await until(isQuiet, "the page is quiet, within");
        check();
      }
      await probe();
      return { fault: "", log };
    } catch (error) {
      return { fault: `seed ${seed}: ${error.message}`, log, state: page.machine.state };
    }
  };
})();
