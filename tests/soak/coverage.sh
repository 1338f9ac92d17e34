#!/bin/bash
# Lines of engine/ and protocol/ that the tests and chance dialogues run.
#
#     coverage.sh [BUILD [DIALOGUES]]
#
# Builds into BUILD (default build-coverage) by clang-14 with counters, runs ctest without the long
# and the drawn-by-mouse tests, then DIALOGUES of storm (default 2,000) of seed 1. coverage_report.py
# prints the lines covered of each folder, and the number of the others by reason;
# BUILD/uncovered.txt lists these. Fails if some have no reason. Needs clang-14 and llvm-14.
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
tests/soak/coverage_report.py "$PWD" "$build/lines.lcov" tests/soak/coverage_reasons.txt "$build/uncovered.txt"
