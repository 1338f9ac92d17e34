/* Lines in, lines out. */
#include "io/lines.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "support/harness.h"

/* ---- In ---------------------------------------------------------------------------------- */

/* Bytes that come a few at a time. */
typedef struct Bytes {
    const char *text;
    size_t length, step;
} Bytes;

static size_t next_bytes(void *context, char *buffer, size_t capacity) {
    Bytes *bytes = context;
    size_t count = bytes->length < bytes->step ? bytes->length : bytes->step;
    count = count < capacity ? count : capacity;
    memcpy(buffer, bytes->text, count);
    bytes->text += count;
    bytes->length -= count;
    return count;
}

/* Reads all lines of the text, `step` bytes at a time, and joins them with '|'. */
static void join_lines(const char *text, size_t step, char *joined) {
    Bytes bytes = {text, strlen(text), step};
    LineReader reader;
    LinePiece piece;
    ck_assert(line_reader_init(&reader, next_bytes, &bytes));
    *joined = '\0';
    while (line_reader_next(&reader, &piece)) {
        ck_assert(!piece.continues);
        strncat(joined, piece.text, piece.length);
        strcat(joined, "|");
    }
    line_reader_release(&reader);
}

START_TEST(every_line_end_is_understood) {
    static const struct {
        const char *text, *lines;
    } cases[] = {
        {"a\nbc\n", "a|bc|"},
        {"a\r\nbc\r\n", "a|bc|"},
        {"a\rbc\r", "a|bc|"},
        {"a\n\nb\n", "a||b|"},
        {"a\r\n\r\nb\r\n", "a||b|"},
        {"a\r\rb\r", "a||b|"},
        {"a\nb", "a|b|"},
        {"", ""},
        {"\n", "|"},
        {"a\r\nb\nc\rd\r\n", "a|b|c|d|"},
        {"a\n\rb", "a||b|"},
    };
    char joined[64];
    for (size_t step = 1; step <= 8; step++) {
        join_lines(cases[_i].text, step, joined);
        ck_assert_str_eq(joined, cases[_i].lines);
    }
}
END_TEST

/* A client may wait for the answer to a line that ends in CR before it sends anything else. */
START_TEST(a_bare_cr_hands_the_line_on_at_once) {
    Bytes bytes = {"BEGIN\r", 6, 6};
    LineReader reader;
    LinePiece piece;
    ck_assert(line_reader_init(&reader, next_bytes, &bytes));
    bytes.step = 6;
    ck_assert(line_reader_next(&reader, &piece));
    ck_assert_uint_eq(piece.length, 5);
    ck_assert(!reader.is_at_end);
    line_reader_release(&reader);
}
END_TEST

START_TEST(zero_bytes_do_not_end_a_line) {
    Bytes bytes = {"a\0b\n", 4, 4};
    LineReader reader;
    LinePiece piece;
    ck_assert(line_reader_init(&reader, next_bytes, &bytes));
    ck_assert(line_reader_next(&reader, &piece));
    ck_assert_uint_eq(piece.length, 3);
    ck_assert_mem_eq(piece.text, "a\0b", 3);
    line_reader_release(&reader);
}
END_TEST

/* Nothing of a huge line is lost, its words stay whole, and the next line is a line again. */
START_TEST(a_huge_line_comes_in_pieces_cut_at_blanks) {
    enum { WORDS = 100000 };
    char *text = malloc(WORDS * 4 + 8), *joined = malloc(WORDS * 4 + 8);
    for (size_t i = 0; i < WORDS; i++)
        memcpy(text + 4 * i, "7,7 ", 4);
    memcpy(text + WORDS * 4, "\nEND\n", 5);
    Bytes bytes = {text, WORDS * 4 + 5, 1000};
    LineReader reader;
    LinePiece piece;
    size_t length = 0, pieces = 0;
    ck_assert(line_reader_init(&reader, next_bytes, &bytes));
    while (line_reader_next(&reader, &piece) && (pieces == 0 || piece.continues)) {
        ck_assert(piece.continues == (pieces > 0));
        ck_assert_uint_le(piece.length, LINE_PIECE_MAX);
        ck_assert(piece.length == 0 || piece.text[0] == '7');
        memcpy(joined + length, piece.text, piece.length);
        length += piece.length;
        pieces++;
    }
    ck_assert_uint_gt(pieces, 1);
    ck_assert_uint_eq(length, WORDS * 4);
    ck_assert_mem_eq(joined, text, length);
    ck_assert_uint_eq(piece.length, 3);
    ck_assert_mem_eq(piece.text, "END", 3);
    line_reader_release(&reader);
    free(text);
    free(joined);
}
END_TEST

