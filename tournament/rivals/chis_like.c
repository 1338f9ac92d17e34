/* chis-like: shapes from a table, iterative deepening, principal variation search.
 *
 * Source: the method of a Gomocup 2016 engine as its authors' paper describes it. engine/ uses the
 * same approach, but this is its simplest form and shares no code with it.
 *
 * Score: lines are words of two bits a cell. Nine of them, with a stone in the middle, index a
 * table of ten shapes, each defined by the next stone: a five; an open four has two cells that make
 * five, a four one; an open three has a cell that makes an open four, a sleeping three one that
 * makes a four; and so down to one. The shapes of stones are counted as stones are played and taken
 * back. The score of a leaf is the product of those counts and a row of weights, one row for the
 * side to move and one for the other side. Moves are the cells within three of a stone, found by
 * counters, best shapes first; a four is answered at once without using depth. A transposition
 * table stores scores and orders moves; the search deepens until the time is up.
 *
 * Blind to: forks as such, for shapes are added and not combined; winning lines of threats longer
 * than its depth; quiet moves beyond the few dozen best at a node. */
#include "rivals/chis_like.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "rivals/players.h"

enum { DIRECTIONS = RIVAL_DIRECTIONS, CELLS = RIVAL_MAX_CELLS, SIZE = RIVAL_MAX_SIZE };
enum { WINDOW = 9, HALF = 4, MIDDLE_BIT = 2 * HALF, KEYS = CHIS_KEYS, SHAPES = CHIS_SHAPES };
enum { NEAR = 3, WIDTH = 32, MAX_PLY = 64, DEFAULT_DEPTH = 32, NODES_BETWEEN_CHECKS = 512 };
enum { TABLE_BITS = 17, TABLE_SIZE = 1 << TABLE_BITS };
enum { WIN = CHIS_WIN, INFINITE = 2 * CHIS_WIN };

/* Per stone and line. The side to move turns an open three into an open four; the other side's open
 * three can still be stopped. With a four of its own the side to move has won, and the leaf is not
 * scored. */
static const int to_move_weights[SHAPES] = {0, 1, 3, 5, 14, 16, 130, 0, 0, 0};
static const int waiting_weights[SHAPES] = {0, 1, 3, 4, 12, 12, 45, 60, 1500, 0};
/* The weight of making a shape, for the order of moves. */
static const int order_weights[SHAPES] = {0, 1, 3, 6, 20, 24, 120, 130, 1000, 10000};

typedef enum Bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

typedef struct Entry {
    uint64_t key;
    int32_t score;
    int16_t cell;
    int8_t depth;
    uint8_t bound;
} Entry;

typedef struct Chis {
    int depth;
    uint8_t shapes[KEYS]; /* of the stone in the middle; CHIS_NOTHING if there is none */
    Entry entries[TABLE_SIZE];
} Chis;

typedef struct Board {
    Chis *chis;
    const RivalLimits *limits;
    int width, height;
    uint64_t lines[DIRECTIONS][2 * SIZE]; /* walls all around; see line_of() */
    uint8_t stones[CELLS];
    uint8_t near[CELLS];            /* stones within NEAR */
    int counts[STONE_WALL][SHAPES]; /* of the stones' shapes, by side */
    uint64_t key;
    int64_t nodes;
    bool is_stopped;
} Board;

typedef struct Move {
    int cell;
    int order; /* greater = tried earlier */
} Move;

/* Swaps the two sides in a window. */
static int swap_sides(int key) {
    int differs = (key ^ (key >> 1)) & 0x15555;
    return key ^ (differs | (differs << 1));
}

