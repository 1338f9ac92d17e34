#include "session/block_commands.h"

#include "session/replies.h"
#include "session/searches.h"

static void on_yxshowforbid(Session *session, Words *rest) {
    (void)rest;
    char text[BLOCKS_TEXT_MAX] = "";
    const char *shown = text;
    if (thinker_is_busy(&session->thinker)) {
        shown = session->job.forbidden;
    } else if (!thinker_is_at_rest(&session->thinker) && !session->is_forbid_stale) {
        shown = session->job.forbidden_after; /* pondering may continue */
    } else if (session->width > 0) {
        session_end_search(session);
        settings_apply(&session->settings, &session->dialect, session->engine);
        blocks_write_forbidden(session->engine, session->blocks.is_forbidden[KANAME_BLACK], text);
    }
    line_write(session->writer, "FORBID %s.", shown);
}

/* `add x y side` or `del x y side`; side 0 is Black. Searches for a move of that side exclude the
 * point; YXSHOWFORBID also shows Black's points as forbidden. */
static void on_yxforbid(Session *session, Words *rest) {
    Word verb;
    int64_t x, y, side;
    if (!words_next(rest, &verb) || !words_integer(rest, &x) || !words_integer(rest, &y) ||
        !words_integer(rest, &side) || !words_at_end(rest))
        return;
    bool adds = word_is(verb, "ADD");
    if ((!adds && !word_is(verb, "DEL")) || x < 0 || x >= session->width || y < 0 ||
        y >= session->height || (side != KANAME_BLACK && side != KANAME_WHITE))
        return;
    session->blocks.is_forbidden[side][y][x] = adds;
    session->is_forbid_stale = true;
}

static void on_yxblock(Session *session, Words *rest) {
    (void)rest;
    blocks_set_points(&session->blocks, &session->input.stones, true);
}

static void on_yxblockundo(Session *session, Words *rest) {
    (void)rest;
    blocks_set_points(&session->blocks, &session->input.stones, false);
}

static void on_yxblockreset(Session *session, Words *rest) {
    (void)rest;
    blocks_clear_points(&session->blocks);
}

static void on_yxblockpath(Session *session, Words *rest) {
    (void)rest;
    blocks_add_path(&session->blocks, &session->input.stones);
}

static void on_yxblockpathundo(Session *session, Words *rest) {
    (void)rest;
    blocks_remove_path(&session->blocks, &session->input.stones);
}

static void on_yxblockpathreset(Session *session, Words *rest) {
    (void)rest;
    blocks_clear_paths(&session->blocks);
}

/* ---- The table ----------------------------------------------------------------------------- */

/* Sorted by word. */
static const Command rows[] = {
    {"YXBLOCK", COMMAND_STONES, COMMAND_BESIDE_SEARCH, on_yxblock},
    {"YXBLOCKPATH", COMMAND_STONES, COMMAND_BESIDE_SEARCH, on_yxblockpath},
    {"YXBLOCKPATHRESET", COMMAND_LINE, COMMAND_BESIDE_SEARCH, on_yxblockpathreset},
    {"YXBLOCKPATHUNDO", COMMAND_STONES, COMMAND_BESIDE_SEARCH, on_yxblockpathundo},
    {"YXBLOCKRESET", COMMAND_LINE, COMMAND_BESIDE_SEARCH, on_yxblockreset},
    {"YXBLOCKUNDO", COMMAND_STONES, COMMAND_BESIDE_SEARCH, on_yxblockundo},
    {"YXFORBID", COMMAND_LINE, COMMAND_BESIDE_SEARCH, on_yxforbid},
    {"YXSHOWFORBID", COMMAND_LINE, COMMAND_BESIDE_SEARCH, on_yxshowforbid},
};

const CommandFamily block_commands = {rows, sizeof rows / sizeof rows[0]};
