#include "shared/cli/layout.h"

#include <string.h>

enum { GAP = 2 /* blanks between a head and its text, at least */ };

/* Prints `text` in the columns from `left` on; the first line begins at `column`. */
static void print_wrapped(FILE *out, const char *text, int column, int left, int width) {
    for (; *text != '\0'; text += strspn(text, " ")) {
        int length = (int)strcspn(text, " ");
        if (column > left && column + 1 + length > width) {
            fputc('\n', out);
            column = 0;
        }
        int blanks = column < left ? left - column : column > left ? 1 : 0;
        fprintf(out, "%*s%.*s", blanks, "", length, text);
        column += blanks + length;
        text += length;
    }
    fputc('\n', out);
}

void layout_print_text(FILE *out, const Layout *layout, const char *text) {
    print_wrapped(out, text, 0, 0, layout->width);
}

void layout_print_entry(FILE *out, const Layout *layout, const char *head, const char *text) {
    int end = fprintf(out, "%*s%s", layout->indent, "", head);
    if (end + GAP > layout->column && *text != '\0') {
        fputc('\n', out);
        end = 0;
    }
    print_wrapped(out, text, end, layout->column, layout->width);
}
