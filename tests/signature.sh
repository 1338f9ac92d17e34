#!/bin/bash
# signature.sh PROGRAM...: the number of nodes that `PROGRAM bench` searches must be the same for each
# program, and the one recorded as "Bench: N" in the newest commit that records one.
set -euo pipefail

die() {
    echo "$*" >&2
    exit 1
}

[ $# -gt 0 ] || die "usage: signature.sh PROGRAM..."

signature=
for program in "$@"; do
    output=$("$program" bench) || die "$program: bench failed"
    number=$(sed -n 's/^Bench: \([0-9][0-9]*\)\r\{0,1\}$/\1/p' <<<"$output")
    [[ $number =~ ^[0-9]+$ ]] || die "$program: bench printed no number of nodes"
    echo "$program: $number"
    [ -z "$signature" ] || [ "$number" = "$signature" ] ||
        die "$program searches other nodes than $1: $number, not $signature"
    signature=$number
done

here=$(cd "$(dirname "$0")/.." && pwd)
git -c safe.directory="$here" -C "$here" rev-parse HEAD >/dev/null 2>&1 ||
    die "not a git checkout: no recorded number to compare with"
[ "$(git -c safe.directory="$here" -C "$here" rev-parse --is-shallow-repository)" = false ] ||
    die "a checkout without its history: no recorded number to compare with"
recorded=$(git -c safe.directory="$here" -C "$here" log -1 -E --grep='^Bench: [0-9]+$' --format=%B |
    sed -n 's/^Bench: \([0-9][0-9]*\)$/\1/p')
[ -n "$recorded" ] || die "no commit records a number"
[ "$signature" = "$recorded" ] || die "$signature, but the newest record in the log is $recorded"
echo "equal to the recorded number"
