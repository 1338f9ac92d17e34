#include "io/weights.h"

#include <stdio.h>
#include <stdlib.h>

enum { FIRST_CAPACITY = 64 * 1024 };

/* Reads to the end of the file. `data` is the caller's, on failure too. */
static const char *read_stream(FILE *file, unsigned char **data, size_t *size) {
    for (size_t capacity = 0;;) {
        if (*size == capacity) {
            if (capacity > WEIGHTS_FILE_BYTES_MAX)
                return "is too large";
            capacity = capacity == 0 ? FIRST_CAPACITY : 2 * capacity;
            unsigned char *larger = realloc(*data, capacity);
            if (larger == NULL)
                return "not enough memory";
            *data = larger;
        }
        size_t count = fread(*data + *size, 1, capacity - *size, file);
        *size += count;
        if (count == 0)
            return ferror(file) ? "cannot be read" : NULL;
    }
}

const char *weights_file_read(const char *path, unsigned char **data, size_t *size) {
    FILE *file = fopen(path, "rb");
    *data = NULL;
    *size = 0;
    if (file == NULL)
        return "cannot be opened";
    const char *wrong = read_stream(file, data, size);
    fclose(file);
    if (wrong == NULL && *size > WEIGHTS_FILE_BYTES_MAX)
        wrong = "is too large";
    if (wrong != NULL) {
        free(*data);
        *data = NULL;
    }
    return wrong;
}

const char *weights_load(KanameEngine *engine, const char *path) {
    unsigned char *data;
    size_t size;
    const char *wrong = weights_file_read(path, &data, &size);
    if (wrong != NULL)
        return wrong;
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
