/* calibrate.h: compares predicted win rates with game results. */
#ifndef KANAME_TRAIN_CALIBRATE_H
#define KANAME_TRAIN_CALIBRATE_H

#include "train/tools.h"

/* Prints a table for each rule: ten bins of the predicted win rate with positions, mean prediction
 * and mean result, for the side to move; then the win scale of least loss. Uses searched positions;
 * counts proven ones separately. Also writes the table as a picture to options->svg, and
 * options->weights with the best scale to options->out, unless NULL. Returns an exit status, as in
 * tools.h. */
int tool_calibrate(const ToolOptions *options);

#endif
