#define _POSIX_C_SOURCE 200809L
/* What is read, written and read again is equal, for every pair of formats: random games by seed.
 * KANAME_COURSES sets the number of games (default 150). */
#include "protocol/games/games.h"

#include "games/compare.h"
#include "games/write.h"
#include "io/notation.h"
#include "shared/games/builder.h"
#include "shared/games/properties.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/status/failure.h"
#include "support/harness.h"

static uint32_t state;

/* Returns a number below `limit`. */
static int random_below(int limit) {
    state = state * 1664525u + 1013904223u;
    return (int)((state >> 8) % (uint32_t)limit);
}

static bool one_in(int count) {
    return random_below(count) == 0;
}

/* Writes a text of pieces that need escapes, have several bytes or look like structure. */
static void random_text(char *text, size_t size, bool has_lines) {
    static const char *const pieces[] = {"a",
                                         "Z",
                                         "]",
                                         "[",
                                         "\\",
                                         ":",
                                         ";",
                                         "(",
                                         ")",
                                         "0",
                                         "\xC3\xA9",
                                         "\xE9\xBB\x91",
                                         "\xF0\x9F\x98\x80",
                                         " x",
                                         "\"",
                                         "{",
                                         "}",
                                         "#",
                                         ",",
                                         "-1"};
    enum { PIECES = sizeof pieces / sizeof pieces[0] };
    text[0] = '\0';
    for (int i = random_below(12); i >= 0; i--) {
        const char *piece = has_lines && one_in(6) ? "\nx" : pieces[random_below(PIECES)];
        if (strlen(text) + strlen(piece) + 1 < size)
            strcat(text, piece);
    }
}

static void good(const char *wrong) {
    ck_assert_msg(wrong == NULL, "%s", wrong);
}

static KanamePoint random_point(const Game *game) {
    return (KanamePoint){random_below(game->width), random_below(game->height)};
}

static void begin(GameBuilder *builder, Game *game, int size) {
    game_init(game, (KanameRule)random_below(KANAME_RULE_COUNT),
              size > 0 ? size : 5 + random_below(18), size > 0 ? size : 5 + random_below(18));
    game->has_rule = game->has_size = true;
    game->end = (GameEnd)random_below(4);
    for (int i = 0; i < 2; i++)
        if (!one_in(3))
            random_text(game->players[i], GAME_PLAYER_MAX, false);
    good(game_begin(builder, game));
}

/* Adds moves in turn on random empty points. */
static void add_moves(GameBuilder *builder, int count) {
    for (int i = 0; i < count; i++)
        (void)game_add_move(builder, random_point(builder->game), game_side(builder));
}

/* ---- Trees ---------------------------------------------------------------------------------- */

static void add_texts(GameBuilder *builder) {
    static const char *const words[] = {"EV", "TR", "XY", "N", "DT", "KO"};
    char text[256];
    if (one_in(3)) {
        random_text(text, sizeof text, true);
        good(game_add_comment(builder, text, strlen(text)));
    }
    for (int i = random_below(3); i > 0; i--) {
        random_text(text, sizeof text, true);
        good(game_add_property(builder, words[random_below(6)], text, strlen(text)));
    }
    if (one_in(4)) {
        random_text(text, sizeof text, false);
        good(game_add_label(builder, random_point(builder->game), text, strlen(text)));
    }
}

static void add_setup(GameBuilder *builder) {
    static const KanameColor colors[] = {KANAME_BLACK, KANAME_WHITE, KANAME_WALL, KANAME_EMPTY};
    for (int i = random_below(6); i > 0; i--) {
        KanamePoint point = random_point(builder->game);
        good(game_add_setup(builder, (KanameStone){point.x, point.y, colors[random_below(4)]}));
    }
    if (one_in(3))
        game_set_to_move(builder, one_in(2) ? KANAME_BLACK : KANAME_WHITE);
}

static void random_tree(Game *game) {
    GameBuilder *builder = malloc(sizeof *builder);
    ck_assert_ptr_nonnull(builder);
    begin(builder, game, 0);
    if (one_in(3))
        add_setup(builder);
    add_texts(builder);
    for (int i = random_below(80); i > 0; i--) {
        for (int back = one_in(5) ? random_below(6) : 0; back > 0 && builder->at > 0; back--)
            game_go_back(builder, game->nodes[builder->at].parent);
        good(game_add_node(builder));
        if (one_in(12))
            add_setup(builder);
        else if (one_in(15))
            game_put_pass(builder, one_in(2) ? KANAME_BLACK : KANAME_WHITE);
        else
            (void)game_put_move(builder, random_point(game),
                                one_in(10) ? KANAME_WHITE : game_side(builder));
        add_texts(builder);
    }
    free(builder);
}

