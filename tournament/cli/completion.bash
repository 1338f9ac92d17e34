# bash completion for kaname-tournament                                     -*- shell-script -*-
# shellcheck shell=bash

# Prints candidates: words, or @file, @folder, @command for what bash lists itself.
_kaname_tournament_candidates() {
    case $1 in
@CASES@    esac
}

_kaname_tournament() {
    local line=${COMP_LINE:0:COMP_POINT} current='' command='' option='' key='' found reply
    local -a words
    local -i at=1 behind=0
    read -ra words <<<"$line"
    if [[ $line != *[[:space:]] ]]; then
        current=${words[-1]}
        unset 'words[-1]'
    fi
    if [[ -n ${words[1]-} && -n $(_kaname_tournament_candidates "${words[1]}") ]]; then
        command=${words[1]}
        at=2
    fi
    for ((; at < ${#words[@]}; at++)); do
        if [[ ${words[at]} == -* ]]; then
            option=${words[at]} behind=0
        else
            behind+=1
        fi
    done

    found=$(_kaname_tournament_candidates "$command:$option:$((behind + 1))")
    if [[ -z $found || $current == -* ]]; then
        found=$(_kaname_tournament_candidates "$command:$option:*")
        if [[ $current == *=* ]]; then
            key=${current%%=*}=
            found=$(_kaname_tournament_candidates "$command:$option:$key")
        elif [[ -z $found || $current == -* ]]; then
            found=$(_kaname_tournament_candidates "${command:-@program}")
            if ((${#words[@]} == 1)); then
                found+=" $(_kaname_tournament_candidates @commands)"
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

complete -F _kaname_tournament kaname-tournament
