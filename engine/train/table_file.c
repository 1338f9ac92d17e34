#include "train/table_file.h"

#include <stdlib.h>
#include <string.h>

#include "shared/files/input.h"
#include "shared/files/replace.h"

enum { FILE_BYTES_MAX = 1 << 28 };

/* Passes the rows on. Returns the number of an invalid line, or 0. */
static int take_rows(const TableFile *table, char *text,
                     bool (*take)(void *context, const char *row), void *context) {
    size_t head = strlen(table->first_line);
    int number = 1;
    if (strncmp(text, table->first_line, head) != 0)
        return number;
    for (char *row = text + head; *row != '\0';) {
        char *end = strchr(row, '\n');
        number++;
        if (end == NULL)
            return table->may_be_cut ? 0 : number;
        *end = '\0';
        if (!take(context, row))
            return number;
        row = end + 1;
    }
    return 0;
}

bool table_file_read(const TableFile *table, bool (*take)(void *context, const char *row),
                     void *context, Failure *failure) {
    unsigned char *bytes;
    size_t size;
    FilesPlace place = files_place(table->path);
    if (place.kind == FILES_PLACE_MISSING || (table->may_be_cut && place.size == 0))
        return true;
    Status read = files_read_whole(table->path, FILE_BYTES_MAX, &bytes, &size);
    if (read != STATUS_OK)
        return failure_at(failure, read, "%s", table->path);
    /* A power cut may leave such bytes behind the lines of a file that grows. */
    if (!table->may_be_cut && memchr(bytes, '\0', size) != NULL) {
        free(bytes);
        return failure_say(failure, STATUS_SYNTAX, "%s: a NUL byte", table->path);
    }
    int wrong = take_rows(table, (char *)bytes, take, context);
    free(bytes);
    return wrong == 0 || failure_say(failure, STATUS_SYNTAX, "%s:%d: no line of %s", table->path,
                                     wrong, table->content);
}

typedef struct Contents {
    const TableFile *table;
    void (*write)(const void *context, FILE *file);
    const void *context;
} Contents;

static void write_table(const void *content, FILE *file) {
    const Contents *contents = content;
    fputs(contents->table->first_line, file);
    contents->write(contents->context, file);
}

bool table_file_write(const TableFile *table, void (*write)(const void *context, FILE *file),
                      const void *context, Failure *failure) {
    FilesRules rules = {
        .kind = {.prefix = table->first_line, .prefix_size = strlen(table->first_line)}};
    Contents contents = {table, write, context};
    Status status = files_replace_by(table->path, &rules, write_table, &contents);
    return status == STATUS_OK || failure_at(failure, status, "%s", table->path);
}
