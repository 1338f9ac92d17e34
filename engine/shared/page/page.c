#include "shared/page/page.h"

#include <string.h>

#include "shared/page/parts.h"

/* Writes the text up to the mark. Returns what follows the mark; NULL if there is none. */
static const char *write_up_to(FILE *file, const char *text, const char *mark) {
    const char *at = text != NULL ? strstr(text, mark) : NULL;
    if (at == NULL)
        return NULL;
    fwrite(text, 1, (size_t)(at - text), file);
    return at + strlen(mark);
}

bool page_write(FILE *file, const Page *page) {
    const char *rest = page->html;
    if (page->policy != NULL) {
        rest = write_up_to(file, rest, "@PAGE_POLICY@");
        fputs(page->policy, file);
    }
    rest = write_up_to(file, rest, "@PAGE_CSS@");
    fputs(page_css, file);
    fputs(page->css, file);
    rest = write_up_to(file, rest, "@PAGE_DATA@");
    bool is_good = page->write_data(file, page->context);
    rest = write_up_to(file, rest, "@PAGE_JS@");
    fputs(tools_js, file);
    fputs(board_js, file);
    for (const char *const *script = page->scripts; *script != NULL; script++)
        fputs(*script, file);
    if (rest == NULL)
        return false;
    fputs(rest, file);
    return is_good;
}
