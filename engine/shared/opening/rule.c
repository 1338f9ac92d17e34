#include "shared/opening/rule.h"

#include <ctype.h>
#include <stddef.h>

enum { ANYWHERE = 0, ANNOUNCED = 0, PATTERN_SIZE = 9 /* fits the largest square */ };

/* clang-format off */
#define SWAP(next_step)    {.act = OPENING_SWAP, .is_changing_side = true, .next = next_step}
#define PLACE(side, next_step) \
    {.act = OPENING_PLACE, .count = 1, .squares = {side}, .next = next_step}
#define PLAY_ON            {.act = OPENING_PLACE, .count = 1, .is_move = true, .next = OPENING_OVER}
#define PATTERN(next_step) \
    {.act = OPENING_PLACE, .count = 3, .squares = {1, 3, 5}, .next = next_step}
#define OFFER(number, next_step) {.act = OPENING_OFFER, .count = number, .next = next_step}
#define PICK               {.act = OPENING_PICK, .next = OPENING_OVER}

enum { SWAP2_THREE, SWAP2_SIDE3, SWAP2_SIDE5, SWAP2_STEPS };
static const OpeningStep swap2[SWAP2_STEPS] = {
    [SWAP2_THREE] = {"three", OPENING_BLACK, 0,
        {{.act = OPENING_PLACE, .count = 3, .next = SWAP2_SIDE3}}},
    [SWAP2_SIDE3] = {"side3", OPENING_WHITE, 3,
        {SWAP(OPENING_OVER), PLAY_ON, {.act = OPENING_PLACE, .count = 2, .next = SWAP2_SIDE5}}},
    /* The first player, who had Black so far: SWAP keeps it, a stone takes White. */
    [SWAP2_SIDE5] = {"side5", OPENING_BLACK, 5,
        {{.act = OPENING_SWAP, .next = OPENING_OVER},
         {.act = OPENING_PLACE, .count = 1, .is_move = true, .is_changing_side = true,
          .next = OPENING_OVER}}},
};

enum { SWAP1_FIRST, SWAP1_SIDE1, SWAP1_STEPS };
static const OpeningStep swap1[SWAP1_STEPS] = {
    [SWAP1_FIRST] = {"first", OPENING_BLACK, 0, {PLACE(ANYWHERE, SWAP1_SIDE1)}},
    [SWAP1_SIDE1] = {"side1", OPENING_WHITE, 1, {SWAP(OPENING_OVER), PLAY_ON}},
};

enum { RIF_OPEN, RIF_SIDE3, RIF_FOURTH, RIF_FIFTHS, RIF_PICK, RIF_STEPS };
static const OpeningStep rif[RIF_STEPS] = {
    [RIF_OPEN] = {"open", OPENING_BLACK, 0, {PATTERN(RIF_SIDE3)}},
    [RIF_SIDE3] = {"side3", OPENING_WHITE, 3, {SWAP(RIF_FOURTH), PLACE(ANYWHERE, RIF_FIFTHS)}},
    [RIF_FOURTH] = {"fourth", OPENING_WHITE, 3, {PLACE(ANYWHERE, RIF_FIFTHS)}},
    [RIF_FIFTHS] = {"fifths", OPENING_BLACK, 4, {OFFER(2, RIF_PICK)}},
    [RIF_PICK] = {"pick", OPENING_WHITE, 4, {PICK}},
};

enum { YAMAGUCHI_OPEN, YAMAGUCHI_SIDE3, YAMAGUCHI_FOURTH, YAMAGUCHI_FIFTHS, YAMAGUCHI_PICK,
       YAMAGUCHI_STEPS };
static const OpeningStep yamaguchi[YAMAGUCHI_STEPS] = {
    [YAMAGUCHI_OPEN] = {"open", OPENING_BLACK, 0,
        {{.act = OPENING_PLACE, .count = 3, .squares = {1, 3, 5}, .least = 1,
          .most = OPENING_OFFERS_MAX, .next = YAMAGUCHI_SIDE3}}},
    [YAMAGUCHI_SIDE3] = {"side3", OPENING_WHITE, 3,
        {SWAP(YAMAGUCHI_FOURTH), PLACE(ANYWHERE, YAMAGUCHI_FIFTHS)}},
    [YAMAGUCHI_FOURTH] = {"fourth", OPENING_WHITE, 3, {PLACE(ANYWHERE, YAMAGUCHI_FIFTHS)}},
    [YAMAGUCHI_FIFTHS] = {"fifths", OPENING_BLACK, 4, {OFFER(ANNOUNCED, YAMAGUCHI_PICK)}},
    [YAMAGUCHI_PICK] = {"pick", OPENING_WHITE, 4, {PICK}},
};

enum { TARAGUCHI_FIRST, TARAGUCHI_SIDE1, TARAGUCHI_SECOND, TARAGUCHI_SIDE2, TARAGUCHI_THIRD,
       TARAGUCHI_SIDE3, TARAGUCHI_FOURTH, TARAGUCHI_SIDE4, TARAGUCHI_FIFTH, TARAGUCHI_SIDE5,
       TARAGUCHI_PICK, TARAGUCHI_STEPS };
