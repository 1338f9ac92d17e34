#include "io/weights.h"

#include "shared/cli/say.h"
#include "shared/files/input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *weights_load(KanameEngine *engine, const char *path) {
    unsigned char *data;
    size_t size;
    FilesStatus read = files_read_whole(path, KANAME_MAX_WEIGHTS_BYTES, &data, &size);
    if (read != FILES_OK)
        return files_status_text(read);
    KanameStatus status = kaname_load_weights(engine, data, size);
    free(data);
    return status == KANAME_OK ? NULL : kaname_status_text(status);
}

bool option_read_weights(const Option *option, const char *value, void *target) {
    WeightsFiles *files = (WeightsFiles *)(void *)((char *)target + option->offset);
    if (files->count == WEIGHTS_FILES_MAX)
        return false;
    files->paths[files->count++] = value;
    return true;
}

bool option_read_evaluator(const Option *option, const char *value, void *target) {
    WeightsFiles *files = (WeightsFiles *)(void *)((char *)target + option->offset);
    if (strcmp(value, "table") != 0 && strcmp(value, "network") != 0)
        return false;
    files->evaluator = value;
    return true;
}

void weights_select_evaluator(const WeightsFiles *files, KanameEngine *engine) {
    if (files->evaluator != NULL)
        (void)kaname_set_evaluator(engine, strcmp(files->evaluator, "table") == 0
                                               ? KANAME_EVALUATOR_TABLE
                                               : KANAME_EVALUATOR_NETWORK);
}

KanameEngine *weights_engine(const char *name, const WeightsFiles *files) {
    KanameEngine *engine = kaname_new();
    if (engine == NULL) {
        say_error("%s: not enough memory\n", name);
        return NULL;
    }
    weights_select_evaluator(files, engine);
    for (int i = 0; i < files->count; i++) {
        const char *wrong = weights_load(engine, files->paths[i]);
        if (wrong == NULL)
            continue;
        say_error("%s: weights %s: %s\n", name, files->paths[i], wrong);
        kaname_free(engine);
        return NULL;
    }
    return engine;
}
