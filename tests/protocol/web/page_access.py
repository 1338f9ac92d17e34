"""Checks of what everybody can read and reach: names, contrast, tabs, languages."""

from page_steps import begin, expect, open_moves, open_page, settle


def check_tabs(browser, what):
    """All tabs are in sight."""
    expect(browser.run("(() => { const t = document.getElementById('tabs'); return Math.max(0, t.scrollWidth - t.clientWidth); })()"), 0, "pixels of tabs out of sight: " + what)


def check_languages(browser, build, _):
    """The whole page speaks each language, and no word of another is left where there is one."""
    open_page(browser, (build / "kaname.html").as_uri(), color="b", opening="free", level="full")
    for code, word in (("zh", "新对局"), ("ja", "新しい対局"), ("en", "New game")):
        browser.run(f"(() => {{ const s = document.getElementById('language'); s.value = '{code}'; s.dispatchEvent(new Event('change')); }})()")
        expect(browser.text("#new-game"), word, f"a button in {code}")
        expect(browser.run("document.documentElement.lang").startswith(code), True, "the language of the page")
        expect(browser.run("document.getElementById('board').getAttribute('aria-roledescription')"), {"zh": "棋盘", "ja": "盤", "en": "Board"}[code],
               f"what the board is in {code}")
        check_tabs(browser, code)
        if code == "en":
            continue
        left = browser.run("""[...document.querySelectorAll("button, label span, h2, p, dt")].map((e) => e.childElementCount ? "" : e.textContent)
            .filter((t) => /[A-Za-z]{3,} [a-z]{3,}/.test(t) && !/Kaname|Firefox|SGF/.test(t))""")
        expect(left, [], f"English words in {code}")
    hint = "document.getElementById('for-next').hidden ? '' : document.getElementById('for-next').textContent"
    browser.run("(kaname.study(false), null)")
    expect(browser.run(hint), "", "a hint on the next game without a game")
    browser.click("#new-game")
    settle(browser)
    for code, word in (("zh", "下一局"), ("ja", "次の対局"), ("en", "for the next game")):
        browser.run(f"(() => {{ const s = document.getElementById('language'); s.value = '{code}'; s.dispatchEvent(new Event('change')); }})()")
        expect(word in browser.run(hint), True, f"in a game, in {code}, the settings are for the next: {browser.run(hint)}")
    for code, name in (("ja", "Kaname (最強)"), ("en", "Kaname (Full strength)")):
        browser.run(f"(() => {{ const s = document.getElementById('language'); s.value = '{code}'; s.dispatchEvent(new Event('change')); }})()")
        expect(browser.run("[kaname.game.tree.black, kaname.game.tree.white]").count(name), 1, f"the engine's name in {code}")
    browser.click("#resign")
    expect(browser.run(hint), "", "the hint after the game")


