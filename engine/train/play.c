#include "train/play.h"

#include <stdlib.h>

#include "api/probe.h"
#include "base/rng.h"
#include "search/node.h"

enum {
    NEAR = 2, /* distance of most stones of an opening from another one */
    FAR = 4,  /* distance of the others */
    FAR_PERCENT = 15,
    TRIES_MAX = 1000
};

static int size_of(const KanameEngine *engine) {
    return kaname_width(engine);
}

/* Returns a random number from -reach to reach. */
static int rng_offset(uint64_t *rng, int reach) {
    return (int)rng_below(rng, (uint32_t)(2 * reach + 1)) - reach;
}

static bool is_forbidden_now(const KanameEngine *engine, int x, int y) {
    return kaname_is_forbidden(engine, x, y, kaname_to_move(engine));
}

/* Draws a cell: for the first stone around the centre, for the others near an earlier one. */
static KanamePoint random_point(const KanameEngine *engine, uint64_t *rng) {
    size_t stones = kaname_stone_count(engine);
    int size = size_of(engine);
    if (stones == 0)
        return (KanamePoint){size / 2 + rng_offset(rng, size / 4),
                             size / 2 + rng_offset(rng, size / 4)};
    KanameStone stone = kaname_stone(engine, rng_below(rng, (uint32_t)stones));
    int reach = rng_below(rng, 100) < FAR_PERCENT ? FAR : NEAR;
    return (KanamePoint){stone.x + rng_offset(rng, reach), stone.y + rng_offset(rng, reach)};
}

/* Returns false if a stone has no cell; the caller then starts again. */
static bool place_stone(KanameEngine *engine, uint64_t *rng) {
    for (int tries = 0; tries < TRIES_MAX; tries++) {
        KanamePoint at = random_point(engine, rng);
        if (kaname_at(engine, at.x, at.y) == KANAME_EMPTY &&
            !kaname_wins_at(engine, at.x, at.y, kaname_to_move(engine)) &&
            !is_forbidden_now(engine, at.x, at.y))
            return kaname_play(engine, at.x, at.y) == KANAME_OK;
    }
    return false;
}

static bool is_stopped(const atomic_bool *stop) {
    return stop != NULL && atomic_load(stop);
}

/* Finds an opening whose score by a short search is within the balance. The hash table is kept from
 * one try to the next: most tries fail, and clearing takes as long as the search. */
static KanameStatus find_opening(KanameEngine *engine, const GenerateOptions *options,
                                 const atomic_bool *stop, uint64_t *rng) {
    enum { NODES_SHARE = 4 }; /* of a move's nodes */
    int range = options->stones_max - options->stones_min + 1;
    KanameLimits limits = kaname_no_limits();
    limits.max_nodes = options->nodes / NODES_SHARE + 1;
    while (!is_stopped(stop)) {
        KanameStatus status = kaname_set_position(engine, NULL, 0, KANAME_BLACK);
        if (status != KANAME_OK)
            return status;
        int stones = options->stones_min + (int)rng_below(rng, (uint32_t)range);
        bool is_placed = true;
        for (int i = 0; i < stones && is_placed; i++)
            is_placed = place_stone(engine, rng);
        if (!is_placed)
            continue;
        KanameResult result;
        status = kaname_think(engine, &limits, NULL, &result);
        if (status == KANAME_ERR_MEMORY)
            return status;
        if (status == KANAME_OK && abs(result.score) <= options->balance)
            return KANAME_OK;
    }
    return KANAME_OK;
}

/* Plays moves that keep the score even, up to that number of stones. Returns false if the game ends
 * first or loses its balance. */
static bool play_evenly(KanameEngine *engine, const GenerateOptions *options, size_t stones,
                        const atomic_bool *stop, KanameStatus *status) {
    enum { NODES_SHARE = 16, CHECK_SHARE = 4 }; /* of a move's nodes */
    KanameLimits limits = kaname_no_limits();
    KanameResult result = {.score = 0};
    limits.max_nodes = options->nodes / NODES_SHARE + 1;
    limits.is_balanced = true;
    while (kaname_stone_count(engine) < stones && !is_stopped(stop)) {
        *status = kaname_think(engine, &limits, NULL, &result);
        int x = result.best.x, y = result.best.y;
        if (*status != KANAME_OK || kaname_score_win_plies(result.score) != 0 ||
            kaname_wins_at(engine, x, y, kaname_to_move(engine)) || is_forbidden_now(engine, x, y))
            return false;
        *status = kaname_play(engine, x, y);
        if (*status != KANAME_OK)
            return false;
    }
    limits.max_nodes = options->nodes / CHECK_SHARE + 1;
    limits.is_balanced = false;
    *status = kaname_think(engine, &limits, NULL, &result);
    return *status == KANAME_OK && abs(result.score) <= options->balance;
}

