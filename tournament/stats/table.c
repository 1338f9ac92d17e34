#include "stats/table.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "game/referee.h"
#include "store/text.h"

/* Engine's names go to a terminal: no control characters. */
static void put_name(FILE *file, const char *name, int width) {
    text_put_escaped(file, name, "");
    int length = 0;
    for (; *name != '\0'; name++)
        length += ((unsigned char)*name & 0xC0) != 0x80; /* characters, not bytes, of UTF-8 */
    fprintf(file, "%*s", width > length ? width - length : 0, "");
}

static void put_number(FILE *file, double value, const char *format) {
    char text[40];
    snprintf(text, sizeof(text), format, value);
    fputs(text, file);
}

static int name_width(const Summary *summary) {
    int width = 6;
    for (int i = 0; i < summary->engine_count; i++) {
        int length = (int)strnlen(summary->run->engines[i].name, 40);
        width = length > width ? length : width;
    }
    return width;
}

static void put_ratings(FILE *file, const Summary *summary, const int *order) {
    int width = name_width(summary);
    fprintf(file,
            "  #  %-*s     Elo    +/-  games   score   draws    won/drawn/lost    time  crash\n",
            width, "engine");
    for (int place = 0; place < summary->engine_count; place++) {
        int i = order[place];
        const Rating *rating = ratings_get(summary->ratings, i);
        const SummaryEngine *engine = &summary->engines[i];
        int64_t games = wdl_games(&engine->all);
        char record[40];
        snprintf(record, sizeof(record), "%" PRId64 "/%" PRId64 "/%" PRId64, engine->all.wins,
                 engine->all.draws, engine->all.losses);
        fprintf(file, "%3d  ", place + 1);
        put_name(file, summary->run->engines[i].name, width);
        fprintf(file, "  %+6.0f  ", rating->elo);
        put_number(file, rating->error, isfinite(rating->error) ? "%5.0f" : "    -");
        fprintf(file, "  %5" PRId64, games);
        if (games > 0)
            fprintf(file, "  %5.1f%%  %5.1f%%", 100 * wdl_score(&engine->all),
                    100 * rating->draw_share);
        else
            fputs("       -       -", file);
        fprintf(file, "  %16s  %6" PRId64 "  %5" PRId64 "\n", record,
                engine->lost_by[GAME_REASON_TIME],
                engine->lost_by[GAME_REASON_CRASH] + engine->lost_by[GAME_REASON_START]);
    }
}

static void put_estimate(FILE *file, const char *name, EloEstimate estimate) {
    fprintf(file, "%s ", name);
    put_number(file, estimate.elo, isnan(estimate.elo) ? "-" : "%+.1f");
    put_number(file, estimate.error, isfinite(estimate.error) ? " +/- %.1f" : " +/- ?");
}

static void put_test(FILE *file, const Summary *summary) {
    static const char *const models[SPRT_MODELS] = {"trinomial", "pentanomial", "normalised"};
    static const char *const verdicts[] = {"undecided", "H0 accepted", "H1 accepted"};
    const Sprt *sprt = &summary->run->sprt;
    double llr = summary_llr(summary);
    fprintf(file, "SPRT [%g, %g] %s: LLR %.2f (%.2f, %.2f), %s\n", sprt->elo0, sprt->elo1,
            models[sprt->model], llr, sprt_lower_bound(sprt), sprt_upper_bound(sprt),
            verdicts[sprt_verdict(sprt, llr)]);
}

/* Two engines: all that is known of the one against the other, from the first one's view. */
static void put_match(FILE *file, const Summary *summary) {
    const Wdl *wdl = summary_cross(summary, 0, 1);
    const Pairs *pairs = summary_pairs(summary, 0, 1);
    if (wdl_games(wdl) == 0)
        return;
    put_name(file, summary->run->engines[0].name, 0);
    fputs(" vs ", file);
    put_name(file, summary->run->engines[1].name, 0);
    fprintf(file, ": %" PRId64 " - %" PRId64 " - %" PRId64 " (won, lost, drawn)  [%.3f]\n",
            wdl->wins, wdl->losses, wdl->draws, wdl_score(wdl));
    put_estimate(file, "single games: Elo", wdl_elo(wdl));
    put_estimate(file, ", normalised", wdl_normalised_elo(wdl));
    fprintf(file, ", superior with %.1f%%\n", 100 * wdl_los(wdl));
    if (pairs_count(pairs) > 0) {
        put_estimate(file, "pairs:        Elo", pairs_elo(pairs));
        put_estimate(file, ", normalised", pairs_normalised_elo(pairs));
        fprintf(file,
                ", superior with %.1f%%; points of a pair 0 to 2: %" PRId64 " %" PRId64 " %" PRId64
                " %" PRId64 " %" PRId64 "\n",
                100 * pairs_los(pairs), pairs->count[0], pairs->count[1], pairs->count[2],
                pairs->count[3], pairs->count[4]);
    }
    if (summary->run->has_sprt)
        put_test(file, summary);
}

void table_write(FILE *file, const Summary *summary) {
    const StoreRun *run = summary->run;
    int *order = malloc((size_t)summary->engine_count * sizeof(*order));
    fprintf(file, "Run %" PRId64 ": %s %dx%d, %" PRId64 " games", run->id,
            referee_rule_name(run->rule), run->width, run->height, summary->games);
    if (run->planned > 0)
        fprintf(file, " of %" PRId64, run->planned);
    if (summary->undecided > 0)
        fprintf(file, ", %" PRId64 " without a result", summary->undecided);
    fputs("\n\n", file);
    if (order != NULL) {
        summary_order(summary, order);
        put_ratings(file, summary, order);
        free(order);
    }
    putc('\n', file);
    if (summary->engine_count == 2)
        put_match(file, summary);
    if (summary->games > 0) {
        double games = (double)summary->games;
        fprintf(file, "Black won %.1f%%, White %.1f%%, drawn %.1f%%\n",
                100 * (double)summary->black_wins / games,
                100 * (double)summary->white_wins / games, 100 * (double)summary->draws / games);
    }
    const char *separator = "Ends: ";
    for (int reason = 0; reason < GAME_REASON_COUNT; reason++) {
        if (summary->reasons[reason] == 0)
            continue;
        fprintf(file, "%s%s %" PRId64, separator, game_reason_text((GameReason)reason),
                summary->reasons[reason]);
        separator = ", ";
    }
    putc('\n', file);
}
