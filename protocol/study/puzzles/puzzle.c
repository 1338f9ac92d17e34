#include "study/puzzles/puzzle.h"

#include "study/judge.h"
#include "study/verify.h"

#include <stdlib.h>
#include <string.h>

static KanameColor other(KanameColor color) {
    return color == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK;
}

int puzzle_level(int moves, uint64_t nodes) {
    return 1 + (moves >= 5) + (moves >= 7) + (nodes >= 1000) + (nodes >= 20000);
}

static int count_fives(const KanameEngine *engine, KanameColor color, KanamePoint *last) {
    int count = 0;
    for (int y = 0; y < kaname_height(engine); y++)
        for (int x = 0; x < kaname_width(engine); x++)
            if (kaname_wins_at(engine, x, y, color)) {
                *last = (KanamePoint){x, y};
                count++;
            }
    return count;
}

static void copy_board(const KanameEngine *engine, Judge *judge) {
    judge_init(judge, kaname_rule(engine), kaname_width(engine), kaname_height(engine));
    for (int y = 0; y < judge->height; y++)
        for (int x = 0; x < judge->width; x++)
            judge->at[y * judge->width + x] = kaname_at(engine, x, y);
}

/* ---- The win ------------------------------------------------------------------------------- */

static KanameStatus solve(KanameEngine *engine, KanameSolveMode mode, const ReviewLimits *limits,
                          KanameSolution *solution) {
    KanameLimits of = kaname_no_limits();
    of.max_nodes = limits->nodes;
    of.turn_ms = limits->turn_ms;
    kaname_clear_hash(engine);
    return kaname_solve(engine, mode, &of, solution);
}

/* Returns how many of the plies of a win are the winner's; the last one, the five, is. */
static int winners_moves(int plies) {
    return (plies + 1) / 2;
}

static void keep(Puzzle *puzzle, ReviewWin kind, const KanameSolution *solution) {
    puzzle->kind = kind;
    puzzle->nodes = solution->nodes;
    puzzle->line.count =
        solution->line_count < REVIEW_LINE_MAX ? solution->line_count : REVIEW_LINE_MAX;
    memcpy(puzzle->line.moves, solution->line, puzzle->line.count * sizeof solution->line[0]);
    puzzle->plies = (int)solution->line_count;
    puzzle->level = puzzle_level(winners_moves(puzzle->plies), puzzle->nodes);
}

static KanameStatus find_win(KanameEngine *engine, const PuzzleRules *rules,
                             KanameSolution *solution, Puzzle *puzzle) {
    KanameStatus status = solve(engine, KANAME_SOLVE_VCF, &rules->limits, solution);
    if (status == KANAME_OK && solution->verdict == KANAME_SOLVE_WIN)
        keep(puzzle, REVIEW_VCF, solution);
    if (status != KANAME_OK || puzzle->kind != REVIEW_NO_WIN || !rules->has_vct)
        return status;
    status = solve(engine, KANAME_SOLVE_VCT, &rules->limits, solution);
    if (status == KANAME_OK && solution->verdict == KANAME_SOLVE_WIN)
        keep(puzzle, REVIEW_VCT, solution);
    return status;
}

/* Plays the win against every legal reply. */
static KanameStatus verify(KanameEngine *engine, const Puzzle *puzzle, bool *holds) {
    Judge *judge = malloc(sizeof *judge);
    if (judge == NULL)
        return KANAME_ERR_MEMORY;
    copy_board(engine, judge);
    bool is_vcf = puzzle->kind == REVIEW_VCF;
    VerifyVerdict verdict = verify_move(engine, judge, is_vcf ? KANAME_SOLVE_VCF : KANAME_SOLVE_VCT,
                                        puzzle->line.moves[0], PUZZLE_PROOF_NODES);
    free(judge);
    *holds = verdict == VERIFY_HOLDS;
    return verdict == VERIFY_MEMORY ? KANAME_ERR_MEMORY : KANAME_OK;
}

/* ---- Other moves --------------------------------------------------------------------------- */

/* Sets `wins` to whether a stone of the side to move makes a four that wins at once or leaves a VCF
 * after the answer. The engine's position is the same on return. */
