#include "store/formats.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "shared/games/writing.h"
#include "shared/notation/values.h"
#include "shared/text/utf8.h"
#include "store/text.h"

enum { SGF_MOVES_A_LINE = 8, TEXT_MAX = 40, NAME_MAX_BYTES = UTF8_GROWTH * GAME_NAME_MAX };

/* Of games that ended after the decision of the sequential test. */
static const char late_note[] = "after the decision: counted nowhere";

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
        [GAME_REASON_POINTS] = {"Black win by points", "White win by points"},
    };
    int winner = game_record_winner(game);
    if (winner >= 0 && text[game->reason][winner] != NULL)
        return text[game->reason][winner];
    if (game->result == GAME_UNDECIDED)
        return "Unterminated";
    return game->reason == GAME_REASON_FULL_BOARD ? "Draw by full board" : "Draw by adjudication";
}

/* Writes when the game began, by the format of strftime(). */
static void format_time(char text[TEXT_MAX], const GameRecord *game, bool is_utc,
                        const char *format) {
    time_t seconds = (time_t)(game->started_ms / 1000);
    struct tm fields;
    snprintf(text, TEXT_MAX, "?");
    if ((is_utc ? gmtime_r(&seconds, &fields) : localtime_r(&seconds, &fields)) != NULL)
        strftime(text, TEXT_MAX, format, &fields);
}

static const char *rule_word(GameRule rule) {
    char code[TEXT_MAX];
    KanameRule known = KANAME_RULE_FREESTYLE;
    snprintf(code, sizeof code, "%d", (int)rule);
    (void)values_rule(code, &known);
    return values_rule_name(known);
}

