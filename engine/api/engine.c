#include "kaname.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/rng.h"
#include "board/board.h"
#include "board/foul.h"
#include "eval/eval.h"
#include "search/memory.h"
#include "search/pool.h"
#include "search/ttfile.h"
#include "threat/solver.h"

_Static_assert((int)KANAME_RULE_FREESTYLE == (int)RULE_FREESTYLE &&
                   (int)KANAME_RULE_STANDARD == (int)RULE_STANDARD &&
                   (int)KANAME_RULE_RENJU == (int)RULE_RENJU &&
                   (int)KANAME_RULE_CARO == (int)RULE_CARO &&
                   (int)KANAME_RULE_CARO_EXACT == (int)RULE_CARO_EXACT &&
                   (int)KANAME_RULE_COUNT == (int)RULES,
               "rules have the same numbers inside and outside");
_Static_assert((int)KANAME_BLACK == (int)BLACK && (int)KANAME_WHITE == (int)WHITE,
               "so have colours");
_Static_assert((int)KANAME_MIN_SIZE == (int)BOARD_MIN && (int)KANAME_MAX_SIZE == (int)BOARD_MAX,
               "and board sizes");
_Static_assert((int)KANAME_SCORE_WIN == (int)SCORE_WIN &&
                   (int)KANAME_SCORE_WIN_MIN == (int)SCORE_WIN_MIN,
               "and scores");
_Static_assert((int)KANAME_MAX_PV >= (int)PLY_MAX, "a line of play always fits");

enum { WIDTH_MAX = 6, THREAT_PERCENT_MAX = 10000 };

struct KanameEngine {
    RuleTables *tables[RULES]; /* NULL: not needed yet */
    Weights *weights[RULES];   /* NULL: the built-in ones, not needed yet */
    uint64_t weights_hash[RULES];
    Board board;
    CellSet walls, excluded;
    Blocked blocked;
    Isa isa;

    uint64_t memory_limit; /* bytes, 0: none */
    uint64_t hash_bytes;   /* asked for, 0: by the memory limit */
    int threads;           /* asked for */

    Params params;
    Tt tt;
    uint64_t tt_request; /* bytes that the table was last given or refused */
    Pool *pool;          /* NULL: not needed yet */
    int pool_request;    /* threads that it was asked for */
    size_t pool_vcf_bytes;
    /* NULL: not needed yet. Its tables and the transposition table take turns. */
    Solver *solver;
    uint64_t solver_request; /* bytes that it was asked for */
    bool is_stale;           /* what the workers know belongs to other positions: clear it first */
    atomic_bool stop;
};

/* ---- Words ---------------------------------------------------------------------------------- */

const char *kaname_status_text(KanameStatus status) {
    switch (status) {
    case KANAME_OK:
        return "no error";
    case KANAME_ERR_MEMORY:
        return "out of memory";
    case KANAME_ERR_SIZE:
        return "unsupported board size";
    case KANAME_ERR_RULE:
        return "unsupported rule";
    case KANAME_ERR_OFF_BOARD:
        return "point is not on the board";
    case KANAME_ERR_OCCUPIED:
        return "point is not empty";
    case KANAME_ERR_EMPTY:
        return "no stone to take back";
    case KANAME_ERR_NOT_LAST:
        return "not the last stone";
    case KANAME_ERR_NO_MOVE:
        return "no move is left";
    case KANAME_ERR_RANGE:
        return "value out of range";
    case KANAME_ERR_UNSUPPORTED:
        return "not supported";
    case KANAME_ERR_IO:
        return "cannot be read or written";
    case KANAME_ERR_FOREIGN:
        return "not such a file";
    case KANAME_ERR_VERSION:
        return "of another version";
    case KANAME_ERR_DAMAGED:
        return "damaged";
    case KANAME_ERR_MISMATCH:
        return "made for another rule, size or version";
    }
    return "unknown error";
}

const char *kaname_version(void) {
    return KANAME_VERSION;
}

static const char *const ISA_NAMES[ISAS] = {
    [ISA_SCALAR] = "scalar", [ISA_AVX2] = "avx2", [ISA_AVX512] = "avx512"};

const char *kaname_isa(const KanameEngine *engine) {
    return ISA_NAMES[engine->isa];
}

int64_t kaname_now_ms(void) {
    return clock_ms();
}

