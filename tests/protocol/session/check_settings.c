/* INFO keys and what becomes of them. */
#include "session/settings.h"

#include "level/level.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "support/harness.h"

static const Dialect gomocup = {.is_yixin = false};

static bool info(Settings *settings, const char *text) {
    Words line = words_of(text, strlen(text));
    return settings_info(settings, &line);
}

/* Settings after INFO lines separated by ';'. */
static Settings after(const char *text) {
    Settings settings;
    settings_init(&settings);
    while (*text != '\0') {
        size_t length = strcspn(text, ";");
        Words line = words_of(text, length);
        (void)settings_info(&settings, &line);
        text += length + (text[length] == ';');
    }
    return settings;
}

/* ---- Limits ------------------------------------------------------------------------------ */

static const struct {
    const char *info;
    int64_t used_ms, turn_ms, match_ms;
} times[] = {
    {"", 0, 30000, -1},
    {"timeout_turn 5000", 0, 5000, -1},
    {"TIMEOUT_TURN 5000", 0, 5000, -1},
    {"timeout_turn 0", 0, 0, -1},
    {"timeout_turn -1", 0, -1, -1},
    {"timeout_turn 5000;timeout_match 0", 0, 5000, -1},
    {"timeout_turn 5000;timeout_match 0;time_left 100", 0, 5000, -1},
    {"timeout_turn 5000;timeout_match 100000;time_left 60000", 0, 5000, 60000},
    {"timeout_turn 5000;timeout_match 100000;time_left 2147483647", 0, 5000, -1},
    {"timeout_match 100000;time_left 60000", 0, -1, 60000},
    {"timeout_match 100000;time_left 0", 0, 0, 0},
    {"timeout_turn 5000;timeout_match 100000;time_left -20", 0, 0, 0},
    /* Without time_left the time used so far is counted here. */
    {"timeout_match 100000", 30000, -1, 70000},
    {"timeout_match 100000", 200000, 0, 0},
    {"timeout_match 100000;time_left 60000", 30000, -1, 60000},
    /* A limit on nodes or depth alone: no time limit is invented. */
    {"timeout_match 0;time_left 2147483647;max_node 1000", 0, -1, -1},
    {"timeout_match 0;time_left 2147483647;max_depth 5", 0, -1, -1},
    {"max_depth 5", 0, -1, -1},
    /* No limit at all is never meant. */
    {"timeout_match 0;time_left 2147483647", 0, 30000, -1},
    {"timeout_match -1;timeout_turn -1;time_left 2147483647", 0, -1, -1},
    /* Bad values change nothing. */
    {"timeout_turn 700;timeout_turn x;timeout_turn;timeout_turn 5x", 0, 700, -1},
    {"timeout_turn 700;timeout_turn 99999999999999999999999", 0, 700, -1},
};
enum { TIMES = sizeof times / sizeof times[0] };

START_TEST(time_keys_become_limits) {
    Settings settings = after(times[_i].info);
    KanameLimits limits = settings_limits(&settings, 12345, times[_i].used_ms);
    ck_assert_int_eq(limits.start_ms, 12345);
    ck_assert_int_eq(limits.turn_ms, times[_i].turn_ms);
    ck_assert_int_eq(limits.match_ms, times[_i].match_ms);
}
END_TEST

START_TEST(nodes_depth_and_increment_become_limits) {
    Settings settings = after("max_node 1234;max_depth 7;time_increment 500");
    KanameLimits limits = settings_limits(&settings, 1, 0);
    ck_assert_uint_eq(limits.max_nodes, 1234);
    ck_assert_int_eq(limits.max_depth, 7);
    ck_assert_int_eq(limits.increment_ms, 500);
    settings = after("max_node -1;max_depth -1;time_increment -5");
    limits = settings_limits(&settings, 1, 0);
    ck_assert_uint_eq(limits.max_nodes, 0);
    ck_assert_int_eq(limits.max_depth, 0);
    ck_assert_int_eq(limits.increment_ms, 0);
    settings = after("max_depth 99999999999");
    ck_assert_int_eq(settings_limits(&settings, 1, 0).max_depth, 0);
}
END_TEST

