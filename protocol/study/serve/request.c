#include "study/serve/request.h"

#include "io/json_reader.h"
#include "io/notation.h"
#include "shared/games/builder.h"
#include "shared/status/status.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Reading {
    ServeRequest *request;
    const JsonValue *root;
    Failure *failure;
} Reading;

static bool fail(const Reading *reading, const char *field, const char *what) {
    return failure_say(reading->failure, STATUS_SYNTAX, "%s: %s", field, what);
}

/* Reads a whole number if the request has it. */
static bool read_number(const Reading *reading, const char *field, int64_t least, int64_t most,
                        int64_t *number) {
    char what[80];
    const JsonValue *value = json_member(reading->root, field);
    if (value == NULL || json_integer(value, least, most, number))
        return true;
    snprintf(what, sizeof what, "expected a whole number from %lld to %lld", (long long)least,
             (long long)most);
    return fail(reading, field, what);
}

static bool read_int(const Reading *reading, const char *field, int least, int most, int *number) {
    int64_t wide = *number;
    bool is_read = read_number(reading, field, least, most, &wide);
    *number = (int)wide;
    return is_read;
}

/* Reads an id: a text that is not empty. */
static bool read_id(const Reading *reading, const char *field, char id[SERVE_ID_MAX]) {
    const JsonValue *value = json_member(reading->root, field);
    if (value == NULL)
        return fail(reading, field, "missing");
    if (value->kind != JSON_STRING || value->text[0] == '\0')
        return fail(reading, field, "expected a text");
    if (strlen(value->text) >= SERVE_ID_MAX)
        return fail(reading, field, "longer than 199 bytes");
    strcpy(id, value->text);
    return true;
}

/* ---- The position -------------------------------------------------------------------------- */

static bool read_rule(const Reading *reading) {
    const JsonValue *value = json_member(reading->root, "rule");
    if (value == NULL)
        return true;
    for (int rule = 0; value->kind == JSON_STRING && rule < KANAME_RULE_COUNT; rule++)
        if (strcmp(value->text, kaname_rule_name((KanameRule)rule)) == 0) {
            reading->request->game.rule = (KanameRule)rule;
            return true;
        }
    return fail(reading, "rule",
                "expected \"freestyle\", \"standard\", \"renju\", \"caro\" or \"caro-exact\"");
}

static bool read_size(const Reading *reading) {
    Game *game = &reading->request->game;
    if (!read_int(reading, "size", KANAME_MIN_SIZE, KANAME_MAX_SIZE, &game->width))
        return false;
    game->height = game->width;
    bool is_twice = json_member(reading->root, "size") != NULL &&
                    (json_member(reading->root, "width") != NULL ||
                     json_member(reading->root, "height") != NULL);
    if (is_twice)
        return fail(reading, "size", "given beside width or height");
    return read_int(reading, "width", KANAME_MIN_SIZE, KANAME_MAX_SIZE, &game->width) &&
           read_int(reading, "height", KANAME_MIN_SIZE, KANAME_MAX_SIZE, &game->height);
}

/* Reads a point such as h8 that fills the text. */
static bool read_point(const Game *game, const char *text, KanamePoint *point) {
    const char *end = text + strlen(text);
    return notation_read_point(&text, end, game->height, point) && text == end;
}

static bool read_color(const JsonValue *value, bool may_be_wall, KanameColor *color) {
    static const char *const names[] = {"black", "white", "wall"};
    for (int i = 0; value != NULL && value->kind == JSON_STRING && i < 2 + may_be_wall; i++)
        if (strcmp(value->text, names[i]) == 0) {
            *color = (KanameColor)i;
            return true;
        }
    return false;
}

static bool is_on_board(const Game *game, KanamePoint point) {
    return point.x >= 0 && point.x < game->width && point.y >= 0 && point.y < game->height;
}

/* Takes one of the points of a field. */
typedef bool TakePoint(const Reading *reading, void *context, KanamePoint point);

