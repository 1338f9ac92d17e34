#include "study/puzzles/defence.h"

#include "study/puzzles/probe.h"

#include <stdlib.h>
#include <string.h>

static KanameColor other(KanameColor color) {
    return color == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK;
}

/* What one examination needs; too large for the stack of a thread. */
typedef struct Guard {
    KanameEngine *engine;
    const PuzzleRules *rules;
    KanameColor side; /* that defends */
    KanameSolution solution;
    KanameStone stones[KANAME_MAX_CELLS];
    size_t stone_count;
    Puzzle *puzzle; /* its `firsts` are the moves that hold */
    bool is_full;   /* more of them than a puzzle may have */
    bool is_tried[KANAME_MAX_SIZE][KANAME_MAX_SIZE];
} Guard;

static void list_stones(Guard *guard) {
    const KanameEngine *engine = guard->engine;
    for (int y = 0; y < kaname_height(engine); y++)
        for (int x = 0; x < kaname_width(engine); x++)
            if (kaname_at(engine, x, y) != KANAME_EMPTY)
                guard->stones[guard->stone_count++] = (KanameStone){x, y, kaname_at(engine, x, y)};
}

/* Gives the move to a side. */
static KanameStatus turn_to(Guard *guard, KanameColor side) {
    return kaname_set_position(guard->engine, guard->stones, guard->stone_count, side);
}

static bool is_legal(const Guard *guard, int x, int y) {
    return kaname_at(guard->engine, x, y) == KANAME_EMPTY &&
           !kaname_is_forbidden(guard->engine, x, y, guard->side);
}

/* Solves for the side to move. */
static KanameStatus solve(Guard *guard, const ReviewLimits *limits) {
    KanameSolveMode mode = guard->rules->has_vct ? KANAME_SOLVE_VCT : KANAME_SOLVE_VCF;
    return probe_solve_on(guard->engine, mode, limits, &guard->solution);
}

static void keep_threat(const KanameSolution *solution, ReviewWin win, Puzzle *puzzle) {
    ReviewLine *threat = &puzzle->threat;
    threat->count = solution->line_count < REVIEW_LINE_MAX ? solution->line_count : REVIEW_LINE_MAX;
    memcpy(threat->moves, solution->line, threat->count * sizeof solution->line[0]);
    puzzle->kind = win;
    puzzle->nodes = solution->nodes;
    puzzle->plies = (int)solution->line_count;
    puzzle->level = puzzle_level((puzzle->plies + 1) / 2, puzzle->nodes);
}

/* Looks for the win that the opponent threatens. */
static KanameStatus find_threat(Guard *guard, Puzzle *puzzle) {
    KanameSolution *solution = &guard->solution;
    const ReviewLimits *limits = &guard->rules->limits;
    KanameStatus status = turn_to(guard, other(guard->side));
    if (status == KANAME_OK)
        status = probe_solve(guard->engine, KANAME_SOLVE_VCF, limits, solution);
    if (status == KANAME_OK && solution->verdict == KANAME_SOLVE_WIN) {
        keep_threat(solution, REVIEW_VCF, puzzle);
    } else if (status == KANAME_OK && guard->rules->has_vct) {
        status = probe_solve(guard->engine, KANAME_SOLVE_VCT, limits, solution);
        if (status == KANAME_OK && solution->verdict == KANAME_SOLVE_WIN)
            keep_threat(solution, REVIEW_VCT, puzzle);
    }
    KanameStatus turned = turn_to(guard, guard->side);
    return status != KANAME_OK ? status : turned;
}

static void add_first(Guard *guard, KanamePoint move) {
    Puzzle *puzzle = guard->puzzle;
    int most = guard->rules->most_firsts;
    guard->is_full = puzzle->first_count == (most > 0 ? most : PUZZLE_FIRSTS_MAX);
    if (!guard->is_full)
        puzzle->firsts[puzzle->first_count++] = move;
}

/* Plays the move, and adds it to those that hold if it makes no four and the opponent then has no
 * win that a search finds. */
