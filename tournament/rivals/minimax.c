/* minimax: alpha-beta over the scorer's shapes, after a search for a forced win.
 *
 * Source: the successors of the two-matrix player (scorer.c), which added a search to its scores.
 *
 * Score: every empty cell has the scorer's level for each side, updated as stones are played and
 * taken back. The score of a position is the sum of the own levels minus the opponent's, each
 * capped at that of a four, because anything higher can still be answered once. A side that can
 * make five has won; a side that faces two such cells has lost; a side that can make an open four
 * or two threats of a five, and faces no five, has practically won. Moves are sorted by five, four,
 * double-three, three, two (of either side) and cut to the best few. Before the search of fixed
 * depth, another search tries only fours and threes and answers them with every move that stops or
 * counters them: first for a forced win of its own, then for one of the opponent, whose first cell
 * it then takes.
 *
 * Blind to: quiet moves that the cut leaves out, wins longer than its depth that need a quiet move,
 * and the shapes that the scorer does not see. Taking the first cell of the opponent's forced win
 * need not stop all other wins. */
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

#include "rivals/players.h"
#include "rivals/scorer.h"

enum {
    DEFAULT_DEPTH = 4,
    WIDTH = 10,
    ATTACK_PLIES = 14,
    ATTACK_NODES = 1000,
    NODES_BETWEEN_CHECKS = 512,
};

/* Levels of scorer.c with a special meaning here. */
enum {
    LEVEL_FIVE = 100000,
    LEVEL_WINNING = 10000, /* open four, double-four, four-three */
    LEVEL_DOUBLE_THREE = 5000,
    LEVEL_FOUR = 500,
    LEVEL_LOW_FOUR = 400,
    LEVEL_LEAST_THREE = 90,
    LEVEL_LEAST_TWO = 9,
};

enum { SCORE_WIN = 10000000, SCORE_NEAR_WIN = 5000000, SCORE_INFINITE = 20000000 };

typedef struct Minimax {
    ScorerTable table;
    int depth;
} Minimax;

/* A position with the shapes and levels of every empty cell. Arrays of two are indexed by side: 0
 * is the player to answer, 1 the opponent. */
typedef struct Board {
    const ScorerTable *table;
    const RivalLimits *limits;
    RivalPosition position;
    int64_t nodes; /* visited so far */
    bool is_stopped;
    int attack_nodes_left;
    uint8_t shapes[2][RIVAL_MAX_CELLS][RIVAL_DIRECTIONS];
    int level[2][RIVAL_MAX_CELLS];
    int fives[2], winning[2]; /* empty cells of LEVEL_FIVE and LEVEL_WINNING */
    int sum[2];               /* of capped levels */
} Board;

static RivalStone stone_of(int side) {
    return side == 0 ? STONE_OWN : STONE_OPPONENT;
}

/* Adds the cell's level to the board's counts, or subtracts it with sign -1. */
static void count_cell(Board *board, int side, int cell, int sign) {
    int level = board->level[side][cell];
    board->sum[side] += sign * (level < LEVEL_FOUR ? level : LEVEL_FOUR);
    board->fives[side] += sign * (level == LEVEL_FIVE);
    board->winning[side] += sign * (level == LEVEL_WINNING);
}

static void refresh_line(Board *board, int cell, int direction) {
    ScorerShape now[2];
    rival_scorer_shapes(board->table, &board->position, cell, direction, now);
    for (int side = 0; side < 2; side++) {
        uint8_t *shapes = board->shapes[side][cell];
        if (shapes[direction] == now[side])
            continue;
        count_cell(board, side, cell, -1);
        shapes[direction] = (uint8_t)now[side];
        board->level[side][cell] = rival_scorer_level(shapes);
        count_cell(board, side, cell, 1);
    }
}

static void refresh_around(Board *board, int cell) {
    const RivalPosition *position = &board->position;
    for (int d = 0; d < RIVAL_DIRECTIONS; d++) {
        for (int step = -4; step <= 4; step++) {
            int x = cell % position->width + step * rival_dx[d];
            int y = cell / position->width + step * rival_dy[d];
            if (step != 0 && rival_at(position, x, y) == STONE_NONE)
                refresh_line(board, y * position->width + x, d);
        }
    }
}

/* A cell keeps its shapes while it is occupied: stones are taken off in reverse order, so when this
 * one is, its surroundings are the same again. */
static void play(Board *board, int side, int cell) {
    RivalPosition *position = &board->position;
    count_cell(board, 0, cell, -1);
    count_cell(board, 1, cell, -1);
    rival_place(position, cell % position->width, cell / position->width, stone_of(side));
    refresh_around(board, cell);
}

