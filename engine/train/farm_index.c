#include "train/farm_index.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/files/input.h"
#include "shared/files/replace.h"
#include "shared/status/failure.h"

#define FIRST_LINE                                                                                 \
    "block\tname\trules\tgeneration\tcommit\tweights\tnodes\tgames\tduplicates\tpositions\tprobes" \
    "\t"                                                                                           \
    "seconds\tbytes\tsha256\tstate\n"

enum { FILE_BYTES_MAX = 1 << 28 };

static const FilesRules INDEX_RULES = {.kind = FILES_KIND_OF(FIRST_LINE)};
static const char *const STATES[FARM_STATES] = {"kept", "cut", "deleted"};

bool farm_index_add(FarmIndex *index, const FarmBlock *block) {
    if (index->count == index->capacity) {
        size_t capacity = 2 * index->capacity + 64;
        FarmBlock *grown = realloc(index->of, capacity * sizeof *grown);
        if (grown == NULL)
            return false;
        index->of = grown;
        index->capacity = capacity;
    }
    index->of[index->count++] = *block;
    return true;
}

void farm_index_release(FarmIndex *index) {
    free(index->of);
    *index = (FarmIndex){0};
}

static bool take_line(FarmBlock *block, const char *line) {
    char state[FARM_WORD_BYTES];
    *block = (FarmBlock){0};
    int count =
        sscanf(line,
               "%" SCNu64 "\t%71s\t%71s\t%71s\t%71s\t%71s\t%71s\t%" SCNu64 "\t%" SCNu64 "\t%" SCNu64
               "\t%" SCNu64 "\t%lf\t%" SCNu64 "\t%71s\t%71s",
               &block->number, block->name, block->rules, block->generation, block->commit,
               block->weights, block->nodes, &block->games, &block->duplicates, &block->positions,
               &block->probes, &block->seconds, &block->bytes, block->sha256, state);
    for (int i = 0; count == 15 && i < FARM_STATES; i++)
        if (strcmp(state, STATES[i]) == 0) {
            block->state = (FarmState)i;
            return true;
        }
    return false;
}

bool farm_index_read(FarmIndex *index, const char *path, Failure *failure) {
    unsigned char *bytes;
    size_t size;
    int number = 1;
    bool is_good = true;
    *index = (FarmIndex){0};
    if (files_place(path).kind == FILES_PLACE_MISSING)
        return true;
    Status read = files_read_whole(path, FILE_BYTES_MAX, &bytes, &size);
    if (read != STATUS_OK)
        return failure_at(failure, read, "%s", path);
    char *line = (char *)bytes;
    is_good = strncmp(line, FIRST_LINE, strlen(FIRST_LINE)) == 0;
    line += is_good ? strlen(FIRST_LINE) : 0;
    while (is_good && *line != '\0') {
        FarmBlock block;
        char *end = line + strcspn(line, "\n");
        number++;
        is_good = *end == '\n';
        *end = '\0';
        is_good = is_good && take_line(&block, line) && farm_index_add(index, &block);
        line = end + 1;
    }
    if (!is_good)
        failure_say(failure, STATUS_SYNTAX, "%s:%d: no line of an index", path, number);
    free(bytes);
    return is_good;
}

static void write_line(FILE *file, const FarmBlock *block) {
    fprintf(file,
            "%" PRIu64 "\t%s\t%s\t%s\t%s\t%s\t%s\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64
            "\t%.1f\t%" PRIu64 "\t%s\t%s\n",
            block->number, block->name, block->rules, block->generation, block->commit,
            block->weights, block->nodes, block->games, block->duplicates, block->positions,
            block->probes, block->seconds, block->bytes, block->sha256, STATES[block->state]);
}

bool farm_index_write(const FarmIndex *index, const char *path, Failure *failure) {
    FilesDraft draft;
    Status status = files_draft_begin(&draft, path, &INDEX_RULES);
    if (status == STATUS_OK) {
        fputs(FIRST_LINE, draft.file);
        for (size_t i = 0; i < index->count; i++)
            write_line(draft.file, &index->of[i]);
        status = files_draft_finish(&draft, !ferror(draft.file));
    }
    return status == STATUS_OK || failure_at(failure, status, "%s", path);
}
