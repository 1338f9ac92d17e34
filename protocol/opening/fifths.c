#include "opening/fifths.h"

#include "opening/ranking.h"
#include "shared/opening/course.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- Moves that are alike ------------------------------------------------------------------ */

/* The engine's stones as a course, for opening_course_alike(). */
static OpeningCourse course_of(const KanameEngine *engine) {
    OpeningCourse course = {.width = kaname_width(engine), .height = kaname_height(engine)};
    for (; course.stone_count < FIFTHS_STONES &&
           (size_t)course.stone_count < kaname_stone_count(engine);
         course.stone_count++) {
        KanameStone stone = kaname_stone(engine, (size_t)course.stone_count);
        course.stones[course.stone_count] = (OpeningPoint){stone.x, stone.y};
    }
    return course;
}

/* Figures seen so far. */
typedef struct Seen {
    size_t count;
    OpeningFigure figures[KANAME_MAX_CELLS + OPENING_OFFERS_MAX];
} Seen;

/* Returns false if the figure has been seen before. */
static bool is_new(Seen *seen, const OpeningFigure *figure) {
    for (size_t i = 0; i < seen->count; i++)
        if (memcmp(&seen->figures[i], figure, sizeof *figure) == 0)
            return false;
    seen->figures[seen->count++] = *figure;
    return true;
}

/* Excludes each point that makes the same figure as an earlier point of the board or as one of
 * `moves`. */
static KanameStatus exclude_doubles(KanameEngine *engine, const KanamePoint *moves, int count) {
    OpeningCourse course = course_of(engine);
    Seen *seen = malloc(sizeof *seen);
    if (seen == NULL)
        return KANAME_ERR_MEMORY;
    seen->count = 0;
    kaname_exclude_clear(engine);
    for (int i = 0; i < count; i++) {
        OpeningPoint point = {moves[i].x, moves[i].y};
        OpeningFigure figure = opening_course_figure(&course, point);
        (void)is_new(seen, &figure);
    }
    for (int y = 0; y < course.height; y++)
        for (int x = 0; x < course.width; x++) {
            if (kaname_at(engine, x, y) != KANAME_EMPTY)
                continue;
            OpeningFigure figure = opening_course_figure(&course, (OpeningPoint){x, y});
            if (!is_new(seen, &figure))
                (void)kaname_exclude(engine, x, y, true);
        }
    free(seen);
    return KANAME_OK;
}

/* ---- Black's best moves -------------------------------------------------------------------- */

/* Ranks Black's best moves, up to `count`, no two of the same figure. */
static KanameStatus rank_fifths(KanameEngine *engine, const KanameLimits *limits, int count,
                                Ranking *ranking) {
    KanameLimits own = *limits;
    KanameResult ignored;
    own.lines = count;
    KanameStatus status = exclude_doubles(engine, NULL, 0);
    if (status == KANAME_OK)
        status = ranking_think(ranking, engine, &own, NULL, &ignored);
    kaname_exclude_clear(engine);
    return status;
}

/* Returns Black's score if he offers his best `count` moves: White keeps the worst of them. */
static int worth_of(const Ranking *ranking, int count) {
    size_t last = (size_t)count < ranking->count ? (size_t)count : ranking->count;
    return ranking->moves[last - 1].score;
}

/* Finds one more move by a short search: a search that was cut short may have ranked too few. */
static KanameStatus find_another(KanameEngine *engine, KanamePoint *moves, int count) {
    KanameLimits quick = kaname_no_limits();
    KanameResult result;
    quick.max_depth = 1;
    quick.turn_ms = 0;
    KanameStatus status = exclude_doubles(engine, moves, count);
    if (status == KANAME_OK)
        status = kaname_think(engine, &quick, NULL, &result);
    kaname_exclude_clear(engine);
    if (status == KANAME_OK)
        moves[count] = result.best;
    return status;
}

KanameStatus fifths_offer(KanameEngine *engine, const KanameLimits *limits, int count,
                          KanamePoint moves[OPENING_OFFERS_MAX], int *worth) {
    Ranking *ranking = malloc(sizeof *ranking);
    if (ranking == NULL)
        return KANAME_ERR_MEMORY;
    KanameStatus status = rank_fifths(engine, limits, count, ranking);
    for (int i = 0; i < count && status == KANAME_OK; i++) {
        if ((size_t)i < ranking->count)
            moves[i] = ranking->moves[i].move;
        else
            status = find_another(engine, moves, i);
    }
    if (status == KANAME_OK)
        *worth = worth_of(ranking, count);
    free(ranking);
    return status;
}

/* ---- The fourth stone ---------------------------------------------------------------------- */

/* Returns the cost to White of a worth for Black; lower is better. */
static int64_t cost_of(const FourthWish *wish, int worth) {
    return wish->is_balanced && worth < 0 ? -(int64_t)worth : worth;
}

/* Finds the best number of fifth moves after this fourth stone. */
static KanameStatus weigh_fourth(KanameEngine *engine, const KanameLimits *limits,
                                 const FourthWish *wish, Ranking *ranking, Fourth *fourth) {
    KanameStatus status = kaname_play(engine, fourth->move.x, fourth->move.y);
    if (status != KANAME_OK)
        return status;
    status = rank_fifths(engine, limits, wish->most, ranking);
    (void)kaname_take_back(engine);
    for (int n = wish->least; n <= wish->most && status == KANAME_OK; n++) {
        int worth = worth_of(ranking, n);
        if (n > wish->least && cost_of(wish, worth) >= cost_of(wish, fourth->worth))
            continue;
        fourth->fifths = n;
        fourth->worth = worth;
    }
    return status;
}

KanameStatus fifths_fourth(KanameEngine *engine, const BudgetSpan *span, const FourthWish *wish,
                           Fourth *fourth) {
    Ranking *fourths = malloc(sizeof *fourths), *ranking = malloc(sizeof *ranking);
    KanameStatus status = fourths != NULL && ranking != NULL ? KANAME_OK : KANAME_ERR_MEMORY;
    if (status == KANAME_OK) {
        KanameLimits own = budget_in_span(span, 1);
        KanameResult ignored;
        own.lines = wish->fourths;
        status = ranking_think(fourths, engine, &own, NULL, &ignored);
    }
    for (size_t i = 0; status == KANAME_OK && i < fourths->count; i++) {
        KanameLimits own = budget_in_span(span, (int)i + 2);
        Fourth found = {.move = fourths->moves[i].move};
        status = weigh_fourth(engine, &own, wish, ranking, &found);
        bool is_better = i == 0 || cost_of(wish, found.worth) < cost_of(wish, fourth->worth);
        if (status == KANAME_OK && is_better)
            *fourth = found;
    }
    free(fourths);
    free(ranking);
    return status;
}

/* ---- White's pick -------------------------------------------------------------------------- */

KanameStatus fifths_pick(KanameEngine *engine, const KanameLimits *limits,
                         const KanamePoint *offers, int count, KanamePoint *chosen) {
    KanameStatus status = KANAME_OK;
    int best = INT_MIN;
    for (int i = 0; i < count && status == KANAME_OK; i++) {
        KanameLimits own = budget_part(limits, i + 1, count);
        KanameResult result;
        status = kaname_play(engine, offers[i].x, offers[i].y);
        if (status != KANAME_OK)
            return status;
        status = kaname_think(engine, &own, NULL, &result);
        (void)kaname_take_back(engine);
        if (status != KANAME_OK || (i > 0 && result.score <= best))
            continue;
        best = result.score;
        *chosen = offers[i];
    }
    return status;
}
