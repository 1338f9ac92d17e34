#include "study/analyze_output.h"

#include "games/json.h"
#include "io/json.h"
#include "io/notation.h"
#include "shared/cli/say.h"

#include <inttypes.h>
#include <stdlib.h>

enum { LINE_TEXT_MAX = KANAME_MAX_PV * NOTATION_POINT_MAX, LINE_COLUMN = 42 };

/* ---- Table --------------------------------------------------------------------------------- */

static void score_text(char text[NOTATION_SCORE_MAX], int score) {
    int plies = kaname_score_win_plies(score);
    if (plies == 0)
        snprintf(text, NOTATION_SCORE_MAX, "%+d", notation_shown(score));
    else
        snprintf(text, NOTATION_SCORE_MAX, "%s in %d", plies > 0 ? "win" : "loss",
                 abs(plies) % 1000);
}

static void write_line(FILE *file, const KanameEngine *engine, const KanameReport *report, int rank,
                       int columns) {
    int height = kaname_height(engine);
    char move[NOTATION_POINT_MAX], score[NOTATION_SCORE_MAX], line[LINE_TEXT_MAX], depth[16];
    size_t room = columns > 2 * LINE_COLUMN ? (size_t)(columns - LINE_COLUMN) : LINE_COLUMN;
    if (kaname_score_win_plies(report->score) != 0)
        room = sizeof line; /* a proof is shown to its end */
    notation_point(move, report->pv[0], notation_lower(height));
    score_text(score, report->score);
    snprintf(depth, sizeof depth, "%d-%d", report->depth % 1000, report->seldepth % 1000);
    notation_line(line, room < sizeof line ? room : sizeof line, report->pv, report->pv_count, " ",
                  notation_lower(height));
    fprintf(file, "%2d  %-4s  %5.1f%%  %9s  %7s  %s\n", rank, move,
            100 * notation_rate(engine, report->score), score, depth, line);
}

static const char *end_text(TerminalEnd end, bool is_foul) {
    return is_foul                     ? "White has won: Black's last stone is forbidden."
           : end == TERMINAL_BLACK_WON ? "Black has won."
           : end == TERMINAL_WHITE_WON ? "White has won."
                                       : "The board is full: a draw.";
}

bool analyze_write_table(FILE *file, const TerminalGame *board, const AnalyzeLines *lines,
                         const AnalyzeSummary *summary) {
    const KanameEngine *engine = board->engine;
    TerminalText *text = malloc(sizeof *text);
    if (text == NULL)
        return false;
    text->length = 0;
    terminal_draw_board(text, board, &summary->look);
    bool is_written = fwrite(text->text, 1, text->length, file) == text->length;
    free(text);
    bool is_black = kaname_to_move(engine) == KANAME_BLACK;
    if (board->end != TERMINAL_GOES_ON)
        return fprintf(file, "\n%s\n", end_text(board->end, board->is_foul)) > 0 && is_written;
    fprintf(file, "\n%s to move, %s, %zu stone%s.%s\n\n", is_black ? "Black" : "White",
            kaname_rule_name(kaname_rule(engine)), kaname_stone_count(engine),
            say_plural(kaname_stone_count(engine)), summary->is_interrupted ? " Interrupted." : "");
    fprintf(file, " #  move     win      score    depth  line\n");
    for (int i = 0; i < lines->count; i++)
        write_line(file, engine, &lines->lines[i], i + 1, summary->look.columns);
    return fprintf(file,
                   "\n%" PRIu64 " nodes in %.2f s. win: win rate of the side to move.\n"
                   "score: its lead in evaluation units, or the stones to a proven end.\n",
                   summary->nodes, (double)summary->time_ms / 1000) > 0 &&
           is_written;
}

/* ---- JSON ---------------------------------------------------------------------------------- */

static void write_names(FILE *file, const KanamePoint *points, size_t count, int height) {
    putc('[', file);
    for (size_t i = 0; i < count; i++) {
        char name[NOTATION_POINT_MAX];
        notation_point(name, points[i], notation_lower(height));
        fputs(i > 0 ? "," : "", file);
        json_write_string(file, name);
    }
    putc(']', file);
}

