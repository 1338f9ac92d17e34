/* run_stream.h: the stream of a run on the server, with its consumers of tasks and results: how it
 * is made, found again after a start, and removed. Its calls block. */
#ifndef TOURNAMENT_GRID_MANAGER_RUN_STREAM_H
#define TOURNAMENT_GRID_MANAGER_RUN_STREAM_H

#include <nats/nats.h>
#include <stdbool.h>
#include <stdint.h>

#include "grid/link.h"
#include "grid/secret.h"
#include "grid/wire/read.h"

typedef struct RunStream {
    Link *link;
    char name[LINK_NAME_MAX];
    char tasks[LINK_NAME_MAX], results[LINK_NAME_MAX]; /* subjects */
    char secret[SECRET_MAX];
    char programs[WIRE_HASH_MAX]; /* of the run; never empty */
    int64_t lease_ms;
    int replicas;
} RunStream;

/* Names the stream of the run `key`. */
void run_stream_name(RunStream *stream, const char *key);
/* Adopts the secret of an existing stream, which its description keeps after the programs. Removes
 * a stream that was made for other programs: its tasks and results are useless. Returns false then.
 */
bool run_stream_adopt(RunStream *stream);
/* Makes the stream and its consumer of tasks; both may be there already. */
natsStatus run_stream_make(const RunStream *stream);
/* Recreates the consumer of results after the manager or the server was away: the server then sends
 * all its results at once, also those that it counts as delivered. NATS_NOT_FOUND: the stream is
 * gone. */
natsStatus run_stream_renew_results(const RunStream *stream);
/* Returns NULL if it is not possible now. */
natsSubscription *run_stream_subscribe(const RunStream *stream);
void run_stream_remove(const RunStream *stream);

#endif
