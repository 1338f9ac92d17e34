#include "study/puzzles/collection.h"

#include "games/write.h"
#include "io/json.h"
#include "io/notation.h"
#include "shared/games/builder.h"
#include "shared/page/page.h"
#include "shared/status/status.h"
#include "study/puzzles/page_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Sets `position` to the puzzle's. Returns false if out of memory. */
static bool position_of(const CollectedPuzzle *collected, GamePosition *position) {
    const ReviewedGame *from = collected->from;
    bool is_end = collected->index == from->count;
    if (!game_position(&from->game, from->plies[collected->index].node, position))
        return false;
    if (!is_end)
        position->count--; /* drops the move that was played */
    return true;
}

/* ---- Table --------------------------------------------------------------------------------- */

bool collection_write_table(FILE *file, const Collection *collection, bool has_keys) {
    if (collection->count == 0) {
        fprintf(file, "no puzzles were found\n");
        return !ferror(file);
    }
    fprintf(file, "   #  level  kind  stones    nodes  side   at move  %sgame\n",
            has_keys ? "key   " : "");
    for (size_t i = 0; i < collection->count; i++) {
        const CollectedPuzzle *collected = &collection->puzzles[i];
        const Puzzle *puzzle = &collected->puzzle;
        char key[NOTATION_POINT_MAX] = "";
        if (has_keys)
            collected_key(collected, key);
        fprintf(file, "%4zu  %5d  %-4s  %6d  %7" PRIu64 "  %s  %7zu  %-*s%s\n", i + 1,
                puzzle->level, review_win_name(puzzle->kind), puzzle->plies, puzzle->nodes,
                collected_side(collected), collected->index + 1, has_keys ? 6 : 0, key,
                collected->from->name);
    }
    return !ferror(file);
}

/* ---- JSON, page ---------------------------------------------------------------------------- */

static void write_point(FILE *file, KanamePoint point, int height) {
    char name[NOTATION_POINT_MAX];
    notation_point(name, point, notation_lower(height));
    json_write_string(file, name);
}

static void write_line(FILE *file, const ReviewLine *line, int height) {
    for (size_t i = 0; i < line->count; i++) {
        fputs(i > 0 ? "," : "", file);
        write_point(file, line->moves[i], height);
    }
}

static bool write_puzzle_json(FILE *file, const CollectedPuzzle *collected, size_t number) {
    static const char *const colors[] = {
        [KANAME_BLACK] = "black", [KANAME_WHITE] = "white", [KANAME_WALL] = "wall"};
    const Game *game = &collected->from->game;
    const Puzzle *puzzle = &collected->puzzle;
    GamePosition *position = malloc(sizeof *position);
    if (position == NULL || !position_of(collected, position)) {
        free(position);
        return false;
    }
    fprintf(file, "{\"number\":%zu,\"file\":", number);
    json_write_string(file, collected->from->name);
    fprintf(file,
            ",\"move\":%zu,\"rule\":\"%s\",\"width\":%d,\"height\":%d,\"side\":\"%s\","
            "\"task\":\"%s\",\"kind\":\"%s\",\"plies_to_win\":%d,\"nodes\":%" PRIu64
            ",\"level\":%d,\"stones\":[",
            collected->index + 1, kaname_rule_name(game->rule), game->width, game->height,
            collected_side(collected), puzzle->is_defence ? "defence" : "win",
            review_win_name(puzzle->kind), puzzle->plies, puzzle->nodes, puzzle->level);
    for (size_t i = 0; i < position->count; i++) {
        KanameStone stone = position->stones[i];
        fprintf(file, "%s{\"color\":\"%s\",\"point\":", i > 0 ? "," : "", colors[stone.color]);
        write_point(file, (KanamePoint){stone.x, stone.y}, game->height);
        putc('}', file);
    }
    fputs("],\"firsts\":[", file);
    for (int i = 0; i < puzzle->first_count; i++) {
        fputs(i > 0 ? "," : "", file);
        write_point(file, puzzle->firsts[i], game->height);
    }
    fputs("],\"line\":[", file);
    write_line(file, &puzzle->line, game->height);
    if (puzzle->is_defence) {
        fputs("],\"threat\":[", file);
        write_line(file, &puzzle->threat, game->height);
    }
    fputs("]}", file);
    free(position);
    return true;
}

bool collection_write_json(FILE *file, const Collection *collection, const ReviewLimits *limits) {
    bool is_good = true;
    fprintf(file, "{\"program\":\"Kaname %s\",\"nodes\":", kaname_version());
    if (limits->nodes > 0)
        fprintf(file, "%" PRIu64, limits->nodes);
    else
        fputs("null", file);
    fputs(",\"time_ms\":", file);
    if (limits->turn_ms >= 0)
        fprintf(file, "%" PRId64, limits->turn_ms);
    else
        fputs("null", file);
    fputs(",\"puzzles\":[", file);
    for (size_t i = 0; i < collection->count && is_good; i++) {
        fputs(i > 0 ? ",\n" : "\n", file);
        is_good = write_puzzle_json(file, &collection->puzzles[i], i + 1);
    }
    fputs("\n]}\n", file);
    return is_good && !ferror(file);
}

