# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Functions of the scripts that install or build; they source this file from the root of the tree.
# A failure is one line on standard error and exit status 4.

batch= # build() reads it

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

# Prints the suffix of a build folder's name, made from CC if it is set: "-gcc-12", "-ccache-gcc", "-gcc--m32".
compiler_suffix() {
    [ -n "${CC-}" ] || return 0
    program=${CC%% *}
    printf %s "-${program##*/}${CC#"$program"}" | tr -c '[:alnum:]._+=-' -
}

# Clears a build folder that was made for another source folder, as in a copied tree: CMake would refuse the folder.
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

# Waits until no other script builds in a folder. Descriptor 9 holds the lock and survives exec; `exec 9>&-` releases it.
# Systems without flock, such as macOS, have no lock.
lock() { # folder
    command -v flock >/dev/null || return 0
    exec 9>>"$1/build.lock"
    if ! flock -n 9; then
        echo "slidebench: another build runs in $1, pid $(cat "$1/build.lock"): waiting until it ends" >&2
        flock 9
    fi
    echo $$ >"$1/build.lock"
}

# Ends a script that cannot configure or build, with the end of the log.
build_failed() { # folder
    tail -30 "$1/build.log" >&2
    refuse "the build failed${CC:+ (CC is $CC)}: see all output in $1/build.log"
}

# Configures and builds targets in a folder that prepare() has accepted, and keeps its lock. If $mine names a file with
# the user's own getters, the build contains them; otherwise it drops the getters of an earlier build. Batch builds, a
# third of all compiling, are left out of a new folder until a script sets $batch to ON; a folder that has them keeps
# them. The output goes to build.log, but on a terminal Ninja shows its progress there, in one line.
build() { # folder, targets with blanks between them, options of cmake...
    folder=$1
    targets=$2
    shift 2
    lock "$folder"
    [ -t 2 ] || [ -e "$folder/build.ninja" ] || echo "slidebench: building in $folder for the first time" >&2
    clear_foreign_build "$folder"
    [ -n "$batch" ] || [ -e "$folder/CMakeCache.txt" ] || batch=OFF
    cmake -G Ninja -S . -B "$folder" -DSLIDEBENCH_MINE="${mine-}" ${batch:+"-DSLIDEBENCH_BATCH=$batch"} "$@" \
        >"$folder/build.log" 2>&1 || build_failed "$folder"
    # shellcheck disable=SC2086
    if [ -t 2 ]; then
        cmake --build "$folder" --target $targets >&2 || refuse "the build failed${CC:+ (CC is $CC)}"
    else
        cmake --build "$folder" --target $targets >>"$folder/build.log" 2>&1 || build_failed "$folder"
    fi
}