/* Reads ["h8","i9"]. */
static bool read_point_list(const Reading *reading, const char *field, const JsonValue *points,
                            TakePoint *take, void *context) {
    const JsonValue *at = json_first(points);
    for (uint32_t i = 0; i < points->count; i++, at = json_next(at)) {
        KanamePoint point;
        if (at->kind != JSON_STRING || !read_point(&reading->request->game, at->text, &point))
            return fail(reading, field, "each is a point such as \"h8\"");
        if (!take(reading, context, point))
            return false;
    }
    return true;
}

/* Reads "h8i9" or "h8 i9". */
static bool read_point_text(const Reading *reading, const char *field, const char *text,
                            TakePoint *take, void *context) {
    const char *end = text + strlen(text);
    for (;;) {
        KanamePoint point;
        text += strspn(text, " ");
        if (text == end)
            return true;
        if (!notation_read_point(&text, end, reading->request->game.height, &point))
            return fail(reading, field, "expected points such as \"h8i9\"");
        if (!take(reading, context, point))
            return false;
    }
}

/* Reads the points of a field, a text or an array, if the request has it. */
static bool read_points(const Reading *reading, const char *field, TakePoint *take, void *context) {
    const JsonValue *points = json_member(reading->root, field);
    if (points == NULL)
        return true;
    if (points->kind == JSON_ARRAY)
        return read_point_list(reading, field, points, take, context);
    return points->kind == JSON_STRING
               ? read_point_text(reading, field, points->text, take, context)
               : fail(reading, field, "expected a text or an array");
}

/* Sets up {"color":"black","point":"h8"}. */
static bool add_stone(const Reading *reading, GameBuilder *builder, const JsonValue *value,
                      bool *is_taken) {
    const Game *game = &reading->request->game;
    const JsonValue *name = json_member(value, "point");
    KanameStone stone;
    KanamePoint point;
    if (!read_color(json_member(value, "color"), true, &stone.color))
        return fail(reading, "stones", "each needs a color: \"black\", \"white\" or \"wall\"");
    if (name == NULL || name->kind != JSON_STRING || !read_point(game, name->text, &point))
        return fail(reading, "stones", "each needs a point such as \"h8\"");
    if (value->count != 2)
        return fail(reading, "stones", "each has a color and a point alone");
    bool is_inside = is_on_board(game, point);
    size_t cell = (size_t)point.y * KANAME_MAX_SIZE + (size_t)point.x;
    if (!is_inside || is_taken[cell]) {
        char what[80];
        snprintf(what, sizeof what, "%.8s %s", name->text,
                 is_inside ? "is named twice" : "lies off the board");
        return fail(reading, "stones", what);
    }
    is_taken[cell] = true;
    stone.x = point.x;
    stone.y = point.y;
    const char *wrong = game_add_setup(builder, stone);
    return wrong == NULL || fail(reading, "stones", wrong);
}

static bool read_stones(const Reading *reading, GameBuilder *builder) {
    bool is_taken[KANAME_MAX_CELLS] = {false};
    const JsonValue *stones = json_member(reading->root, "stones");
    const JsonValue *side = json_member(reading->root, "to_move");
    KanameColor color;
    if (stones != NULL && stones->kind != JSON_ARRAY)
        return fail(reading, "stones", "expected an array");
    if (stones != NULL) {
        const JsonValue *at = json_first(stones);
        for (uint32_t i = 0; i < stones->count; i++, at = json_next(at))
            if (!add_stone(reading, builder, at, is_taken))
                return false;
    }
    if (side == NULL)
        return true;
    if (!read_color(side, false, &color))
        return fail(reading, "to_move", "expected \"black\" or \"white\"");
    game_set_to_move(builder, color);
    return true;
}

static bool add_move(const Reading *reading, void *context, KanamePoint point) {
    GameBuilder *builder = context;
    const Game *game = &reading->request->game;
    char what[100];
    const char *wrong = !is_on_board(game, point)
                            ? "the point lies off the board"
                            : game_add_move(builder, point, game_side(builder));
    if (wrong == NULL)
        return true;
    snprintf(what, sizeof what, "move %u: %s", game->node_count, wrong);
    return fail(reading, "moves", what);
}