static ChisShape name_shape(const uint8_t shapes[KEYS], int key) {
    int length = 1;
    for (int i = HALF - 1; i >= 0 && ((key >> 2 * i) & 3) == STONE_OWN; i--)
        length++;
    for (int i = HALF + 1; i < WINDOW && ((key >> 2 * i) & 3) == STONE_OWN; i++)
        length++;
    if (length >= 5)
        return CHIS_FIVE;
    int next[SHAPES] = {0};
    for (int i = 0; i < WINDOW; i++)
        if (((key >> 2 * i) & 3) == STONE_NONE)
            next[shapes[key | (STONE_OWN << 2 * i)]]++;
    if (next[CHIS_FIVE] > 0)
        return next[CHIS_FIVE] > 1 ? CHIS_OPEN_FOUR : CHIS_FOUR;
    static const ChisShape from[] = {CHIS_OPEN_FOUR,      CHIS_FOUR,     CHIS_OPEN_THREE,
                                     CHIS_SLEEPING_THREE, CHIS_OPEN_TWO, CHIS_SLEEPING_TWO};
    static const ChisShape to[] = {CHIS_OPEN_THREE,   CHIS_SLEEPING_THREE, CHIS_OPEN_TWO,
                                   CHIS_SLEEPING_TWO, CHIS_OPEN_ONE,       CHIS_SLEEPING_ONE};
    for (size_t i = 0; i < sizeof from / sizeof from[0]; i++)
        if (next[from[i]] > 0)
            return to[i];
    return CHIS_NOTHING;
}

/* A window with one more own stone has a greater key, so its shape is known already. */
void rival_chis_fill_shapes(uint8_t shapes[KEYS]) {
    memset(shapes, CHIS_NOTHING, KEYS);
    for (int key = KEYS - 1; key >= 0; key--)
        if (((key >> MIDDLE_BIT) & 3) == STONE_OWN)
            shapes[key] = (uint8_t)name_shape(shapes, key);
    for (int key = 0; key < KEYS; key++)
        if (((key >> MIDDLE_BIT) & 3) == STONE_OPPONENT)
            shapes[key] = shapes[swap_sides(key)];
}

/* Returns the line through x,y in a direction and sets *at to the cell's place on it. A word holds
 * place i in the two bits from 2 * (i + HALF) on, so that a window starts at bit 2 * i. */
static uint64_t *line_of(Board *board, int direction, int x, int y, int *at) {
    *at = direction == 1 ? y : x;
    int line = direction == 0 ? y : direction == 1 ? x : direction == 2 ? y - x + SIZE : x + y;
    return &board->lines[direction][line];
}

static int window_at(Board *board, int direction, int x, int y) {
    int at;
    const uint64_t *line = line_of(board, direction, x, y, &at);
    return (int)((*line >> 2 * at) & (KEYS - 1));
}

/* Changes x,y from one content to another on its four lines. */
static void set_cell(Board *board, int x, int y, RivalStone from, RivalStone to) {
    for (int d = 0; d < DIRECTIONS; d++) {
        int at;
        uint64_t *line = line_of(board, d, x, y, &at);
        *line ^= (uint64_t)(from ^ to) << 2 * (at + HALF);
    }
    board->stones[y * board->width + x] = (uint8_t)to;
}

/* Returns the shape that a stone of the side on the empty cell would make. */
static ChisShape shape_if(Board *board, int direction, int x, int y, RivalStone side) {
    int key = window_at(board, direction, x, y) | ((int)side << MIDDLE_BIT);
    return (ChisShape)board->chis->shapes[key];
}

/* Adds the shapes of the stones whose windows contain x,y to the counts, or subtracts them with
 * sign -1. */
static void count_around(Board *board, int x, int y, int sign) {
    for (int d = 0; d < DIRECTIONS; d++) {
        for (int step = -HALF; step <= HALF; step++) {
            int at_x = x + step * rival_dx[d], at_y = y + step * rival_dy[d];
            if (at_x < 0 || at_y < 0 || at_x >= board->width || at_y >= board->height)
                continue;
            int stone = board->stones[at_y * board->width + at_x];
            if (stone == STONE_OWN || stone == STONE_OPPONENT)
                board->counts[stone][board->chis->shapes[window_at(board, d, at_x, at_y)]] += sign;
        }
    }
}

