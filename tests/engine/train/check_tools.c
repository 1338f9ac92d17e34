/* What is told of files of games: every game of every file counts once, and damage is named. */
#include <check.h>
#include <math.h>
#include <sys/stat.h>

#include "engine/train/support.h"
#include "eval/eval.h"
#include "eval/regions/numbers.h"
#include "kaname.h"
#include "shared/status/failure.h"
#include "support/harness.h"
#include "support/position.h"
#include "train/calibrate.h"
#include "train/dataset.h"
#include "train/origin.h"
#include "train/start.h"
#include "train/tools.h"

enum { SHARDS = 3, GAMES = 7 /* in each */ };

static char top[TEST_PATH_BYTES], folder[TEST_PATH_BYTES], shards[SHARDS][TEST_PATH_BYTES];
static int positions;

static void set_up(void) {
    make_folder(top);
    path_in(folder, top, "run");
    expect(mkdir(folder, 0777) == 0);
    positions = 0;
    for (int i = 0; i < SHARDS; i++) {
        GameWriter writer;
        char name[32];
        snprintf(name, sizeof name, "games-%05d.kgm", i);
        path_in(shards[i], folder, name);
        expect(game_writer_create(&writer, shards[i], "for a test"));
        for (int j = 0; j < GAMES; j++) {
            Game game = random_game(100 * (uint64_t)i + (uint64_t)j);
            positions += game_positions(&game);
            expect(game_writer_add(&writer, &game));
        }
        expect(game_writer_close(&writer));
    }
}

/* What the tool prints on standard output; *status is what it returns. To be freed. */
static char *output_of(int (*tool)(const ToolOptions *), const ToolOptions *options, int *status) {
    char path[TEST_PATH_BYTES];
    path_in(path, top, "output");
    fflush(stdout);
    int kept = dup(STDOUT_FILENO);
    expect(kept >= 0 && freopen(path, "wb", stdout) != NULL);
    *status = tool(options);
    fflush(stdout);
    expect(dup2(kept, STDOUT_FILENO) >= 0 && close(kept) == 0);
    size_t size;
    char *text = (char *)read_whole(path, &size);
    text[size] = '\0';
    return text;
}

static ToolOptions options_for(char *const *paths, int count) {
    return (ToolOptions){.paths = paths, .path_count = count, .format = GAMEFILE_OWN, .seed = 1};
}

/* Of the last line, that of all rules. */
static void expect_counts(const char *text, int games_wanted, int positions_wanted) {
    const char *all = strstr(text, "\nall ");
    int size, games, found;
    expect(all != NULL);
    expect_equal(sscanf(all, " all %d %d games %d positions", &size, &games, &found), 3);
    expect_equal(games, games_wanted);
    expect_equal(found, positions_wanted);
}

static int line_count(const char *text) {
    int lines = 0;
    for (; *text != '\0'; text++)
        lines += *text == '\n';
    return lines;
}

START_TEST(stats_count_a_folder_as_its_files) {
    char *of_folder[] = {folder}, *of_files[] = {shards[0], shards[1], shards[2]};
    ToolOptions options = options_for(of_folder, 1);
    int status;
    char *text = output_of(tool_stats, &options, &status);
    expect_equal(status, 0);
    expect_counts(text, SHARDS * GAMES, positions);
    expect(strstr(text, "games-00002.kgm: for a test") != NULL);
    options = options_for(of_files, SHARDS);
    char *same = output_of(tool_stats, &options, &status);
    expect_equal(status, 0);
    ck_assert_str_eq(text, same);
    free(text);
    free(same);
}
END_TEST

START_TEST(view_shows_the_games_asked_for) {
    char *paths[] = {folder};
    ToolOptions options = options_for(paths, 1);
    int status;
    char *all = output_of(tool_view, &options, &status);
    expect_equal(status, 0);
    expect_equal(line_count(all), SHARDS * GAMES);
    options.first = GAMES - 1; /* the last of one file and the first of the next */
    options.count = 2;
    char *two = output_of(tool_view, &options, &status);
    expect_equal(status, 0);
    expect_equal(line_count(two), 2);
    expect(strstr(all, two) != NULL);
    free(all);
    free(two);
}
END_TEST

