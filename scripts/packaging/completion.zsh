#compdef slidebench
# SPDX-License-Identifier: MIT
# Completes slidebench in zsh. Commands, options and choices are read from --help.

local program=$words[1] command=bench argument=
local -a candidates
[[ $words[2] != -* && CURRENT -gt 2 ]] && command=$words[2]
if [[ $words[CURRENT-1] == --* ]]; then
    argument=$($program $command --help 2>/dev/null | sed -n "s/^  $words[CURRENT-1] \([^ ]*\).*/\1/p")
    case $argument in
        '') ;;
        FILE) _files; return ;;
        DIR) _files -/; return ;;
        NAME | REGEX) candidates=(${(f)"$($program list --format csv 2>/dev/null | sed '1d; s/,.*//')"}) ;;
        *'|'*) candidates=(${(s:|:)argument}) ;;
        *) _message $argument; return ;;
    esac
fi
if [[ -z $argument ]]; then
    candidates=(${(f)"$($program $command --help 2>/dev/null | sed -n 's/^  \(--[a-z0-9_-]*\).*/\1/p')"})
    ((CURRENT == 2)) && candidates+=(${(f)"$($program --help 2>/dev/null | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')"})
fi
compadd -a candidates
