/* A review proceeds in steps: first a look at each position of the game, then a judgement of each
 * move, which may need looks at the positions after the better move and after it. */
#include "study/review/judgement.h"

#include "web/handlers/answer.h"
#include "web/handlers/handlers.h"

#include <stdlib.h>

enum { NODES_DEFAULT = 20000 /* of a look */ };

/* The game of the request, and its moves. */
typedef struct Reviewed {
    WebDesk *desk;
    Game game;
    size_t count; /* moves; move i is node i + 1 */
    ReviewLimits limits;
} Reviewed;

static KanameStatus set_up(const Reviewed *reviewed, size_t index) {
    return desk_set_position(reviewed->desk, &reviewed->game, (uint32_t)index);
}

/* Returns how the move ends the game; the thinker's position must be the one before it. */
static ReviewEnd end_of(const Reviewed *reviewed, size_t index) {
    const GameNode *node = &reviewed->game.nodes[index + 1];
    return node->is_pass ? REVIEW_GOES_ON : review_end_of(reviewed->desk->thinker, node->move);
}

static bool is_over(ReviewEnd end) {
    return end == REVIEW_WON || end == REVIEW_FULL;
}

/* ---- Proofs -------------------------------------------------------------------------------- */

/* Carries the proofs of the positions before `end` along the game, up to it. The rates that the
 * page already has for its graph stay. */
static void carry_proofs(const Reviewed *reviewed, size_t end) {
    for (size_t i = 0; i < end; i++) {
        KanamePoint moves[REVIEW_LINE_MAX];
        size_t count = 0;
        for (size_t at = i; at < end && count < REVIEW_LINE_MAX; at++) {
            const GameNode *node = &reviewed->game.nodes[at + 1];
            if (node->is_pass || node->setup_count > 0)
                break;
            moves[count++] = node->move;
        }
        review_carry_win(&reviewed->desk->views[i], moves, count);
    }
}

/* ---- Looks --------------------------------------------------------------------------------- */

static KanameStatus answer_look(const Reviewed *reviewed, size_t index, FILE *answer) {
    ReviewView *view = &reviewed->desk->views[index];
    KanameEngine *engine = reviewed->desk->thinker;
    KanameStatus status = KANAME_OK;
    if (index > 0) {
        status = set_up(reviewed, index - 1);
        if (status == KANAME_OK && is_over(end_of(reviewed, index - 1)))
            return KANAME_OK;
    }
    if (status == KANAME_OK)
        status = set_up(reviewed, index);
    if (status == KANAME_OK)
        status = review_look(engine, &reviewed->limits, view);
    if (status != KANAME_OK)
        return status;
    carry_proofs(reviewed, index);
    bool is_black = kaname_to_move(engine) == KANAME_BLACK;
    fprintf(answer, ",\"look\":%zu,\"black_rate\":%.4f,\"score\":%d,\"plies\":%d,\"depth\":%d",
            index, is_black ? view->rate : 1 - view->rate, view->score,
            kaname_score_win_plies(view->score), view->depth);
    return KANAME_OK;
}

/* ---- Judgements ---------------------------------------------------------------------------- */

/* Views of the positions after both moves, which a first look alone does not judge. */
typedef struct Doubt {
    ReviewView better, after;
} Doubt;

/* Looks at the position after the better move. */
static KanameStatus look_behind(const Reviewed *reviewed, size_t index, const ReviewLimits *limits,
                                ReviewCase *of, ReviewView *better) {
    KanameEngine *engine = reviewed->desk->thinker;
    KanamePoint best = of->before->best;
    KanameStatus status = set_up(reviewed, index);
    if (status != KANAME_OK)
        return status;
    of->better_ends = review_end_of(engine, best) != REVIEW_GOES_ON;
    if (of->better_ends)
        return KANAME_OK;
    status = kaname_play(engine, best.x, best.y);
    if (status == KANAME_OK)
        status = review_look(engine, limits, better);
    of->better = better;
    return status;
}

/* Looks at the position after the better move if the move played seems worse and, before it is
 * blamed, longer at the positions after both moves. */
static KanameStatus compare(const Reviewed *reviewed, size_t index, ReviewCase *of, Doubt *doubt) {
    KanameStatus status = KANAME_OK;
    bool has_better = review_needs_better(of);
    if (has_better)
        status = look_behind(reviewed, index, &reviewed->limits, of, &doubt->better);
    if (status != KANAME_OK || !review_needs_patience(of))
        return status;
    ReviewLimits longer = review_patient(&reviewed->limits);
    if (has_better)
        status = look_behind(reviewed, index, &longer, of, &doubt->better);
    if (status != KANAME_OK || of->end != REVIEW_GOES_ON)
        return status;
    status = set_up(reviewed, index + 1);
    if (status == KANAME_OK)
        status = review_look(reviewed->desk->thinker, &longer, &doubt->after);
    if (status != KANAME_OK)
        return status;
    of->after = review_better_look(of->after, &doubt->after);
    review_take_proof(&reviewed->desk->views[index + 1], &doubt->after);
    carry_proofs(reviewed, reviewed->count);
    return KANAME_OK;
}