int kaname_score_win_plies(int score) {
    if (is_win(score))
        return SCORE_WIN - score;
    return is_loss(score) ? -(SCORE_WIN + score) : 0;
}

/* ---- Making and ending ----------------------------------------------------------------------- */

static const Weights *weights_of(KanameEngine *engine, Rule rule) {
    if (engine->weights[rule] == NULL) {
        engine->weights[rule] = malloc(sizeof(Weights));
        if (engine->weights[rule] != NULL)
            weights_embedded(engine->weights[rule], rule);
    }
    return engine->weights[rule];
}

static const RuleTables *tables_of(KanameEngine *engine, Rule rule) {
    if (engine->tables[rule] == NULL) {
        const Weights *weights = weights_of(engine, rule);
        if (weights != NULL)
            engine->tables[rule] = eval_tables_new(weights);
    }
    return engine->tables[rule];
}

KanameEngine *kaname_new(void) {
    enum { SIZE = 15 };
    KanameEngine *engine = calloc(1, sizeof *engine);
    if (engine == NULL)
        return NULL;
    const RuleTables *tables = tables_of(engine, RULE_FREESTYLE);
    if (tables == NULL) {
        free(engine->weights[RULE_FREESTYLE]);
        free(engine);
        return NULL;
    }
    for (int rule = 0; rule < RULES; rule++)
        engine->weights_hash[rule] = weights_embedded_hash((Rule)rule);
    engine->isa = isa_best();
    engine->threads = 1;
    engine->params = params_default();
    tt_init(&engine->tt);
    atomic_init(&engine->stop, false);
    board_init(&engine->board, tables, SIZE, SIZE, &engine->walls, engine->isa);
    return engine;
}

static void release_solver(KanameEngine *engine) {
    solver_free(engine->solver);
    engine->solver = NULL;
}

void kaname_free(KanameEngine *engine) {
    if (engine == NULL)
        return;
    release_solver(engine);
    pool_free(engine->pool);
    tt_release(&engine->tt);
    blocked_release(&engine->blocked);
    for (int rule = 0; rule < RULES; rule++) {
        rule_tables_free(engine->tables[rule]);
        free(engine->weights[rule]);
    }
    free(engine);
}

/* Nothing learned so far holds any more. A large table goes back to the system, here and not when
 * the next search has its clock running, as that takes some time; a small one is sooner cleared. */
static void forget(KanameEngine *engine) {
    const uint64_t small_bytes = (uint64_t)4 << 20;
    release_solver(engine);
    if (engine->tt_request > 0 && engine->tt_request <= small_bytes) {
        tt_clear(&engine->tt);
    } else {
        tt_release(&engine->tt);
        engine->tt_request = 0;
    }
    engine->is_stale = true;
}

/* ---- Position -------------------------------------------------------------------------------- */

static bool is_on_board(const Board *board, int x, int y) {
    return x >= 0 && x < board->width && y >= 0 && y < board->height;
}

static Cell cell_at(const Board *board, int x, int y) {
    return (Cell)(y * board->width + x);
}

static Color color_of_stone(const Board *board, Cell cell) {
    return cellset_has(&board->occupied[BLACK], cell) ? BLACK : WHITE;
}

/* The same stones and side to move under other tables or with other instructions. */
static void rebuild(KanameEngine *engine, const RuleTables *tables) {
    Board *board = &engine->board;
    Cell moves[CELLS_MAX];
    Color colors[CELLS_MAX];
    int count = board_stones(board);
    Color to_move = board_to_move(board);
    for (int i = 0; i < count; i++) {
        moves[i] = board_move(board, i);
        colors[i] = color_of_stone(board, moves[i]);
    }
    board_init(board, tables, board->width, board->height, &engine->walls, engine->isa);
    for (int i = 0; i < count; i++) {
        board_set_to_move(board, colors[i]);
        board_play(board, moves[i]);
    }
    board_set_to_move(board, to_move);
}

KanameStatus kaname_set_isa(KanameEngine *engine, const char *name) {
    for (int isa = 0; isa < ISAS; isa++)
        if (strcmp(name, ISA_NAMES[isa]) == 0) {
            if (!isa_available((Isa)isa))
                return KANAME_ERR_UNSUPPORTED;
            engine->isa = (Isa)isa;
            rebuild(engine, engine->board.tables);
            return KANAME_OK;
        }
    return KANAME_ERR_RANGE;
}

