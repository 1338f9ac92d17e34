#!/bin/bash
# qpiskvork.sh PROGRAM ENGINE SHOTS: qpiskvork, built elsewhere from its own sources, with the
# engine. In the first game it is the second player and answers some moves made by mouse; the second
# one it plays to the end against itself, made weaker, so that there is an end. Pictures and the
# dialogues stay in SHOTS; what was said and who won is judged here, the pictures by eye.
set -euo pipefail
. "$(dirname "$0")/common.sh"

[ $# -eq 3 ] || fail "usage: qpiskvork.sh PROGRAM ENGINE SHOTS"
program=$(realpath "$1")
engine=$(realpath "$2")
[ -x "$program" ] || fail "no $program"
begin "$3"

# recorder NAME [LINE]: a program that is the engine, told LINE before all else; both directions are
# written down in SHOTS.
recorder() {
    : >"$shots/$1-out.txt"
    {
        printf '#!/bin/sh\n'
        printf '{ echo "%s"; exec cat; } | tee "%s/%s-in.txt" |\n' "${2:-INFO}" "$shots" "$1"
        printf '    "%s" | tee "%s/%s-out.txt"\n' "$engine" "$shots" "$1"
    } >"$work/pbrain-$1"
    chmod +x "$work/pbrain-$1"
}

# count_moves NAME: how many that engine has made.
count_moves() {
    grep -c '^[0-9]*,[0-9]*$' "$shots/$1-out.txt" || true
}

# enter PLACE TEXT: puts it into the dialogue's line of input PLACE points below its upper edge.
enter() {
    click $((left + 100)) $((top + $1))
    xdotool key ctrl+a
    xdotool type --delay 5 "$2"
}

# menu X Y: the entry there of the menu at X of the menu bar.
menu() {
    click "$1" 11
    sleep 0.5
    click "$1" "$2"
    sleep 1
}
start='29 34'
end='29 109'
clear='29 134'
players='145 34'

# open_players: the dialogue for the players; $left and $top are its place.
open_players() {
    local id place
    # shellcheck disable=SC2086 # two words, here and below
    menu $players
    id=$(window --name 'Player Setting') || fail "no dialogue for the players"
    place=$(xdotool getwindowgeometry --shell "$id")
    left=$(sed -n 's/^X=//p' <<<"$place")
    top=$(sed -n 's/^Y=//p' <<<"$place")
}

close_players() {
    click $((left + 313)) $((top + 276))
    sleep 1
}

# point COLUMN ROW: a click on the board's cell, counted from the upper left from 0.
point() {
    click $((54 + $1 * 36)) $((112 + $2 * 36))
}

# sound NAME: that engine was asked and said nothing but what was asked for.
sound() {
    ! grep -E '^(ERROR|UNKNOWN)' "$shots/$1-out.txt" || fail "the engine said that"
    grep -q '^OK$' "$shots/$1-out.txt" || fail "no OK"
    kill -0 "$client" || fail "the client is gone"
}

recorder mouse
recorder first 'INFO strength 30'
recorder second
export HOME=$work XDG_CONFIG_HOME=$work XDG_RUNTIME_DIR=$work
printf '[Time]\nturn_timeout=1000\nmatch_timeout=100000\n[View]\nlanguage=en_UK\n' \
    >"$work/qpiskvork.ini"
"$program" >/dev/null 2>&1 &
client=$!
pids+=("$client")
window --class qpiskvork >/dev/null || fail "the client does not start"
sleep 2

open_players
click $((left + 235)) $((top + 189))
enter 226 "$work/pbrain-mouse"
shot players
close_players
# shellcheck disable=SC2086
menu $start
sleep 1
moves=0
for place in '7 7' '5 6' '9 5' '3 11'; do
    # shellcheck disable=SC2086
    point $place
    moves=$((moves + 1))
    for i in $(seq 100); do
        [ "$(count_moves mouse)" -lt "$moves" ] || break
        [ "$i" -lt 100 ] || fail "no move of the engine after $moves of ours"
        sleep 0.1
    done
    sleep 0.3
done
shot game
sound mouse
# shellcheck disable=SC2086
menu $end
# shellcheck disable=SC2086
menu $clear
shot cleared

open_players
click $((left + 235)) $((top + 62))
enter 99 "$work/pbrain-first"
enter 226 "$work/pbrain-second"
shot both_players
close_players
# shellcheck disable=SC2086
menu $start
middle=
for i in $(seq 400); do
    ! xdotool search --onlyvisible --name '^game over' >/dev/null 2>&1 || break
    [ "$i" -lt 400 ] || fail "no end after $(count_moves first) and $(count_moves second) moves"
    if [ -z "$middle" ] && [ "$(count_moves second)" -ge 5 ]; then
        middle=shown
        shot middle
    fi
    sleep 0.5
done
sleep 0.5
shot over
sound first
sound second
for player in first second; do
    grep '^[0-9]*,[0-9]*$' "$shots/$player-out.txt" >"$work/$player" ||
        fail "no move of the $player player"
done
five=$(first_five "$work/first" "$work/second") || fail "the client ended the game without a five"
echo "the client ended the game at a five, move $five"
find "$shots" -name '*.png' | sort
