#include "tools/weights.h"

#include <stdio.h>

enum { FILE_BYTES_MAX = 1 << 16 }; /* more than any weights file has */

const char *weights_load(KanameEngine *engine, const char *path) {
    unsigned char data[FILE_BYTES_MAX];
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return "cannot be opened";
    size_t size = fread(data, 1, sizeof data, file);
    bool is_read = !ferror(file);
    fclose(file);
    if (!is_read)
        return "cannot be read";
    KanameStatus status = kaname_load_weights(engine, data, size);
    return status == KANAME_OK ? NULL : kaname_status_text(status);
}
