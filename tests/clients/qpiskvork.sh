#!/bin/bash
# qpiskvork.sh PROGRAM ENGINE SHOTS: qpiskvork, built elsewhere from its own sources, with the
# engine as the second player, who answers some moves made by mouse. Pictures and the dialogue stay
# in SHOTS; what the engine said is judged here, the pictures by eye.
set -euo pipefail
. "$(dirname "$0")/common.sh"

[ $# -eq 3 ] || fail "usage: qpiskvork.sh PROGRAM ENGINE SHOTS"
program=$(realpath "$1")
engine=$(realpath "$2")
[ -x "$program" ] || fail "no $program"
begin "$3"

# Between client and engine, both directions are written down.
printf '#!/bin/sh\ntee "%s/in.txt" | "%s" | tee "%s/out.txt"\n' "$shots" "$engine" "$shots" \
    >"$work/pbrain-recorder"
chmod +x "$work/pbrain-recorder"
: >"$shots/out.txt"

export HOME=$work XDG_CONFIG_HOME=$work XDG_RUNTIME_DIR=$work
printf '[Time]\nturn_timeout=1000\nmatch_timeout=60000\n[View]\nlanguage=en_UK\n' \
    >"$work/qpiskvork.ini"
"$program" >/dev/null 2>&1 &
client=$!
pids+=("$client")
window --class qpiskvork >/dev/null || fail "the client does not start"
sleep 2

# The second player is the engine: menu Player, its one entry, then the dialogue.
click 145 11
sleep 0.5
xdotool key Down
xdotool key Return
id=$(window --name 'Player Setting') || fail "no dialogue for the players"
place=$(xdotool getwindowgeometry --shell "$id")
left=$(sed -n 's/^X=//p' <<<"$place")
top=$(sed -n 's/^Y=//p' <<<"$place")
click $((left + 235)) $((top + 189))
click $((left + 100)) $((top + 226))
xdotool type --delay 5 "$work/pbrain-recorder"
shot players
click $((left + 313)) $((top + 276))
sleep 1

# Start: menu Game, its first entry.
click 29 11
sleep 0.5
xdotool key Down
xdotool key Return
sleep 2

# point COLUMN ROW: a click on the board's cell, counted from the upper left from 0.
point() {
    click $((54 + $1 * 36)) $((112 + $2 * 36))
}

moves=0
for place in '7 7' '5 6' '9 5' '3 11'; do
    # shellcheck disable=SC2086 # two words
    point $place
    moves=$((moves + 1))
    for i in $(seq 100); do
        [ "$(grep -c '^[0-9]*,[0-9]*$' "$shots/out.txt")" -lt "$moves" ] || break
        [ "$i" -lt 100 ] || fail "no move of the engine after $moves of ours"
        sleep 0.1
    done
    sleep 0.3
done
shot game
! grep -E '^(ERROR|UNKNOWN)' "$shots/out.txt" || fail "the engine said that"
grep -q '^OK$' "$shots/out.txt" || fail "no OK"
kill -0 "$client" || fail "the client is gone"
find "$shots" -name '*.png' | sort
