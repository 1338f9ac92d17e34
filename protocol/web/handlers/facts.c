#include "web/handlers/answer.h"
#include "web/handlers/handlers.h"

#include <stdlib.h>
#include <string.h>

typedef struct Threats {
    bool five[KANAME_MAX_SIZE][KANAME_MAX_SIZE]; /* [y][x]: a stone there wins */
    bool four[KANAME_MAX_SIZE][KANAME_MAX_SIZE]; /* a stone there can then win at two points */
} Threats;

static int count_wins(const KanameEngine *engine, KanameColor color) {
    int count = 0;
    for (int y = 0; y < kaname_height(engine); y++)
        for (int x = 0; x < kaname_width(engine); x++)
            count += kaname_at(engine, x, y) == KANAME_EMPTY && kaname_wins_at(engine, x, y, color);
    return count;
}

/* Returns whether a stone of the side to move would then win at two points or more. */
static bool makes_two(KanameEngine *engine, int x, int y, KanameColor color) {
    if (kaname_play(engine, x, y) != KANAME_OK)
        return false;
    bool makes = count_wins(engine, color) >= 2;
    (void)kaname_take_back(engine);
    return makes;
}

/* Finds the threats of the colour, which is to move on the engine's board: no fours where it can
 * win at once. */
static void find_threats(KanameEngine *engine, KanameColor color, Threats *threats) {
    memset(threats, 0, sizeof *threats);
    bool has_five = count_wins(engine, color) > 0;
    for (int y = 0; y < kaname_height(engine); y++) {
        for (int x = 0; x < kaname_width(engine); x++) {
            if (kaname_at(engine, x, y) != KANAME_EMPTY)
                continue;
            threats->five[y][x] = kaname_wins_at(engine, x, y, color);
            threats->four[y][x] = !has_five && !kaname_is_forbidden(engine, x, y, color) &&
                                  makes_two(engine, x, y, color);
        }
    }
}

/* Writes the threats of both sides. */
static bool answer_threats(KanameEngine *engine, FILE *answer, Failure *failure) {
    static const char *const names[2][2] = {{"black_fives", "black_fours"},
                                            {"white_fives", "white_fours"}};
    int width = kaname_width(engine), height = kaname_height(engine);
    for (int color = 0; color < 2; color++) {
        Threats threats;
        KanameStatus status = kaname_set_to_move(engine, (KanameColor)color);
        if (status != KANAME_OK)
            return failure_say(failure, STATUS_ENGINE, "%s", kaname_status_text(status));
        find_threats(engine, (KanameColor)color, &threats);
        putc(',', answer);
        answer_marks(answer, names[color][0], threats.five, width, height);
        putc(',', answer);
        answer_marks(answer, names[color][1], threats.four, width, height);
    }
    return true;
}

bool web_facts(WebDesk *desk, const WebRequest *request, FILE *answer, Failure *failure) {
    static const char *const ends[] = {[TERMINAL_GOES_ON] = "none",
                                       [TERMINAL_BLACK_WON] = "black",
                                       [TERMINAL_WHITE_WON] = "white",
                                       [TERMINAL_DRAWN] = "draw"};
    TerminalGame *board = &desk->board;
    if (!desk_set_board(desk, request, failure))
        return false;
    answer_color(answer, "side", kaname_to_move(board->engine));
    fprintf(answer, ",\"end\":\"%s\",\"stones\":%zu,", ends[board->end],
            kaname_stone_count(board->engine));
    answer_marks(answer, "row", board->is_winning, request->width, request->height);
    putc(',', answer);
    answer_marks(answer, "forbidden", board->is_forbidden, request->width, request->height);
    return board->end != TERMINAL_GOES_ON || answer_threats(board->engine, answer, failure);
}
