/* Files of labels, and what a yardstick says of an evaluator. */
#include <check.h>
#include <math.h>

#include "base/block.h"
#include "base/rule.h"
#include "engine/train/support.h"
#include "eval/eval.h"
#include "shared/status/failure.h"
#include "support/harness.h"
#include "train/labels.h"
#include "train/objective.h"
#include "train/yardstick.h"

static char folder[TEST_PATH_BYTES], path[TEST_PATH_BYTES];

static void set_up(void) {
    make_folder(folder);
    path_in(path, folder, "labels.tsv");
}

static Label random_label(uint64_t seed) {
    Game game = random_game(seed);
    Label label = {.rule = game.rule,
                   .width = game.width,
                   .height = game.height,
                   .nodes = 1 + rng_below(&seed, 1000000),
                   .score = (int)rng_below(&seed, 60001) - 30000,
                   .five = (int)rng_below(&seed, 41) - 20};
    int cells = game.width * game.height;
    label.count = game.move_count < cells ? game.move_count : cells - 1;
    bool is_taken[CELLS_MAX] = {false};
    for (int i = 0; i < label.count; i++) {
        label.moves[i] = game.moves[i];
        is_taken[game.moves[i]] = true;
    }
    while (is_taken[label.best])
        label.best++;
    snprintf(label.source, sizeof label.source, "%s", seed % 2 ? "games" : "-");
    return label;
}

static void read_labels(LabelSet *set) {
    Failure failure = FAILURE_NONE;
    labels_init(set);
    if (!labels_read(set, path, true, &failure))
        ck_abort_msg("%s", failure.text);
}

static void write_labels(const Label *labels, int count) {
    FILE *file = fopen(path, "wb");
    expect(file != NULL);
    labels_write_names(file);
    for (int i = 0; i < count; i++)
        label_write(file, &labels[i]);
    expect(fclose(file) == 0);
}

START_TEST(a_file_is_read_as_it_was_written) {
    enum { COUNT = 200 };
    Label *labels = calloc(COUNT, sizeof *labels);
    LabelSet set;
    expect(labels != NULL);
    for (int i = 0; i < COUNT; i++)
        labels[i] = random_label((uint64_t)i);
    write_labels(labels, COUNT);
    read_labels(&set);
    expect_equal((int)set.count, COUNT);
    for (int i = 0; i < COUNT; i++)
        expect(memcmp(&set.of[i], &labels[i], sizeof labels[i]) == 0);
    labels_release(&set);
    free(labels);
}
END_TEST

START_TEST(columns_come_in_any_order_and_others_are_ignored) {
    LabelSet set;
    write_in(folder, "labels.tsv",
             "# made by hand\n\nbest\tdepth\tfive\tscore\tnodes\tmoves\theight\twidth\trule\r\n"
             "j10\t12\t-4\t-29996\t500\th8i9a15\t15\t10\trenju\r\n");
    read_labels(&set);
    expect_equal((int)set.count, 1);
    const Label *label = &set.of[0];
    expect_equal(label->rule, RULE_RENJU);
    expect_equal(label->width, 10);
    expect_equal(label->count, 3);
    expect_equal(label->moves[0], 7 * 10 + 7);
    expect_equal(label->moves[2], 14 * 10);
    expect_equal(label->best, 9 * 10 + 9);
    expect_equal(label->five, -4);
    expect_equal(label->score, -29996);
    ck_assert_str_eq(label->source, "-");
    labels_release(&set);
}
END_TEST

