#include "session/hashfile.h"

#include <stdio.h>

#include "shared/files/input.h"
#include "shared/files/replace.h"

static const FilesRules rules = {.kind = FILES_KIND_OF("KANAMEHT")};

static bool write_part(void *context, const void *bytes, size_t count) {
    return fwrite(bytes, 1, count, context) == count;
}

static bool read_part(void *context, void *bytes, size_t count) {
    return fread(bytes, 1, count, context) == count;
}

static const char *text_of(Status status) {
    return status == STATUS_UNREADABLE || status == STATUS_UNWRITABLE
               ? kaname_status_text(KANAME_ERR_IO)
               : status_text(status);
}

const char *hashfile_save(const KanameEngine *engine, const char *path) {
    FilesDraft draft;
    Status file_status = files_draft_begin(&draft, path, &rules);
    if (file_status != STATUS_OK)
        return text_of(file_status);
    KanameStatus status = kaname_save_hash(engine, write_part, draft.file);
    file_status = files_draft_finish(&draft, status == KANAME_OK);
    if (status != KANAME_OK)
        return kaname_status_text(status);
    return file_status == STATUS_OK ? NULL : text_of(file_status);
}

const char *hashfile_load(KanameEngine *engine, const char *path) {
    FILE *file;
    Status file_status = files_open_input(path, &file);
    if (file_status != STATUS_OK)
        return text_of(file_status);
    KanameStatus status = kaname_load_hash(engine, read_part, file);
    (void)fclose(file);
    return status == KANAME_OK ? NULL : kaname_status_text(status);
}