static void write_json_line(FILE *file, const KanameEngine *engine, const KanameReport *report) {
    int height = kaname_height(engine);
    char move[NOTATION_POINT_MAX];
    int plies = kaname_score_win_plies(report->score);
    notation_point(move, report->pv[0], notation_lower(height));
    fputs("{\"move\":", file);
    json_write_string(file, move);
    fprintf(file, ",\"win_rate\":%.4f,\"score\":%d,\"plies_to_win\":",
            notation_rate(engine, report->score), notation_shown(report->score));
    if (plies == 0)
        fputs("null", file);
    else
        fprintf(file, "%d", plies);
    fprintf(file, ",\"depth\":%d,\"seldepth\":%d,\"nodes\":%" PRIu64 ",\"line\":", report->depth,
            report->seldepth, report->nodes);
    write_names(file, report->pv, report->pv_count, height);
    putc('}', file);
}

void analyze_write_json_lines(FILE *file, const KanameEngine *engine, const AnalyzeLines *lines) {
    putc('[', file);
    for (int i = 0; i < lines->count; i++) {
        fputs(i > 0 ? "," : "", file);
        write_json_line(file, engine, &lines->lines[i]);
    }
    putc(']', file);
}

static void write_json_board(FILE *file, const TerminalGame *board) {
    static const char *const ends[] = {[TERMINAL_GOES_ON] = "null",
                                       [TERMINAL_BLACK_WON] = "\"black\"",
                                       [TERMINAL_WHITE_WON] = "\"white\"",
                                       [TERMINAL_DRAWN] = "\"draw\""};
    const KanameEngine *engine = board->engine;
    KanamePoint moves[KANAME_MAX_CELLS];
    size_t count = kaname_stone_count(engine);
    for (size_t i = 0; i < count; i++) {
        KanameStone stone = kaname_stone(engine, i);
        moves[i] = (KanamePoint){stone.x, stone.y};
    }
    fputs("{\"rule\":", file);
    json_write_string(file, kaname_rule_name(kaname_rule(engine)));
    fprintf(file, ",\"width\":%d,\"height\":%d,\"moves\":", kaname_width(engine),
            kaname_height(engine));
    write_names(file, moves, count, kaname_height(engine));
    fprintf(file, ",\"to_move\":\"%s\",\"end\":%s",
            kaname_to_move(engine) == KANAME_BLACK ? "black" : "white", ends[board->end]);
}

/* Writes all stones and walls of the board: `moves` has no colours. */
static void write_json_stones(FILE *file, const KanameEngine *engine) {
    int height = kaname_height(engine);
    const char *before = "";
    fputs(",\"stones\":[", file);
    for (size_t i = 0; i < kaname_stone_count(engine); i++) {
        fputs(before, file);
        game_write_stone(file, kaname_stone(engine, i), height);
        before = ",";
    }
    for (int y = 0; y < height; y++)
        for (int x = 0; x < kaname_width(engine); x++)
            if (kaname_at(engine, x, y) == KANAME_WALL) {
                fputs(before, file);
                game_write_stone(file, (KanameStone){x, y, KANAME_WALL}, height);
                before = ",";
            }
    putc(']', file);
}

bool analyze_write_json(FILE *file, const TerminalGame *board, const AnalyzeLines *lines,
                        const AnalyzeSummary *summary) {
    write_json_board(file, board);
    fputs(",\"format\":", file);
    json_write_string(file, summary->format);
    fputs(",\"fault\":", file);
    if (summary->fault.status != STATUS_OK)
        json_write_string(file, summary->fault.text);
    else
        fputs("null", file);
    write_json_stones(file, board->engine);
    fputs(",\"steps\":", file);
    game_write_steps(file, summary->game, game_shown(summary->game));
    fprintf(file, ",\"nodes\":%" PRIu64 ",\"time_ms\":%" PRId64 ",\"interrupted\":%s,\"lines\":",
            summary->nodes, summary->time_ms, summary->is_interrupted ? "true" : "false");
    analyze_write_json_lines(file, board->engine, lines);
    return fputs("}\n", file) >= 0;
}
