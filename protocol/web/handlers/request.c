#include "web/handlers/request.h"

#include "io/notation.h"
#include "level/level.h"
#include "shared/games/builder.h"
#include "shared/notation/values.h"
#include "shared/status/failure.h"

#include <stdio.h>
#include <string.h>

enum { LINES_MAX = 10, THREADS_MAX = 64, SCORE_MAX = KANAME_SCORE_WIN, VALUE_MAX = 32 };

/* ---- Values -------------------------------------------------------------------------------- */

/* Copies a short value with a NUL. Returns false if it is too long. */
static bool copy_value(char text[VALUE_MAX], Word value) {
    if (value.length >= VALUE_MAX)
        return false;
    memcpy(text, value.text, value.length);
    text[value.length] = '\0';
    return true;
}

static bool read_rule(WebRequest *request, Word value) {
    char text[VALUE_MAX];
    return copy_value(text, value) && values_rule(text, &request->rule);
}

static bool read_size(WebRequest *request, Word value) {
    char text[VALUE_MAX];
    return copy_value(text, value) && values_size(text, &request->width, &request->height);
}

static bool read_side(WebRequest *request, Word value) {
    if (word_is(value, "BLACK"))
        request->side = KANAME_BLACK;
    else if (word_is(value, "WHITE"))
        request->side = KANAME_WHITE;
    else
        return false;
    return true;
}

static bool read_level(WebRequest *request, Word value) {
    request->level = level_find(value.text, value.length);
    return request->level > 0;
}

static bool read_mode(WebRequest *request, Word value) {
    request->mode = word_is(value, "VCF") ? KANAME_SOLVE_VCF : KANAME_SOLVE_VCT;
    return word_is(value, "VCF") || word_is(value, "VCT");
}

typedef struct Key {
    const char *name;
    bool (*read)(WebRequest *request, Word value); /* or, for a number or a text: */
    size_t number, text, flag;                     /* offset of the member; 0: none */
    int64_t least, most;
} Key;

/* clang-format off */
static const Key keys[] = {
    {.name = "ANSWERS", .text = offsetof(WebRequest, answers)},
    {.name = "BALANCED", .flag = offsetof(WebRequest, is_balanced), .most = 1},
    {.name = "BLACK", .text = offsetof(WebRequest, black)},
    {.name = "DEPTH", .number = offsetof(WebRequest, depth), .most = 100},
    {.name = "EARLY", .flag = offsetof(WebRequest, may_stop_early), .most = 1},
    {.name = "END", .text = offsetof(WebRequest, end)},
    {.name = "FIRST", .flag = offsetof(WebRequest, is_first), .most = 1},
    {.name = "FORGET", .flag = offsetof(WebRequest, forgets), .most = 1},
    {.name = "FORMAT", .text = offsetof(WebRequest, format)},
    {.name = "FROM", .number = offsetof(WebRequest, from), .most = 2 * GAME_NODES_MAX},
    {.name = "LEVEL", .read = read_level},
    {.name = "LINES", .number = offsetof(WebRequest, lines), .least = 1, .most = LINES_MAX},
    {.name = "MODE", .read = read_mode},
    {.name = "MOVES", .text = offsetof(WebRequest, moves)},
    {.name = "MS", .number = offsetof(WebRequest, ms), .most = INT64_C(86400000)},
    {.name = "NODES", .number = offsetof(WebRequest, nodes), .most = INT64_C(1000000000000)},
    {.name = "OPENING", .text = offsetof(WebRequest, opening)},
    {.name = "POINTS", .text = offsetof(WebRequest, points)},
    {.name = "RULE", .read = read_rule},
    {.name = "SCORE", .number = offsetof(WebRequest, score), .least = -SCORE_MAX, .most = SCORE_MAX},
    {.name = "SEED", .number = offsetof(WebRequest, seed), .most = INT64_C(1000000000)},
    {.name = "SIDE", .read = read_side},
    {.name = "SIZE", .read = read_size},
    {.name = "TABLES", .flag = offsetof(WebRequest, uses_tables), .most = 1},
    {.name = "THREADS", .number = offsetof(WebRequest, threads), .least = 1, .most = THREADS_MAX},
    {.name = "WALLS", .text = offsetof(WebRequest, walls)},
    {.name = "WHITE", .text = offsetof(WebRequest, white)},
};
/* clang-format on */
enum { KEY_COUNT = sizeof keys / sizeof keys[0] };

