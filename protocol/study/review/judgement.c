#include "study/review/judgement.h"

#include "games/ending.h"
#include "study/judge.h"

#include <stdlib.h>
#include <string.h>

/* ---- Positions ----------------------------------------------------------------------------- */

static KanameColor other(KanameColor color) {
    return color == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK;
}

ReviewEnd review_end_of(const KanameEngine *engine, KanamePoint move) {
    switch (game_ending_at(engine, move)) {
    case GAME_ENDING_WON:
        return REVIEW_WON;
    case GAME_ENDING_FORBIDDEN:
        return REVIEW_FORBIDDEN;
    case GAME_ENDING_FULL:
        return REVIEW_FULL;
    case GAME_ENDING_NONE:
        break;
    }
    return REVIEW_GOES_ON;
}

/* Returns whether the colour can make five now; sets `five` to the point. */
static bool find_five(const KanameEngine *engine, KanameColor color, KanamePoint *five) {
    for (int y = 0; y < kaname_height(engine); y++)
        for (int x = 0; x < kaname_width(engine); x++)
            if (kaname_wins_at(engine, x, y, color)) {
                *five = (KanamePoint){x, y};
                return true;
            }
    return false;
}

/* ---- Looking ------------------------------------------------------------------------------- */

static void keep_line(ReviewLine *line, const KanamePoint *moves, size_t count) {
    line->count = count < REVIEW_LINE_MAX ? count : REVIEW_LINE_MAX;
    memcpy(line->moves, moves, line->count * sizeof *moves);
}

static KanameLimits limits_of(const ReviewLimits *limits) {
    KanameLimits of = kaname_no_limits();
    of.max_nodes = limits->nodes;
    of.turn_ms = limits->turn_ms;
    return of;
}

/* Replays a win by the rules of the judge. Returns true if each stone is on an empty point and
 * legal, and the last one, of the attacker, and no other makes a five. */
static bool is_line_sound(const KanameEngine *engine, const KanameSolution *solution) {
    Judge judge;
    KanameColor attacker = kaname_to_move(engine), side = attacker;
    judge_copy(&judge, engine);
    for (size_t i = 0; i < solution->line_count; i++, side = other(side)) {
        KanamePoint move = solution->line[i];
        if (!judge_is_empty(&judge, move))
            return false;
        if (judge_wins(&judge, move, side))
            return side == attacker && i + 1 == solution->line_count;
        if (judge_forbids(&judge, move, side))
            return false;
        judge_set(&judge, move, side);
    }
    return false;
}

static KanameStatus solve(KanameEngine *engine, KanameSolveMode mode, const ReviewLimits *limits,
                          ReviewLine *line, bool *is_won, uint64_t *nodes) {
    KanameLimits of = limits_of(limits);
    KanameSolution *solution = malloc(sizeof *solution);
    if (solution == NULL)
        return KANAME_ERR_MEMORY;
    KanameStatus status = kaname_solve(engine, mode, &of, solution);
    *is_won = status == KANAME_OK && solution->verdict == KANAME_SOLVE_WIN &&
              solution->line_count > 0 && is_line_sound(engine, solution);
    if (status == KANAME_OK)
        *nodes += solution->nodes;
    if (*is_won)
        keep_line(line, solution->line, solution->line_count);
    free(solution);
    return status;
}

/* Searches for a VCT first: without a VCT there is no VCF either, unless the limit ended the
 * search. */
static KanameStatus find_threats(KanameEngine *engine, const ReviewLimits *limits, ReviewWin *win,
                                 ReviewLine *line, uint64_t *nodes) {
    ReviewLine fours = {.count = 0};
    bool is_vct = false, is_vcf = false;
    *win = REVIEW_NO_WIN;
    line->count = 0;
    if (find_five(engine, kaname_to_move(engine), &line->moves[0])) {
        *win = REVIEW_FIVE;
        line->count = 1;
        return KANAME_OK;
    }
    kaname_clear_hash(engine);
    KanameStatus status = solve(engine, KANAME_SOLVE_VCT, limits, line, &is_vct, nodes);
    if (status == KANAME_OK)
        status = solve(engine, KANAME_SOLVE_VCF, limits, &fours, &is_vcf, nodes);
    if (status != KANAME_OK)
        return status;
    if (is_vcf)
        *line = fours;
    *win = is_vcf ? REVIEW_VCF : is_vct ? REVIEW_VCT : REVIEW_NO_WIN;
    return KANAME_OK;
}

ReviewLimits review_patient(const ReviewLimits *limits) {
    return (ReviewLimits){.nodes = limits->nodes * REVIEW_PATIENCE,
                          .turn_ms = limits->turn_ms < 0 ? -1 : limits->turn_ms * REVIEW_PATIENCE};
}

