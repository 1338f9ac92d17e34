#include "study/explorer/position_list.h"

#include "database/openings_key.h"
#include "shared/files/input.h"
#include "shared/files/replace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIST_BYTES_MAX = 256 << 20 };

/* ---- Reading ------------------------------------------------------------------------------- */

/* A list as it is read. Its items have room for one of each line. */
typedef struct Reader {
    KanameRule rule;
    int size;
    FrontierItem *items;
    size_t count;
} Reader;

/* Returns what is wrong with a line; NULL: nothing. */
static const char *read_line(Reader *reader, const char *line, size_t length) {
    FrontierItem *item = &reader->items[reader->count];
    DatabasePosition position;
    OpeningsKey key;
    if (length == 1 && line[0] == '-')
        length = 0;
    if (length >= sizeof item->stones)
        return "too many stones";
    memcpy(item->stones, line, length);
    item->stones[length] = '\0';
    if (strlen(item->stones) != length ||
        !openings_position(&position, reader->rule, reader->size, item->stones))
        return "the stones are malformed";
    if (!openings_key(&key, &position) || strcmp(key.stones, item->stones) != 0)
        return "the position is not in its least form";
    reader->count++;
    return NULL;
}

static size_t count_lines(const char *text, size_t size) {
    size_t lines = 1;
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    return lines;
}

/* Reads all lines. Returns what is wrong with line *number; NULL: nothing. */
static const char *read_lines(Reader *reader, const char *text, size_t size, long *number) {
    const char *end = text + size, *wrong = NULL;
    *number = 0;
    for (const char *at = text; at < end && wrong == NULL;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop != NULL ? stop : end) - at);
        const char *next = stop != NULL ? stop + 1 : end;
        if (length > 0 && at[length - 1] == '\r')
            length--;
        ++*number;
        if (length > 0)
            wrong = read_line(reader, at, length);
        at = next;
    }
    return wrong;
}

long position_list_read(const char *path, KanameRule rule, int size, FrontierItem **items,
                        Failure *failure) {
    unsigned char *bytes;
    size_t length;
    long number;
    Reader reader = {.rule = rule, .size = size};
    Status status = files_read_whole(path, LIST_BYTES_MAX, &bytes, &length);
    *items = NULL;
    if (status != STATUS_OK) {
        failure_at(failure, status, "%s", path);
        return -1;
    }
    const char *text = (const char *)bytes;
    reader.items = calloc(count_lines(text, length), sizeof *reader.items);
    const char *wrong = reader.items != NULL ? read_lines(&reader, text, length, &number) : NULL;
    free(bytes);
    if (reader.items != NULL && wrong == NULL) {
        *items = reader.items;
        return (long)reader.count;
    }
    if (wrong == NULL)
        failure_set(failure, STATUS_MEMORY);
    else
        failure_say(failure, STATUS_SYNTAX, "%s: line %ld: %s", path, number, wrong);
    free(reader.items);
    return -1;
}

/* ---- Writing ------------------------------------------------------------------------------- */

/* Returns whether a file begins as a list: letters or a '-' on each line. */
static bool is_list(const unsigned char *head, size_t size, bool is_whole) {
    (void)is_whole;
    for (size_t i = 0; i < size; i++)
        if (head[i] != '\n' && head[i] != '-' && (head[i] < 'a' || head[i] > 'v'))
            return false;
    return true;
}

typedef struct Content {
    const FrontierItem *items;
    size_t count;
} Content;

static void write_content(const void *of, FILE *file) {
    const Content *content = of;
    for (size_t i = 0; i < content->count; i++) {
        const char *stones = content->items[i].stones;
        fprintf(file, "%s\n", stones[0] != '\0' ? stones : "-");
    }
}

bool position_list_write(const char *path, const FrontierItem *items, size_t count,
                         Failure *failure) {
    const FilesRules rules = {.kind = {.matches = is_list}};
    const Content content = {items, count};
    Status status = files_replace_by(path, &rules, write_content, &content);
    return status == STATUS_OK || failure_at(failure, status, "%s", path);
}
