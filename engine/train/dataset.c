#include "train/dataset.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/bytes.h"
#include "shared/files/place.h"
#include "shared/status/failure.h"
#include "train/shards.h"

void dataset_init(Dataset *data) {
    *data = (Dataset){0};
}

void dataset_release(Dataset *data) {
    free(data->bytes);
    free(data->starts);
    free(data->nodes);
    *data = (Dataset){0};
}

static bool grow(void **memory, size_t *capacity, size_t needed, size_t unit) {
    if (needed <= *capacity)
        return true;
    size_t wanted = needed + needed / 2 + 1024;
    void *grown = realloc(*memory, wanted * unit);
    if (grown == NULL)
        return false;
    *memory = grown;
    *capacity = wanted;
    return true;
}

bool dataset_add(Dataset *data, const Game *game) {
    size_t used = data->count > 0 ? data->starts[data->count] : 0;
    void *bytes = data->bytes, *starts = data->starts, *nodes = data->nodes;
    bool is_grown = grow(&bytes, &data->byte_capacity, used + GAME_BYTES_MAX, 1) &&
                    grow(&starts, &data->start_capacity, data->count + 2, sizeof *data->starts) &&
                    grow(&nodes, &data->node_capacity, data->count + 1, sizeof *data->nodes);
    data->bytes = bytes;
    data->starts = starts;
    data->nodes = nodes;
    if (!is_grown)
        return false;
    data->nodes[data->count] = (OriginNodes){0};
    data->starts[data->count] = used;
    data->starts[++data->count] = used + game_pack(game, data->bytes + used);
    return true;
}

void dataset_get(const Dataset *data, size_t index, Game *game) {
    (void)game_unpack(game, data->bytes + data->starts[index],
                      data->starts[index + 1] - data->starts[index]);
}

/* ---- Files ---------------------------------------------------------------------------------- */

static bool each_in_folder(const char *folder, FileFn visit, void *context, Failure *failure) {
    char path[SHARD_PATH_BYTES];
    int count;
    if (!shards_count(folder, &count, failure))
        return false;
    if (count == 0)
        failure_say(failure, STATUS_MISSING, "%s: there is no file games-00000.kgm", folder);
    for (int shard = 0; shard < count; shard++) {
        if (!shard_path(folder, shard, path))
            return failure_at(failure, STATUS_UNREADABLE, "%s", folder);
        if (!visit(context, path))
            return false;
    }
    return count > 0;
}

bool game_files_each(char *const *paths, int count, FileFn visit, void *context, Failure *failure) {
    for (int i = 0; i < count; i++) {
        struct stat info;
        bool is_folder = stat(paths[i], &info) == 0 && S_ISDIR(info.st_mode);
        if (!(is_folder ? each_in_folder(paths[i], visit, context, failure)
                        : visit(context, paths[i])))
            return false;
    }
    return true;
}

static bool is_another(void *context, const char *path) {
    return !files_are_same(context, path);
}

bool game_files_include(char *const *paths, int count, const char *path) {
    for (int i = 0; i < count; i++) {
        Failure failure = FAILURE_NONE;
        if (!game_files_each(&paths[i], 1, is_another, (void *)(uintptr_t)path, &failure) &&
            failure.status == STATUS_OK)
            return true;
    }
    return false;
}

Status game_files_check_output(char *const *paths, int count, const char *const *named,
                               size_t named_count, const char *path, const FilesRules *rules) {
    if (path == NULL)
        return STATUS_OK;
    if (game_files_include(paths, count, path))
        return STATUS_IN_USE;
    int same = 0;
    for (size_t i = 0; i < named_count; i++)
        same += files_are_same(path, named[i]);
    return same > 1 ? STATUS_IN_USE : files_check(path, rules);
}

/* The sort key of a game. */
typedef struct GameKey {
    uint64_t origin; /* hash of the text */
    uint32_t number;
    uint32_t size; /* bytes of the game */
    size_t start, index;
    OriginNodes nodes;
} GameKey;

/* What a file's header says of all its games. */
typedef struct Header {
    uint64_t origin; /* hash of the text */
    OriginNodes nodes;
} Header;

typedef struct Load {
    Dataset *data;
    LoadFilter filter;
    GameKey *keys; /* of the games loaded now */
    size_t count, capacity;
    Failure *failure;
} Load;

static bool load_game(Load *load, const Header *header, const Game *game) {
    void *keys = load->keys;
    Dataset *data = load->data;
    bool has_memory = grow(&keys, &load->capacity, load->count + 1, sizeof *load->keys);
    load->keys = keys;
    if (!has_memory || !dataset_add(data, game))
        return false;
    size_t start = data->starts[data->count - 1];
    data->nodes[data->count - 1] = header->nodes;
    load->keys[load->count++] = (GameKey){.origin = header->origin,
                                          .number = game->number,
                                          .size = (uint32_t)(data->starts[data->count] - start),
                                          .start = start,
                                          .index = data->count - 1,
                                          .nodes = header->nodes};
    return true;
}