START_TEST(a_huge_word_is_cut_anywhere) {
    enum { LENGTH = 3 * LINE_PIECE_MAX + 5 };
    char *text = malloc(LENGTH + 1);
    memset(text, 'x', LENGTH);
    text[LENGTH] = '\n';
    Bytes bytes = {text, LENGTH + 1, 4096};
    LineReader reader;
    LinePiece piece;
    size_t length = 0;
    ck_assert(line_reader_init(&reader, next_bytes, &bytes));
    while (line_reader_next(&reader, &piece))
        length += piece.length;
    ck_assert_uint_eq(length, LENGTH);
    line_reader_release(&reader);
    free(text);
}
END_TEST

/* ---- Out --------------------------------------------------------------------------------- */

typedef struct Sink {
    size_t writes, length;
    char last[LINE_OUT_MAX + 1];
    bool is_gone;
} Sink;

static bool take_line(void *context, const char *line, size_t length) {
    Sink *sink = context;
    sink->writes++;
    sink->length = length;
    memcpy(sink->last, line, length);
    sink->last[length] = '\0';
    return !sink->is_gone;
}

START_TEST(a_line_leaves_in_one_write_with_its_end) {
    Sink sink = {.writes = 0};
    LineWriter writer;
    ck_assert(line_writer_init(&writer, take_line, &sink));
    line_write(&writer, "%d,%d", 7, 8);
    ck_assert_uint_eq(sink.writes, 1);
    ck_assert_str_eq(sink.last, "7,8\n");
    line_writer_release(&writer);
}
END_TEST

START_TEST(a_line_too_long_is_cut_and_still_ended) {
    Sink sink = {.writes = 0};
    LineWriter writer;
    ck_assert(line_writer_init(&writer, take_line, &sink));
    line_write(&writer, "%*s", 3 * LINE_OUT_MAX, "x");
    ck_assert_uint_eq(sink.writes, 1);
    ck_assert_uint_eq(sink.length, LINE_OUT_MAX);
    ck_assert_int_eq(sink.last[LINE_OUT_MAX - 1], '\n');
    line_writer_release(&writer);
}
END_TEST

START_TEST(nothing_is_sent_after_mute) {
    Sink sink = {.writes = 0};
    LineWriter writer;
    ck_assert(line_writer_init(&writer, take_line, &sink));
    line_writer_mute(&writer);
    line_write(&writer, "7,7");
    ck_assert_uint_eq(sink.writes, 0);
    line_writer_release(&writer);
}
END_TEST

START_TEST(a_client_that_is_gone_is_noticed_and_left_alone) {
    Sink sink = {.is_gone = true};
    LineWriter writer;
    ck_assert(line_writer_init(&writer, take_line, &sink));
    ck_assert(!line_writer_is_broken(&writer));
    line_write(&writer, "7,7");
    ck_assert(line_writer_is_broken(&writer));
    line_write(&writer, "8,8");
    ck_assert_uint_eq(sink.writes, 1);
    line_writer_release(&writer);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("lineio");
    TCase *in = tcase_create("in");
    tcase_add_loop_test(in, every_line_end_is_understood, 0, 11);
    tcase_add_test(in, a_bare_cr_hands_the_line_on_at_once);
    tcase_add_test(in, zero_bytes_do_not_end_a_line);
    tcase_add_test(in, a_huge_line_comes_in_pieces_cut_at_blanks);
    tcase_add_test(in, a_huge_word_is_cut_anywhere);
    suite_add_tcase(suite, in);
    TCase *out = tcase_create("out");
    tcase_add_test(out, a_line_leaves_in_one_write_with_its_end);
    tcase_add_test(out, a_line_too_long_is_cut_and_still_ended);
    tcase_add_test(out, nothing_is_sent_after_mute);
    tcase_add_test(out, a_client_that_is_gone_is_noticed_and_left_alone);
    suite_add_tcase(suite, out);
    return run_suite(suite);
}
