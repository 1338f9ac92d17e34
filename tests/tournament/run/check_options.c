/* The command line: the options of tournament/run/. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run/options.h"
#include "shared/opening/rule.h"
#include "shared/status/failure.h"
#include "support/harness.h"
#include "support/words.h"

static bool parse_line(Options *options, const char *line, Failure *failure) {
    static WordList list;
    words_split(&list, line);
    options_init(options);
    return options_parse(options, list.count, list.words, failure);
}

#define TWO " -engine cmd=a -engine cmd=b"

START_TEST(the_example_of_c_gomoku_cli_is_understood) {
    Options o;
    Failure failure = FAILURE_NONE;
    bool is_read = parse_line(&o,
                              "-each tc=180/30 -engine name=Wine cmd=./example-engine/pbrain-wine "
                              "-engine name=Rapfi cmd=./example-engine/pbrain-rapfi1 -rule 0 "
                              "-boardsize 20 -rounds 2 -games 4000 -debug -repeat -concurrency 8 "
                              "-drawafter 200 -pgn my_games.pgn -sgf my_games.sgf -msg "
                              "my_games.txt -openings "
                              "file=opening_examples/offset_freestyle_20x20.txt order=random",
                              &failure);
    ck_assert_msg(is_read, "%s", failure.text);
    ck_assert_uint_eq(o.engine_count, 2);
    ck_assert_str_eq(o.engines[0].name, "Wine");
    ck_assert_str_eq(o.engines[1].command, "./example-engine/pbrain-rapfi1");
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(o.engines[i].match_ms, 180000);
        ck_assert_int_eq(o.engines[i].turn_ms, 30000);
        ck_assert_int_eq(o.engines[i].increment_ms, 0);
        ck_assert_int_eq(o.engines[i].tolerance_ms, TOLERANCE_BY_LIMIT);
        ck_assert_uint_eq(o.engines[i].max_memory, 367001600);
    }
    ck_assert_int_eq(o.rule, GAME_RULE_FREESTYLE);
    ck_assert_int_eq(o.width, 20);
    ck_assert_int_eq(o.rounds, 2);
    ck_assert_int_eq(o.games, 4000);
    ck_assert(o.is_debug && o.is_log && o.is_repeat && o.opening_order == ORDER_RANDOM);
    ck_assert_int_eq(o.concurrency, 8);
    ck_assert(o.score_interval == 1 && o.rating_interval == 0);
    ck_assert_int_eq(o.draw_after, 200);
    ck_assert_str_eq(o.outputs.pgn, "my_games.pgn");
    ck_assert_str_eq(o.outputs.sgf, "my_games.sgf");
    ck_assert_str_eq(o.outputs.messages, "my_games.txt");
    ck_assert_int_eq(o.notation, OPENING_OFFSET);
    options_release(&o);
}
END_TEST

START_TEST(time_controls_mean_what_they_mean_there) {
    static const struct {
        const char *text;
        int64_t match, turn, increment;
    } cases[] = {{"10", 10000, 10000, 0},       {"10/1", 10000, 1000, 0},
                 {"10+0.5", 10000, 10000, 500}, {"180/30+2", 180000, 30000, 2000},
                 {"0/0.25", 0, 250, 0},         {"0.05", 50, 50, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Options o;
        Failure failure = FAILURE_NONE;
        char line[200];
        snprintf(line, sizeof line, "-each tc=%s" TWO, cases[i].text);
        ck_assert(parse_line(&o, line, &failure));
        ck_assert_int_eq(o.engines[1].match_ms, cases[i].match);
        ck_assert_int_eq(o.engines[1].turn_ms, cases[i].turn);
        ck_assert_int_eq(o.engines[1].increment_ms, cases[i].increment);
        options_release(&o);
    }
}
END_TEST

START_TEST(every_engine_option_reaches_its_engine) {
    Options o;
    Failure failure = FAILURE_NONE;
    bool is_read =
        parse_line(&o,
                   "-engine cmd=x~-a name=X~Y nodes=5000 depth=7 thread=4 maxmemory=64M "
                   "tolerance=0.5 option.hash_size=1024 option.A=b=c restart=on starttimeout=2 "
                   "endtimeout=3 maxwait=4 -engine cmd=y -each thread=2 option.E=1",
                   &failure);
    ck_assert_msg(is_read, "%s", failure.text);
    const EngineOptions *e = &o.engines[0];
    ck_assert_str_eq(e->command, "x -a");
    ck_assert_str_eq(e->name, "X Y");
    ck_assert_uint_eq(e->nodes, 5000);
    ck_assert_int_eq(e->depth, 7);
    ck_assert_int_eq(e->threads, 2); /* -each holds over all */
    ck_assert_uint_eq(e->max_memory, 64 * 1048576);
    ck_assert_int_eq(e->tolerance_ms, 500);
    ck_assert_uint_eq(e->option_count, 3);
    ck_assert_str_eq(e->options[0], "hash_size=1024");
    ck_assert_str_eq(e->options[1], "A=b=c");
    ck_assert_str_eq(e->options[2], "E=1");
    ck_assert(e->restart && !o.engines[1].restart);
    ck_assert_int_eq(e->start_ms, 2000);
    ck_assert_int_eq(e->end_ms, 3000);
    ck_assert_int_eq(e->silence_ms, 4000);
    ck_assert_uint_eq(o.engines[1].max_memory, 367001600);
    options_release(&o);
}
END_TEST

