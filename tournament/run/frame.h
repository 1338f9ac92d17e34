/* frame.h: what a run checks and prints before its first game, and prints at its end. Errors go to
 * standard error; then the functions return false. */
#ifndef TOURNAMENT_RUN_FRAME_H
#define TOURNAMENT_RUN_FRAME_H

#include <stdbool.h>

#include "run/ledger.h"
#include "run/live.h"
#include "run/names.h"
#include "run/options.h"

/* Prints the message to standard error. Always returns false, so that callers can return it. */
bool frame_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Says what cannot be begun, and which limit may be the reason. Returns false. */
bool frame_complain_of_lack(const char *what);
/* Looks for the engines' programs. */
bool frame_find_engines(const Options *options);
/* Starts the engines once, see trial.h, unless all play elsewhere (`tables` is 0). */
bool frame_try_engines(const Options *options, int tables);
/* Names the engines by the options, or by their commands until they tell their names. */
bool frame_names(Names *names, const Options *options);
/* Prints which run begins or resumes. If the file holds other runs, warns on standard error that
 * -resume will no longer continue them. */
void frame_print_beginning(Live *live, const Ledger *ledger);
/* Prints the table and the winner. Returns false if standard output cannot be written. */
bool frame_print_end(Ledger *ledger);

#endif
