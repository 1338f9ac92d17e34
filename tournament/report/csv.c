/* csv.c: writes the ratings as CSV (RFC 4180, lines end with LF). */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "report/writers.h"
#include "store/text.h"

enum { NAME_BYTES = 1024 };

/* In quotes, as a name may hold commas. */
static void put_name(FILE *file, const char *name) {
    char text[NAME_BYTES];
    text_copy(text, sizeof text, name);
    putc('"', file);
    for (const char *at = text; *at != '\0'; at++) {
        if (*at == '"')
            putc('"', file);
        putc(*at, file);
    }
    putc('"', file);
}

/* With `digits` behind the point, no negative zero; an unknown number is an empty field. */
static void put_number(FILE *file, int digits, double value) {
    double scale = pow(10, digits);
    putc(',', file);
    if (isfinite(value))
        fprintf(file, "%.*f", digits, round(scale * value) / scale + 0.0);
}

static void put_engine(FILE *file, const Summary *summary, int place, int index) {
    const SummaryEngine *engine = &summary->engines[index];
    const Rating *rating = ratings_get(summary->ratings, index);
    bool is_anchor = index == ratings_get_anchor(summary->ratings, NULL);
    bool has_games = wdl_games(&engine->all) > 0;
    fprintf(file, "%d,", place + 1);
    put_name(file, summary->run->engines[index].name);
    put_number(file, 2, rating->elo);
    put_number(file, 2, is_anchor ? 0 : rating->error);
    fprintf(file, ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64, wdl_games(&engine->all),
            engine->all.wins, engine->all.draws, engine->all.losses);
    put_number(file, 4, has_games ? wdl_score(&engine->all) : NAN);
    put_number(file, 2, has_games ? rating->opponent_elo : NAN);
    fprintf(file, ",%" PRId64 ",%" PRId64 "\n", engine->lost_by[GAME_REASON_TIME],
            summary_crashes(engine));
}

bool report_write_csv(FILE *file, const Summary *summary) {
    int *order = summary_order(summary);
    if (order == NULL)
        return false;
    fputs(REPORT_CSV_TITLES "\n", file);
    for (int place = 0; place < summary->engine_count; place++)
        put_engine(file, summary, place, order[place]);
    free(order);
    return true;
}
