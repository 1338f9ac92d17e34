/* PSQ, Piskvork's saved games: a line `Piskvorky WxH, L1:L2, S` (S: the player, 0 or 1, who moved
 * first), a line `x,y,ms` for each move with points from 1 at the top left, the players' names, a
 * code of the end; game servers add `result,tournament`: 1, 2 the winner, 0 a draw. */
#include "games/reading.h"
#include "games/utf8.h"

static bool read_header(GameReading *reading, int *starter) {
    ReadingLine line;
    Game *game = reading->builder.game;
    int width, height, level;
    (void)reading_line(reading, &line);
    const char *start = line.text;
    while (line.text < line.end && *line.text != ' ' && *line.text != '\t')
        line.text++;
    line_skip_blanks(&line);
    if (!line_take_number(&line, &width) || !(line_take(&line, 'x') || line_take(&line, 'X')) ||
        !line_take_number(&line, &height))
        return reading_fail(reading, start, "no size WxH after the format's name");
    if (width < KANAME_MIN_SIZE || width > KANAME_MAX_SIZE || height < KANAME_MIN_SIZE ||
        height > KANAME_MAX_SIZE)
        return reading_fail(reading, start, "a board of %dx%d; possible are %d to %d", width,
                            height, KANAME_MIN_SIZE, KANAME_MAX_SIZE);
    game->width = width;
    game->height = height;
    game->has_size = true;
    *starter = 0;
    if (line_take(&line, ',')) {
        line_skip_blanks(&line);
        if (line_take_number(&line, &level) && line_take(&line, ':') &&
            line_take_number(&line, &level) && line_take(&line, ',')) {
            line_skip_blanks(&line);
            (void)line_take_number(&line, starter);
        }
    }
    return true;
}

/* Reads a move line. Sets `is_move` to false if the line is something else. */
static bool read_move(GameReading *reading, ReadingLine line, bool *is_move) {
    const char *start = line.text;
    int x, y, ms;
    line_skip_blanks(&line);
    *is_move = line_take_number(&line, &x) && line_take(&line, ',');
    if (!*is_move)
        return true;
    line_skip_blanks(&line);
    if (!line_take_number(&line, &y))
        return reading_fail(reading, start, "a move is written x,y,milliseconds");
    if (line_take(&line, ',')) {
        line_skip_blanks(&line);
        if (!line_take_number(&line, &ms))
            return reading_fail(reading, start, "the time of a move is not a number");
    }
    line_skip_blanks(&line);
    if (line.text < line.end)
        return reading_fail(reading, start, "a move is written x,y,milliseconds");
    KanamePoint point = {x - 1, y - 1};
    return reading_check(reading, start,
                         game_add_move(&reading->builder, point, game_side(&reading->builder)));
}

/* `result,tournament`, of a game server. */
static void read_result(Game *game, ReadingLine line, int starter) {
    int winner, tournament;
    if (!line_take_number(&line, &winner) || !line_take(&line, ',') ||
        !line_take_number(&line, &tournament) || winner < 0 || winner > 2)
        return;
    bool has_black_won = winner - 1 == (starter == 1);
    game->end = winner == 0 ? GAME_DRAWN : has_black_won ? GAME_BLACK_WON : GAME_WHITE_WON;
}

bool psq_read(GameReading *reading) {
    Game *game = reading->builder.game;
    int starter;
    ReadingLine line;
    if (!read_header(reading, &starter) ||
        !reading_check(reading, reading->start, game_begin(&reading->builder, game)))
        return false;
    bool is_move = true, has_line;
    while ((has_line = reading_line(reading, &line))) {
        if (!read_move(reading, line, &is_move))
            return false;
        if (!is_move)
            break;
    }
    for (int i = 0; i < 2 && has_line; i++, has_line = reading_line(reading, &line))
        (void)utf8_copy(game->players[i ^ (starter == 1)], GAME_NAME_MAX, line.text,
                        (size_t)(line.end - line.text));
    if (has_line && reading_line(reading, &line))
        read_result(game, line, starter);
    reading->next = reading->end;
    return true;
}