static void undo(Board *board, int cell) {
    RivalPosition *position = &board->position;
    rival_take(position, cell % position->width, cell / position->width);
    refresh_around(board, cell);
    count_cell(board, 0, cell, 1);
    count_cell(board, 1, cell, 1);
}

static void set_up_board(Board *board, const ScorerTable *table, const RivalPosition *position,
                         const RivalLimits *limits) {
    *board = (Board){.table = table, .limits = limits, .position = *position};
    for (int cell = 0; cell < rival_cells(position); cell++) {
        if (position->stones[cell] != STONE_NONE)
            continue;
        for (int d = 0; d < RIVAL_DIRECTIONS; d++) {
            ScorerShape both[2];
            rival_scorer_shapes(table, position, cell, d, both);
            board->shapes[0][cell][d] = (uint8_t)both[0];
            board->shapes[1][cell][d] = (uint8_t)both[1];
        }
        for (int side = 0; side < 2; side++) {
            board->level[side][cell] = rival_scorer_level(board->shapes[side][cell]);
            count_cell(board, side, cell, 1);
        }
    }
}

static bool is_stopped(Board *board) {
    if (++board->nodes % NODES_BETWEEN_CHECKS == 0 && rival_must_stop(board->limits))
        board->is_stopped = true;
    return board->is_stopped;
}

/* Returns the first empty cell where the side makes five; there must be one. */
static int find_five(const Board *board, int side) {
    int cell = 0;
    while (board->position.stones[cell] != STONE_NONE || board->level[side][cell] != LEVEL_FIVE)
        cell++;
    return cell;
}

typedef struct Move {
    int cell;
    int key; /* greater = tried earlier */
} Move;

/* Inserts a move in a list of at most `most` moves, best first; drops the last if the list is full.
 */
static void insert_move(Move moves[], int *count, int most, Move move) {
    int at = *count;
    if (*count < most)
        (*count)++;
    else if (moves[--at].key >= move.key)
        return;
    for (; at > 0 && moves[at - 1].key < move.key; at--)
        moves[at] = moves[at - 1];
    moves[at] = move;
}

/* Returns 5 to 0 for five, four, double-three, three, two and nothing. */
static int rank_of(int level) {
    if (level == LEVEL_FIVE)
        return 5;
    if (level == LEVEL_DOUBLE_THREE)
        return 3;
    if (level == LEVEL_WINNING || level == LEVEL_FOUR || level == LEVEL_LOW_FOUR)
        return 4;
    if (level >= LEVEL_LEAST_THREE)
        return 2;
    return level >= LEVEL_LEAST_TWO ? 1 : 0;
}

/* Lists the moves to search for the side, best first. Returns their count. */
static int list_moves(const Board *board, int side, Move moves[WIDTH]) {
    const int rank_step = 10000000; /* more than 32 * 200000, what two levels can add */
    int count = 0;
    for (int cell = 0; cell < rival_cells(&board->position); cell++) {
        if (board->position.stones[cell] != STONE_NONE)
            continue;
        int own = board->level[side][cell], other = board->level[!side][cell];
        int own_rank = rank_of(own), other_rank = rank_of(other);
        int rank = own_rank >= other_rank ? 2 * own_rank + 1 : 2 * other_rank;
        int key = rank * rank_step + 32 * (own + other) -
                  rival_distance_to_middle(&board->position, cell);
        insert_move(moves, &count, WIDTH, (Move){cell, key});
    }
    return count;
}

/* Returns the score of a leaf for the side to move. */
static int evaluate(const Board *board, int side) {
    if (board->fives[!side] > 1)
        return -SCORE_NEAR_WIN;
    if (board->fives[!side] == 0 && board->winning[side] > 0)
        return SCORE_NEAR_WIN;
    return board->sum[side] - board->sum[!side];
}

static int search(Board *board, int side, int depth, int ply, int alpha, int beta) {
    if (is_stopped(board))
        return 0;
    if (board->fives[side] > 0)
        return SCORE_WIN - ply;
    if (depth == 0)
        return evaluate(board, side);
    Move moves[WIDTH];
    int count = list_moves(board, side, moves);
    if (count == 0)
        return 0;
    if (board->fives[!side] > 0)
        count = 1;
    int best = -SCORE_INFINITE;
    for (int i = 0; i < count && best < beta; i++) {
        play(board, side, moves[i].cell);
        int score =
            -search(board, !side, depth - 1, ply + 1, -beta, -(best > alpha ? best : alpha));
        undo(board, moves[i].cell);
        if (score > best)
            best = score;
    }
    return best;
}

/* Searches all moves of the list to the depth and moves the best one to the front; if stopped
 * early, the best of those searched so far, if any. */
