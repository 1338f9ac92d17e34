#include "stats/table.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/terminal.h"
#include "shared/cli/say.h"
#include "shared/referee/referee.h"
#include "store/text.h"

static void put_number(FILE *file, double value, const char *format) {
    char text[40];
    snprintf(text, sizeof(text), format, value);
    fputs(text, file);
}

/* Round to whole numbers and to one decimal; no negative zero, which would print a sign. */
static double whole(double value) {
    return round(value) + 0.0;
}
static double tenths(double value) {
    return round(10 * value) / 10 + 0.0;
}

void table_put_estimate(FILE *file, EloEstimate estimate) {
    put_number(file, tenths(estimate.elo), isnan(estimate.elo) ? "-" : "%+.1f");
    if (!isinf(estimate.elo))
        put_number(file, estimate.error, isfinite(estimate.error) ? " +/- %.1f" : " +/- ?");
}

/* ---- Ratings ------------------------------------------------------------------------------ */

enum { NAME_MAX_COLUMNS = 40, NAME_MIN_COLUMNS = 10, CELL_BYTES = 4 * NAME_MAX_COLUMNS + 1 };

typedef enum {
    COLUMN_PLACE,
    COLUMN_ENGINE,
    COLUMN_ELO,
    COLUMN_ERROR,
    COLUMN_GAMES,
    COLUMN_SCORE,
    COLUMN_DRAWS,
    COLUMN_RECORD,
    COLUMN_TIME_LOSSES,
    COLUMN_CRASHES,
    COLUMNS
} Column;

static const char *const titles[COLUMNS] = {"#",     "engine", "Elo",   "+/-",         "games",
                                            "score", "draws",  "W/D/L", "time losses", "crashes"};

typedef struct Layout {
    int width[COLUMNS]; /* 0: left out */
} Layout;

/* Writes an engine's text in a column. */
static void fill_cell(char text[CELL_BYTES], const Summary *summary, int place, int index,
                      Column column) {
    const Rating *rating = ratings_get(summary->ratings, index);
    const SummaryEngine *engine = &summary->engines[index];
    int64_t games = wdl_games(&engine->all);
    char name[CELL_BYTES];
    snprintf(text, CELL_BYTES, "-");
    switch (column) {
    case COLUMN_PLACE:
        snprintf(text, CELL_BYTES, "%d", place + 1);
        break;
    case COLUMN_ENGINE:
        text_copy(name, sizeof name, summary->run->engines[index].name);
        terminal_fit(text, CELL_BYTES, name, NAME_MAX_COLUMNS, false);
        break;
    case COLUMN_ELO:
        snprintf(text, CELL_BYTES,
                 ratings_get_anchor(summary->ratings, NULL) < 0 ? "%+.0f" : "%.0f",
                 whole(rating->elo));
        break;
    case COLUMN_ERROR:
        if (isfinite(rating->error) && index != ratings_get_anchor(summary->ratings, NULL))
            snprintf(text, CELL_BYTES, "%.0f", rating->error);
        break;
    case COLUMN_GAMES:
        snprintf(text, CELL_BYTES, "%" PRId64, games);
        break;
    case COLUMN_SCORE:
        if (games > 0)
            snprintf(text, CELL_BYTES, "%.1f%%", 100 * wdl_score(&engine->all));
        break;
    case COLUMN_DRAWS:
        if (games > 0)
            snprintf(text, CELL_BYTES, "%.1f%%", 100 * rating->draw_share);
        break;
    case COLUMN_RECORD:
        snprintf(text, CELL_BYTES, "%" PRId64 "/%" PRId64 "/%" PRId64, engine->all.wins,
                 engine->all.draws, engine->all.losses);
        break;
    case COLUMN_TIME_LOSSES:
        snprintf(text, CELL_BYTES, "%" PRId64, engine->lost_by[GAME_REASON_TIME]);
        break;
    case COLUMN_CRASHES:
        snprintf(text, CELL_BYTES, "%" PRId64, summary_crashes(engine));
        break;
    case COLUMNS:
        break;
    }
}

static int total_width(const Layout *layout) {
    int total = 0;
    for (int column = 0; column < COLUMNS; column++)
        if (layout->width[column] > 0)
            total += layout->width[column] + (column > 0 ? 2 : 0);
    return total;
}

/* Returns widths for all cells. If the table is too wide, drops the draws, which W/D/L shows too,
 * then faults that no engine has, then cuts the names. */
