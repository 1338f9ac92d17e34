/* The threats on the board by name, and what makes a point forbidden. */
#include "io/notation.h"
#include "web/handlers/answer.h"
#include "web/handlers/handlers.h"
#include "web/handlers/rows.h"

#include <string.h>

static const char *const row_names[] = {[ROW_OPEN_THREE] = "open-three",
                                        [ROW_FOUR] = "four",
                                        [ROW_OPEN_FOUR] = "open-four",
                                        [ROW_OVERLINE] = "overline"};

/* Writes the rows of the side that are of the kinds from `least` to `most`, each as an object. */
static void answer_rows(FILE *answer, const Rows *rows, KanameColor side, RowKind least,
                        RowKind most, int height, const char **separator) {
    for (size_t i = 0; i < rows->count; i++) {
        const Row *row = &rows->rows[i];
        if (row->kind < least || row->kind > most)
            continue;
        fprintf(answer, "%s{", *separator);
        answer_color(answer, "side", side);
        fprintf(answer, ",\"kind\":\"%s\",", row_names[row->kind]);
        answer_points(answer, "stones", row->stones, row->stone_count, height);
        putc(',', answer);
        answer_points(answer, "points", row->points, row->point_count, height);
        putc('}', answer);
        *separator = ",";
    }
}

bool web_threats(WebDesk *desk, const WebRequest *request, FILE *answer, Failure *failure) {
    if (!desk_set_board(desk, request, failure))
        return false;
    KanameEngine *engine = desk->board.engine;
    const char *separator = "";
    fputs("\"rows\":[", answer);
    for (int side = 0; side < 2 && desk->board.end == TERMINAL_GOES_ON; side++) {
        Rows rows;
        KanameStatus status = kaname_set_to_move(engine, (KanameColor)side);
        if (status != KANAME_OK)
            return failure_say(failure, STATUS_ENGINE, "%s", kaname_status_text(status));
        rows_find(engine, &rows);
        answer_rows(answer, &rows, (KanameColor)side, ROW_OPEN_THREE, ROW_OPEN_FOUR,
                    request->height, &separator);
    }
    putc(']', answer);
    return true;
}

/* Puts a black stone on the forbidden point; Black stays to move. */
static KanameStatus put_black(KanameEngine *engine, KanamePoint at) {
    KanameStatus status = kaname_set_to_move(engine, KANAME_BLACK);
    if (status == KANAME_OK)
        status = kaname_play(engine, at.x, at.y);
    return status == KANAME_OK ? kaname_set_to_move(engine, KANAME_BLACK) : status;
}

/* The rows that the forbidden stone makes: its overlines, else its fours if there are two of them,
 * else its open threes. */
static bool answer_foul(KanameEngine *engine, KanamePoint at, FILE *answer, Failure *failure) {
    Rows rows;
    const char *separator = "", *kind = "overline";
    RowKind least = ROW_OVERLINE, most = ROW_OVERLINE;
    KanameStatus status = put_black(engine, at);
    if (status != KANAME_OK)
        return failure_say(failure, STATUS_ENGINE, "%s", kaname_status_text(status));
    rows.count = 0;
    rows_add_overlines(engine, at, &rows);
    if (rows.count == 0) {
        rows_find(engine, &rows);
        rows_keep_through(&rows, at);
        bool has_fours = rows_fours(&rows) >= 2;
        kind = has_fours ? "double-four" : "double-three";
        least = has_fours ? ROW_FOUR : ROW_OPEN_THREE;
        most = has_fours ? ROW_OPEN_FOUR : ROW_OPEN_THREE;
    }
    fprintf(answer, "\"foul\":\"%s\",\"rows\":[", kind);
    answer_rows(answer, &rows, KANAME_BLACK, least, most, kaname_height(engine), &separator);
    putc(']', answer);
    return true;
}

bool web_foul(WebDesk *desk, const WebRequest *request, FILE *answer, Failure *failure) {
    const char *at = request->points.text, *end = at + request->points.length;
    KanamePoint point;
    if (!desk_set_board(desk, request, failure))
        return false;
    bool is_point = at != NULL && notation_read_point(&at, end, request->height, &point) &&
                    at == end && point.x < request->width && point.y >= 0 &&
                    point.y < request->height;
    if (!is_point)
        return failure_say(failure, STATUS_SYNTAX, "one point of the board is needed");
    if (!desk->board.is_forbidden[point.y][point.x])
        return failure_say(failure, STATUS_GAME, "the point is not forbidden");
    return answer_foul(desk->board.engine, point, answer, failure);
}
