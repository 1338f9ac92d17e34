#!/usr/bin/env python3
"""Makes the page of its modules: one file for double clicks, and a folder for servers.

usage: assemble.py SOURCES OUTPUT RSVG_CONVERT

RSVG_CONVERT draws icon.svg in the sizes of the site's manifest. OUTPUT holds engine.wasm, engine-simd.wasm and the files of engine-threads. Writes OUTPUT/kaname.html and OUTPUT/site/.
Only the latter has the module with threads, since a file on a disk is never isolated, and the one without vectors: kaname.html holds
engine-simd.wasm, compressed. In kaname.html the modules of JavaScript stand in one script, in the order of their imports, each in a
function of its own. They must keep to one form of import,
`import { a, b } from "./name.js";`, and of export, `export` before a function, class or const.
"""
import base64
import gzip
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys

IMPORT = re.compile(r'^import \{([^}]*)\} from "(\./|\.\./)([\w/.-]+)";\n', re.M)
VECTORS = "engine-simd.wasm"
SITE = ("engine.wasm", VECTORS, "engine-threads.wasm", "engine-threads.js")
THREAD = ("engine-threads.js", "engine-threads.worker.js")  # emscripten's part of thread.js
ICONS = {"icon-180.png": 180, "icon-192.png": 192, "icon-512.png": 512, "icon-maskable.png": 512}  # side in pixels
FULL = ("icon-180.png", "icon-maskable.png")  # without round corners: the system cuts these icons itself
WORKER = "offline.js"
FEW = 3  # puzzles of each rule, task and level in kaname.html
PARTS = """
The modules of the engine hold parts of musl, Copyright (c) 2005-2020 Rich Felker and others, and of
Emscripten, Copyright (c) 2010-2014 Emscripten authors, both under the same terms.
"""
STYLES = ("style.css", "screens.css")  # in this order: the second is for narrow and low windows
FEW_STONES = 3  # of the positions of its openings
# Comments that fill whole lines: the one file leaves them out.
COMMENT = re.compile(r"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*\n", re.M | re.S)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.M)


def in_order(folder, name, done):
    """Names of the modules that `name` needs, and itself, each after those that it imports."""
    if name in done:
        return
    text = (folder / name).read_text(encoding="utf-8")
    for _, _, other in IMPORT.findall(text):
        yield from in_order(folder, other, done)
    if name not in done:
        done.append(name)
        yield name


def as_function(folder, name):
    """The module as an entry of the object `modules`, which holds what each exports."""
    text = (folder / name).read_text(encoding="utf-8")
    names = re.findall(r"^export (?:async )?(?:function|class|const) (\w+)", text, re.M)
    text = COMMENT.sub("", text)
    text = IMPORT.sub(lambda m: f"const {{{m[1]}}} = modules[{json.dumps(m[3])}];\n", text)
    text = EXPORT.sub("", text)
    if re.search(r"^(import|export) ", text, re.M):
        raise SystemExit(f"{name}: an import or export of another form")
    return f"modules[{json.dumps(name)}] = (() => {{\n{text}\nreturn {{ {', '.join(names)} }};\n}})();\n"


def script_text(text):
    """Text that may stand in a script element."""
    return text.replace("</script", "<\\/script")


def engine_script(wasm):
    """The module as text: compressed, then in base64. The date of compression is left out, so equal modules give equal pages."""
    text = base64.b64encode(gzip.compress(wasm, 9, mtime=0)).decode()
    return f'<script type="text/plain" id="engine-module">{text}</script>\n'


def few_puzzles(sources):
    """A small set of puzzles: some of each kind, from those that `sources` has. The one file cannot fetch the set."""
    head, *lines = (sources / "puzzles.txt").read_text(encoding="ascii").splitlines()
    kinds = {}
    for line in lines:
        kinds.setdefault((line[0], line[2], line.split()[1]), []).append(line)
    return "\n".join([head, *(line for found in kinds.values() for line in found[:FEW])])


def few_openings(sources):
    """The openings near the empty board."""
    head, *lines = (sources / "openings.txt").read_text(encoding="ascii").splitlines()
    return "\n".join([head, *(line for line in lines
                              if line.startswith("board ") or len(line.split()[0]) <= 2 * FEW_STONES)])