/* The order in which a node sets stones up does not count: positions are compared as boards. */
static void expect_equal_boards(const Game *one, const Game *two, uint32_t node) {
    KanameColor boards[2][KANAME_MAX_CELLS];
    GamePosition positions[2];
    ck_assert(game_position(one, node, &positions[0]) && game_position(two, node, &positions[1]));
    ck_assert_int_eq(positions[0].to_move, positions[1].to_move);
    for (int i = 0; i < 2; i++) {
        for (size_t j = 0; j < KANAME_MAX_CELLS; j++)
            boards[i][j] = KANAME_EMPTY;
        for (size_t j = 0; j < positions[i].count; j++) {
            KanameStone stone = positions[i].stones[j];
            boards[i][stone.y * one->width + stone.x] = stone.color;
        }
    }
    ck_assert_mem_eq(boards[0], boards[1], sizeof boards[0]);
}

static void expect_equal_labels(const Game *one, const Game *two, uint32_t node) {
    uint32_t one_count, two_count;
    uint32_t first = game_labels(one, node, &one_count), at = game_labels(two, node, &two_count);
    ck_assert_uint_eq(one_count, two_count);
    for (uint32_t i = first; i < first + one_count; i++, at++) {
        ck_assert_int_eq(one->labels[i].point.x, two->labels[at].point.x);
        ck_assert_int_eq(one->labels[i].point.y, two->labels[at].point.y);
        ck_assert_str_eq(one->text + one->labels[i].text, two->text + two->labels[at].text);
    }
}

/* The writer adds RE to a game that has only an end. */
static bool is_result(const GameProperty *property, const void *context) {
    (void)context;
    return property_is(property, "RE");
}

/* A word that stands twice is written once, with both values. */
static void expect_equal_properties(const Game *one, const Game *two, uint32_t node) {
    const Game *const games[] = {one, two};
    char *texts[2];
    for (int i = 0; i < 2; i++) {
        size_t size;
        FILE *file = open_memstream(&texts[i], &size);
        ck_assert_ptr_nonnull(file);
        properties_write(file, game_properties(games[i], node), is_result, NULL);
        ck_assert_int_eq(fclose(file), 0);
    }
    ck_assert_str_eq(texts[0], texts[1]);
    free(texts[0]);
    free(texts[1]);
}

static void expect_equal(const Game *one, const Game *two) {
    ck_assert_int_eq(one->rule, two->rule);
    ck_assert_int_eq(one->end, two->end);
    ck_assert_int_eq(one->width, two->width);
    ck_assert_int_eq(one->height, two->height);
    ck_assert_str_eq(one->players[0], two->players[0]);
    ck_assert_str_eq(one->players[1], two->players[1]);
    ck_assert_uint_eq(one->node_count, two->node_count);
    for (uint32_t i = 0; i < one->node_count; i++) {
        ck_assert_str_eq(game_comment(one, i), game_comment(two, i));
        ck_assert_uint_eq(one->nodes[i].parent, two->nodes[i].parent);
        ck_assert_uint_eq(one->nodes[i].next, two->nodes[i].next);
        ck_assert_uint_eq(one->nodes[i].color, two->nodes[i].color);
        ck_assert_int_eq(one->nodes[i].is_pass, two->nodes[i].is_pass);
        ck_assert_int_eq(one->nodes[i].move.x, two->nodes[i].move.x);
        ck_assert_int_eq(one->nodes[i].move.y, two->nodes[i].move.y);
        expect_equal_boards(one, two, i);
        expect_equal_labels(one, two, i);
        expect_equal_properties(one, two, i);
    }
}

START_TEST(a_tree_is_equal_after_sgf) {
    state = (uint32_t)_i * 2654435761u + 1;
    Game game, again, third;
    random_tree(&game);
    expect_sound(&game);
    write_and_read(&game, GAME_SGF, &again);
    expect_equal(&game, &again);
    write_and_read(&again, GAME_SGF, &third);
    expect_equal(&again, &third);
    ck_assert(game_contains(&again, &third) && game_contains(&third, &again));
    game_release(&game);
    game_release(&again);
    game_release(&third);
}
END_TEST

/* Games with all variations at the root, whose comments are numbered. */
static void wide_game(Game *game, int count, bool is_reversed) {
    GameBuilder *builder = malloc(sizeof *builder);
    ck_assert_ptr_nonnull(builder);
    game_init(game, KANAME_RULE_FREESTYLE, 15, 15);
    good(game_begin(builder, game));
    for (int i = 0; i < count; i++) {
        int number = is_reversed ? count - 1 - i : i, cell = number % 225;
        char text[16];
        good(game_add_move(builder, (KanamePoint){cell % 15, cell / 15}, KANAME_BLACK));
        snprintf(text, sizeof text, "%06d", number);
        good(game_add_comment(builder, text, 6));
        game_go_back(builder, 0);
    }
    free(builder);
}