static bool read_game(const Reading *reading) {
    GameBuilder *builder = malloc(sizeof *builder);
    if (builder == NULL)
        return fail(reading, "moves", status_text(STATUS_MEMORY));
    const char *wrong = game_begin(builder, &reading->request->game);
    bool is_read = (wrong == NULL || fail(reading, "moves", wrong)) &&
                   read_stones(reading, builder) &&
                   read_points(reading, "moves", add_move, builder);
    free(builder);
    game_trim(&reading->request->game); /* many requests may wait */
    return is_read;
}

/* ---- Which moves --------------------------------------------------------------------------- */

static bool add_root_move(const Reading *reading, void *context, KanamePoint point) {
    ServeRootMoves *root = context;
    const char *field = root->is_list ? "root_moves" : "exclude";
    if (!is_on_board(&reading->request->game, point))
        return fail(reading, field, "a point lies off the board");
    if (root->count == KANAME_MAX_CELLS)
        return fail(reading, field, "more points than a board has");
    if (root->points == NULL)
        root->points = malloc(KANAME_MAX_CELLS * sizeof *root->points);
    if (root->points == NULL)
        return fail(reading, field, status_text(STATUS_MEMORY));
    root->points[root->count++] = point;
    return true;
}

/* Reads the root moves to search, or those to leave out. */
static bool read_root_moves(const Reading *reading) {
    ServeRootMoves *root = &reading->request->root_moves;
    root->is_list = json_member(reading->root, "root_moves") != NULL;
    if (root->is_list && json_member(reading->root, "exclude") != NULL)
        return fail(reading, "root_moves", "given beside exclude");
    if (!read_points(reading, root->is_list ? "root_moves" : "exclude", add_root_move, root))
        return false;
    if (root->is_list && root->count == 0)
        return fail(reading, "root_moves", "expected at least one point");
    if (root->count == 0)
        return true;
    KanamePoint *points = realloc(root->points, root->count * sizeof *points);
    if (points != NULL) /* many requests may wait */
        root->points = points;
    return true;
}

/* ---- Which positions ----------------------------------------------------------------------- */

static bool add_ply(const Reading *reading, const JsonValue *value, bool *is_asked) {
    ServeRequest *request = reading->request;
    int64_t ply;
    char what[80];
    if (!json_integer(value, 0, request->game.node_count - 1, &ply)) {
        snprintf(what, sizeof what, "expected whole numbers from 0 to %u",
                 request->game.node_count - 1);
        return fail(reading, "plies", what);
    }
    if (is_asked[ply])
        return fail(reading, "plies", "a number is repeated");
    is_asked[ply] = true;
    request->plies[request->count++] = (uint32_t)ply;
    return true;
}

/* Reads [0,1,5] or "all"; the last position without it. */
static bool read_plies(const Reading *reading) {
    ServeRequest *request = reading->request;
    bool is_asked[KANAME_MAX_CELLS + 1] = {false};
    uint32_t nodes = request->game.node_count;
    const JsonValue *plies = json_member(reading->root, "plies");
    request->plies = calloc(nodes, sizeof *request->plies);
    if (request->plies == NULL)
        return fail(reading, "plies", status_text(STATUS_MEMORY));
    request->is_many = plies != NULL;
    if (plies == NULL) {
        request->plies[request->count++] = nodes - 1;
        return true;
    }
    if (plies->kind == JSON_STRING && strcmp(plies->text, "all") == 0) {
        for (uint32_t i = 0; i < nodes; i++)
            request->plies[request->count++] = i;
        return true;
    }
    if (plies->kind != JSON_ARRAY || plies->count == 0)
        return fail(reading, "plies", "expected \"all\" or an array of numbers");
    const JsonValue *at = json_first(plies);
    for (uint32_t i = 0; i < plies->count; i++, at = json_next(at))
        if (!add_ply(reading, at, is_asked))
            return false;
    return true;
}

/* ---- The request --------------------------------------------------------------------------- */

