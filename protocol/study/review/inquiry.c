#include "study/review/inquiry.h"

#include <stdlib.h>

/* Facts about a move besides the views before and after it. */
typedef struct Doubt {
    bool has_better, better_ends, has_after;
    bool is_proven;           /* the view before the move, when that was last compared */
    bool is_resolved;         /* the searches that the views call for are done */
    ReviewView better, after; /* `after`: a second, longer look */
    ReviewWin threat;
} Doubt;

typedef struct Inquiry {
    ReviewedGame *reviewed;
    ReviewCrew *crew;
    ReviewStore *store;
    const ReviewLimits *limits;
    ReviewView *views; /* before each move and at the end */
    Doubt *doubts;     /* of each move */
    size_t *tasks;     /* indices into `views` or `doubts` */
    size_t task_count;
    InquiryWatch watch;
    void *watch_context;
    double part_before, part; /* parts of the game's work: before this round, and in it */
} Inquiry;

/* The estimated share of the first round, and that of a later one in what is left. */
#define FIRST_ROUND 0.75
#define OF_THE_REST 0.8

size_t inquiry_positions(const ReviewedGame *reviewed) {
    size_t count = 0;
    for (size_t i = 0; i <= reviewed->count; i++)
        count += reviewed->plies[i].is_looked_at;
    return count;
}

/* ---- Looks --------------------------------------------------------------------------------- */

/* Answers a question about the engine's position, from the store if it is there. Does not store a
 * result that a stop cut short. */
static KanameStatus ask(const Inquiry *inquiry, KanameEngine *engine, const ReviewLimits *limits,
                        ReviewQuestion question, ReviewView *view) {
    uint64_t key = review_store_key(engine, limits, question);
    if (review_store_find(inquiry->store, key, view))
        return KANAME_OK;
    KanameStatus status;
    if (question == REVIEW_ASK_VIEW) {
        status = review_look(engine, limits, view);
    } else {
        *view = (ReviewView){.win = REVIEW_NO_WIN};
        status = review_find_threats(engine, limits, &view->win, &view->line, &view->nodes);
    }
    if (status == KANAME_OK && !review_crew_is_stopped(inquiry->crew))
        review_store_add(inquiry->store, key, view);
    return status;
}

static KanameStatus look_before(KanameEngine *engine, size_t task, void *context) {
    const Inquiry *inquiry = context;
    size_t index = inquiry->tasks[task];
    KanameStatus status = reviewed_set(inquiry->reviewed, index, NULL, false, engine);
    return status == KANAME_OK
               ? ask(inquiry, engine, inquiry->limits, REVIEW_ASK_VIEW, &inquiry->views[index])
               : status;
}

static ReviewCase case_of(const Inquiry *inquiry, size_t index) {
    const ReviewPly *ply = &inquiry->reviewed->plies[index];
    const Doubt *doubt = &inquiry->doubts[index];
    const ReviewView *after = &inquiry->views[index + 1];
    if (ply->end == REVIEW_WON || ply->end == REVIEW_FULL)
        after = NULL;
    else if (doubt->has_after)
        after = review_better_look(after, &doubt->after);
    return (ReviewCase){.played = ply->point,
                        .end = ply->end,
                        .before = &inquiry->views[index],
                        .after = after,
                        .better = doubt->has_better ? &doubt->better : NULL,
                        .better_ends = doubt->better_ends,
                        .threat = doubt->threat};
}

/* Looks at the position after `move`, played in the position before move `index`. */
static KanameStatus look_behind(const Inquiry *inquiry, KanameEngine *engine, size_t index,
                                KanamePoint move, const ReviewLimits *limits, ReviewView *view) {
    KanameStatus status = reviewed_set(inquiry->reviewed, index, &move, false, engine);
    return status == KANAME_OK ? ask(inquiry, engine, limits, REVIEW_ASK_VIEW, view) : status;
}

/* Looks again and longer at the position after the move played. */
static KanameStatus look_longer(const Inquiry *inquiry, KanameEngine *engine, size_t index) {
    Doubt *doubt = &inquiry->doubts[index];
    if (doubt->has_after)
        return KANAME_OK;
    ReviewLimits longer = review_patient(inquiry->limits);
    KanamePoint played = inquiry->reviewed->plies[index].point;
    KanameStatus status = look_behind(inquiry, engine, index, played, &longer, &doubt->after);
    doubt->has_after = status == KANAME_OK;
    return status;
}