START_TEST(a_game_contains_one_with_its_variations_in_another_order) {
    enum { WIDE = 50000 };
    Game game, reversed;
    wide_game(&game, WIDE, false);
    wide_game(&reversed, WIDE, true);
    ck_assert(game_contains(&game, &game));
    ck_assert(game_contains(&game, &reversed) && game_contains(&reversed, &game));
    game.text[game.nodes[WIDE / 2].comment] = 'x';
    ck_assert(!game_contains(&reversed, &game) && !game_contains(&game, &reversed));
    game_release(&game);
    game_release(&reversed);
}
END_TEST

START_TEST(a_part_is_contained_and_more_is_not) {
    static const struct {
        const char *whole, *part;
        bool is_contained;
    } cases[] = {
        {"(;GM[4];B[hh];W[ii](;B[jj])(;B[kk]C[x]))", "(;GM[4];B[hh];W[ii];B[kk])", true},
        {"(;GM[4];B[hh];W[ii](;B[jj])(;B[kk]C[x]))", "(;GM[4];B[hh];W[ii];B[kk]C[y])", false},
        {"(;GM[4];B[hh];W[ii])", "(;GM[4];B[hh];W[jj])", false},
        {"(;GM[4];B[hh];W[ii])", "(;GM[4];B[hh];W[])", false},
        {"(;GM[4];B[hh];B[ii])", "(;GM[4];B[hh];W[ii])", false},
        {"(;GM[4](;B[hh]C[a])(;B[hh]C[b]))", "(;GM[4](;B[hh]C[b])(;B[hh]C[a]))", true},
        {"(;GM[4](;B[hh]C[ab];W[ii])(;B[hh]C[b];W[jj]))", "(;GM[4](;B[aa])(;B[hh]C[b];W[jj]))",
         false},
        {"(;GM[4](;B[hh]C[b];W[ii])(;B[hh]C[b];W[jj]))",
         "(;GM[4](;B[hh]C[b];W[ii])(;B[hh]C[b];W[jj]))", true},
        {"(;GM[4];B[hh];W[ii])", "(;GM[4];B[hh];;W[ii];)", true},
        {"(;GM[4];B[hh];W[ii])", "(;GM[4];B[hh];C[x];W[ii])", false},
        {"(;GM[4];B[hh];AB[aa]AW[bb])", "(;GM[4];B[hh];AW[bb]AB[aa])", true},
        {"(;GM[4];B[hh];AB[aa])", "(;GM[4];B[hh];AW[aa])", false},
        {"(;GM[4];B[hh]LB[aa:x][bb:y])", "(;GM[4];B[hh]LB[bb:y])", true},
        {"(;GM[4];B[hh]LB[aa:x])", "(;GM[4];B[hh]LB[aa:y])", false},
        {"(;GM[4];B[hh]TR[aa])", "(;GM[4];B[hh]TR[bb])", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Game whole, part;
        read_text(&whole, cases[i].whole);
        read_text(&part, cases[i].part);
        ck_assert_msg(game_contains(&whole, &part) == cases[i].is_contained, "%s in %s",
                      cases[i].part, cases[i].whole);
        game_release(&whole);
        game_release(&part);
    }
}
END_TEST

/* ---- Pairs of formats ----------------------------------------------------------------------- */

static void put_name(FILE *file, const Game *game, const GameNode *node) {
    char name[NOTATION_POINT_MAX];
    notation_point(name, node->move, notation_lower(game->height));
    fputs(name, file);
}

static void put_sav(FILE *file, const Game *game) {
    fprintf(file, "%d\n%d\n%u\n", game->height, game->width, game->node_count - 1);
    for (uint32_t i = 1; i < game->node_count; i++)
        fprintf(file, "%d %d\n", game->nodes[i].move.y, game->nodes[i].move.x);
}

static void put_lib(FILE *file, const Game *game) {
    static const char header[] = "\xFFRenLib\xFF\x03\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF";
    fwrite(header, 1, sizeof header - 1, file);
    fputc(0, file);
    fputc(game->node_count == 1 ? 0x40 : 0, file);
    for (uint32_t i = 1; i < game->node_count; i++) {
        fputc(game->nodes[i].move.y * 16 + game->nodes[i].move.x + 1, file);
        fputc(i + 1 == game->node_count ? 0x40 : 0, file);
    }
}

static void put_pgn(FILE *file, const Game *game) {
    static const char *const results[] = {"*", "0-1", "1-0", "1/2-1/2"};
    fprintf(file, "[Event \"x\"]\n[Rule \"%s\"]\n[BoardSize \"%dx%d\"]\n[Result \"%s\"]\n\n",
            kaname_rule_name(game->rule), game->width, game->height, results[game->end]);
    for (uint32_t i = 1; i < game->node_count; i++) {
        if (i % 2 == 1)
            fprintf(file, "%u. ", i / 2 + 1);
        put_name(file, game, &game->nodes[i]);
        fputs(one_in(3) ? " {+31/9 0.1s}\n" : " ", file);
    }
    fprintf(file, "%s\n", results[game->end]);
}

static void put_rif(FILE *file, const Game *game) {
    static const char *const results[] = {"", "1", "0", "0.5"};
    fprintf(file, "<?xml version=\"1.0\"?><database><games><game bresult=\"%s\"><move>",
            results[game->end]);
    for (uint32_t i = 1; i < game->node_count; i++) {
        put_name(file, game, &game->nodes[i]);
        putc(' ', file);
    }
    fputs("</move></game></games></database>", file);
}

static void put(FILE *file, const Game *game, GameFormat format) {
    switch (format) {
    case GAME_SAV:
        put_sav(file, game);
        break;
    case GAME_RENLIB:
        put_lib(file, game);
        break;
    case GAME_PGN:
        put_pgn(file, game);
        break;
    case GAME_RIF:
        put_rif(file, game);
        break;
    default:
        game_write(file, game, format);
    }
}

/* Writes the game in the format and reads it again. */
static void convert(const Game *game, GameFormat format, Game *again) {
    Failure failure = FAILURE_NONE;
    char *bytes = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&bytes, &size);
    ck_assert_ptr_nonnull(file);
    put(file, game, format);
    ck_assert_int_eq(fclose(file), 0);
    game_init(again, KANAME_RULE_FREESTYLE, 15, 15);
    again->pos_order = GAME_POS_YIXIN; /* its mirror image may look like an opening of books */
    GameReadStatus status = game_read(bytes, size, again, &failure);
    ck_assert_msg(status == GAME_READ_WHOLE, "%s: %s", game_format_name(format), failure.text);
    free(bytes);
}

