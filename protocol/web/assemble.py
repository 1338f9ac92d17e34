#!/usr/bin/env python3
"""Makes the page of its modules: one file for double clicks, and a folder for servers.

usage: assemble.py SOURCES OUTPUT

OUTPUT holds engine.wasm, engine-simd.wasm and the files of engine-threads. Writes OUTPUT/kaname.html and OUTPUT/site/;
only the latter has the module with threads, for a file on a disk is never isolated. In kaname.html the modules stand in one script, in the
order of their imports, each in a function of its own. The modules must keep to one form of import,
`import { a, b } from "./name.js";`, and of export, `export` before a function, class or const.
"""
import base64
import json
import pathlib
import re
import shutil
import sys

IMPORT = re.compile(r'^import \{([^}]*)\} from "(\./|\.\./)([\w/.-]+)";\n', re.M)
ALONE = ("engine.wasm", "engine-simd.wasm")
THREADS = ("engine-threads.wasm", "engine-threads.js")
THREAD = ("engine-threads.js", "engine-threads.worker.js")  # emscripten's part of thread.js
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


def common_blocks(a, b):
    """Long runs of bytes that `a` and `b` share, in the order of both: (start in a, start in b, length). The modules
    differ in their code; their weights, most of each, are the same."""
    width, step, least = 32, 128, 256
    blocks, done_a, done_b, probe = [], 0, 0, 0
    while probe + width <= len(a):
        at = b.find(a[probe:probe + width], done_b)
        if at < 0:
            probe += step
            continue
        before = after = 0
        while min(probe - done_a, at - done_b) > before and a[probe - before - 1] == b[at - before - 1]:
            before += 1
        while probe + after < len(a) and at + after < len(b) and a[probe + after] == b[at + after]:
            after += 1
        if before + after < least:
            probe += step
            continue
        blocks.append((probe - before, at - before, before + after))
        done_a, done_b = probe + after, at + after
        probe = done_a
    return blocks


def engine_scripts(engines):
    """The modules as text: the blocks that both have once, and for each what stands before, between and after them."""
    blocks = common_blocks(*engines)
    parts = {"engine-shared": [engines[0][a:a + length] for a, _, length in blocks]}
    for which, (name, wasm) in enumerate(zip(("engine", "engine-simd"), engines)):
        at, parts[name] = 0, []
        for block in blocks:
            parts[name].append(wasm[at:block[which]])
            at = block[which] + block[2]
        parts[name].append(wasm[at:])
    return "".join(f'<script type="text/plain" id="{name}">{" ".join(base64.b64encode(part).decode() for part in pieces)}</script>\n'
                   for name, pieces in parts.items())


def one_file(sources, engines):
    modules = "".join(as_function(sources, name) for name in in_order(sources, "page.js", []))
    style = COMMENT.sub("", (sources / "style.css").read_text(encoding="utf-8"))
    worker = (sources / "worker.js").read_text(encoding="utf-8")
    policy = ('<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
              "script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:; "
              "style-src 'unsafe-inline'; img-src data: blob:; connect-src 'self'\">\n")
    scripts = (f'<script type="text/plain" id="worker-source">{script_text(worker)}</script>\n'
               f"{engine_scripts(engines)}"
               f'<script>\n"use strict";\n(() => {{\nconst modules = {{}};\n{script_text(modules)}}})();\n</script>')
    page = (sources / "index.html").read_text(encoding="utf-8")
    return page.replace("<!--STYLE-->", policy + f"<style>\n{style}</style>").replace("<!--SCRIPT-->", scripts)


def main():
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    sources, output = map(pathlib.Path, sys.argv[1:])
    page = one_file(sources, [(output / name).read_bytes() for name in ALONE])
    (output / "kaname.html").write_text(page, encoding="utf-8")
    site = output / "site"
    shutil.rmtree(site, ignore_errors=True)
    shutil.copytree(sources, site)
    for name in ALONE + THREADS:
        shutil.copy(output / name, site / name)
    thread = [output / name for name in THREAD] + [sources / "thread.js"]
    (site / "thread.js").write_text("\n".join(path.read_text(encoding="utf-8") for path in thread), encoding="utf-8")
    page = (sources / "index.html").read_text(encoding="utf-8")
    page = page.replace("<!--STYLE-->", '<link rel="stylesheet" href="style.css">')
    page = page.replace("<!--SCRIPT-->", '<script type="module" src="page.js"></script>')
    (site / "index.html").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
