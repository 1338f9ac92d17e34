#include "store/formats.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "store/text.h"

enum { SGF_MOVES_A_LINE = 8, PSQ_LEVEL = 11 };

const char *format_termination(const GameRecord *game) {
    static const char *const text[GAME_REASON_COUNT][2] = {
        [GAME_REASON_FIVE] = {"Black win by five connection", "White win by five connection"},
        [GAME_REASON_OVERLINE] = {"", "Black play forbidden move - overline"},
        [GAME_REASON_DOUBLE_FOUR] = {"", "Black play forbidden move - double four"},
        [GAME_REASON_DOUBLE_THREE] = {"", "Black play forbidden move - double three"},
        [GAME_REASON_TIME] = {"Black win by time forfeit", "White win by time forfeit"},
        [GAME_REASON_CRASH] = {"Black win by opponent crash", "White win by opponent crash"},
        [GAME_REASON_ILLEGAL] = {"Black win by opponent illegal move",
                                 "White win by opponent illegal move"},
        /* c-gomoku-cli counts an engine that does not start as crashed. */
        [GAME_REASON_START] = {"Black win by opponent crash", "White win by opponent crash"},
        [GAME_REASON_MEMORY] = {"Black win by opponent memory forfeit",
                                "White win by opponent memory forfeit"},
        [GAME_REASON_RESIGN] = {"Black win by adjudication", "White win by adjudication"},
        [GAME_REASON_FULL_BOARD] = {"Black win by points", "White win by points"},
        [GAME_REASON_DRAW_AFTER] = {"Black win by points", "White win by points"},
    };
    int winner = game_record_winner(game);
    if (winner >= 0 && text[game->reason][winner] != NULL)
        return text[game->reason][winner];
    if (game->result == GAME_UNDECIDED)
        return "Unterminated";
    return game->reason == GAME_REASON_FULL_BOARD ? "Draw by full board" : "Draw by adjudication";
}

/* Writes when the game began, by the format of strftime(). */
static void put_time(FILE *file, const GameRecord *game, bool is_utc, const char *format) {
    time_t seconds = (time_t)(game->started_ms / 1000);
    char text[40] = "?";
    struct tm fields;
    if ((is_utc ? gmtime_r(&seconds, &fields) : localtime_r(&seconds, &fields)) != NULL)
        strftime(text, sizeof(text), format, &fields);
    fputs(text, file);
}

static const char *rule_word(GameRule rule) {
    switch (rule) {
    case GAME_RULE_STANDARD:
        return "standard";
    case GAME_RULE_RENJU:
        return "renju";
    case GAME_RULE_CARO:
        return "caro";
    case GAME_RULE_CARO_EXACT:
        return "caro-exact";
    case GAME_RULE_FREESTYLE:
        break;
    }
    return "freestyle";
}

/* Writes the comment of a move as match managers do: {score/depth time}, with the score in the
 * engine's own unit or as a win in plies; {book} in the opening. */
static void move_comment(char *text, size_t size, const GameMove *move) {
    char score[24] = "";
    if (move->is_opening) {
        snprintf(text, size, "{book}");
        return;
    }
    if (move->has_score && move->score >= GAME_SCORE_MATE_MIN)
        snprintf(score, sizeof score, "+M%d/%d ", GAME_SCORE_MATE - move->score, move->depth);
    else if (move->has_score && move->score <= -GAME_SCORE_MATE_MIN)
        snprintf(score, sizeof score, "-M%d/%d ", GAME_SCORE_MATE + move->score, move->depth);
    else if (move->has_score)
        snprintf(score, sizeof score, "%+d/%d ", move->score, move->depth);
    snprintf(text, size, "{%s%.3fs}", score, (double)move->time_us / 1e6);
}

/* Writes a word after a blank, or on a new line if the line would pass 80 characters. */
static void put_word(FILE *file, const char *text, int *used) {
    enum { LINE_MAX_BYTES = 80 };
    int length = (int)strlen(text);
    bool is_new_line = *used > 0 && *used + 1 + length > LINE_MAX_BYTES;
    fprintf(file, "%s%s", is_new_line ? "\n" : *used > 0 ? " " : "", text);
    *used = is_new_line || *used == 0 ? length : *used + 1 + length;
}

