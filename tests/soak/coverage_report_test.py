#!/usr/bin/env python3
"""coverage_report.py on a made-up file: the reason of each block, and what lacks one.

    coverage_report_test.py
"""
import pathlib
import subprocess
import sys
import tempfile

# What nothing ran is marked by `-`, what has no counter by a blank.
SOURCE = """\
+static bool grow(List *list) {
+    int *more = realloc(list->at, list->size);
+    if (more == NULL)
-        return false;
+    return true;
+}
 
+bool list_save(List *list, const char *path) {
+    FILE *file = fopen(path, "wb");
+    if (file == NULL)
-        return false;
+    Status status = list_check(list);
+    if (status != KANAME_OK)
-        return status;
+    if (list->size > SIZE_MAX)
-        return false;
+    return true;
+}
 
+bool list_find(const List *list, const List *other) {
+    if (other == NULL || other->size > 0) {
-        list_note(other);
-        return false;
-    }
+    if (list == NULL || list->size == 3)
-        return false;
+    return true;
+}
"""
REASON = "engine/list.c list_find: No list of the tests is full.\n"
EXPECTED = {"an allocation failed": 1, "a system call failed": 1, "a bound that no input here reaches": 1,
            "the error of a failed function is passed on": 1}


def main():
    script = pathlib.Path(__file__).with_name("coverage_report.py")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "engine").mkdir()
        lines = SOURCE.splitlines()
        (folder / "engine/list.c").write_text("".join(line[1:] + "\n" for line in lines))
        counted = [f"SF:{folder}/engine/list.c", "FN:1,list.c:grow", "FN:8,list_save", "FN:20,list_find"]
        counted += [f"DA:{number},{int(line[0] == '+')}" for number, line in enumerate(lines, 1) if line[0] != " "]
        counted += [f"SF:{folder}/tests/check_list.c", "FN:1,main", "DA:1,0"]
        (folder / "lines").write_text("\n".join(counted) + "\n")

        def report(reasons, status):
            (folder / "reasons").write_text(reasons, encoding="ascii")
            done = subprocess.run([sys.executable, script, folder, folder / "lines", folder / "reasons",
                                   folder / "blocks"], capture_output=True, text=True, check=False)
            assert done.returncode == status, done
            return done.stdout

        def count(told, word):
            return next((int(line.rsplit(None, 1)[1]) for line in told.splitlines() if line.startswith(word)), 0)

        told = report("# Nothing.\n\n", 1)
        assert told.startswith("all                              18 of     26   69.2%\n"
                               "engine                           18 of     26   69.2%\n"), told
        for word, number in EXPECTED.items():
            assert count(told, word) == number, (word, told)
        assert count(told, "without a reason  ") == 4, told
        places = [line.split()[3] for line in told.splitlines() if line.startswith("without a reason: ")]
        assert places == ["engine/list.c:22-24", "engine/list.c:26-26"], told

        told = report(REASON, 0)
        assert count(told, "a reason of its own") == 4 and "without" not in told, told
        assert "    No list of the tests is full.\n" in (folder / "blocks").read_text()

        told = report(REASON + "engine/list.c grow: Memory is short.\n", 1)
        assert "a reason without a block: engine/list.c grow\n" in told, told
        report(REASON + "engine/list.c grow: by chance: Memory is short.\n", 0)


if __name__ == "__main__":
    main()
