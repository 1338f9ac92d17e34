/* page.h: writes pages that stand alone: style, data as JSON, and the script that draws it.
 *
 * engine/shared/page/ is for the programs; libkaname does not link it. */
#ifndef KANAME_SHARED_PAGE_PAGE_H
#define KANAME_SHARED_PAGE_PAGE_H

#include <stdbool.h>
#include <stdio.h>

typedef struct Page {
    const char
        *html; /* holds the marks @PAGE_CSS@, @PAGE_DATA@, @PAGE_JS@, once each in this order */
    const char *css; /* of this page, behind the shared style; may be empty */
    /* Of this page, behind the shared tools and board, in this order; the last one is NULL. */
    const char *const *scripts;
    /* Writes the data as JSON in which no `<` stands. Returns false if it cannot. */
    bool (*write_data)(FILE *file, void *context);
    void *context;
    /* Goes in place of @PAGE_POLICY@, which then comes before the other marks. NULL: html holds no
     * such mark. */
    const char *policy;
} Page;

/* Returns false if a mark is missing or the data cannot be written; the caller asks ferror(). */
bool page_write(FILE *file, const Page *page);

#endif