/* A line, and what its error must name. */
static const char *const wrong[][3] = {
    {"", "-engine", "two engines"},
    {"-engine cmd=a", "-engine", "two engines"},
    {"-nosuch" TWO, "-nosuch", "no such option"},
    {"stray" TWO, "stray", "no such option"},
    {"-engine cmd=a nosuch=3 -engine cmd=b", "nosuch=3", "cmd="},
    {"-engine cmd=a name=x -engine name=y", "-engine", "no cmd="},
    {"-engine cmd=\"a -engine cmd=b", "cmd=\"a", "quotes"},
    {"-engine cmd= -engine cmd=b", "cmd=", "command"},
    {"-engine cmd=a name= -engine cmd=b", "name=", "bytes"},
    {"-each tc=abc" TWO, "tc=abc", "MATCH"},
    {"-each tc=1/" TWO, "tc=1/", "MATCH"},
    {"-each tc=1/2+x" TWO, "tc=1/2+x", "MATCH"},
    {"-each tc=-1" TWO, "tc=-1", "MATCH"},
    {"-each tc=nan" TWO, "tc=nan", "MATCH"},
    {"-each tc=1e300" TWO, "tc=1e300", "MATCH"},
    {"-each tc=0.0001" TWO, "tc=0.0001", "0.001"},
    {"-each tc=10/0.0004" TWO, "tc=10/0.0004", "0.001"},
    {"-openings none file=x" TWO, "-openings", "none or file="},
    {"-openings file=x -openings none" TWO, "-openings", "none or file="},
    {"-each nodes=-3" TWO, "-3", "whole number"},
    {"-each nodes=99999999999999999999" TWO, "99999999999999999999", "whole number"},
    {"-each depth=1.5" TWO, "1.5", "whole number"},
    {"-each thread=two" TWO, "two", "whole number"},
    {"-each tolerance=x" TWO, "tolerance=x", "seconds"},
    {"-each maxmemory=lots" TWO, "maxmemory=lots", "bytes"},
    {"-each option.x" TWO, "option.x", "KEY=VALUE"},
    {"-each option.=x" TWO, "option.=x", "KEY=VALUE"},
    {"-each restart=maybe" TWO, "restart=maybe", "on or off"},
    {"-games 0" TWO, "-games", "whole number"},
    {"-games" TWO, "-games", "whole number"},
    {TWO " -games", "-games", "value after it"},
    {"-games 1x" TWO, "1x", "whole number"},
    {"-rounds -2" TWO, "-rounds", "whole number"},
    {"-concurrency 0" TWO, "-concurrency", "whole number"},
    {"-rule 2x" TWO, "2x", "0, 1, 4"},
    {"-rule 5" TWO, "'5'", "0, 1, 4"},
    {"-rule 99999999999999" TWO, "99999999999999", "0, 1, 4"},
    {"-boardsize 4" TWO, "'4'", "5 to 22"},
    {"-boardsize 23" TWO, "'23'", "5 to 22"},
    {"-boardsize 15x" TWO, "15x", "5 to 22"},
    {"-boardsize big" TWO, "big", "5 to 22"},
    {"-format league" TWO, "league", "roundrobin"},
    {"-seed x" TWO, "-seed", "whole number"},
    {"-openings fil=x" TWO, "fil=x", "file="},
    {"-openings file=x type=x" TWO, "type=x", "offset, pos, sgf, pgn or games"},
    {"-openings file=x order=x" TWO, "order=x", "sequential or random"},
    {"-openings file=x srand=x" TWO, "srand=x", "whole number"},
    {"-sprt elo1=x" TWO, "elo1=x", "number"},
    {"-sprt elo0=5 elo1=1" TWO, "-sprt", "elo0 < elo1"},
    {"-sprt elo1=5 alpha=0" TWO, "-sprt", "alpha"},
    {"-sprt elo1=5 alpha=0.7" TWO, "-sprt", "alpha"},
    {"-sprt elo1=5 foo=1" TWO, "foo=1", "elo0="},
    {"-sprt elo1=5 model=bayes" TWO, "model=bayes", "trinomial"},
    {"-sprt elo1=5 -engine cmd=c" TWO, "-sprt", "two engines"},
    {"-pgn -" TWO, "-pgn", "expected a file; 'report' writes to standard output"},
    {"-html -" TWO, "-html", "expected a file"},
    {"-sprt elo1=5 -format swiss" TWO, "-sprt", "roundrobin"},
    {"-sprt elo1=5 -format knockout" TWO, "-sprt", "roundrobin"},
    {"-sample format=xml" TWO, "format=xml", "binpack"},
    {"-sample freq=2" TWO, "freq=2", "0 to 1"},
    {"-sample size=2" TWO, "size=2", "freq="},
    {"-sample format=bin -rule 8" TWO, "-sample", "rule"},
    {"-resign 3" TWO, "-resign", "whole number"},
    {TWO " -resign 3", "-resign", "score"},
    {"-resign 0 100" TWO, "-resign", "whole number"},
    {"-draw 3 x" TWO, "'x'", "whole number"},
    {"-loseonly" TWO, "-loseonly", "-gauntlet"},
    {"-swap2 -openings file=x" TWO, "-swap2", "-openings"},
    {"-openingrule rif -openings file=x" TWO, "-openingrule", "-openings"},
    {"-openingrule rif -boardsize 8" TWO, "-openingrule", "9x9"},
    {"-openingrule pro" TWO, "'pro'", "taraguchi10"},
    {"-quick a", "-quick", "two commands"},
    {"-config /nonexistent/config.json", "/nonexistent/config.json", "No such file"},
};

