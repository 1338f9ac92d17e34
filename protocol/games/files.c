#include "games/files.h"

#include "program/input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_blank(const unsigned char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (strchr(" \t\r\n", bytes[i]) == NULL || bytes[i] == '\0')
            return false;
    return true;
}

static void each_of(const unsigned char *bytes, size_t size, const GameFileRules *rules,
                    void (*take)(const GameFromFile *from, void *context), void *context) {
    size_t at = 0, taken = 0;
    GameReadStatus status = GAME_READ_WHOLE;
    for (int number = 1; number == 1 || (status == GAME_READ_WHOLE && taken > 0 &&
                                         !is_blank(bytes + at, size - at));
         number++) {
        Game game;
        char fault[GAME_ERROR_MAX] = "";
        game_init(&game, rules->rule, rules->width, rules->height);
        status = game_read(bytes + at, size - at, &game, fault, sizeof fault);
        taken = game.bytes_read;
        at += taken;
        if (rules->has_rule)
            game.rule = rules->rule;
        take(&(GameFromFile){status, number, fault, &game}, context);
        game_release(&game);
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

const char *games_each(const char *path, const GameFileRules *rules,
                       void (*take)(const GameFromFile *from, void *context), void *context) {
    unsigned char *bytes = NULL;
    size_t size = 0;
    FilesStatus status = strcmp(path, "-") == 0
                             ? read_input(&bytes, &size)
                             : files_read_whole(path, GAME_BYTES_MAX, &bytes, &size);
    if (status == FILES_OK)
        each_of(bytes, size, rules, take, context);
    free(bytes);
    return status == FILES_OK ? NULL : files_reason_text(status);
}
