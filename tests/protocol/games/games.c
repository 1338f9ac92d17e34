#define _POSIX_C_SOURCE 200809L
#include "protocol/games/games.h"

#include "games/write.h"
#include "io/notation.h"
#include "shared/games/files.h"
#include "shared/status/failure.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/harness.h"

void expect_sound(const Game *game) {
    ck_assert_int_ge(game->width, KANAME_MIN_SIZE);
    ck_assert_int_le(game->width, KANAME_MAX_SIZE);
    ck_assert_int_ge(game->height, KANAME_MIN_SIZE);
    ck_assert_int_le(game->height, KANAME_MAX_SIZE);
    GamePosition *position = malloc(sizeof *position);
    ck_assert_ptr_nonnull(position);
    uint32_t last = game_last(game), links = 0;
    if (last != GAME_NONE)
        ck_assert(game_position(game, last, position));
    for (uint32_t i = 0; i < game->node_count; i++) {
        const GameNode *node = &game->nodes[i];
        bool is_sound =
            (i == 0 ? node->parent == GAME_NONE : node->parent < i) &&
            (node->next == GAME_NONE || game->nodes[node->next].parent == node->parent) &&
            node->move.x >= 0 && node->move.x < game->width && node->move.y >= 0 &&
            node->move.y < game->height;
        if (!is_sound) /* each assertion is a message to the runner: too slow for many nodes */
            ck_abort_msg("node %u breaks the promises of game.h", i);
        links += node->first_child != GAME_NONE;
        links += node->next != GAME_NONE;
    }
    ck_assert_uint_eq(links + (game->node_count > 0), game->node_count); /* none is left out */
    free(position);
}

static GameReadStatus read_bytes(Game *game, const void *bytes, size_t size, Failure *failure) {
    game_init(game, KANAME_RULE_FREESTYLE, 15, 15);
    GameReadStatus status = game_read(bytes, size, game, failure);
    expect_sound(game);
    return status;
}

void read_whole(Game *game, const void *bytes, size_t size) {
    Failure failure = FAILURE_NONE;
    GameReadStatus status = read_bytes(game, bytes, size, &failure);
    ck_assert_msg(status == GAME_READ_WHOLE, "%s", failure.text);
}

void read_text(Game *game, const char *text) {
    read_whole(game, text, strlen(text));
}

void expect_damage(const Damage *damage) {
    Failure failure = FAILURE_NONE;
    Game game;
    /* A copy of its own lets the address sanitizer see any read behind its end. */
    char *copy = malloc(damage->size);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, damage->bytes, damage->size);
    GameReadStatus status = read_bytes(&game, copy, damage->size, &failure);
    ck_assert_int_ne(failure.status, STATUS_OK);
    ck_assert_msg(strncmp(failure.text, damage->error, strlen(damage->error)) == 0,
                  "'%s' is not '%s'", failure.text, damage->error);
    uint32_t last = game_last(&game);
    ck_assert_uint_eq(last != GAME_NONE ? game_move_count(&game, last) : 0, damage->kept);
    ck_assert_int_eq(status,
                     damage->kept > 0 || game.setup_count > 0 ? GAME_READ_PART : GAME_READ_NOTHING);
    ck_assert_int_eq(strstr(failure.text, "before it") != NULL, damage->kept > 0);
    game_release(&game);
    free(copy);
}

const char *line_of(const Game *game) {
    static char text[8192];
    size_t used = 0;
    text[0] = '\0';
    uint32_t first = game->node_count > 0 ? 0 : GAME_NONE;
    for (uint32_t at = first; at != GAME_NONE; at = game->nodes[at].first_child) {
        const GameNode *node = &game->nodes[at];
        char name[NOTATION_POINT_MAX] = "-";
        if (node->color == KANAME_EMPTY)
            continue;
        if (!node->is_pass)
            notation_point(name, node->move, notation_lower(game->height));
        used +=
            (size_t)snprintf(text + used, sizeof text - used, "%s%s", used > 0 ? " " : "", name);
    }
    return text;
}

static void add_line(const GameFromFile *from, void *context) {
    FILE *text = context;
    fprintf(text, "%s%s", from->number > 1 ? "|" : "", line_of(from->game));
    if (from->fault[0] != '\0')
        fprintf(text, " (%s)", from->fault);
    if (from->game->notice[0] != '\0')
        fprintf(text, " (note: %s)", from->game->notice);
}

const char *lines_of_named_file(const char *name, const void *bytes, size_t size) {
    static char lines[8192];
    char folder[TEST_PATH_BYTES], path[TEST_PATH_BYTES];
    const GameFileRules rules = {.width = 15, .height = 15};
    make_folder(folder);
    path_in(path, folder, name);
    FILE *file = fopen(path, "wb"), *text = fmemopen(lines, sizeof lines, "w");
    ck_assert(file != NULL && text != NULL);
    ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_ptr_null(games_each(path, &rules, add_line, text));
    ck_assert_int_eq(fclose(text), 0);
    return lines;
}

const char *lines_of_file(const void *bytes, size_t size) {
    return lines_of_named_file("games", bytes, size);
}

const char *sgf_of(const Game *game) {
    static char text[4096];
    FILE *file = tmpfile();
    ck_assert_ptr_nonnull(file);
    game_write(file, game, GAME_SGF);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

void write_and_read(const Game *game, GameFormat format, Game *again) {
    char *bytes = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&bytes, &size);
    ck_assert_ptr_nonnull(file);
    ck_assert_ptr_null(game_check_format(game, format));
    game_write(file, game, format);
    ck_assert_int_eq(fclose(file), 0);
    read_whole(again, bytes, size);
    ck_assert_int_eq(again->format, format);
    free(bytes);
}

static void expect_outcome(const char *bytes, size_t size) {
    Failure failure = FAILURE_NONE;
    Game game;
    char *copy = malloc(size > 0 ? size : 1);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, bytes, size);
    GameReadStatus status = read_bytes(&game, copy, size, &failure);
    ck_assert_int_eq(status == GAME_READ_WHOLE, failure.text[0] == '\0');
    game_release(&game);
    free(copy);
}

void expect_no_crash(const void *bytes, size_t size) {
    static const unsigned char changes[] = {0, 1, 9, 10, ' ', '(', ')', '[', ']', '9', 0x7f, 0xff};
    char *copy = malloc(size);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, bytes, size);
    for (size_t i = 0; i <= size; i++)
        expect_outcome(copy, i);
    for (size_t i = 0; i < size; i++) {
        char before = copy[i];
        for (size_t j = 0; j < sizeof changes; j++) {
            copy[i] = (char)changes[j];
            expect_outcome(copy, size);
        }
        copy[i] = before;
    }
    free(copy);
}