START_TEST(a_wrong_word_is_named_with_what_was_expected) {
    Options o;
    Failure failure = FAILURE_NONE;
    ck_assert_msg(!parse_line(&o, wrong[_i][0], &failure), "%s", wrong[_i][0]);
    ck_assert_msg(strstr(failure.text, wrong[_i][1]) != NULL, "%s: %s", wrong[_i][0], failure.text);
    ck_assert_msg(strstr(failure.text, wrong[_i][2]) != NULL, "%s: %s", wrong[_i][0], failure.text);
    options_release(&o);
}
END_TEST

START_TEST(words_of_any_length_are_no_danger) {
    Options o;
    Failure failure = FAILURE_NONE;
    char *word = malloc(100001);
    ck_assert_ptr_nonnull(word);
    memset(word, 'x', 100000);
    word[100000] = '\0';
    char *words[] = {word};
    options_init(&o);
    ck_assert(!options_parse(&o, 1, words, &failure));
    ck_assert_uint_lt(strlen(failure.text), sizeof failure.text);
    options_release(&o);
    free(word);
}
END_TEST

START_TEST(rules_and_boards_are_read) {
    Options o;
    Failure failure = FAILURE_NONE;
    ck_assert(parse_line(&o, "-rule 11 -boardsize 20x12 -swap2" TWO, &failure));
    ck_assert_int_eq(o.rule, GAME_RULE_CARO_EXACT);
    ck_assert(o.is_continuous);
    ck_assert_int_eq(o.opening_rule, OPTIONS_SWAP2);
    ck_assert_int_eq(o.width, 20);
    ck_assert_int_eq(o.height, 12);
    options_release(&o);
}
END_TEST