START_TEST(only_a_turn_of_no_time_ends_a_search) {
    Settings settings;
    settings_init(&settings);
    ck_assert(info(&settings, "timeout_turn 0"));
    ck_assert(!info(&settings, "timeout_turn 1"));
    ck_assert(!info(&settings, "timeout_turn -1"));
    ck_assert(!info(&settings, "timeout_match 0"));
    ck_assert(!info(&settings, "time_left 0"));
    ck_assert(!info(&settings, "timeout_turn"));
    ck_assert(!info(&settings, ""));
}
END_TEST

/* ---- Rules ------------------------------------------------------------------------------- */

static const struct {
    const char *info;
    KanameRule rule;
} rules[] = {
    {"", KANAME_RULE_FREESTYLE},
    {"rule 0", KANAME_RULE_FREESTYLE},
    {"rule 1", KANAME_RULE_STANDARD},
    {"rule 2", KANAME_RULE_FREESTYLE},
    {"rule 3", KANAME_RULE_STANDARD},
    {"rule 4", KANAME_RULE_RENJU},
    {"rule 6", KANAME_RULE_RENJU},
    {"rule 8", KANAME_RULE_CARO},
    {"rule 9", KANAME_RULE_CARO_EXACT},
    {"rule 10", KANAME_RULE_CARO},
    {"rule 11", KANAME_RULE_CARO_EXACT},
    {"rule 4;rule 5", KANAME_RULE_RENJU},
    {"rule 4;rule 7", KANAME_RULE_RENJU},
    {"rule 4;rule 12", KANAME_RULE_RENJU},
    {"rule 4;rule -1", KANAME_RULE_RENJU},
    {"rule 4;rule renju", KANAME_RULE_RENJU},
    {"rule 4;rule 0", KANAME_RULE_FREESTYLE},
};
enum { RULES = sizeof rules / sizeof rules[0] };

START_TEST(rule_codes_become_rules) {
    KanameEngine *engine = kaname_new();
    Settings settings = after(rules[_i].info);
    settings_apply(&settings, &gomocup, engine);
    ck_assert_int_eq(kaname_rule(engine), rules[_i].rule);
    kaname_free(engine);
}
END_TEST

/* ---- Sizes ------------------------------------------------------------------------------- */

START_TEST(absurd_sizes_are_ignored) {
    Settings settings = after("max_memory 1000;max_memory -1;max_memory 9223372036854775807;"
                              "hash_size 64;hash_size -1;hash_size 9223372036854775807;"
                              "thread_num 3;thread_num 0;thread_num -1;thread_num 257;"
                              "time_increment 500;time_increment -1");
    ck_assert_int_eq(settings.increment_ms, 500);
    ck_assert_int_eq(settings.memory_bytes, 1000);
    ck_assert_int_eq(settings.hash_kib, 64);
    ck_assert_int_eq(settings.threads, 3);
}
END_TEST

START_TEST(realtime_lines_are_wanted_at_detail_one_and_three) {
    static const bool wanted[] = {false, true, false, true};
    char text[] = "show_detail 0";
    for (int level = 0; level < 4; level++) {
        text[sizeof text - 2] = (char)('0' + level);
        Settings settings = after(text);
        ck_assert(settings_wants_realtime(&settings) == wanted[level]);
    }
    Settings settings = after("show_detail 1;show_detail 4;show_detail -1");
    ck_assert(settings_wants_realtime(&settings));
}
END_TEST

