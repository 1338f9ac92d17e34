#include "study/verify.h"

#include <stdint.h>
#include <stdlib.h>

/* Positions proven already, by a 64-bit key: open addressing, 0 is a free slot. */
typedef struct Proven {
    uint64_t *slots;
    size_t count, capacity; /* a power of two */
} Proven;

typedef struct Verifier {
    KanameEngine *engine;
    Judge *judge;
    KanameSolveMode mode;
    KanameLimits limits; /* of each search */
    KanameColor attacker, defender;
    Proven proven;
} Verifier;

static KanamePoint point_of(const Judge *judge, int index) {
    return (KanamePoint){index % judge->referee.width, index / judge->referee.width};
}

static int point_count(const Judge *judge) {
    return judge->referee.width * judge->referee.height;
}

/* FNV-1a over the points, with the slot 0 left out. */
static uint64_t key_of(const Judge *judge) {
    uint64_t key = 0xCBF29CE484222325ULL;
    for (int y = 0; y < judge->referee.height; y++)
        for (int x = 0; x < judge->referee.width; x++)
            key = (key ^ (uint64_t)judge->referee.at[y][x]) * 0x100000001B3ULL;
    return key != 0 ? key : 1;
}

static uint64_t *slot_of(const Proven *proven, uint64_t key) {
    size_t i = (size_t)(key >> 32 ^ key) & (proven->capacity - 1);
    while (proven->slots[i] != 0 && proven->slots[i] != key)
        i = (i + 1) & (proven->capacity - 1);
    return &proven->slots[i];
}

static bool is_proven(const Proven *proven, uint64_t key) {
    return proven->capacity > 0 && *slot_of(proven, key) == key;
}

/* Returns false if out of memory. */
static bool add_proven(Proven *proven, uint64_t key) {
    enum { FIRST_CAPACITY = 1024 };
    if (2 * proven->count >= proven->capacity) {
        Proven larger = {.count = proven->count,
                         .capacity = proven->capacity > 0 ? 2 * proven->capacity : FIRST_CAPACITY};
        larger.slots = calloc(larger.capacity, sizeof *larger.slots);
        if (larger.slots == NULL)
            return false;
        for (size_t i = 0; i < proven->capacity; i++)
            if (proven->slots[i] != 0)
                *slot_of(&larger, proven->slots[i]) = proven->slots[i];
        free(proven->slots);
        *proven = larger;
    }
    *slot_of(proven, key) = key;
    proven->count++;
    return true;
}

/* Lists points where the colour wins, at most `capacity`. Returns their number. */
static int list_wins(const Judge *judge, KanameColor color, KanamePoint *wins, int capacity) {
    int count = 0;
    for (int i = 0; i < point_count(judge) && count < capacity; i++) {
        KanamePoint point = point_of(judge, i);
        if (judge_is_empty(judge, point) && judge_wins(judge, point, color))
            wins[count++] = point;
    }
    return count;
}

static VerifyVerdict attack(Verifier *verifier);

/* Checks a reply of the defender that is already on the judge's board. `wins` are points where the
 * attacker could win before it. */
static VerifyVerdict after_reply(Verifier *verifier, KanamePoint reply, const KanamePoint *wins,
                                 int win_count) {
    Judge *judge = verifier->judge;
    for (int i = 0; i < win_count; i++)
        if (judge_is_empty(judge, wins[i]) && judge_wins(judge, wins[i], verifier->attacker))
            return VERIFY_HOLDS;
    if (kaname_play(verifier->engine, reply.x, reply.y) != KANAME_OK)
        return VERIFY_HOLE;
    VerifyVerdict verdict = attack(verifier);
    kaname_take_back(verifier->engine);
    return verdict;
}

/* Checks that every reply loses to the attacker, who has just played. */
static VerifyVerdict defend(Verifier *verifier) {
    enum { WINS_MAX = 8 };
    Judge *judge = verifier->judge;
    KanamePoint wins[WINS_MAX];
    int win_count = list_wins(judge, verifier->attacker, wins, WINS_MAX);
    VerifyVerdict verdict = VERIFY_HOLDS;
    for (int i = 0; i < point_count(judge) && verdict == VERIFY_HOLDS; i++) {
        KanamePoint reply = point_of(judge, i);
        if (!judge_is_empty(judge, reply))
            continue;
        if (judge_wins(judge, reply, verifier->defender))
            return VERIFY_HOLE;
        if (judge_forbids(judge, reply, verifier->defender))
            continue;
        judge_set(judge, reply, verifier->defender);
        verdict = after_reply(verifier, reply, wins, win_count);
        judge_set(judge, reply, KANAME_EMPTY);
    }
    return verdict;
}

/* Checks that the attacker, to move, wins by this stone. */
static VerifyVerdict attack_at(Verifier *verifier, KanamePoint move) {
    Judge *judge = verifier->judge;
    if (!judge_is_empty(judge, move) || judge_forbids(judge, move, verifier->attacker) ||
        kaname_play(verifier->engine, move.x, move.y) != KANAME_OK)
        return VERIFY_HOLE;
    judge_set(judge, move, verifier->attacker);
    VerifyVerdict verdict = defend(verifier);
    judge_set(judge, move, KANAME_EMPTY);
    kaname_take_back(verifier->engine);
    return verdict;
}

/* Checks that the attacker, to move, wins. */
static VerifyVerdict attack(Verifier *verifier) {
    Judge *judge = verifier->judge;
    KanamePoint win;
    uint64_t key = key_of(judge);
    if (is_proven(&verifier->proven, key) || list_wins(judge, verifier->attacker, &win, 1) > 0)
        return VERIFY_HOLDS;
    KanameSolution solution;
    if (kaname_solve(verifier->engine, verifier->mode, &verifier->limits, &solution) != KANAME_OK ||
        solution.verdict != KANAME_SOLVE_WIN || solution.line_count == 0)
        return VERIFY_HOLE;
    VerifyVerdict verdict = attack_at(verifier, solution.line[0]);
    if (verdict == VERIFY_HOLDS && !add_proven(&verifier->proven, key))
        return VERIFY_MEMORY;
    return verdict;
}

static Verifier verifier_of(KanameEngine *engine, Judge *judge, KanameSolveMode mode) {
    KanameColor attacker = kaname_to_move(engine);
    return (Verifier){.engine = engine,
                      .judge = judge,
                      .mode = mode,
                      .limits = kaname_no_limits(),
                      .attacker = attacker,
                      .defender = attacker == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK};
}

VerifyVerdict verify_win(KanameEngine *engine, Judge *judge, KanameSolveMode mode) {
    Verifier verifier = verifier_of(engine, judge, mode);
    VerifyVerdict verdict = attack(&verifier);
    free(verifier.proven.slots);
    return verdict;
}

VerifyVerdict verify_move(KanameEngine *engine, Judge *judge, KanameSolveMode mode,
                          KanamePoint move, uint64_t max_nodes) {
    Verifier verifier = verifier_of(engine, judge, mode);
    verifier.limits.max_nodes = max_nodes;
    VerifyVerdict verdict =
        judge_wins(judge, move, verifier.attacker) ? VERIFY_HOLDS : attack_at(&verifier, move);
    free(verifier.proven.slots);
    return verdict;
}
