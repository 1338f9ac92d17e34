#!/bin/bash
# yixin_board.sh FOLDER ENGINE SHOTS: Yixin Board, built in FOLDER from its own sources, with the
# engine: a renju game by mouse with pondering on, undo in mid-search, a freestyle game up to the
# five, forbidden points, three best moves with realtime marks, balance, blocked points, the
# position database, swap2. Pictures and the dialogue (debuglog of the client) stay in SHOTS; what
# the engine said is judged here, the pictures by eye.
set -euo pipefail
. "$(dirname "$0")/common.sh"

[ $# -eq 3 ] || fail "usage: yixin_board.sh FOLDER ENGINE SHOTS"
folder=$1
engine=$(realpath "$2")
[ -x "$folder/Yixin" ] || fail "no $folder/Yixin"
begin "$3"

# settings RULE BLACK WHITE [SECONDS]: what the client reads at its start; the computer plays these
# sides, with so much time for a move, 0 being a tenth.
settings() {
    printf '%s\t;\n' '15 15' 0 "$1" "$2" "$3" 1 "${4:-2}" 600 225 1000000000 \
        1 1 1 1 1 0 0 2 15 8 0 1 0 0 1 6 6 1 0 1 0 1 1 100 1 >"$work/settings.txt"
}

# start_client RULE BLACK WHITE [SECONDS]: begins a new log.
start_client() {
    settings "$@"
    local id place i
    # The client itself crashes now and then before its window is up.
    for i in 1 2 3 4 5; do
        rm -f "$work/debuglog.txt"
        (cd "$work" && XDG_CONFIG_HOME=$work exec ./Yixin >/dev/null 2>&1) &
        client=$!
        if id=$(window --name '^Yixin$') && sleep 1 && kill -0 "$client" 2>/dev/null; then
            break
        fi
        [ "$i" -lt 5 ] || fail "the client does not start"
    done
    pids+=("$client")
    place=$(xdotool getwindowgeometry --shell "$id")
    left=$(sed -n 's/^X=//p' <<<"$place")
    top=$(sed -n 's/^Y=//p' <<<"$place")
    xdotool windowfocus "$id"
}

# stop_client NAME: keeps the dialogue; with the engine gone the client ends by itself.
stop_client() {
    cp "$work/debuglog.txt" "$shots/$1.txt"
    kill "$client"
    wait "$client" 2>/dev/null || true
}

# point COLUMN ROW: a click on the board's point, counted from the upper left from 0.
point() {
    click $((left + 24 + $1 * 43)) $((top + 57 + $2 * 43))
}

# order TEXT: types a command into the client's command line.
order() {
    click $((left + 850)) $((top + 690))
    xdotool key --clearmodifiers ctrl+a
    xdotool type --delay 5 "$1"
    xdotool key Return
    sleep 0.3
}

# new_game: the first entry of the first menu.
new_game() {
    click $((left + 30)) $((top + 16))
    sleep 0.5
    shot menu
    xdotool key Down
    xdotool key Return
}

# count PATTERN: lines of the dialogue that the engine sent and that match.
count() {
    grep -c "^RECEIVE_COMMAND .*\]: $1" "$work/debuglog.txt" || true
}

# expect PATTERN NUMBER: waits for so many of them.
expect() {
    local i
    for i in $(seq 150); do
        [ "$(count "$1")" -lt "$2" ] || return 0
        sleep 0.1
    done
    fail "expected $2 lines of the engine like '$1', got $(count "$1") after $i tries"
}

move='[0-9]*,[0-9]*$'

# whole_game: the moves of a game without undo, one a line, those by mouse and the engine's.
whole_game() {
    sed -n -E 's/^(SEND_COMMAND .*\]: turn|RECEIVE_COMMAND .*\]:) ([0-9]+,[0-9]+)$/\2/p' \
        "$work/debuglog.txt"
}

# sound: nothing but what was asked for.
sound() {
    [ "$(count 'ERROR')" -eq 0 ] || fail "the engine said ERROR"
    [ "$(count 'UNKNOWN')" -eq 0 ] || fail "the engine said UNKNOWN"
    kill -0 "$client" || fail "the client is gone"
}

cp -r "$folder"/Yixin "$folder"/icon* "$folder"/function "$work"
# The names under which the client looks for them.
cp "$folder"/skin/skin_1.bmp "$work/piece.bmp"
cp "$folder"/language/0.lng "$work/language\\0.lng"
ln -s "$engine" "$work/engine"

# Renju, the computer plays White and ponders.
start_client 2 0 1
moves=0
for place in '7 7' '8 6' '6 9' '9 9'; do
    # shellcheck disable=SC2086 # two words
    point $place
    moves=$((moves + 1))
    expect "$move" "$moves" || true
    sleep 0.3
done
shot game
sound

# An undo in mid-search: the client counts the move that it is then owed and swallows it.
point 10 3
sleep 0.3
order 'undo one'
expect "$move" $((moves + 1))
sleep 0.5
shot undone
point 10 10
expect "$move" $((moves + 2))
sound
stop_client renju

# Freestyle to the five. White's first moves, by mouse, are far off, so that Black is sure to win;
# the Players menu then gives White to the computer too, and it plays both sides to the end.
start_client 0 1 0 0
point 7 7
moves=1
expect "$move" "$moves"
for place in '1 1' '13 13'; do
    # shellcheck disable=SC2086 # two words
    point $place
    moves=$((moves + 1))
    expect "$move" "$moves"
    sleep 0.3
done
click $((left + 90)) $((top + 16))
sleep 0.5
shot players
click $((left + 90)) $((top + 62))
point 7 7
for i in $(seq 150); do
    whole_game >"$work/moves"
    ! first_five "$work/moves" /dev/null >/dev/null || break
    [ "$i" -lt 150 ] || fail "no five after $(wc -l <"$work/moves") moves"
    sleep 0.4
done
# The client is to see it too, and to ask for no more.
sleep 1
shot whole_game
whole_game >"$work/moves"
five=$(first_five "$work/moves" /dev/null) || fail "moves after the five"
[ "$five" -eq "$(wc -l <"$work/moves")" ] || fail "a move after the five"
echo "a whole game, the five is move $five"
sound
stop_client whole_game

# Analysis, nobody's side is the computer's. Black may not play where two threes meet.
start_client 2 0 0
order 'putpos h8a1h9a15i10o1j10o15'
sleep 0.5
shot forbidden
grep -q '^RECEIVE_COMMAND .*\]: FORBID [0-9][0-9]*\.' "$work/debuglog.txt" ||
    fail "no forbidden point"

# Three best moves, symmetric ones hidden, with marks on the board.
order 'putpos h8h9j10'
order 'nbest 3'
expect 'MESSAGE REALTIME BEST' 1
# While it searches: the client forgets the line, but not the value, with each move on its board.
order 'bestline'
shot nbest
expect "$move" 1
expect 'MESSAGE REALTIME VAL' 1
expect 'MESSAGE depth [-0-9]* multipv 3 ' 1
sleep 0.3
order 'block g7'
sleep 0.3
shot blocked
order 'balance1 0'
expect "$move" 2
marks=$(count 'MESSAGE REALTIME DONE')
order 'searchdefend'
expect 'MESSAGE REALTIME DONE' $((marks + 40))
shot searchdefend
expect "$move" 3
order 'hash usage'
expect 'MESSAGE hash usage' 1
order "hash dump $work/table"
expect 'MESSAGE hash dump: done' 1
order "hash load $work/table"
expect 'MESSAGE hash load: done' 1
shot analysis
sound
stop_client analysis

# The position database: a forced win is found and kept, and seen one move before as L, since who
# moves there loses. Stones by mouse.
start_client 0 0 0
order "dbset $work/moves.db"
expect 'MESSAGE position database opened, 0 positions' 1
for place in '7 7' '7 6' '8 7' '1 1' '6 7' '13 1'; do
    # shellcheck disable=SC2086 # two words
    point $place
done
sleep 0.3
order 'thinking start'
expect "$move" 1
order 'undo one'
order 'dbval'
expect 'MESSAGE DATABASE ONE 108 [1-9]' 1
order 'undo one'
expect 'MESSAGE DATABASE 1 13 108 [1-9]' 1
sleep 0.3
shot database_win

# Labels of one and two letters, a value, and what is taken away again.
point 3 3
order 'dbedittag A'
order 'dbeditval -70'
order 'undo one'
expect 'MESSAGE DATABASE 3 3 65 -70' 1
point 11 4
order 'dbeditlabel b2'
order 'undo one'
expect 'MESSAGE DATABASE 4 11 25138 ' 1
point 11 11
order 'dbedittag C'
order 'undo one'
expect 'MESSAGE DATABASE 11 11 67 ' 1
sleep 0.3
shot database_labels
point 11 11
order 'dbdel one'
before=$(count 'MESSAGE DATABASE DONE')
order 'undo one'
expect 'MESSAGE DATABASE DONE' $((before + 1))
order "dbtopos $work/a.pos"
expect 'MESSAGE position database: 3 positions written' 1
order "dbtotxt $work/a.txt"
expect 'MESSAGE position database: 3 positions written' 2
sound
stop_client database

# The file is chosen in the client's own dialog, and all is there again. The dialog is told to show
# the field for the name, whatever the user's own ones do; without a name the client crashes.
mkdir -p "$work/gtk-2.0"
printf '%s\n' '[Filechooser Settings]' 'LocationMode=filename-entry' 'StartupMode=cwd' \
    >"$work/gtk-2.0/gtkfilechooser.ini"
start_client 0 0 0
order 'dbset'
sleep 1
xdotool key --clearmodifiers ctrl+a
xdotool type --delay 20 "$work/moves.db"
sleep 0.5
shot database_dialog
xdotool key Return
expect 'MESSAGE position database opened, 3 positions' 1
for place in '7 7' '7 6' '8 7' '1 1' '6 7'; do
    # shellcheck disable=SC2086 # two words
    point $place
done
expect 'MESSAGE DATABASE 1 13 108 [1-9]' 1
sleep 0.3
shot database_again
sound
stop_client database_again

# Swap2: the computer places three stones, the human is asked for a side.
start_client 6 1 0
new_game
expect 'MESSAGE SWAP2 MOVE3' 1
sleep 0.5
shot swap2
sound
stop_client swap2

# Soosorv: the same with an opening of renju.
start_client 5 1 0
new_game
expect 'MESSAGE SOOSORV MOVE3' 1
sleep 0.5
shot soosorv
sound
stop_client soosorv
find "$shots" -name '*.png' | sort