/* Looks for the opponent's threats before the move. */
static KanameStatus look_for_threat(const Reviewed *reviewed, size_t index, ReviewCase *of) {
    KanameEngine *engine = reviewed->desk->thinker;
    ReviewView threat = {.win = REVIEW_NO_WIN};
    KanameStatus status = desk_set_other(reviewed->desk, &reviewed->game, (uint32_t)index);
    if (status == KANAME_OK)
        status = review_find_threats(engine, &reviewed->limits, &threat.win, &threat.line,
                                     &threat.nodes);
    if (status == KANAME_OK)
        of->threat = threat.win;
    return status;
}

static void answer_move(const Reviewed *reviewed, size_t index, const ReviewMove *move,
                        FILE *answer) {
    static const char *const notes[] = {"missed", "overlooked", "allowed", "forbidden", "only"};
    int height = reviewed->game.height;
    fprintf(answer, ",\"move\":%zu,\"grade\":\"%s\",\"loss\":%.4f,\"best_rate\":%.4f,", index,
            review_grade_name(move->grade), move->loss, move->best_rate);
    answer_points(answer, "best", &move->best, 1, height);
    putc(',', answer);
    answer_points(answer, "line", move->line.moves, move->line.count, height);
    putc(',', answer);
    answer_points(answer, "reply", move->reply.moves, move->reply.count, height);
    fprintf(answer, ",\"missed_win\":\"%s\",\"allowed_win\":\"%s\",\"notes\":\"",
            review_win_name(move->missed), review_win_name(move->allowed));
    const char *separator = "";
    for (unsigned i = 0; i < sizeof notes / sizeof notes[0]; i++) {
        if ((move->notes & 1U << i) != 0) {
            fprintf(answer, "%s%s", separator, notes[i]);
            separator = " ";
        }
    }
    putc('"', answer);
}

static KanameStatus answer_judgement(const Reviewed *reviewed, size_t index, FILE *answer) {
    const ReviewView *views = reviewed->desk->views;
    const GameNode *node = &reviewed->game.nodes[index + 1];
    KanameStatus status = set_up(reviewed, index);
    if (status != KANAME_OK || node->is_pass || node->setup_count > 0)
        return status;
    ReviewEnd end = end_of(reviewed, index);
    ReviewCase of = {.played = node->move,
                     .end = end,
                     .before = &views[index],
                     .after = is_over(end) ? NULL : &views[index + 1]};
    Doubt doubt;
    status = compare(reviewed, index, &of, &doubt);
    if (status == KANAME_OK && review_needs_threat(&of))
        status = look_for_threat(reviewed, index, &of);
    if (status != KANAME_OK)
        return status;
    ReviewMove move;
    review_judge(&of, &move);
    answer_move(reviewed, index, &move, answer);
    return KANAME_OK;
}

/* ---- Steps --------------------------------------------------------------------------------- */

static KanameStatus answer_step(Reviewed *reviewed, size_t step, FILE *answer) {
    WebDesk *desk = reviewed->desk;
    size_t steps = 2 * reviewed->count + 1;
    if (step == 0) {
        free(desk->views);
        desk->views = calloc(reviewed->count + 1, sizeof *desk->views);
        desk->view_count = desk->views != NULL ? reviewed->count + 1 : 0;
    }
    if (desk->view_count != reviewed->count + 1)
        return step == 0 ? KANAME_ERR_MEMORY : KANAME_ERR_RANGE;
    if (step >= steps)
        return KANAME_ERR_RANGE;
    fprintf(answer, "\"steps\":%zu", steps);
    return step <= reviewed->count ? answer_look(reviewed, step, answer)
                                   : answer_judgement(reviewed, step - reviewed->count - 1, answer);
}

/* Does step `from` of the review of the request's moves; the answers hold the number of `steps`.
 * The page must request all steps of a review in order, with the same game. */
bool web_review(WebDesk *desk, const WebRequest *request, FILE *answer, Failure *failure) {
    Reviewed reviewed = {.desk = desk};
    uint64_t nodes = request->nodes > 0 ? (uint64_t)request->nodes : NODES_DEFAULT;
    reviewed.limits = (ReviewLimits){.nodes = nodes, .turn_ms = -1};
    bool is_done = request_game(request, &reviewed.game, failure);
    if (is_done) {
        (void)kaname_set_threads(desk->thinker, 1); /* the same judgement on every machine */
        reviewed.count = reviewed.game.node_count - 1;
        KanameStatus status = answer_step(&reviewed, (size_t)request->from, answer);
        is_done = status == KANAME_OK ||
                  failure_say(failure, STATUS_ENGINE, "%s", kaname_status_text(status));
    }
    game_release(&reviewed.game);
    return is_done;
}
