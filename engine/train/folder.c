#include "train/folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "train/lock.h"
#include "train/shards.h"

/* Keeps the first failure. */
static bool fail(GameFolder *folder, Status status, const char *what, const char *path,
                 const char *why) {
    return folder->failure.status == STATUS_OK &&
           failure_say(&folder->failure, status, "%s %s: %s", what, path, why);
}

static bool fail_to_write(GameFolder *folder, const char *path) {
    return fail(folder, STATUS_UNWRITABLE, "cannot write", path, status_reason(STATUS_UNWRITABLE));
}

static bool lack_memory(GameFolder *folder) {
    return fail(folder, STATUS_MEMORY, "cannot use", folder->options.path,
                status_text(STATUS_MEMORY));
}

/* ---- Games done ----------------------------------------------------------------------------- */

static bool is_done(const GameFolder *folder, uint64_t number) {
    uint64_t at = number - folder->options.first;
    return number >= folder->options.first && at < folder->done_count &&
           (folder->done[at / 8] >> (at % 8) & 1) != 0;
}

/* Ignores numbers before the run's first. Returns false if out of memory. */
static bool mark_done(GameFolder *folder, uint64_t number) {
    uint64_t at = number - folder->options.first;
    if (number < folder->options.first)
        return true;
    if (at >= folder->done_count) {
        uint64_t count = 2 * at + 1024;
        uint8_t *done = realloc(folder->done, (size_t)(count / 8 + 1));
        if (done == NULL)
            return lack_memory(folder);
        size_t used = folder->done_count == 0 ? 0 : (size_t)(folder->done_count / 8 + 1);
        memset(done + used, 0, (size_t)(count / 8 + 1) - used);
        folder->done = done;
        folder->done_count = count;
    }
    folder->done[at / 8] |= (uint8_t)(1u << (at % 8));
    return true;
}

static EarlyGame *early_of(const GameFolder *folder, uint64_t number) {
    for (size_t i = 0; i < folder->early_count; i++)
        if (folder->early[i].number == number)
            return &folder->early[i];
    return NULL;
}

bool game_folder_has(const GameFolder *folder, uint64_t number) {
    return is_done(folder, number) || early_of(folder, number) != NULL;
}

static bool is_full(const GameFolder *folder) {
    return folder->options.positions > 0 && folder->positions >= folder->options.positions;
}

/* ---- Shards --------------------------------------------------------------------------------- */

/* Reads the games of a file of an earlier run, up to damage if it `may_be_damaged`. Sets *size to
 * the bytes of its whole records. */
static bool take_file(GameFolder *folder, const char *path, bool may_be_damaged,
                      bool (*take)(GameFolder *folder, const Game *game), uint64_t *size) {
    static const char OTHER[] = "made with other options, or by another engine or weights";
    GameReader reader;
    Game game;
    *size = 0;
    if (!game_reader_open(&reader, path, GAMEFILE_OWN)) {
        Status wrong = reader.failure.status;
        if (may_be_damaged && (wrong == STATUS_DAMAGED || wrong == STATUS_OTHER_KIND))
            return true; /* from its first byte on */
        return fail(folder, wrong, "cannot go on from", path, reader.failure.text);
    }
    GameReadStatus status = GAMEFILE_TORN;
    bool is_ours = reader.offset == 0 || strcmp(reader.origin, folder->options.origin) == 0;
    bool is_taken = is_ours;
    while (is_taken && (status = game_reader_next(&reader, &game)) == GAMEFILE_GAME)
        is_taken = take(folder, &game);
    *size = reader.offset;
    game_reader_close(&reader);
    if (!is_ours)
        return fail(folder, STATUS_MISMATCH, "cannot go on from", path, OTHER);
    if (is_taken && status == GAMEFILE_ERROR && !may_be_damaged)
        return fail(folder, reader.failure.status, "cannot go on from", path, reader.failure.text);
    return is_taken;
}

