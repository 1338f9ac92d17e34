#!/usr/bin/env python3
"""Uses the page as people do, in headless Chromium and Firefox.

usage: page_test.py BUILD_WASM PBRAIN_KANAME [--browser chromium|firefox] [--only NAME]... [--seed-fault names|contrast|signs] [--long]
                    [--part K/N] [--shots FOLDER]

BUILD_WASM holds kaname.html and site/. --long compares moves on 50 positions, plays all openings and does more in
Firefox. --part 1/3 runs every third check, 2/3 and 3/3 the others; all may run at the same time. --seed-fault breaks a label or
a colour first: the check of accessibility then has to fail. Exit status 77: no browser here."""

import argparse
import pathlib
import sys
import tempfile
import time

import browsers
import page_access
import page_app
import page_engine
import page_explorer
import page_games
import page_input
import page_kept
import page_looks
import page_panels
import page_phone
import page_play
import page_states
import page_study
from page_steps import expect, open_moves, open_page, served


def check_units(browser, build, _):
    with served(build) as base:
        browser.open(base + "/units/units.html")
        browser.wait("window.results", "unit tests", 30)
        results = browser.run("window.results")
    faults = [f"{test['name']}: {test['fault']}" for test in results if test["fault"]]
    expect(faults, [], "faults of the modules")
    expect(len(results) >= 15, True, "there are tests")
    return f"{len(results)} unit tests"


DESKTOP = [
    check_units, page_play.check_mouse_game, page_play.check_keyboard_game, page_play.check_first_stone, page_play.check_turns,
    page_play.check_teaching, page_play.check_swap2, page_play.check_openings, page_input.check_first_click,
    page_input.check_typing, page_input.check_hint_words, page_panels.check_review_rows, page_panels.check_line_numbers,
    page_panels.check_threat_line, page_panels.check_depths, page_panels.check_leave_puzzle, page_panels.check_editor_room,
    page_panels.check_cancel, page_study.check_analysis, page_study.check_follow, page_study.check_keys, page_study.check_signs,
    page_study.check_legend, page_study.check_head, page_play.check_names, page_play.check_settings, page_study.check_solver, page_study.check_review,
    page_kept.check_kept_review, page_kept.check_kept_at_once, page_kept.check_damaged, page_looks.check_texts,
    page_games.check_files, page_states.check_doors, page_states.check_courses, page_games.check_links,
    page_games.check_sharing, page_games.check_tree, page_games.check_main_line, page_games.check_move_list,
    page_games.check_labels, page_games.check_rules, page_study.check_threats, page_study.check_editor,
    page_games.check_no_room, page_access.check_languages, page_engine.check_servers, page_engine.check_threads,
    page_app.check_app, page_explorer.check_explorer, page_access.check_accessibility, page_access.check_stones, page_engine.check_scalar,
    page_engine.check_native,
]
# They open tabs beside each other, or change what the system prefers.
CHROMIUM = [
    page_kept.check_two_tabs, page_looks.check_messages, page_looks.check_forced_colours, page_looks.check_sizes,
    page_looks.check_room, page_looks.check_still, page_input.check_pointed, page_looks.check_head_room,
    page_looks.check_message_room, page_looks.check_backdrop, page_looks.check_seats, page_looks.check_small_sideways, page_looks.check_spoken, page_looks.check_focus,
    page_looks.check_columns, page_looks.check_engine_words,
]
# check_threads is the last: on the way from its isolated page to another Firefox may answer no more.
FIREFOX = [
    check_units, page_play.check_mouse_game, page_study.check_solver, page_kept.check_kept_at_once, page_games.check_files,
    page_games.check_links, page_games.check_sharing, page_explorer.check_explorer, page_engine.check_threads,
]
FIREFOX_LONG = DESKTOP