START_TEST(opening_rules_are_read_by_their_names) {
    for (int i = 0; i < OPENING_RULES; i++) {
        Options o;
        Failure failure = FAILURE_NONE;
        char line[200];
        const OpeningRule *rule = opening_rule_at(i);
        snprintf(line, sizeof line, "-openingrule %s -boardsize %d" TWO, rule->name,
                 rule->least_size);
        ck_assert_msg(parse_line(&o, line, &failure), "%s", failure.text);
        ck_assert_int_eq(o.opening_rule, i + 1);
        options_release(&o);
    }
}
END_TEST

/* A test counts pairs unless single games are asked for, and plays until it is decided unless a
 * number is given. */
START_TEST(a_test_plays_pairs_until_it_is_decided) {
    static const struct {
        const char *line;
        SprtModel model;
        bool is_repeat;
        int games, rounds; /* rounds 0: without end */
    } lines[] = {
        {"-sprt elo1=5" TWO, SPRT_PENTANOMIAL, true, 2, 0},
        {"-repeat -sprt elo1=5" TWO, SPRT_PENTANOMIAL, true, 2, 0},
        {"-sprt elo1=5 model=normalised" TWO, SPRT_NORMALISED, true, 2, 0},
        {"-sprt elo1=5 model=trinomial" TWO, SPRT_TRINOMIAL, false, 2, 0},
        {"-repeat -sprt elo1=5 model=trinomial" TWO, SPRT_TRINOMIAL, true, 2, 0},
        {"-gauntlet -sprt elo1=5" TWO, SPRT_PENTANOMIAL, true, 2, 0},
        {"-rounds 200 -sprt elo1=5" TWO, SPRT_PENTANOMIAL, true, 2, 200},
        {"-games 1 -rounds 40 -sprt elo1=5" TWO, SPRT_PENTANOMIAL, true, 1, 40},
        {"-games 30 -sprt elo1=5" TWO, SPRT_PENTANOMIAL, true, 30, 1},
        {"-quick a b -sprt elo1=5", SPRT_PENTANOMIAL, true, 2, 0},
        {"-quick a b -games 10 -sprt elo1=5", SPRT_PENTANOMIAL, true, 10, 1},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        Options o;
        Failure failure = FAILURE_NONE;
        ck_assert_msg(parse_line(&o, lines[i].line, &failure), "%s", failure.text);
        ck_assert_int_eq(o.sprt.model, lines[i].model);
        ck_assert_msg(o.is_repeat == lines[i].is_repeat && o.games == lines[i].games &&
                          o.rounds == lines[i].rounds,
                      "%s: %d games, %d rounds", lines[i].line, o.games, o.rounds);
        options_release(&o);
    }
}
END_TEST

START_TEST(games_come_in_pairs_only_if_they_are_asked_for) {
    static const struct {
        const char *line;
        int games, rounds;
    } lines[] = {{TWO, 1, 1},
                 {"-repeat" TWO, 2, 1},
                 {"-repeat -games 5" TWO, 5, 1},
                 {"-repeat -rounds 4" TWO, 2, 4},
                 {"-quick a b", 100, 1},
                 {"-format swiss" TWO, 1, 0}};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        Options o;
        Failure failure = FAILURE_NONE;
        ck_assert_msg(parse_line(&o, lines[i].line, &failure), "%s", failure.text);
        ck_assert_msg(o.games == lines[i].games && o.rounds == lines[i].rounds,
                      "%s: %d games, %d rounds", lines[i].line, o.games, o.rounds);
        options_release(&o);
    }
}
END_TEST

START_TEST(quick_is_a_whole_command_line) {
    Options o;
    Failure failure = FAILURE_NONE;
    ck_assert(parse_line(&o, "-quick ./a~-x cmd=b -games 6", &failure));
    ck_assert_uint_eq(o.engine_count, 2);
    ck_assert_str_eq(o.engines[0].command, "./a -x");
    ck_assert_str_eq(o.engines[1].command, "b");
    ck_assert_int_eq(o.games, 6);
    ck_assert(o.is_repeat);
    ck_assert_int_eq(o.engines[0].turn_ms, 1000);
    options_release(&o);
}
END_TEST

