#include "study/puzzles/puzzle.h"

#include "study/judge.h"
#include "study/puzzles/probe.h"
#include "study/verify.h"

#include <stdlib.h>
#include <string.h>

static KanameColor other(KanameColor color) {
    return color == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK;
}

int puzzle_level(int moves, uint64_t nodes) {
    return 1 + (moves >= 5) + (moves >= 7) + (nodes >= 1000) + (nodes >= 20000);
}

/* ---- The win ------------------------------------------------------------------------------- */

static void keep(ReviewWin kind, const KanameSolution *solution, Puzzle *puzzle, ReviewLine *line) {
    line->count = solution->line_count < REVIEW_LINE_MAX ? solution->line_count : REVIEW_LINE_MAX;
    memcpy(line->moves, solution->line, line->count * sizeof solution->line[0]);
    puzzle->kind = kind;
    puzzle->nodes = solution->nodes;
    puzzle->plies = (int)solution->line_count;
    puzzle->level = puzzle_level(puzzle_winners_moves(puzzle->plies), puzzle->nodes);
}

KanameStatus puzzle_find_win(KanameEngine *engine, const PuzzleRules *rules,
                             KanameSolution *solution, Puzzle *puzzle, ReviewLine *line) {
    puzzle->kind = REVIEW_NO_WIN;
    KanameStatus status = probe_solve(engine, KANAME_SOLVE_VCF, &rules->limits, solution);
    if (status == KANAME_OK && solution->verdict == KANAME_SOLVE_WIN)
        keep(REVIEW_VCF, solution, puzzle, line);
    if (status != KANAME_OK || puzzle->kind != REVIEW_NO_WIN || !rules->has_vct)
        return status;
    status = probe_solve(engine, KANAME_SOLVE_VCT, &rules->limits, solution);
    if (status == KANAME_OK && solution->verdict == KANAME_SOLVE_WIN)
        keep(REVIEW_VCT, solution, puzzle, line);
    return status;
}

/* Plays the win against every legal reply. */
static KanameStatus verify(KanameEngine *engine, const Puzzle *puzzle, bool *holds) {
    Judge *judge = malloc(sizeof *judge);
    if (judge == NULL)
        return KANAME_ERR_MEMORY;
    judge_copy(judge, engine);
    bool is_vcf = puzzle->kind == REVIEW_VCF;
    VerifyVerdict verdict = verify_move(engine, judge, is_vcf ? KANAME_SOLVE_VCF : KANAME_SOLVE_VCT,
                                        puzzle->line.moves[0], PUZZLE_PROOF_NODES);
    free(judge);
    *holds = verdict == VERIFY_HOLDS;
    return verdict == VERIFY_MEMORY ? KANAME_ERR_MEMORY : KANAME_OK;
}

/* ---- Other moves --------------------------------------------------------------------------- */

typedef enum { MOVE_FAILS, MOVE_WINS, MOVE_UNDECIDED } MoveVerdict;

/* Judges a stone of the side to move: whether it makes a four that wins at once or leaves a VCF
 * after the answer. The engine's position is the same on return. */
static KanameStatus judge_four(KanameEngine *engine, KanamePoint move, const ReviewLimits *limits,
                               KanameSolution *solution, MoveVerdict *verdict) {
    KanameColor side = kaname_to_move(engine);
    KanamePoint answer, five;
    *verdict = MOVE_FAILS;
    KanameStatus status = kaname_play(engine, move.x, move.y);
    if (status != KANAME_OK)
        return status;
    int count = probe_fives(engine, side, &answer);
    bool is_refuted = count == 0 || probe_fives(engine, other(side), &five) > 0;
    if (!is_refuted && count > 1)
        *verdict = MOVE_WINS;
    if (!is_refuted && count == 1) {
        status = kaname_play(engine, answer.x, answer.y);
        if (status == KANAME_OK)
            status = probe_solve(engine, KANAME_SOLVE_VCF, limits, solution);
        if (status == KANAME_OK && solution->verdict != KANAME_SOLVE_NO_WIN)
            *verdict = solution->verdict == KANAME_SOLVE_WIN ? MOVE_WINS : MOVE_UNDECIDED;
        (void)kaname_take_back(engine);
    }
    (void)kaname_take_back(engine);
    return status;
}

static bool is_first(const Puzzle *puzzle, int x, int y) {
    for (int i = 0; i < puzzle->first_count; i++)
        if (puzzle->firsts[i].x == x && puzzle->firsts[i].y == y)
            return true;
    return false;
}

/* Adds a winning first move. Returns false if there are then too many for a puzzle. */
static bool add_first(Puzzle *puzzle, const PuzzleRules *rules, KanamePoint move) {
    if (puzzle->first_count >= rules->most_firsts)
        return false;
    puzzle->firsts[puzzle->first_count++] = move;
    return true;
}

