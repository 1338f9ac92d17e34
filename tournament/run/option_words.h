/* option_words.h: reads and prints the options of a tournament that are not a single plain value.
 *
 * The rows of option_rows.c refer to these functions, which have the types of OptionRow's `read`
 * and `print`; the target is an Options. */
#ifndef TOURNAMENT_RUN_OPTION_WORDS_H
#define TOURNAMENT_RUN_OPTION_WORDS_H

#include <stdio.h>

#include "shared/cli/option.h"
#include "shared/cli/reader.h"

int words_read_engine(OptionReader *reader, const OptionRow *row, void *target, int left,
                      char *const *words);
int words_read_each(OptionReader *reader, const OptionRow *row, void *target, int left,
                    char *const *words);
int words_read_quick(OptionReader *reader, const OptionRow *row, void *target, int left,
                     char *const *words);
int words_read_config(OptionReader *reader, const OptionRow *row, void *target, int left,
                      char *const *words);
int words_read_rule(OptionReader *reader, const OptionRow *row, void *target, int left,
                    char *const *words);
int words_read_board_size(OptionReader *reader, const OptionRow *row, void *target, int left,
                          char *const *words);
int words_read_no_openings(OptionReader *reader, const OptionRow *row, void *target, int left,
                           char *const *words);
int words_read_resign(OptionReader *reader, const OptionRow *row, void *target, int left,
                      char *const *words);
int words_read_draw(OptionReader *reader, const OptionRow *row, void *target, int left,
                    char *const *words);
int words_read_gauntlet(OptionReader *reader, const OptionRow *row, void *target, int left,
                        char *const *words);
int words_read_swap2(OptionReader *reader, const OptionRow *row, void *target, int left,
                     char *const *words);
int words_read_sample_format(OptionReader *reader, const OptionRow *row, void *target, int left,
                             char *const *words);

void words_print_engines(FILE *out, const void *target);
void words_print_rule(FILE *out, const void *target);
void words_print_board_size(FILE *out, const void *target);
void words_print_openings(FILE *out, const void *target);
void words_print_resign(FILE *out, const void *target);
void words_print_draw(FILE *out, const void *target);
void words_print_sprt(FILE *out, const void *target);

#endif