/* Runs the program's parser on a config file with this text. */
static bool parse_config(Options *options, const char *json, Failure *failure) {
    char folder[TEST_PATH_BYTES], path[TEST_PATH_BYTES];
    make_folder(folder);
    path_in(path, folder, "config");
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(json, file), 0);
    ck_assert_int_eq(fclose(file), 0);
    char *words[] = {"-config", path};
    options_init(options);
    return options_parse(options, 2, words, failure);
}

START_TEST(a_config_file_states_the_same_as_words) {
    Options a, b;
    Failure failure = FAILURE_NONE;
    ck_assert(
        parse_line(&a,
                   "-each tc=10/1+0.5 -engine cmd=a~b name=A option.x=1 option.y=2 -engine "
                   "cmd=c nodes=100000 -rule 4 -boardsize 15 -games 10 -repeat -resign 3 500 "
                   "-openings file=o.txt type=pos order=random srand=7 -sprt elo0=-1.5 elo1=3 "
                   "-gauntlet",
                   &failure));
    bool is_read = parse_config(
        &b,
        "{\"each\": {\"tc\": \"10/1+0.5\"}, \"engines\": [{\"cmd\": \"a b\", \"name\": \"A\", "
        "\"options\": {\"x\": 1, \"y\": \"2\"}}, {\"cmd\": \"c\", \"nodes\": 100000}], "
        "\"rule\": 4, \"boardsize\": \"15\", \"games\": 10, \"repeat\": true, \"transform\": "
        "false, \"resign\": [3, 500], \"openings\": {\"file\": \"o.txt\", \"type\": \"pos\", "
        "\"order\": \"random\", \"srand\": 7}, \"sprt\": {\"elo0\": -1.5, \"elo1\": 3}, "
        "\"gauntlet\": true}",
        &failure);
    ck_assert_msg(is_read, "%s", failure.text);
    char *settings_a = options_settings(&a), *settings_b = options_settings(&b);
    ck_assert_str_eq(settings_a, settings_b);
    ck_assert_double_eq(a.sprt.elo0, b.sprt.elo0);
    ck_assert_int_eq(b.sprt.model, SPRT_PENTANOMIAL);
    free(settings_a);
    free(settings_b);
    options_release(&a);
    options_release(&b);
}
END_TEST

static const char *const wrong_configs[][2] = {
    {"", ":1: expected a JSON object"},
    {"[]", "expected a JSON object"},
    {"{\"rule\": 0,\n\"games\" 3}", ":2: expected a JSON object"},
    {"{\"rule\": 0} x", "expected a JSON object"},
    {"{\"rule\": null}", "\"rule\""},
    {"{\"engines\": [3]}", "\"engines\""},
    {"{\"engines\": [{\"cmd\": [1]}]}", "\"engines\": \"cmd\" has a value"},
    {"{\"engines\": [{\"cmd\": \"a\", \"options\": {\"k\": []}}]}",
     "\"engines\": \"k\" has a value"},
    {"{\"nosuch\": 3}", "-nosuch"},
    {"{\"games\": \"many\"}", "many"},
    {"{\"config\": \"x\"}", "-config"},
    {"{\"pgn\": \"games\\u0000.pgn\"}", "\\u0000"},
    {"{\"rule\": 0, \"games\": 2, \"rule\": 1}", "config: \"rule\" is given twice"},
    {"{\"engines\": [{\"cmd\": \"a\"}, {\"cmd\": \"b\", \"name\": \"A\", \"name\": \"B\"}]}",
     "config: \"name\" is given twice"},
    {"{\"engines\": [{\"cmd\": \"a\", \"options\": {\"k\": 1, \"k\": 2}}]}",
     "config: \"k\" is given twice"},
};

START_TEST(a_wrong_config_file_is_refused_by_name) {
    Options o;
    Failure failure = FAILURE_NONE;
    ck_assert(!parse_config(&o, wrong_configs[_i][0], &failure));
    ck_assert_msg(strstr(failure.text, wrong_configs[_i][1]) != NULL, "%s", failure.text);
    options_release(&o);
}
END_TEST

