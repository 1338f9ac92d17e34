#include "tournament/rivals/support.h"

#include <stdlib.h>
#include <string.h>

RivalPosition position_from_rows(const char *const rows[], int *marked) {
    int height = 0;
    while (rows[height])
        height++;
    RivalPosition position;
    rival_position_init(&position, (int)strlen(rows[0]), height);
    if (marked)
        *marked = RIVAL_NO_CELL;
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < position.width; x++) {
            char what = rows[y][x];
            if (what == 'x')
                rival_place(&position, x, y, STONE_OWN);
            else if (what == 'o')
                rival_place(&position, x, y, STONE_OPPONENT);
            else if (what == '#')
                rival_place(&position, x, y, STONE_WALL);
            else if (what == '+' && marked)
                *marked = y * position.width + x;
        }
    }
    return position;
}

RivalPosition position_from_row(const char *row, int *marked) {
    static const char empty[] = "...............";
    ck_assert_uint_eq(strlen(row), strlen(empty));
    const char *rows[16] = {empty, empty, empty, empty, empty, empty, empty, row,
                            empty, empty, empty, empty, empty, empty, empty, NULL};
    return position_from_rows(rows, marked);
}

int choose_once(const RivalPlayer *player, const RivalSettings *settings,
                const RivalPosition *position) {
    const RivalLimits limits = {.deadline_ms = INT64_MAX};
    void *state = player->state_new ? player->state_new(settings) : NULL;
    ck_assert(!player->state_new || state);
    int cell = player->choose(state, position, &limits);
    if (player->state_free)
        player->state_free(state);
    return cell;
}