COLOURS = """
  const parse = (text) => { const n = text.match(/[\\d.]+/g).map(Number); return n.length < 4 ? [...n.slice(0, 3), 1] : n; };
  const over = (a, b) => a.slice(0, 3).map((v, i) => v * a[3] + b[i] * (1 - a[3]));
  const light = (c) => { const [r, g, b] = c.map((v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const between = (c, d) => { const [a, b] = [light(c), light(d)].sort((x, y) => y - x); return (a + 0.05) / (b + 0.05); };
"""
CONTRAST = "(() => {" + COLOURS + """
  const back = (e) => { const list = []; for (let at = e; at; at = at.parentElement) { const c = parse(getComputedStyle(at).backgroundColor);
      if (c[3] > 0) list.push(c); if (c[3] === 1) break; } let under = [255, 255, 255];
    for (const c of list.reverse()) under = over(c, under); return under; };
  const poor = [];
  for (const e of document.querySelectorAll("body *")) {
    if (e.closest("svg, [hidden], .hidden, option") || e.disabled || e.closest(":disabled")) continue;
    if (![...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()) || e.getClientRects().length === 0) continue;
    const style = getComputedStyle(e), under = back(e), ink = over(parse(style.color), under);
    const ratio = between(ink, under);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.5 && style.fontWeight >= 700);
    if (ratio < (large ? 3 : 4.5)) poor.push(e.tagName + " " + e.textContent.trim().slice(0, 30) + ": " + ratio.toFixed(2));
  }
  return poor;
})()"""
# Signs of the board that show too little against what they lie on: 3 is asked for, 4.5 for text. A cursor, which may lie on
# stones of both colours, needs it of one of its two lines.
SIGNS = "(() => {" + COLOURS + """
  const drawing = document.querySelector("#board .drawing"), group = document.createElementNS("http://www.w3.org/2000/svg", "g");
  drawing.append(group);
  const colour = (kinds, property) => { let at = group;
    for (const kind of kinds.split(" ")) { const [tag, ...names] = kind.split(".");
      const part = document.createElementNS(group.namespaceURI, tag); at.append(part); at = part;
      at.setAttribute("class", names.join(" ")); }
    return parse(getComputedStyle(at)[property]); };
  const wood = colour("rect.wood", "fill"), white = [213, 210, 200], black = [12, 13, 14];
  const signs = [["g.cursor rect.over", "stroke", wood], ["g.aim path", "stroke", wood], ["g.aim circle.halo", "stroke", wood],
    ["circle.row-stone", "stroke", wood], ["circle.row-point", "stroke", wood], ["rect.square", "stroke", wood], ["rect.square.region", "stroke", wood],
    ["path.forbidden", "stroke", wood], ["circle.five", "stroke", wood], ["path.four", "stroke", wood], ["rect.lost", "fill", wood],
    ["circle.last-ring", "stroke", white], ["circle.last-ring", "stroke", black], ["circle.stone.winning", "stroke", white],
    ["circle.stone.winning", "stroke", black], ["circle.last-dot.on-b", "fill", [67, 72, 75]], ["circle.last-dot.on-w", "fill", [255, 255, 255]],
    ["text.label", "fill", wood, 4.5], ["text.label.on-b", "fill", black, 4.5], ["text.label.on-w", "fill", white, 4.5], ["text.letter", "fill", wood, 4.5],
    ["text.coordinate", "fill", wood, 4.5]];
  const poor = signs.map(([kinds, property, under, least = 3]) => [kinds, between(colour(kinds, property), under), least]);
  for (const under of [white, black])
    poor.push(["cursor", Math.max(...["over", "under"].map((kind) => between(colour("g.cursor rect." + kind, "stroke"), under))), 3]);
  const cross = document.createElement("i"), loupe = document.getElementById("loupe");
  loupe.append(cross);
  cross.innerHTML = "<svg><g class='cross'><path/><circle/></g></svg>";
  for (const part of cross.querySelectorAll("path, circle")) poor.push([part.tagName + " of the loupe", between(parse(getComputedStyle(part).stroke), wood), 3]);
  cross.remove(); group.remove();
  return poor.filter(([, ratio, least]) => ratio < least).map(([kinds, ratio]) => kinds + ": " + ratio.toFixed(2));
})()"""
# Black stones beside the board that hardly differ from what they lie on, as if they were hollow.
HOLLOW = "(() => {" + COLOURS + """
  const back = (e) => { for (let at = e; at; at = at.parentElement) { const c = parse(getComputedStyle(at).backgroundColor); if (c[3] === 1) return c; } };
  const stones = [["#turn.b"], ["#game-head .dot.b"], ["#clock .b", "::before"], [".tree .stone.b", null, "fill"]];
  return stones.flatMap(([place, part, property = "backgroundColor"]) => { const found = document.querySelector(place);
    if (!found) return [place + " is not there"];
    const ratio = between(parse(getComputedStyle(found, part)[property]), back(found.parentElement));
    return ratio < 3 ? [place + ": " + ratio.toFixed(2)] : []; });
})()"""
NAMES = """(() => {
  const name = (e) => e.getAttribute("aria-label") || (e.getAttribute("aria-labelledby") || "").split(" ").map((id) =>
    document.getElementById(id)?.textContent || "").join("") || e.labels?.[0]?.textContent || e.textContent || e.title;
  const nameless = [...document.querySelectorAll("button, select, input:not([hidden]), textarea, [role], [tabindex='0'], section")]
    .filter((e) => !e.closest("[hidden]") && !["status", "alert"].includes(e.getAttribute("role")))
    .filter((e) => e.tagName !== "SECTION" || e.hasAttribute("data-say-label"))
    .filter((e) => !name(e).trim()).map((e) => e.outerHTML.slice(0, 80));
  const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
  const twice = ids.filter((id, i) => ids.indexOf(id) !== i);
  const lost = [...document.querySelectorAll("[aria-controls], [aria-labelledby]")].filter((e) =>
    !document.getElementById(e.getAttribute("aria-controls") || e.getAttribute("aria-labelledby"))).map((e) => e.id);
  const wrong = [];
  if (!document.documentElement.lang) wrong.push("no language");
  if (document.querySelectorAll("h1").length !== 1) wrong.push("not one h1");
  if (document.querySelectorAll("main").length !== 1) wrong.push("not one main");
  if (document.querySelectorAll("[role=tab][aria-selected=true]").length !== 1) wrong.push("not one tab is selected");
  for (const part of document.querySelectorAll("[role=tablist]:not([aria-label])")) wrong.push("tabs without a name: " + part.id);
  for (const part of document.querySelectorAll("section[title], [role=group][title], [role=tablist][title], [role=timer][title]"))
    wrong.push("a tooltip on all of " + part.id);
  if (document.getElementById("board").tabIndex !== 0) wrong.push("the board has no focus");
  if (!document.getElementById("status").hasAttribute("aria-live")) wrong.push("the status is not announced");
  if (!document.getElementById("graph").getAttribute("aria-valuetext")) wrong.push("the graph has no value");
  return { nameless, twice, lost, wrong };
})()"""


