/* patterns: alpha-beta over a sum of pattern scores of all stones.
 *
 * Source: an engine written to teach game programming, 2023.
 *
 * Score: each stone is matched on its four lines against patterns of one to four stones in five or
 * six cells (patterns.h); a line adds the score of its best pattern. Two open threes through one
 * stone add three further open fours; a four with an open three, or two fours, add two. The score
 * of the board is the sum over the own stones minus the sum over the opponent's. Under renju a
 * black stone with two threes, two fours or an overline, and no five, adds nothing. A move updates
 * only the shapes of the stones on its lines; the sums of leaves are cached by the Zobrist key of
 * the position. (Zobrist, "A New Hashing Method with Application for Game Playing", 1970.) Moves
 * are the cells within two of a stone, the most promising few of them.
 *
 * Blind to: the side to move at a leaf, where its open three practically wins; wins beyond its
 * depth, because it has no threat search; that a foul loses the game and not only the value of a
 * stone; and whether a legal move could turn a three into a four. */
#include "rivals/patterns.h"

#include <stdlib.h>
#include <string.h>

#include "rivals/players.h"

enum { SIDE_CELLS = 4, NEIGHBOURS = 2 * SIDE_CELLS, WINDOW = NEIGHBOURS + 1 };
enum { CELL_EMPTY, CELL_OWN, CELL_SHUT };
enum { FIVE_CELLS = 5, SIX_CELLS = 6 };

enum {
    DEFAULT_DEPTH = 4,
    WIDTH = 10,
    NEAR = 2, /* distance from a stone within which moves are searched */
    CACHE_BITS = 16,
    NODES_BETWEEN_CHECKS = 512,
};

enum { SCORE_WIN = 100000000, SCORE_INFINITE = 200000000 };

static const int shape_scores[PATTERNS_SHAPES] = {
    [PATTERNS_NONE] = 0,          [PATTERNS_SLEEPING_ONE] = 0, [PATTERNS_OPEN_ONE] = 20,
    [PATTERNS_SLEEPING_TWO] = 20, [PATTERNS_OPEN_TWO] = 120,   [PATTERNS_SLEEPING_THREE] = 120,
    [PATTERNS_OPEN_THREE] = 720,  [PATTERNS_FOUR] = 720,       [PATTERNS_OPEN_FOUR] = 4320,
    [PATTERNS_FIVE] = 50000,      [PATTERNS_OVERLINE] = 50000,
};
enum { OPEN_FOUR_SCORE = 4320 };

/* Returns the number of own stones in `length` cells of a window; -1 if another stone or a wall is
 * there. */
static int count_stretch(const int cells[WINDOW], int from, int length) {
    int count = 0;
    for (int i = from; i < from + length; i++) {
        if (cells[i] == CELL_SHUT)
            return -1;
        count += cells[i] == CELL_OWN;
    }
    return count;
}

static PatternsShape match_window(const int cells[WINDOW]) {
    static const PatternsShape by_five_cells[FIVE_CELLS + 1] = {
        PATTERNS_NONE,           PATTERNS_SLEEPING_ONE, PATTERNS_SLEEPING_TWO,
        PATTERNS_SLEEPING_THREE, PATTERNS_FOUR,         PATTERNS_FIVE};
    static const PatternsShape by_six_cells[FIVE_CELLS] = {PATTERNS_NONE, PATTERNS_OPEN_ONE,
                                                           PATTERNS_OPEN_TWO, PATTERNS_OPEN_THREE,
                                                           PATTERNS_OPEN_FOUR};
    PatternsShape best = PATTERNS_NONE;
    for (int from = 0; from + FIVE_CELLS <= WINDOW; from++) {
        int count = count_stretch(cells, from, FIVE_CELLS);
        if (count > 0 && by_five_cells[count] > best)
            best = by_five_cells[count];
    }
    /* The middle stone is one of the inner four of the stretch. */
    for (int from = 0; from + SIX_CELLS <= WINDOW; from++) {
        int count = count_stretch(cells, from, SIX_CELLS);
        bool has_free_ends = cells[from] == CELL_EMPTY && cells[from + SIX_CELLS - 1] == CELL_EMPTY;
        if (count > 0 && has_free_ends && by_six_cells[count] > best)
            best = by_six_cells[count];
    }
    return best;
}