static bool take_written(GameFolder *folder, const Game *game) {
    folder->games++;
    folder->positions += (uint64_t)game_positions(game);
    return mark_done(folder, game->number);
}

/* Opens the last file of an earlier run, unless it is full. */
static bool open_last(GameFolder *folder, const char *path, uint64_t size) {
    if (size >= folder->options.shard_bytes)
        return true;
    folder->shard--;
    return game_writer_continue(&folder->writer, path, folder->options.origin, size) ||
           fail_to_write(folder, path);
}

static bool take_shards(GameFolder *folder) {
    char path[SHARD_PATH_BYTES] = "";
    const char *own = folder->options.path;
    uint64_t size = 0;
    int count;
    if (!shards_count(own, &count, &folder->failure))
        return false;
    for (folder->shard = 0; folder->shard < count; folder->shard++) {
        if (!shard_path(own, folder->shard, path))
            return fail(folder, STATUS_UNREADABLE, "cannot use", own, strerror(errno));
        if (!take_file(folder, path, false, take_written, &size))
            return false;
    }
    return count == 0 || open_last(folder, path, size);
}

static bool close_shard(GameFolder *folder) {
    char path[SHARD_PATH_BYTES];
    return folder->writer.file == NULL ||
           (game_writer_close(&folder->writer) &&
            shard_path(folder->options.path, folder->shard, path) && files_sync_name(path));
}

static bool write_game(GameFolder *folder, const Game *game) {
    char path[SHARD_PATH_BYTES];
    const GameFolderOptions *options = &folder->options;
    bool is_written = shard_path(options->path, folder->shard, path) &&
                      (folder->writer.file != NULL ||
                       game_writer_create(&folder->writer, path, options->origin)) &&
                      game_writer_add(&folder->writer, game);
    if (is_written && folder->writer.size >= options->shard_bytes) {
        is_written = close_shard(folder);
        folder->shard++;
    }
    if (!is_written)
        return fail_to_write(folder, path);
    folder->games++;
    folder->positions += (uint64_t)game_positions(game);
    return true;
}

/* ---- Early games ---------------------------------------------------------------------------- */

static void early_path(const GameFolder *folder, char path[SHARD_PATH_BYTES]) {
    snprintf(path, SHARD_PATH_BYTES, "%s/early.kgm", folder->options.path);
}

static bool keep_early(GameFolder *folder, const Game *game) {
    unsigned char bytes[GAME_BYTES_MAX];
    folder->has_lower = folder->has_lower || game->number < folder->options.first;
    if (game->number < folder->options.first || game_folder_has(folder, game->number))
        return true;
    if (folder->early_count == folder->early_capacity) {
        size_t capacity = 2 * folder->early_capacity + 16;
        EarlyGame *early = realloc(folder->early, capacity * sizeof *early);
        if (early == NULL)
            return lack_memory(folder);
        folder->early = early;
        folder->early_capacity = capacity;
    }
    EarlyGame *to = &folder->early[folder->early_count];
    *to = (EarlyGame){.number = game->number, .size = game_pack(game, bytes)};
    to->bytes = malloc(to->size);
    if (to->bytes == NULL)
        return lack_memory(folder);
    memcpy(to->bytes, bytes, to->size);
    folder->early_count++;
    return true;
}

static bool drop_file(GameFolder *folder, const char *path) {
    return unlink(path) == 0 ||
           fail(folder, STATUS_UNWRITABLE, "cannot remove", path, strerror(errno));
}

/* After a power cut this file may be damaged; keeps the games before the damage. */
static bool take_early(GameFolder *folder) {
    char path[SHARD_PATH_BYTES];
    uint64_t size;
    early_path(folder, path);
    if (access(path, F_OK) != 0)
        return true;
    if (!take_file(folder, path, true, keep_early, &size))
        return false;
    if (size == 0)
        return drop_file(folder, path);
    return game_writer_continue(&folder->early_writer, path, folder->options.origin, size) ||
           fail_to_write(folder, path);
}