START_TEST(merge_and_shuffle_keep_every_game) {
    int (*const tools[])(const ToolOptions *) = {tool_merge, tool_shuffle};
    for (int i = 0; i < 2; i++) {
        char out[TEST_PATH_BYTES], *paths[] = {folder}, *results[] = {out};
        int status;
        path_in(out, top, i == 0 ? "merged" : "shuffled");
        ToolOptions options = options_for(paths, 1);
        options.out = out;
        free(output_of(tools[i], &options, &status));
        expect_equal(status, 0);
        options = options_for(results, 1);
        char *text = output_of(tool_stats, &options, &status);
        expect_counts(text, SHARDS * GAMES, positions);
        free(text);
    }
}
END_TEST

static void write_file_of(const char *path, const char *origin) {
    GameWriter writer;
    Game game = random_game(4);
    expect(game_writer_create(&writer, path, origin));
    expect(game_writer_add(&writer, &game) && game_writer_close(&writer));
}

static char *origin_of(const char *path) {
    GameReader reader;
    expect(game_reader_open(&reader, path, GAMEFILE_OWN));
    game_reader_close(&reader);
    return strdup(reader.origin);
}

/* Merged once more, the file still names the nodes, seed and weights of each file. */
START_TEST(merged_files_name_what_made_their_games) {
    static const char *const ORIGINS[] = {
        "rules 0, sizes 15, 20000 nodes, wander 6 within 200, seed 5, Kaname 1.0, weights 00c0ffee",
        "rules 0, sizes 15, 800 nodes, wander 6 within 200, seed 77, Kaname 1.0, weights 12345678",
        ("rules 0, sizes 15, 20000 nodes, wander 6 within 200, seed 5, Kaname 1.0, weights "
         "00c0ffee")};
    char files[3][TEST_PATH_BYTES], once[TEST_PATH_BYTES], twice[TEST_PATH_BYTES];
    char *paths[] = {files[0], files[1], files[2]}, *again[] = {once};
    int status;
    for (int i = 0; i < 3; i++) {
        char name[] = "origin0.kgm";
        name[6] = (char)('0' + i);
        path_in(files[i], top, name);
        write_file_of(files[i], ORIGINS[i]);
    }
    path_in(once, top, "once.kgm");
    path_in(twice, top, "twice.kgm");
    ToolOptions options = options_for(paths, 3);
    options.out = once;
    free(output_of(tool_merge, &options, &status));
    expect_equal(status, 0);
    options = options_for(again, 1);
    options.out = twice;
    free(output_of(tool_shuffle, &options, &status));
    expect_equal(status, 0);
    for (int i = 0; i < 2; i++) {
        char *origin = origin_of(i == 0 ? once : twice);
        expect(strncmp(origin, i == 0 ? "merged of 3 files: " : "shuffled of 1 files: ", 19) == 0);
        expect(strstr(origin, "20000 nodes, seed 5, weights 00c0ffee") != NULL);
        expect(strstr(origin, "800 nodes, seed 77, weights 12345678") != NULL);
        uint32_t other = 0;
        expect(origin_has_other_weights(origin, 0x00c0ffee, &other));
        expect_equal(other, 0x12345678);
        free(origin);
    }
    options = options_for(paths, 1);
    options.out = once;
    free(output_of(tool_merge, &options, &status));
    char *whole = origin_of(once);
    expect(strstr(whole, ORIGINS[0]) != NULL);
    uint32_t other;
    expect(!origin_has_other_weights(whole, 0x00c0ffee, &other));
    free(whole);
}
END_TEST

START_TEST(a_merged_file_tells_the_fewest_nodes_of_its_labels) {
    static const char *const ORIGINS[] = {
        "rules 0, 20000 nodes, 2 probes of 20000, wander 6, seed 5, Kaname 1.0, weights 00c0ffee",
        ("rules 0, 2500 nodes, 4 probes of 2500, of 5000 past 200 and 20%, wander 6, seed 7, "
         "Kaname 1.0, weights 00c0ffee"),
        "rules 0, 3000 nodes, wander 6, seed 8, Kaname 1.0, weights 12345678"};
    static const OriginNodes FEWEST[] = {{20000, 20000}, {2500, 5000}, {2500, 5000}};
    Origins origins = {0};
    for (int i = 0; i < 3; i++) {
        char once[GAMEFILE_ORIGIN_BYTES + 1], twice[GAMEFILE_ORIGIN_BYTES + 1];
        Origins again = {0};
        origins_add(&origins, ORIGINS[i]);
        origins_describe(&origins, "merged", once);
        origins_add(&again, once);
        origins_describe(&again, "shuffled", twice);
        OriginNodes nodes[2] = {origin_nodes(once), origin_nodes(twice)};
        for (int j = 0; j < 2; j++) {
            expect_equal(nodes[j].move, FEWEST[i].move);
            expect_equal(nodes[j].probe, FEWEST[i].probe);
        }
    }
    OriginNodes unknown = origin_nodes("games of a club; 40 games");
    expect(unknown.move == 0 && unknown.probe == 0);
}
END_TEST