/* Finds the position from which the game is searched. */
static KanameStatus find_start(KanameEngine *engine, const GenerateOptions *options,
                               const atomic_bool *stop, uint64_t *rng) {
    KanameStatus status = find_opening(engine, options, stop, rng);
    int range = options->late_max - options->late_min + 1;
    while (status == KANAME_OK && options->late_max > 0 && !is_stopped(stop)) {
        size_t stones = (size_t)options->late_min + rng_below(rng, (uint32_t)range);
        if (play_evenly(engine, options, stones, stop, &status))
            break;
        if (status == KANAME_OK || status == KANAME_ERR_NO_MOVE)
            status = find_opening(engine, options, stop, rng);
    }
    return status;
}

static void note_stones(const KanameEngine *engine, Game *game) {
    for (size_t i = 0; i < kaname_stone_count(engine); i++) {
        KanameStone stone = kaname_stone(engine, i);
        game->moves[i] = (Cell)(stone.y * game->width + stone.x);
        game->scores[i] = (int16_t)SCORE_NONE;
    }
    game->opening_count = game->move_count = (int)kaname_stone_count(engine);
}

static GameResult won_by(KanameColor color) {
    return color == KANAME_BLACK ? GAME_BLACK_WON : GAME_WHITE_WON;
}

enum { WANDER_LINES = 8, WANDER_DEPTH = 2 };

typedef struct Choices {
    int slack, count;
    int best; /* score */
    KanamePoint moves[WANDER_LINES];
} Choices;

static void note_choice(const KanameReport *report, void *context) {
    Choices *choices = context;
    if (report->line == 0) { /* a deeper iteration begins */
        choices->count = 0;
        choices->best = report->score;
    }
    if (report->pv_count > 0 && choices->count < WANDER_LINES &&
        report->score >= choices->best - choices->slack)
        choices->moves[choices->count++] = report->pv[0];
}

/* Plays a random one of the best moves of a shallow search, to reach positions that searches visit
 * but good players avoid. It counts as not searched. Returns false if it played none. */
static bool wander(KanameEngine *engine, int slack, uint64_t *rng, Game *game,
                   KanameStatus *status) {
    Choices choices = {.slack = slack};
    KanameCallbacks callbacks = {.on_report = note_choice, .context = &choices};
    KanameLimits limits = kaname_no_limits();
    KanameResult found;
    limits.max_depth = WANDER_DEPTH;
    limits.lines = WANDER_LINES;
    *status = kaname_think(engine, &limits, &callbacks, &found);
    if (*status == KANAME_ERR_NO_MOVE)
        *status = KANAME_OK; /* the next search finds the same and ends the game */
    if (*status != KANAME_OK || choices.count == 0 || kaname_score_win_plies(found.score) != 0)
        return false;
    KanamePoint at = choices.moves[rng_below(rng, (uint32_t)choices.count)];
    if (is_forbidden_now(engine, at.x, at.y))
        return false;
    game->moves[game->move_count] = (Cell)(at.y * game->width + at.x);
    game->scores[game->move_count++] = GAME_BY_CHANCE;
    *status = kaname_play(engine, at.x, at.y);
    return *status == KANAME_OK;
}

/* A game, and the engine and settings that play it. */
typedef struct Play {
    KanameEngine *engine;
    const GenerateOptions *options;
    KanameLimits limits, probe_limits, deep_limits;
    Probes probes;
    Game *game;
} Play;

/* Searches the move, and draws probes from that search. */
static KanameStatus search_move_of(Play *play, const GenerateOptions *options, uint64_t seed,
                                   KanameResult *found) {
    probes_begin(&play->probes, options->probes, seed);
    engine_set_probes(play->engine, options->probes > 0 ? &play->probes : NULL);
    KanameStatus status = kaname_think(play->engine, &play->limits, NULL, found);
    engine_set_probes(play->engine, NULL);
    return status;
}

/* Returns whether to search the probe deeply: if its search contradicts its static score, or at
 * random. Never for a win or loss, proven or not. */
static bool is_for_deep(Play *play, const Probe *probe, Score found) {
    const GenerateOptions *options = play->options;
    bool by_chance = rng_below(&play->probes.rng, 100) < (uint32_t)options->deep_percent;
    return abs(found) < SCORE_UNPROVEN &&
           (by_chance || abs(found - probe->score) >= options->deep_margin);
}

/* Searches the position of the engine, a probe. Sets *is_kept to whether the game keeps it. */
static KanameStatus search_probe(Play *play, const Probe *probe, KanameResult *found,
                                 bool *is_kept) {
    KanameStatus status = kaname_think(play->engine, &play->probe_limits, NULL, found);
    *is_kept = status == KANAME_OK;
    if (play->options->deep_nodes == 0 || status != KANAME_OK)
        return status;
    *is_kept = is_for_deep(play, probe, found->score);
    return *is_kept ? kaname_think(play->engine, &play->deep_limits, NULL, found) : KANAME_OK;
}

/* Searches the position of one probe, reached from that of the engine, and adds it to the game.
 * Restores the engine's position. */
