#include "grid/manager/played.h"

#include <string.h>

#include "shared/opening/rule.h"

GameRecord *played_game(Played *played, int64_t number) {
    for (int i = 0; i < played->count; i++)
        if (played->games[i].number == number)
            return &played->games[i];
    return NULL;
}

static bool has_opening_rule(const GameRecord *game, const OpeningRule *rule) {
    return game->opening_rule == (rule != NULL ? opening_rule_index(rule) + 1 : 0);
}

/* Whether a game may end so before its opening is set up. */
static bool may_lack_stones(GameReason reason) {
    return reason == GAME_REASON_START || reason == GAME_REASON_CRASH ||
           reason == GAME_REASON_MEMORY;
}

static bool has_opening(const GameRecord *game, const Opening *opening) {
    if (game->opening_rule > 0)
        return opening->count == 0;
    if (may_lack_stones(game->reason) && game->move_count == 0)
        return true;
    if (game->opening_count != opening->count)
        return false;
    for (size_t i = 0; i < opening->count; i++)
        if (game->moves[i].x != opening->stones[i].x || game->moves[i].y != opening->stones[i].y)
            return false;
    return true;
}

/* Returns whether this is the requested game. */
static bool is_game_of(const WireRun *run, const GameRecord *game, const PlayTask *task,
                       const Opening *opening) {
    const PlaySettings *settings = &run->settings;
    bool is_straight = game->engine[0] == task->engine[0] && game->engine[1] == task->engine[1];
    bool is_crossed = game->engine[0] == task->engine[1] && game->engine[1] == task->engine[0];
    return game->pair == task->pair && game->round == task->round && game->game == task->game &&
           (is_straight || is_crossed) && game->opening == task->opening_index &&
           game->transform == task->transform && game->rule == settings->game.rule &&
           game->is_continuous == settings->game.is_continuous &&
           game->width == settings->game.width && game->height == settings->game.height &&
           has_opening_rule(game, settings->opening_rule) && has_opening(game, opening);
}

/* Returns whether the worker played with the programs that the run recorded. */
static bool has_programs(const WireRun *run, const Played *played, const Encounter *encounter) {
    for (int seat = 0; seat < 2; seat++) {
        const char *wanted = run->engines[encounter->games[0].engine[seat]].hash;
        if (wanted[0] != '\0' && strcmp(wanted, played->hashes[seat]) != 0)
            return false;
    }
    return true;
}

const char *played_fault(Played *played, const Encounter *encounter, const WireRun *run) {
    if (!has_programs(run, played, encounter))
        return "its programs are not those of the run";
    for (int i = 0; i < encounter->count; i++) {
        const GameRecord *game = played_game(played, encounter->games[i].number);
        if (game == NULL || !is_game_of(run, game, &encounter->games[i], &encounter->opening))
            return "its games are not the requested ones";
    }
    return NULL;
}

bool played_has_started(const Played *played) {
    for (int i = 0; i < played->count; i++)
        if (played->games[i].reason == GAME_REASON_START)
            return false;
    return true;
}
