/* page.h: the sources of the page, made into C by the build (embed.cmake). Static storage. */
#ifndef TOURNAMENT_REPORT_PAGE_H
#define TOURNAMENT_REPORT_PAGE_H

extern const char page_html[];
extern const char page_css[];
extern const char page_js[];

#endif
