/* PSQ, Piskvork's saved games: a line `Piskvorky WxH, L1:L2, S` (S: the player, 0 or 1, who moved
 * first), a line `x,y,ms` for each move with points from 1 at the top left, the players' names,
 * which may be missing, a code of the end; tournaments add `result,NAME`: 1, 2 the player who won,
 * 0 a draw. The opening's stones come first, with time 0; player 1 makes the first move after them,
 * so after an odd number of them plays White. */
#include "shared/games/properties.h"
#include "shared/games/reading.h"
#include "shared/notation/values.h"
#include "shared/text/utf8.h"

#include <string.h>

#define MOVE_FAULT "a move is written x,y,milliseconds"

typedef struct Psq {
    GameReading *reading;
    int starter;          /* 0 or 1 */
    int opening;          /* stones of time 0 so far, before any other */
    bool has_times;       /* a stone has another time */
    ReadingLine first;    /* after the moves */
    int tail;             /* lines after the moves */
    bool has_code;        /* of the end: the result is next */
    const char *names[2]; /* start of each line; NULL: missing */
    const char *name_ends[2];
    int winner; /* 0 draw, 1, 2; -1: unknown */
} Psq;

static bool read_header(GameReading *reading, int *starter) {
    ReadingLine line;
    Game *game = reading->builder.game;
    int width, height, level;
    (void)reading_line(reading, &line);
    const char *start = line.text;
    while (line.text < line.end && *line.text != ' ' && *line.text != '\t')
        line.text++;
    reading_line_skip_blanks(&line);
    if (!reading_line_take_number(&line, &width) ||
        !(reading_line_take(&line, 'x') || reading_line_take(&line, 'X')) ||
        !reading_line_take_number(&line, &height))
        return reading_fail(reading, start, "no size WxH after the format's name");
    if (width < KANAME_MIN_SIZE || width > KANAME_MAX_SIZE || height < KANAME_MIN_SIZE ||
        height > KANAME_MAX_SIZE)
        return reading_fail(reading, start, "a board of %dx%d; possible are %d to %d", width,
                            height, KANAME_MIN_SIZE, KANAME_MAX_SIZE);
    game->width = width;
    game->height = height;
    game->has_size = true;
    *starter = 0;
    if (reading_line_take(&line, ',')) {
        reading_line_skip_blanks(&line);
        if (reading_line_take_number(&line, &level) && reading_line_take(&line, ':') &&
            reading_line_take_number(&line, &level) && reading_line_take(&line, ',')) {
            reading_line_skip_blanks(&line);
            (void)reading_line_take_number(&line, starter);
        }
    }
    return true;
}

/* Returns whether the line is a result, `1,Renju`: a player and a name that is no number. */
static bool is_result(ReadingLine line) {
    int player, number;
    reading_line_skip_blanks(&line);
    return reading_line_take_number(&line, &player) && player >= 0 && player <= 2 &&
           reading_line_take(&line, ',') && line.text < line.end && *line.text != ' ' &&
           *line.text != '\t' && !reading_line_take_number(&line, &number);
}

static bool take_comma(ReadingLine *line) {
    reading_line_skip_blanks(line);
    return reading_line_take(line, ',');
}

/* Reads a move line. Sets `is_move` to false if the line is something else. */
static bool read_move(Psq *psq, ReadingLine line, bool *is_move) {
    GameReading *reading = psq->reading;
    const char *start = line.text;
    int x, y, ms = 0;
    *is_move = !is_result(line);
    reading_line_skip_blanks(&line);
    *is_move = *is_move && reading_line_take_number(&line, &x) && take_comma(&line);
    if (!*is_move)
        return true;
    reading_line_skip_blanks(&line);
    if (!reading_line_take_number(&line, &y))
        return reading_fail(reading, start, MOVE_FAULT);
    if (take_comma(&line)) {
        reading_line_skip_blanks(&line);
        if (!reading_line_take_number(&line, &ms))
            return reading_fail(reading, start, "the time of a move is not a number");
    }
    reading_line_skip_blanks(&line);
    if (line.text < line.end)
        return reading_fail(reading, start, MOVE_FAULT);
    psq->has_times = psq->has_times || ms != 0;
    psq->opening += !psq->has_times;
    KanamePoint point = {x - 1, y - 1};
    return reading_check(reading, start,
                         game_add_move(&reading->builder, point, game_side(&reading->builder)));
}

