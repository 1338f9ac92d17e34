#!/bin/bash
# Games of pbrain-kaname through c-gomoku-cli (github.com/dhbloo/c-gomoku-cli, built elsewhere).
#
#     gomoku_cli.sh CLI BUILD [GAMES]
#
# Plays GAMES games (default 1,000) at 10 to 50 ms a move: three rules, sizes 9 to 22, TURN and
# BOARD, 10 to 350 MB, one and two threads, against players of kaname-rival and itself. Counts the
# ends. Exit status: 0, or 1 if Kaname lost by time, a crash or an illegal move, or a game is missing.
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,8p' "$0"; exit 2; }
cli=$(realpath "$1") build=$(realpath "$2") games=${3:-1000}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '%s\n' h8h7i8 h8i9g7 g7h8i8 h8h9j9 >openings.txt # within 9x9
echo e5e4f5 >small.txt

# play GAMES RULE SIZE OPENINGS TIME MEMORY THREADS OPPONENT [OPTION]...
play() {
    local count=$1 rule=$2 size=$3 openings=$4 time=$5 memory=$6 threads=$7 opponent=$8
    shift 8
    local name=Other
    [ "$opponent" != "$build/pbrain-kaname" ] || name=KanameToo
    "$cli" -engine name=Kaname cmd="$build/pbrain-kaname" thread="$threads" \
        -engine name=$name cmd="$opponent" -each tc=0/"$time" maxmemory="$memory" -rule "$rule" \
        -boardsize "$size" -games "$count" -repeat -openings file="$openings" type=pos \
        order=sequential -concurrency 1 "$@" >>games.log 2>&1 || echo "status $?" >>games.log
}

share=$((games / 10))
rival=$build/kaname-rival
play $((games - 9 * share)) 0 15 openings.txt 0.01 350000000 1 "$rival --player patterns"
play $share 1 15 openings.txt 0.01 100000000 2 "$rival --player scorer"
play $share 4 15 openings.txt 0.01 350000000 1 "$rival --player endroad"
play $share 0 20 openings.txt 0.02 20000000 1 "$rival --player random" -sendbyboard
play $share 4 15 openings.txt 0.01 70000000 2 "$rival --player patterns" -sendbyboard
play $share 0 22 openings.txt 0.05 350000000 1 "$rival --player endroad-fast"
play $share 1 9 small.txt 0.01 10000000 1 "$build/pbrain-kaname"
play $share 4 10 openings.txt 0.02 50000000 1 "$rival --player scorer"
play $share 0 15 openings.txt 0.01 350000000 1 "$build/pbrain-kaname"
play $share 1 12 openings.txt 0.01 350000000 1 "$rival --player random" -sendbyboard

finished=$(grep -c 'Finished game' games.log || true)
grep -o 'Finished game.*' games.log | sed 's/.*{\(.*\)}.*/\1/' | sort | uniq -c
# (A vs B): A is Black, and 1-0 Black's win.
faults='time forfeit|illegal|forbidden|crash'
bad=$(grep -Ec "^status|\(Kaname[To]* vs [^)]*\): 0-1 .*($faults)|vs Kaname[To]*\): 1-0 .*($faults)" games.log || true)
echo "$finished games of $games, $bad lost by a fault"
if [ "$bad" -ne 0 ] || [ "$finished" -ne "$games" ]; then
    grep -E "^status|Finished game.*($faults)" games.log | head -20
    exit 1
fi
