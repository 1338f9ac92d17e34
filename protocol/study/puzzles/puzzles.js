/* The page of puzzles: a card each, with the answer hidden. */
(function () {
  const data = JSON.parse(byId("data").textContent);
  const CARDS = 24;
  let from = 0;

  function sideName(puzzle) {
    return puzzle.side === "black" ? "Black" : "White";
  }

  function card(puzzle) {
    const at = (name) => points(name, puzzle.height)[0];
    const line = puzzle.line.map(at);
    const board = element("div", { className: "board" });
    const answer = element("p", { className: "answer" });
    answer.setAttribute("aria-live", "polite");
    const show = element("button", { type: "button" }, "Show answer");
    const back = element("button", { type: "button", disabled: true, title: "One move back" }, "\u25c0");
    const forward = element("button", { type: "button", disabled: true, title: "One move on" }, "\u25b6");
    let shown = 0, isOpen = false;
    const layer = drawBoard(board, puzzle.width, puzzle.height, () => {});
    function draw(tried) {
      const items = [];
      for (const s of puzzle.stones) {
        if (s.color === "wall") items.push(svg("rect", { class: "wall", x: at(s.point)[0] - 0.45, y: at(s.point)[1] - 0.45, width: 0.9, height: 0.9 }));
        else items.push(...stone(at(s.point), s.color === "black", ""));
      }
      line.slice(0, shown).forEach((p, i) => items.push(...stone(p, (puzzle.side === "black") === (i % 2 === 0), String(i + 1))));
      if (tried) items.push(ring(tried, "last"));
      else if (shown > 0) items.push(ring(line[shown - 1], "last"));
      layer.replaceChildren(...items);
      back.disabled = !isOpen || shown === 0;
      forward.disabled = !isOpen || shown === line.length;
    }
    function open() {
      isOpen = true;
      show.disabled = true;
      answer.textContent = `${puzzle.kind}: ${puzzle.line.join(" ")}`;
      draw();
    }
    show.onclick = () => {
      shown = 1;
      open();
    };
    back.onclick = () => draw(void shown--);
    forward.onclick = () => draw(void shown++);
    /* A touch tries a first move, as long as the answer is hidden. */
    board.addEventListener("click", (event) => {
      if (isOpen) return;
      const box = board.firstChild.getBoundingClientRect(), unit = box.width / (puzzle.width + 0.9);
      const p = [Math.round((event.clientX - box.left) / unit - 1.2), Math.round((event.clientY - box.top) / unit - 0.7)];
      if (p[0] < 0 || p[1] < 0 || p[0] >= puzzle.width || p[1] >= puzzle.height) return;
      if (puzzle.stones.some((s) => at(s.point)[0] === p[0] && at(s.point)[1] === p[1])) return;
      if (p[0] === line[0][0] && p[1] === line[0][1]) {
        shown = 1;
        open();
        answer.prepend("Right! ");
      } else {
        answer.textContent = `${pointName(p, puzzle.height)} is not the move. Try again.`;
        draw(p);
      }
    });
    draw();
    return element("article", {}, element("h2", {}, `${puzzle.number}. ${sideName(puzzle)} to move and win`),
      element("p", { className: "soft" }, `${puzzle.kind}, ${puzzle.plies_to_win} stones, level ${puzzle.level} of 5, ${puzzle.rule}`),
      board, answer, element("div", { className: "buttons" }, back, show, forward));
  }

  function draw() {
    const level = byId("level").value;
    const chosen = data.puzzles.filter((p) => level === "" || p.level === Number(level));
    const to = Math.min(chosen.length, from + CARDS);
    byId("list").replaceChildren(...chosen.slice(from, to).map(card));
    byId("count").textContent = chosen.length === 1 ? "1 puzzle" : chosen.length + " puzzles";
    const turn = (text, first, isOff) => {
      const button = element("button", { type: "button", disabled: isOff }, text);
      button.onclick = () => {
        from = first;
        draw();
        scrollTo(0, 0);
      };
      return button;
    };
    byId("pager").replaceChildren(...(chosen.length <= CARDS ? [] : [turn("Earlier", from - CARDS, from === 0),
      turn("Later", from + CARDS, to === chosen.length), `${from + 1} to ${to} of ${chosen.length}`]));
  }

  byId("level").append(element("option", { value: "" }, "any"), ...[1, 2, 3, 4, 5].map((l) => element("option", { value: String(l) }, String(l))));
  byId("filter").addEventListener("submit", (event) => event.preventDefault());
  byId("level").onchange = () => {
    from = 0;
    draw();
  };
  byId("subtitle").textContent = `${data.puzzles.length} found by ${data.program}`;
  draw();
})();