KanameStatus review_find_threats(KanameEngine *engine, const ReviewLimits *limits, ReviewWin *win,
                                 ReviewLine *line, uint64_t *nodes) {
    ReviewLimits more = review_patient(limits);
    return find_threats(engine, &more, win, line, nodes);
}

static void win_by_line(const KanameEngine *engine, ReviewView *view) {
    int score = KANAME_SCORE_WIN - (int)view->line.count;
    bool is_proven = kaname_score_win_plies(view->score) > 0;
    view->best = view->line.moves[0];
    view->score = is_proven && view->score > score ? view->score : score;
    view->rate = kaname_win_rate(engine, view->score);
}

KanameStatus review_look(KanameEngine *engine, const ReviewLimits *limits, ReviewView *view) {
    KanamePoint five;
    KanameColor side = kaname_to_move(engine);
    *view = (ReviewView){.win = REVIEW_NO_WIN};
    if (find_five(engine, side, &five)) {
        view->win = REVIEW_FIVE;
        keep_line(&view->line, &five, 1);
        win_by_line(engine, view);
        return KANAME_OK;
    }
    view->is_forced = find_five(engine, other(side), &five);
    KanameLimits of = limits_of(limits);
    of.exact_time = kaname_stone_count(engine) == 0; /* searches an empty board too */
    KanameResult result;
    kaname_clear_hash(engine);
    KanameStatus status = kaname_think(engine, &of, NULL, &result);
    if (status != KANAME_OK)
        return status;
    view->best = result.best;
    view->score = result.score;
    view->rate = kaname_win_rate(engine, result.score);
    view->depth = result.depth;
    view->nodes = result.nodes;
    keep_line(&view->line, result.pv, result.pv_count);
    int plies = kaname_score_win_plies(result.score);
    if (plies < 0)
        return KANAME_OK;
    ReviewLine line = {.count = 0};
    ReviewLimits of_threats = plies > 0 ? review_patient(limits) : *limits;
    status = find_threats(engine, &of_threats, &view->win, &line, &view->nodes);
    if (status == KANAME_OK && view->win != REVIEW_NO_WIN) {
        view->line = line;
        win_by_line(engine, view);
    } else if (plies > 0) {
        view->win = REVIEW_OTHER;
    }
    return status;
}

/* ---- Proofs -------------------------------------------------------------------------------- */

static bool are_equal(KanamePoint a, KanamePoint b) {
    return a.x == b.x && a.y == b.y;
}

static bool is_won(const ReviewView *view) {
    return view->win != REVIEW_NO_WIN;
}

static bool is_lost(const ReviewView *view) {
    return kaname_score_win_plies(view->score) < 0;
}

bool review_is_proven(const ReviewView *view) {
    return is_won(view) || is_lost(view);
}

const ReviewView *review_better_look(const ReviewView *view, const ReviewView *longer) {
    return review_is_proven(longer) || !review_is_proven(view) ? longer : view;
}

/* Proves the view after `done` moves of the line, `plies` before the five. */
static void prove(ReviewView *view, const ReviewLine *line, size_t done, int plies, ReviewWin win) {
    int score = KANAME_SCORE_WIN - plies;
    view->win = win != REVIEW_NO_WIN && plies == 1 ? REVIEW_FIVE : win;
    view->score = win != REVIEW_NO_WIN ? score : -score;
    view->rate = win != REVIEW_NO_WIN ? 1 : 0;
    view->best = line->moves[done];
    keep_line(&view->line, line->moves + done, line->count - done);
}

void review_carry_win(ReviewView *views, const KanamePoint *moves, size_t count) {
    const ReviewView *from = views;
    const ReviewLine *line = &from->line;
    int plies = abs(kaname_score_win_plies(from->score));
    if (!review_is_proven(from))
        return;
    if (plies < (int)line->count) /* a shorter win of the search has another line */
        plies = (int)line->count;
    ReviewWin kind = is_won(from) ? from->win : REVIEW_OTHER;
    bool wins = is_won(from);
    for (size_t i = 0; i < count && i + 1 < line->count; i++) {
        ReviewView *view = &views[i + 1];
        wins = !wins;
        if (!are_equal(moves[i], line->moves[i]) || (wins ? is_lost(view) : is_won(view)))
            return;
        if (!review_is_proven(view))
            prove(view, line, i + 1, plies - (int)i - 1, wins ? kind : REVIEW_NO_WIN);
    }
}

void review_take_proof(ReviewView *view, const ReviewView *longer) {
    uint64_t nodes = view->nodes;
    if (review_is_proven(view) || !review_is_proven(longer))
        return;
    *view = *longer;
    view->nodes = nodes; /* those of the longer look are counted with it */
}

/* ---- Judging ------------------------------------------------------------------------------- */