void rival_patterns_table_init(PatternsTable *table) {
    for (int window = 0; window < PATTERNS_WINDOWS; window++) {
        int cells[WINDOW];
        int rest = window;
        for (int i = 0; i < WINDOW; i++) {
            cells[i] = i == SIDE_CELLS ? CELL_OWN : rest % 3;
            rest /= i == SIDE_CELLS ? 1 : 3;
        }
        table->shapes[window] = (uint8_t)match_window(cells);
    }
}

static bool is_overline(const RivalPosition *position, int x, int y, int direction,
                        RivalStone side) {
    int length = 1;
    for (int sign = -1; sign <= 1; sign += 2)
        for (int step = sign; rival_at(position, x + step * rival_dx[direction],
                                       y + step * rival_dy[direction]) == side;
             step += sign)
            length++;
    return length > FIVE_CELLS;
}

/* Returns the shape that would hold a stone of `side` (STONE_OWN or STONE_OPPONENT) on the cell in
 * a direction 0..RIVAL_DIRECTIONS-1. Ignores the content of the cell itself. */
static PatternsShape shape_at(const PatternsTable *table, const RivalPosition *position, int cell,
                              int direction, RivalStone side) {
    int x = cell % position->width, y = cell / position->width;
    int window = 0;
    for (int step = SIDE_CELLS; step >= -SIDE_CELLS; step--) {
        if (step == 0)
            continue;
        RivalStone stone =
            rival_at(position, x + step * rival_dx[direction], y + step * rival_dy[direction]);
        window *= 3;
        if (stone != STONE_NONE)
            window += stone == side ? CELL_OWN : CELL_SHUT;
    }
    PatternsShape shape = (PatternsShape)table->shapes[window];
    if (shape == PATTERNS_FIVE && is_overline(position, x, y, direction, side))
        return PATTERNS_OVERLINE;
    return shape;
}

int rival_patterns_stone_score(const uint8_t shapes[RIVAL_DIRECTIONS], bool can_foul) {
    int count[PATTERNS_SHAPES] = {0};
    int score = 0;
    for (int d = 0; d < RIVAL_DIRECTIONS; d++) {
        count[shapes[d]]++;
        score += shape_scores[shapes[d]];
    }
    int fours = count[PATTERNS_FOUR] + count[PATTERNS_OPEN_FOUR];
    int threes = count[PATTERNS_OPEN_THREE];
    if (can_foul && count[PATTERNS_FIVE] == 0 &&
        (threes > 1 || fours > 1 || count[PATTERNS_OVERLINE] > 0))
        return 0;
    if (threes > 1)
        score += 3 * OPEN_FOUR_SCORE;
    if (fours > 1 || (fours > 0 && threes > 0))
        score += 2 * OPEN_FOUR_SCORE;
    return score;
}

/* Returns the side of Black, who made the first move: STONE_OWN, which is to move, unless it has
 * fewer stones than the opponent. */
static RivalStone find_black(const RivalPosition *position) {
    int own = 0;
    for (int i = 0; i < position->count; i++)
        own += position->stones[position->order[i]] == STONE_OWN;
    return 2 * own >= position->count ? STONE_OWN : STONE_OPPONENT;
}

static RivalStone find_fouling_side(const RivalPosition *position) {
    return position->rule == RIVAL_RULE_RENJU ? find_black(position) : STONE_NONE;
}

int rival_patterns_board_score(const PatternsTable *table, const RivalPosition *position) {
    RivalStone fouling = find_fouling_side(position);
    int score = 0;
    for (int i = 0; i < position->count; i++) {
        int cell = position->order[i];
        RivalStone side = (RivalStone)position->stones[cell];
        uint8_t shapes[RIVAL_DIRECTIONS];
        for (int d = 0; d < RIVAL_DIRECTIONS; d++)
            shapes[d] = (uint8_t)shape_at(table, position, cell, d, side);
        int stone_score = rival_patterns_stone_score(shapes, side == fouling);
        score += side == STONE_OWN ? stone_score : -stone_score;
    }
    return score;
}

