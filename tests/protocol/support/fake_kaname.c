/* fake_kaname.c: kaname.h without an engine behind it, to test the dialogue alone: the same
 * answers at once, on every machine.
 *
 * It plays the empty point nearest to the middle. It thinks for exactly turn_ms, or for a
 * twentieth of match_ms; a limit on nodes or depth makes it answer at once; kaname_stop() ends
 * it. Its score is a hundred times x - y of the first stone for Black. Under renju the right-hand
 * neighbour of each black stone is "forbidden". A search fills 12.3% of its hash table. */
#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#include "protocol/support/fake_kaname.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FAKE_DEPTHS = 3, FAKE_NODES = 1000, FAKE_PATHS = 4, FAKE_HASH_BYTES = 12, FAKE_PARAMS = 2 };
static const char FAKE_HASH[FAKE_HASH_BYTES] = "KANAMEHTfake";

static const KanameParam FAKE_INFOS[FAKE_PARAMS] = {{"depth_one", "the first", 3, -5, 9},
                                                    {"margin", "the second", 100, 0, 1000}};

struct KanameEngine {
    int width, height;
    KanameRule rule;
    KanameColor to_move;
    size_t count;
    KanameStone stones[KANAME_MAX_CELLS];
    KanameColor cells[KANAME_MAX_SIZE][KANAME_MAX_SIZE];
    bool is_excluded[KANAME_MAX_SIZE][KANAME_MAX_SIZE];
    size_t path_count;
    size_t path_lengths[FAKE_PATHS];
    KanamePoint paths[FAKE_PATHS][KANAME_MAX_CELLS];
    int params[FAKE_PARAMS];
    bool has_hash; /* a search has filled the table */
    bool has_result;
    int score, depth; /* if has_result */
    int delay_ms;
    KanameLimits limits;
    FakePreparation preparation;
    atomic_llong stopped_ms;
    atomic_bool is_stopped;
    atomic_int callers; /* one thread at a time may be inside */
};

static void enter(const KanameEngine *engine) {
    int before = atomic_fetch_add(&((KanameEngine *)engine)->callers, 1);
    assert(before == 0);
    (void)before;
}

static void leave(const KanameEngine *engine) {
    atomic_fetch_sub(&((KanameEngine *)engine)->callers, 1);
}

static KanameColor other(KanameColor color) {
    return color == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK;
}

static KanameColor at(const KanameEngine *engine, int x, int y) {
    if (x < 0 || x >= engine->width || y < 0 || y >= engine->height)
        return KANAME_WALL;
    return engine->cells[y][x];
}

static void empty_board(KanameEngine *engine) {
    engine->count = 0;
    engine->to_move = KANAME_BLACK;
    for (int y = 0; y < KANAME_MAX_SIZE; y++)
        for (int x = 0; x < KANAME_MAX_SIZE; x++)
            engine->cells[y][x] = KANAME_EMPTY;
}

const char *kaname_status_text(KanameStatus status) {
    static const char *const texts[] = {
        "no error",      "not enough memory", "unsupported size", "no such rule",
        "off the board", "point is occupied", "no stone",         "not the last stone",
        "no legal move", "out of range",      "not supported",    "no file",
        "foreign",       "other version",     "damaged",          "mismatch"};
    return texts[status];
}

KanameEngine *kaname_new(void) {
    KanameEngine *engine = calloc(1, sizeof *engine);
    if (engine == NULL)
        return NULL;
    engine->width = engine->height = 15;
    for (int i = 0; i < FAKE_PARAMS; i++)
        engine->params[i] = FAKE_INFOS[i].value;
    empty_board(engine);
    return engine;
}

void kaname_free(KanameEngine *engine) {
    free(engine);
}

const char *kaname_rule_name(KanameRule rule) {
    static const char *const NAMES[KANAME_RULE_COUNT] = {"freestyle", "standard", "renju", "caro",
                                                         "caro-exact"};
    return NAMES[rule];
}

const char *kaname_version(void) {
    return "0.0.0";
}

KanameStatus kaname_load_weights(KanameEngine *engine, const void *data, size_t size) {
    (void)engine;
    (void)data;
    return size > 0 ? KANAME_OK : KANAME_ERR_FOREIGN;
}

uint32_t kaname_weights_id(const KanameEngine *engine) {
    (void)engine;
    return 0xABC;
}

const char *kaname_isa(const KanameEngine *engine) {
    (void)engine;
    return "scalar";
}