static Layout lay_out(const Summary *summary, const int *order, int columns) {
    Layout layout;
    bool has_time_losses = false, has_crashes = false;
    for (int column = 0; column < COLUMNS; column++)
        layout.width[column] = (int)strlen(titles[column]);
    for (int place = 0; place < summary->engine_count; place++) {
        const SummaryEngine *engine = &summary->engines[order[place]];
        has_time_losses |= engine->lost_by[GAME_REASON_TIME] > 0;
        has_crashes |= summary_crashes(engine) > 0;
        for (int column = 0; column < COLUMNS; column++) {
            char text[CELL_BYTES];
            fill_cell(text, summary, place, order[place], (Column)column);
            int width = terminal_width(text);
            layout.width[column] = width > layout.width[column] ? width : layout.width[column];
        }
    }
    if (columns == 0)
        return layout;
    if (total_width(&layout) > columns)
        layout.width[COLUMN_DRAWS] = 0;
    if (total_width(&layout) > columns && !has_time_losses)
        layout.width[COLUMN_TIME_LOSSES] = 0;
    if (total_width(&layout) > columns && !has_crashes)
        layout.width[COLUMN_CRASHES] = 0;
    int surplus = total_width(&layout) - columns;
    int least = layout.width[COLUMN_ENGINE] - surplus;
    if (surplus > 0)
        layout.width[COLUMN_ENGINE] = least > NAME_MIN_COLUMNS ? least : NAME_MIN_COLUMNS;
    return layout;
}

static void put_cell(FILE *file, const Layout *layout, Column column, const char *text) {
    char fitted[CELL_BYTES];
    int width = layout->width[column];
    if (width == 0)
        return;
    if (column > 0)
        fputs("  ", file);
    terminal_fit(fitted, sizeof fitted, text, width, column == COLUMN_ENGINE);
    fprintf(file, "%*s%s", width - terminal_width(fitted), "", fitted);
}

static void put_ratings(FILE *file, const Summary *summary, const int *order, int columns) {
    Layout layout = lay_out(summary, order, columns);
    for (int column = 0; column < COLUMNS; column++)
        put_cell(file, &layout, (Column)column, titles[column]);
    putc('\n', file);
    for (int place = 0; place < summary->engine_count; place++) {
        for (int column = 0; column < COLUMNS; column++) {
            char text[CELL_BYTES];
            fill_cell(text, summary, place, order[place], (Column)column);
            put_cell(file, &layout, (Column)column, text);
        }
        putc('\n', file);
    }
}

static void put_ratings_note(FILE *file, const Summary *summary) {
    double elo;
    int anchor = ratings_get_anchor(summary->ratings, &elo);
    if (anchor < 0) {
        fputs("\nElo relative to the mean of all engines, with 95% intervals.", file);
    } else {
        fputs("\nElo relative to ", file);
        text_put(file, summary->run->engines[anchor].name);
        fprintf(file, " at %g, with 95%% intervals of the distance to it.", elo);
    }
    fprintf(file, " A prior of %g virtual draws for each engine keeps it finite.\n",
            RATINGS_PRIOR_DRAWS);
    if (summary_is_knockout(summary))
        fputs("Ranked by how far each engine came in the knockout, then by Elo.\n", file);
    if (summary->games > 0)
        fprintf(file, "Fitted with them: Black's advantage %+.1f, draw margin %.1f.\n",
                tenths(ratings_advantage(summary->ratings)),
                tenths(ratings_draw_elo(summary->ratings)));
}

static void put_groups(FILE *file, const Summary *summary) {
    int count = summary_groups(summary);
    if (count > 1)
        fprintf(file,
                "The engines form %d groups without games against each other: ratings compare "
                "engines of one group only.\n",
                count);
}

/* ---- A match ------------------------------------------------------------------------------ */

static void put_test(FILE *file, const Summary *summary) {
    static const char *const models[SPRT_MODELS] = {"trinomial", "pentanomial", "normalised"};
    const Sprt *sprt = &summary->run->sprt;
    double llr = summary_llr(summary);
    fprintf(file, "SPRT [%g, %g] %s: LLR %.2f (%.2f, %.2f), %s\n", sprt->elo0, sprt->elo1,
            models[sprt->model], llr, sprt_lower_bound(sprt), sprt_upper_bound(sprt),
            summary_verdict_text(summary));
    const Wdl *late = &summary->late;
    if (wdl_games(late) > 0)
        fprintf(file,
                "Ended after the decision and counted nowhere: %" PRId64 " game%s, %" PRId64
                " - %" PRId64 " - %" PRId64 "\n",
                wdl_games(late), say_plural((uint64_t)wdl_games(late)), late->wins, late->losses,
                late->draws);
}