static KanameStatus add_probe(Play *play, const Probe *probe) {
    Game *game = play->game;
    KanameEngine *engine = play->engine;
    KanameStatus status = KANAME_OK;
    KanameResult found;
    bool is_kept = false;
    int played = 0;
    while (played < probe->count && status == KANAME_OK) {
        Cell cell = probe->moves[played];
        status = kaname_play(engine, cell % game->width, cell / game->width);
        played += status == KANAME_OK;
    }
    if (status == KANAME_OK)
        status = search_probe(play, probe, &found, &is_kept);
    if (status == KANAME_OK && is_kept && game->probe_count < GAME_PROBES_MAX) {
        GameProbe *to = &game->probes[game->probe_count++];
        to->root = game->move_count;
        to->count = probe->count;
        for (int i = 0; i < probe->count; i++)
            to->moves[i] = probe->moves[i];
        to->best = (Cell)(found.best.y * game->width + found.best.x);
        to->score = (int16_t)found.score;
    }
    while (played-- > 0)
        (void)kaname_take_back(engine);
    return status == KANAME_ERR_NO_MOVE ? KANAME_OK : status;
}

static KanameStatus add_probes(Play *play) {
    KanameStatus status = KANAME_OK;
    for (int i = 0; i < play->probes.count && status == KANAME_OK; i++)
        status = add_probe(play, &play->probes.of[i]);
    return status;
}

/* Searches and plays one move. Returns false if the game is over or cannot continue. */
static bool play_move(Play *play, const GenerateOptions *options, uint64_t *rng,
                      KanameStatus *status) {
    KanameEngine *engine = play->engine;
    Game *game = play->game;
    KanameColor us = kaname_to_move(engine),
                them = us == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK;
    KanameResult found;
    uint64_t seed = options->probes > 0 ? rng_next(rng) : 0;
    *status = search_move_of(play, options, seed, &found);
    if (*status == KANAME_ERR_NO_MOVE) {
        game->result = GAME_DRAWN;
        *status = KANAME_OK;
        return false;
    }
    if (*status == KANAME_OK)
        *status = add_probes(play);
    if (*status != KANAME_OK)
        return false;
    int x = found.best.x, y = found.best.y;
    if (is_forbidden_now(engine, x, y)) { /* nothing else is left */
        game->result = won_by(them);
        return false;
    }
    game->moves[game->move_count] = (Cell)(y * game->width + x);
    game->scores[game->move_count++] = (int16_t)found.score;
    if (kaname_score_win_plies(found.score) != 0) {
        game->result = won_by(found.score > 0 ? us : them);
        game->is_adjudicated = !kaname_wins_at(engine, x, y, us);
        return false;
    }
    *status = kaname_play(engine, x, y);
    return *status == KANAME_OK;
}

/* Chooses the rule and the size of the game and finds its first position. */
static KanameStatus begin_game(KanameEngine *engine, const GenerateOptions *options,
                               const atomic_bool *stop, uint64_t *rng) {
    KanameRule rule = options->rules[rng_below(rng, (uint32_t)options->rule_count)];
    int size = options->sizes[rng_below(rng, (uint32_t)options->size_count)];
    KanameStatus status = kaname_set_rule(engine, rule);
    if (status == KANAME_OK)
        status = kaname_set_size(engine, size, size); /* empties the board and the tables */
    return status == KANAME_OK ? find_start(engine, options, stop, rng) : status;
}

static uint64_t seed_of_game(const GenerateOptions *options, uint32_t number) {
    return rng_mix(options->seed) ^ rng_mix(~(uint64_t)number);
}

KanameStatus play_opening(KanameEngine *engine, const GenerateOptions *options, uint32_t number) {
    uint64_t rng = seed_of_game(options, number);
    return begin_game(engine, options, NULL, &rng);
}

KanameStatus play_game(KanameEngine *engine, const GenerateOptions *options, uint32_t number,
                       const atomic_bool *stop, Game *game) {
    uint64_t rng = seed_of_game(options, number);
    Play play = {.engine = engine, .options = options, .limits = kaname_no_limits(), .game = game};
    play.limits.max_nodes = options->nodes;
    play.probe_limits = play.limits;
    play.deep_limits = play.limits;
    play.deep_limits.max_nodes = options->deep_nodes;
    if (options->probe_nodes > 0)
        play.probe_limits.max_nodes = options->probe_nodes;
    KanameStatus status = begin_game(engine, options, stop, &rng);
    if (status != KANAME_OK)
        return status;
    int size = size_of(engine);
    *game =
        (Game){.rule = (Rule)kaname_rule(engine), .width = size, .height = size, .number = number};
    note_stones(engine, game);
    bool goes_on = true;
    while (goes_on && !is_stopped(stop)) {
        if (options->wander > 0 && rng_below(&rng, 100) < (uint32_t)options->wander &&
            !wander(engine, options->slack, &rng, game, &status) && status != KANAME_OK)
            break;
        goes_on = play_move(&play, options, &rng, &status);
    }
    if (goes_on)
        game->move_count = 0;
    return status;
}