KanameStatus kaname_set_isa(KanameEngine *engine, const char *name) {
    (void)engine;
    return strcmp(name, "scalar") == 0 ? KANAME_OK : KANAME_ERR_UNSUPPORTED;
}

KanameStatus kaname_set_size(KanameEngine *engine, int width, int height) {
    if (width < KANAME_MIN_SIZE || width > KANAME_MAX_SIZE || height < KANAME_MIN_SIZE ||
        height > KANAME_MAX_SIZE)
        return KANAME_ERR_SIZE;
    enter(engine);
    engine->width = width;
    engine->height = height;
    memset(engine->is_excluded, 0, sizeof engine->is_excluded);
    empty_board(engine);
    leave(engine);
    return KANAME_OK;
}

KanameStatus kaname_set_rule(KanameEngine *engine, KanameRule rule) {
    enter(engine);
    engine->rule = rule;
    leave(engine);
    return KANAME_OK;
}

KanameStatus kaname_set_position(KanameEngine *engine, const KanameStone *stones, size_t count,
                                 KanameColor to_move) {
    enter(engine);
    empty_board(engine);
    for (size_t i = 0; i < count; i++) {
        assert(at(engine, stones[i].x, stones[i].y) == KANAME_EMPTY);
        engine->cells[stones[i].y][stones[i].x] = stones[i].color;
        if (stones[i].color != KANAME_WALL)
            engine->stones[engine->count++] = stones[i];
    }
    engine->to_move = to_move;
    leave(engine);
    return KANAME_OK;
}

KanameStatus kaname_set_to_move(KanameEngine *engine, KanameColor to_move) {
    enter(engine);
    engine->to_move = to_move;
    leave(engine);
    return KANAME_OK;
}

KanameStatus kaname_play(KanameEngine *engine, int x, int y) {
    if (x < 0 || x >= engine->width || y < 0 || y >= engine->height)
        return KANAME_ERR_OFF_BOARD;
    if (at(engine, x, y) != KANAME_EMPTY)
        return KANAME_ERR_OCCUPIED;
    enter(engine);
    engine->cells[y][x] = engine->to_move;
    engine->stones[engine->count++] = (KanameStone){x, y, engine->to_move};
    engine->to_move = other(engine->to_move);
    leave(engine);
    return KANAME_OK;
}

KanameStatus kaname_take_back(KanameEngine *engine) {
    if (engine->count == 0)
        return KANAME_ERR_EMPTY;
    enter(engine);
    KanameStone last = engine->stones[--engine->count];
    engine->cells[last.y][last.x] = KANAME_EMPTY;
    engine->to_move = last.color;
    leave(engine);
    return KANAME_OK;
}

int kaname_width(const KanameEngine *engine) {
    return engine->width;
}
int kaname_height(const KanameEngine *engine) {
    return engine->height;
}
KanameRule kaname_rule(const KanameEngine *engine) {
    return engine->rule;
}
KanameColor kaname_to_move(const KanameEngine *engine) {
    return engine->to_move;
}
size_t kaname_stone_count(const KanameEngine *engine) {
    return engine->count;
}

KanameStone kaname_stone(const KanameEngine *engine, size_t index) {
    assert(index < engine->count);
    return engine->stones[index];
}

KanameColor kaname_at(const KanameEngine *engine, int x, int y) {
    return at(engine, x, y);
}

/* Five or more in a row, whatever the rule. */
size_t kaname_winning_rows(const KanameEngine *engine, int x, int y, KanameColor color,
                           KanamePoint *points, size_t capacity) {
    static const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    KanamePoint row[KANAME_MAX_SIZE];
    size_t count = 0;
    for (int d = 0; d < 4; d++) {
        size_t length = 0;
        for (int sign = -1; sign <= 1; sign += 2)
            for (int i = sign; at(engine, x + i * steps[d][0], y + i * steps[d][1]) == color;
                 i += sign)
                row[length++] = (KanamePoint){x + i * steps[d][0], y + i * steps[d][1]};
        if (length < 4)
            continue;
        if (count == 0 && count++ < capacity)
            points[0] = (KanamePoint){x, y};
        for (size_t i = 0; i < length; i++)
            if (count++ < capacity)
                points[count - 1] = row[i];
    }
    return count;
}

bool kaname_wins_at(const KanameEngine *engine, int x, int y, KanameColor color) {
    return kaname_winning_rows(engine, x, y, color, NULL, 0) > 0;
}