/* Writes the match of two engines, for the first one. */
static void put_match(FILE *file, const Summary *summary) {
    const Wdl *wdl = summary_cross(summary, 0, 1);
    const Pairs *pairs = summary_pairs(summary, 0, 1);
    if (wdl_games(wdl) == 0)
        return;
    text_put(file, summary->run->engines[0].name);
    fputs(" vs ", file);
    text_put(file, summary->run->engines[1].name);
    fprintf(file, ": %" PRId64 " - %" PRId64 " - %" PRId64 " (won, lost, drawn)  [%.3f]\n",
            wdl->wins, wdl->losses, wdl->draws, wdl_score(wdl));
    fputs("single games: Elo ", file);
    table_put_estimate(file, wdl_elo(wdl));
    fputs(", normalised ", file);
    table_put_estimate(file, wdl_normalised_elo(wdl));
    fprintf(file, ", superior with %.1f%%\n", 100 * wdl_los(wdl));
    bool is_one_sided = wdl->draws == 0 && (wdl->wins == 0 || wdl->losses == 0);
    if (is_one_sided)
        fprintf(file,
                "no finite Elo: all games had the same result; with the prior of %g draws %+.1f\n",
                RATINGS_PRIOR_DRAWS, wdl_elo_with_prior(wdl, RATINGS_PRIOR_DRAWS));
    if (pairs_count(pairs) > 0) {
        fputs("pairs:        Elo ", file);
        table_put_estimate(file, pairs_elo(pairs));
        fputs(", normalised ", file);
        table_put_estimate(file, pairs_normalised_elo(pairs));
        fprintf(file,
                ", superior with %.1f%%\npoints of a pair 0 to 2: %" PRId64 " %" PRId64 " %" PRId64
                " %" PRId64 " %" PRId64 "\n",
                100 * pairs_los(pairs), pairs->count[0], pairs->count[1], pairs->count[2],
                pairs->count[3], pairs->count[4]);
    }
    if (!summary->run->has_sprt)
        return;
    put_test(file, summary);
    if (is_one_sided)
        fputs("(the test compares two Elo values; games that all end alike fit both badly, so its "
              "LLR grows slowly)\n",
              file);
}

static void put_ends(FILE *file, const Summary *summary) {
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

/* Writes the clocks; nothing if no engine had a match clock. */
static void put_clocks(FILE *file, const Summary *summary) {
    const char *separator = "Left on match clocks: ";
    bool is_any = false;
    for (int i = 0; i < summary->engine_count; i++) {
        const SummaryEngine *engine = &summary->engines[i];
        if (engine->clocks == 0)
            continue;
        fputs(separator, file);
        text_put(file, summary->run->engines[i].name);
        fprintf(file, " mean %.1f s, minimum %.1f s",
                (double)engine->left_us / (double)engine->clocks / 1e6,
                (double)engine->least_left_us / 1e6);
        separator = "; ";
        is_any = true;
    }
    if (is_any)
        putc('\n', file);
}

static void put_all(FILE *file, const Summary *summary, int columns) {
    const StoreRun *run = summary->run;
    int *order = summary_order(summary);
    fprintf(file, "Run %" PRId64 ": %s %dx%d, %" PRId64 " game%s", run->id,
            referee_rule_name(run->rule), run->width, run->height, summary->games,
            say_plural((uint64_t)summary->games));
    if (run->planned > 0)
        fprintf(file, " of %" PRId64, run->planned);
    if (summary->undecided > 0)
        fprintf(file, ", %" PRId64 " without a result", summary->undecided);
    fputs("\n\n", file);
    if (order != NULL) {
        put_ratings(file, summary, order, columns);
        put_ratings_note(file, summary);
        put_groups(file, summary);
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
    if (summary->repeats > 0)
        fprintf(file,
                "Repeated: %" PRId64
                " game%s the players and all moves of an earlier one. Repeated games tell nothing "
                "new, so errors are larger than stated.\n",
                summary->repeats, summary->repeats == 1 ? " has" : "s have");
    put_ends(file, summary);
    put_clocks(file, summary);
}

void table_write(FILE *file, const Summary *summary, int columns) {
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (memory == NULL) {
        put_all(file, summary, columns);
        return;
    }
    put_all(memory, summary, columns);
    if (fclose(memory) == 0 && text != NULL)
        terminal_put_wrapped(file, text, columns);
    else
        put_all(file, summary, columns); /* out of memory: unwrapped */
    free(text);
}

bool table_write_list(FILE *file, const Summary *summary, int columns) {
    int *order = summary_order(summary);
    if (order == NULL)
        return false;
    put_ratings(file, summary, order, columns);
    put_ratings_note(file, summary);
    put_groups(file, summary);
    free(order);
    return true;
}

bool table_write_ratings(FILE *file, const Summary *summary, int columns) {
    int *order =
        ratings_solve(summary->ratings, RATINGS_PRIOR_DRAWS) ? summary_order(summary) : NULL;
    if (order != NULL)
        put_ratings(file, summary, order, columns);
    bool is_good = order != NULL;
    free(order);
    return is_good;
}
