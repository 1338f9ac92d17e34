/* curve.h: reads the loss curve of a fit, comma-separated values with a first line of names. */
#ifndef KANAME_TRAIN_EVOLVE_CURVE_H
#define KANAME_TRAIN_EVOLVE_CURVE_H

/* Returns the last number of the column: the loss of a network, which is kept as it ends; 0 if
 * there is none. */
double curve_last(const char *text, const char *column);
/* Returns the least number of the column in the lines whose first field is `model`: the loss of
 * tables, which are kept from their best epoch; 0 if there is none. */
double curve_least(const char *text, const char *column, const char *model);

#endif
