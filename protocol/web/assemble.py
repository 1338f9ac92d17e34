#!/usr/bin/env python3
"""Makes the page of its modules: one file for double clicks, and a folder for servers.

usage: assemble.py SOURCES OUTPUT

OUTPUT holds engine.wasm, engine-simd.wasm and the files of engine-threads. Writes OUTPUT/kaname.html and OUTPUT/site/.
Only the latter has the module with threads, since a file on a disk is never isolated, and the one without vectors: kaname.html holds
engine-simd.wasm, compressed. In kaname.html the modules of JavaScript stand in one script, in the order of their imports, each in a
function of its own. They must keep to one form of import,
`import { a, b } from "./name.js";`, and of export, `export` before a function, class or const.
"""
import base64
import gzip
import json
import pathlib
import re
import shutil
import sys

IMPORT = re.compile(r'^import \{([^}]*)\} from "(\./|\.\./)([\w/.-]+)";\n', re.M)
VECTORS = "engine-simd.wasm"
SITE = ("engine.wasm", VECTORS, "engine-threads.wasm", "engine-threads.js")
THREAD = ("engine-threads.js", "engine-threads.worker.js")  # emscripten's part of thread.js
FEW = 3  # puzzles of each rule, task and level in kaname.html
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


def one_file(sources, wasm):
    modules = "".join(as_function(sources, name) for name in in_order(sources, "page.js", []))
    style = COMMENT.sub("", (sources / "style.css").read_text(encoding="utf-8"))
    worker = (sources / "worker.js").read_text(encoding="utf-8")
    policy = ('<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
              "script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:; "
              "style-src 'unsafe-inline'; img-src data: blob:; connect-src 'self'\">\n")
    scripts = (f'<script type="text/plain" id="worker-source">{script_text(worker)}</script>\n'
               f'<script type="text/plain" id="few-puzzles">{few_puzzles(sources)}</script>\n'
               f"{engine_script(wasm)}"
               f'<script>\n"use strict";\n(() => {{\nconst modules = {{}};\n{script_text(modules)}}})();\n</script>')
    page = (sources / "index.html").read_text(encoding="utf-8")
    return page.replace("<!--STYLE-->", policy + f"<style>\n{style}</style>").replace("<!--SCRIPT-->", scripts)


def main():
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    sources, output = map(pathlib.Path, sys.argv[1:])
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
    page = page.replace("<!--STYLE-->", '<link rel="stylesheet" href="style.css">')
    page = page.replace("<!--SCRIPT-->", '<script type="module" src="page.js"></script>')
    (site / "index.html").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
