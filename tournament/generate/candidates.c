#include "generate/candidates.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/play.h"
#include "game/random.h"

static bool is_free(const Opening *opening, int x, int y) {
    for (size_t i = 0; i < opening->count; i++)
        if (opening->stones[i].x == x && opening->stones[i].y == y)
            return false;
    return true;
}

static void add_random_stone(Opening *opening, const PlayerGame *game, uint64_t *state) {
    for (;;) {
        int x, y;
        if (opening->count == 0) {
            x = game->width / 2 - 1 + (int)random_below(state, 3);
            y = game->height / 2 - 1 + (int)random_below(state, 3);
        } else {
            size_t near = (size_t)random_below(state, opening->count);
            x = opening->stones[near].x - 2 + (int)random_below(state, 5);
            y = opening->stones[near].y - 2 + (int)random_below(state, 5);
        }
        if (x < 0 || y < 0 || x >= game->width || y >= game->height || !is_free(opening, x, y))
            continue;
        opening->stones[opening->count].x = (uint8_t)x;
        opening->stones[opening->count].y = (uint8_t)y;
        opening->count++;
        return;
    }
}

void candidate_make(Opening *opening, const PlayerGame *game, size_t stones, uint64_t seed,
                    uint64_t number) {
    uint64_t state = random_stream(seed, number + 1);
    do {
        opening->count = 0;
        while (opening->count < stones)
            add_random_stone(opening, game, &state);
    } while (!play_accepts_opening(game, opening) || play_opening_has_four(game, opening));
}

static int compare_codes(const void *a, const void *b) {
    const int *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

void candidate_form(const Opening *opening, int width, int height, char *text, size_t size) {
    text[0] = '\0';
    for (int transform = 0; transform < OPENING_TRANSFORMS; transform++) {
        Opening turned = *opening;
        int codes[2][OPENING_STONES_MAX];
        size_t counts[2] = {0, 0};
        char form[CANDIDATE_FORM_MAX] = "";
        size_t length = 0;
        opening_transform(&turned, transform, width, height);
        for (size_t i = 0; i < turned.count; i++)
            codes[i % 2][counts[i % 2]++] = turned.stones[i].y * width + turned.stones[i].x;
        for (int color = 0; color < 2; color++) {
            qsort(codes[color], counts[color], sizeof codes[color][0], compare_codes);
            for (size_t i = 0; i < counts[color]; i++)
                length +=
                    (size_t)snprintf(form + length, sizeof form - length, "%03d", codes[color][i]);
            length += (size_t)snprintf(form + length, sizeof form - length, "/");
        }
        if (transform == 0 || strcmp(form, text) < 0)
            snprintf(text, size, "%s", form);
    }
}
