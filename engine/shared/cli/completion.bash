# bash completion for @PROGRAM@                                     -*- shell-script -*-
# shellcheck shell=bash

# Sets `found` to the candidates for "COMMAND" (its options), "COMMAND:OPTION:N" (the option's Nth
# word; without OPTION a word that is no option), "COMMAND:OPTION:*" (its KEY=VALUE words),
# "COMMAND:OPTION:KEY=" (such a value), "@program", "@commands", and "@leading" (options that may
# come before a command): words, or @file, @folder, @command for what bash lists itself; empty where
# there are none.
@FUNCTION@_candidates() {
    found=''
    case $1 in
@CASES@    esac
}

@FUNCTION@() {
    local line=${COMP_LINE:0:COMP_POINT} current='' command='' option='' key='' found leading options
    local reply
    local -a words
    local -i at=1 first=1 behind=0
    read -ra words <<<"$line"
    if [[ $line != *[[:space:]] ]]; then
        current=${words[-1]}
        unset 'words[-1]'
    fi
    # Options of the program may come before the command.
    @FUNCTION@_candidates @leading
    leading=$found
    while ((at < ${#words[@]})) && [[ " $leading " == *" ${words[at]} "* ]]; do
        @FUNCTION@_candidates ":${words[at]}:1"
        if [[ -n $found ]]; then
            at+=1
        fi
        at+=1
    done
    first=$at
    @FUNCTION@_candidates "${words[at]-}"
    if [[ -n ${words[at]-} && -n $found ]]; then
        command=${words[at]}
        at+=1
    elif ((first > ${#words[@]})); then
        option=${words[-1]}
    fi
    for ((; at < ${#words[@]}; at++)); do
        if [[ ${words[at]} == -* ]]; then
            option=${words[at]} behind=0
        else
            behind+=1
        fi
    done

    @FUNCTION@_candidates "$command:$option:$((behind + 1))"
    if [[ -z $found || $current == -* ]]; then
        @FUNCTION@_candidates "$command:$option:*"
        if [[ $current == *=* ]]; then
            key=${current%%=*}=
            @FUNCTION@_candidates "$command:$option:$key"
        elif [[ -z $found || $current == -* ]]; then
            @FUNCTION@_candidates "$command::1"
            if [[ -z $found || $current == -* ]]; then
                @FUNCTION@_candidates "${command:-@program}"
            fi
            if [[ -z $command ]] && ((${#words[@]} == first)); then
                options=$found
                @FUNCTION@_candidates @commands
                found="$options $found"
            fi
        fi
    fi

    current=${current#"$key"}
    COMPREPLY=()
    while IFS= read -r reply; do
        COMPREPLY+=("$reply")
    done < <(
        case ${found// /} in
        @file) compgen -f -- "$current" ;;
        @folder) compgen -d -- "$current" ;;
        @command) compgen -c -- "$current"; compgen -f -- "$current" ;;
        *) compgen -W "$found" -- "$current" ;;
        esac
    )
    if [[ $found == *@* ]]; then
        compopt -o filenames 2>/dev/null
    elif [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[=.] ]]; then
        compopt -o nospace 2>/dev/null
    fi
    # Bash takes '=' for the end of a word, unless it is configured otherwise.
    if [[ -n $key && $COMP_WORDBREAKS != *=* ]]; then
        COMPREPLY=("${COMPREPLY[@]/#/$key}")
    fi
    return 0
}

complete -F @FUNCTION@ @PROGRAM@
