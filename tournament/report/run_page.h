/* run_page.h: the sources of a run's page as zero-terminated strings in static storage;
 * engine/shared/page/embed.cmake writes run_page.c at build time. */
#ifndef TOURNAMENT_REPORT_RUN_PAGE_H
#define TOURNAMENT_REPORT_RUN_PAGE_H

extern const char page_html[];
extern const char live_css[]; /* of the games in progress */
extern const char run_js[];   /* the scripts, in the order of the page */
extern const char plots_js[];
extern const char tables_js[];
extern const char games_js[];
extern const char live_js[];

#endif
