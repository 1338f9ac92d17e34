#include "train/farm_index.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/status/failure.h"
#include "train/table_file.h"

#define FIRST_LINE                                                                                 \
    "block\tname\trules\tgeneration\tcommit\tweights\tnodes\tgames\tduplicates\tpositions\tprobes" \
    "\t"                                                                                           \
    "seconds\tbytes\tsha256\tstate\n"

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

static bool add_line(void *context, const char *line) {
    FarmBlock block;
    return take_line(&block, line) && farm_index_add(context, &block);
}

static TableFile table_at(const char *path) {
    return (TableFile){.path = path, .first_line = FIRST_LINE, .content = "an index"};
}

bool farm_index_read(FarmIndex *index, const char *path, Failure *failure) {
    TableFile table = table_at(path);
    *index = (FarmIndex){0};
    return table_file_read(&table, add_line, index, failure);
}

static void write_line(FILE *file, const FarmBlock *block) {
    fprintf(file,
            "%" PRIu64 "\t%s\t%s\t%s\t%s\t%s\t%s\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64
            "\t%.1f\t%" PRIu64 "\t%s\t%s\n",
            block->number, block->name, block->rules, block->generation, block->commit,
            block->weights, block->nodes, block->games, block->duplicates, block->positions,
            block->probes, block->seconds, block->bytes, block->sha256, STATES[block->state]);
}

static void write_lines(const void *context, FILE *file) {
    const FarmIndex *index = context;
    for (size_t i = 0; i < index->count; i++)
        write_line(file, &index->of[i]);
}

bool farm_index_write(const FarmIndex *index, const char *path, Failure *failure) {
    TableFile table = table_at(path);
    return table_file_write(&table, write_lines, index, failure);
}
