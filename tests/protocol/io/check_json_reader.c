/* JSON: what is read, and what is refused and where. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/json_reader.h"
#include "shared/status/failure.h"
#include "support/harness.h"

static JsonText json;
static Failure failure;

static bool read(const char *text) {
    return json_read(&json, text, strlen(text), &failure);
}

START_TEST(every_kind_of_value_is_read) {
    ck_assert_msg(
        read(" {\"a\": [1, -2.5e1, true, false, null], \"b\": {\"c\": \"x\"}, \"d\": []} "), "%s",
        failure.text);
    const JsonValue *list = json_member(json.values, "a");
    ck_assert_ptr_nonnull(list);
    ck_assert_int_eq(list->kind, JSON_ARRAY);
    ck_assert_uint_eq(list->count, 5);
    static const JsonKind kinds[] = {JSON_NUMBER, JSON_NUMBER, JSON_TRUE, JSON_FALSE, JSON_NULL};
    const JsonValue *at = json_first(list);
    ck_assert_double_eq(at->number, 1);
    ck_assert_double_eq(json_next(at)->number, -25);
    ck_assert_str_eq(json_next(at)->text, "-2.5e1");
    for (int i = 0; i < 5; i++, at = json_next(at))
        ck_assert_int_eq(at->kind, kinds[i]);
    const JsonValue *inner = json_member(json_member(json.values, "b"), "c");
    ck_assert_str_eq(inner->text, "x");
    ck_assert_uint_eq(json_member(json.values, "d")->count, 0);
    ck_assert_ptr_null(json_member(json.values, "c"));
    ck_assert_ptr_null(json_member(list, "a"));
    json_release(&json);
}
END_TEST

START_TEST(escapes_become_their_characters) {
    ck_assert(
        read("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e9\\u20ac\\ud83d\\ude00 \xe9\xbb\x92\""));
    ck_assert_str_eq(json.values->text,
                     "\"\\/\b\f\n\r\tA\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80 \xe9\xbb\x92");
    json_release(&json);
}
END_TEST

START_TEST(whole_numbers_keep_to_their_range) {
    int64_t number = 7;
    ck_assert(read("[5, 5.5, 1e3, -1, \"5\"]"));
    const JsonValue *at = json_first(json.values);
    ck_assert(json_integer(at, 5, 5, &number));
    ck_assert_int_eq(number, 5);
    ck_assert(!json_integer(at, 6, 9, &number));
    ck_assert(!json_integer(at, 1, 4, &number));
    at = json_next(at);
    ck_assert(!json_integer(at, 0, 9, &number));
    at = json_next(at);
    ck_assert(json_integer(at, 0, 1000, &number));
    ck_assert_int_eq(number, 1000);
    at = json_next(at);
    ck_assert(!json_integer(at, 0, 9, &number));
    ck_assert(!json_integer(json_next(at), 0, 9, &number));
    ck_assert_int_eq(number, 1000);
    json_release(&json);
}
END_TEST

static const struct {
    const char *text, *error;
} mistakes[] = {
    {"", "byte 1: no value of JSON"},
    {"nul", "byte 1: no value of JSON"},
    {"{\"a\":1", "byte 7: a comma or a closing bracket is missing"},
    {"[1 2]", "byte 4: a comma or a closing bracket is missing"},
    {"[1,]", "byte 4: no value of JSON"},
    {"{a:1}", "byte 2: a name in quotes is missing"},
    {"{\"a\" 1}", "byte 6: a colon is missing"},
    {"{\"a\":1,\"a\":2}", "byte 11: a name is repeated"},
    {"\"abc", "byte 5: a string does not end"},
    {"\"a\tb\"", "byte 3: a control character in a string"},
    {"\"\\x\"", "byte 3: no escape of JSON"},
    {"\"\\u12g4\"", "byte 4: \\u names no character"},
    {"\"\\u0000\"", "byte 8: \\u names no character"},
    {"\"\\ud800\"", "byte 8: \\u names no character"},
    {"\"\\udc00\"", "byte 8: \\u names no character"},
    {"\"\xff\"", "byte 2: no UTF-8"},
    {"\"\xc0\x80\"", "byte 2: no UTF-8"},
    {"\"\xed\xa0\x80\"", "byte 2: no UTF-8"},
    {"\"\xe2\x82\"", "byte 2: no UTF-8"},
    {"01", "byte 2: something follows the value"},
    {"1.", "byte 3: no value of JSON"},
    {"1e", "byte 3: no value of JSON"},
    {"-", "byte 2: no value of JSON"},
    {"1e999", "byte 6: a number is too great"},
    {"1 1", "byte 3: something follows the value"},
    {"[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]", "byte 18: brackets inside brackets are too deep"},
};
enum { MISTAKES = sizeof mistakes / sizeof *mistakes };

START_TEST(a_mistake_is_told_with_its_place) {
    ck_assert(!read(mistakes[_i].text));
    ck_assert_int_eq(failure.status, STATUS_SYNTAX);
    ck_assert_str_eq(failure.text, mistakes[_i].error);
    json_release(&json);
}
END_TEST

START_TEST(an_object_has_a_limit_of_names) {
    char text[8000] = "{";
    for (int i = 0; i <= JSON_NAMES_MAX; i++)
        sprintf(text + strlen(text), "%s\"%d\":0", i > 0 ? "," : "", i);
    strcat(text, "}");
    ck_assert(!read(text));
    ck_assert_ptr_nonnull(strstr(failure.text, "an object has too many names"));
    json_release(&json);
}
END_TEST

/* Every beginning of a text, and the text with any byte changed, is read or refused with a reason:
 * the sanitizers see what lies outside. */
START_TEST(damage_is_harmless) {
    static const char good[] =
        "{\"a\":[1,-2.5e+1,\"\\u00e9\\ud83d\\ude00\xc3\xa9\",{}],\"b\":null}";
    size_t length = sizeof good - 1;
    for (size_t i = 0; i < length; i++) {
        char *text = malloc(length); /* exactly as long as it is, for the sanitizers */
        ck_assert_ptr_nonnull(text);
        memcpy(text, good, length);
        ck_assert(!json_read(&json, text, i, &failure) && failure.text[0] != '\0');
        json_release(&json);
        for (int c = 0; c < 256; c++) {
            text[i] = (char)c;
            failure.status = STATUS_OK;
            ck_assert(json_read(&json, text, length, &failure) == (failure.status == STATUS_OK));
            json_release(&json);
        }
        free(text);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("json_reader");
    TCase *tests = tcase_create("json_reader");
    tcase_add_test(tests, every_kind_of_value_is_read);
    tcase_add_test(tests, escapes_become_their_characters);
    tcase_add_test(tests, whole_numbers_keep_to_their_range);
    tcase_add_loop_test(tests, a_mistake_is_told_with_its_place, 0, MISTAKES);
    tcase_add_test(tests, an_object_has_a_limit_of_names);
    tcase_add_test(tests, damage_is_harmless);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
