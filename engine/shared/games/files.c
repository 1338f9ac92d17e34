#include "shared/games/files.h"

#include "shared/files/input.h"
#include "shared/games/reading.h"
#include "shared/games/rif.h"
#include "shared/games/sgf_syntax.h"
#include "shared/text/encoding.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns whether no further game can follow: blanks, the ends of file of old systems (^Z, NUL),
 * and after SGF any text without a game. */
static bool is_over(const unsigned char *bytes, size_t size, GameFormat format) {
    const char *start = (const char *)bytes;
    if (format == GAME_SGF)
        return sgf_find(start, start + size) == NULL;
    for (size_t i = 0; i < size; i++)
        if (strchr(" \t\r\n\x1a", bytes[i]) == NULL)
            return false;
    return true;
}

enum { NOTES_MAX = 8 };

/* The notes of the games so far: a file has each note once. */
typedef struct KnownNotes {
    int count;
    char notes[NOTES_MAX][GAME_NOTICE_MAX];
} KnownNotes;

/* Clears the note of the game if an earlier one had it. */
static void drop_known_note(KnownNotes *known, Game *game) {
    if (game->notice[0] == '\0')
        return;
    for (int i = 0; i < known->count; i++)
        if (strcmp(game->notice, known->notes[i]) == 0) {
            game->notice[0] = '\0';
            return;
        }
    if (known->count < NOTES_MAX)
        strcpy(known->notes[known->count++], game->notice);
}

static void each_of(const unsigned char *bytes, size_t size, bool is_utf8,
                    const GameFileRules *rules,
                    void (*take)(const GameFromFile *from, void *context), void *context) {
    const char *text = (const char *)bytes;
    size_t at = 0, lines = 0, taken = 0;
    bool may_go_on = true;
    GameFormat format = GAME_FORMAT_COUNT;
    KnownNotes known = {.count = 0};
    for (int number = 1;
         number == 1 || (may_go_on && taken > 0 && !is_over(bytes + at, size - at, format));
         number++) {
        Game game;
        Failure failure = FAILURE_NONE;
        game_init(&game, rules->rule, rules->width, rules->height);
        game.pos_order = rules->pos_order;
        game.is_strict = rules->is_strict;
        game.named = rules->named;
        game.is_utf8 = is_utf8;
        game.bytes_before = at;
        game.lines_before = lines;
        GameReadStatus status = game_read(bytes + at, size - at, &game, &failure);
        taken = game.bytes_read;
        format = game.format;
        may_go_on = status == GAME_READ_WHOLE || format == GAME_SGF || format == GAME_PGN;
        lines += reading_count_lines(text + at, text + at + taken, text + size);
        at += taken;
        if (rules->has_rule) {
            game.rule = rules->rule;
            game.has_rule = true;
        }
        drop_known_note(&known, &game);
        take(&(GameFromFile){status, number, failure.text, &game}, context);
        game_release(&game);
    }
}

/* ---- RIF ----------------------------------------------------------------------------------- */

static size_t next_bytes(void *context, char *bytes, size_t capacity) {
    return fread(bytes, 1, capacity, context);
}

/* Returns whether the file, which is then rewound, is RIF. */
static bool is_rif(FILE *file) {
    char head[RIF_HEAD_BYTES];
    size_t size = fread(head, 1, sizeof head, file);
    rewind(file);
    return rif_matches(head, size);
}

/* Reads games of any number, one by one, and closes the reader, whose NULL means out of memory.
 * Returns false in that case. */
static bool each_of_rif(Rif *rif, const GameFileRules *rules,
                        void (*take)(const GameFromFile *from, void *context), void *context) {
    bool has_next = rif != NULL;
    for (int number = 1; has_next; number++) {
        Game game;
        GameReadStatus status;
        Failure failure = FAILURE_NONE;
        game_init(&game, rules->rule, rules->width, rules->height);
        game.is_strict = rules->is_strict;
        has_next = rif_next(rif, &game, &status, &failure);
        if (rules->has_rule)
            game.rule = rules->rule;
        if (!has_next && number == 1) {
            status = GAME_READ_NOTHING;
            failure_say(&failure, STATUS_EMPTY, "RIF, line 1: no games");
        }
        if (has_next || number == 1)
            take(&(GameFromFile){status, number, failure.text, &game}, context);
        game_release(&game);
    }
    rif_close(rif);
    return rif != NULL;
}

/* ---- Any format ----------------------------------------------------------------------------- */

