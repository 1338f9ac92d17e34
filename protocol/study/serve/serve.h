/* serve.h: `pbrain-kaname serve`: analyzes positions for other programs: reads a JSON request a
 * line from standard input and answers on standard output as results come. protocol/docs/serve.md
 * has the requests and answers. */
#ifndef KANAME_PROTOCOL_STUDY_SERVE_SERVE_H
#define KANAME_PROTOCOL_STUDY_SERVE_SERVE_H

#include "engines/weights.h"
#include "shared/cli/option.h"

extern const OptionCommand serve_usage;

/* Runs the command; `weights` are the files named before the word `serve`. Returns the exit status
 * of the process: 0 when all requests before the end of the input are answered; 1 if the answers
 * cannot be written or memory is short; 2 for wrong arguments. */
int serve_run(const WeightsFiles *weights, int count, char *const *words);

#endif
