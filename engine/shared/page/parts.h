/* parts.h: the shared sources of pages as zero-terminated strings in static storage; embed.cmake
 * writes parts.c at build time. */
#ifndef KANAME_SHARED_PAGE_PARTS_H
#define KANAME_SHARED_PAGE_PARTS_H

extern const char page_css[];
extern const char tools_js[]; /* elements, tables, plots */
extern const char board_js[]; /* a board with its stones, steps; needs tools_js */

#endif