/* Puts a stone on an empty cell, or takes it off again with sign -1. */
static void change(Board *board, int cell, RivalStone side, int sign) {
    int x = cell % board->width, y = cell / board->width;
    count_around(board, x, y, -1);
    if (sign > 0)
        set_cell(board, x, y, STONE_NONE, side);
    else
        set_cell(board, x, y, side, STONE_NONE);
    count_around(board, x, y, 1);
    board->key ^= rival_stone_key(cell, side);
    for (int at_y = y - NEAR; at_y <= y + NEAR; at_y++)
        for (int at_x = x - NEAR; at_x <= x + NEAR; at_x++)
            if (at_x >= 0 && at_y >= 0 && at_x < board->width && at_y < board->height)
                board->near[at_y * board->width + at_x] =
                    (uint8_t)(board->near[at_y * board->width + at_x] + sign);
}

static void set_up_board(Board *board, Chis *chis, const RivalPosition *position,
                         const RivalLimits *limits) {
    *board = (Board){
        .chis = chis, .limits = limits, .width = position->width, .height = position->height};
    memset(board->lines, 0xFF, sizeof board->lines);
    for (int cell = 0; cell < rival_cells(position); cell++)
        set_cell(board, cell % board->width, cell / board->width, STONE_WALL,
                 position->stones[cell] == STONE_WALL ? STONE_WALL : STONE_NONE);
    for (int i = 0; i < position->count; i++) {
        int cell = position->order[i];
        change(board, cell, (RivalStone)position->stones[cell], 1);
    }
}

static RivalStone other_side(RivalStone side) {
    return side == STONE_OWN ? STONE_OPPONENT : STONE_OWN;
}

static int evaluate(const Board *board, RivalStone side) {
    int score = 0;
    for (int shape = 0; shape < SHAPES; shape++)
        score += board->counts[side][shape] * to_move_weights[shape] -
                 board->counts[other_side(side)][shape] * waiting_weights[shape];
    return score;
}

typedef struct MoveList {
    int count;
    bool makes_five; /* the first move wins at once */
    bool is_forced;  /* the other side has a four, and the first move stops one five */
    Move moves[WIDTH];
} MoveList;

static void insert_move(MoveList *list, Move move) {
    int at = list->count;
    if (list->count < WIDTH)
        list->count++;
    else if (list->moves[--at].order >= move.order)
        return;
    for (; at > 0 && list->moves[at - 1].order < move.order; at--)
        list->moves[at] = list->moves[at - 1];
    list->moves[at] = move;
}

/* Lists the moves of the side, that of the table first; at least one if an empty cell is near a
 * stone. */
static void list_moves(Board *board, RivalStone side, int table_cell, MoveList *list) {
    enum { FIRST = 1000000, OWN_FIVE = 4 * FIRST, OTHER_FIVE = 2 * FIRST };
    *list = (MoveList){0};
    for (int cell = 0; cell < board->width * board->height; cell++) {
        if (board->near[cell] == 0 || board->stones[cell] != STONE_NONE)
            continue;
        int x = cell % board->width, y = cell / board->width;
        Move move = {cell, cell == table_cell ? FIRST : 0};
        bool own_five = false, other_five = false;
        for (int d = 0; d < DIRECTIONS; d++) {
            ChisShape own = shape_if(board, d, x, y, side);
            ChisShape other = shape_if(board, d, x, y, other_side(side));
            move.order += 2 * order_weights[own] + order_weights[other];
            own_five |= own == CHIS_FIVE;
            other_five |= other == CHIS_FIVE;
        }
        move.order += own_five ? OWN_FIVE : other_five ? OTHER_FIVE : 0;
        list->makes_five |= own_five;
        list->is_forced |= other_five;
        insert_move(list, move);
    }
    if (list->makes_five || list->is_forced)
        list->count = 1;
}

static void remember(Board *board, int depth, int score, Bound bound, int cell) {
    Entry *entry = &board->chis->entries[board->key % TABLE_SIZE];
    if (entry->key != board->key || entry->depth <= depth || bound == BOUND_EXACT)
        *entry = (Entry){board->key, score, (int16_t)cell, (int8_t)depth, (uint8_t)bound};
}

/* Returns the score for the side to move, exact within alpha..beta, else a bound. *best_cell,
 * unless NULL, is its move, RIVAL_NO_CELL if the search stopped before the first move was done. */
