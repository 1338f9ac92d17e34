#include "session/dialect.h"

#include "shared/notation/values.h"

static bool starts_with_yx(Word word) {
    Word start = {word.text, word.length < 2 ? word.length : 2};
    return word_is(start, "YX");
}

static bool is_show_detail(Word command, Words rest) {
    Word key;
    int64_t level;
    return word_is(command, "INFO") && words_next(&rest, &key) && word_is(key, "SHOW_DETAIL") &&
           words_integer(&rest, &level);
}

void dialect_hear(Dialect *dialect, Word command, Words rest) {
    if (starts_with_yx(command) || is_show_detail(command, rest))
        dialect->is_yixin = true;
}

bool dialect_read_start(Dialect *dialect, Words *rest, int64_t *width, int64_t *height) {
    int64_t first = 0, second = 0;
    (void)words_integer(rest, &first);
    bool has_two = words_integer(rest, &second);
    if (has_two && words_at_end(rest))
        dialect->is_yixin = true;
    *width = has_two ? second : first;
    *height = first;
    return has_two;
}

KanameRule dialect_rule(const Dialect *dialect, int64_t code) {
    return values_rule_of_code(code, dialect->is_yixin);
}

NotationView dialect_view(const Dialect *dialect, int width, int height) {
    return (NotationView){.is_row_first = dialect->is_row_first,
                          .row_count = dialect->is_row_first ? width : height};
}
