#!/usr/bin/env python3
"""Makes the page of its modules: one file for double clicks, and a folder for servers.

usage: assemble.py SOURCES ENGINE_WASM OUTPUT

Writes OUTPUT/kaname.html and OUTPUT/site/. In kaname.html the modules stand in one script, in the
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
    text = IMPORT.sub(lambda m: f"const {{{m[1]}}} = modules[{json.dumps(m[3])}];\n", text)
    text = EXPORT.sub("", text)
    if re.search(r"^(import|export) ", text, re.M):
        raise SystemExit(f"{name}: an import or export of another form")
    return f"modules[{json.dumps(name)}] = (() => {{\n{text}\nreturn {{ {', '.join(names)} }};\n}})();\n"


def script_text(text):
    """Text that may stand in a script element."""
    return text.replace("</script", "<\\/script")


def one_file(sources, wasm):
    modules = "".join(as_function(sources, name) for name in in_order(sources, "page.js", []))
    style = (sources / "style.css").read_text(encoding="utf-8")
    worker = (sources / "worker.js").read_text(encoding="utf-8")
    policy = ('<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
              "script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:; "
              "style-src 'unsafe-inline'; img-src data: blob:; connect-src 'self'\">\n")
    scripts = (f'<script type="text/plain" id="worker-source">{script_text(worker)}</script>\n'
               f'<script type="text/plain" id="engine-bytes">{base64.b64encode(wasm).decode()}</script>\n'
               f'<script>\n"use strict";\n(() => {{\nconst modules = {{}};\n{script_text(modules)}}})();\n</script>')
    page = (sources / "index.html").read_text(encoding="utf-8")
    return page.replace("<!--STYLE-->", policy + f"<style>\n{style}</style>").replace("<!--SCRIPT-->", scripts)


def main():
    if len(sys.argv) != 4:
        raise SystemExit(__doc__)
    sources, wasm_path, output = map(pathlib.Path, sys.argv[1:])
    wasm = wasm_path.read_bytes()
    (output / "kaname.html").write_text(one_file(sources, wasm), encoding="utf-8")
    site = output / "site"
    shutil.rmtree(site, ignore_errors=True)
    shutil.copytree(sources, site)
    shutil.copy(wasm_path, site / "engine.wasm")
    page = (sources / "index.html").read_text(encoding="utf-8")
    page = page.replace("<!--STYLE-->", '<link rel="stylesheet" href="style.css">')
    page = page.replace("<!--SCRIPT-->", '<script type="module" src="page.js"></script>')
    (site / "index.html").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
