#!/bin/bash
# Games and dialogues of a Windows program under wine.
#
#     wine.sh BUILD WINDOWS_BUILD [GAMES [DIALOGUES]]
#
# GAMES (default 1,000) through kaname-tournament at 20 to 100 ms a move, three rules, sizes 10 to 20,
# against players of kaname-rival; then DIALOGUES (default 1,000) by dialogues.py. The 32-bit program
# needs Debian's wine32 of the i386 architecture. WINE_ROOT names a root folder in which wine runs,
# if it is not installed here: /proc, /dev, /tmp and the folder of WINDOWS_BUILD must be mounted
# there. Exit status: 0, or 1 if the program lost a game by a fault, or failed in a dialogue.
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,11p' "$0"; exit 2; }
here=$(dirname "$(realpath "$0")") build=$(realpath "$1") windows=$(realpath "$2")
games=${3:-1000} dialogues=${4:-1000}
in_root=(env)
[ -z "${WINE_ROOT:-}" ] || in_root=(chroot "$WINE_ROOT")
folder=$(mktemp -d -t kaname-wine-XXXXXX)
export WINEPREFIX=$folder/wine WINEDEBUG=-all WINEDLLOVERRIDES=mscoree,mshtml=
unset DISPLAY
finish() {
    "${in_root[@]}" wineserver -k || true
    rm -rf "$folder"
}
trap finish EXIT
"${in_root[@]}" wine wineboot --init </dev/null >/dev/null 2>&1
printf '#!/bin/sh\nexec %s wine "%s" "$@"\n' "${in_root[*]}" "$windows"/pbrain-kaname*.exe >"$folder/pbrain-kaname"
chmod +x "$folder/pbrain-kaname"

# play GAMES RULE SIZE SECONDS MEMORY PLAYER
play() {
    "$build/kaname-tournament" -engine name=Kaname cmd="$folder/pbrain-kaname" starttimeout=60 \
        endtimeout=10 -engine name=Other cmd="$build/kaname-rival --player $6" -each tc=0/"$4" \
        maxmemory="$5" -rule "$2" -boardsize "$3" -games "$1" -repeat -seed 23 \
        -db "$folder/games.db" >>"$folder/log" 2>&1
}
play $((games - 3 * (games / 4))) 0 15 0.05 350M patterns
play $((games / 4)) 1 20 0.05 100M scorer
play $((games / 4)) 4 15 0.02 20M endroad
play $((games / 4)) 0 10 0.1 50M random
python3 - "$folder/games.db" "$games" <<'PYTHON'
import sqlite3
import sys

database = sqlite3.connect(sys.argv[1])
ends = database.execute("SELECT (black = 0) = (result = 'black'), result, reason, count(*) FROM game "
                        "GROUP BY 1, 2, 3").fetchall()
slowest = database.execute("SELECT max(time_us) / 1000 FROM move").fetchone()[0]
for is_won, result, reason, count in ends:
    whose = "drawn" if result == "draw" else "won" if is_won else "lost"
    print(f"{whose} by {reason}: {count}")
lost = sum(count for is_won, result, reason, count in ends
           if not is_won and result != "draw" and reason not in ("five", "points"))
total = sum(count for *_, count in ends)
print(f"{total} games, {lost} lost by a fault, slowest answer of both {slowest} ms")
sys.exit(lost > 0 or total != int(sys.argv[2]))
PYTHON
"$here/dialogues.py" --dialogues "$dialogues" --seed 23 --patience 60 "$folder/pbrain-kaname"