static KanameStatus try_move(Guard *guard, KanamePoint move) {
    bool *is_tried = &guard->is_tried[move.y][move.x];
    KanamePoint five;
    if (*is_tried || guard->is_full || !is_legal(guard, move.x, move.y))
        return KANAME_OK;
    *is_tried = true;
    KanameStatus status = kaname_play(guard->engine, move.x, move.y);
    if (status != KANAME_OK)
        return status;
    if (probe_fives(guard->engine, guard->side, &five) == 0) {
        status = solve(guard, &guard->rules->limits);
        bool holds = status == KANAME_OK && guard->solution.verdict != KANAME_SOLVE_WIN;
        if (holds)
            add_first(guard, move);
    }
    (void)kaname_take_back(guard->engine);
    return status;
}

/* Tries all moves; those on the points of the threat first, because most defences are there. */
static KanameStatus try_moves(Guard *guard, const ReviewLine *threat) {
    KanameStatus status = KANAME_OK;
    for (size_t i = 0; i < threat->count && status == KANAME_OK; i++)
        status = try_move(guard, threat->moves[i]);
    for (int y = 0; y < kaname_height(guard->engine); y++)
        for (int x = 0; x < kaname_width(guard->engine) && status == KANAME_OK; x++)
            status = try_move(guard, (KanamePoint){x, y});
    return status;
}

/* Sets `holds` to whether longer searches after the moves find no win either. */
static KanameStatus confirm(Guard *guard, bool *holds) {
    ReviewLimits longer = review_patient(&guard->rules->limits);
    const Puzzle *puzzle = guard->puzzle;
    KanameStatus status = KANAME_OK;
    *holds = true;
    for (int i = 0; i < puzzle->first_count && *holds && status == KANAME_OK; i++) {
        status = kaname_play(guard->engine, puzzle->firsts[i].x, puzzle->firsts[i].y);
        if (status != KANAME_OK)
            return status;
        status = solve(guard, &longer);
        *holds = status == KANAME_OK && guard->solution.verdict != KANAME_SOLVE_WIN;
        (void)kaname_take_back(guard->engine);
    }
    return status;
}

/* Sets `wins` to whether the side to move has a win of its own. */
static KanameStatus find_own_win(Guard *guard, bool *wins) {
    KanameStatus status = solve(guard, &guard->rules->limits);
    *wins = status == KANAME_OK && guard->solution.verdict == KANAME_SOLVE_WIN;
    return status;
}

static KanameStatus examine(Guard *guard) {
    Puzzle *puzzle = guard->puzzle;
    bool wins = false;
    list_stones(guard);
    KanameStatus status = find_threat(guard, puzzle);
    bool is_threatened =
        puzzle->kind != REVIEW_NO_WIN && (puzzle->plies + 1) / 2 >= guard->rules->least_moves;
    if (status == KANAME_OK && is_threatened)
        status = find_own_win(guard, &wins);
    if (status != KANAME_OK || !is_threatened || wins)
        return status;
    status = try_moves(guard, &puzzle->threat);
    if (status != KANAME_OK || guard->is_full || puzzle->first_count == 0)
        return status;
    puzzle->line = (ReviewLine){.count = 1, .moves = {puzzle->firsts[0]}};
    return confirm(guard, &puzzle->is_puzzle);
}

KanameStatus puzzle_find_defence(KanameEngine *engine, const PuzzleRules *rules, Puzzle *puzzle) {
    KanamePoint five;
    *puzzle = (Puzzle){.is_defence = true, .kind = REVIEW_NO_WIN};
    puzzle->has_five =
        probe_fives(engine, KANAME_BLACK, &five) + probe_fives(engine, KANAME_WHITE, &five) > 0;
    if (puzzle->has_five)
        return KANAME_OK;
    Guard *guard = calloc(1, sizeof *guard);
    if (guard == NULL)
        return KANAME_ERR_MEMORY;
    guard->engine = engine;
    guard->rules = rules;
    guard->puzzle = puzzle;
    guard->side = kaname_to_move(engine);
    KanameStatus status = examine(guard);
    free(guard);
    return status;
}
