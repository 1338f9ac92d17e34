/* table_file.h: text files with a first line of column names and a line for each row, with tabs
 * between the columns.
 *
 * Plain functions; any thread, one at a time for each file. */
#ifndef KANAME_TRAIN_TABLE_FILE_H
#define KANAME_TRAIN_TABLE_FILE_H

#include <stdio.h>

#include "shared/status/failure.h"

typedef struct TableFile {
    const char *path, *first_line; /* the latter with its newline */
    const char *content;           /* for errors, such as "an index" */
    /* A kill may leave an incomplete last line, which is ignored; else it is an error. */
    bool may_be_cut;
} TableFile;

/* Passes each row to `take`, without its newline, which returns false if it is invalid. A missing
 * file has no rows. */
bool table_file_read(const TableFile *table, bool (*take)(void *context, const char *row),
                     void *context, Failure *failure);
/* Replaces the file by the first line and what `write` adds. */
bool table_file_write(const TableFile *table, void (*write)(const void *context, FILE *file),
                      const void *context, Failure *failure);

#endif
