/* page_data.h: the numbers that a report's page holds. */
#ifndef TESTS_TOURNAMENT_REPORT_PAGE_DATA_H
#define TESTS_TOURNAMENT_REPORT_PAGE_DATA_H

#include <cJSON.h>
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "tournament/report/calls.h"
#include "tournament/support/place.h"

/* The data of a page made of this database; to be deleted. */
static inline cJSON *page_data(const char *database) {
    static const char mark[] = "<script type=\"application/json\" id=\"data\">";
    ck_assert_int_eq(REPORT(in_folder(database), "-html", in_folder("page.html")), 0);
    char *text = slurp(in_folder("page.html")), *data = strstr(text, mark);
    ck_assert_ptr_nonnull(data);
    data += strlen(mark);
    *strstr(data, "</script>") = '\0';
    cJSON *root = cJSON_Parse(data);
    ck_assert_ptr_nonnull(root);
    free(text);
    return root;
}

static inline int number_at(const cJSON *list, int index) {
    const cJSON *item = cJSON_GetArrayItem(list, index);
    ck_assert(cJSON_IsNumber(item));
    return item->valueint;
}

#endif