KanameStatus kaname_load_weights(KanameEngine *engine, const void *data, size_t size) {
    Weights *weights = malloc(sizeof *weights);
    if (weights == NULL)
        return KANAME_ERR_MEMORY;
    KanameStatus status = weights_read(weights, data, size);
    RuleTables *tables = NULL;
    if (status == KANAME_OK) {
        tables = eval_tables_new(weights);
        status = tables != NULL ? KANAME_OK : KANAME_ERR_MEMORY;
    }
    if (status != KANAME_OK) {
        free(weights);
        return status;
    }
    Rule rule = weights->rule;
    if (engine->board.tables == engine->tables[rule])
        rebuild(engine, tables);
    rule_tables_free(engine->tables[rule]);
    free(engine->weights[rule]);
    engine->tables[rule] = tables;
    engine->weights[rule] = weights;
    engine->weights_hash[rule] = weights->hash;
    forget(engine);
    return KANAME_OK;
}

uint32_t kaname_weights_id(const KanameEngine *engine) {
    uint64_t id = 0;
    for (int rule = 0; rule < RULES; rule++)
        id = rng_mix(id ^ engine->weights_hash[rule]);
    return (uint32_t)(id >> 32);
}

KanameStatus kaname_set_size(KanameEngine *engine, int width, int height) {
    if (width < BOARD_MIN || width > BOARD_MAX || height < BOARD_MIN || height > BOARD_MAX)
        return KANAME_ERR_SIZE;
    cellset_clear(&engine->walls);
    cellset_clear(&engine->excluded);
    blocked_release(&engine->blocked);
    board_init(&engine->board, engine->board.tables, width, height, &engine->walls, engine->isa);
    forget(engine);
    return KANAME_OK;
}

KanameStatus kaname_set_rule(KanameEngine *engine, KanameRule rule) {
    if ((int)rule < 0 || rule >= KANAME_RULE_COUNT)
        return KANAME_ERR_RULE;
    const RuleTables *tables = tables_of(engine, (Rule)rule);
    if (tables == NULL)
        return KANAME_ERR_MEMORY;
    if (tables == engine->board.tables)
        return KANAME_OK;
    rebuild(engine, tables);
    forget(engine);
    return KANAME_OK;
}

/* Checks a list of stones; collects the walls among them. */
static KanameStatus check_stones(const Board *board, const KanameStone *stones, size_t count,
                                 CellSet *walls) {
    CellSet used = {{0}};
    cellset_clear(walls);
    for (size_t i = 0; i < count; i++) {
        const KanameStone *stone = &stones[i];
        if (stone->color != KANAME_BLACK && stone->color != KANAME_WHITE &&
            stone->color != KANAME_WALL)
            return KANAME_ERR_RANGE;
        if (!is_on_board(board, stone->x, stone->y))
            return KANAME_ERR_OFF_BOARD;
        Cell cell = cell_at(board, stone->x, stone->y);
        if (cellset_has(&used, cell))
            return KANAME_ERR_OCCUPIED;
        cellset_add(&used, cell);
        if (stone->color == KANAME_WALL)
            cellset_add(walls, cell);
    }
    return KANAME_OK;
}

KanameStatus kaname_set_position(KanameEngine *engine, const KanameStone *stones, size_t count,
                                 KanameColor to_move) {
    Board *board = &engine->board;
    CellSet walls;
    if (to_move != KANAME_BLACK && to_move != KANAME_WHITE)
        return KANAME_ERR_RANGE;
    KanameStatus status = check_stones(board, stones, count, &walls);
    if (status != KANAME_OK)
        return status;
    /* Position keys do not tell walls apart. */
    if (memcmp(&walls, &engine->walls, sizeof walls) != 0)
        forget(engine);
    engine->walls = walls;
    board_init(board, board->tables, board->width, board->height, &engine->walls, engine->isa);
    for (size_t i = 0; i < count; i++) {
        if (stones[i].color == KANAME_WALL)
            continue;
        board_set_to_move(board, (Color)stones[i].color);
        board_play(board, cell_at(board, stones[i].x, stones[i].y));
    }
    board_set_to_move(board, (Color)to_move);
    return KANAME_OK;
}