typedef struct PageData {
    const Collection *collection;
    const ReviewLimits *limits;
} PageData;

static bool write_data(FILE *file, void *context) {
    const PageData *data = context;
    return collection_write_json(file, data->collection, data->limits);
}

bool collection_write_page(FILE *file, const Collection *collection, const ReviewLimits *limits) {
    static const char *const scripts[] = {puzzles_js, NULL};
    PageData data = {collection, limits};
    const Page page = {.html = puzzles_html,
                       .css = puzzles_css,
                       .scripts = scripts,
                       .write_data = write_data,
                       .context = &data};
    return page_write(file, &page) && !ferror(file);
}

/* ---- Records ------------------------------------------------------------------------------- */

static const char *add_position(GameBuilder *builder, const GamePosition *position,
                                KanameColor side) {
    const char *wrong = NULL;
    for (size_t i = 0; i < position->count && wrong == NULL; i++)
        wrong = game_add_setup(builder, position->stones[i]);
    game_set_to_move(builder, side);
    return wrong;
}

static const char *add_title(GameBuilder *builder, const CollectedPuzzle *collected,
                             size_t number) {
    char text[GAME_PLAYER_MAX + 96];
    const Puzzle *puzzle = &collected->puzzle;
    int length = snprintf(
        text, sizeof text, "Puzzle %zu, level %d: %s %s by %s in %d stones. From %s, move %zu.",
        number, puzzle->level, collected->side == KANAME_BLACK ? "Black" : "White",
        puzzle->is_defence ? "stops a win" : "wins", review_win_name(puzzle->kind), puzzle->plies,
        collected->from->name, collected->index + 1);
    return game_add_comment(builder, text, (size_t)length);
}

/* Makes a game of the puzzle: setup and title, then the solution. The caller releases it. */
static const char *make_game(Game *game, GameBuilder *builder, GamePosition *position,
                             const CollectedPuzzle *collected, size_t number) {
    const Game *from = &collected->from->game;
    KanameColor side = collected->side;
    game_init(game, from->rule, from->width, from->height);
    const char *wrong = position_of(collected, position) ? NULL : status_text(STATUS_MEMORY);
    if (wrong == NULL)
        wrong = game_begin(builder, game);
    if (wrong == NULL)
        wrong = add_position(builder, position, side);
    if (wrong == NULL)
        wrong = add_title(builder, collected, number);
    for (size_t i = 0; i < collected->puzzle.line.count && wrong == NULL; i++) {
        wrong = game_add_move(builder, collected->puzzle.line.moves[i], side);
        side = side == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK;
    }
    return wrong;
}

bool collection_write_sgf(FILE *file, const Collection *collection) {
    GameBuilder *builder = malloc(sizeof *builder);
    GamePosition *position = malloc(sizeof *position);
    bool is_good = builder != NULL && position != NULL;
    for (size_t i = 0; i < collection->count && is_good; i++) {
        Game game;
        is_good = make_game(&game, builder, position, &collection->puzzles[i], i + 1) == NULL;
        if (is_good)
            game_write(file, &game, GAME_SGF);
        game_release(&game);
    }
    free(builder);
    free(position);
    return is_good && !ferror(file);
}

/* Makes a game of the moves before the puzzle. Returns NULL, or on failure the reason. */
static const char *make_moves(Game *game, GameBuilder *builder, const CollectedPuzzle *collected) {
    const ReviewedGame *from = collected->from;
    game_init(game, from->game.rule, from->game.width, from->game.height);
    const char *wrong = game_begin(builder, game);
    for (size_t i = 0; i < collected->index && wrong == NULL; i++)
        wrong = game_add_move(builder, from->plies[i].point, from->plies[i].color);
    return wrong;
}

/* Returns whether the moves alone lead to the puzzle's position. */
static bool is_by_moves(const CollectedPuzzle *collected) {
    GamePosition *position = malloc(sizeof *position);
    bool is_known = position != NULL && position_of(collected, position);
    bool is_equal = is_known && position->count == collected->index;
    free(position);
    return is_equal;
}

const char *collection_save_pos(const char *prefix, const Collection *collection, size_t *written) {
    GameBuilder *builder = malloc(sizeof *builder);
    const char *wrong = builder != NULL ? NULL : status_text(STATUS_MEMORY);
    *written = 0;
    for (size_t i = 0; i < collection->count && wrong == NULL; i++) {
        const CollectedPuzzle *collected = &collection->puzzles[i];
        char path[4096];
        Game game;
        if (!is_by_moves(collected))
            continue;
        if (make_moves(&game, builder, collected) == NULL &&
            game_check_format(&game, GAME_POS) == NULL) {
            int length = snprintf(path, sizeof path, "%s%03zu.pos", prefix, i + 1);
            wrong = length < (int)sizeof path ? game_save(path, &game) : "the name is too long";
            *written += wrong == NULL;
        }
        game_release(&game);
    }
    free(builder);
    return wrong;
}
