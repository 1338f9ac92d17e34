#include "session/stones.h"

#include <string.h>

void stone_list_clear(StoneList *list, int width, int height, bool wants_flag) {
    *list = (StoneList){.width = width, .height = height, .wants_flag = wants_flag};
}

/* Adds the entry with these numbers. Returns false if it is invalid. */
static bool add_entry(StoneList *list, const int64_t *numbers, size_t count) {
    if (count < 2 || (list->wants_flag && count < 3))
        return false;
    int64_t x = numbers[0], y = numbers[1];
    if (x < 0 || x >= list->width || y < 0 || y >= list->height)
        return false;
    int64_t flag = list->wants_flag ? numbers[2] : STONE_FLAG_NONE;
    if (list->wants_flag && (flag < STONE_FLAG_TO_MOVE || flag > STONE_FLAG_WALL))
        return false;
    bool *is_taken = &list->is_taken[y * list->width + x];
    if (*is_taken)
        return false;
    *is_taken = true;
    list->entries[list->count++] = (StoneEntry){{(int)x, (int)y}, (StoneFlag)flag};
    return true;
}

bool stone_list_feed(StoneList *list, Words *words) {
    while (!words_at_end(words)) {
        Words before = *words;
        Word word;
        words_next(words, &word);
        if (word_is(word, "DONE"))
            return true;
        *words = before;
        int64_t numbers[3];
        if (!add_entry(list, numbers, words_numbers(words, numbers, 3)))
            list->skipped++;
    }
    return false;
}

/* Returns the flag of Black's stones. */
static StoneFlag black_flag(const StoneList *list, StoneReading reading) {
    size_t counts[STONE_FLAG_WALL + 1] = {0};
    StoneFlag first = STONE_FLAG_TO_MOVE;
    for (size_t i = list->count; i-- > 0;) {
        StoneFlag flag = list->entries[i].flag;
        counts[flag]++;
        if (flag != STONE_FLAG_WALL)
            first = flag;
    }
    size_t own = counts[STONE_FLAG_TO_MOVE], other = counts[STONE_FLAG_OTHER];
    if (reading == STONES_BY_COUNT && own == other)
        return STONE_FLAG_TO_MOVE;
    if (reading == STONES_BY_COUNT && own + 1 == other)
        return STONE_FLAG_OTHER;
    if (own == 0 && other > 1)
        return STONE_FLAG_TO_MOVE;
    return first;
}

KanameColor stone_list_position(const StoneList *list, StoneReading reading, KanameStone *stones) {
    StoneFlag black = black_flag(list, reading);
    for (size_t i = 0; i < list->count; i++) {
        const StoneEntry *entry = &list->entries[i];
        KanameColor color = entry->flag == STONE_FLAG_WALL ? KANAME_WALL
                            : entry->flag == black         ? KANAME_BLACK
                                                           : KANAME_WHITE;
        stones[i] = (KanameStone){entry->point.x, entry->point.y, color};
    }
    return black == STONE_FLAG_TO_MOVE ? KANAME_BLACK : KANAME_WHITE;
}
