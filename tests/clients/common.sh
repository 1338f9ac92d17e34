# shellcheck shell=bash
# Shared by the scripts that drive a real client by mouse and keyboard on a display of its own.
# Needs Xvfb, xdotool and ImageMagick's import. Sets up $work, a folder for the client, removed at
# the end, and $shots, the folder that keeps the pictures and the client's log.

fail() {
    echo "$*" >&2
    [ -z "${shots:-}" ] || shot failure || true
    [ ! -f "${work:-}/debuglog.txt" ] || cp "$work/debuglog.txt" "$shots/failure.txt"
    exit 1
}

for tool in Xvfb xdotool import; do
    command -v "$tool" >/dev/null || {
        echo "skipped: no $tool"
        exit 77
    }
done

pids=()
end_all() {
    local pid
    for pid in "${pids[@]}"; do
        kill "$pid" 2>/dev/null || true
    done
    rm -rf "$work"
}

# begin SHOTS: a display, and the two folders.
begin() {
    shots=$1
    mkdir -p "$shots"
    shots=$(cd "$shots" && pwd)
    work=$(mktemp -d)
    trap end_all EXIT
    Xvfb -displayfd 3 -screen 0 1280x900x24 3>"$work/display" 2>/dev/null &
    pids+=($!)
    local i
    for i in $(seq 100); do
        [ ! -s "$work/display" ] || break
        sleep 0.1
    done
    [ -s "$work/display" ] || fail "no display after ${i} tries"
    DISPLAY=:$(cat "$work/display")
    export DISPLAY
}

# shot NAME: keeps a picture of the display.
shot() {
    import -window root "$shots/$1.png"
}

# window KIND TEXT: waits for a visible window whose --name or --class matches, prints its number;
# false: there is none.
window() {
    local i id
    for i in $(seq 100); do
        id=$(xdotool search --onlyvisible "$1" "$2" 2>/dev/null | head -n 1) || true
        if [ -n "$id" ]; then
            echo "$id"
            return
        fi
        sleep 0.1
    done
    echo "no window $2 after $i tries" >&2
    return 1
}

# click X Y: a click at this place of the display.
click() {
    xdotool mousemove "$1" "$2" sleep 0.1 click 1 sleep 0.2
}

# first_five FIRST SECOND: of the moves in these files, made by turns, the number of the first that
# makes five or more. At most one may follow: the loser's, who is told of that move too. False: not
# so.
first_five() {
    paste -d '\n' "$1" "$2" | awk -F , '
        function run(dx, dy,    count) {
            for (count = 1; owner[x + count * dx, y + count * dy] == side; count++)
                ;
            return count - 1
        }
        NF == 2 {
            x = $1 + 0; y = $2 + 0; side = move++ % 2 + 1; owner[x, y] = side
            if (!five && (run(1, 0) + run(-1, 0) >= 4 || run(0, 1) + run(0, -1) >= 4 ||
                          run(1, 1) + run(-1, -1) >= 4 || run(1, -1) + run(-1, 1) >= 4))
                five = move
        }
        END {
            print five
            exit !(five && move - five <= 1)
        }'
}