/* Many files do not fit; that there were more is not lost. */
START_TEST(many_origins_say_that_there_are_others) {
    Origins origins = {0};
    char text[GAMEFILE_ORIGIN_BYTES + 1];
    for (int i = 0; i < 20; i++) {
        char origin[GAMEFILE_ORIGIN_BYTES + 1];
        snprintf(origin, sizeof origin, "rules 0, %d nodes, seed %d, Kaname 1, weights %08x",
                 1000 + i, i, (unsigned)i);
        origins_add(&origins, origin);
        origins_describe(&origins, "merged", text);
        expect(strlen(text) <= GAMEFILE_ORIGIN_BYTES);
        expect((strstr(text, "and others") != NULL) == origins.is_cut);
    }
    expect(origins.is_cut && strstr(text, "1000 nodes, seed 0, weights 00000000") != NULL);
}
END_TEST

START_TEST(damage_is_told_and_the_other_files_count) {
    char *paths[] = {folder};
    size_t size;
    int status;
    unsigned char *data = read_whole(shards[1], &size);
    data[GAMEFILE_HEADER_BYTES + 6] ^= 1; /* in the first game */
    write_whole_file(shards[1], data, size);
    ToolOptions options = options_for(paths, 1);
    char *text = output_of(tool_stats, &options, &status);
    expect_equal(status, 1);
    expect(strstr(text, "games-00002.kgm: for a test") != NULL);
    int games = 0;
    expect(sscanf(strstr(text, "\nall "), " all %*d %d games", &games) == 1);
    expect_equal(games, (SHARDS - 1) * GAMES);
    free(text);
    free(data);
}
END_TEST

START_TEST(a_folder_without_games_is_an_error) {
    char *paths[] = {top};
    ToolOptions options = options_for(paths, 1);
    int status;
    free(output_of(tool_stats, &options, &status));
    expect_equal(status, 1);
    free(output_of(tool_view, &options, &status));
    expect_equal(status, 1);
}
END_TEST

/* ---- Calibration ----------------------------------------------------------------------------- */

/* Games of two searched moves: Black's with this score, and White's, whose win is proven. */
static void write_scored_games(const char *path, int16_t score, int won, int lost) {
    GameWriter writer;
    (void)remove(path);
    expect(game_writer_create(&writer, path, "for a test"));
    for (int i = 0; i < won + lost; i++) {
        Game game = {.rule = RULE_RENJU,
                     .width = 15,
                     .height = 15,
                     .result = i < won ? GAME_BLACK_WON : GAME_WHITE_WON,
                     .opening_count = 2,
                     .move_count = 4,
                     .moves = {0, 1, 2, 3},
                     .scores = {SCORE_NONE, SCORE_NONE, score, SCORE_WIN - 9}};
        expect(game_writer_add(&writer, &game));
    }
    expect(game_writer_close(&writer));
}

START_TEST(calibration_compares_predictions_with_results) {
    char games[TEST_PATH_BYTES], svg[TEST_PATH_BYTES], *paths[] = {games}, row[80];
    size_t size;
    int status;
    path_in(games, top, "scored.kgm");
    path_in(svg, top, "picture.svg");
    write_scored_games(games, 300, 3, 5);
    ToolOptions options = options_for(paths, 1);
    options.svg = svg;
    char *text = output_of(tool_calibrate, &options, &status);
    expect_equal(status, 0);
    expect(strstr(text, "renju: 8 games, 8 positions (8 proven ones left out)") != NULL);
    KanameEngine *engine = kaname_new();
    expect_equal(kaname_set_rule(engine, KANAME_RULE_RENJU), KANAME_OK);
    snprintf(row, sizeof row, " 60- 70%%           8     %5.1f%%    37.5%%\n",
             100 * kaname_win_rate(engine, 300));
    kaname_free(engine);
    ck_assert_msg(strstr(text, row) != NULL, "no %s in %s", row, text);
    free(text);
    char *picture = (char *)read_whole(svg, &size);
    picture[size] = '\0';
    expect(strncmp(picture, "<svg ", 5) == 0 && strstr(picture, "</svg>\n") != NULL);
    expect(strstr(picture, "<title>8 positions, predicted 6") != NULL);
    expect(strstr(picture, "actual 37.5%</title>") != NULL);
    free(picture);
}
END_TEST

