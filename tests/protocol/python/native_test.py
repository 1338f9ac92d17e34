#!/usr/bin/env python3
"""kaname.native agrees with kaname.h: sizes, offsets, values, prototypes, and nothing is missing.

    native_test.py HEADER [COMPILER]

From the tables of kaname.native it writes a C program of assertions, which must compile. Each kind
of slip in the tables must make that fail.
"""
import ctypes
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from kaname import native

HEADER = pathlib.Path(sys.argv[1]).resolve()
COMPILER = sys.argv[2] if len(sys.argv) > 2 else "cc"

STRUCTURES = {name: value for name, value in vars(native).items()
              if name.startswith("Kaname") and issubclass(value, ctypes.Structure)}
CALLBACKS = {native.ON_REPORT: "void (*)(const KanameReport *, void *)",
             native.ON_ROOT: "void (*)(KanameRootEvent, KanamePoint, void *)",
             native.WRITE_FN: "KanameWriteFn", native.READ_FN: "KanameReadFn"}
# The prefix of an enumeration's constants.
ENUMS = {native.Status: "", native.Rule: "RULE_", native.Color: "",
         native.Evaluator: "EVALUATOR_", native.RootEvent: "ROOT_",
         native.SolveMode: "SOLVE_", native.Verdict: "SOLVE_"}
NUMBERS = [name for name in vars(native) if re.match(r"(MIN|MAX|SCORE)_", name)]


def header_text():
    """The header without comments."""
    return re.sub(r"/\*.*?\*/", "", HEADER.read_text(encoding="utf-8"), flags=re.S)


def prototypes():
    """The functions of the header: {name: text of the parameters}."""
    found = re.findall(r"KANAME_API[\s\w*]*?[\s*](kaname_\w+)\(([^;]*)\);", header_text())
    return {name: " ".join(parameters.split()) for name, parameters in found}


def kind(declared):
    """A class of C types that are passed in the same way, by a _Generic over a value."""
    if declared is None:
        return "void"
    if declared in CALLBACKS:
        return "function"
    if isinstance(declared, type) and issubclass(declared, ctypes.Structure):
        return declared.__name__
    if declared in (ctypes.c_char_p, ctypes.c_void_p) or hasattr(declared, "contents"):
        return "pointer"
    code = declared._type_
    size = ctypes.sizeof(declared)
    return "double" if code == "d" else "bool" if code == "?" else (
        f"{'int' if code in 'bhilq' else 'uint'}{size * 8}")


def kind_in_c(text):
    """The same of a parameter or result in the header."""
    text = re.sub(r"\bconst\b", "", text).strip()
    if "*" in text:
        return "pointer"
    name = text.split()[0]
    if name in STRUCTURES or name == "void":
        return name
    if name in ("KanameWriteFn", "KanameReadFn"):
        return "function"
    if name.startswith("Kaname"):
        return "int32"  # an enumeration; the program below asserts its size
    return {"int": "int32", "int64_t": "int64", "uint64_t": "uint64", "uint32_t": "uint32",
            "size_t": "uint64", "bool": "bool", "double": "double"}[name]


def assertions():
    """The C program: one _Static_assert for each fact of the tables."""
    lines = [f'#include "{HEADER}"', "#include <stddef.h>"]

    def claim(fact, *about):
        lines.append(f'_Static_assert({fact}, "{" ".join(about)}");')

    for name, structure in STRUCTURES.items():
        claim(f"sizeof({name}) == {ctypes.sizeof(structure)}", name)
        for field, declared in structure._fields_:
            offset = getattr(structure, field).offset
            claim(f"offsetof({name}, {field}) == {offset}", name, field)
            claim(f"sizeof((({name} *)0)->{field}) == {ctypes.sizeof(declared)}", name, field)
    for enum, prefix in ENUMS.items():
        for member in enum:
            claim(f"KANAME_{prefix}{member.name} == {member.value}", member.name)
    claim(f"KANAME_RULE_COUNT == {len(native.Rule)}", "rules")
    for name in NUMBERS:
        claim(f"KANAME_{name} == {getattr(native, name)}", name)
    for name in re.findall(r"}\s*(Kaname\w+);", header_text()):
        if name not in STRUCTURES:
            claim(f"sizeof({name}) == sizeof(int)", name)
    return "\n".join(lines) + "\nint main(void) { return 0; }\n"


def compiles(program):
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "facts.c")
        source.write_text(program, encoding="utf-8")
        done = subprocess.run([COMPILER, "-std=c11", "-fsyntax-only", str(source)],
                              capture_output=True, text=True, check=False)
    return done.returncode == 0, done.stderr