KanameStatus kaname_play(KanameEngine *engine, int x, int y) {
    Board *board = &engine->board;
    if (!is_on_board(board, x, y))
        return KANAME_ERR_OFF_BOARD;
    if (!board_is_empty(board, cell_at(board, x, y)))
        return KANAME_ERR_OCCUPIED;
    board_play(board, cell_at(board, x, y));
    return KANAME_OK;
}

KanameStatus kaname_take_back(KanameEngine *engine) {
    if (board_stones(&engine->board) == 0)
        return KANAME_ERR_EMPTY;
    board_undo(&engine->board);
    return KANAME_OK;
}

int kaname_width(const KanameEngine *engine) {
    return engine->board.width;
}

int kaname_height(const KanameEngine *engine) {
    return engine->board.height;
}

KanameRule kaname_rule(const KanameEngine *engine) {
    return (KanameRule)engine->board.tables->rule;
}

KanameColor kaname_to_move(const KanameEngine *engine) {
    return (KanameColor)board_to_move(&engine->board);
}

size_t kaname_stone_count(const KanameEngine *engine) {
    return (size_t)board_stones(&engine->board);
}

KanameStone kaname_stone(const KanameEngine *engine, size_t index) {
    const Board *board = &engine->board;
    assert(index < (size_t)board_stones(board));
    Cell cell = board_move(board, (int)index);
    return (KanameStone){.x = board->x[cell],
                         .y = board->y[cell],
                         .color = (KanameColor)color_of_stone(board, cell)};
}

KanameColor kaname_at(const KanameEngine *engine, int x, int y) {
    const Board *board = &engine->board;
    if (!is_on_board(board, x, y))
        return KANAME_WALL;
    Cell cell = cell_at(board, x, y);
    if (board_is_empty(board, cell))
        return KANAME_EMPTY;
    return cellset_has(&engine->walls, cell) ? KANAME_WALL
                                             : (KanameColor)color_of_stone(board, cell);
}

bool kaname_wins_at(const KanameEngine *engine, int x, int y, KanameColor color) {
    const Board *board = &engine->board;
    if (!is_on_board(board, x, y) || (color != KANAME_BLACK && color != KANAME_WHITE))
        return false;
    Cell cell = cell_at(board, x, y);
    return board_is_empty(board, cell) && board_wins_at(board, (Color)color, cell);
}

size_t kaname_forbidden(const KanameEngine *engine, KanamePoint *points, size_t capacity) {
    const Board *board = &engine->board;
    size_t count = 0;
    if (board->tables->rule != RULE_RENJU)
        return 0;
    for (Cell cell = cellset_first(&board->empty); cell != CELL_NONE;
         cell = cellset_next(&board->empty, cell)) {
        if (!is_forbidden(board, BLACK, cell))
            continue;
        if (count < capacity)
            points[count] = (KanamePoint){board->x[cell], board->y[cell]};
        count++;
    }
    return count;
}

/* ---- Settings -------------------------------------------------------------------------------- */

KanameStatus kaname_set_memory(KanameEngine *engine, uint64_t bytes) {
    engine->memory_limit = bytes;
    return KANAME_OK;
}

KanameStatus kaname_set_hash(KanameEngine *engine, uint64_t kib) {
    engine->hash_bytes = kib <= UINT64_MAX / 1024 ? kib * 1024 : UINT64_MAX;
    return KANAME_OK;
}

KanameStatus kaname_set_threads(KanameEngine *engine, int threads) {
    if (threads < 1 || threads > KANAME_MAX_THREADS)
        return KANAME_ERR_RANGE;
    engine->threads = threads;
    return KANAME_OK;
}

bool kaname_param(size_t index, KanameParam *param) {
    assert(params_count() <= KANAME_MAX_PARAMS);
    if (index >= params_count())
        return false;
    const ParamInfo *info = params_info(index);
    *param = (KanameParam){.name = info->name,
                           .meaning = info->meaning,
                           .value = info->value,
                           .minimum = info->minimum,
                           .maximum = info->maximum};
    return true;
}

KanameStatus kaname_set_param(KanameEngine *engine, const char *name, int value) {
    return params_set(&engine->params, name, value) ? KANAME_OK : KANAME_ERR_RANGE;
}

KanameStatus kaname_get_param(const KanameEngine *engine, const char *name, int *value) {
    return params_get(&engine->params, name, value) ? KANAME_OK : KANAME_ERR_RANGE;
}

