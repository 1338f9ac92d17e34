/* The line editor of `play`: keys become lines. */
#include "play/editor.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "protocol/play/person.h"
#include "support/harness.h"

static const struct {
    const char *keys, *line; /* up to Enter */
} edits[] = {
    {"h8", "h8"},
    {"h9\177"
     "8",
     "h8"},
    {"8\033[Dh", "h8"},
    {"xh8\033[H\033[3~", "h8"},
    {"8\001h\005 ", "h8 "},
    {"h8\033[D\033[D\033[C\033[C\033[C0", "h80"},
    {"\033[A\033[B\033OD\033[1;5Ch8", "h8"},
    {"h8 rest\033OH\033[C\033[C\013", "h8"},
    {"rest\025h8", "h8"},
    {"\303\244x\033[D\177h8\033[F\177", "h8"},
    {"h\303\2448\033[D\033[D\033[3~", "h8"},
    {"h\3038", "h8"},
    {"\244h\0078", "h8"},
};
enum { EDITS = sizeof edits / sizeof edits[0] };

/* Feeds all keys; returns the last event. */
static EditorEvent feed(Editor *editor, const char *keys) {
    EditorEvent event = EDITOR_WAIT;
    for (; *keys != '\0'; keys++)
        event = editor_feed(editor, *keys);
    return event;
}

static void expect_line(const Editor *editor, const char *line) {
    ck_assert_uint_eq(editor->length, strlen(line));
    ck_assert(memcmp(editor->line, line, editor->length) == 0);
}

START_TEST(keys_edit_the_line) {
    static Editor editor;
    editor_begin(&editor);
    feed(&editor, edits[_i].keys);
    ck_assert_int_eq(feed(&editor, "\n"), EDITOR_LINE);
    expect_line(&editor, edits[_i].line);
}
END_TEST

START_TEST(arrows_bring_back_earlier_lines) {
    static Editor editor;
    for (int i = 0; i < 2 * EDITOR_HISTORY_MAX; i++) {
        char line[16];
        editor_begin(&editor);
        snprintf(line, sizeof line, "level %d\n", i);
        feed(&editor, line);
    }
    editor_begin(&editor);
    feed(&editor, "dra\033[A\033[A");
    expect_line(&editor, "level 78");
    feed(&editor, "\033[B\033[Bft");
    expect_line(&editor, "draft");
    for (int i = 0; i < 100; i++)
        feed(&editor, "\033[A");
    expect_line(&editor, "level 40");
}
END_TEST

START_TEST(ctrl_d_ends_the_input_on_an_empty_line_alone) {
    static Editor editor;
    editor_begin(&editor);
    ck_assert_int_eq(feed(&editor, "h8\004"), EDITOR_MORE);
    ck_assert_int_eq(feed(&editor, "\177\177\004"), EDITOR_END);
}
END_TEST

START_TEST(the_line_is_drawn_around_the_cursor) {
    static Editor editor;
    char drawn[EDITOR_DRAWN_MAX];
    editor_begin(&editor);
    feed(&editor, "0123456789\033[D\033[D");
    drawn[editor_draw(&editor, "> ", 80, drawn)] = '\0';
    ck_assert_str_eq(drawn, "\r> 0123456789\033[K\033[2D");
    drawn[editor_draw(&editor, "> ", 8, drawn)] = '\0';
    ck_assert_str_eq(drawn, "\r> 34567\033[K");
    drawn[editor_draw(&editor, "> ", 1, drawn)] = '\0';
}
END_TEST

START_TEST(any_keys_are_survived) {
    static Editor editor;
    char drawn[EDITOR_DRAWN_MAX];
    uint32_t random = 4711;
    editor_begin(&editor);
    for (int i = 0; i < 200000; i++) {
        random = random * 1664525u + 1013904223u;
        EditorEvent event = editor_feed(&editor, (char)(random >> 24));
        ck_assert_uint_le(editor.length, EDITOR_LINE_MAX);
        ck_assert_uint_le(editor.cursor, editor.length);
        if (i % 16 == 0)
            ck_assert_uint_lt(editor_draw(&editor, "> ", 20, drawn), EDITOR_DRAWN_MAX);
        if (event == EDITOR_LINE || event == EDITOR_END)
            editor_begin(&editor);
    }
    for (int i = 0; i < 2 * EDITOR_LINE_MAX; i++)
        feed(&editor, "\303\244");
    ck_assert_uint_le(editor.length, EDITOR_LINE_MAX);
    ck_assert_uint_lt(editor_draw(&editor, "> ", 2000, drawn), EDITOR_DRAWN_MAX);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("play_editor");
    TCase *tests = add_case(suite, "editor");
    tcase_add_loop_test(tests, keys_edit_the_line, 0, EDITS);
    tcase_add_test(tests, arrows_bring_back_earlier_lines);
    tcase_add_test(tests, ctrl_d_ends_the_input_on_an_empty_line_alone);
    tcase_add_test(tests, the_line_is_drawn_around_the_cursor);
    tcase_add_test(tests, any_keys_are_survived);
    return run_suite(suite);
}