static void write_bytes(const char *path, const void *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    expect(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}

static const OpeningScale OPENING = {.percent = 40, .opening_stones = 1, .full_stones = 2};

/* Black scores 300 and wins 6 of 8: odds of 3 are log(3) nats, so the best scale is 300 / log(3) =
 * 273, but for the steps in which scores are counted. The opening scale, here of a network's tables
 * or of tables alone, ends before these positions and is kept. */
static void expect_scale(const unsigned char *bytes, size_t size) {
    Evaluator *evaluator;
    RegionsFile file;
    Weights table;
    expect_equal(evaluator_load(&evaluator, bytes, size), KANAME_OK);
    expect(evaluator->win_scale >= 270 && evaluator->win_scale <= 276);
    evaluator_free(evaluator);
    bool is_network = regions_file_read(&file, bytes, size) == KANAME_OK;
    expect_equal(
        weights_read(&table, is_network ? file.table : bytes, is_network ? file.table_bytes : size),
        KANAME_OK);
    expect(memcmp(&table.opening, &OPENING, sizeof OPENING) == 0);
}

static double win_scale_of(const void *bytes, size_t size) {
    Evaluator *evaluator;
    expect_equal(evaluator_load(&evaluator, bytes, size), KANAME_OK);
    double scale = evaluator->win_scale;
    evaluator_free(evaluator);
    return scale;
}

/* The mean loss, in nats, of a prediction for games of which this share is won. */
static double loss_of(double predicted, double won) {
    return -won * log(predicted) - (1 - won) * log(1 - predicted);
}

static void check_scaled(const char *weights, const void *bytes, size_t size) {
    char games[TEST_PATH_BYTES], out[TEST_PATH_BYTES], *paths[] = {games};
    size_t size_after;
    int status;
    path_in(games, top, "scored.kgm");
    path_in(out, top, "scaled");
    write_bytes(weights, bytes, size);
    write_scored_games(games, 300, 6, 2);
    ToolOptions options = options_for(paths, 1);
    options.weights = weights;
    options.out = out;
    (void)remove(out);
    char *text = output_of(tool_calibrate, &options, &status);
    expect_equal(status, 0);
    double best = 1, present = 0;
    const char *line = strstr(text, "best win scale: ");
    expect(line != NULL);
    expect_equal(sscanf(line, "best win scale: %*f times this one, loss %lf nats in place of %lf",
                        &best, &present),
                 2);
    expect(best <= present);
    double known = loss_of(1 / (1 + exp(-300 / win_scale_of(bytes, size))), 0.75), told;
    ck_assert_double_eq_tol(best, loss_of(0.75, 0.75), 0.001);
    ck_assert_double_eq_tol(present, known, 0.002);
    line = strstr(text, "left out), loss ");
    expect(line != NULL && sscanf(line, "left out), loss %lf nats", &told) == 1);
    ck_assert_double_eq_tol(told, known, 0.0001);
    expect(strstr(text, ", win scale 27") != NULL);
    free(text);
    unsigned char *scaled = read_whole(out, &size_after);
    expect_equal(size_after, size);
    expect_scale(scaled, size_after);
    free(scaled);
    options.out = weights; /* which it reads */
    free(output_of(tool_calibrate, &options, &status));
    expect_equal(status, 1);
    options.out = out;
    write_bytes(out, "other", 5);
    free(output_of(tool_calibrate, &options, &status));
    expect_equal(status, 1);
}

/* Sure wins, more than eight nats, have no share in the search for the scale, nor in its losses. */
START_TEST(the_best_scale_counts_the_positions_it_measures) {
    enum { SURE = 10000 };
    char usual[TEST_PATH_BYTES], sure[TEST_PATH_BYTES], *paths[] = {usual, sure};
    double best, present, counted;
    int status;
    path_in(usual, top, "usual.kgm");
    path_in(sure, top, "sure.kgm");
    write_scored_games(usual, 300, 6, 2);
    write_scored_games(sure, SURE, 40, 0);
    ToolOptions options = options_for(paths, 2);
    char *text = output_of(tool_calibrate, &options, &status);
    expect_equal(status, 0);
    KanameEngine *engine = kaname_new();
    expect_equal(kaname_set_rule(engine, KANAME_RULE_RENJU), KANAME_OK);
    double rate = kaname_win_rate(engine, 300);
    kaname_free(engine);
    const char *line = strstr(text, "best win scale: ");
    expect(line != NULL);
    expect_equal(sscanf(line,
                        "best win scale: %*f times this one, loss %lf nats in place of %lf (%lf "
                        "positions within 8 nats)",
                        &best, &present, &counted),
                 3);
    ck_assert_double_eq(counted, 8);
    ck_assert_double_eq_tol(best, loss_of(0.75, 0.75), 0.001);
    ck_assert_double_eq_tol(present, loss_of(rate, 0.75), 0.002);
    expect(strstr(text, "48 positions (48 proven ones left out)") != NULL);
    free(text);
}
END_TEST

/* All of its positions are sure. */
START_TEST(a_scale_is_not_written_without_positions_to_measure) {
    char weights[TEST_PATH_BYTES], games[TEST_PATH_BYTES], out[TEST_PATH_BYTES], *paths[] = {games};
    unsigned char bytes[WEIGHTS_BYTES_MAX];
    Weights *known = malloc(sizeof *known);
    int status;
    expect(known != NULL && start_weights(known, NULL, RULE_RENJU, "test"));
    path_in(weights, top, "sure.weights");
    path_in(games, top, "all_sure.kgm");
    path_in(out, top, "unmeasured");
    write_bytes(weights, bytes, weights_write(known, bytes));
    write_scored_games(games, 10000, 40, 0);
    ToolOptions options = options_for(paths, 1);
    options.weights = weights;
    options.out = out;
    char *text = output_of(tool_calibrate, &options, &status);
    ck_assert_msg(strstr(text, "written") == NULL, "%s", text);
    expect_equal(status, 1);
    expect(access(out, F_OK) != 0);
    free(text);
    free(known);
}
END_TEST

/* A tool's standard error. */
static char *errors_of(int (*tool)(const ToolOptions *), const ToolOptions *options) {
    char path[TEST_PATH_BYTES];
    size_t size;
    int status;
    path_in(path, top, "errors");
    fflush(stderr);
    int kept = dup(STDERR_FILENO);
    expect(kept >= 0 && freopen(path, "wb", stderr) != NULL);
    free(output_of(tool, options, &status));
    fflush(stderr);
    expect(dup2(kept, STDERR_FILENO) >= 0 && close(kept) == 0);
    expect_equal(status, 0);
    char *text = (char *)read_whole(path, &size);
    text[size] = '\0';
    return text;
}

START_TEST(calibration_warns_of_scores_by_other_weights) {
    char weights[TEST_PATH_BYTES], games[TEST_PATH_BYTES], wanted[120], *paths[] = {games};
    unsigned char bytes[WEIGHTS_BYTES_MAX];
    Weights *known = malloc(sizeof *known);
    KanameEngine *engine = kaname_new();
    expect(known != NULL && engine != NULL);
    expect(start_weights(known, NULL, RULE_FREESTYLE, "test"));
    size_t size = weights_write(known, bytes);
    expect_equal(kaname_load_weights(engine, bytes, size), KANAME_OK);
    uint32_t id = kaname_weights_id(engine);
    path_in(weights, top, "own.weights");
    path_in(games, top, "by_weights.kgm");
    write_bytes(weights, bytes, size);
    for (int is_other = 0; is_other <= 1; is_other++) {
        char origin[GAMEFILE_ORIGIN_BYTES + 1];
        snprintf(origin, sizeof origin, "rules 0, 800 nodes, seed 7, Kaname 1.0, weights %08x",
                 (unsigned)(id ^ (uint32_t)is_other));
        (void)remove(games);
        write_file_of(games, origin);
        ToolOptions options = options_for(paths, 1);
        options.weights = weights;
        char *text = errors_of(tool_calibrate, &options);
        snprintf(wanted, sizeof wanted, "its scores are those of weights %08x, not of %08x",
                 (unsigned)(id ^ 1u), (unsigned)id);
        ck_assert_msg((strstr(text, wanted) != NULL) == (is_other != 0), "%d: %s", is_other, text);
        expect(is_other || strstr(text, "weights") == NULL);
        free(text);
    }
    kaname_free(engine);
    free(known);
}
END_TEST

static int visited_scores;

static void visit_scored(void *context, const Sample *sample) {
    const Game *game = context;
    visited_scores += game->scores[sample->index] != SCORE_WIN - 9;
}

/* The one meaning of a proof: counted, calibrated and learned from alike. */
START_TEST(a_believed_loss_is_an_estimate_and_a_proven_one_is_not) {
    static const struct {
        int16_t score;
        bool is_proof;
    } cases[] = {{-SCORE_WIN_MIN + 1, false}, {SCORE_WIN_MIN - 1, false}, {-SCORE_WIN_MIN, true},
                 {SCORE_WIN_MIN, true},       {-SCORE_WIN + 2, true},     {0, false}};
    char games[TEST_PATH_BYTES], wanted[80], *paths[] = {games};
    Board *board = malloc(sizeof *board);
    expect(board != NULL);
    path_in(games, top, "believed.kgm");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int status, proven = cases[i].is_proof ? 2 : 1;
        write_scored_games(games, cases[i].score, 1, 0);
        ToolOptions options = options_for(paths, 1);
        char *text = output_of(tool_calibrate, &options, &status);
        snprintf(wanted, sizeof wanted, "%d positions (%d proven ones left out)", 2 - proven,
                 proven);
        ck_assert_msg(strstr(text, wanted) != NULL, "%d: %s", cases[i].score, text);
        free(text);
        text = output_of(tool_stats, &options, &status);
        snprintf(wanted, sizeof wanted, "2 positions (%d proven)", proven);
        ck_assert_msg(strstr(text, wanted) != NULL, "%d: %s", cases[i].score, text);
        free(text);
        Dataset data;
        Failure failure = FAILURE_NONE;
        dataset_init(&data);
        expect(dataset_load(&data, paths, 1, (LoadFilter){.rule = -1}, &failure));
        Game game;
        dataset_get(&data, 0, &game);
        visited_scores = 0;
        game_samples(&game, test_tables(RULE_RENJU), board, visit_scored, &game);
        expect_equal(visited_scores, !cases[i].is_proof);
        dataset_release(&data);
    }
    free(board);
}
END_TEST

