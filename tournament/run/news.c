#include "run/news.h"

#include <inttypes.h>
#include <stdio.h>

#include "stats/summary.h"
#include "store/formats.h"

void news_start(const News *news, int table, const Job *job, const ArenaGame *game) {
    const Ledger *ledger = news->ledger;
    if (news->live->is_terminal)
        return;
    bool is_second_black = job->is_reversed != (game->opening.count % 2 == 1);
    int black = job->engine[is_second_black], white = job->engine[!is_second_black];
    char of_total[32] = "";
    if (ledger->total > 0)
        snprintf(of_total, sizeof of_total, " of %" PRId64, ledger->total);
    live_line(news->live, "[%d] Started game %" PRId64 "%s (%s vs %s)", table, job->number,
              of_total, ledger->names->text[black], ledger->names->text[white]);
}

void news_game(const News *news, const char *place, const Job *job, const GameRecord *game) {
    static const char *const results[] = {"*", "1-0", "0-1", "1/2-1/2"};
    const Summary *summary = &news->ledger->summary;
    const Names *names = news->ledger->names;
    live_line(news->live, "[%s] Finished game %" PRId64 " (%s vs %s): %s {%s}%s%s", place,
              game->number, game->name[GAME_BLACK], game->name[GAME_WHITE], results[game->result],
              format_termination(game), game->detail[0] != '\0' ? " " : "", game->detail);
    if (news->live->is_terminal)
        return;
    const Wdl *wdl = summary_cross(summary, job->engine[0], job->engine[1]);
    live_line(news->live,
              "Score of %s vs %s: %" PRId64 " - %" PRId64 " - %" PRId64 "  [%.3f] %" PRId64,
              names->text[job->engine[0]], names->text[job->engine[1]], wdl->wins, wdl->losses,
              wdl->draws, wdl_score(wdl), wdl_games(wdl));
    if (summary->engine_count == 2) {
        char match[160];
        live_match_text(summary, match, sizeof match);
        live_line(news->live, "%s", match);
    }
}
