#include "session/hashfile.h"

#include <stdio.h>

static bool write_part(void *context, const void *bytes, size_t count) {
    return fwrite(bytes, 1, count, context) == count;
}

static bool read_part(void *context, void *bytes, size_t count) {
    return fread(bytes, 1, count, context) == count;
}

KanameStatus hashfile_save(const KanameEngine *engine, const char *path) {
    Draft draft;
    if (!draft_begin(&draft, path))
        return KANAME_ERR_IO;
    KanameStatus status = kaname_save_hash(engine, write_part, draft.file);
    bool is_placed = draft_finish(&draft, status == KANAME_OK);
    return status == KANAME_OK && !is_placed ? KANAME_ERR_IO : status;
}

KanameStatus hashfile_load(KanameEngine *engine, const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return KANAME_ERR_IO;
    KanameStatus status = kaname_load_hash(engine, read_part, file);
    (void)fclose(file);
    return status;
}