typedef struct Leaf {
    uint64_t key; /* 0 = empty; a position has this key with a chance of 2^-64 */
    int score;    /* for STONE_OWN */
} Leaf;

typedef struct Patterns {
    PatternsTable table;
    int depth;
    Leaf leaves[1 << CACHE_BITS];
} Patterns;

typedef struct Board {
    Patterns *patterns;
    const RivalLimits *limits;
    RivalPosition position;
    RivalStone fouling; /* the side bound by fouls, STONE_NONE for none */
    uint64_t key;
    int64_t nodes;
    bool is_stopped;
    uint8_t shapes[RIVAL_MAX_CELLS][RIVAL_DIRECTIONS]; /* of the stones on the board */
} Board;

static RivalStone other_side(RivalStone side) {
    return side == STONE_OWN ? STONE_OPPONENT : STONE_OWN;
}

static void match_stone(Board *board, int cell, int direction) {
    RivalStone side = (RivalStone)board->position.stones[cell];
    board->shapes[cell][direction] =
        (uint8_t)shape_at(&board->patterns->table, &board->position, cell, direction, side);
}

/* Matches the stones whose windows contain the cell. */
static void match_around(Board *board, int cell) {
    const RivalPosition *position = &board->position;
    for (int d = 0; d < RIVAL_DIRECTIONS; d++) {
        for (int step = -SIDE_CELLS; step <= SIDE_CELLS; step++) {
            int x = cell % position->width + step * rival_dx[d];
            int y = cell / position->width + step * rival_dy[d];
            RivalStone stone = rival_at(position, x, y);
            if (stone == STONE_OWN || stone == STONE_OPPONENT)
                match_stone(board, y * position->width + x, d);
        }
    }
}

static void play(Board *board, int cell, RivalStone side) {
    RivalPosition *position = &board->position;
    rival_place(position, cell % position->width, cell / position->width, side);
    board->key ^= rival_stone_key(cell, side);
    match_around(board, cell);
}

static void undo(Board *board, int cell, RivalStone side) {
    RivalPosition *position = &board->position;
    rival_take(position, cell % position->width, cell / position->width);
    board->key ^= rival_stone_key(cell, side);
    match_around(board, cell);
}

/* Returns the score of a leaf for the side. */
static int evaluate(Board *board, RivalStone side) {
    const RivalPosition *position = &board->position;
    Leaf *leaf = &board->patterns->leaves[board->key & ((1u << CACHE_BITS) - 1)];
    if (leaf->key != board->key) {
        leaf->key = board->key;
        leaf->score = 0;
        for (int i = 0; i < position->count; i++) {
            int cell = position->order[i];
            RivalStone stone = (RivalStone)position->stones[cell];
            int score = rival_patterns_stone_score(board->shapes[cell], stone == board->fouling);
            leaf->score += stone == STONE_OWN ? score : -score;
        }
    }
    return side == STONE_OWN ? leaf->score : -leaf->score;
}

static bool has_stone_near(const RivalPosition *position, int cell) {
    for (int dy = -NEAR; dy <= NEAR; dy++) {
        for (int dx = -NEAR; dx <= NEAR; dx++) {
            RivalStone stone =
                rival_at(position, cell % position->width + dx, cell / position->width + dy);
            if (stone == STONE_OWN || stone == STONE_OPPONENT)
                return true;
        }
    }
    return false;
}

typedef struct Move {
    int cell;
    int promise; /* greater = tried earlier */
} Move;

