/* The shape and class tables against their drawings and against their definition. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/rule.h"
#include "board/shape.h"
#include "support/expect.h"
#include "support/harness.h"
#include "support/oracle.h"
#include "support/position.h"

enum { ROW = BOARD_MAX, CENTRE = 11 };

/* ---- A row of points around an empty centre -------------------------------------------------- */

/* The key of the window around the centre: two bits a cell, the farthest back lowest, the centre
 * itself left out. */
static uint32_t key_around(const Oracle *row, int reach) {
    uint32_t key = 0;
    int bit = 0;
    for (int i = -reach; i <= reach; i++)
        if (i != 0) {
            key |= (uint32_t)oracle_at(row, CENTRE + i, 0) << bit;
            bit += 2;
        }
    return key;
}

static Shape table_shape(const Oracle *row, Color color) {
    const RuleTables *tables = test_tables(row->rule);
    uint32_t key = key_around(row, tables->reach);
    expect(key < tables->key_count);
    return shape_of(tables->shapes[key], color);
}

/* ---- Drawings -------------------------------------------------------------------------------- */

typedef struct DrawnShape {
    const char *row; /* O own stone, @ the own stone asked about, X opponent's, # wall, . empty;
                        what lies beyond is empty */
    Shape shape[RULES];
} DrawnShape;

#define EVERY_RULE(shape) \
    { shape, shape, shape, shape, shape }

/* Columns: freestyle, standard, renju (Black), caro, caro exact. */
static const DrawnShape DRAWN[] = {
    {"X..@..X",
     {SHAPE_SLEEPING_ONE, SHAPE_SLEEPING_ONE, SHAPE_SLEEPING_ONE, SHAPE_NONE, SHAPE_NONE}},
    {"#..@..#", EVERY_RULE(SHAPE_SLEEPING_ONE)},
    {"X..@.X", EVERY_RULE(SHAPE_NONE)},
    {"....@....", EVERY_RULE(SHAPE_OPEN_ONE)},
    {"#@O...#", EVERY_RULE(SHAPE_SLEEPING_TWO)},
    {"#O@...#", EVERY_RULE(SHAPE_SLEEPING_TWO)},
    {"#.@..O.#", EVERY_RULE(SHAPE_OPEN_TWO)},
    {"...@O...", EVERY_RULE(SHAPE_OPEN_TWO_BROAD)},
    {"XO@O..X",
     {SHAPE_SLEEPING_THREE, SHAPE_SLEEPING_THREE, SHAPE_SLEEPING_THREE, SHAPE_NONE, SHAPE_NONE}},
    {"#O@O..#", EVERY_RULE(SHAPE_SLEEPING_THREE)},
    {"#.O@O..#", EVERY_RULE(SHAPE_OPEN_THREE)},
    {"..O@O..", EVERY_RULE(SHAPE_OPEN_THREE_BROAD)},
    {"#OO@O.", EVERY_RULE(SHAPE_FOUR)},
    {"#O.@OO#", EVERY_RULE(SHAPE_FOUR)},
    {"O.O@O.O", EVERY_RULE(SHAPE_DOUBLE_FOUR)},
    {"OOO.@.OOO", EVERY_RULE(SHAPE_DOUBLE_FOUR)},
    {"OO.@O.OO", EVERY_RULE(SHAPE_DOUBLE_FOUR)},
    {".O@OO.", EVERY_RULE(SHAPE_OPEN_FOUR)},
    {"OO@OO", EVERY_RULE(SHAPE_FIVE)},
    {"OO@OOO", {SHAPE_FIVE, SHAPE_OVERLINE, SHAPE_OVERLINE, SHAPE_FIVE, SHAPE_OVERLINE}},
    {"XOO@OOX", {SHAPE_FIVE, SHAPE_FIVE, SHAPE_FIVE, SHAPE_NONE, SHAPE_NONE}},
    {"#OO@OOX", EVERY_RULE(SHAPE_FIVE)},
    {"XOO@OOOX", {SHAPE_FIVE, SHAPE_OVERLINE, SHAPE_OVERLINE, SHAPE_FIVE, SHAPE_OVERLINE}},
    /* The five at the left end would be six: only the right end completes it. */
    {"O.O@OO.", {SHAPE_OPEN_FOUR, SHAPE_FOUR, SHAPE_FOUR, SHAPE_OPEN_FOUR, SHAPE_FOUR}},
    /* One end must stay open in caro. */
    {"X.O@OO.X", EVERY_RULE(SHAPE_OPEN_FOUR)},
    {"XO@OO.X", {SHAPE_FOUR, SHAPE_FOUR, SHAPE_FOUR, SHAPE_NONE, SHAPE_NONE}},
};
enum { DRAWN_COUNT = sizeof DRAWN / sizeof DRAWN[0] };

