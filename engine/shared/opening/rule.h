/* opening_rule.h: the opening rules by which two players settle who has Black, as one table.
 *
 * A rule is a list of steps. A step asks one side for an answer, which is one of its choices: to
 * place stones, to take the other side (swap), to offer several fifth moves, or to keep one of
 * them. The engine, the terminal game and the match manager's referee all read this table, through
 * opening_course.h. All of it is constant and may be read from any thread.
 *
 *   swap2     The first player places three stones. The other takes Black, or takes White and
 *             plays, or adds a white and a black stone and returns the choice.
 *             Source: GomocupJudge's dialogue SWAP2BOARD.
 *   swap1     Swap after the first move. The first player places one stone anywhere; the other
 *             takes it over as Black, or plays White's first stone.
 *             Source: the name says it all; no text of the federation was found.
 *   rif       The first player places one of the 26 openings (stone 1 at the centre, 2 and 3 within
 *             3x3 and 5x5). The other may swap. White places stone 4 anywhere. Black offers two
 *             fifth moves that are not symmetrical; White keeps one and plays stone 6.
 *             Source: "RIF rule" among the rules that the Renju International Federation discussed,
 *             luffarschack.org/artiklarna-kategorivis/43-regler/527-olika-oppningsregler;
 *             Wikipedia, "RIF opening rule".
 *   yamaguchi As rif, but whoever places the opening announces the number of fifth moves with it.
 *             Source: renju.net/media/showrule.php?rule=5. It sets no limit to the number; here it
 *             is OPENING_OFFERS_MAX.
 *   taraguchi10
 *             Stones 1 to 4 are placed one by one within 1x1, 3x3, 5x5 and 7x7; after each the
 *             other side may swap. After stone 4 Black may also offer ten fifth moves anywhere, of
 *             which White keeps one. Otherwise Black, after a swap or not, places stone 5 within
 *             9x9, and White may swap. White plays stone 6.
 *             Source: "Taraguchi rule" (same list, with five fifth moves); Wikipedia,
 *             "Taraguchi opening rule", for the ten of Taraguchi-10. That fifth moves must not be
 *             symmetrical: old.renju.net/blog, "An introduction of Taraguchi rule".
 *   soosorv8  The first player places one of the 26 openings. The other may swap. White places
 *             stone 4 anywhere and announces 1 to 8 fifth moves. Black may swap. Black offers that
 *             many; White keeps one and plays stone 6.
 *             Source: Wikipedia, "Soosorv opening rule" (Soosorv-N, certified 2011; the rule of the
 *             world championships from 2017 on).
 */
#ifndef KANAME_SHARED_OPENING_RULE_H
#define KANAME_SHARED_OPENING_RULE_H

#include <stdbool.h>

enum {
    OPENING_RULES = 6,
    OPENING_STONES_PLACED_MAX = 6, /* on the board when an opening ends, at most */
    OPENING_OFFERS_MAX = 12,       /* fifth moves offered at once, at most */
    OPENING_CHOICES_MAX = 3,       /* of one step */
    OPENING_OVER = -1              /* in place of a step: the opening has ended */
};

#define OPENING_RULE_NAMES "swap2, swap1, rif, yamaguchi, taraguchi10 or soosorv8"

typedef enum { OPENING_BLACK, OPENING_WHITE } OpeningSide;

typedef enum {
    OPENING_NO_ACT, /* ends a step's list of choices */
    OPENING_SWAP,   /* the word SWAP, no stone */
    OPENING_PLACE,  /* stones in the colours of their numbers: odd ones are black */
    OPENING_OFFER,  /* fifth moves, no two alike */
    OPENING_PICK    /* one of the fifth moves offered */
} OpeningAct;

typedef struct OpeningChoice {
    OpeningAct act;
    int count;       /* PLACE: stones; OFFER: fifth moves, 0: the number announced */
    int squares[3];  /* PLACE: side of the square around the centre for each stone; 0: board */
    int least, most; /* PLACE: fifth moves to be announced with the stones; most 0: none */
    bool is_move;    /* PLACE: the stone is the first move of play, not of the opening */
    bool is_changing_side; /* the players change sides */
    int next;              /* the step that follows, or OPENING_OVER */
} OpeningChoice;

typedef struct OpeningStep {
    const char *word;  /* names the step in the dialogue OPENINGBOARD */
    OpeningSide asked; /* the side that answers */
    int stones;        /* on the board */
    OpeningChoice choices[OPENING_CHOICES_MAX + 1];
} OpeningStep;

typedef struct OpeningRule {
    const char *name;  /* as options and dialogues write it: "taraguchi10" */
    const char *title; /* for people: "Taraguchi-10" */
    int least_size;    /* cells of the shorter side of the board, at least */
    int step_count;
    const OpeningStep *steps; /* the first one begins the opening */
} OpeningRule;

/* By index, 0 to OPENING_RULES - 1. The order never changes: databases hold the index. */
const OpeningRule *opening_rule_at(int index);
int opening_rule_index(const OpeningRule *rule);
/* By name, in any case. NULL: there is none. */
const OpeningRule *opening_rule_find(const char *name);
/* The index of a step by its word, in any case; OPENING_OVER: there is none. */
int opening_rule_step(const OpeningRule *rule, const char *word);
/* The choice with this act; NULL: the step has none. */
const OpeningChoice *opening_step_choice(const OpeningStep *step, OpeningAct act);

#endif