START_TEST(a_config_file_is_read_once) {
    Options o;
    Failure failure = FAILURE_NONE;
    char folder[TEST_PATH_BYTES], path[TEST_PATH_BYTES], other[2 * TEST_PATH_BYTES];
    make_folder(folder);
    path_in(path, folder, "config");
    snprintf(other, sizeof other, "%s/./config", folder);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs("{\"engines\": [{\"cmd\": \"a\"}]}", file), 0);
    ck_assert_int_eq(fclose(file), 0);
    options_init(&o);
    ck_assert(!options_parse(&o, 4, (char *[]){"-config", path, "-config", other}, &failure));
    ck_assert_msg(strstr(failure.text, "/./config: is given twice") != NULL, "%s", failure.text);
    options_release(&o);
}
END_TEST

START_TEST(a_folder_is_no_config_file) {
    Options o;
    Failure failure = FAILURE_NONE;
    char folder[TEST_PATH_BYTES];
    make_folder(folder);
    options_init(&o);
    ck_assert(!options_parse(&o, 2, (char *[]){"-config", folder}, &failure));
    ck_assert_msg(strstr(failure.text, "Is a directory") != NULL, "%s", failure.text);
    options_release(&o);
}
END_TEST

START_TEST(settings_differ_when_the_games_would) {
    static const char *const lines[] = {
        TWO,
        "-games 2" TWO,
        "-rule 1" TWO,
        "-boardsize 20" TWO,
        "-repeat" TWO,
        "-transform" TWO,
        "-gauntlet" TWO,
        "-openings none" TWO,
        "-openings file=x" TWO,
        "-openings file=x type=pos" TWO,
        "-openings file=x srand=3" TWO,
        "-drawafter 100" TWO,
        "-resign 3 100" TWO,
        "-draw 3 100" TWO,
        "-sendbyboard" TWO,
        "-memory" TWO,
        "-swap2" TWO,
        "-openingrule rif" TWO,
        "-each tc=1" TWO,
        "-each nodes=1" TWO,
        "-each option.x=1" TWO,
        "-engine cmd=c" TWO,
    };
    enum { COUNT = sizeof lines / sizeof *lines };
    char *settings[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        Options o;
        Failure failure = FAILURE_NONE;
        ck_assert(parse_line(&o, lines[i], &failure));
        settings[i] = options_settings(&o);
        ck_assert_ptr_nonnull(settings[i]);
        options_release(&o);
        for (size_t j = 0; j < i; j++)
            ck_assert_msg(strcmp(settings[i], settings[j]) != 0, "%s and %s", lines[i], lines[j]);
    }
    Options o;
    Failure failure = FAILURE_NONE;
    ck_assert(
        parse_line(&o, "-pgn x -concurrency 4 -db y -log -resume -pin -suspend" TWO, &failure));
    char *same = options_settings(&o);
    ck_assert_str_eq(same, settings[0]);
    free(same);
    options_release(&o);
    for (size_t i = 0; i < COUNT; i++)
        free(settings[i]);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("options");
    tcase_add_test(tests, the_example_of_c_gomoku_cli_is_understood);
    tcase_add_test(tests, time_controls_mean_what_they_mean_there);
    tcase_add_test(tests, every_engine_option_reaches_its_engine);
    tcase_add_loop_test(tests, a_wrong_word_is_named_with_what_was_expected, 0,
                        (int)(sizeof wrong / sizeof *wrong));
    tcase_add_test(tests, words_of_any_length_are_no_danger);
    tcase_add_test(tests, rules_and_boards_are_read);
    tcase_add_test(tests, opening_rules_are_read_by_their_names);
    tcase_add_test(tests, a_test_plays_pairs_until_it_is_decided);
    tcase_add_test(tests, games_come_in_pairs_only_if_they_are_asked_for);
    tcase_add_test(tests, quick_is_a_whole_command_line);
    tcase_add_test(tests, a_config_file_states_the_same_as_words);
    tcase_add_loop_test(tests, a_wrong_config_file_is_refused_by_name, 0,
                        (int)(sizeof wrong_configs / sizeof *wrong_configs));
    tcase_add_test(tests, a_config_file_is_read_once);
    tcase_add_test(tests, a_folder_is_no_config_file);
    tcase_add_test(tests, settings_differ_when_the_games_would);
    Suite *suite = suite_create("options");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
