#include "web/handlers/answer.h"
#include "web/handlers/handlers.h"

#include <inttypes.h>
#include <stdlib.h>

static const char *const verdicts[] = {[KANAME_SOLVE_NO_WIN] = "no-win",
                                       [KANAME_SOLVE_WIN] = "win",
                                       [KANAME_SOLVE_UNKNOWN] = "unknown"};

static KanameStatus solve_for(KanameEngine *engine, const WebRequest *request, int64_t ms,
                              KanameSolution *solution) {
    KanameLimits limits = kaname_no_limits();
    limits.start_ms = kaname_now_ms();
    limits.turn_ms = request->ms > 0 ? ms : -1;
    limits.margin_ms = 0;
    limits.max_nodes = (uint64_t)request->nodes;
    return kaname_solve(engine, request->mode, &limits, solution);
}

bool web_solve(WebDesk *desk, const WebRequest *request, FILE *answer, Failure *failure) {
    KanameSolution solution;
    if (!desk_set_thinker(desk, request, failure))
        return false;
    KanameStatus status = solve_for(desk->thinker, request, request->ms, &solution);
    if (status != KANAME_OK)
        return failure_say(failure, STATUS_ENGINE, "%s", kaname_status_text(status));
    fprintf(answer, "\"verdict\":\"%s\",\"nodes\":%" PRIu64 ",\"ms\":%" PRId64 ",",
            verdicts[solution.verdict], solution.nodes, solution.time_ms);
    answer_points(answer, "line", solution.line, solution.line_count, request->height);
    return true;
}

/* ---- Defences ------------------------------------------------------------------------------ */

/* Writes the outcome of the defence. Sets `is_known` to whether the solver reached a verdict. */
static KanameStatus answer_defence(KanameEngine *engine, const WebRequest *request, int64_t ms,
                                   KanamePoint defence, FILE *answer, bool *is_known) {
    KanameSolution solution = {.verdict = KANAME_SOLVE_NO_WIN};
    KanameStatus status = KANAME_OK;
    *is_known = true;
    if (!kaname_wins_at(engine, defence.x, defence.y, kaname_to_move(engine))) {
        status = kaname_play(engine, defence.x, defence.y);
        if (status == KANAME_OK) {
            status = solve_for(engine, request, ms, &solution);
            (void)kaname_take_back(engine);
        }
    }
    if (status != KANAME_OK)
        return status;
    *is_known = solution.verdict != KANAME_SOLVE_UNKNOWN;
    if (!*is_known)
        return KANAME_OK;
    putc('{', answer);
    answer_points(answer, "move", &defence, 1, request->height);
    fprintf(answer, ",\"verdict\":\"%s\",", verdicts[solution.verdict]);
    answer_points(answer, "line", solution.line, solution.line_count, request->height);
    putc('}', answer);
    return KANAME_OK;
}

static bool is_defence(const WebDesk *desk, KanamePoint point) {
    return kaname_at(desk->thinker, point.x, point.y) == KANAME_EMPTY &&
           !desk->board.is_forbidden[point.y][point.x];
}

/* Answers for the legal points of the side to move, from `from` on, until the time is up. `next` is
 * where the next slice continues; the list is complete once it equals the number of points. */
bool web_defences(WebDesk *desk, const WebRequest *request, FILE *answer, Failure *failure) {
    if (!desk_set_board(desk, request, failure))
        return false;
    if (desk->board.end != TERMINAL_GOES_ON)
        return failure_say(failure, STATUS_GAME, "the game is over");
    if (!desk_set_thinker(desk, request, failure))
        return false;
    int64_t start_ms = kaname_now_ms();
    int at = (int)request->from, count = request->width * request->height;
    const char *separator = "";
    fputs("\"defences\":[", answer);
    for (; at < count; at++) {
        KanamePoint point = {at % request->width, at / request->width};
        int64_t left = request->ms - (kaname_now_ms() - start_ms);
        bool is_known;
        if (!is_defence(desk, point))
            continue;
        if (request->ms > 0 && left <= 0)
            break;
        long before = ftell(answer);
        fputs(separator, answer);
        KanameStatus status =
            answer_defence(desk->thinker, request, left, point, answer, &is_known);
        if (status != KANAME_OK)
            return failure_say(failure, STATUS_ENGINE, "%s", kaname_status_text(status));
        if (!is_known) {
            (void)fseek(answer, before, SEEK_SET);
            break;
        }
        separator = ",";
    }
    fprintf(answer, "],\"next\":%d,\"count\":%d", at, count);
    return true;
}
