#include "study/judge.h"

#include <assert.h>

void judge_init(Judge *judge, KanameRule rule, int width, int height) {
    static const int codes[KANAME_RULE_COUNT] = {[KANAME_RULE_FREESTYLE] = 0,
                                                 [KANAME_RULE_STANDARD] = 1,
                                                 [KANAME_RULE_RENJU] = 4,
                                                 [KANAME_RULE_CARO] = 8,
                                                 [KANAME_RULE_CARO_EXACT] = 9};
    bool is_known = referee_init(&judge->referee, codes[rule], width, height);
    assert(is_known);
    (void)is_known;
}

void judge_copy(Judge *judge, const KanameEngine *engine) {
    judge_init(judge, kaname_rule(engine), kaname_width(engine), kaname_height(engine));
    for (int y = 0; y < judge->referee.height; y++)
        for (int x = 0; x < judge->referee.width; x++)
            judge_set(judge, (KanamePoint){x, y}, kaname_at(engine, x, y));
}

static RefereeStone stone_of(KanameColor color) {
    static const RefereeStone stones[] = {[KANAME_BLACK] = REFEREE_BLACK,
                                          [KANAME_WHITE] = REFEREE_WHITE,
                                          [KANAME_WALL] = REFEREE_WALL,
                                          [KANAME_EMPTY] = REFEREE_EMPTY};
    return stones[color];
}

void judge_set(Judge *judge, KanamePoint point, KanameColor color) {
    judge->referee.at[point.y][point.x] = stone_of(color);
}

void judge_set_all(Judge *judge, const KanameStone *stones, size_t count) {
    for (size_t i = 0; i < count; i++)
        judge_set(judge, (KanamePoint){stones[i].x, stones[i].y}, stones[i].color);
}

bool judge_is_empty(const Judge *judge, KanamePoint point) {
    return judge->referee.at[point.y][point.x] == REFEREE_EMPTY;
}

bool judge_wins(const Judge *judge, KanamePoint point, KanameColor color) {
    return referee_wins(&judge->referee, stone_of(color), point.x, point.y);
}

KanameColor judge_winner(const Judge *judge, const KanameStone *stones, size_t count) {
    for (size_t i = 0; i < count; i++) {
        KanamePoint point = {stones[i].x, stones[i].y};
        if (stones[i].color != KANAME_WALL && judge_wins(judge, point, stones[i].color))
            return stones[i].color;
    }
    return KANAME_EMPTY;
}

bool judge_forbids(const Judge *judge, KanamePoint point, KanameColor color) {
    return referee_is_foul(referee_judge(&judge->referee, stone_of(color), point.x, point.y));
}
