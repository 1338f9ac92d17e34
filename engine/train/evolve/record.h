/* record.h: the generations of an evolution: a TSV file, its curves and its page.
 *
 * Plain values; the functions may run on any thread, one at a time for each folder. */
#ifndef KANAME_TRAIN_EVOLVE_RECORD_H
#define KANAME_TRAIN_EVOLVE_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "shared/status/failure.h"

enum { EVOLVE_GENERATIONS_MAX = 999 };

/* Doubles are plotted (plot.h). */
typedef struct EvolveRow {
    double generation;
    bool is_network;
    uint64_t games, positions; /* of the generation, probes not counted in the positions */
    double value, order;       /* losses on held-out games, nats */
    int won, lost, drawn;      /* against the best one before it */
    double elo, error;         /* of the match, with the half width of its 95% interval */
    double total;              /* over the blank tables, of this generation */
    double best;               /* of the best one so far */
    bool is_kept;              /* it became the best */
    double seconds;            /* of wall time, in the last run that worked on it */
} EvolveRow;

typedef struct EvolveRecord {
    EvolveRow of[EVOLVE_GENERATIONS_MAX];
    int count;
} EvolveRecord;

/* Returns the number of the best generation so far; 0: the blank tables. */
int evolve_best(const EvolveRecord *record);

/* Reads the file; a missing one has no rows.
 */
bool evolve_record_read(EvolveRecord *record, const char *path, Failure *failure);
bool evolve_record_write(const EvolveRecord *record, const char *path, Failure *failure);

/* Write the curves, and the page that shows them with the generations and the current step. The
 * page loads itself again every 10 seconds while `is_running`. */
bool evolve_curves_write(const EvolveRecord *record, const char *path, Failure *failure);
bool evolve_page_write(const EvolveRecord *record, const char *step, bool is_running,
                       const char *path, Failure *failure);

#endif