static bool load_file(void *context, const char *path) {
    Load *load = context;
    GameReader reader;
    Game game;
    GameReadStatus status = GAMEFILE_ERROR;
    bool has_memory = true;
    if (game_reader_open(&reader, path, load->filter.format)) {
        Header header = {.origin = bytes_sum(BYTES_SUM_START, (const unsigned char *)reader.origin,
                                             strlen(reader.origin)),
                         .nodes = origin_nodes(reader.origin)};
        while (has_memory && (status = game_reader_next(&reader, &game)) == GAMEFILE_GAME)
            if (load->filter.rule < 0 || load->filter.rule == (int)game.rule)
                has_memory = load_game(load, &header, &game);
        game_reader_close(&reader);
    }
    if (!has_memory)
        return failure_at(load->failure, STATUS_MEMORY, "%s", path);
    return status != GAMEFILE_ERROR || failure_pass(load->failure, &reader.failure, "%s", path);
}

/* By origin and number; stable, for merged files whose games share both. */
static int compare_keys(const void *left, const void *right) {
    const GameKey *a = left, *b = right;
    if (a->origin != b->origin)
        return a->origin < b->origin ? -1 : 1;
    if (a->number != b->number)
        return a->number < b->number ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

/* Sorts the games loaded now. Returns false if out of memory. */
static bool sort_loaded(Load *load) {
    Dataset *data = load->data;
    if (load->count == 0)
        return true;
    size_t first = data->count - load->count, begin = data->starts[first];
    unsigned char *sorted = malloc(data->starts[data->count] - begin);
    if (sorted == NULL)
        return false;
    qsort(load->keys, load->count, sizeof *load->keys, compare_keys);
    size_t at = 0;
    for (size_t i = 0; i < load->count; i++) {
        const GameKey *key = &load->keys[i];
        memcpy(sorted + at, data->bytes + key->start, key->size);
        data->starts[first + i] = begin + at;
        data->nodes[first + i] = key->nodes;
        at += key->size;
    }
    memcpy(data->bytes + begin, sorted, at);
    free(sorted);
    return true;
}

bool dataset_load(Dataset *data, char *const *paths, int count, LoadFilter filter,
                  Failure *failure) {
    Load load = {.data = data, .filter = filter, .failure = failure};
    bool is_loaded = game_files_each(paths, count, load_file, &load, failure);
    if (is_loaded && !filter.keeps_order && !sort_loaded(&load))
        is_loaded = failure_set(failure, STATUS_MEMORY);
    free(load.keys);
    return is_loaded;
}

/* ---- Samples -------------------------------------------------------------------------------- */

static double result_for(const Game *game, Color color) {
    double black = (double)game->result / 2;
    return color == BLACK ? black : 1 - black;
}

bool position_is_quiet(const Board *board) {
    Color us = board_to_move(board), them = opponent(us);
    return board_count(board, us, CLASS_FIVE) == 0 && board_count(board, them, CLASS_FIVE) == 0 &&
           board_count(board, us, CLASS_OPEN_FOUR) == 0;
}

typedef struct SampleVisit {
    Board *board;
    bool takes_proofs;
    SampleFn visit;
    void *context;
} SampleVisit;

static void visit_sample(const SampleVisit *visit, const Sample *sample) {
    if (position_is_quiet(visit->board) && (visit->takes_proofs || !sample_is_proven(sample)))
        visit->visit(visit->context, sample);
}

static void visit_probe(const SampleVisit *visit, const GameProbe *probe) {
    Board *board = visit->board;
    for (int i = 0; i < probe->count; i++)
        board_play(board, probe->moves[i]);
    Sample sample = {.board = board,
                     .index = board_stones(board),
                     .result = probe->score > 0   ? 1
                               : probe->score < 0 ? 0
                                                  : 0.5,
                     .best = probe->best,
                     .score = probe->score,
                     .probe = probe};
    visit_sample(visit, &sample);
    for (int i = 0; i < probe->count; i++)
        board_undo(board);
}

static void visit_position(const SampleVisit *visit, const Game *game, int index) {
    Sample sample = {.board = visit->board,
                     .index = index,
                     .result = result_for(game, board_to_move(visit->board)),
                     .best = game->moves[index],
                     .score = game->scores[index]};
    if (index >= game->opening_count && game->scores[index] != GAME_BY_CHANCE)
        visit_sample(visit, &sample);
}

static void visit_game(const Game *game, const RuleTables *tables, SampleVisit to) {
    Board *board = to.board;
    int probe = 0;
    board_init(board, tables, game->width, game->height, NULL, isa_best());
    for (int i = 0; i < game->move_count; i++) {
        visit_position(&to, game, i);
        for (; probe < game->probe_count && game->probes[probe].root == i; probe++)
            visit_probe(&to, &game->probes[probe]);
        if (i + 1 < game->move_count)
            board_play(board, game->moves[i]);
    }
}

void game_samples(const Game *game, const RuleTables *tables, Board *board, SampleFn visit,
                  void *context) {
    visit_game(game, tables, (SampleVisit){board, false, visit, context});
}

void game_samples_and_proofs(const Game *game, const RuleTables *tables, Board *board,
                             SampleFn visit, void *context) {
    visit_game(game, tables, (SampleVisit){board, true, visit, context});
}
