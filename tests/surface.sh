#!/bin/bash
# surface.sh PROGRAM COMPLETION PAGE [COMMAND...]: the completion in bash offers the options and the
# commands that --help lists, no others, and only values that the program takes; the manual page has
# examples, whose options exist. manual.sh compares help and page.
set -euo pipefail
program=$(realpath "$1")
script=$(realpath "$2")
page=$(realpath "$3")
shift 3
name=$(basename "$program")
status=0
empty=$(mktemp -d)
trap 'rmdir "$empty"' EXIT

fail() {
    echo "$*" >&2
    status=1
}

# complete_line LINE: what bash offers at its end, one a line.
# shellcheck source=/dev/null
source "$script"
complete_line() (
    set +e +o pipefail # as where a user types
    COMP_LINE="$name $1"
    COMP_POINT=${#COMP_LINE}
    "_${name//-/_}"
    printf '%s\n' "${COMPREPLY[@]}"
)

# The names at the beginning of the rows of a help text.
options_of() {
    sed -nE 's/^  (--?[a-z][a-z0-9-]*)([ .]|$).*/\1/p' | sort -u
}

# takes_value OPTION HELP
takes_value() {
    [[ $'\n'$2 =~ $'\n'"  $1 "[^\ ] ]]
}

compare() {
    local differences
    differences=$(diff "$2" "$3") || fail "$1: help (<) and completion (>) differ: $differences"
}

for command in '' "$@"; do
    help=$("$program" ${command:+"$command"} --help)
    mapfile -t options < <({ echo --help; options_of <<<"$help"; } | sort -u) # --help need not list itself
    [ -z "$command" ] || [ ${#options[@]} -gt 1 ] || fail "$name $command: no options in --help"
    compare "$name $command" <(printf '%s\n' "${options[@]}") \
        <(complete_line "${command:+$command }-" | sort -u)
    for option in "${options[@]}"; do
        mapfile -t values < <(complete_line "${command:+$command }$option @")
        [ "${values[*]}" = "" ] || fail "$name $command $option offers ${values[*]} for '@'"
        if [[ $option != --* ]] || ! takes_value "$option" "$help"; then
            continue
        fi
        mapfile -t values < <(cd "$empty" && complete_line "${command:+$command }$option ") # no files
        case $option$'\n'$help in
        --rule$'\n'*'  --rule R '*) expected=renju ;;
        --eval$'\n'*'  --eval NAME '*) expected=table ;;
        *) expected='' ;;
        esac
        [[ " ${values[*]} " == *" $expected"* ]] || fail "$name $command $option does not offer $expected"
        for value in "${values[@]}"; do
            [ -z "$value" ] || "$program" ${command:+"$command"} "$option" "$value" --help >/dev/null 2>&1 ||
                fail "$name $command $option $value is offered and refused"
        done
    done
done

if [ $# -gt 0 ]; then
    compare "$name" <(printf '%s\n' "$@" | sort) <(complete_line '' | grep -v '^-' | sort)
fi

# Examples: the lines of the page's .EX blocks below EXAMPLES that begin with the program's name.
examples=$(sed -n '/^\.SH EXAMPLES/,/^\.SH SEE/p' "$page" | sed -n '/^\.EX/,/^\.EE/p' | sed 's/\\-/-/g')
grep -qE "(^|[| ])$name " <<<"$examples" || fail "$page: no example"
all=$(for command in '' "$@"; do "$program" ${command:+"$command"} --help; done)
while IFS= read -r option; do
    grep -qE "^ +$option([ .=]|\$)" <<<"$all" || fail "$page: the example's option $option does not exist"
done < <(grep -E "^$name " <<<"$examples" | grep -oE ' --?[a-z][a-z0-9-]*' | tr -d ' ')
exit "$status"
