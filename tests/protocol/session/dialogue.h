/* dialogue.h: a session that is asked lines, with an engine that answers the same at once
 * (fake_kaname.c). One at a time. */
#ifndef TESTS_PROTOCOL_SESSION_DIALOGUE_H
#define TESTS_PROTOCOL_SESSION_DIALOGUE_H

#include "protocol/support/talk.h"

/* The session of the test. */
extern Talk *talk;

/* The fixtures. */
void begin_talk(void);
void end_talk(void);

/* Says lines separated by ';' and waits after each. */
void ask(const char *lines);

/* A started session whose engine answers at once. */
void begin_quick_talk(void);

/* A started session with a search that goes on until it is stopped. */
void begin_thinking_talk(void);

typedef struct Dialogue {
    const char *lines;   /* separated by ';' */
    const char *replies; /* without MESSAGE lines, the same */
} Dialogue;

/* Says the lines and compares all replies. */
void check_dialogue(const Dialogue *dialogue);

#endif