bool kaname_is_forbidden(const KanameEngine *engine, int x, int y, KanameColor color) {
    KanamePoint points[KANAME_MAX_CELLS];
    size_t count = color == KANAME_BLACK ? kaname_forbidden(engine, points, KANAME_MAX_CELLS) : 0;
    for (size_t i = 0; i < count; i++)
        if (points[i].x == x && points[i].y == y)
            return true;
    return false;
}

size_t kaname_forbidden(const KanameEngine *engine, KanamePoint *points, size_t capacity) {
    size_t count = 0;
    if (engine->rule != KANAME_RULE_RENJU)
        return 0;
    enter(engine);
    for (int y = 0; y < engine->height; y++)
        for (int x = 1; x < engine->width; x++)
            if (at(engine, x, y) == KANAME_EMPTY && at(engine, x - 1, y) == KANAME_BLACK &&
                count++ < capacity)
                points[count - 1] = (KanamePoint){x, y};
    leave(engine);
    return count;
}

KanameStatus kaname_set_memory(KanameEngine *engine, uint64_t bytes) {
    (void)bytes;
    enter(engine);
    leave(engine);
    return KANAME_OK;
}

KanameStatus kaname_set_evaluator(KanameEngine *engine, KanameEvaluator evaluator) {
    (void)evaluator;
    enter(engine);
    leave(engine);
    return KANAME_OK;
}

KanameStatus kaname_set_hash(KanameEngine *engine, uint64_t kib) {
    (void)kib;
    enter(engine);
    leave(engine);
    return KANAME_OK;
}

KanameStatus kaname_set_threads(KanameEngine *engine, int threads) {
    enter(engine);
    leave(engine);
    return threads >= 1 && threads <= KANAME_MAX_THREADS ? KANAME_OK : KANAME_ERR_RANGE;
}

bool kaname_param(size_t index, KanameParam *param) {
    if (index >= FAKE_PARAMS)
        return false;
    *param = FAKE_INFOS[index];
    return true;
}

static int find_param(const char *name) {
    for (int i = 0; i < FAKE_PARAMS; i++)
        if (strcmp(FAKE_INFOS[i].name, name) == 0)
            return i;
    return -1;
}

KanameStatus kaname_set_param(KanameEngine *engine, const char *name, int value) {
    int i = find_param(name);
    enter(engine);
    assert(i >= 0 && value >= FAKE_INFOS[i].minimum && value <= FAKE_INFOS[i].maximum);
    engine->params[i] = value;
    leave(engine);
    return KANAME_OK;
}

KanameStatus kaname_get_param(const KanameEngine *engine, const char *name, int *value) {
    int i = find_param(name);
    if (i < 0)
        return KANAME_ERR_RANGE;
    *value = engine->params[i];
    return KANAME_OK;
}

void kaname_clear_hash(KanameEngine *engine) {
    enter(engine);
    engine->has_hash = false;
    leave(engine);
}

KanameStatus kaname_exclude(KanameEngine *engine, int x, int y, bool excluded) {
    if (at(engine, x, y) == KANAME_WALL && (x >= engine->width || y >= engine->height))
        return KANAME_ERR_OFF_BOARD;
    engine->is_excluded[y][x] = excluded;
    return KANAME_OK;
}

void kaname_exclude_clear(KanameEngine *engine) {
    memset(engine->is_excluded, 0, sizeof engine->is_excluded);
}

KanameStatus kaname_exclude_path(KanameEngine *engine, const KanamePoint *moves, size_t count) {
    if (engine->path_count == FAKE_PATHS)
        return KANAME_ERR_MEMORY;
    memcpy(engine->paths[engine->path_count], moves, count * sizeof *moves);
    engine->path_lengths[engine->path_count++] = count;
    return KANAME_OK;
}

void kaname_exclude_paths_clear(KanameEngine *engine) {
    engine->path_count = 0;
}

KanameStatus kaname_prepare(KanameEngine *engine, const KanameLimits *limits) {
    enter(engine);
    engine->preparation.number++;
    engine->preparation.rule = engine->rule;
    engine->preparation.limits = limits != NULL ? *limits : kaname_no_limits();
    leave(engine);
    return KANAME_OK;
}

/* There is always more to fetch. */
void kaname_warm_up(KanameEngine *engine) {
    enter(engine);
    while (!atomic_load(&engine->is_stopped))
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    leave(engine);
}

uint64_t kaname_hash_kib(const KanameEngine *engine) {
    (void)engine;
    return 1024;
}

