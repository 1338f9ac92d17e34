#include "engines/weights.h"

#include "shared/cli/reader.h"
#include "shared/files/input.h"

#include <stdlib.h>
#include <string.h>

const char *weights_load(KanameEngine *engine, const char *path) {
    unsigned char *data;
    size_t size;
    Status read = files_read_whole(path, KANAME_MAX_WEIGHTS_BYTES, &data, &size);
    if (read != STATUS_OK)
        return status_text(read);
    KanameStatus status = kaname_load_weights(engine, data, size);
    free(data);
    return status == KANAME_OK ? NULL : kaname_status_text(status);
}

/* ---- Options ------------------------------------------------------------------------------- */

static int read_weights(OptionReader *reader, const OptionRow *row, void *target, int left,
                        char *const *words) {
    WeightsFiles *files = target;
    (void)row;
    (void)left;
    if (files->count == WEIGHTS_FILES_MAX) {
        option_expected(reader, words[0], "%d files at most", WEIGHTS_FILES_MAX);
        return -1;
    }
    files->paths[files->count++] = words[0];
    return 1;
}

static const char *const evaluators[] = {"table", "network", NULL};

static int read_evaluator(OptionReader *reader, const OptionRow *row, void *target, int left,
                          char *const *words) {
    int index;
    (void)left;
    if (!option_choice(reader, words[0], row->choices, &index))
        return -1;
    ((WeightsFiles *)target)->evaluator = row->choices[index];
    return 1;
}

const OptionRow weights_rows[] = {
    {.name = "--weights",
     .value = "FILE",
     .help = "evaluation weights of one rule in place of the built-in ones; may be repeated",
     .kind = OPTION_OWN,
     .read = read_weights},
    {.name = "--eval",
     .value = "NAME",
     .help = "evaluator:",
     .otherwise = "the network of each rule that has one",
     .kind = OPTION_OWN,
     .choices = evaluators,
     .read = read_evaluator},
    {.name = NULL},
};

const char *const weights_rows_without_eval[] = {"--weights", NULL};

void weights_select_evaluator(const WeightsFiles *files, KanameEngine *engine) {
    if (files->evaluator != NULL)
        (void)kaname_set_evaluator(engine, strcmp(files->evaluator, "table") == 0
                                               ? KANAME_EVALUATOR_TABLE
                                               : KANAME_EVALUATOR_NETWORK);
}