def check_accessibility(browser, build, _, seed_fault=None):
    """Names, roles and contrast of every panel in both sets of colours."""
    open_page(browser, (build / "kaname.html").as_uri(), lines=3)
    open_moves(browser, "h8i9g9i7")
    browser.press("a")
    browser.wait("document.querySelectorAll('#lines .line').length === 3", "lines")
    browser.press("a")
    if seed_fault == "names":
        browser.run("(['aria-label', 'title'].forEach((name) => document.getElementById('back').removeAttribute(name)), null)")
    elif seed_fault == "contrast":
        browser.run("(document.getElementById('rule-name').style.color = '#bbb', null)")
    elif seed_fault == "signs":
        browser.run("(document.documentElement.style.setProperty('--mark', '#0a5f8a'), null)")
    for theme in ("light", "dark"):
        browser.run(f"(document.documentElement.dataset.theme = '{theme}', null)")
        expect(browser.run(SIGNS), [], f"weak signs on the board, {theme}")
        for panel in ("play", "analyze", "solver", "review", "files", "settings"):
            if not browser.count(f"#tab-{panel}"):
                continue
            browser.run(f"(kaname.showPanel('{panel}'), null)")
            expect(browser.run(NAMES), {"nameless": [], "twice": [], "lost": [], "wrong": []}, f"names and roles of {panel}")
            expect(browser.run(CONTRAST), [], f"weak contrast in {panel}, {theme}")


def check_stones(browser, build, _):
    """Black stones beside the board are no rings: they differ from what they lie on in both sets of colours."""
    begin(browser, build, minutes=20)
    for theme in ("light", "dark"):
        browser.run(f"(document.documentElement.dataset.theme = '{theme}', null)")
        expect(browser.run(HOLLOW), [], f"hollow stones, {theme}")


def check_panels(browser):
    """Every panel is no wider than the screen, with targets for fingers."""
    for panel in ("play", "analyze", "explorer", "solver", "review", "puzzles", "files", "settings"):
        browser.run(f"(kaname.showPanel('{panel}'), null)")
        check_tabs(browser, panel)
        wide = browser.run("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        expect(wide, 0, f"pixels too wide in {panel}")
        small = browser.run("[...document.querySelectorAll('button, select')].filter((b) => b.getClientRects().length && "
                            "b.getBoundingClientRect().height < 36).map((b) => b.textContent.slice(0, 20))")
        expect(small, [], f"targets too small in {panel}")