def licence(sources):
    """The terms of the project, and whose work the modules and their loader hold besides."""
    return (sources.parents[2] / "LICENSE").read_text(encoding="utf-8") + PARTS


def one_file(sources, wasm):
    modules = "".join(as_function(sources, name) for name in in_order(sources, "page.js", []))
    style = COMMENT.sub("", "".join((sources / name).read_text(encoding="utf-8") for name in STYLES))
    worker = (sources / "worker.js").read_text(encoding="utf-8")
    policy = ('<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
              "script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:; "
              "style-src 'unsafe-inline'; img-src data: blob:; connect-src 'self'\">\n")
    scripts = (f'<script type="text/plain" id="worker-source">{script_text(worker)}</script>\n'
               f'<script type="text/plain" id="few-puzzles">{few_puzzles(sources)}</script>\n'
               f'<script type="text/plain" id="few-openings">{few_openings(sources)}</script>\n'
               f"{engine_script(wasm)}"
               f'<script>\n"use strict";\n(() => {{\nconst modules = {{}};\n{script_text(modules)}}})();\n</script>')
    page = (sources / "index.html").read_text(encoding="utf-8")
    head = f"<!--\n{licence(sources)}-->\n{policy}<style>\n{style}</style>"
    return page.replace("<!--STYLE-->", head).replace("<!--SCRIPT-->", scripts)


def draw_icons(site, rsvg_convert):
    drawing = (site / "icon.svg").read_text(encoding="utf-8")
    for name, side in ICONS.items():
        text = re.sub(r' rx="\d+"', "", drawing, count=1) if name in FULL else drawing
        subprocess.run([rsvg_convert, "--width", str(side), "--height", str(side), "--output", str(site / name)],
                       input=text.encode(), check=True)


def finish_worker(site):
    """Writes the names of all files and their version into the service worker, which keeps them and computes the version again."""
    files = sorted(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file() and path.name != WORKER)
    digest = hashlib.sha256()
    for name in files:
        digest.update(name.encode() + b"\0" + hashlib.sha256((site / name).read_bytes()).digest())
    text = (site / WORKER).read_text(encoding="utf-8")
    for old, new in (('const VERSION = "";', f'const VERSION = "{digest.hexdigest()[:16]}";'),
                     ("const FILES = [];", f"const FILES = {json.dumps(files)};")):
        if old not in text:
            raise SystemExit(f"{WORKER}: lacks {old}")
        text = text.replace(old, new)
    (site / WORKER).write_text(text, encoding="utf-8")


def main():
    if len(sys.argv) != 4:
        raise SystemExit(__doc__)
    sources, output = map(pathlib.Path, sys.argv[1:3])
    page = one_file(sources, (output / VECTORS).read_bytes())
    (output / "kaname.html").write_text(page, encoding="utf-8")
    site = output / "site"
    shutil.rmtree(site, ignore_errors=True)
    shutil.copytree(sources, site)
    for name in SITE:
        shutil.copy(output / name, site / name)
    thread = [output / name for name in THREAD] + [sources / "thread.js"]
    (site / "thread.js").write_text("\n".join(path.read_text(encoding="utf-8") for path in thread), encoding="utf-8")
    page = (sources / "index.html").read_text(encoding="utf-8")
    styles = [f'<link rel="stylesheet" href="{name}">' for name in STYLES]
    page = page.replace("<!--STYLE-->", "\n".join((*styles, '<link rel="manifest" href="manifest.webmanifest">',
                                                   '<link rel="icon" href="icon.svg" type="image/svg+xml">',
                                                   '<link rel="apple-touch-icon" href="icon-180.png">')))
    page = page.replace("<!--SCRIPT-->", '<script type="module" src="page.js"></script>')
    (site / "index.html").write_text(page, encoding="utf-8")
    (site / "LICENSE.txt").write_text(licence(sources), encoding="utf-8")
    draw_icons(site, sys.argv[3])
    finish_worker(site)


if __name__ == "__main__":
    main()
