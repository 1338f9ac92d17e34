#include "review/gather.h"

#include "games/read.h"
#include "program/input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool make_room(Gathered *gathered) {
    enum { FIRST_CAPACITY = 16 };
    if (gathered->count < gathered->capacity)
        return true;
    size_t capacity = gathered->capacity > 0 ? 2 * gathered->capacity : FIRST_CAPACITY;
    ReviewedGame *games = realloc(gathered->games, capacity * sizeof *games);
    if (games == NULL)
        return false;
    gathered->games = games;
    gathered->capacity = capacity;
    return true;
}

static void complain(Gathered *gathered, const char *name, const char *file, const char *wrong) {
    fprintf(stderr, "%s: %s: %s\n", name, file, wrong);
    gathered->is_whole = false;
}

/* The part of a path behind the last slash. */
static const char *base_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL && slash[1] != '\0' ? slash + 1 : path;
}

/* Takes over the game. */
static void add_game(Gathered *gathered, const char *name, const char *file, int number, Game *game,
                     const char *fault, const GatherRules *rules, KanameEngine *engine) {
    if (!make_room(gathered)) {
        complain(gathered, name, file, "not enough memory");
        game_release(game);
        return;
    }
    ReviewedGame *reviewed = &gathered->games[gathered->count];
    if (rules->has_rule)
        game->rule = rules->rule;
    const char *wrong = reviewed_init(reviewed, game, rules->opening, engine);
    if (wrong != NULL) {
        complain(gathered, name, file, wrong);
        reviewed_release(reviewed);
        return;
    }
    snprintf(reviewed->name, sizeof reviewed->name, number > 1 ? "%.100s, game %d" : "%.100s",
             base_of(file), number);
    snprintf(reviewed->fault, sizeof reviewed->fault, "%s", fault);
    gathered->count++;
}

static bool is_blank(const unsigned char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (strchr(" \t\r\n", bytes[i]) == NULL || bytes[i] == '\0')
            return false;
    return true;
}

static void add_games(Gathered *gathered, const char *name, const char *file,
                      const unsigned char *bytes, size_t size, const GatherRules *rules,
                      KanameEngine *engine) {
    size_t at = 0;
    for (int number = 1; number == 1 || !is_blank(bytes + at, size - at); number++) {
        Game game;
        char error[GAME_ERROR_MAX] = "";
        game_init(&game, rules->rule, rules->width, rules->height);
        GameReadStatus status = game_read(bytes + at, size - at, &game, error, sizeof error);
        if (status != GAME_READ_WHOLE)
            complain(gathered, name, file, error);
        if (status == GAME_READ_NOTHING) {
            game_release(&game);
            return;
        }
        size_t taken = game.bytes_read;
        add_game(gathered, name, file, number, &game, error, rules, engine);
        if (status == GAME_READ_PART || taken == 0)
            return;
        at += taken;
    }
}

/* Reads all of standard input. The caller frees *bytes. */
static FilesStatus read_input(unsigned char **bytes, size_t *size) {
    size_t capacity = 1 << 16;
    *size = 0;
    *bytes = malloc(capacity);
    while (*bytes != NULL) {
        size_t count = fread(*bytes + *size, 1, capacity - *size, stdin);
        *size += count;
        if (count == 0)
            return ferror(stdin) ? FILES_UNREADABLE : FILES_OK;
        if (*size > GAME_BYTES_MAX)
            return FILES_TOO_LARGE;
        if (*size < capacity)
            continue;
        capacity *= 2;
        unsigned char *more = realloc(*bytes, capacity);
        if (more == NULL)
            free(*bytes);
        *bytes = more;
    }
    return FILES_NO_MEMORY;
}

void gather(Gathered *gathered, const char *name, const char *const *files, int file_count,
            const GatherRules *rules, KanameEngine *engine) {
    *gathered = (Gathered){.is_whole = true};
    for (int i = 0; i < file_count; i++) {
        unsigned char *bytes = NULL;
        size_t size = 0;
        bool is_input = strcmp(files[i], "-") == 0;
        FilesStatus status = is_input ? read_input(&bytes, &size)
                                      : files_read_whole(files[i], GAME_BYTES_MAX, &bytes, &size);
        if (status == FILES_OK)
            add_games(gathered, name, files[i], bytes, size, rules, engine);
        else
            complain(gathered, name, files[i], files_reason_text(status));
        free(bytes);
    }
}

void gather_release(Gathered *gathered) {
    for (size_t i = 0; i < gathered->count; i++)
        reviewed_release(&gathered->games[i]);
    free(gathered->games);
    *gathered = (Gathered){.games = NULL};
}