static bool holds_end(GameFormat format) {
    return format == GAME_SGF || format == GAME_PSQ || format == GAME_PGN || format == GAME_RIF;
}

static bool holds_rule(GameFormat format) {
    return format == GAME_SGF || format == GAME_MOVES || format == GAME_PGN;
}

/* The moves, in a buffer of its own. */
static char *copy_line(const Game *game) {
    char *copy = malloc(strlen(line_of(game)) + 1);
    ck_assert_ptr_nonnull(copy);
    return strcpy(copy, line_of(game));
}

static void check_pair(const Game *game, GameFormat first, GameFormat second) {
    Game one, two;
    char *line = copy_line(game);
    convert(game, first, &one);
    ck_assert_str_eq(line_of(&one), line);
    ck_assert(game_check_format(&one, second) == NULL);
    convert(&one, second, &two);
    ck_assert_str_eq(line_of(&two), line);
    ck_assert_int_eq(two.width, game->width);
    ck_assert_int_eq(two.height, game->height);
    if (holds_end(first) && holds_end(second))
        ck_assert_int_eq(two.end, game->end);
    if (holds_rule(first) && holds_rule(second))
        ck_assert_int_eq(two.rule, game->rule);
    free(line);
    game_release(&one);
    game_release(&two);
}

START_TEST(a_game_is_equal_after_every_pair_of_formats) {
    static const GameFormat read[] = {GAME_MOVES, GAME_PSQ,    GAME_SGF, GAME_POS,
                                      GAME_SAV,   GAME_RENLIB, GAME_RIF, GAME_PGN};
    static const GameFormat written[] = {GAME_MOVES, GAME_PSQ, GAME_SGF, GAME_POS};
    GameBuilder *builder = malloc(sizeof *builder);
    Game game;
    ck_assert_ptr_nonnull(builder);
    state = (uint32_t)_i * 2246822519u + 7;
    bool is_15 = one_in(2);
    begin(builder, &game, is_15 ? 15 : 0);
    add_moves(builder, 1 + random_below(60));
    is_15 = game.width == 15 && game.height == 15;
    for (size_t i = 0; i < sizeof read / sizeof read[0]; i++)
        for (size_t j = 0; j < sizeof written / sizeof written[0]; j++) {
            bool needs_15 = read[i] == GAME_POS || read[i] == GAME_RENLIB || read[i] == GAME_RIF ||
                            written[j] == GAME_POS;
            if (is_15 || !needs_15)
                check_pair(&game, read[i], written[j]);
        }
    game_release(&game);
    free(builder);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("rounds");
    TCase *tests = tcase_create("rounds");
    int courses = courses_wanted(150);
    tcase_add_loop_test(tests, a_tree_is_equal_after_sgf, 0, courses);
    tcase_add_test(tests, a_part_is_contained_and_more_is_not);
    tcase_add_test(tests, a_game_contains_one_with_its_variations_in_another_order);
    tcase_add_loop_test(tests, a_game_is_equal_after_every_pair_of_formats, 0, courses);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
