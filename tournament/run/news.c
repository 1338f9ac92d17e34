#include "run/news.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/terminal.h"
#include "shared/cli/say.h"
#include "stats/summary.h"
#include "stats/table.h"
#include "store/formats.h"

struct NewsItem {
    NewsItem *next;
    int64_t number; /* of the finished game; 0: another line */
    bool is_saved;
    char *text; /* owned; lines without the last line end */
};

/* ---- Waiting ------------------------------------------------------------------------------ */

/* Takes ownership of the text. Returns false if out of memory. */
static bool add(News *news, char *text, int64_t number) {
    NewsItem *item = malloc(sizeof *item);
    if (item == NULL) {
        free(text);
        return false;
    }
    *item = (NewsItem){.number = number, .text = text};
    if (news->first == NULL)
        news->first = item;
    else
        news->last->next = item;
    news->last = item;
    return true;
}

static void drop_first(News *news) {
    NewsItem *item = news->first;
    news->first = item->next;
    free(item->text);
    free(item);
}

void news_line(News *news, const char *format, ...) {
    char *text;
    va_list arguments;
    va_start(arguments, format);
    bool is_made = vasprintf(&text, format, arguments) >= 0;
    va_end(arguments);
    if (!is_made)
        return;
    if (news->first != NULL) {
        add(news, text, 0);
        return;
    }
    live_line(news->live, "%s", text);
    free(text);
}

void news_saved(News *news, int64_t number) {
    for (NewsItem *item = news->first; item != NULL; item = item->next)
        if (item->number == number)
            item->is_saved = true;
    while (news->first != NULL && (news->first->number == 0 || news->first->is_saved)) {
        live_line(news->live, "%s", news->first->text);
        drop_first(news);
    }
}

void news_release(News *news) {
    while (news->first != NULL)
        drop_first(news);
}

/* ---- Lines -------------------------------------------------------------------------------- */

void news_start(News *news, int table, const ArenaGame *game) {
    const Ledger *ledger = news->ledger;
    if (news->live->is_terminal)
        return;
    const PlayTask *task = &game->task;
    bool is_second_black = task->is_reversed != (game->opening.count % 2 == 1);
    int black = task->engine[is_second_black], white = task->engine[!is_second_black];
    char of_total[32] = "";
    if (ledger->total > 0)
        snprintf(of_total, sizeof of_total, " of %" PRId64, ledger->total);
    news_line(news, "[%d] Started game %" PRId64 "%s (%s vs %s)", table, task->number, of_total,
              ledger->names->text[black], ledger->names->text[white]);
}

static void write_score(FILE *out, const Ledger *ledger, const Job *job) {
    const Summary *summary = &ledger->summary;
    const Names *names = ledger->names;
    const Wdl *wdl = summary_cross(summary, job->engine[0], job->engine[1]);
    fprintf(out, "\nScore of %s vs %s: %" PRId64 " - %" PRId64 " - %" PRId64 "  [%.3f] %" PRId64,
            names->text[job->engine[0]], names->text[job->engine[1]], wdl->wins, wdl->losses,
            wdl->draws, wdl_score(wdl), wdl_games(wdl));
    if (summary->engine_count == 2) {
        char match[160];
        live_match_text(summary, match, sizeof match);
        fprintf(out, "\n%s", match);
    }
}

static bool is_due(const Ledger *ledger, int interval, const GameRecord *game) {
    return interval > 0 && game->test != GAME_AFTER_TEST && ledger->summary.games % interval == 0;
}

static void write_ratings(FILE *out, const News *news) {
    const Summary *summary = &news->ledger->summary;
    fprintf(out, "\n\nRatings after %" PRId64 " game%s:\n", summary->games,
            say_plural((uint64_t)summary->games));
    if (!table_write_ratings(out, summary, terminal_columns(news->live->screen)))
        fputs("not enough memory\n", out);
}

bool news_game(News *news, const char *place, const Job *job, const GameRecord *game) {
    static const char *const results[] = {"*", "1-0", "0-1", "1/2-1/2"};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return false;
    fprintf(out, "[%s] Finished game %" PRId64 " (%s vs %s): %s {%s}%s%s", place, game->number,
            game->name[GAME_BLACK], game->name[GAME_WHITE], results[game->result],
            format_termination(game), game->detail[0] != '\0' ? " " : "", game->detail);
    if (game->test == GAME_AFTER_TEST)
        fputs(" (after the decision of the test: counted nowhere)", out);
    const Options *options = news->ledger->options;
    if (!news->live->is_terminal && is_due(news->ledger, options->score_interval, game))
        write_score(out, news->ledger, job);
    if (is_due(news->ledger, options->rating_interval, game))
        write_ratings(out, news);
    bool is_good = ferror(out) == 0;
    is_good = fclose(out) == 0 && is_good && text != NULL;
    if (is_good)
        return add(news, text, game->number);
    free(text);
    return false;
}