void kaname_clear_hash(KanameEngine *engine) {
    forget(engine);
}

KanameStatus kaname_exclude(KanameEngine *engine, int x, int y, bool excluded) {
    if (!is_on_board(&engine->board, x, y))
        return KANAME_ERR_OFF_BOARD;
    Cell cell = cell_at(&engine->board, x, y);
    if (cellset_has(&engine->excluded, cell) != excluded)
        cellset_flip(&engine->excluded, cell);
    return KANAME_OK;
}

void kaname_exclude_clear(KanameEngine *engine) {
    cellset_clear(&engine->excluded);
}

/* The keys of the positions along the line go to `keys`, that before the first move first. */
static KanameStatus keys_along(const KanameEngine *engine, const KanamePoint *moves, size_t count,
                               uint64_t *keys) {
    const Board *board = &engine->board;
    CellSet used = {{0}};
    for (size_t i = 0; i < count; i++) {
        if (!is_on_board(board, moves[i].x, moves[i].y))
            return KANAME_ERR_OFF_BOARD;
        Cell cell = cell_at(board, moves[i].x, moves[i].y);
        if (cellset_has(&used, cell) || cellset_has(&engine->walls, cell))
            return KANAME_ERR_OCCUPIED;
        cellset_add(&used, cell);
    }
    Board *line = malloc(sizeof *line);
    if (line == NULL)
        return KANAME_ERR_MEMORY;
    board_init(line, board->tables, board->width, board->height, &engine->walls, engine->isa);
    for (size_t i = 0; i < count; i++) {
        keys[i] = board_key(line);
        board_play(line, cell_at(board, moves[i].x, moves[i].y));
    }
    free(line);
    return KANAME_OK;
}

KanameStatus kaname_exclude_path(KanameEngine *engine, const KanamePoint *moves, size_t count) {
    uint64_t keys[CELLS_MAX];
    if (count == 0 || count > CELLS_MAX)
        return KANAME_ERR_RANGE;
    KanameStatus status = keys_along(engine, moves, count, keys);
    if (status != KANAME_OK)
        return status;
    Cell last = cell_at(&engine->board, moves[count - 1].x, moves[count - 1].y);
    return blocked_add(&engine->blocked, keys, count, last) ? KANAME_OK : KANAME_ERR_MEMORY;
}