def take_shots(browser, build, folder, tag):
    """Pictures of play, analysis, solver and review in both sets of colours, and of the other languages."""
    for theme in ("light", "dark"):
        open_page(browser, (build / "kaname.html").as_uri(), lines=4, theme=theme, panel="analyze")
        open_moves(browser, "h8h9i9g7j10k11i10i11g9j8k7f8", rule="renju")
        browser.press("a")
        browser.wait("document.querySelectorAll('#lines .line').length === 4 && kaname.analysis.answer.depth >= 10", "lines")
        browser.press("a")
        browser.screenshot(f"{folder}/analysis-{tag}-{theme}.png")
        browser.run("(kaname.showPanel('play'), null)")
        browser.screenshot(f"{folder}/play-{tag}-{theme}.png")
        open_moves(browser, "h8a1i8o1j9a15j10o15")
        browser.run("(kaname.showPanel('solver'), document.getElementById('solve').click(), null)")
        browser.wait("document.getElementById('attack')", "a win")
        browser.run("(document.getElementById('attack').click(), null)")
        browser.wait("document.querySelector('#defences .chip')", "defences")
        browser.screenshot(f"{folder}/solver-{tag}-{theme}.png")
        open_moves(browser, "h8i10j7g8h9h10g10i8i7g9h7g7k8h6k7l7j6k5l9g6g5m10i5l8j5j8h5i6f5")
        browser.run("(kaname.showPanel('review'), document.getElementById('review').click(), null)")
        browser.wait("!kaname.review.isBusy && document.querySelectorAll('#mistakes li').length > 0", "the review", 300)
        browser.click("#mistakes li:nth-child(2) button")
        browser.run("(scrollTo(0, 0), null)")
        browser.screenshot(f"{folder}/review-{tag}-{theme}.png")
        browser.run("(kaname.showPanel('settings'), null)")
        browser.screenshot(f"{folder}/settings-{tag}-{theme}.png")
        browser.run("(kaname.showPanel('play'), kaname.settings.rule = 'renju', null)")
        page_play.choose_opening(browser, "soosorv8", "engine")
        page_play.opening_turn(browser)
        browser.run("(document.activeElement.blur(), null)")
        browser.screenshot(f"{folder}/opening-{tag}-{theme}.png")
    for code in ("zh", "ja"):
        browser.run(f"(() => {{ const s = document.getElementById('language'); s.value = '{code}'; s.dispatchEvent(new Event('change')); }})()")
        browser.screenshot(f"{folder}/play-{tag}-{code}.png")
        browser.run("(kaname.showPanel('review'), null)")
        browser.screenshot(f"{folder}/review-{tag}-{code}.png")


def run_checks(kind, checks, options, **window):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = kind(folder, **window)
        try:
            for check in checks:
                if options.only and not any(name in check.__name__ for name in options.only):
                    continue
                start = time.monotonic()
                extra = {}
                if check is page_access.check_accessibility and options.seed_fault:
                    extra = {"seed_fault": options.seed_fault}
                elif check is page_engine.check_native and options.long:
                    extra = {"positions": page_engine.POSITIONS}
                elif check is page_play.check_openings and options.long:
                    extra = {"games": page_play.OPENINGS}
                note = check(browser, options.build, options.program, **extra)
                expect(browser.errors(), [], "errors in the console")
                print(f"{kind.__name__} {check.__name__}: {time.monotonic() - start:.1f} s{', ' + note if note else ''}", flush=True)
            if options.shots:
                take_shots(browser, options.build, options.shots, window.get("width", 1400))
        except Exception:
            browser.screenshot(str(options.build / f"failed-{check.__name__}.png"))
            raise
        finally:
            browser.close()


def part_of(text):
    """K/N: every Nth check from the Kth on."""
    part, parts = (int(number) for number in text.split("/"))
    if not 1 <= part <= parts <= len(FIREFOX):
        raise ValueError(text)
    return part, parts


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("program")
    parser.add_argument("--browser", choices=["chromium", "firefox"], action="append")
    parser.add_argument("--only", action="append")
    parser.add_argument("--part", type=part_of, default=(1, 1), metavar="K/N")
    parser.add_argument("--seed-fault", choices=["names", "contrast", "signs"])
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--shots")
    options = parser.parse_args()
    names = options.browser or [name for name in ("chromium", "firefox") if browsers.available(name)]
    if not names:
        print("skipped: no browser")
        return 77
    part, parts = options.part
    if "chromium" in names:
        run_checks(browsers.Chromium, (DESKTOP + CHROMIUM)[part - 1::parts], options)
    if "chromium" in names and part == parts:
        run_checks(browsers.Chromium, [page_phone.check_narrow], options, width=320, height=640, mobile=True)
        run_checks(browsers.Chromium, [page_phone.check_phone, page_panels.check_play_out, page_games.check_move_list, page_phone.check_loupe, page_input.check_plain_clicks, page_study.check_legend, page_looks.check_seats, page_looks.check_messages, page_looks.check_sizes, page_looks.check_room], options, width=360, height=740, mobile=True)
        run_checks(browsers.Chromium, [page_phone.check_sideways, page_phone.check_loupe_sideways, page_looks.check_messages, page_looks.check_sizes, page_looks.check_room], options, width=844, height=390, mobile=True)
    if "firefox" in names:
        run_checks(browsers.Firefox, (FIREFOX_LONG if options.long else FIREFOX)[part - 1::parts], options)
    print("the page works")
    return 0


if __name__ == "__main__":
    sys.exit(main())
