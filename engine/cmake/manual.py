#!/usr/bin/env python3
"""Builds the manual pages of section 3 from kaname.h, so that the two never differ.

    manual.py HEADER FOLDER

The header's own comment and what stands before its first part become kaname(3). Each part, headed
by a comment such as `---- Search ----`, becomes a page kaname_search(3). Each function and type gets
a page of its name that leads to the page of its part. A comment belongs to all declarations that
follow it without a blank line.
"""
import pathlib
import re
import sys
import textwrap

PART = re.compile(r"/\* ---- (.+?) -+ \*/")
COMMENT = re.compile(r"/\*(.*?)\*/", re.S)
FUNCTION = re.compile(r"(kaname_\w+)\(")
# The names of pages and what stands in their first line.
PAGES = {"": ("kaname", "Gomoku and Renju engine, as a library"),
         "Lifecycle": ("kaname_lifecycle", "engines, instruction sets and weights"),
         "Position": ("kaname_position", "stones, rules and questions about a position"),
         "Settings": ("kaname_settings", "memory, threads, parameters and excluded moves"),
         "Transposition table": ("kaname_table", "size of the table; saving and loading it"),
         "Search": ("kaname_search", "searching for a move, solving, scores and win rates")}


class Part:
    """A page: declarations in the order of the header, each with its comment."""

    def __init__(self, title):
        self.page, self.about = PAGES[title]
        self.intro = []  # paragraphs
        self.items = []  # (declarations, comment); several declarations may share a comment

    def names(self):
        found = []
        for declarations, _ in self.items:
            for text in declarations:
                function = FUNCTION.search(text) if not text.startswith("typedef") else None
                name = function or re.search(r"\(\*(Kaname\w+)\)|\b(Kaname\w+);", text)
                if name:
                    found.append(next(group for group in name.groups() if group))
        return list(dict.fromkeys(found))


def words_of(comment):
    """The paragraphs of a comment without its stars."""
    lines = [re.sub(r"^\s*\*? ?", "", line).rstrip() for line in comment.strip().split("\n")]
    return [" ".join(block.split()) for block in "\n".join(lines).split("\n\n")]


def pieces(text):
    """(kind, text): `part`, `comment`, `declaration`, `blank`, and `aside`, a comment that follows a
    declaration in its line."""
    at = 0
    while at < len(text):
        line_end = text.find("\n", at) + 1 or len(text)
        line = text[at:line_end].strip()
        if not line:
            yield "blank", ""
        elif PART.fullmatch(line):
            yield "part", PART.fullmatch(line)[1]
        elif line.startswith("/*"):
            comment = COMMENT.match(text, text.index("/*", at))
            line_end = text.find("\n", comment.end()) + 1
            yield "comment", comment[1]
        elif not line.startswith("#"):
            end = declaration_end(text, at)
            line_end = text.find("\n", end) + 1
            yield "declaration", text[at:end]
            aside = COMMENT.search(text[end:])
            if aside and not text[end:end + aside.start()].strip(" "):
                yield "aside", aside[1]
                line_end = text.find("\n", end + aside.end()) + 1
        at = line_end


def declaration_end(text, at):
    """Returns the index past the semicolon that ends the declaration, outside braces, comments."""
    depth = 0
    while True:
        if text.startswith("/*", at):
            at = text.index("*/", at) + 1
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        at += 1
        if text[at - 1] == ";" and depth == 0:
            return at


def parts_of(header):
    """Returns the parts of the header, the first one with the header's own comment."""
    start = COMMENT.match(header)
    inside = header[header.index('extern "C" {\n#endif') + len('extern "C" {\n#endif'):]
    inside = inside[:inside.index("#ifdef __cplusplus")]
    parts, comment, is_open = [Part("")], None, False
    parts[0].intro = words_of(start[1])
    for kind, text in pieces(inside):
        part = parts[-1]
        if kind == "part":
            parts.append(Part(text))
        elif kind == "comment":
            comment = words_of(text)
        elif kind == "aside":
            declarations, before = part.items[-1]
            if len(declarations) > 1:  # it has a comment of its own, so not the one that it shared
                part.items.append(([declarations.pop()], words_of(text)))
            else:
                part.items[-1] = (declarations, before + words_of(text))
        elif kind == "declaration" and is_open and comment is None:
            part.items[-1][0].append(text)
        elif kind == "declaration":
            part.items.append(([text], comment or []))
        elif comment is not None:  # a comment that nothing follows
            part.intro += comment
        if kind in ("part", "blank", "declaration"):
            comment = None
        is_open = kind in ("declaration", "aside")
    return parts


# ---- Pages -----------------------------------------------------------------------------------


def escaped(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"(^|\n)([.'])", r"\1\\&\2", text)


def prose(paragraph):
    text = escaped("\n".join(textwrap.wrap(paragraph, 96, break_on_hyphens=False)))
    return re.sub(r"\b(kaname_\w+)\(\)", r"\\fB\1\\fR()", text)


def code(text):
    macro = "KANAME_API "
    if text.startswith(macro):  # without it; the lines below it move to the left with it
        text = text[len(macro):].replace("\n" + " " * len(macro), "\n")
    return ".EX\n" + escaped(text.strip()) + "\n.EE\n"


def page_of(part, parts):
    names = [part.page] + part.names()
    lines = [f'.TH {part.page.upper()} 3 "" "Kaname" "Library Functions Manual"\n.nh\n.ad l\n',
             ".SH NAME\n" + escaped(", ".join(names)) + " \\- " + part.about + "\n",
             ".SH SYNOPSIS\n.B #include <kaname.h>\n.PP\nLink with\n.IR \\-lkaname .\n",
             ".SH DESCRIPTION\n"]
    for paragraph in part.intro:
        lines.append(".PP\n" + prose(paragraph) + "\n")
    for declarations, comment in part.items:
        lines.append(".PP\n" + "".join(code(text) for text in declarations))
        if comment:
            lines.append(".RS 4\n" + "".join(prose(one) + "\n.PP\n" for one in comment)[:-4] + ".RE\n")
    others = [f".BR {one.page} (3)" for one in parts if one is not part] + [".BR pbrain\\-kaname (6)"]
    return "".join(lines) + ".SH SEE ALSO\n" + ",\n".join(others) + "\n"


def main():
    header = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
    folder = pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.3"):
        old.unlink()
    parts = parts_of(header)
    for part in parts:
        (folder / f"{part.page}.3").write_text(page_of(part, parts), encoding="utf-8")
        for name in part.names():
            if name != part.page:
                (folder / f"{name}.3").write_text(f".so man3/{part.page}.3\n", encoding="utf-8")


if __name__ == "__main__":
    main()