/* Reads `result,tournament`. */
static bool read_result(Psq *psq, ReadingLine line) {
    GameReading *reading = psq->reading;
    int player, number;
    reading_line_skip_blanks(&line);
    if (!reading_line_take_number(&line, &player) || player < 0 || player > 2 ||
        !reading_line_take(&line, ','))
        return true;
    psq->winner = player;
    reading_line_skip_blanks(&line);
    ReadingLine rest = line;
    bool is_number = reading_line_take_number(&rest, &number) && rest.text == rest.end;
    if (line.text == line.end || is_number)
        return true;
    Game *game = reading->builder.game;
    size_t length = (size_t)(line.end - line.text);
    if (!game->has_rule && game_rule_in_text(line.text, length, &game->rule))
        game->has_rule = true;
    const char *rule = values_rule_name(game->rule);
    if (length == strlen(rule) && memcmp(line.text, rule, length) == 0)
        return true; /* as write.c names the rule of a game that has no event */
    game_go_back(&reading->builder, 0);
    return reading_check(reading, line.text,
                         game_add_property(&reading->builder, "EV", line.text, length));
}

/* Returns whether the line is a number: the code of the end. */
static bool is_code(ReadingLine line) {
    int number;
    reading_line_skip_blanks(&line);
    bool is_number = reading_line_take_number(&line, &number);
    reading_line_skip_blanks(&line);
    return is_number && line.text == line.end;
}

/* Returns whether the line begins with a digit and has no letters: no name, but a damaged move. */
static bool is_damaged(ReadingLine line) {
    reading_line_skip_blanks(&line);
    if (is_code(line) || line.text == line.end || *line.text < '0' || *line.text > '9')
        return false;
    for (; line.text < line.end; line.text++)
        if ((*line.text < '0' || *line.text > '9') && strchr(" \t,;.:+-", *line.text) == NULL)
            return false;
    return true;
}

/* Returns whether the line is a move although the moves have ended: `x,y,ms` before both names, or
 * `x,y`, which behind the code is a result. */
static bool is_late_move(const Psq *psq, ReadingLine line) {
    int number, count = 0;
    do {
        reading_line_skip_blanks(&line);
        count += reading_line_take_number(&line, &number);
    } while (take_comma(&line));
    return psq->tail < 2 && line.text == line.end && count >= (psq->has_code ? 3 : 2) && count <= 3;
}

/* Reads a line after the moves. */
static bool read_tail(Psq *psq, ReadingLine line) {
    bool is_first = psq->first.text == NULL;
    if (is_first)
        psq->first = line;
    if (is_first ? is_damaged(line) : is_late_move(psq, line))
        return reading_fail(psq->reading, psq->first.text, MOVE_FAULT);
    if (psq->winner < 0 && (psq->has_code || is_result(line)))
        return read_result(psq, line);
    if (is_code(line)) {
        psq->has_code = true;
    } else if (psq->tail < 2) {
        psq->names[psq->tail] = line.text;
        psq->name_ends[psq->tail++] = line.end;
    }
    return true;
}

static KanameColor color_of(const Psq *psq, int player) {
    int opening = psq->has_times ? psq->opening : 0;
    return (player + opening + (psq->starter == 1)) % 2 == 0 ? KANAME_BLACK : KANAME_WHITE;
}

/* Gives names and result to the colours. */
static void finish(const Psq *psq) {
    Game *game = psq->reading->builder.game;
    for (int i = 0; i < 2; i++)
        if (psq->names[i] != NULL)
            (void)utf8_copy(game->players[color_of(psq, i)], GAME_PLAYER_MAX, psq->names[i],
                            (size_t)(psq->name_ends[i] - psq->names[i]));
    if (psq->winner == 0)
        game->end = GAME_END_DRAWN;
    else if (psq->winner > 0)
        game->end =
            color_of(psq, psq->winner - 1) == KANAME_BLACK ? GAME_END_BLACK : GAME_END_WHITE;
}

bool psq_read(GameReading *reading) {
    Game *game = reading->builder.game;
    Psq psq = {.reading = reading, .winner = -1};
    ReadingLine line;
    if (!read_header(reading, &psq.starter) ||
        !reading_check(reading, reading->start, game_begin(&reading->builder, game)))
        return false;
    bool is_move = true;
    while (reading_line(reading, &line)) {
        if (is_move && !read_move(&psq, line, &is_move))
            return false;
        if (!is_move && !read_tail(&psq, line))
            return false;
    }
    finish(&psq);
    reading->next = reading->end;
    return true;
}
