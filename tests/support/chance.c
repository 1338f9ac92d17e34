#include "support/chance.h"

#include "base/rng.h"
#include "support/expect.h"

void play_by_chance(KanameEngine *engine, uint64_t *rng) {
    enum { CORNER = 3, SPREAD = 9 };
    expect_equal(kaname_set_position(engine, NULL, 0, KANAME_BLACK), KANAME_OK);
    for (int left = 6 + (int)rng_below(rng, 20); left > 0;) {
        int x = CORNER + (int)rng_below(rng, SPREAD), y = CORNER + (int)rng_below(rng, SPREAD);
        KanameColor us = kaname_to_move(engine);
        if (kaname_at(engine, x, y) != KANAME_EMPTY || kaname_wins_at(engine, x, y, us) ||
            kaname_is_forbidden(engine, x, y, us))
            continue;
        expect_equal(kaname_play(engine, x, y), KANAME_OK);
        left--;
    }
}