static Oracle row_from_text(Rule rule, const char *text, Color color) {
    Oracle row;
    oracle_init(&row, rule, ROW, BOARD_MIN);
    int start = CENTRE - (int)(strchr(text, '@') - text);
    for (int i = 0; text[i] != '\0'; i++) {
        Point *point = &row.at[start + i];
        if (text[i] == 'O')
            *point = point_of(color);
        else if (text[i] == 'X')
            *point = point_of(opponent(color));
        else if (text[i] == '#')
            *point = POINT_WALL;
    }
    return row;
}

START_TEST(every_drawing_has_its_shape) {
    const DrawnShape *drawn = &DRAWN[_i];
    for (Rule rule = 0; rule < RULES; rule++)
        for (Color color = BLACK; color <= WHITE; color++) {
            Shape expected = drawn->shape[rule];
            if (rule == RULE_RENJU && color == WHITE)
                expected = drawn->shape[RULE_FREESTYLE];
            Oracle row = row_from_text(rule, drawn->row, color);
            ck_assert_msg(oracle_shape(&row, CENTRE, color, 0) == expected,
                          "oracle, %s, %s, color %d: shape %d", drawn->row, rule_name(rule), color,
                          oracle_shape(&row, CENTRE, color, 0));
            ck_assert_msg(table_shape(&row, color) == expected, "table, %s, %s, color %d: shape %d",
                          drawn->row, rule_name(rule), color, table_shape(&row, color));
        }
}
END_TEST

/* ---- Random windows ---------------------------------------------------------------------------
 */

static Point random_point(uint64_t *rng, Color favoured) {
    uint32_t chance = rng_below(rng, 100);
    if (chance < 45)
        return point_of(favoured);
    if (chance < 85)
        return POINT_EMPTY;
    return chance < 95 ? point_of(opponent(favoured)) : POINT_WALL;
}

/* Cells farther away than the window are random too: they must not matter. */
START_TEST(tables_follow_the_definition_on_random_rows) {
    Rule rule = (Rule)_i;
    uint64_t rng = 100 + (uint64_t)_i;
    for (int i = 0; i < 30000; i++) {
        Oracle row;
        oracle_init(&row, rule, ROW, BOARD_MIN);
        Color favoured = (Color)(i & 1);
        for (int x = CENTRE - 7; x <= CENTRE + 7; x++)
            row.at[x] = x == CENTRE ? POINT_EMPTY : random_point(&rng, favoured);
        for (Color color = BLACK; color <= WHITE; color++) {
            Shape expected = oracle_shape(&row, CENTRE, color, 0);
            if (table_shape(&row, color) != expected) {
                oracle_print(&row);
                ck_abort_msg("%s, color %d: shape %d, by definition %d", rule_name(rule), color,
                             table_shape(&row, color), expected);
            }
        }
    }
}
END_TEST

START_TEST(tables_do_not_depend_on_the_direction_along_the_line) {
    Rule rule = (Rule)_i;
    uint64_t rng = 200 + (uint64_t)_i;
    for (int i = 0; i < 200000; i++) {
        Oracle row, mirrored;
        oracle_init(&row, rule, ROW, BOARD_MIN);
        oracle_init(&mirrored, rule, ROW, BOARD_MIN);
        for (int d = 1; d <= 5; d++) {
            row.at[CENTRE - d] = mirrored.at[CENTRE + d] = random_point(&rng, BLACK);
            row.at[CENTRE + d] = mirrored.at[CENTRE - d] = random_point(&rng, BLACK);
        }
        for (Color color = BLACK; color <= WHITE; color++)
            expect_equal(table_shape(&row, color), table_shape(&mirrored, color));
    }
}
END_TEST