int kaname_hash_permille(const KanameEngine *engine) {
    return engine->has_hash ? 123 : 0;
}

/* Nothing is kept in it. */
KanameTable *kaname_table_new(uint64_t kib) {
    (void)kib;
    return malloc(1);
}

void kaname_table_free(KanameTable *table) {
    free(table);
}

void kaname_use_table(KanameEngine *engine, KanameTable *table) {
    (void)engine, (void)table;
}

KanameStatus kaname_save_hash(const KanameEngine *engine, KanameWriteFn write, void *context) {
    char fill = engine->has_hash ? 'f' : 'e';
    enter(engine);
    bool is_written = write(context, FAKE_HASH, FAKE_HASH_BYTES) && write(context, &fill, 1);
    leave(engine);
    return is_written ? KANAME_OK : KANAME_ERR_IO;
}

KanameStatus kaname_load_hash(KanameEngine *engine, KanameReadFn read, void *context) {
    char bytes[FAKE_HASH_BYTES], fill;
    if (!read(context, bytes, sizeof bytes) || memcmp(bytes, FAKE_HASH, sizeof bytes) != 0 ||
        !read(context, &fill, 1))
        return KANAME_ERR_DAMAGED;
    engine->has_hash = fill == 'f';
    return KANAME_OK;
}

int64_t kaname_now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

KanameLimits kaname_no_limits(void) {
    return (KanameLimits){.turn_ms = -1, .match_ms = -1, .margin_ms = -1};
}

/* Is the point the last of an excluded path whose other moves have been played? */
static bool ends_path(const KanameEngine *engine, int x, int y) {
    for (size_t i = 0; i < engine->path_count; i++) {
        const KanamePoint *path = engine->paths[i];
        size_t last = engine->path_lengths[i] - 1, k = 0;
        while (k < last && k < engine->count && path[k].x == engine->stones[k].x &&
               path[k].y == engine->stones[k].y)
            k++;
        if (k == last && engine->count == last && path[last].x == x && path[last].y == y)
            return true;
    }
    return false;
}

/* The free points nearest to the middle, at most `capacity`. */
static size_t best_points(const KanameEngine *engine, KanamePoint *points, size_t capacity) {
    size_t count = 0;
    bool is_used[KANAME_MAX_SIZE][KANAME_MAX_SIZE] = {{false}};
    while (count < capacity) {
        int nearest = 1 << 20;
        KanamePoint best = {-1, -1};
        for (int y = 0; y < engine->height; y++) {
            for (int x = 0; x < engine->width; x++) {
                int dx = x - engine->width / 2, dy = y - engine->height / 2;
                int distance = dx * dx + dy * dy;
                if (distance >= nearest || is_used[y][x] || engine->is_excluded[y][x] ||
                    ends_path(engine, x, y) || at(engine, x, y) != KANAME_EMPTY)
                    continue;
                nearest = distance;
                best = (KanamePoint){x, y};
            }
        }
        if (best.x < 0)
            break;
        is_used[best.y][best.x] = true;
        points[count++] = best;
    }
    return count;
}

static int score_of(const KanameEngine *engine) {
    if (engine->count == 0)
        return 0;
    int score = 100 * (engine->stones[0].x - engine->stones[0].y);
    return engine->to_move == KANAME_BLACK ? score : -score;
}

/* Waits for the end of the time or for a stop, a millisecond at a time. */
static void pass_time(KanameEngine *engine, const KanameLimits *limits, int64_t start_ms) {
    int64_t ms = limits->turn_ms;
    if (limits->match_ms >= 0 && (ms < 0 || limits->match_ms / 20 < ms))
        ms = limits->match_ms / 20;
    if (limits->max_nodes > 0 || limits->max_depth > 0)
        ms = 0;
    while (!atomic_load(&engine->is_stopped) && (ms < 0 || kaname_now_ms() < start_ms + ms))
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    nanosleep(&(struct timespec){.tv_nsec = engine->delay_ms * 1000000L}, NULL);
}

