# What the scripts of this directory share. Expects to be sourced from the root of the project.
debian=/usr/share/doc/spin/examples/Examples
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# path_of MODEL: its path, given as in the lists of models.
path_of() {
    case $1 in
    debian/*) echo "$debian/${1#debian/}" ;;
    *) echo "$root/$1" ;;
    esac
}

# name_of MODEL: a short name.
name_of() { basename "$1" | sed 's/^spins_tests_beem_all_//' | cut -c 1-28; }

# listed FILE: the models of a list.
listed() { grep -v '^#' "bench/engine/$1"; }

# measure COMMAND...: output in $work/out; sets seconds (of the processor, user and system),
# elapsed (on the clock) and kilobytes (peak resident memory).
measure() {
    /usr/bin/time -o "$work/time" -f '%U %S %e %M' "$@" >"$work/out" 2>&1 || true
    read -r user system elapsed kilobytes < <(tail -1 "$work/time")
    seconds=$(calc "$user + $system")
}

calc() { echo "$1" | bc -l; }
less() { [ "$(calc "$1 < $2")" = 1 ]; }