class Facts(unittest.TestCase):
    def test_sizes_offsets_and_values_are_those_of_the_header(self):
        is_good, errors = compiles(assertions())
        self.assertTrue(is_good, errors)

    def test_a_wrong_fact_does_not_compile(self):
        program = assertions()
        for fact in ("sizeof(KanameLimits) == ", "offsetof(KanameResult, pv) == ",
                     "KANAME_ERR_OBSOLETE == ", "KANAME_MAX_PV == "):
            self.assertIn(fact, program)
            is_good, errors = compiles(program.replace(fact, fact + "1", 1))
            self.assertFalse(is_good, fact)
            self.assertIn("static assertion failed", errors.lower())

    def test_every_structure_has_every_field(self):
        text = header_text()
        found = re.findall(r"typedef struct (Kaname\w+) \{(.*?)\} \1;", text, flags=re.S)
        self.assertEqual({name for name, _ in found}, set(STRUCTURES))
        for name, body in found:
            fields = []
            for line in body.split(";"):
                pointer = re.search(r"\(\*(\w+)\)\(", line)
                # After the type: names, perhaps with a star or a length.
                fields += [pointer[1]] if pointer else re.findall(
                    r"(\w+)(?:\[\w+\])?\s*(?:,|$)", " ".join(line.split()))
            self.assertEqual(fields, [field for field, _ in STRUCTURES[name]._fields_], name)

    def test_every_constant_is_there(self):
        text = re.sub(r"^#.*", "", header_text(), flags=re.M)
        bodies = re.findall(r"enum \{(.*?)\}", text, flags=re.S)
        named = {name for body in bodies for name in re.findall(r"\b(KANAME_\w+)\s*(?:=|,|$)", body)}
        ours = {f"KANAME_{prefix}{member.name}" for enum, prefix in ENUMS.items() for member in enum}
        ours |= {f"KANAME_{name}" for name in NUMBERS} | {"KANAME_RULE_COUNT"}
        self.assertEqual(named, ours)

    def test_every_function_has_its_prototype(self):
        declared = prototypes()
        self.assertEqual(set(declared), set(native.FUNCTIONS))
        for name, (result, *arguments) in native.FUNCTIONS.items():
            parameters = [] if declared[name] == "void" else declared[name].split(",")
            self.assertEqual([kind_in_c(text) for text in parameters],
                             [kind(argument) for argument in arguments], name)
            text = re.search(rf"KANAME_API([\s\w*]*?[\s*]){name}\(", header_text())[1]
            self.assertEqual(kind_in_c(text), kind(result), name)

    def test_pointers_lead_to_the_right_structures(self):
        for name, (_, *arguments) in native.FUNCTIONS.items():
            parameters = prototypes()[name].split(",")
            for text, argument in zip(parameters, arguments):
                target = re.match(r"(?:const )?(Kaname\w+|int) \*", text.strip())
                if target and target[1] not in ("KanameEngine", "KanameTable"):  # those have no known parts
                    wanted = STRUCTURES.get(target[1], ctypes.c_int)
                    self.assertIs(argument._type_, wanted, f"{name}: {text}")

    def test_another_library_or_version_is_named(self):
        other = 'const char *kaname_version(void) { return "%s"; }\n'
        for source, said in (("int none;\n", "no Kaname library"),
                             (other % "9.7.0", "Kaname 9.7.0; this package needs"),
                             (other % native.VERSION, "undefined symbol")):
            with self.subTest(said), tempfile.TemporaryDirectory() as folder:
                code, library = pathlib.Path(folder, "a.c"), pathlib.Path(folder, "a.so")
                code.write_text(source, encoding="utf-8")
                subprocess.run([COMPILER, "-shared", "-fPIC", "-o", str(library), str(code)],
                               check=True)
                done = subprocess.run([sys.executable, "-c", "import kaname"], capture_output=True,
                                      env=os.environ | {"KANAME_LIBRARY": str(library)}, text=True,
                                      check=False)
                self.assertRegex(done.stderr, f"ImportError: .*{said}")

    def test_an_installation_finds_its_library_and_program(self):
        with tempfile.TemporaryDirectory() as prefix:
            packages, parts = pathlib.Path(prefix, "lib/python3/dist-packages"), pathlib.Path(prefix)
            shutil.copytree(pathlib.Path(native.__file__).parent, packages / "kaname")
            shutil.copy(os.environ["KANAME_LIBRARY"], parts / "lib/libkaname.so.0")
            (parts / "bin").mkdir()
            shutil.copy(os.environ["KANAME_PROGRAM"], parts / "bin/pbrain-kaname")
            bare = {name: value for name, value in os.environ.items() if not name.startswith("KANAME_")}
            asked = "import kaname, kaname.game; print(kaname.__file__, kaname.version(), kaname.game.find_program())"
            done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=False,
                                  env=bare | {"PYTHONPATH": str(packages)})
            real = parts.resolve()
            self.assertEqual(done.stderr, "")
            self.assertEqual(done.stdout.split()[1:], [native.VERSION, str(real / "bin/pbrain-kaname")])

    def test_the_version_is_the_librarys(self):
        self.assertEqual(native.version(), native.VERSION)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