static void report_lines(const KanameEngine *engine, const KanameCallbacks *callbacks,
                         const KanamePoint *points, size_t count, size_t lines) {
    for (int depth = 1; depth <= FAKE_DEPTHS; depth++) {
        for (size_t line = 0; line < lines && line < count; line++) {
            KanameReport report = {.line = (int)line,
                                   .depth = depth,
                                   .seldepth = 2 * depth,
                                   .score = score_of(engine) - 7 * (int)line,
                                   .nodes = (uint64_t)FAKE_NODES * (uint64_t)depth,
                                   .time_ms = depth,
                                   .pv_count = 1};
            report.pv[0] = points[line];
            if (line + 1 < count)
                report.pv[report.pv_count++] = points[line + 1];
            if (callbacks->on_report != NULL)
                callbacks->on_report(&report, callbacks->context);
        }
    }
}

KanameStatus kaname_think(KanameEngine *engine, const KanameLimits *limits,
                          const KanameCallbacks *callbacks, KanameResult *result) {
    KanamePoint points[KANAME_MAX_LINES + 1];
    int64_t start_ms = limits->start_ms != 0 ? limits->start_ms : kaname_now_ms();
    size_t lines = limits->lines > 1 ? (size_t)limits->lines : 1;
    size_t count = best_points(engine, points, KANAME_MAX_LINES + 1);
    if (count == 0)
        return KANAME_ERR_NO_MOVE;
    enter(engine);
    engine->has_hash = true;
    if (callbacks != NULL)
        engine->limits = *limits;
    if (callbacks != NULL)
        report_lines(engine, callbacks, points, count, lines);
    pass_time(engine, limits, start_ms);
    for (int event = 0; callbacks != NULL && callbacks->on_root != NULL && event < 4; event++)
        callbacks->on_root((KanameRootEvent)event, points[0], callbacks->context);
    /* The balanced move is by so many places not the best. */
    size_t chosen = limits->is_balanced ? (size_t)abs(limits->balance_score) % count : 0;
    *result = (KanameResult){.best = points[chosen],
                             .score = limits->is_balanced  ? limits->balance_score
                                      : engine->has_result ? engine->score
                                                           : score_of(engine),
                             .depth = engine->has_result ? engine->depth : FAKE_DEPTHS,
                             .nodes = FAKE_NODES,
                             .time_ms = kaname_now_ms() - start_ms,
                             .pv_count = 1};
    result->pv[0] = points[chosen];
    leave(engine);
    return KANAME_OK;
}

KanameLimits fake_limits(const KanameEngine *engine) {
    return engine->limits;
}

FakePreparation fake_preparation(const KanameEngine *engine) {
    return engine->preparation;
}

int64_t fake_stopped_ms(const KanameEngine *engine) {
    return atomic_load(&engine->stopped_ms);
}

void fake_delay(KanameEngine *engine, int ms) {
    engine->delay_ms = ms;
}

void fake_result(KanameEngine *engine, int score, int depth) {
    engine->has_result = true;
    engine->score = score;
    engine->depth = depth;
}

void kaname_stop(KanameEngine *engine) {
    atomic_store(&engine->stopped_ms, kaname_now_ms());
    atomic_store(&engine->is_stopped, true);
}
void kaname_clear_stop(KanameEngine *engine) {
    atomic_store(&engine->is_stopped, false);
}

KanameStatus kaname_solve(KanameEngine *engine, KanameSolveMode mode, const KanameLimits *limits,
                          KanameSolution *solution) {
    (void)mode;
    *solution = (KanameSolution){.verdict = KANAME_SOLVE_NO_WIN, .nodes = FAKE_NODES};
    if (limits->turn_ms == 0) {
        solution->verdict = KANAME_SOLVE_UNKNOWN;
        return KANAME_OK;
    }
    for (int y = 0; y < engine->height; y++) {
        for (int x = 0; x < engine->width; x++) {
            if (at(engine, x, y) != KANAME_EMPTY || solution->line_count > 0 ||
                !kaname_wins_at(engine, x, y, engine->to_move))
                continue;
            solution->verdict = KANAME_SOLVE_WIN;
            solution->line[solution->line_count++] = (KanamePoint){x, y};
        }
    }
    return KANAME_OK;
}

int kaname_score_win_plies(int score) {
    if (score >= KANAME_SCORE_WIN_MIN)
        return KANAME_SCORE_WIN - score;
    if (score <= -KANAME_SCORE_WIN_MIN)
        return -KANAME_SCORE_WIN - score;
    return 0;
}

/* Linear, so that a test can tell which score was asked about. The engine may be NULL. */
double kaname_win_rate(const KanameEngine *engine, int score) {
    (void)engine;
    if (kaname_score_win_plies(score) != 0)
        return score > 0 ? 1 : 0;
    return 0.5 + (double)score / 10000;
}
