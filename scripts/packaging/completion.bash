# SPDX-License-Identifier: MIT
# Completes slidebench in bash. Commands, options and choices are read from --help.

_slidebench()
{
    local program=$1 current=$2 previous=$3 command=bench words argument
    [[ ${COMP_WORDS[1]} != -* && $COMP_CWORD -gt 1 ]] && command=${COMP_WORDS[1]}
    if [[ $previous == --* ]]; then
        argument=$("$program" "$command" --help 2>/dev/null | sed -n "s/^  $previous \([^ ]*\).*/\1/p")
        case $argument in
            '') ;;
            FILE) compopt -o default; return ;;
            DIR) compopt -o dirnames; return ;;
            NAME | REGEX) words=$("$program" list --format csv 2>/dev/null | sed '1d; s/,.*//') ;;
            *'|'*) words=${argument//|/ } ;;
            *) return ;;
        esac
    fi
    if [[ -z $argument ]]; then
        words=$("$program" "$command" --help 2>/dev/null | sed -n 's/^  \(--[a-z0-9_-]*\).*/\1/p')
        [[ $COMP_CWORD -eq 1 ]] && words+=" "$("$program" --help 2>/dev/null | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
    fi
    # shellcheck disable=SC2207 # no word has a space
    COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _slidebench slidebench
