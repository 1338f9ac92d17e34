#include "train/evaluator_file.h"

#include <stdlib.h>

#include "shared/files/input.h"

const char *evaluator_read(Evaluator **evaluator, const char *path) {
    unsigned char *bytes;
    size_t size;
    Status read = files_read_whole(path, KANAME_MAX_WEIGHTS_BYTES, &bytes, &size);
    if (read != STATUS_OK)
        return status_reason(read);
    KanameStatus status = evaluator_load(evaluator, bytes, size);
    free(bytes);
    return status == KANAME_OK ? NULL : kaname_status_text(status);
}