static KanameStatus four_wins(KanameEngine *engine, KanamePoint move, const ReviewLimits *limits,
                              KanameSolution *solution, bool *wins) {
    KanameColor side = kaname_to_move(engine);
    KanamePoint answer, five;
    *wins = false;
    KanameStatus status = kaname_play(engine, move.x, move.y);
    if (status != KANAME_OK)
        return status;
    int count = count_fives(engine, side, &answer);
    bool is_refuted = count == 0 || count_fives(engine, other(side), &five) > 0;
    if (!is_refuted && count > 1)
        *wins = true;
    if (!is_refuted && count == 1) {
        status = kaname_play(engine, answer.x, answer.y);
        if (status == KANAME_OK)
            status = solve(engine, KANAME_SOLVE_VCF, limits, solution);
        *wins = status == KANAME_OK && solution->verdict != KANAME_SOLVE_NO_WIN;
        (void)kaname_take_back(engine);
    }
    (void)kaname_take_back(engine);
    return status;
}

static KanameStatus other_four_wins(KanameEngine *engine, const PuzzleRules *rules,
                                    const Puzzle *puzzle, KanameSolution *solution, bool *wins) {
    KanamePoint key = puzzle->line.moves[0];
    KanameColor us = kaname_to_move(engine);
    KanameStatus status = KANAME_OK;
    *wins = false;
    for (int y = 0; y < kaname_height(engine) && !*wins; y++)
        for (int x = 0; x < kaname_width(engine) && !*wins && status == KANAME_OK; x++)
            if (kaname_at(engine, x, y) == KANAME_EMPTY && (x != key.x || y != key.y) &&
                !kaname_is_forbidden(engine, x, y, us))
                status = four_wins(engine, (KanamePoint){x, y}, &rules->limits, solution, wins);
    return status;
}

/* Sets `wins` to whether a search without the key move also proves a win. It gets more nodes than
 * the search that found the win, because other wins may be harder to find. */
static KanameStatus other_move_wins(KanameEngine *engine, const PuzzleRules *rules,
                                    const Puzzle *puzzle, bool *wins) {
    KanameLimits limits = kaname_no_limits();
    KanameResult *result = malloc(sizeof *result);
    KanamePoint key = puzzle->line.moves[0];
    if (result == NULL)
        return KANAME_ERR_MEMORY;
    ReviewLimits longer = review_patient(&rules->limits);
    limits.max_nodes = longer.nodes;
    limits.turn_ms = longer.turn_ms;
    kaname_clear_hash(engine);
    KanameStatus status = kaname_exclude(engine, key.x, key.y, true);
    if (status == KANAME_OK)
        status = kaname_think(engine, &limits, NULL, result);
    kaname_exclude_clear(engine);
    *wins = status == KANAME_OK && kaname_score_win_plies(result->score) > 0;
    free(result);
    return status;
}

static KanameStatus check_others(KanameEngine *engine, const PuzzleRules *rules,
                                 KanameSolution *solution, Puzzle *puzzle) {
    bool holds = false, wins = false;
    KanameStatus status = other_four_wins(engine, rules, puzzle, solution, &wins);
    if (status == KANAME_OK && !wins)
        status = other_move_wins(engine, rules, puzzle, &wins);
    if (status == KANAME_OK && !wins)
        status = verify(engine, puzzle, &holds);
    puzzle->is_unique = status == KANAME_OK && !wins && holds;
    return status;
}

KanameStatus puzzle_find(KanameEngine *engine, const PuzzleRules *rules, Puzzle *puzzle) {
    KanamePoint five;
    *puzzle = (Puzzle){.kind = REVIEW_NO_WIN};
    puzzle->has_five =
        count_fives(engine, KANAME_BLACK, &five) + count_fives(engine, KANAME_WHITE, &five) > 0;
    if (puzzle->has_five)
        return KANAME_OK;
    KanameSolution *solution = malloc(sizeof *solution);
    if (solution == NULL)
        return KANAME_ERR_MEMORY;
    KanameStatus status = find_win(engine, rules, solution, puzzle);
    if (status == KANAME_OK && puzzle->kind != REVIEW_NO_WIN &&
        winners_moves(puzzle->plies) >= rules->least_moves)
        status = check_others(engine, rules, solution, puzzle);
    free(solution);
    return status;
}
