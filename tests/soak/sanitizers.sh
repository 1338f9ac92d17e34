#!/bin/bash
# Runs every test with the address and undefined behaviour sanitizers, one at a time, since suites of
# real matches need a processor each to keep their limits.
#
#     tests/soak/sanitizers.sh [CTEST OPTION...]
set -euo pipefail
# shellcheck source=../../.ci/common
. "$(dirname "$0")/../../.ci/common"
build_preset asan -DKANAME_SUITES_LEFT_OUT=
ctest --test-dir "$root/build-asan" --output-on-failure --no-tests=error "$@"
