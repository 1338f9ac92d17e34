/* page_parts.h: the sources of the puzzles' page as zero-terminated strings in static storage;
 * engine/shared/page/embed.cmake writes puzzles_parts.c at build time. */
#ifndef KANAME_PROTOCOL_STUDY_PUZZLES_PAGE_PARTS_H
#define KANAME_PROTOCOL_STUDY_PUZZLES_PAGE_PARTS_H

extern const char puzzles_html[];
extern const char puzzles_css[];
extern const char puzzles_js[];

#endif