/* Returns the score that a stone of the side on the empty cell would add by itself. */
static int promise_of(const Board *board, int cell, RivalStone side) {
    uint8_t shapes[RIVAL_DIRECTIONS];
    for (int d = 0; d < RIVAL_DIRECTIONS; d++)
        shapes[d] = (uint8_t)shape_at(&board->patterns->table, &board->position, cell, d, side);
    return rival_patterns_stone_score(shapes, side == board->fouling);
}

/* Lists the most promising moves of the side, best first. Returns their count. */
static int list_moves(const Board *board, RivalStone side, Move moves[WIDTH]) {
    int count = 0;
    for (int cell = 0; cell < rival_cells(&board->position); cell++) {
        if (board->position.stones[cell] != STONE_NONE || !has_stone_near(&board->position, cell))
            continue;
        /* The own gain counts a quarter more: to complete a four comes before stopping one. */
        int promise =
            promise_of(board, cell, side) * 5 / 4 + promise_of(board, cell, other_side(side));
        int at = count;
        if (count < WIDTH)
            count++;
        else if (moves[--at].promise >= promise)
            continue;
        for (; at > 0 && moves[at - 1].promise < promise; at--)
            moves[at] = moves[at - 1];
        moves[at] = (Move){cell, promise};
    }
    return count;
}

static int search(Board *board, RivalStone side, int depth, int alpha, int beta);

/* Returns the score of a move for the side that makes it; earlier wins score higher. */
static int score_after(Board *board, int cell, RivalStone side, int depth, int alpha, int beta) {
    if (rival_makes_five(&board->position, cell, side))
        return SCORE_WIN + depth;
    play(board, cell, side);
    int score = -search(board, other_side(side), depth - 1, -beta, -alpha);
    undo(board, cell, side);
    return score;
}

static int search(Board *board, RivalStone side, int depth, int alpha, int beta) {
    if (++board->nodes % NODES_BETWEEN_CHECKS == 0 && rival_must_stop(board->limits))
        board->is_stopped = true;
    if (board->is_stopped)
        return 0;
    if (depth == 0)
        return evaluate(board, side);
    Move moves[WIDTH];
    int count = list_moves(board, side, moves);
    int best = count > 0 ? -SCORE_INFINITE : 0;
    for (int i = 0; i < count && best < beta; i++) {
        int score =
            score_after(board, moves[i].cell, side, depth, best > alpha ? best : alpha, beta);
        if (score > best)
            best = score;
    }
    return best;
}

static void *patterns_new(const RivalSettings *settings) {
    Patterns *patterns = malloc(sizeof *patterns);
    if (!patterns)
        return NULL;
    rival_patterns_table_init(&patterns->table);
    patterns->depth = settings->depth > 0 ? settings->depth : DEFAULT_DEPTH;
    return patterns;
}

static int patterns_choose(void *state, const RivalPosition *position, const RivalLimits *limits) {
    Patterns *patterns = state;
    Board board = {.patterns = patterns,
                   .limits = limits,
                   .position = *position,
                   .fouling = find_fouling_side(position)};
    memset(patterns->leaves, 0, sizeof patterns->leaves);
    for (int i = 0; i < position->count; i++) {
        int cell = position->order[i];
        board.key ^= rival_stone_key(cell, (RivalStone)position->stones[cell]);
        for (int d = 0; d < RIVAL_DIRECTIONS; d++)
            match_stone(&board, cell, d);
    }
    Move moves[WIDTH];
    int count = list_moves(&board, STONE_OWN, moves);
    if (count == 0)
        return rival_central_cell(position);
    int best = -SCORE_INFINITE;
    int best_cell = moves[0].cell;
    for (int i = 0; i < count; i++) {
        int score =
            score_after(&board, moves[i].cell, STONE_OWN, patterns->depth, best, SCORE_INFINITE);
        if (board.is_stopped)
            break;
        if (score > best) {
            best = score;
            best_cell = moves[i].cell;
        }
    }
    return best_cell;
}

const RivalPlayer rival_patterns = {
    .name = "patterns",
    .method = "alpha-beta on a sum of pattern scores of all stones",
    .state_new = patterns_new,
    .state_free = free,
    .choose = patterns_choose,
};
