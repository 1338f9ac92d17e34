#!/bin/bash
# reproducible.sh [FOLDER]: builds the release packages of the last commit twice, in two folders of
# different names at different times, and compares them byte by byte. About three minutes for each.
set -euo pipefail
root=$(git -C "$(dirname "$0")" -c safe.directory='*' rev-parse --show-toplevel)
top=${1:-$(mktemp -d)}
git -c safe.directory='*' clone -q "$root" "$top/first"
git clone -q "$top/first" "$top/another-place" # the same commit, whatever comes to $root meanwhile
for name in first another-place; do
    "$top/$name/.ci/package" "$top/$name/dist" >/dev/null
done
differences=0
for file in "$top"/first/dist/*; do
    if ! cmp "$file" "$top/another-place/dist/$(basename "$file")"; then
        differences=$((differences + 1))
    fi
done
echo "$(find "$top/first/dist" -type f | wc -l) files, $differences differ"
[ "$differences" -eq 0 ]