/* Looks at the position after the better move and, if that seems much better, again and longer at
 * the positions after both moves. */
static KanameStatus compare(const Inquiry *inquiry, KanameEngine *engine, size_t index) {
    Doubt *doubt = &inquiry->doubts[index];
    ReviewCase of = case_of(inquiry, index);
    KanamePoint best = of.before->best;
    KanameStatus status = reviewed_set(inquiry->reviewed, index, NULL, false, engine);
    if (status != KANAME_OK)
        return status;
    doubt->better_ends = review_end_of(engine, best) != REVIEW_GOES_ON;
    if (doubt->better_ends)
        return KANAME_OK;
    status = look_behind(inquiry, engine, index, best, inquiry->limits, &doubt->better);
    doubt->has_better = status == KANAME_OK;
    of = case_of(inquiry, index);
    if (status != KANAME_OK || !review_needs_patience(&of))
        return status;
    ReviewLimits longer = review_patient(inquiry->limits);
    status = look_behind(inquiry, engine, index, best, &longer, &doubt->better);
    if (status != KANAME_OK || of.end != REVIEW_GOES_ON)
        return status;
    return look_longer(inquiry, engine, index);
}

static KanameStatus find_threat(const Inquiry *inquiry, KanameEngine *engine, size_t index) {
    ReviewView threat;
    KanameStatus status = reviewed_set(inquiry->reviewed, index, NULL, true, engine);
    if (status == KANAME_OK)
        status = ask(inquiry, engine, inquiry->limits, REVIEW_ASK_THREATS, &threat);
    if (status == KANAME_OK)
        inquiry->doubts[index].threat = threat.win;
    return status;
}

static KanameStatus resolve(KanameEngine *engine, size_t task, void *context) {
    const Inquiry *inquiry = context;
    size_t index = inquiry->tasks[task];
    ReviewCase of = case_of(inquiry, index);
    KanameStatus status = KANAME_OK;
    if (review_needs_better(&of))
        status = compare(inquiry, engine, index);
    else if (review_needs_patience(&of)) /* the win is proven: a better move cannot be */
        status = look_longer(inquiry, engine, index);
    of = case_of(inquiry, index);
    if (status == KANAME_OK && review_needs_threat(&of))
        status = find_threat(inquiry, engine, index);
    inquiry->doubts[index].is_resolved = status == KANAME_OK;
    return status;
}

/* ---- Proofs -------------------------------------------------------------------------------- */

/* Carries the proof of the position before move `index`, if there is one, along the game. */
static void carry(const Inquiry *inquiry, size_t index) {
    const ReviewedGame *reviewed = inquiry->reviewed;
    KanamePoint moves[REVIEW_LINE_MAX];
    size_t count = 0;
    for (size_t i = index; i < reviewed->count && reviewed->plies[i].is_judged; i++) {
        if (count == REVIEW_LINE_MAX || !reviewed->plies[i + 1].is_looked_at)
            break;
        moves[count++] = reviewed->plies[i].point;
    }
    review_carry_win(&inquiry->views[index], moves, count);
}

/* Takes over what the longer looks have proven and carries proofs along the game. Moves before and
 * after a position that was proven by that may need other searches. Returns whether there are any.
 */
static bool spread_proofs(const Inquiry *inquiry) {
    Doubt *doubts = inquiry->doubts;
    bool is_changed = false;
    for (size_t i = 0; i < inquiry->reviewed->count; i++) {
        carry(inquiry, i);
        if (doubts[i].has_after)
            review_take_proof(&inquiry->views[i + 1], &doubts[i].after);
    }
    for (size_t i = 0; i <= inquiry->reviewed->count; i++) {
        if (doubts[i].is_proven || !review_is_proven(&inquiry->views[i]))
            continue;
        doubts[i].is_proven = is_changed = true;
        doubts[i].is_resolved = doubts[i].has_better = doubts[i].better_ends = false;
        if (i > 0)
            doubts[i - 1].is_resolved = false;
    }
    return is_changed;
}

/* ---- The game ------------------------------------------------------------------------------ */

