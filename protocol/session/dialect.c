#include "session/dialect.h"

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

/* Official codes are bit sets: 1 exactly five, 2 continuous game, 4 renju, 8 caro. A continuous
 * game differs only in its walls. Yixin Board sends a bare 2 for renju. */
KanameRule dialect_rule(const Dialect *dialect, int64_t code) {
    enum { EXACT = 1, CONTINUOUS = 2, RENJU = 4, CARO = 8 };
    if (code < 0)
        return KANAME_RULE_FREESTYLE;
    if (code == CONTINUOUS && dialect->is_yixin)
        return KANAME_RULE_RENJU;
    if (code & CARO)
        return code & EXACT ? KANAME_RULE_CARO_EXACT : KANAME_RULE_CARO;
    if (code & RENJU)
        return KANAME_RULE_RENJU;
    return code & EXACT ? KANAME_RULE_STANDARD : KANAME_RULE_FREESTYLE;
}

NotationView dialect_view(const Dialect *dialect, int width, int height) {
    return (NotationView){.is_row_first = dialect->is_row_first,
                          .row_count = dialect->is_row_first ? width : height};
}