/* Writes the moves as "1. h8 {book} i9 {+31/9 0.120s} 2. ...". */
static void put_pgn_moves(FILE *file, const GameRecord *game) {
    int used = 0;
    for (size_t i = 0; i < game->move_count; i++) {
        const GameMove *move = &game->moves[i];
        char text[64], number[24] = "";
        if (i % 2 == 0)
            snprintf(number, sizeof number, "%zu. ", i / 2 + 1);
        snprintf(text, sizeof text, "%s%c%d", number, 'a' + move->x, game->height - move->y);
        put_word(file, text, &used);
        move_comment(text, sizeof text, move);
        put_word(file, text, &used);
    }
    if (game->move_count > 0)
        putc('\n', file);
}

/* Writes the moves of the opening, which begin the game too. */
static void put_pgn_opening(FILE *file, const GameRecord *game) {
    if (game->opening_count == 0)
        return;
    fputs("[Opening \"", file);
    for (size_t i = 0; i < game->opening_count; i++)
        fprintf(file, "%s%c%d", i > 0 ? " " : "", 'a' + game->moves[i].x,
                game->height - game->moves[i].y);
    fputs("\"]\n", file);
}

/* Writes milliseconds as seconds: "60", "0.25". */
static void put_seconds(FILE *file, int64_t ms) {
    fprintf(file, "%" PRId64, ms / 1000);
    int rest = (int)(ms % 1000), digits = 3;
    for (; rest > 0 && rest % 10 == 0; digits--)
        rest /= 10;
    if (rest > 0)
        fprintf(file, ".%0*d", digits, rest);
}

/* Writes the time control as PGN defines it: "?" unknown, "-" none, "1/S" seconds for one move,
 * "S" or "S+I" for the game. It has no form for a limit of a move under a match clock: that one
 * stands in a tag of its own. */
static void put_time_control(FILE *file, const char *side, const GameTime *limit) {
    fprintf(file, "[%sTimeControl \"", side);
    if (limit->match_ms > 0) {
        put_seconds(file, limit->match_ms);
        if (limit->increment_ms > 0) {
            putc('+', file);
            put_seconds(file, limit->increment_ms);
        }
    } else if (limit->match_ms == 0 && limit->turn_ms > 0) {
        fputs("1/", file);
        put_seconds(file, limit->turn_ms);
    } else {
        putc(limit->match_ms < 0 ? '?' : '-', file);
    }
    fputs("\"]\n", file);
    if (limit->match_ms > 0 && limit->turn_ms > 0 && limit->turn_ms < limit->match_ms) {
        fprintf(file, "[%sTurnLimit \"", side);
        put_seconds(file, limit->turn_ms);
        fputs("\"]\n", file);
    }
}

static void put_time_controls(FILE *file, const GameTime limit[2]) {
    const GameTime *black = &limit[GAME_BLACK], *white = &limit[GAME_WHITE];
    if (black->match_ms == white->match_ms && black->turn_ms == white->turn_ms &&
        black->increment_ms == white->increment_ms) {
        put_time_control(file, "", black);
    } else {
        put_time_control(file, "Black", black);
        put_time_control(file, "White", white);
    }
}

void format_pgn(FILE *file, const GameRecord *game) {
    static const char *const result[] = {"*", "0-1", "1-0", "1/2-1/2"};
    static const char *const winner[] = {"?", "Black", "White", "none"};
    fprintf(file, "[Event \"%" PRId64 "\"]\n[Date \"", game->number);
    put_time(file, game, false, "%Y.%m.%d");
    fprintf(file, "\"]\n[Round \"%d.%d\"]\n[Black \"", game->round, game->game);
    text_put_escaped(file, game->name[GAME_BLACK], "\"\\");
    fputs("\"]\n[White \"", file);
    text_put_escaped(file, game->name[GAME_WHITE], "\"\\");
    fprintf(file,
            "\"]\n[Result \"%s\"]\n[Winner \"%s\"]\n[Termination \"%s\"]\n[PlyCount \"%zu\"]\n",
            result[game->result], winner[game->result], format_termination(game), game->move_count);
    fputs("[UTCDate \"", file);
    put_time(file, game, true, "%Y.%m.%d");
    fputs("\"]\n[UTCTime \"", file);
    put_time(file, game, true, "%H:%M:%S");
    fprintf(file, "\"]\n[Rule \"%s\"]\n[BoardSize \"%dx%d\"]\n", rule_word(game->rule), game->width,
            game->height);
    put_time_controls(file, game->limit);
    put_pgn_opening(file, game);
    putc('\n', file);
    put_pgn_moves(file, game);
    fprintf(file, "%s\n\n", result[game->result]);
}

