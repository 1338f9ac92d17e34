#!/bin/bash
# python_test.sh DIST: the packages for Python work where nothing else of Kaname is installed: the
# wheel in an environment of its own, and the Debian packages unpacked into a folder. Both draw the
# win rate of the example's game, the same picture.
set -euo pipefail
dist=$(realpath "$1")
machine=$(uname -m)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
example=$(realpath "$(dirname "$0")/../../protocol/python/examples")
unset PYTHONPATH KANAME_LIBRARY KANAME_PROGRAM

mkdir "$work/wheel" "$work/deb" "$work/root"
/usr/bin/python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --no-index --disable-pip-version-check "$dist"/kaname-*"_$machine.whl"
(cd "$work/wheel" && "$work/venv/bin/python" "$example/win_rate.py" "$example/game.sgf")

for package in python3-kaname libkaname0 kaname; do
    dpkg-deb -x "$(find "$dist" -name "${package}_*_all.deb" -o -name "${package}_*_$(dpkg --print-architecture).deb")" \
        "$work/root"
done
root=$work/root/usr
library=$(find "$root/lib" -name libkaname.so.0)
(cd "$work/deb" && LD_LIBRARY_PATH=$(dirname "$library") PATH=$PATH:$root/games \
    PYTHONPATH=$root/lib/python3/dist-packages /usr/bin/python3 \
    "$root/share/doc/python3-kaname/examples/win_rate.py")
cmp "$work/wheel/win_rate.svg" "$work/deb/win_rate.svg"
