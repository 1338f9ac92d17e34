#include "study/review/outputs.h"

#include "games/json.h"
#include "io/json.h"
#include "io/notation.h"

#include <inttypes.h>

static void write_text_or_null(FILE *file, const char *text) {
    if (text[0] == '\0')
        fputs("null", file);
    else
        json_write_string(file, text);
}

static void write_name(FILE *file, KanamePoint point, int height) {
    char name[NOTATION_POINT_MAX];
    notation_point(name, point, notation_lower(height));
    json_write_string(file, name);
}

static void write_points(FILE *file, const ReviewLine *line, int height) {
    putc('[', file);
    for (size_t i = 0; i < line->count; i++) {
        fputs(i > 0 ? "," : "", file);
        write_name(file, line->moves[i], height);
    }
    putc(']', file);
}

static const char *side_name(KanameColor color) {
    return color == KANAME_BLACK ? "black" : "white";
}

static void write_notes(FILE *file, unsigned notes) {
    static const char *const names[] = {"missed win", "overlooked", "allowed win", "forbidden",
                                        "only move"};
    const char *before = "";
    putc('[', file);
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if (notes >> i & 1) {
            fprintf(file, "%s\"%s\"", before, names[i]);
            before = ",";
        }
    putc(']', file);
}

static void write_judgement(FILE *file, const ReviewMove *move, int height) {
    fputs(",\"best\":", file);
    write_name(file, move->best, height);
    fprintf(file,
            ",\"best_rate\":%.4f,\"played_rate\":%.4f,\"loss\":%.4f,\"grade\":\"%s\",\"notes\":",
            move->best_rate, move->played_rate, move->loss, review_grade_name(move->grade));
    write_notes(file, move->notes);
    fputs(",\"missed\":", file);
    write_text_or_null(file, review_win_name(move->missed));
    fputs(",\"allowed\":", file);
    write_text_or_null(file, review_win_name(move->allowed));
    fputs(",\"line\":", file);
    write_points(file, &move->line, height);
    fputs(",\"reply\":", file);
    write_points(file, &move->reply, height);
}

static void write_rate(FILE *file, double rate) {
    if (rate < 0)
        fputs("null", file);
    else
        fprintf(file, "%.4f", rate);
}

static void write_book(FILE *file, const ReviewBook *book, int height) {
    if (book->games == 0) {
        fputs(",\"book\":null", file);
        return;
    }
    fprintf(file, ",\"book\":{\"games\":%" PRId64 ",\"played\":%" PRId64 ",\"most\":", book->games,
            book->played);
    write_name(file, book->most, height);
    fprintf(file, ",\"most_games\":%" PRId64 "}", book->most_games);
}

static void write_move(FILE *file, const ReviewedGame *reviewed, size_t index) {
    const ReviewPly *ply = &reviewed->plies[index];
    fprintf(file, "{\"number\":%zu,\"color\":\"%s\",\"move\":", index + 1, side_name(ply->color));
    write_name(file, ply->point, reviewed->game.height);
    fputs(",\"black_rate\":", file);
    write_rate(file, ply->black_rate);
    if (reviewed->has_book)
        write_book(file, &ply->book, reviewed->game.height);
    ReviewMove move;
    if (ply->is_judged)
        write_judgement(file, reviewed_move(ply, &move), reviewed->game.height);
    putc('}', file);
}

static void write_figures(FILE *file, const ReviewFigures *figures) {
    fputs("{\"accuracy\":", file);
    if (figures->accuracy < 0)
        fputs("null", file);
    else
        fprintf(file, "%.2f", figures->accuracy);
    fprintf(file, ",\"mean_loss\":%.4f,\"moves\":%d,\"grades\":{", figures->mean_loss,
            figures->moves);
    for (int i = 0; i < REVIEW_GRADES; i++)
        fprintf(file, "%s\"%s\":%d", i > 0 ? "," : "", review_grade_name((ReviewGrade)i),
                figures->grades[i]);
    putc('}', file);
}

static void write_summary(FILE *file, const ReviewedGame *reviewed) {
    const ReviewSummary *summary = &reviewed->summary;
    fputs("{\"last_black_rate\":", file);
    write_rate(file, reviewed->plies[reviewed->count].black_rate);
    fputs(",\"worst\":", file);
    if (summary->worst < reviewed->count)
        fprintf(file, "%zu", summary->worst + 1);
    else
        fputs("null", file);
    for (int side = 0; side < 2; side++) {
        fprintf(file, ",\"%s\":", side_name((KanameColor)side));
        write_figures(file, &summary->sides[side]);
        fputs(",\"phases\":{", file);
        for (int i = 0; i < REVIEW_PHASES; i++) {
            fprintf(file, "%s\"%s\":", i > 0 ? "," : "", review_phase_name((ReviewPhase)i));
            write_figures(file, &summary->phases[side][i]);
            putc('}', file);
        }
        fputs("}}", file);
    }
    putc('}', file);
}

/* Stones and walls before the first move. */
static void write_setup(FILE *file, const ReviewedGame *reviewed) {
    GamePosition position;
    bool is_known = game_position(&reviewed->game, reviewed->plies[0].node, &position);
    putc('[', file);
    for (size_t i = 0; is_known && i + 1 < position.count; i++) {
        fputs(i > 0 ? "," : "", file);
        game_write_stone(file, position.stones[i], reviewed->game.height);
    }
    putc(']', file);
}

static void write_game(FILE *file, const ReviewedGame *reviewed) {
    const Game *game = &reviewed->game;
    fputs("{\"file\":", file);
    json_write_string(file, reviewed->name);
    fprintf(file,
            ",\"rule\":\"%s\",\"width\":%d,\"height\":%d,\"black\":", kaname_rule_name(game->rule),
            game->width, game->height);
    write_text_or_null(file, game->players[KANAME_BLACK]);
    fputs(",\"white\":", file);
    write_text_or_null(file, game->players[KANAME_WHITE]);
    fputs(",\"winner\":", file);
    write_text_or_null(file, reviewed->winner == KANAME_EMPTY ? "" : side_name(reviewed->winner));
    fputs(",\"fault\":", file);
    write_text_or_null(file, reviewed->fault);
    fputs(",\"setup\":", file);
    write_setup(file, reviewed);
    fputs(",\"moves\":[", file);
    for (size_t i = 0; i < reviewed->count; i++) {
        fputs(i > 0 ? ",\n" : "\n", file);
        write_move(file, reviewed, i);
    }
    fputs("],\n\"steps\":", file);
    game_write_steps(file, game, game_last(game));
    fputs(",\n\"summary\":", file);
    write_summary(file, reviewed);
    putc('}', file);
}

bool review_write_json(FILE *file, const ReviewedGame *games, size_t count,
                       const ReviewLimits *limits, unsigned weights_id) {
    fprintf(file, "{\"program\":\"Kaname %s\",\"weights\":\"%08x\",\"nodes\":", kaname_version(),
            weights_id);
    if (limits->nodes > 0)
        fprintf(file, "%" PRIu64, limits->nodes);
    else
        fputs("null", file);
    fputs(",\"time_ms\":", file);
    if (limits->turn_ms >= 0)
        fprintf(file, "%" PRId64, limits->turn_ms);
    else
        fputs("null", file);
    fputs(",\"games\":[", file);
    for (size_t i = 0; i < count; i++) {
        fputs(i > 0 ? ",\n" : "\n", file);
        write_game(file, &games[i]);
    }
    fputs("\n]}\n", file);
    return !ferror(file);
}