/* Adds the fours that win. Clears `is_clear` if there are too many or the searches leave one open.
 */
static KanameStatus add_fours(KanameEngine *engine, const PuzzleRules *rules,
                              KanameSolution *solution, Puzzle *puzzle, bool *is_clear) {
    KanameColor us = kaname_to_move(engine);
    KanameStatus status = KANAME_OK;
    for (int y = 0; y < kaname_height(engine); y++)
        for (int x = 0; x < kaname_width(engine) && *is_clear && status == KANAME_OK; x++) {
            MoveVerdict verdict;
            if (kaname_at(engine, x, y) != KANAME_EMPTY || is_first(puzzle, x, y) ||
                kaname_is_forbidden(engine, x, y, us))
                continue;
            KanamePoint move = {x, y};
            status = judge_four(engine, move, &rules->limits, solution, &verdict);
            if (status == KANAME_OK && verdict != MOVE_FAILS)
                *is_clear = verdict == MOVE_WINS && add_first(puzzle, rules, move);
        }
    return status;
}

/* Searches without the first moves found so far. Sets `wins` to whether another one is proven, and
 * writes it to `move`. */
static KanameStatus search_others(KanameEngine *engine, const Puzzle *puzzle,
                                  const ReviewLimits *of, KanameResult *result, bool *wins) {
    KanameLimits limits = kaname_no_limits();
    limits.max_nodes = of->nodes;
    limits.turn_ms = of->turn_ms;
    kaname_clear_hash(engine);
    KanameStatus status = KANAME_OK;
    for (int i = 0; i < puzzle->first_count && status == KANAME_OK; i++)
        status = kaname_exclude(engine, puzzle->firsts[i].x, puzzle->firsts[i].y, true);
    if (status == KANAME_OK)
        status = kaname_think(engine, &limits, NULL, result);
    kaname_exclude_clear(engine);
    *wins = status == KANAME_OK && kaname_score_win_plies(result->score) > 0;
    return status;
}

/* Adds the other moves that win. The last search gets more nodes than the one that found the win,
 * because other wins may be harder to find. A short one before it finds most of them at a fraction
 * of the cost. */
static KanameStatus add_others(KanameEngine *engine, const PuzzleRules *rules, Puzzle *puzzle,
                               bool *is_clear) {
    enum { SHORT = 8 };
    KanameStatus status = KANAME_OK;
    KanameResult *result = malloc(sizeof *result);
    if (result == NULL)
        return KANAME_ERR_MEMORY;
    ReviewLimits brief = rules->limits, longer = review_patient(&rules->limits);
    brief.nodes /= SHORT;
    bool wins = true;
    while (wins && *is_clear && status == KANAME_OK) {
        wins = false;
        if (brief.nodes > 0)
            status = search_others(engine, puzzle, &brief, result, &wins);
        if (status == KANAME_OK && !wins)
            status = search_others(engine, puzzle, &longer, result, &wins);
        if (wins)
            *is_clear = add_first(puzzle, rules, result->best);
    }
    free(result);
    return status;
}

static KanameStatus check_others(KanameEngine *engine, const PuzzleRules *rules,
                                 KanameSolution *solution, Puzzle *puzzle) {
    bool holds = false, is_clear = true;
    bool counts = rules->most_firsts > 0;
    KanameStatus status = KANAME_OK;
    if (counts) {
        puzzle->firsts[0] = puzzle->line.moves[0];
        puzzle->first_count = 1;
        status = add_fours(engine, rules, solution, puzzle, &is_clear);
    }
    if (counts && status == KANAME_OK && is_clear)
        status = add_others(engine, rules, puzzle, &is_clear);
    if (status == KANAME_OK && is_clear)
        status = verify(engine, puzzle, &holds);
    puzzle->is_puzzle = status == KANAME_OK && is_clear && holds;
    return status;
}

KanameStatus puzzle_find(KanameEngine *engine, const PuzzleRules *rules, Puzzle *puzzle) {
    *puzzle = (Puzzle){.kind = REVIEW_NO_WIN, .has_five = probe_has_five(engine)};
    if (puzzle->has_five)
        return KANAME_OK;
    KanameSolution *solution = malloc(sizeof *solution);
    if (solution == NULL)
        return KANAME_ERR_MEMORY;
    KanameStatus status = puzzle_find_win(engine, rules, solution, puzzle, &puzzle->line);
    if (status == KANAME_OK && puzzle->kind != REVIEW_NO_WIN &&
        puzzle_winners_moves(puzzle->plies) >= rules->least_moves)
        status = check_others(engine, rules, solution, puzzle);
    free(solution);
    return status;
}
