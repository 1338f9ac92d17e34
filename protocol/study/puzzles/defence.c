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
    Puzzle *puzzle; /* its `firsts` are the moves that hold */
    bool is_full;   /* more of them than a puzzle may have */
    bool is_tried[KANAME_MAX_SIZE][KANAME_MAX_SIZE];
} Guard;

static bool is_legal(const Guard *guard, int x, int y) {
    return kaname_at(guard->engine, x, y) == KANAME_EMPTY &&
           !kaname_is_forbidden(guard->engine, x, y, guard->side);
}

/* Solves for the side to move. */
static KanameStatus solve(Guard *guard, const ReviewLimits *limits) {
    KanameSolveMode mode = guard->rules->has_vct ? KANAME_SOLVE_VCT : KANAME_SOLVE_VCF;
    return probe_solve_on(guard->engine, mode, limits, &guard->solution);
}

/* Looks for the win that the opponent threatens. */
static KanameStatus find_threat(Guard *guard, Puzzle *puzzle) {
    KanameStatus status = kaname_set_to_move(guard->engine, other(guard->side));
    if (status == KANAME_OK)
        status =
            puzzle_find_win(guard->engine, guard->rules, &guard->solution, puzzle, &puzzle->threat);
    KanameStatus turned = kaname_set_to_move(guard->engine, guard->side);
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
    KanameStatus status = find_threat(guard, puzzle);
    bool is_threatened = puzzle->kind != REVIEW_NO_WIN &&
                         puzzle_winners_moves(puzzle->plies) >= guard->rules->least_moves;
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
    *puzzle =
        (Puzzle){.is_defence = true, .kind = REVIEW_NO_WIN, .has_five = probe_has_five(engine)};
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