/* Returns the win rate that the played move leaves, for the side that plays it: none if the
 * opponent has a proven win then, whatever the search says. */
static double rate_of_played(const ReviewCase *of) {
    if (of->end == REVIEW_WON)
        return 1;
    if (of->end == REVIEW_FORBIDDEN)
        return 0;
    if (of->end == REVIEW_FULL || of->after == NULL)
        return 0.5;
    return of->after->win != REVIEW_NO_WIN ? 0 : 1 - of->after->rate;
}

/* Returns that of the best move: the lower of the rates by the searches before and after it, so
 * that a move is blamed only for a loss that a search of the same depth confirms. */
static double rate_of_best(const ReviewCase *of) {
    double rate = of->before->rate, behind = of->better != NULL ? 1 - of->better->rate : rate;
    if (of->better_ends && of->before->win == REVIEW_NO_WIN)
        behind = 0.5;
    return behind < rate ? behind : rate;
}

bool review_needs_better(const ReviewCase *of) {
    if (of->end == REVIEW_WON || are_equal(of->played, of->before->best) ||
        kaname_score_win_plies(of->before->score) != 0)
        return false;
    return of->before->rate - rate_of_played(of) >= REVIEW_GOOD_LOSS;
}

static bool allows_win(const ReviewCase *of) {
    return of->end == REVIEW_GOES_ON && of->after != NULL && of->after->win != REVIEW_NO_WIN &&
           !is_lost(of->before) && !are_equal(of->played, of->before->best) &&
           rate_of_best(of) >= REVIEW_GOOD_LOSS;
}

bool review_needs_threat(const ReviewCase *of) {
    return allows_win(of);
}

static ReviewGrade grade_of(double loss) {
    return loss >= REVIEW_BLUNDER_LOSS      ? REVIEW_BLUNDER
           : loss >= REVIEW_MISTAKE_LOSS    ? REVIEW_MISTAKE
           : loss >= REVIEW_INACCURACY_LOSS ? REVIEW_INACCURACY
           : loss >= REVIEW_GOOD_LOSS       ? REVIEW_GOOD
                                            : REVIEW_BEST;
}

/* Returns whether there was a win and the move does not keep a proven win. */
static bool misses_win(const ReviewCase *of) {
    bool is_kept = of->end == REVIEW_WON || are_equal(of->played, of->before->best) ||
                   (of->end != REVIEW_FORBIDDEN && of->after != NULL && is_lost(of->after));
    return of->before->win != REVIEW_NO_WIN && !is_kept;
}

bool review_needs_patience(const ReviewCase *of) {
    bool is_doubted =
        of->better != NULL && rate_of_best(of) - rate_of_played(of) >= REVIEW_INACCURACY_LOSS;
    return is_doubted || (misses_win(of) && of->end == REVIEW_GOES_ON);
}

void review_judge(const ReviewCase *of, ReviewMove *move) {
    const ReviewView *before = of->before;
    bool is_best = are_equal(of->played, before->best) && of->end != REVIEW_FORBIDDEN;
    *move = (ReviewMove){.played = of->played, .best = before->best};
    move->best_rate = rate_of_best(of);
    move->played_rate = is_best ? move->best_rate : rate_of_played(of);
    double loss = move->best_rate - move->played_rate;
    move->loss = loss > 0 ? loss : 0;
    move->grade = grade_of(move->loss);
    move->line = before->line;
    if (of->after != NULL)
        move->reply = of->after->line;
    if (before->is_forced)
        move->notes |= REVIEW_NOTE_ONLY_MOVE;
    if (of->end == REVIEW_FORBIDDEN)
        move->notes |= REVIEW_NOTE_FORBIDDEN;
    if (misses_win(of)) {
        move->notes |= REVIEW_NOTE_MISSED_WIN;
        move->missed = before->win;
        if (move->grade < REVIEW_INACCURACY)
            move->grade = REVIEW_INACCURACY;
    }
    if (allows_win(of)) {
        bool was_there = of->threat != REVIEW_NO_WIN;
        move->notes |= was_there ? REVIEW_NOTE_OVERLOOKED : REVIEW_NOTE_ALLOWED_WIN;
        move->allowed = of->after->win;
    }
}

/* ---- Names --------------------------------------------------------------------------------- */

const char *review_grade_name(ReviewGrade grade) {
    static const char *const names[REVIEW_GRADES] = {"best", "good", "inaccuracy", "mistake",
                                                     "blunder"};
    return names[grade];
}

const char *review_grade_sign(ReviewGrade grade) {
    static const char *const signs[REVIEW_GRADES] = {"", "", "?!", "?", "??"};
    return signs[grade];
}

const char *review_win_name(ReviewWin win) {
    static const char *const names[REVIEW_WINS] = {"", "five", "VCF", "VCT", "win"};
    return names[win];
}
