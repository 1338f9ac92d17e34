#!/bin/bash
# Lines of engine/ and protocol/ that the tests and chance dialogues run.
#
#     coverage.sh [BUILD [DIALOGUES]]
#
# Builds into BUILD (default build-coverage) by clang-14 with counters, runs ctest without the long
# and the drawn-by-mouse tests, then DIALOGUES of storm (default 2,000) of seed 1. Prints the lines
# covered of each folder, and the others by what they do; BUILD/uncovered.txt lists these. Needs
# clang-14 and llvm-14.
# JOBS is the number of tests at once (default: all processors), TESTS more words for ctest.
set -euo pipefail
cd "$(dirname "$0")/../.."
build=${1:-build-coverage} dialogues=${2:-2000} jobs=${JOBS:-$(nproc)}
# Counters live in the files: the program of the dialogue ends without writing any.
flags='-fprofile-instr-generate -fcoverage-mapping -mllvm -runtime-counter-relocation'
cmake -S . -B "$build" -DBUILD_TESTING=ON -DCMAKE_C_COMPILER=clang-14 -DCMAKE_C_FLAGS="$flags" \
    -DCMAKE_C_FLAGS_RELEASE='-O1 -g -DNDEBUG' -DCMAKE_BUILD_TYPE=Release >/dev/null
cmake --build "$build" --parallel "$jobs" | tail -n 1
build=$(realpath "$build")
rm -rf "$build/profiles"
mkdir "$build/profiles"
export LLVM_PROFILE_FILE=$build/profiles/%c%4m.profraw # the processes of a program share four files
read -r -a more <<<"${TESTS:-}"
# Programs that count are slow: an hour for each suite, ten times check's limit for each test. The
# libraries show the names of the counters, which symbols.* refuse.
find "$build" -name CTestTestfile.cmake -exec sed -i 's/TIMEOUT "[0-9]*"/TIMEOUT "3600"/' {} +
export CK_TIMEOUT_MULTIPLIER=10
ctest --test-dir "$build" -j "$jobs" -LE 'soak|client' -E '^symbols\.' ${more[@]+"${more[@]}"} | tail -n 30 || true
"$build/tests/storm" "$dialogues" 1 "$jobs"

llvm-profdata-14 merge -sparse -o "$build/all.profdata" "$build"/profiles/*.profraw
objects=()
for program in "$build"/kaname-train "$build"/tests/{check_*,pbrain-fake,storm,bench_suite}; do
    objects+=(-object "$program")
done
llvm-cov-14 export -format=lcov -instr-profile "$build/all.profdata" "$build/pbrain-kaname" \
    "${objects[@]}" >"$build/lines.lcov"
python3 - "$PWD" "$build" <<'PYTHON'
import collections
import pathlib
import re
import sys

REASONS = (("an allocation failed", r"memory|MEMORY"),
           ("an error is passed on", r"^return (status|wrong|false|NULL|-1|1);$"),
           ("a resource is given back", r"(free|release|close|destroy|remove|unlink)\("),
           ("a message about a failure", r"complain|fprintf\(stderr|snprintf\(error|fail\(|refuse\("))


def reason(name, text):
    if name.name == "console.c":
        return "signals and the terminal"
    return next((word for word, pattern in REASONS if re.search(pattern, text)), "other")


root, build = map(pathlib.Path, sys.argv[1:])
counts, name = {}, None
for line in (build / "lines.lcov").read_text().splitlines():
    key, _, value = line.partition(":")
    if key == "SF":
        name = pathlib.Path(value)
        name = name.relative_to(root) if name.is_relative_to(root) else name
        if name.parts[0] in ("engine", "protocol"):
            counts.setdefault(name, collections.Counter())
    elif key == "DA" and name in counts:
        number, count = map(int, value.split(",")[:2])
        counts[name][number] = max(count, counts[name][number])
folders = collections.defaultdict(lambda: [0, 0])
reasons = collections.Counter()
with open(build / "uncovered.txt", "w", encoding="ascii") as uncovered:
    for name, lines in sorted(counts.items()):
        missing = sorted(number for number in lines if lines[number] == 0)
        for folder in (str(name.parent), name.parts[0], "all"):
            folders[folder][0] += len(lines) - len(missing)
            folders[folder][1] += len(lines)
        text = (root / name).read_text().splitlines()
        for number in missing:
            uncovered.write(f"{name}:{number}: {text[number - 1].strip()}\n")
            reasons[reason(name, text[number - 1].strip())] += 1
for folder, (covered, lines) in sorted(folders.items()):
    print(f"{folder:28} {covered:6} of {lines:6}  {100 * covered / lines:5.1f}%")
print("not covered:")
for word, count in reasons.most_common():
    print(f"{word:28} {count:6}")
PYTHON
