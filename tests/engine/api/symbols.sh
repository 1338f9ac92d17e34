#!/bin/bash
# The global names that a library defines are those that kaname.h declares: no more, no fewer.
#
#     symbols.sh HEADER LIBRARY
set -euo pipefail

header=$1 library=$2
dynamic=()
case $library in
*.so*) dynamic=(-D) ;;
esac

declared=$(sed -n 's/^KANAME_API .*\(kaname_[a-z0-9_]*\)(.*/\1/p' "$header" | LC_ALL=C sort)
defined=$(nm -gC --defined-only "${dynamic[@]}" "$library" | awk 'NF == 3 { print $3 }' | LC_ALL=C sort)
[ -n "$declared" ] || { echo "$header declares no function" >&2; exit 1; }

if ! diff <(echo "$declared") <(echo "$defined"); then
    echo "< declared in $header, > defined in $library" >&2
    exit 1
fi