START_TEST(a_wrong_line_is_named) {
    static const char *const lines[] = {
        "gomoku\t15\t15\th8\t1\t0\t0\th9\t-",     "renju\t4\t15\th8\t1\t0\t0\th9\t-",
        "renju\t15\t23\th8\t1\t0\t0\th9\t-",      "renju\t15\t15\tp8\t1\t0\t0\th9\t-",
        "renju\t15\t15\th16\t1\t0\t0\th9\t-",     "renju\t15\t15\th0\t1\t0\t0\th9\t-",
        "renju\t15\t15\th8h8\t1\t0\t0\th9\t-",    "renju\t15\t15\t\t1\t0\t0\th9\t-",
        "renju\t15\t15\th8i\t1\t0\t0\th9\t-",     "renju\t15\t15\th8\t0\t0\t0\th9\t-",
        "renju\t15\t15\th8\t1\tx\t0\th9\t-",      "renju\t15\t15\th8\t1\t0\t0.5\th9\t-",
        "renju\t15\t15\th8\t1\t0\t0\th8\t-",      "renju\t15\t15\th8\t1\t0\t0\th9i9\t-",
        "renju\t15\t15\th8\t1\t0\t0\th9",         "renju\t15\t15\th8\t1\t0\t0\th9\t-\t-",
        "renju\t15\t15\th8\t-1\t0\t0\th9\t-",     "renju\t15\t15\th99999999999\t1\t0\t0\th9\t-",
        "renju\t15\t15\th8\t1\t9999999\t0\th9\t-"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        Failure failure = FAILURE_NONE;
        char text[400];
        LabelSet set;
        labels_init(&set);
        snprintf(text, sizeof text,
                 "rule\twidth\theight\tmoves\tnodes\tscore\tfive\tbest\tsource\n"
                 "renju\t15\t15\th8\t1\t0\t0\th9\t-\n%s\n",
                 lines[i]);
        write_in(folder, "labels.tsv", text);
        ck_assert_msg(!labels_read(&set, path, true, &failure), "%s", lines[i]);
        ck_assert_msg(strstr(failure.text, "labels.tsv:3: ") != NULL, "%s", failure.text);
        labels_release(&set);
    }
}
END_TEST

/* ---- Yardsticks ------------------------------------------------------------------------------ */

enum { POSITIONS = 300 };

static const double UNITS = 450;

/* Positions of which the tables say all that the labels say: scores that are theirs times `scale`,
 * and their first move. */
static void make_labels_of_tables(Rule rule, double scale) {
    Evaluator *tables = evaluator_embedded(rule, false);
    Board *board = malloc(sizeof *board);
    Label *labels = calloc(POSITIONS, sizeof *labels);
    uint64_t seed = 7;
    expect(tables != NULL && board != NULL && labels != NULL);
    for (int i = 0; i < POSITIONS; i++) {
        Label *label = &labels[i];
        CellSet set;
        EvalState state;
        *label = (Label){.rule = rule, .width = 15, .height = 15, .nodes = 5, .source = "made"};
        board_init(board, tables->tables, 15, 15, NULL, isa_best());
        for (int stones = 4 + (int)rng_below(&seed, 80); label->count < stones;) {
            Cell cell = (Cell)rng_below(&seed, 225);
            if (!board_is_empty(board, cell))
                continue;
            board_play(board, cell);
            label->moves[label->count++] = cell;
        }
        eval_begin(&state, tables, board, NULL);
        label->score = (int)lround(scale * eval_score(&state));
        objective_candidates(board, &set);
        MoveOrder order = eval_order(&state, &set);
        Cell cells[CELLS_MAX];
        int count = cellset_list(&set, cells);
        label->best = cells[0];
        for (int j = 1; j < count; j++)
            if (order_of(&order, board, cells[j]) > order_of(&order, board, label->best))
                label->best = cells[j];
    }
    write_labels(labels, POSITIONS);
    free(labels);
    free(board);
    evaluator_free(tables);
}

static YardstickOptions judge_options;
static int judge_status;

static void judge(void) {
    judge_status = yardstick_run(&judge_options);
}

/* What the yardstick says of the tables. */
static void output_of_tables(char *text, size_t size, int threads) {
    static char *paths[1];
    paths[0] = path;
    judge_options = yardstick_defaults();
    judge_options.paths = paths;
    judge_options.path_count = 1;
    judge_options.is_table = true;
    judge_options.threads = threads;
    capture_output(judge, text, size);
    expect_equal(judge_status, 0);
}