START_TEST(calibration_writes_the_best_scale) {
    char path[TEST_PATH_BYTES];
    unsigned char *bytes = malloc(regions_bytes_max());
    RegionsNumbers *numbers = calloc(COLORS, sizeof *numbers);
    Weights table;
    path_in(path, top, "weights");
    weights_embedded(&table, RULE_RENJU);
    table.opening = OPENING;
    check_scaled(path, bytes, weights_write(&table, bytes));
    check_scaled(path, bytes, regions_write(bytes, &table, numbers, 700, 500, "for a test"));
    free(numbers);
    free(bytes);
}
END_TEST

START_TEST(calibration_draws_over_no_game) {
    char *paths[] = {folder};
    size_t size, size_after;
    int status;
    unsigned char *before = read_whole(shards[0], &size);
    ToolOptions options = options_for(paths, 1);
    options.svg = shards[0];
    free(output_of(tool_calibrate, &options, &status));
    expect_equal(status, 1);
    unsigned char *after = read_whole(shards[0], &size_after);
    expect(size_after == size && memcmp(before, after, size) == 0);
    free(before);
    free(after);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("tools");
    TCase *tools = tcase_create("tools");
    tcase_add_checked_fixture(tools, set_up, NULL);
    tcase_add_test(tools, stats_count_a_folder_as_its_files);
    tcase_add_test(tools, view_shows_the_games_asked_for);
    tcase_add_test(tools, merge_and_shuffle_keep_every_game);
    tcase_add_test(tools, merged_files_name_what_made_their_games);
    tcase_add_test(tools, a_merged_file_tells_the_fewest_nodes_of_its_labels);
    tcase_add_test(tools, many_origins_say_that_there_are_others);
    tcase_add_test(tools, damage_is_told_and_the_other_files_count);
    tcase_add_test(tools, a_folder_without_games_is_an_error);
    tcase_add_test(tools, calibration_compares_predictions_with_results);
    tcase_add_test(tools, a_believed_loss_is_an_estimate_and_a_proven_one_is_not);
    tcase_add_test(tools, calibration_writes_the_best_scale);
    tcase_add_test(tools, the_best_scale_counts_the_positions_it_measures);
    tcase_add_test(tools, a_scale_is_not_written_without_positions_to_measure);
    tcase_add_test(tools, calibration_warns_of_scores_by_other_weights);
    tcase_add_test(tools, calibration_draws_over_no_game);
    suite_add_tcase(suite, tools);
    return run_suite(suite);
}