void kaname_exclude_paths_clear(KanameEngine *engine) {
    blocked_release(&engine->blocked);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

static uint64_t rule_tables_bytes(const KanameEngine *engine) {
    uint64_t bytes = 0;
    for (int rule = 0; rule < RULES; rule++)
        if (engine->tables[rule] != NULL)
            bytes += engine->tables[rule]->key_count +
                     2 * SHAPE_KEYS * (sizeof(CellInfo) + 2 * sizeof(int16_t)) + sizeof(Weights);
    return bytes;
}

static MemoryPlan plan_memory(const KanameEngine *engine) {
    MemoryLimits limits = {.total = engine->memory_limit,
                           .table = engine->hash_bytes,
                           .held = sizeof *engine + rule_tables_bytes(engine),
                           .threads = engine->threads};
    return memory_plan(&limits);
}

/* Workers as the settings want them now, that know nothing of other positions. */
static KanameStatus prepare_pool(KanameEngine *engine, const MemoryPlan *plan) {
    release_solver(engine);
    if (engine->pool == NULL || engine->pool_request != plan->threads ||
        engine->pool_vcf_bytes != plan->vcf_bytes) {
        pool_free(engine->pool);
        engine->pool = pool_new(plan->threads, plan->vcf_bytes, plan->vct_bytes);
        if (engine->pool == NULL)
            return KANAME_ERR_MEMORY;
        engine->pool_request = plan->threads;
        engine->pool_vcf_bytes = plan->vcf_bytes;
    }
    if (engine->is_stale)
        pool_clear(engine->pool);
    engine->is_stale = false;
    return KANAME_OK;
}

/* Workers and table as the settings want them now, for a search with these limits. */
static KanameStatus prepare_memory(KanameEngine *engine, const Timeman *timeman) {
    MemoryPlan plan = plan_memory(engine);
    KanameStatus status = prepare_pool(engine, &plan);
    if (status != KANAME_OK)
        return status;
    int64_t ms = timeman_is_limited(timeman) ? timeman->hard_ms : -1;
    uint64_t bytes = memory_table_bytes(&plan, ms, engine->tt_request);
    if (bytes != engine->tt_request) {
        tt_resize(&engine->tt, bytes);
        engine->tt_request = bytes;
    }
    return KANAME_OK;
}

static Timeman timeman_for(const KanameEngine *engine, const KanameLimits *limits, int64_t now_ms) {
    Timeman timeman;
    timeman_init(&timeman, limits, now_ms, board_stones(&engine->board),
                 board_empty_count(&engine->board), &engine->params);
    return timeman;
}

KanameStatus kaname_prepare(KanameEngine *engine, const KanameLimits *limits) {
    if (limits == NULL) {
        MemoryPlan plan = plan_memory(engine);
        return prepare_pool(engine, &plan);
    }
    Timeman timeman = timeman_for(engine, limits, clock_ms());
    return prepare_memory(engine, &timeman);
}

void kaname_warm_up(KanameEngine *engine) {
    if (engine->pool == NULL)
        return;
    pool_touch(engine->pool, &engine->stop);
    block_touch(&engine->tt.memory, &engine->stop);
}

/* ---- What searches learned ------------------------------------------------------------------- */

uint64_t kaname_hash_kib(const KanameEngine *engine) {
    return tt_bytes(&engine->tt) / 1024;
}

int kaname_hash_permille(const KanameEngine *engine) {
    return tt_fill_permille(&engine->tt);
}

static TtOrigin origin_of(const KanameEngine *engine) {
    return (TtOrigin){.rule = (uint8_t)engine->board.tables->rule,
                      .width = (uint8_t)engine->board.width,
                      .height = (uint8_t)engine->board.height,
                      .walls = engine->walls};
}

KanameStatus kaname_save_hash(const KanameEngine *engine, KanameWriteFn write, void *context) {
    TtOrigin origin = origin_of(engine);
    return tt_save(&engine->tt, &origin, write, context);
}

KanameStatus kaname_load_hash(KanameEngine *engine, KanameReadFn read, void *context) {
    TtOrigin origin = origin_of(engine);
    uint64_t bytes = plan_memory(engine).table_bytes;
    Tt loaded;
    tt_init(&loaded);
    KanameStatus status = tt_load(&loaded, bytes, &origin, read, context);
    if (status != KANAME_OK)
        return status;
    tt_release(&engine->tt);
    engine->tt = loaded;
    engine->tt_request = bytes;
    return KANAME_OK;
}

/* ---- Search ---------------------------------------------------------------------------------- */

KanameLimits kaname_no_limits(void) {
    return (KanameLimits){.turn_ms = -1, .match_ms = -1, .margin_ms = -1};
}

static bool are_limits_valid(const KanameLimits *limits) {
    return limits->lines >= 0 && limits->lines <= KANAME_MAX_LINES && limits->max_depth >= 0 &&
           limits->start_depth >= 0 && limits->width >= 0 && limits->width <= WIDTH_MAX &&
           limits->threat_percent >= 0 && limits->threat_percent <= THREAT_PERCENT_MAX &&
           abs(limits->balance_score) <= SCORE_WIN;
}

static int percent_of(int value, int percent) {
    return (int)((int64_t)value * percent / 100);
}

/* The parameters as the limits bend them. */
static Params params_for(const KanameEngine *engine, const KanameLimits *limits) {
    /* Square and star of each width. */
    static const int WIDTHS[WIDTH_MAX + 1][2] = {{0, 0}, {1, 2}, {2, 3}, {2, 4},
                                                 {3, 4}, {4, 5}, {5, 5}};
    Params params = engine->params;
    if (limits->width > 0) {
        params.near_square = WIDTHS[limits->width][0];
        params.near_star = WIDTHS[limits->width][1];
    }
    if (limits->threat_percent > 0) {
        params.root_vcf_nodes = percent_of(params.root_vcf_nodes, limits->threat_percent);
        params.leaf_vcf_nodes = percent_of(params.leaf_vcf_nodes, limits->threat_percent);
        params.vct_permille = percent_of(params.vct_permille, limits->threat_percent);
        params.vct_against_permille =
            percent_of(params.vct_against_permille, limits->threat_percent);
    }
    return params;
}

KanameStatus kaname_think(KanameEngine *engine, const KanameLimits *limits,
                          const KanameCallbacks *callbacks, KanameResult *result) {
    int64_t now_ms = clock_ms();
    if (!are_limits_valid(limits))
        return KANAME_ERR_RANGE;
    const Board *board = &engine->board;
    Params params = params_for(engine, limits);
    Timeman timeman = timeman_for(engine, limits, now_ms);
    KanameStatus status = prepare_memory(engine, &timeman);
    if (status != KANAME_OK)
        return status;
    tt_new_search(&engine->tt);
    Search search = {.params = &params,
                     .tt = &engine->tt,
                     .timeman = &timeman,
                     .limits = limits,
                     .callbacks = callbacks,
                     .board = board,
                     .excluded = &engine->excluded,
                     .blocked = &engine->blocked,
                     .user_stop = &engine->stop};
    uint64_t nodes;
    const RootBest *best = pool_search(engine->pool, &search, &nodes);
    if (best == NULL)
        return KANAME_ERR_NO_MOVE;
    *result = (KanameResult){.best = {board->x[best->move], board->y[best->move]},
                             .score = best->score,
                             .depth = best->depth,
                             .nodes = nodes,
                             .time_ms = clock_ms() - timeman.start_ms,
                             .pv_count = (size_t)best->pv_count};
    for (int i = 0; i < best->pv_count; i++)
        result->pv[i] = (KanamePoint){board->x[best->pv[i]], board->y[best->pv[i]]};
    return KANAME_OK;
}

void kaname_stop(KanameEngine *engine) {
    atomic_store(&engine->stop, true);
}

void kaname_clear_stop(KanameEngine *engine) {
    atomic_store(&engine->stop, false);
}

typedef struct SolveContext {
    const atomic_bool *stop;
    const Timeman *timeman;
} SolveContext;

static bool solve_must_end(void *context) {
    const SolveContext *solve = context;
    return atomic_load_explicit(solve->stop, memory_order_relaxed) ||
           timeman_is_over(solve->timeman, clock_ms());
}

/* The solver of the kind, with as much memory as is allowed and there is. */
static KanameStatus prepare_solver(KanameEngine *engine, SolverKind kind) {
    uint64_t bytes = plan_memory(engine).table_bytes;
    if (engine->solver != NULL && solver_kind(engine->solver) == kind &&
        engine->solver_request == bytes)
        return KANAME_OK;
    release_solver(engine);
    tt_release(&engine->tt);
    engine->tt_request = 0;
    engine->solver = solver_new(kind, bytes);
    engine->solver_request = bytes;
    return engine->solver != NULL ? KANAME_OK : KANAME_ERR_MEMORY;
}

KanameStatus kaname_solve(KanameEngine *engine, KanameSolveMode mode, const KanameLimits *limits,
                          KanameSolution *solution) {
    static const KanameSolveVerdict VERDICTS[] = {[SOLVER_NO_WIN] = KANAME_SOLVE_NO_WIN,
                                                  [SOLVER_WIN] = KANAME_SOLVE_WIN,
                                                  [SOLVER_UNKNOWN] = KANAME_SOLVE_UNKNOWN};
    Board *board = &engine->board;
    if ((mode != KANAME_SOLVE_VCF && mode != KANAME_SOLVE_VCT) || !are_limits_valid(limits))
        return KANAME_ERR_RANGE;
    int64_t now_ms = clock_ms();
    KanameStatus status =
        prepare_solver(engine, mode == KANAME_SOLVE_VCF ? SOLVER_FOURS : SOLVER_THREATS);
    if (status != KANAME_OK)
        return status;
    Timeman timeman = timeman_for(engine, limits, now_ms);
    SolveContext context = {&engine->stop, &timeman};
    SolverLimits solver_limits = {.max_nodes =
                                      limits->max_nodes > 0 ? limits->max_nodes : UINT64_MAX,
                                  .poll = solve_must_end,
                                  .context = &context};
    SolverResult result = solver_search(engine->solver, board, &solver_limits);
    solution->verdict = VERDICTS[result.verdict];
    solution->nodes = result.nodes;
    solution->line_count = (size_t)result.line_count;
    for (int i = 0; i < result.line_count; i++)
        solution->line[i] = (KanamePoint){board->x[result.line[i]], board->y[result.line[i]]};
    solution->time_ms = clock_ms() - timeman.start_ms;
    return KANAME_OK;
}
