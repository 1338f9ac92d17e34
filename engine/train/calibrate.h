/* calibrate.h: compares the win rates that kaname.h tells for the scores of games with what these
 * games brought. */
#ifndef KANAME_TRAIN_CALIBRATE_H
#define KANAME_TRAIN_CALIBRATE_H

#include "train/tools.h"

/* Prints a table for each rule: ten bins of the predicted win rate, each with its positions, the
 * mean prediction and the mean result, for the side to move; and the win scale that would predict
 * best. Counts positions with the score of a search; proven ones are counted apart. Writes the same
 * as a picture to options->svg, and the file options->weights with the best scale to options->out,
 * unless they are NULL. Returns the exit status as the functions of tools.h do. */
int tool_calibrate(const ToolOptions *options);

#endif
