#include "io/weights.h"

#include "program/input.h"

#include <stdio.h>
#include <stdlib.h>

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

KanameEngine *weights_engine(const char *name, const WeightsFiles *files) {
    KanameEngine *engine = kaname_new();
    if (engine == NULL) {
        fprintf(stderr, "%s: not enough memory\n", name);
        return NULL;
    }
    for (int i = 0; i < files->count; i++) {
        const char *wrong = weights_load(engine, files->paths[i]);
        if (wrong == NULL)
            continue;
        fprintf(stderr, "%s: weights %s: %s\n", name, files->paths[i], wrong);
        kaname_free(engine);
        return NULL;
    }
    return engine;
}
