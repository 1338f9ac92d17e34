/* page.h: the sources of the page as zero-terminated strings in static storage; report/embed.cmake
 * writes page.c at build time. */
#ifndef TOURNAMENT_REPORT_PAGE_H
#define TOURNAMENT_REPORT_PAGE_H

extern const char page_html[];
extern const char page_css[];
extern const char page_js[];

#endif