static bool write_early(GameFolder *folder, const Game *game) {
    char path[SHARD_PATH_BYTES];
    early_path(folder, path);
    bool is_written = (folder->early_writer.file != NULL ||
                       game_writer_create(&folder->early_writer, path, folder->options.origin)) &&
                      game_writer_add(&folder->early_writer, game);
    return is_written ? keep_early(folder, game) : fail_to_write(folder, path);
}

/* Removes the file of early games when none waits. */
static bool drop_early_file(GameFolder *folder) {
    char path[SHARD_PATH_BYTES];
    if (folder->early_count > 0 || folder->has_lower || folder->early_writer.file == NULL)
        return true;
    early_path(folder, path);
    (void)fclose(folder->early_writer.file);
    folder->early_writer = (GameWriter){0};
    return drop_file(folder, path);
}

/* ---- In the order of numbers ---------------------------------------------------------------- */

static bool put_next(GameFolder *folder, const Game *game) {
    const GameFolderOptions *options = &folder->options;
    if (options->is_wanted != NULL && !options->is_wanted(options->context, game))
        folder->unwanted++;
    else if (!write_game(folder, game))
        return false;
    return mark_done(folder, game->number);
}

/* Writes the games whose turn has come. */
static bool put_early(GameFolder *folder) {
    Game game;
    EarlyGame *early;
    for (; !is_full(folder); folder->next++) {
        if (is_done(folder, folder->next))
            continue;
        if ((early = early_of(folder, folder->next)) == NULL)
            break;
        (void)game_unpack(&game, early->bytes, early->size);
        if (!put_next(folder, &game))
            return false;
        free(early->bytes);
        *early = folder->early[--folder->early_count];
    }
    return drop_early_file(folder);
}

bool game_folder_add(GameFolder *folder, const Game *game) {
    bool is_next = game->number == folder->next && !is_full(folder);
    return (is_next ? put_next(folder, game) : write_early(folder, game)) && put_early(folder);
}

/* All numbers below a written one are done; missing ones were unwanted. */
static bool mark_unwanted(GameFolder *folder) {
    uint64_t end = folder->options.first + folder->done_count;
    while (end > folder->options.first && !is_done(folder, end - 1))
        end--;
    for (uint64_t number = folder->options.first; number < end; number++) {
        if (is_done(folder, number))
            continue;
        folder->unwanted++;
        if (!mark_done(folder, number))
            return false;
    }
    return true;
}

/* ---- The folder ----------------------------------------------------------------------------- */

/* Locks the folder, whose path must leave room for the names in it. */
static bool lock(GameFolder *folder) {
    enum { NAME_ROOM = 32 };
    const char *own = folder->options.path;
    if (strlen(own) >= SHARD_PATH_BYTES - NAME_ROOM)
        return fail(folder, STATUS_LONG_NAME, "cannot use", own, status_text(STATUS_LONG_NAME));
    return lock_folder(own, "run", &folder->lock_file, &folder->failure);
}

bool game_folder_open(GameFolder *folder, const GameFolderOptions *options) {
    *folder = (GameFolder){.options = *options, .lock_file = -1, .next = options->first};
    return lock(folder) && take_shards(folder) &&
           (options->is_wanted == NULL || mark_unwanted(folder)) && take_early(folder) &&
           put_early(folder);
}

bool game_folder_sync(GameFolder *folder) {
    return (close_shard(folder) && files_sync_name(folder->options.path)) ||
           fail(folder, STATUS_UNWRITABLE, "cannot write in", folder->options.path,
                strerror(errno));
}

void game_folder_close(GameFolder *folder) {
    (void)game_writer_close(&folder->writer);
    if (folder->early_writer.file != NULL)
        (void)fclose(folder->early_writer.file);
    for (size_t i = 0; i < folder->early_count; i++)
        free(folder->early[i].bytes);
    free(folder->early);
    free(folder->done);
    if (folder->lock_file >= 0)
        close(folder->lock_file);
    *folder = (GameFolder){.lock_file = -1};
}