/* Whatever the units: the loss is the floor, the scale is found, each first move is the best one.
 */
START_TEST(labels_of_the_evaluator_itself_leave_no_loss) {
    static const double scales[] = {0.2, 1, 3};
    for (int rule = 0; rule < RULES; rule++)
        for (int i = 0; i < 3; i++) {
            char text[4096];
            make_labels_of_tables((Rule)rule, scales[i]);
            output_of_tables(text, sizeof text, 1);
            double value = number_after(text, "value "), floor_ = number_after(text, "(floor ");
            ck_assert_msg(fabs(value - floor_) < 0.0005, "%s", text);
            ck_assert_msg(fabs(number_after(text, "a nat is ") * scales[i] / UNITS - 1) < 0.02,
                          "%s", text);
            ck_assert_msg(fabs(number_after(text, "first ") - 100) < 0.05, "%s", text);
            ck_assert_msg(number_after(text, "at temperature ") > 1, "%s", text);
        }
}
END_TEST

START_TEST(threads_change_no_figure) {
    char one[4096], three[4096];
    make_labels_of_tables(RULE_FREESTYLE, 1);
    output_of_tables(one, sizeof one, 1);
    output_of_tables(three, sizeof three, 3);
    ck_assert_str_eq(one, three);
}
END_TEST

/* A label is what counts, not what stands on the board: wrong labels cost. */
START_TEST(labels_turned_around_are_worse_than_a_constant) {
    char text[4096];
    LabelSet set;
    make_labels_of_tables(RULE_STANDARD, 1);
    read_labels(&set);
    for (size_t i = 0; i < set.count; i += 2)
        set.of[i].score = -set.of[i].score;
    for (size_t i = 0; i < set.count; i++)
        set.of[i].five = set.of[i].score > 0 ? 5 : -5;
    write_labels(set.of, (int)set.count);
    labels_release(&set);
    output_of_tables(text, sizeof text, 1);
    ck_assert_msg(fabs(number_after(text, "value ") - log(2)) < 0.02, "%s", text);
    ck_assert_msg(number_after(text, "(floor ") == 0, "%s", text);
    ck_assert_msg(number_after(text, "proven ") == 100, "%s", text);
}
END_TEST

START_TEST(stages_and_sources_divide_the_positions) {
    char text[4096];
    make_labels_of_tables(RULE_RENJU, 1);
    output_of_tables(text, sizeof text, 1);
    static const char *const stages[] = {"below 20", "20-35", "36-69", "70 and more"};
    double sum = 0;
    for (int i = 0; i < LABEL_STAGES; i++)
        sum += number_after(text, stages[i]);
    expect_equal((int)sum, POSITIONS);
    expect_equal((int)number_after(text, "\n  made"), POSITIONS);
    static const int first[] = {19, 20, 35, 36, 69, 70}, stage[] = {0, 1, 1, 2, 2, 3};
    for (int i = 0; i < 6; i++)
        expect_equal(label_stage(first[i]), stage[i]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("yardstick");
    TCase *files = tcase_create("files"), *yardsticks = tcase_create("yardsticks");
    tcase_add_checked_fixture(files, set_up, NULL);
    tcase_add_test(files, a_file_is_read_as_it_was_written);
    tcase_add_test(files, columns_come_in_any_order_and_others_are_ignored);
    tcase_add_test(files, a_wrong_line_is_named);
    suite_add_tcase(suite, files);
    tcase_add_checked_fixture(yardsticks, set_up, NULL);
    tcase_set_timeout(yardsticks, 120);
    tcase_add_test(yardsticks, labels_of_the_evaluator_itself_leave_no_loss);
    tcase_add_test(yardsticks, threads_change_no_figure);
    tcase_add_test(yardsticks, labels_turned_around_are_worse_than_a_constant);
    tcase_add_test(yardsticks, stages_and_sources_divide_the_positions);
    suite_add_tcase(suite, yardsticks);
    return run_suite(suite);
}