static KanamePoint point_of(const GameMove *move) {
    return (KanamePoint){move->x, move->y};
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

/* Writes the moves as "1. h8 {book} i9 {+31/9 0.120s} 2. ...". */
static void put_pgn_moves(FILE *file, const GameRecord *game) {
    PgnMoves moves = {.file = file};
    for (size_t i = 0; i < game->move_count; i++) {
        const GameMove *move = &game->moves[i];
        char text[64], number[24] = "";
        if (i % 2 == 0)
            snprintf(number, sizeof number, "%zu. ", i / 2 + 1);
        snprintf(text, sizeof text, "%s%c%d", number, 'a' + move->x, game->height - move->y);
        pgn_put_word(&moves, text);
        move_comment(text, sizeof text, move);
        pgn_put_word(&moves, text);
    }
    pgn_end_moves(&moves);
}

/* Writes the moves of the opening, which begin the game too. */
static void put_pgn_opening(FILE *file, const GameRecord *game) {
    if (game->opening_count == 0)
        return;
    pgn_begin_tag(file, "Opening");
    for (size_t i = 0; i < game->opening_count; i++)
        fprintf(file, "%s%c%d", i > 0 ? " " : "", 'a' + game->moves[i].x,
                game->height - game->moves[i].y);
    pgn_end_tag(file);
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
    char name[TEXT_MAX];
    snprintf(name, sizeof name, "%sTimeControl", side);
    pgn_begin_tag(file, name);
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
    pgn_end_tag(file);
    if (limit->match_ms > 0 && limit->turn_ms > 0 &&
        (limit->turn_ms < limit->match_ms || limit->increment_ms > 0)) {
        snprintf(name, sizeof name, "%sTurnLimit", side);
        pgn_begin_tag(file, name);
        put_seconds(file, limit->turn_ms);
        pgn_end_tag(file);
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

static void put_number_tag(FILE *file, const char *name, int64_t number) {
    char text[TEXT_MAX];
    snprintf(text, sizeof text, "%" PRId64, number);
    pgn_put_tag(file, name, text);
}

static void put_utc_tag(FILE *file, const char *name, const GameRecord *game, const char *format) {
    char text[TEXT_MAX];
    format_time(text, game, true, format);
    pgn_put_tag(file, name, text);
}

/* Writes the number of the round and of the game in it. */
static void format_round(char text[TEXT_MAX], const GameRecord *game) {
    snprintf(text, TEXT_MAX, "%d.%d", game->round, game->game);
}

/* Copies the names of the players, by colour, as text on one line. */
static void copy_names(char name[2][NAME_MAX_BYTES], const GameRecord *game) {
    for (int color = 0; color < 2; color++)
        text_copy(name[color], NAME_MAX_BYTES, game->name[color]);
}

void format_pgn_head(FILE *file, const GameRecord *game) {
    put_number_tag(file, "Event", game->number);
    pgn_begin_tag(file, "Date");
}

void format_pgn(FILE *file, const GameRecord *game) {
    static const char *const result[] = {"*", "0-1", "1-0", "1/2-1/2"};
    static const char *const winner[] = {"?", "Black", "White", "none"};
    char text[TEXT_MAX], name[2][NAME_MAX_BYTES];
    copy_names(name, game);
    format_pgn_head(file, game);
    format_time(text, game, false, "%Y.%m.%d");
    fputs(text, file);
    pgn_end_tag(file);
    format_round(text, game);
    pgn_put_tag(file, "Round", text);
    pgn_put_tag(file, "Black", name[GAME_BLACK]);
    pgn_put_tag(file, "White", name[GAME_WHITE]);
    pgn_put_tag(file, "Result", result[game->result]);
    pgn_put_tag(file, "Winner", winner[game->result]);
    pgn_put_tag(file, "Termination", format_termination(game));
    if (game->test == GAME_AFTER_TEST)
        pgn_put_tag(file, "Test", late_note);
    put_number_tag(file, "PlyCount", (int64_t)game->move_count);
    put_utc_tag(file, "UTCDate", game, "%Y.%m.%d");
    put_utc_tag(file, "UTCTime", game, "%H:%M:%S");
    pgn_put_tag(file, "Rule", rule_word(game->rule));
    snprintf(text, sizeof text, "%dx%d", game->width, game->height);
    pgn_put_tag(file, "BoardSize", text);
    put_time_controls(file, game->limit);
    put_pgn_opening(file, game);
    putc('\n', file);
    put_pgn_moves(file, game);
    fprintf(file, "%s\n\n", result[game->result]);
}

void format_sgf_head(FILE *file, const GameRecord *game) {
    char name[2][NAME_MAX_BYTES], event[2 * NAME_MAX_BYTES + sizeof " x "];
    copy_names(name, game);
    fputs("(;FF[4]GM[4]", file);
    sgf_put_number(file, "GN", game->number);
    snprintf(event, sizeof event, "%s x %s", name[GAME_BLACK], name[GAME_WHITE]);
    sgf_put_value(file, "EV", event);
    fputs("DT[", file);
}

static void put_sgf_root(FILE *file, const GameRecord *game) {
    static const char *const result[] = {"*", "B+1", "W+1", "0"};
    char text[TEXT_MAX], name[2][NAME_MAX_BYTES];
    copy_names(name, game);
    format_sgf_head(file, game);
    format_time(text, game, false, "%Y.%m.%d %H:%M:%S");
    fprintf(file, "%s]", text);
    format_round(text, game);
    sgf_put_value(file, "RO", text);
    sgf_put_number(file, "RU", game->rule);
    sgf_put_size(file, game->width, game->height);
    sgf_put_value(file, "PB", name[GAME_BLACK]);
    sgf_put_value(file, "PW", name[GAME_WHITE]);
    sgf_put_value(file, "RE", result[game->result]);
    sgf_put_value(file, "TE", format_termination(game));
    if (game->test == GAME_AFTER_TEST)
        sgf_put_value(file, "GC", late_note);
    putc('\n', file);
}

void format_sgf(FILE *file, const GameRecord *game) {
    put_sgf_root(file, game);
    for (size_t i = 0; i < game->move_count; i++) {
        const GameMove *move = &game->moves[i];
        bool is_opening = i < game->opening_count;
        size_t played = i - game->opening_count; /* meaningless and unused in the opening */
        if (!is_opening &&
            ((played == 0 && i > 0) || (played > 0 && played % SGF_MOVES_A_LINE == 0)))
            putc('\n', file);
        char text[TEXT_MAX] = "opening move";
        if (!is_opening)
            snprintf(text, sizeof text, "%" PRId64 "ms", move->time_us / 1000);
        putc(';', file);
        sgf_put_move(file, i % 2 == 0 ? KANAME_BLACK : KANAME_WHITE, point_of(move));
        sgf_put_value(file, "C", text);
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
    psq_put_header(file, game->width, game->height);
    for (size_t i = 0; i < game->move_count; i++)
        psq_put_move(file, point_of(&game->moves[i]),
                     i < game->opening_count          ? 0
                     : game->moves[i].time_us >= 1000 ? game->moves[i].time_us / 1000
                                                      : 1);
    for (int i = 0; i < 2; i++) {
        const char *name = game->name[(i == 0) == is_white_first ? GAME_WHITE : GAME_BLACK];
        psq_begin_name(file, name);
        text_put(file, name);
        putc('\n', file);
    }
    fprintf(file, "%d\n", psq_code(game));
    int player = winner[game->result];
    if (player > 0 && is_white_first)
        player = 3 - player;
    if (player >= 0)
        psq_put_result(file, player, rule_word(game->rule));
}