START_TEST(levels_have_names_numbers_and_percents) {
    static const struct {
        const char *info;
        int level;
    } cases[] = {{"", LEVEL_FULL},
                 {"level casual", 4},
                 {"Level CASUAL", 4},
                 {"level 4", 4},
                 {"level casual;level 11", 4},
                 {"level casual;level nobody", 4},
                 {"level casual;level", 4},
                 {"level casual;strength 100", LEVEL_FULL},
                 {"strength 0", 1},
                 {"strength 40;strength 101", 4}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        ck_assert_msg(after(cases[i].info).level == cases[i].level, "%s", cases[i].info);
    ck_assert_int_eq(after("seed 12;seed x").seed, 12);
}
END_TEST

START_TEST(other_keys_change_nothing) {
    Settings settings =
        after("folder /tmp/my engine;evaluate 3,4;caution_factor 2;pondering 1;vcthread 2;"
              "game_type 3;usedatabase 1;nonsense;nonsense 5;start_depth 2;strength 10;"
              "evaluator;evaluator abacus");
    ck_assert(!settings.is_evaluator_new);
    ck_assert(!settings.has_turn && !settings.has_match && !settings.has_left);
    ck_assert(!settings.is_memory_new && !settings.is_hash_new && !settings.are_threads_new);
    ck_assert_int_eq(settings.rule_code, -1);
    ck_assert_int_eq(settings.max_nodes, 0);
    ck_assert_int_eq(settings.max_depth, 0);
}
END_TEST

static int param_of(const KanameEngine *engine, const char *name) {
    int value = -1;
    ck_assert_int_eq(kaname_get_param(engine, name, &value), KANAME_OK);
    return value;
}

START_TEST(search_parameters_reach_the_engine_within_their_range) {
    static const struct {
        const char *info;
        int depth_one, margin;
        bool is_refused; /* the last one */
    } cases[] = {{"", 3, 100, false},
                 {"param_margin 250", 3, 250, false},
                 {"PARAM_Margin 250;Param_DEPTH_ONE -5", -5, 250, false},
                 {"param_margin 250;param_margin 1001;param_margin -1", 3, 250, true},
                 {"param_margin 4294967546;param_margin x;param_margin", 3, 100, true},
                 {"param_margin 99999999999999999999;param_ 5;param 5", 3, 100, true},
                 {"param_margi 5;param_margins 5;margin 5;param_none 5", 3, 100, true},
                 {"param_none 5;param_margin 250", 3, 250, false}};
    KanameEngine *engine = kaname_new();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert_int_eq(kaname_set_param(engine, "depth_one", 3), KANAME_OK);
        ck_assert_int_eq(kaname_set_param(engine, "margin", 100), KANAME_OK);
        Settings settings = after(cases[i].info);
        ck_assert_int_eq(settings.is_param_refused, cases[i].is_refused);
        ck_assert_int_eq(param_of(engine, "margin"), 100); /* not before a search */
        settings_apply(&settings, &gomocup, engine);
        ck_assert_int_eq(param_of(engine, "depth_one"), cases[i].depth_one);
        ck_assert_int_eq(param_of(engine, "margin"), cases[i].margin);
    }
    kaname_free(engine);
}
END_TEST

START_TEST(endless_parameter_names_are_ignored) {
    char text[5000] = "param_";
    memset(text + 6, 'm', 4000);
    strcpy(text + 4006, " 5");
    Settings settings = after(text);
    ck_assert(!settings.are_params_new);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("settings");
    TCase *test_case = tcase_create("settings");
    tcase_add_loop_test(test_case, time_keys_become_limits, 0, TIMES);
    tcase_add_test(test_case, nodes_depth_and_increment_become_limits);
    tcase_add_test(test_case, only_a_turn_of_no_time_ends_a_search);
    tcase_add_loop_test(test_case, rule_codes_become_rules, 0, RULES);
    tcase_add_test(test_case, absurd_sizes_are_ignored);
    tcase_add_test(test_case, realtime_lines_are_wanted_at_detail_one_and_three);
    tcase_add_test(test_case, levels_have_names_numbers_and_percents);
    tcase_add_test(test_case, other_keys_change_nothing);
    tcase_add_test(test_case, search_parameters_reach_the_engine_within_their_range);
    tcase_add_test(test_case, endless_parameter_names_are_ignored);
    suite_add_tcase(suite, test_case);
    return run_suite(suite);
}
