#!/bin/bash
# speed.sh [--pairs N] [--depth PLIES] [OLD [NEW]]: compares the speed of two commits.
#
# Builds OLD (default HEAD~1) and NEW (default HEAD) in a temporary folder, runs their `bench` in
# turn, N pairs (default 15) in alternating order, and prints the ratio of nodes/s, NEW over OLD,
# with half its 95% interval: the geometric mean over the pairs, by Student's t. Then the same for
# stones played and taken back. A machine with other work widens the interval, but moves no side
# more than the other. Exit status 0 unless something fails.
set -euo pipefail

pairs=15
depth=10
die() {
    echo "speed.sh: $*" >&2
    exit 1
}

while [ $# -gt 0 ]; do
    case $1 in
    --pairs) pairs=${2-} ;;
    --depth) depth=${2-} ;;
    -*) die "usage: speed.sh [--pairs N] [--depth PLIES] [OLD [NEW]]" ;;
    *) break ;;
    esac
    shift 2 || die "$1 needs a value"
done
[[ $pairs =~ ^[0-9]+$ && $pairs -ge 2 ]] || die "--pairs: at least 2"
[[ $depth =~ ^[0-9]+$ ]] || die "--depth: 1 to 64"

root=$(cd "$(dirname "$0")/.." && pwd)
names=("${1-HEAD~1}" "${2-HEAD}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

git_here() {
    git -c safe.directory="$root" -C "$root" "$@"
}

# make_program SIDE: builds the commit of this side.
make_program() {
    local source=$folder/source$1 commit
    commit=$(git_here rev-parse --verify --quiet "${names[$1]}^{commit}") || die "no commit ${names[$1]}"
    mkdir "$source"
    git_here archive "$commit" | tar -x -C "$source"
    if ! { cmake -S "$source" -B "$source/build" -DBUILD_TESTING=OFF &&
        cmake --build "$source/build" --parallel "$(nproc)" --target pbrain-kaname; } \
        >"$folder/log" 2>&1; then
        tail -20 "$folder/log" >&2
        die "${names[$1]} does not build"
    fi
    echo "$1 ${names[$1]} ($(git_here log -1 --format='%h %s' "$commit"))"
}

# bench SIDE: adds a row to the side's file: nodes/s, updates/s, nodes.
bench() {
    "$folder/source$1/build/pbrain-kaname" bench "$depth" |
        awk -F': ' '{ of[$1] = $2 + 0 } END { print of["Nodes/s"], of["Updates/s"], of["Bench"] }' \
            >>"$folder/rows$1"
}

make_program 0
make_program 1
for ((pair = 0; pair < pairs; pair++)); do
    bench $((pair % 2))
    bench $((1 - pair % 2))
done

paste -d' ' "$folder/rows0" "$folder/rows1" | awk '
    BEGIN {
        # Quantiles 97.5% of Student by degrees of freedom, 1.96 beyond.
        split("12.706 4.303 3.182 2.776 2.571 2.447 2.365 2.306 2.262 2.228 2.201 2.179 2.160 " \
              "2.145 2.131 2.120 2.110 2.101 2.093 2.086 2.080 2.074 2.069 2.064 2.060", student, " ")
    }
    function add(what, ratio) {
        sum[what] += log(ratio)
        squares[what] += log(ratio) ^ 2
    }
    function tell(what,    mean, variance, factor) {
        mean = sum[what] / NR
        variance = (squares[what] - NR * mean ^ 2) / (NR - 1)
        factor = NR - 1 in student ? student[NR - 1] : 1.96
        printf "%s: ratio %.4f +- %.4f (%d pairs)\n", what, exp(mean),
            exp(mean) * factor * sqrt(variance > 0 ? variance / NR : 0), NR
    }
    { add("nodes/s", $4 / $1); add("updates/s", $5 / $2); nodes[0] = $3; nodes[1] = $6 }
    END {
        tell("nodes/s")
        tell("updates/s")
        if (nodes[0] != nodes[1])
            printf "other nodes: %d, then %d\n", nodes[0], nodes[1]
    }'
