#include "level/level.h"

#include <assert.h>
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* clang-format off */
static const Level LEVELS[LEVEL_COUNT] = {
    /* name       nodes depth threats width lines margin  overlooks two, three, four */
    {"newcomer",   300,    1,      1,     1,    6,   200, {700, 700, 380}},
    {"beginner",   500,    1,      1,     1,    5,   160, {600, 480, 140}},
    {"learner",   1000,    2,      1,     1,    3,   100, {450, 260,  30}},
    {"casual",    2000,    3,      4,     2,    3,    70, {330, 160,   6}},
    {"hobby",     3000,    4,      8,     2,    2,    40, {220,  85,   1}},
    {"club",      5000,    5,     20,     0,    1,     0, {150,  50,   0}},
    {"strong",    9000,    7,     40,     0,    1,     0, { 80,  24,   0}},
    {"expert",   16000,    9,     60,     0,    1,     0, { 40,  12,   0}},
    {"master",   30000,   12,     80,     0,    1,     0, { 16,   5,   0}},
    {"full",         0,    0,      0,     0,    1,     0, {  0,   0,   0}},
};
/* clang-format on */

const char *const level_names[] = {"newcomer", "beginner", "learner", "casual", "hobby", "club",
                                   "strong",   "expert",   "master",  "full",   NULL};

const Level *level_at(int number) {
    assert(number >= 1 && number <= LEVEL_COUNT);
    return &LEVELS[number - 1];
}

static bool is_name(const char *name, const char *text, size_t length) {
    if (strlen(name) != length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (tolower((unsigned char)text[i]) != name[i])
            return false;
    return true;
}

int level_find(const char *text, size_t length) {
    for (int i = 0; i < LEVEL_COUNT; i++)
        if (is_name(LEVELS[i].name, text, length))
            return i + 1;
    int number = 0;
    for (size_t i = 0; i < length && number <= LEVEL_COUNT; i++) {
        if (!isdigit((unsigned char)text[i]))
            return 0;
        number = 10 * number + text[i] - '0';
    }
    return number <= LEVEL_COUNT ? number : 0;
}

int level_of_strength(int percent) {
    assert(percent >= 0 && percent <= 100);
    return 1 + percent * (LEVEL_COUNT - 1) / 100;
}