/* Reads RIF, or games of another format. Returns false if out of memory. */
static bool each_of_text(const void *bytes, size_t size, bool is_utf8, const GameFileRules *rules,
                         void (*take)(const GameFromFile *from, void *context), void *context) {
    if (rif_matches(bytes, size))
        return each_of_rif(rif_open_bytes(bytes, size), rules, take, context);
    each_of(bytes, size, is_utf8, rules, take, context);
    return true;
}

/* Does the same after decoding UTF-16. */
static bool each_of_any(const unsigned char *bytes, size_t size, const GameFileRules *rules,
                        void (*take)(const GameFromFile *from, void *context), void *context) {
    const char *given = (const char *)bytes;
    char *text;
    size_t length;
    if (!encoding_is_utf16(given, size))
        return each_of_text(given, size, encoding_is_marked_utf8(given, size), rules, take,
                            context);
    if (encoding_decode_utf16(given, size, &text, &length) != ENCODING_DECODED)
        return false;
    bool is_done = each_of_text(text, length, true, rules, take, context);
    free(text);
    return is_done;
}

/* Reads all of standard input. The caller frees *bytes. */
static Status read_input(unsigned char **bytes, size_t *size) {
    size_t capacity = 1 << 16;
    *size = 0;
    *bytes = malloc(capacity);
    while (*bytes != NULL) {
        size_t count = fread(*bytes + *size, 1, capacity - *size, stdin);
        *size += count;
        if (count == 0)
            return ferror(stdin) ? STATUS_UNREADABLE : STATUS_OK;
        if (*size > GAME_BYTES_MAX)
            return STATUS_TOO_LARGE;
        if (*size < capacity)
            continue;
        capacity *= 2;
        unsigned char *more = realloc(*bytes, capacity);
        if (more == NULL)
            free(*bytes);
        *bytes = more;
    }
    return STATUS_MEMORY;
}

static Status each_of_file(const char *path, const GameFileRules *rules,
                           void (*take)(const GameFromFile *from, void *context), void *context) {
    unsigned char *bytes = NULL;
    size_t size = 0;
    FILE *file;
    Status status = files_open_input(path, &file);
    if (status != STATUS_OK)
        return status;
    bool is_read = is_rif(file);
    if (is_read && !each_of_rif(rif_open(next_bytes, file), rules, take, context))
        status = STATUS_MEMORY;
    else if (is_read && ferror(file))
        status = STATUS_UNREADABLE;
    fclose(file);
    if (is_read)
        return status;
    status = files_read_whole(path, GAME_BYTES_MAX, &bytes, &size);
    if (status == STATUS_OK && !each_of_any(bytes, size, rules, take, context))
        status = STATUS_MEMORY;
    free(bytes);
    return status;
}

const char *games_each(const char *path, const GameFileRules *rules,
                       void (*take)(const GameFromFile *from, void *context), void *context) {
    Status status;
    if (strcmp(path, "-") != 0) {
        GameFileRules named = *rules;
        named.named = game_format_named(path);
        status = each_of_file(path, &named, take, context);
    } else {
        unsigned char *bytes = NULL;
        size_t size = 0;
        status = read_input(&bytes, &size);
        if (status == STATUS_OK && !each_of_any(bytes, size, rules, take, context))
            status = STATUS_MEMORY;
        free(bytes);
    }
    return status == STATUS_OK ? NULL : status_reason(status);
}

/* ---- The first game ------------------------------------------------------------------------- */

static void count_game(const GameFromFile *from, void *context) {
    *(size_t *)context += from->status != GAME_READ_NOTHING;
}

GameReadStatus games_read_first(const void *bytes, size_t size, Game *game, Failure *failure,
                                size_t *count) {
    const GameFileRules rules = {.rule = game->rule,
                                 .width = game->width,
                                 .height = game->height,
                                 .pos_order = game->pos_order,
                                 .named = game->named};
    GameReadStatus status = game_read(bytes, size, game, failure);
    bool may_be_many = game->format == GAME_SGF || game->format == GAME_PGN ||
                       game->format == GAME_POS || game->format == GAME_RIF;
    *count = 0;
    if (status != GAME_READ_NOTHING && may_be_many)
        (void)each_of_any(bytes, size, &rules, count_game, count);
    *count = *count > 0 ? *count : 1;
    return status;
}

GameReadStatus games_read_first_of(const char *path, Game *game, Failure *failure, size_t *count) {
    unsigned char *bytes;
    size_t size;
    *count = 1;
    Status opened = files_read_whole(path, GAME_BYTES_MAX, &bytes, &size);
    if (opened != STATUS_OK) {
        failure_set(failure, opened);
        return GAME_READ_NOTHING;
    }
    game->named = game_format_named(path);
    GameReadStatus status = games_read_first(bytes, size, game, failure, count);
    free(bytes);
    return status;
}