START_TEST(both_colours_see_the_same_where_the_rule_is_fair) {
    Rule rule = (Rule)_i;
    if (rule == RULE_RENJU)
        return;
    uint64_t rng = 300 + (uint64_t)_i;
    for (int i = 0; i < 100000; i++) {
        Oracle row, swapped;
        oracle_init(&row, rule, ROW, BOARD_MIN);
        swapped = row;
        for (int x = CENTRE - 5; x <= CENTRE + 5; x++) {
            Point point = x == CENTRE ? POINT_EMPTY : random_point(&rng, BLACK);
            row.at[x] = point;
            swapped.at[x] = point == POINT_BLACK   ? POINT_WHITE
                            : point == POINT_WHITE ? POINT_BLACK
                                                   : point;
        }
        expect_equal(table_shape(&row, BLACK), table_shape(&swapped, WHITE));
        expect_equal(table_shape(&row, WHITE), table_shape(&swapped, BLACK));
    }
}
END_TEST

/* ---- Classes ----------------------------------------------------------------------------------
 */

START_TEST(classes_follow_the_definition_for_every_key) {
    Rule rule = (Rule)_i;
    const RuleTables *tables = test_tables(rule);
    for (uint32_t key = 0; key < SHAPE_KEYS; key++) {
        Shape shapes[4];
        bool is_real = true;
        for (int direction = 0; direction < 4; direction++) {
            shapes[direction] = (Shape)((key >> (4 * direction)) & 15);
            is_real &= shapes[direction] < SHAPES;
        }
        if (!is_real)
            continue;
        for (Color color = BLACK; color <= WHITE; color++) {
            Class expected = oracle_class_of(rule, color, shapes);
            CellInfo info = tables->info[color][key];
            Class computed = class_of_key(rule, color, (ShapeKey)key);
            if (computed != expected || info_class(info) != expected)
                ck_abort_msg("%s, color %d, key %04x: class %d, in the table %d, by definition %d",
                             rule_name(rule), color, key, computed, info_class(info), expected);
        }
    }
}
END_TEST

/* The tables carry the tallies they were built with, each for its key and colour, and none change
 * a class. */
START_TEST(tallies_come_back_by_key_and_colour) {
    Rule rule = (Rule)_i;
    int16_t *numbers[COLORS] = {NULL};
    uint64_t rng = 4000 + (uint64_t)rule;
    for (int role = 0; role < rule_roles(rule); role++) {
        numbers[role] = malloc(SHAPE_KEYS * sizeof **numbers);
        ck_assert_ptr_nonnull(numbers[role]);
        for (uint32_t key = 0; key < SHAPE_KEYS; key++)
            numbers[role][key] = (int16_t)((int)rng_below(&rng, 1 << 16) - (1 << 15));
    }
    ShapeTallies tallies = {{numbers[BLACK], numbers[rule_roles(rule) - 1]}};
    RuleTables *tables = rule_tables_new(rule, &tallies), *plain = rule_tables_new(rule, NULL);
    ck_assert(tables != NULL && plain != NULL);
    for (Color color = BLACK; color <= WHITE; color++)
        for (uint32_t key = 0; key < SHAPE_KEYS; key++) {
            if (!is_shape_key(key))
                continue;
            CellInfo info = tables->info[color][key], without = plain->info[color][key];
            expect_equal(info_tally(info), tallies.of[color][key]);
            expect_equal(info_class(info), info_class(without));
            expect_equal(info_tally(without), 0);
        }
    rule_tables_free(tables);
    rule_tables_free(plain);
    rule_tables_free(NULL);
    free(numbers[BLACK]);
    free(numbers[WHITE]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("shape");
    TCase *shapes = tcase_create("shapes");
    tcase_set_timeout(shapes, 60);
    tcase_add_loop_test(shapes, every_drawing_has_its_shape, 0, DRAWN_COUNT);
    tcase_add_loop_test(shapes, tables_follow_the_definition_on_random_rows, 0, RULES);
    tcase_add_loop_test(shapes, tables_do_not_depend_on_the_direction_along_the_line, 0, RULES);
    tcase_add_loop_test(shapes, both_colours_see_the_same_where_the_rule_is_fair, 0, RULES);
    suite_add_tcase(suite, shapes);
    TCase *classes = tcase_create("classes");
    tcase_set_timeout(classes, 60);
    tcase_add_loop_test(classes, classes_follow_the_definition_for_every_key, 0, RULES);
    tcase_add_loop_test(classes, tallies_come_back_by_key_and_colour, 0, RULES);
    suite_add_tcase(suite, classes);
    return run_suite(suite);
}