static const OpeningStep taraguchi10[TARAGUCHI_STEPS] = {
    [TARAGUCHI_FIRST] = {"first", OPENING_BLACK, 0, {PLACE(1, TARAGUCHI_SIDE1)}},
    [TARAGUCHI_SIDE1] = {"side1", OPENING_WHITE, 1,
        {SWAP(TARAGUCHI_SECOND), PLACE(3, TARAGUCHI_SIDE2)}},
    [TARAGUCHI_SECOND] = {"second", OPENING_WHITE, 1, {PLACE(3, TARAGUCHI_SIDE2)}},
    [TARAGUCHI_SIDE2] = {"side2", OPENING_BLACK, 2,
        {SWAP(TARAGUCHI_THIRD), PLACE(5, TARAGUCHI_SIDE3)}},
    [TARAGUCHI_THIRD] = {"third", OPENING_BLACK, 2, {PLACE(5, TARAGUCHI_SIDE3)}},
    [TARAGUCHI_SIDE3] = {"side3", OPENING_WHITE, 3,
        {SWAP(TARAGUCHI_FOURTH), PLACE(7, TARAGUCHI_SIDE4)}},
    [TARAGUCHI_FOURTH] = {"fourth", OPENING_WHITE, 3, {PLACE(7, TARAGUCHI_SIDE4)}},
    [TARAGUCHI_SIDE4] = {"side4", OPENING_BLACK, 4,
        {SWAP(TARAGUCHI_FIFTH), PLACE(9, TARAGUCHI_SIDE5), OFFER(10, TARAGUCHI_PICK)}},
    [TARAGUCHI_FIFTH] = {"fifth", OPENING_BLACK, 4, {PLACE(9, TARAGUCHI_SIDE5)}},
    [TARAGUCHI_SIDE5] = {"side5", OPENING_WHITE, 5, {SWAP(OPENING_OVER), PLAY_ON}},
    [TARAGUCHI_PICK] = {"pick", OPENING_WHITE, 4, {PICK}},
};

#define FOURTH_AND_NUMBER \
    {.act = OPENING_PLACE, .count = 1, .least = 1, .most = 8, .next = SOOSORV_SIDE4}
enum { SOOSORV_OPEN, SOOSORV_SIDE3, SOOSORV_FOURTH, SOOSORV_SIDE4, SOOSORV_FIFTHS, SOOSORV_PICK,
       SOOSORV_STEPS };
static const OpeningStep soosorv8[SOOSORV_STEPS] = {
    [SOOSORV_OPEN] = {"open", OPENING_BLACK, 0, {PATTERN(SOOSORV_SIDE3)}},
    [SOOSORV_SIDE3] = {"side3", OPENING_WHITE, 3, {SWAP(SOOSORV_FOURTH), FOURTH_AND_NUMBER}},
    [SOOSORV_FOURTH] = {"fourth", OPENING_WHITE, 3, {FOURTH_AND_NUMBER}},
    [SOOSORV_SIDE4] = {"side4", OPENING_BLACK, 4,
        {SWAP(SOOSORV_FIFTHS), OFFER(ANNOUNCED, SOOSORV_PICK)}},
    [SOOSORV_FIFTHS] = {"fifths", OPENING_BLACK, 4, {OFFER(ANNOUNCED, SOOSORV_PICK)}},
    [SOOSORV_PICK] = {"pick", OPENING_WHITE, 4, {PICK}},
};

static const OpeningRule rules[OPENING_RULES] = {
    {"swap2", "swap2", 5, SWAP2_STEPS, swap2},
    {"swap1", "swap after the first move", 5, SWAP1_STEPS, swap1},
    {"rif", "RIF", PATTERN_SIZE, RIF_STEPS, rif},
    {"yamaguchi", "Yamaguchi", PATTERN_SIZE, YAMAGUCHI_STEPS, yamaguchi},
    {"taraguchi10", "Taraguchi-10", PATTERN_SIZE, TARAGUCHI_STEPS, taraguchi10},
    {"soosorv8", "Soosorv-8", PATTERN_SIZE, SOOSORV_STEPS, soosorv8},
};
/* clang-format on */

/* In ASCII, whatever the locale. */
static bool are_equal(const char *a, const char *b) {
    for (; *a != '\0' && tolower((unsigned char)*a) == tolower((unsigned char)*b); a++)
        b++;
    return *a == '\0' && *b == '\0';
}

const OpeningRule *opening_rule_at(int index) {
    return &rules[index];
}

int opening_rule_index(const OpeningRule *rule) {
    return (int)(rule - rules);
}

const OpeningRule *opening_rule_find(const char *name) {
    for (int i = 0; i < OPENING_RULES; i++)
        if (are_equal(name, rules[i].name))
            return &rules[i];
    return NULL;
}

int opening_rule_step(const OpeningRule *rule, const char *word) {
    for (int i = 0; i < rule->step_count; i++)
        if (are_equal(word, rule->steps[i].word))
            return i;
    return OPENING_OVER;
}

const OpeningChoice *opening_step_choice(const OpeningStep *step, OpeningAct act) {
    for (const OpeningChoice *choice = step->choices; choice->act != OPENING_NO_ACT; choice++)
        if (choice->act == act)
            return choice;
    return NULL;
}