static void search_root(Board *board, Move moves[], int count, int depth) {
    int best = -SCORE_INFINITE;
    int best_at = 0;
    for (int i = 0; i < count; i++) {
        play(board, 0, moves[i].cell);
        int score = -search(board, 1, depth - 1, 1, -SCORE_INFINITE, -best);
        undo(board, moves[i].cell);
        if (board->is_stopped)
            break;
        if (score > best) {
            best = score;
            best_at = i;
        }
    }
    Move first = moves[best_at];
    for (; best_at > 0; best_at--)
        moves[best_at] = moves[best_at - 1];
    moves[0] = first;
}

static int attack(Board *board, int side, int plies);

/* Returns whether the attacked side can defend within the given plies. It has no five: the attack
 * stops that first. */
static bool can_defend(Board *board, int side, int plies) {
    assert(board->fives[side] == 0);
    if (plies <= 0)
        return true;
    if (board->fives[!side] > 1)
        return false;
    bool must_stop_five = board->fives[!side] == 1;
    if (!must_stop_five && board->winning[!side] == 0)
        return true;
    /* A move that stops a three is on a cell where the three would become a four; a move that gains
     * time makes a four. */
    for (int cell = 0; cell < rival_cells(&board->position); cell++) {
        if (board->position.stones[cell] != STONE_NONE)
            continue;
        int own = board->level[side][cell], other = board->level[!side][cell];
        if (must_stop_five ? other != LEVEL_FIVE : rank_of(own) < 4 && rank_of(other) < 4)
            continue;
        play(board, side, cell);
        bool is_stopping = attack(board, !side, plies - 1) == RIVAL_NO_CELL;
        undo(board, cell);
        if (is_stopping)
            return true;
    }
    return false;
}

/* Returns the first cell of a win by fours and threes for the side to move, or RIVAL_NO_CELL. */
static int attack(Board *board, int side, int plies) {
    enum { MOST = 16 };
    if (board->fives[side] > 0)
        return find_five(board, side);
    if (plies <= 1 || board->fives[!side] > 1 || board->attack_nodes_left-- <= 0 ||
        is_stopped(board))
        return RIVAL_NO_CELL;
    Move moves[MOST];
    int count = 0;
    for (int cell = 0; cell < rival_cells(&board->position); cell++) {
        int level = board->level[side][cell];
        if (board->position.stones[cell] != STONE_NONE || level < LEVEL_LEAST_THREE)
            continue;
        if (board->fives[!side] == 0 || board->level[!side][cell] == LEVEL_FIVE)
            insert_move(moves, &count, MOST, (Move){cell, level});
    }
    for (int i = 0; i < count; i++) {
        play(board, side, moves[i].cell);
        bool is_stopped_by_other = can_defend(board, !side, plies - 1);
        undo(board, moves[i].cell);
        if (!is_stopped_by_other)
            return moves[i].cell;
    }
    return RIVAL_NO_CELL;
}

/* Looks for the shortest forced win of the side first. */
static int find_forced_win(Board *board, int side) {
    board->attack_nodes_left = ATTACK_NODES;
    for (int plies = 2; plies <= ATTACK_PLIES && board->attack_nodes_left > 0; plies += 2) {
        int cell = attack(board, side, plies);
        if (cell != RIVAL_NO_CELL)
            return cell;
    }
    return RIVAL_NO_CELL;
}

static void *minimax_new(const RivalSettings *settings) {
    Minimax *state = malloc(sizeof *state);
    if (!state)
        return NULL;
    rival_scorer_table_init(&state->table);
    state->depth = settings->depth > 0 ? settings->depth : DEFAULT_DEPTH;
    return state;
}

static int minimax_choose(void *state, const RivalPosition *position, const RivalLimits *limits) {
    const Minimax *minimax = state;
    Board board;
    set_up_board(&board, &minimax->table, position, limits);
    for (int side = 0; side < 2; side++)
        if (board.fives[side] > 0)
            return find_five(&board, side);
    for (int side = 0; side < 2; side++) {
        int cell = find_forced_win(&board, side);
        if (cell != RIVAL_NO_CELL)
            return cell;
    }
    /* The search to half the depth first provides a move if time runs out. */
    Move moves[WIDTH];
    int count = list_moves(&board, 0, moves);
    if (minimax->depth > 1)
        search_root(&board, moves, count, minimax->depth / 2);
    search_root(&board, moves, count, minimax->depth);
    return moves[0].cell;
}

const RivalPlayer rival_minimax = {
    .name = "minimax",
    .method = "alpha-beta on the scorer's levels after a search for forced wins",
    .state_new = minimax_new,
    .state_free = free,
    .choose = minimax_choose,
};