static bool read_limits(const Reading *reading, int threads_max) {
    ServeLimits *limits = &reading->request->limits;
    bool is_named = json_member(reading->root, "time_ms") != NULL ||
                    json_member(reading->root, "nodes") != NULL ||
                    json_member(reading->root, "depth") != NULL;
    if (is_named) {
        limits->time_ms = limits->nodes = 0;
        limits->depth = 0;
    }
    return read_number(reading, "time_ms", 1, SERVE_TIME_MAX_MS, &limits->time_ms) &&
           read_number(reading, "nodes", 1, SERVE_NODES_MAX, &limits->nodes) &&
           read_int(reading, "depth", 1, SERVE_DEPTH_MAX, &limits->depth) &&
           read_int(reading, "lines", 1, SERVE_LINES_MAX, &limits->lines) &&
           read_int(reading, "threads", 1, threads_max, &limits->threads) &&
           read_number(reading, "report_ms", SERVE_REPORT_MIN_MS, SERVE_TIME_MAX_MS,
                       &limits->report_ms) &&
           read_int(reading, "priority", -SERVE_PRIORITY_MAX, SERVE_PRIORITY_MAX,
                    &reading->request->priority);
}

static bool has_only(const Reading *reading, const char *const *names) {
    char what[80];
    const JsonValue *at = json_first(reading->root);
    for (uint32_t i = 0; i < reading->root->count; i++, at = json_next(json_next(at))) {
        const char *const *name = names;
        while (*name != NULL && strcmp(*name, at->text) != 0)
            name++;
        if (*name == NULL) {
            size_t length = strlen(at->text);
            for (length = length > 40 ? 40 : length;
                 ((unsigned char)at->text[length] & 0xc0) == 0x80;)
                length--; /* to the end of a character */
            snprintf(what, sizeof what, "%.*s", (int)length, at->text);
            return fail(reading, "unknown name", what);
        }
    }
    return true;
}

static bool read_analyze(const Reading *reading, int threads_max) {
    static const char *const names[] = {"id",         "action",  "rule",      "size",     "width",
                                        "height",     "stones",  "to_move",   "moves",    "plies",
                                        "root_moves", "exclude", "time_ms",   "nodes",    "depth",
                                        "lines",      "threads", "report_ms", "priority", NULL};
    return has_only(reading, names) && read_rule(reading) && read_size(reading) &&
           read_game(reading) && read_plies(reading) && read_root_moves(reading) &&
           read_limits(reading, threads_max);
}

static bool read_other(const Reading *reading) {
    static const char *const cancel[] = {"id", "action", "target", NULL};
    ServeRequest *request = reading->request;
    if (request->action != SERVE_CANCEL)
        return has_only(reading, (const char *const[]){"id", "action", NULL});
    return has_only(reading, cancel) && read_id(reading, "target", request->target);
}

static bool read_action(const Reading *reading) {
    static const char *const actions[] = {[SERVE_ANALYZE] = "analyze",
                                          [SERVE_CANCEL] = "cancel",
                                          [SERVE_CANCEL_ALL] = "cancel_all",
                                          [SERVE_VERSION] = "version"};
    const JsonValue *value = json_member(reading->root, "action");
    if (value == NULL)
        return true;
    for (size_t i = 0; value->kind == JSON_STRING && i < sizeof actions / sizeof *actions; i++)
        if (strcmp(value->text, actions[i]) == 0) {
            reading->request->action = (ServeAction)i;
            return true;
        }
    return fail(reading, "action",
                "expected \"analyze\", \"cancel\", \"cancel_all\" or \"version\"");
}

bool serve_request_read(ServeRequest *request, const char *line, size_t length,
                        const ServeLimits *defaults, int threads_max, Failure *failure) {
    JsonText json;
    *request = (ServeRequest){.limits = *defaults};
    game_init(&request->game, KANAME_RULE_FREESTYLE, 15, 15);
    Reading reading = {request, NULL, failure};
    bool is_read = json_read(&json, line, length, failure);
    reading.root = json.values;
    if (is_read && reading.root->kind != JSON_OBJECT)
        is_read = fail(&reading, "byte 1", "expected an object");
    is_read = is_read && read_id(&reading, "id", request->id) && read_action(&reading) &&
              (request->action == SERVE_ANALYZE ? read_analyze(&reading, threads_max)
                                                : read_other(&reading));
    json_release(&json);
    return is_read;
}

void serve_request_release(ServeRequest *request) {
    game_release(&request->game);
    free(request->plies);
    free(request->root_moves.points);
    request->plies = NULL;
    request->root_moves.points = NULL;
}
