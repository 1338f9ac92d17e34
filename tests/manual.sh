#!/bin/bash
# manual.sh PROGRAM PAGE [COMMAND...]: every command answers --help with exit status 0, refuses an
# unknown option with 2 and names it, and its help and the manual page list the same options.
set -euo pipefail
program=$1
page=$2
shift 2
status=0

fail() {
    echo "$*" >&2
    status=1
}

# The options in a text, one a line: --name or, in the match manager, -name.
options_of() {
    grep -oE -- '(^|[^[:alnum:]-])--?[a-z][a-z-]*' | grep -oE -- '--?[a-z][a-z-]*' | sort -u
}

help_of() {
    "$program" "$@" --help 2>&1 || fail "$program $* --help: exit status $?"
}

check_refusal() {
    local said code=0
    said=$("$program" "$@" --no-such-option </dev/null 2>&1 >/dev/null) || code=$?
    [ "$code" -eq 2 ] || fail "$program $* --no-such-option: exit status $code"
    [[ $said == *--no-such-option* ]] || fail "$program $* does not name the option: $said"
}

all=$(help_of)
check_refusal
for command in "$@"; do
    all+=$'\n'$(help_of "$command")
    check_refusal "$command"
    grep -qE "(^|[^[:alnum:]-])$command( |\$)" <<<"$("$program" --help)" ||
        fail "$program --help does not name $command"
done
differences=$(diff <(options_of <<<"$all") <(sed 's/\\-/-/g' "$page" | options_of)) ||
    fail "help (<) and manual page (>) differ: $differences"
exit "$status"