static bool read_value(WebRequest *request, const Key *key, Word value) {
    char *record = (char *)request;
    if (key->read != NULL)
        return key->read(request, value);
    if (key->text != 0) {
        memcpy(record + key->text, &value, sizeof value);
        return true;
    }
    Words words = words_of(value.text, value.length);
    int64_t number;
    if (!words_integer(&words, &number) || !words_at_end(&words) || number < key->least ||
        number > key->most)
        return false;
    if (key->number != 0)
        memcpy(record + key->number, &number, sizeof number);
    else
        *(bool *)(void *)(record + key->flag) = number != 0;
    return true;
}

bool request_read(WebRequest *request, const char *line, const char *data, size_t data_size,
                  Failure *failure) {
    *request = (WebRequest){.rule = KANAME_RULE_FREESTYLE,
                            .width = 15,
                            .height = 15,
                            .side = KANAME_EMPTY,
                            .mode = KANAME_SOLVE_VCT,
                            .lines = 1,
                            .threads = 1,
                            .level = LEVEL_FULL,
                            .data = data,
                            .data_size = data_size};
    Words words = words_of(line, strlen(line));
    Word word;
    if (!words_next(&words, &request->command))
        return failure_say(failure, STATUS_SYNTAX, "an empty request");
    while (words_next(&words, &word)) {
        const char *equals = memchr(word.text, '=', word.length);
        if (equals == NULL)
            return failure_say(failure, STATUS_SYNTAX, "a word without a value");
        Word name = {word.text, (size_t)(equals - word.text)};
        size_t at = word_find(name, keys, KEY_COUNT, sizeof keys[0]);
        if (at == KEY_COUNT)
            return failure_say(failure, STATUS_SYNTAX, "an unknown key");
        Word value = {equals + 1, word.length - name.length - 1};
        if (!read_value(request, &keys[at], value))
            return failure_say(failure, STATUS_SYNTAX, "an invalid value");
    }
    return true;
}

/* ---- The board ----------------------------------------------------------------------------- */

static const char *add_stones(GameBuilder *builder, Word points, KanameColor color) {
    const char *at = points.text, *end = at + points.length;
    const char *wrong = NULL;
    while (at < end && wrong == NULL) {
        KanamePoint point;
        if (!notation_read_point(&at, end, builder->game->height, &point))
            return "a point is not written as h8";
        if (point.x < 0 || point.x >= builder->game->width || point.y < 0 ||
            point.y >= builder->game->height)
            return "a point lies off the board";
        wrong = game_add_setup(builder, (KanameStone){point.x, point.y, color});
    }
    return wrong;
}

static bool add_moves(GameBuilder *builder, Word moves, Failure *failure) {
    const char *at = moves.text, *end = at + moves.length;
    for (int number = 1; at < end; number++) {
        KanamePoint point;
        const char *wrong;
        if (end - at >= 2 && at[0] == '-' && at[1] == '-') {
            at += 2;
            wrong = game_add_pass(builder, game_side(builder));
        } else if (notation_read_point(&at, end, builder->game->height, &point)) {
            wrong = game_add_move(builder, point, game_side(builder));
        } else {
            wrong = "a point is not written as h8";
        }
        if (wrong != NULL)
            return failure_say(failure, STATUS_GAME, "move %d: %s", number, wrong);
    }
    return true;
}

bool request_game(const WebRequest *request, Game *game, Failure *failure) {
    GameBuilder builder;
    game_init(game, request->rule, request->width, request->height);
    const char *wrong = game_begin(&builder, game);
    if (wrong == NULL)
        wrong = add_stones(&builder, request->walls, KANAME_WALL);
    if (wrong == NULL)
        wrong = add_stones(&builder, request->black, KANAME_BLACK);
    if (wrong == NULL)
        wrong = add_stones(&builder, request->white, KANAME_WHITE);
    if (wrong == NULL && request->side != KANAME_EMPTY)
        game_set_to_move(&builder, request->side);
    return wrong == NULL ? add_moves(&builder, request->moves, failure)
                         : failure_say(failure, STATUS_GAME, "%s", wrong);
}