static int search(Board *board, RivalStone side, int depth, int ply, int alpha, int beta,
                  int *best_cell) {
    if (++board->nodes % NODES_BETWEEN_CHECKS == 0 && rival_must_stop(board->limits))
        board->is_stopped = true;
    if (board->is_stopped)
        return 0;
    /* The key omits the side to move: it follows from the number of stones. */
    const Entry *entry = &board->chis->entries[board->key % TABLE_SIZE];
    bool is_known = entry->bound != BOUND_NONE && entry->key == board->key;
    int table_cell = is_known ? entry->cell : RIVAL_NO_CELL;
    if (is_known && !best_cell && entry->depth >= depth &&
        (entry->bound == BOUND_EXACT || (entry->bound == BOUND_LOWER && entry->score >= beta) ||
         (entry->bound == BOUND_UPPER && entry->score <= alpha)))
        return entry->score;
    MoveList list;
    if (depth <= 0) {
        /* A leaf needs the list only if a five is possible. */
        const int *other = board->counts[other_side(side)], *own = board->counts[side];
        if (own[CHIS_FOUR] + own[CHIS_OPEN_FOUR] > 0)
            return WIN;
        if (other[CHIS_FOUR] + other[CHIS_OPEN_FOUR] == 0 || ply >= MAX_PLY)
            return evaluate(board, side);
    }
    list_moves(board, side, table_cell, &list);
    if (list.count == 0)
        return 0;
    if (best_cell)
        *best_cell = list.moves[0].cell;
    if (list.makes_five)
        return WIN;
    int next_depth = list.is_forced && ply < MAX_PLY ? depth : depth - 1;
    int best = -INFINITE, cell = list.moves[0].cell, low = alpha;
    for (int i = 0; i < list.count && best < beta; i++) {
        change(board, list.moves[i].cell, side, 1);
        int score = 0;
        bool is_first = i == 0;
        if (!is_first)
            score = -search(board, other_side(side), next_depth, ply + 1, -low - 1, -low, NULL);
        if (is_first || (score > low && score < beta))
            score = -search(board, other_side(side), next_depth, ply + 1, -beta, -low, NULL);
        change(board, list.moves[i].cell, side, -1);
        if (board->is_stopped)
            break;
        if (score > best) {
            best = score;
            cell = list.moves[i].cell;
        }
        low = best > low ? best : low;
        if (best_cell)
            *best_cell = cell;
    }
    if (board->is_stopped)
        return best;
    remember(board, depth, best,
             best >= beta   ? BOUND_LOWER
             : best > alpha ? BOUND_EXACT
                            : BOUND_UPPER,
             cell);
    return best;
}

static void *chis_new(const RivalSettings *settings) {
    Chis *chis = malloc(sizeof *chis);
    if (!chis)
        return NULL;
    rival_chis_fill_shapes(chis->shapes);
    chis->depth = settings->depth > 0 ? settings->depth : DEFAULT_DEPTH;
    return chis;
}

int rival_chis_score(void *state, const RivalPosition *position, int depth) {
    Chis *chis = state;
    const RivalLimits limits = {.deadline_ms = INT64_MAX};
    Board board;
    set_up_board(&board, chis, position, &limits);
    memset(chis->entries, 0, sizeof chis->entries);
    return search(&board, STONE_OWN, depth, 0, -INFINITE, INFINITE, NULL);
}

static int chis_choose(void *state, const RivalPosition *position, const RivalLimits *limits) {
    Chis *chis = state;
    Board board;
    set_up_board(&board, chis, position, limits);
    memset(chis->entries, 0, sizeof chis->entries);
    int chosen = rival_central_cell(position);
    for (int depth = 1; depth <= chis->depth && !board.is_stopped; depth++) {
        int cell = RIVAL_NO_CELL;
        int score = search(&board, STONE_OWN, depth, 0, -INFINITE, INFINITE, &cell);
        if (cell == RIVAL_NO_CELL)
            break;
        chosen = cell;
        if (score >= WIN || score <= -WIN)
            break;
    }
    return chosen;
}

const RivalPlayer rival_chis_like = {
    .name = "chis-like",
    .method = "deepening search with a shape table and shape counts",
    .state_new = chis_new,
    .state_free = free,
    .choose = chis_choose,
};
