#include "train/farm_block.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/rule.h"
#include "shared/files/input.h"
#include "shared/files/replace.h"
#include "shared/status/failure.h"
#include "train/file_hash.h"
#include "train/gamefile.h"

#define CURRENT_START "kaname farm block\t"

static const FilesRules CURRENT_RULES = {.kind = FILES_KIND_OF(CURRENT_START)};

bool farm_path(const char *folder, const char *name, char path[FARM_PATH_BYTES]) {
    return snprintf(path, FARM_PATH_BYTES, "%s/%s", folder, name) < FARM_PATH_BYTES;
}

bool farm_block_path(const char *folder, const char *generation, uint64_t number, const char *kind,
                     const char *name, char path[FARM_PATH_BYTES]) {
    return snprintf(path, FARM_PATH_BYTES, "%s/%s/%07" PRIu64 "-%s%s%s", folder, generation, number,
                    kind, name[0] != '\0' ? "/" : "", name) < FARM_PATH_BYTES;
}

/* ---- The block at hand ---------------------------------------------------------------------- */

bool farm_current_write(const FarmCurrent *current, const char *folder, Failure *failure) {
    char path[FARM_PATH_BYTES], text[FARM_LINE_BYTES + 256];
    int size = snprintf(text, sizeof text, CURRENT_START "%" PRIu64 "\t%s\t%.1f\n%s\n",
                        current->number, current->generation, current->seconds, current->kind.line);
    if (!farm_path(folder, "current", path))
        return failure_at(failure, STATUS_LONG_NAME, "%s", folder);
    Status status = files_replace(path, text, (size_t)size, &CURRENT_RULES);
    return status == STATUS_OK || failure_at(failure, status, "%s", path);
}

bool farm_current_read(FarmCurrent *current, const char *folder, bool *is_there, Failure *failure) {
    char path[FARM_PATH_BYTES];
    Failure unused;
    unsigned char *bytes;
    size_t size;
    *is_there = false;
    if (!farm_path(folder, "current", path))
        return failure_at(failure, STATUS_LONG_NAME, "%s", folder);
    if (files_place(path).kind == FILES_PLACE_MISSING)
        return true;
    Status read = files_read_whole(path, sizeof(FarmPlan), &bytes, &size);
    if (read != STATUS_OK)
        return failure_at(failure, read, "%s", path);
    FarmPlan *plan = malloc(sizeof *plan);
    const char *line = strchr((char *)bytes, '\n');
    bool is_good = plan != NULL && line != NULL &&
                   sscanf((char *)bytes, CURRENT_START "%" SCNu64 "\t%71s\t%lf", &current->number,
                          current->generation, &current->seconds) == 3 &&
                   farm_plan_read(plan, line + 1, &unused);
    if (is_good)
        current->kind = plan->kinds[0];
    free(plan);
    free(bytes);
    *is_there = is_good;
    return is_good || failure_say(failure, STATUS_SYNTAX, "%s: no block of a farm", path);
}

/* ---- Counting ------------------------------------------------------------------------------- */

typedef struct Counts {
    uint64_t games, positions, probes, bytes;
    uint64_t numbers; /* up to that of the last game */
} Counts;

typedef bool (*VisitFn)(void *context, const Game *game);

/* Visits the games of a file. A missing or truncated file is no error. */
static bool visit_games(const char *path, VisitFn visit, void *context, uint64_t *bytes,
                        Failure *failure) {
    GameReader reader;
    Game game;
    *bytes = 0;
    if (access(path, F_OK) != 0)
        return true;
    if (!game_reader_open(&reader, path, GAMEFILE_OWN))
        return failure_pass(failure, &reader.failure, "%s", path);
    GameReadStatus status;
    bool goes_on = true;
    while (goes_on && (status = game_reader_next(&reader, &game)) == GAMEFILE_GAME)
        goes_on = visit(context, &game);
    *bytes = reader.offset;
    game_reader_close(&reader);
    if (!goes_on)
        return failure_at(failure, STATUS_MEMORY, "%s", path);
    return status != GAMEFILE_ERROR || failure_pass(failure, &reader.failure, "%s", path);
}

static bool count_game(void *context, const Game *game) {
    Counts *counts = context;
    counts->games++;
    counts->positions += (uint64_t)game_positions(game);
    counts->probes += (uint64_t)game->probe_count;
    counts->numbers = (uint64_t)game->number + 1;
    return true;
}

static void name_rules(const GenerateOptions *options, char text[FARM_WORD_BYTES]) {
    size_t used = 0;
    for (int i = 0; i < options->rule_count && used < FARM_WORD_BYTES; i++)
        used += (size_t)snprintf(text + used, FARM_WORD_BYTES - used, "%s%s", i > 0 ? "," : "",
                                 rule_name((Rule)options->rules[i]));
}

/* Splits the generation's name into commit and weights. */
static void name_origin(FarmBlock *block) {
    const char *dash = strrchr(block->generation, '-');
    int length = dash != NULL ? (int)(dash - block->generation) : 0;
    snprintf(block->commit, sizeof block->commit, "%.*s", length, block->generation);
    snprintf(block->weights, sizeof block->weights, "%s", dash != NULL ? dash + 1 : "-");
}

bool farm_block_count(FarmBlock *block, const FarmCurrent *current, const char *folder,
                      Failure *failure) {
    char path[FARM_PATH_BYTES];
    Counts counts = {0};
    const GenerateOptions *options = &current->kind.options;
    *block = (FarmBlock){.number = current->number, .seconds = current->seconds};
    if (!farm_block_path(folder, current->generation, current->number, current->kind.name,
                         "games-00000.kgm", path))
        return failure_at(failure, STATUS_LONG_NAME, "%s", folder);
    if (!visit_games(path, count_game, &counts, &counts.bytes, failure))
        return false;
    snprintf(block->name, sizeof block->name, "%s", current->kind.name);
    snprintf(block->generation, sizeof block->generation, "%s", current->generation);
    snprintf(block->sha256, sizeof block->sha256, "-");
    snprintf(block->nodes, sizeof block->nodes, "%" PRIu64 "/%" PRIu64, options->nodes,
             options->probes == 0       ? 0
             : options->deep_nodes > 0  ? options->deep_nodes
             : options->probe_nodes > 0 ? options->probe_nodes
                                        : options->nodes);
    name_rules(options, block->rules);
    name_origin(block);
    block->games = counts.games;
    block->positions = counts.positions;
    block->probes = counts.probes;
    block->duplicates = counts.numbers - counts.games;
    block->bytes = counts.bytes;
    return counts.bytes == 0 || file_hash(path, block->sha256) ||
           failure_at(failure, STATUS_UNREADABLE, "%s", path);
}

static bool add_opening(void *context, const Game *game) {
    bool is_new;
    return openings_add(context, opening_key(game, OPENING_STONES), &is_new);
}

bool farm_block_openings(Openings *openings, const char *path, Failure *failure) {
    uint64_t bytes;
    return visit_games(path, add_opening, openings, &bytes, failure);
}

void farm_block_remove(const FarmBlock *block, const char *folder) {
    static const char *const FILES[] = {"games-00000.kgm", "early.kgm", "lock"};
    char path[FARM_PATH_BYTES];
    for (size_t i = 0; i < sizeof FILES / sizeof FILES[0]; i++)
        if (farm_block_path(folder, block->generation, block->number, block->name, FILES[i], path))
            (void)unlink(path);
    if (farm_block_path(folder, block->generation, block->number, block->name, "", path))
        (void)rmdir(path);
    if (farm_path(folder, block->generation, path))
        (void)rmdir(path); /* if it is empty */
}