void format_sgf(FILE *file, const GameRecord *game) {
    static const char *const result[] = {"*", "B+1", "W+1", "0"};
    fprintf(file, "(;FF[4]GM[4]GN[%" PRId64 "]EV[", game->number);
    text_put_escaped(file, game->name[GAME_BLACK], "]\\");
    fputs(" x ", file);
    text_put_escaped(file, game->name[GAME_WHITE], "]\\");
    fputs("]DT[", file);
    put_time(file, game, false, "%Y.%m.%d %H:%M:%S");
    fprintf(file, "]RO[%d.%d]RU[%d]", game->round, game->game, (int)game->rule);
    if (game->width == game->height)
        fprintf(file, "SZ[%d]PB[", game->width);
    else
        fprintf(file, "SZ[%d:%d]PB[", game->width, game->height);
    text_put_escaped(file, game->name[GAME_BLACK], "]\\");
    fputs("]PW[", file);
    text_put_escaped(file, game->name[GAME_WHITE], "]\\");
    fprintf(file, "]RE[%s]TE[%s]\n", result[game->result], format_termination(game));
    for (size_t i = 0; i < game->move_count; i++) {
        const GameMove *move = &game->moves[i];
        bool is_opening = i < game->opening_count;
        size_t played = i - game->opening_count; /* meaningless and unused in the opening */
        if (!is_opening &&
            ((played == 0 && i > 0) || (played > 0 && played % SGF_MOVES_A_LINE == 0)))
            putc('\n', file);
        fprintf(file, ";%c[%c%c]", i % 2 == 0 ? 'B' : 'W', 'a' + move->x, 'a' + move->y);
        if (is_opening)
            fputs("C[opening move]", file);
        else
            fprintf(file, "C[%" PRId64 "ms]", move->time_us / 1000);
    }
    fputs(")\n\n", file);
}

/* Returns Piskvork's code: 0 played to the end, 15 out of time, -2 an engine's error. */
static int psq_code(const GameRecord *game) {
    switch (game->reason) {
    case GAME_REASON_TIME:
        return 15;
    case GAME_REASON_CRASH:
    case GAME_REASON_ILLEGAL:
    case GAME_REASON_START:
    case GAME_REASON_MEMORY:
        return -2;
    case GAME_REASON_INTERRUPTED:
        return -1;
    default:
        return 0;
    }
}

/* Player 1, whose name comes first, makes the first move after the opening; the opening's stones
 * have time 0, others at least 1 ms. The last line names the player who won, and the rule. */
void format_psq(FILE *file, const GameRecord *game) {
    static const int winner[] = {-1, 1, 2, 0};
    bool is_white_first = game->opening_count % 2 == 1;
    fprintf(file, "Piskvorky %dx%d, %d:%d, 0\n", game->width, game->height, PSQ_LEVEL, PSQ_LEVEL);
    for (size_t i = 0; i < game->move_count; i++)
        fprintf(file, "%d,%d,%" PRId64 "\n", game->moves[i].x + 1, game->moves[i].y + 1,
                i < game->opening_count          ? 0
                : game->moves[i].time_us >= 1000 ? game->moves[i].time_us / 1000
                                                 : 1);
    text_put_escaped(file, game->name[is_white_first ? GAME_WHITE : GAME_BLACK], "");
    putc('\n', file);
    text_put_escaped(file, game->name[is_white_first ? GAME_BLACK : GAME_WHITE], "");
    fprintf(file, "\n%d\n", psq_code(game));
    int player = winner[game->result];
    if (player > 0 && is_white_first)
        player = 3 - player;
    if (player >= 0)
        fprintf(file, "%d,%s\n", player, rule_word(game->rule));
}
