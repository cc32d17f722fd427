# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Functions of the scripts that install or build; they source this file from the root of the tree.
# A failure is one line on standard error and exit status 4.

refuse() {
    echo "slidebench: $*" >&2
    exit 4
}

# Prints the comment at the beginning of a script, and exits, if --help is among its arguments.
help_if_requested() { # arguments...
    case " $* " in
    *" --help "* | *" -h "*)
        sed -n '2,/^$/s/^# \{0,1\}//p' "scripts/$(basename "$0")"
        exit 0
        ;;
    esac
}

# Prints the end of the name of a build folder: that of CC if it is set, as "-gcc-12", "-ccache-gcc", "-gcc--m32".
compiler_suffix() {
    [ -n "${CC-}" ] || return 0
    program=${CC%% *}
    printf %s "-${program##*/}${CC#"$program"}" | tr -c '[:alnum:]._+=-' -
}

# Rewrites one line with the progress that Ninja ("[3/354] ...") and apt-get ("pmstatus:cmake:50.0:...") print.
show_progress() { # activity
    printf '\r\033[Kslidebench: %s' "$1"
    shown=
    while IFS= read -r line; do
        case $line in
        '['[0-9]*/[0-9]*'] '*)
            line=${line#?}
            steps=${line%%]*}
            progress="${steps%/*} of ${steps#*/}"
            ;;
        [dp][lm]status:*:[0-9]*:*)
            percent=${line#*:*:}
            progress="${percent%%[.:]*} %"
            ;;
        *) continue ;;
        esac
        [ "$progress" = "$shown" ] || printf '\r\033[Kslidebench: %s: %s' "$1" "$progress"
        shown=$progress
    done
    printf '\r\033[K'
}

# Runs a command, appends its output to a log, and shows its progress on a terminal. Returns its status.
logged() { # log, activity, command...
    log=$1
    doing=$2
    shift 2
    if ! [ -t 2 ]; then
        "$@" >>"$log" 2>&1
        return
    fi
    return "$({
        {
            status=0
            "$@" 2>&1 3>&- || status=$?
            echo "$status" >&3
        } | tee -a "$log" | show_progress "$doing" >&2
    } 3>&1)"
}

# Clears a build folder that was made for another source folder, as in a copied tree: CMake refuses it.
clear_foreign_build() { # folder
    cache=$1/CMakeCache.txt
    [ -e "$cache" ] || return 0
    made_for=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$cache")
    # shellcheck disable=SC3013 # POSIX has -ef since 2024, dash and BusyBox had it before
    [ "$made_for" -ef . ] && return 0
    echo "slidebench: $1 was built for $made_for: rebuilding it" >&2
    rm -rf "$cache" "$1/CMakeFiles" || refuse "cannot remove $cache: remove the folder $1 and try again"
}

# Refuses a folder that nothing can be built in, and a compiler that cannot build, before anything is installed; then
# installs what is missing.
prepare() { # folder, arguments of install-deps...
    case $PWD in
    *[][\$\;\#\"\\]* | *'
'*) refuse "CMake cannot build in $PWD: move the tree to a path without any of [ ] \$ ; # \" \\ and line breaks" ;;
    esac
    # not `:`, a special builtin, whose failed redirection ends the shell
    { mkdir -p "$1" && true >>"$1/build.log" && true >>"$1/build.lock"; } 2>/dev/null ||
        refuse "cannot write to $1 in $PWD: if the tree belongs to another user, build in a copy (cp -r '$PWD' ~/slidebench)"
    shift
    scripts/install-deps "$@"
}

# Waits until no other script builds in a folder. The lock is that of descriptor 9, which the program that a script becomes
# inherits: `exec 9>&-` gives it back. Systems without flock, such as macOS, have no lock.
lock() { # folder
    command -v flock >/dev/null || return 0
    exec 9>>"$1/build.lock"
    if ! flock -n 9; then
        echo "slidebench: another build runs in $1, pid $(cat "$1/build.lock"): waiting until it ends" >&2
        flock 9
    fi
    echo $$ >"$1/build.lock"
}

# Builds with the user's own getters if $mine is their file, and without those of an earlier build otherwise.
cmake_build() { # folder, target, options of cmake...
    folder=$1
    target=$2
    shift 2
    cmake -G Ninja -S . -B "$folder" -DSLIDEBENCH_MINE="${mine-}" "$@" && NINJA_STATUS='[%f/%t] ' cmake --build "$folder" --target "$target"
}

# Configures and builds a target in a folder that prepare() has accepted, and keeps its lock. The output goes to build.log.
build() { # folder, target, options of cmake...
    lock "$1"
    true >"$1/build.log"
    [ -t 2 ] || [ -e "$1/build.ninja" ] || echo "slidebench: building in $1 for the first time" >&2
    clear_foreign_build "$1"
    logged "$1/build.log" building cmake_build "$@" || {
        tail -30 "$1/build.log" >&2
        refuse "the build failed${CC:+ with CC='$CC'}: see all output in $1/build.log"
    }
}
