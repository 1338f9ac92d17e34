#include "study/review/outputs.h"

#include "shared/page/page.h"
#include "study/review/page_parts.h"

typedef struct PageData {
    const ReviewedGame *games;
    size_t count;
    const ReviewLimits *limits;
    unsigned weights_id;
} PageData;

static bool write_data(FILE *file, void *context) {
    const PageData *data = context;
    return review_write_json(file, data->games, data->count, data->limits, data->weights_id);
}

bool review_write_page(FILE *file, const ReviewedGame *games, size_t count,
                       const ReviewLimits *limits, unsigned weights_id) {
    static const char *const scripts[] = {review_js, NULL};
    PageData data = {games, count, limits, weights_id};
    const Page page = {.html = review_html,
                       .css = review_css,
                       .scripts = scripts,
                       .write_data = write_data,
                       .context = &data};
    return page_write(file, &page) && !ferror(file);
}
