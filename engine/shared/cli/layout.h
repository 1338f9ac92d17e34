/* layout.h: the layout of --help. One byte is one column. */
#ifndef KANAME_SHARED_CLI_LAYOUT_H
#define KANAME_SHARED_CLI_LAYOUT_H

#include <stdio.h>

typedef struct Layout {
    int indent; /* blanks before a head */
    int column; /* where the texts begin, from 0 */
    int width;  /* columns of a line */
} Layout;

/* Prints a paragraph from the left edge, wrapped at blanks. */
void layout_print_text(FILE *out, const Layout *layout, const char *text);
/* Prints an entry: a head and, wrapped in its column, what it means. The text begins on the next
 * line if fewer than two blanks would part it from the head. */
void layout_print_entry(FILE *out, const Layout *layout, const char *head, const char *text);

#endif
