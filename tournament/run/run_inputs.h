/* run_inputs.h: what a run reads besides its options, compared with what its database records.
 *
 * Functions that take a failure return false and fill it. */
#ifndef TOURNAMENT_RUN_RUN_INPUTS_H
#define TOURNAMENT_RUN_RUN_INPUTS_H

#include <stdbool.h>
#include <stdint.h>

#include "game/opening.h"
#include "run/inputs.h"
#include "run/names.h"
#include "run/options.h"
#include "shared/status/failure.h"
#include "store/store.h"

typedef struct RunInputs {
    const Options *options;
    bool has_tables;         /* games are played on this machine */
    int64_t openings;        /* digest */
    InputsProgram *programs; /* of the engines, as far as they are on this machine */
} RunInputs;

/* Reads the inputs. `options` must outlive them. */
bool run_inputs_init(RunInputs *inputs, const Options *options, const OpeningList *openings,
                     bool has_tables, Failure *failure);
void run_inputs_release(RunInputs *inputs);

/* Returns whether the store's selected run has other openings; false if it records none. */
bool run_inputs_other_openings(const RunInputs *inputs, Store *store);
/* Compares the inputs with those of the selected run, which is resumed. Without tables here, a
 * program whose SHA-256 the run records is not compared: the workers must have that one. `path`: of
 * the database. */
bool run_inputs_check(RunInputs *inputs, Store *store, const char *path, const Names *names,
                      Failure *failure);
/* Records the inputs in the selected run; those of a resumed run are the same, or were unknown. */
bool run_inputs_record(const RunInputs *inputs, Store *store, Failure *failure);
/* Returns whether the engine's program was replaced since the inputs were read. */
bool run_inputs_program_changed(RunInputs *inputs, int engine);

#endif
