#!/usr/bin/env python3
"""The manual pages of the library hold every name, declaration and sentence of kaname.h.

    manual_test.py HEADER SCRIPT
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

HEADER, SCRIPT = sys.argv[1:3]


def letters(text):
    """The text without layout: its words and signs of sentences."""
    return re.sub(r"[^A-Za-z0-9_.,;:()\[\]]+", " ", text).strip()


def read_page(path):
    """The text of a page without roff's requests and escapes."""
    lines = path.read_text(encoding="utf-8").split("\n")
    text = "\n".join(line for line in lines if not line.startswith("."))
    return re.sub(r"\\f[BRI]|\\&", "", text).replace("\\-", "-").replace("\\e", "\\")


def build(header, folder):
    subprocess.run([sys.executable, SCRIPT, header, folder], check=True)
    return {path.stem: path for path in pathlib.Path(folder).glob("*.3")}


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.pages = build(HEADER, folder.name)
        cls.header = pathlib.Path(HEADER).read_text(encoding="utf-8")
        cls.text = letters(" ".join(map(read_page, cls.pages.values())))

    def test_every_function_and_type_has_a_page_of_its_name(self):
        plain = re.sub(r"/\*.*?\*/", "", self.header, flags=re.S)
        functions = re.findall(r"\b(kaname_\w+)\(", plain)
        types = re.findall(r"(?:}|struct Kaname\w+) (Kaname\w+);|\(\*(Kaname\w+)\)", plain)
        names = set(functions) | {one or other for one, other in types}
        self.assertGreater(len(names), 60)
        self.assertLessEqual(names, set(self.pages))
        for name in names:
            target = re.fullmatch(r"\.so man3/(\w+)\.3\n", self.pages[name].read_text())
            page = self.pages[target[1]].read_text(encoding="utf-8")
            heading = re.search(r"\.SH NAME\n(.*) \\- ", page)[1]
            self.assertIn(name, heading.split(", "))
            self.assertIn(name, page.partition(".SH DESCRIPTION")[2])

    def test_every_comment_is_there(self):
        comments = re.findall(r"/\*(?! ----)(.*?)\*/", self.header, flags=re.S)
        self.assertGreater(len(comments), 100)
        for comment in comments:
            wanted = letters(re.sub(r"\n \*", "\n", comment))
            self.assertTrue(wanted in self.text, wanted)

    def test_every_declaration_is_there(self):
        declarations = re.findall(r"^KANAME_API (.*?;)", self.header, flags=re.S | re.M)
        self.assertGreater(len(declarations), 40)
        for declaration in declarations:
            self.assertTrue(letters(declaration) in self.text, declaration)

    def test_a_comment_stays_with_its_declarations(self):
        for name, wanted in (
                ("kaname_search", "kaname_now_ms(void); Returns the time of a monotonic clock"),
                ("kaname_lifecycle", "kaname_free(KanameEngine engine); ignores NULL"),
                ("kaname_settings", "int threads); Sets the number of threads of a search,"),
                ("kaname_table", "hash_permille(const KanameEngine engine); Return the size")):
            self.assertTrue(wanted in letters(read_page(self.pages[name])), wanted)

    def test_a_part_without_a_page_is_an_error(self):
        with tempfile.TemporaryDirectory() as folder:
            changed = pathlib.Path(folder, "kaname.h")
            changed.write_text(self.header.replace("---- Search ---", "---- Quest ---"))
            done = subprocess.run([sys.executable, SCRIPT, changed, folder], check=False,
                                  capture_output=True)
            self.assertNotEqual(done.returncode, 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