static void list_looks(Inquiry *inquiry) {
    inquiry->task_count = 0;
    for (size_t i = 0; i <= inquiry->reviewed->count; i++)
        if (inquiry->reviewed->plies[i].is_looked_at)
            inquiry->tasks[inquiry->task_count++] = i;
}

static void list_doubts(Inquiry *inquiry) {
    inquiry->task_count = 0;
    for (size_t i = 0; i < inquiry->reviewed->count; i++) {
        ReviewCase of = case_of(inquiry, i);
        if (inquiry->reviewed->plies[i].is_judged && !inquiry->doubts[i].is_resolved &&
            (review_needs_better(&of) || review_needs_patience(&of) || review_needs_threat(&of)))
            inquiry->tasks[inquiry->task_count++] = i;
    }
}

/* Returns false if out of memory. */
static bool judge(const Inquiry *inquiry) {
    ReviewedGame *reviewed = inquiry->reviewed;
    bool is_good = true;
    for (size_t i = 0; i <= reviewed->count && is_good; i++) {
        ReviewPly *ply = &reviewed->plies[i];
        const ReviewView *view = &inquiry->views[i];
        if (ply->is_looked_at) {
            ply->black_rate = ply->color == KANAME_BLACK ? view->rate : 1 - view->rate;
            ply->win_plies = kaname_score_win_plies(view->score);
            reviewed->nodes += view->nodes;
        }
        if (i < reviewed->count && ply->is_judged) {
            ReviewCase of = case_of(inquiry, i);
            ReviewMove move;
            review_judge(&of, &move);
            is_good = reviewed_keep(ply, &move);
            reviewed->nodes += inquiry->doubts[i].better.nodes + inquiry->doubts[i].after.nodes;
        }
    }
    return is_good;
}

static bool watch_round(size_t done, void *context) {
    const Inquiry *inquiry = context;
    double part = inquiry->task_count > 0 ? (double)done / (double)inquiry->task_count : 1;
    return inquiry->watch(inquiry->part_before + part * inquiry->part, inquiry->watch_context);
}

static ReviewRun run(Inquiry *inquiry, KanameStatus *status) {
    list_looks(inquiry);
    inquiry->part = FIRST_ROUND;
    ReviewRun end = review_crew_run(inquiry->crew, inquiry->task_count, look_before, inquiry,
                                    watch_round, inquiry, status);
    if (end != REVIEW_RUN_DONE)
        return end;
    (void)spread_proofs(inquiry);
    do {
        list_doubts(inquiry);
        inquiry->part_before += inquiry->part;
        inquiry->part = (1 - inquiry->part_before) * OF_THE_REST;
        end = review_crew_run(inquiry->crew, inquiry->task_count, resolve, inquiry, watch_round,
                              inquiry, status);
        if (end != REVIEW_RUN_DONE)
            return end;
    } while (spread_proofs(inquiry));
    inquiry->reviewed->is_complete = judge(inquiry) && reviewed_summarize(inquiry->reviewed);
    *status = inquiry->reviewed->is_complete ? KANAME_OK : KANAME_ERR_MEMORY;
    return inquiry->reviewed->is_complete ? REVIEW_RUN_DONE : REVIEW_RUN_FAILED;
}

ReviewRun inquiry_run(ReviewedGame *reviewed, ReviewCrew *crew, ReviewStore *store,
                      const ReviewLimits *limits, InquiryWatch watch, void *context,
                      KanameStatus *status) {
    size_t count = reviewed->count + 1;
    Inquiry inquiry = {.reviewed = reviewed,
                       .crew = crew,
                       .store = store,
                       .limits = limits,
                       .watch = watch,
                       .watch_context = context,
                       .views = calloc(count, sizeof *inquiry.views),
                       .doubts = calloc(count, sizeof *inquiry.doubts),
                       .tasks = calloc(count, sizeof *inquiry.tasks)};
    ReviewRun end = REVIEW_RUN_FAILED;
    *status = KANAME_ERR_MEMORY;
    if (inquiry.views != NULL && inquiry.doubts != NULL && inquiry.tasks != NULL)
        end = run(&inquiry, status);
    free(inquiry.views);
    free(inquiry.doubts);
    free(inquiry.tasks);
    return end;
}
