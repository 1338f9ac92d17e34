#include "run/run_inputs.h"

#include <stdlib.h>

enum { HASH_BYTES = 80 };

static const char openings_note[] = "openings";

bool run_inputs_init(RunInputs *inputs, const Options *options, const OpeningList *openings,
                     bool has_tables, Failure *failure) {
    *inputs = (RunInputs){.options = options,
                          .has_tables = has_tables,
                          .openings = inputs_openings(openings),
                          .programs = calloc(options->engine_count, sizeof *inputs->programs)};
    if (inputs->programs == NULL)
        return failure_set(failure, STATUS_MEMORY);
    for (size_t i = 0; i < options->engine_count; i++)
        inputs->programs[i] = inputs_program(options->engines[i].command);
    return true;
}

void run_inputs_release(RunInputs *inputs) {
    free(inputs->programs);
    *inputs = (RunInputs){0};
}

/* Returns whether the selected run has another digest under this name; false if it has none. */
static bool differs(Store *store, const char *note, int64_t digest) {
    int64_t recorded = 0;
    return store_note(store, note, &recorded) && recorded != 0 && recorded != digest;
}

bool run_inputs_other_openings(const RunInputs *inputs, Store *store) {
    return differs(store, openings_note, inputs->openings);
}

/* Forgets the programs of this machine that only workers play: theirs are compared. */
static bool forget_unplayed(RunInputs *inputs, Store *store) {
    char hash[HASH_BYTES];
    for (int i = 0; i < (int)inputs->options->engine_count && !inputs->has_tables; i++) {
        if (!store_program(store, i, hash, sizeof hash))
            return false;
        if (hash[0] != '\0')
            inputs->programs[i].digest = 0;
    }
    return true;
}

bool run_inputs_check(RunInputs *inputs, Store *store, const char *path, const Names *names,
                      Failure *failure) {
    char note[INPUTS_NOTE_BYTES];
    if (run_inputs_other_openings(inputs, store))
        return failure_say(failure, STATUS_MISMATCH,
                           "%s: cannot resume: the openings are not those of its newest run", path);
    if (!forget_unplayed(inputs, store))
        return store_pass(store, failure);
    for (int i = 0; i < (int)inputs->options->engine_count; i++) {
        inputs_program_note(note, i);
        if (inputs->programs[i].digest != 0 && differs(store, note, inputs->programs[i].digest))
            return failure_say(
                failure, STATUS_MISMATCH,
                "%s: cannot resume: the program of engine %d (%s) has changed since its "
                "newest run began; a new run needs another -db or -seed",
                path, i + 1, names->text[i]);
    }
    return true;
}

bool run_inputs_record(const RunInputs *inputs, Store *store, Failure *failure) {
    char note[INPUTS_NOTE_BYTES];
    bool is_kept = store_set_note(store, openings_note, inputs->openings);
    for (int i = 0; is_kept && i < (int)inputs->options->engine_count; i++) {
        inputs_program_note(note, i);
        is_kept = inputs->programs[i].digest == 0 ||
                  store_set_note(store, note, inputs->programs[i].digest);
    }
    return is_kept || store_pass(store, failure);
}

bool run_inputs_program_changed(RunInputs *inputs, int engine) {
    return inputs_program_changed(&inputs->programs[engine],
                                  inputs->options->engines[engine].command);
}
