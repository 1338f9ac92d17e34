/* away_begin.h: begins a run of the ledger for workers. */
#ifndef TOURNAMENT_RUN_AWAY_BEGIN_H
#define TOURNAMENT_RUN_AWAY_BEGIN_H

#include <stddef.h>
#include <uv.h>

#include "run/away.h"
#include "run/ledger.h"
#include "shared/status/failure.h"

/* Records the SHA-256 of the engines' programs in the ledger, where a resumed run keeps its
 * original ones, and begins the run under its key. The loop's thread, before the saver owns the
 * store. The ledger must outlive the result. On failure returns NULL and writes the reason to
 * `failure`. */
Away *away_begin(const AwayKind *kind, uv_loop_t *loop, Ledger *ledger, const AwayEvents *events,
                 Failure *failure);

#endif
