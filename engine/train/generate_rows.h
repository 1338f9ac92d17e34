/* generate_rows.h: the options of `generate` and of a farm's plan that control play. */
#ifndef KANAME_TRAIN_GENERATE_ROWS_H
#define KANAME_TRAIN_GENERATE_ROWS_H

#include "shared/cli/option.h"
#include "train/generate_options.h"

/* Rows for a GenerateOptions. */
extern const OptionRow generate_rows[];
/* Returns what is wrong with options that are right one by one, or NULL. */
const char *generate_rows_wrong(const GenerateOptions *options);

#endif
