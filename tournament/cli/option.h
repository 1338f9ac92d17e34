/* option.h: tables of options. One row defines an option completely; parsing, range errors, --help,
 * the manual page, completion, defaults and the settings of a run derive from it.
 *
 * This folder does not depend on engines or games: a table describes the fields of an unknown
 * struct by their offsets. Tables are constant. All functions are pure except for writes to the
 * struct, and may run on any thread. */
#ifndef TOURNAMENT_CLI_OPTION_H
#define TOURNAMENT_CLI_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct OptionRow OptionRow;
typedef struct OptionTable OptionTable;
typedef struct OptionReader OptionReader;

/* The type of the field, and how its text is read. */
typedef enum OptionKind {
    OPTION_FLAG,    /* bool: set by the option alone; as KEY=on|off inside another option */
    OPTION_INT,     /* int, least to most */
    OPTION_WHOLE,   /* int64_t or uint64_t, least to most, 0 or more */
    OPTION_REAL,    /* double, least_real to most_real */
    OPTION_SECONDS, /* int64_t, milliseconds; the text states seconds, decimals allowed */
    OPTION_BYTES,   /* uint64_t; K, M or G may follow */
    OPTION_TEXT,    /* char *: an allocated copy, freed by option_release() */
    OPTION_CHOICE,  /* int or an enum: the index of the word in `choices` */
    OPTION_WORDS, /* no field: KEY=VALUE words, read by the rows of `words` into the same struct */
    OPTION_OWN    /* read() stores it */
} OptionKind;

/* How -resume treats an option that differs from the resumed run. Zero compares, so that no new row
 * is forgotten. */
typedef enum OptionResume {
    OPTION_COMPARED,  /* refuses; option_print_settings() prints the value */
    OPTION_ELSEWHERE, /* refuses; another row or the run's own record prints the value */
    OPTION_FREE       /* allows it: the option does not decide what is played */
} OptionResume;

struct OptionRow {
    const char *name;  /* "-games"; "depth" of depth=N; "option." of option.KEY=VALUE; an operand's
                          name, "FILE", without a '-' */
    const char *value; /* placeholders, one for each word: "N SCORE"; NULL: a flag. FILE, FOLDER and
                        * COMMAND are completed as such */
    const char *help;  /* meaning; the help adds unit, range and default, and, after a ':' at the
                        * end, the choices */
    const char *group; /* title of its section in the help; NULL inside another option */
    const char *unit;  /* of the value; NULL: none */
    OptionKind kind;
    size_t offset;                /* of the field */
    size_t given;                 /* offset of a bool that reading the option sets; 0: none */
    int64_t least, most;          /* INT64_MAX, INT_MAX: no practical upper limit */
    double least_real, most_real; /* both 0: any finite number */
    const char *standard;         /* the default as the text that sets it; NULL: zeroed field */
    const char *otherwise;        /* describes a default that no text sets; NULL: use `standard` */
    const char *const *choices;   /* ended by NULL; completed for OPTION_OWN too; NULL: none */
    const OptionTable *words;     /* rows of the KEY=VALUE words after it; NULL: none */
    /* Reads the words after the option (for a row inside another option: the value). Returns how
     * many it took, or a negative number after option_complain(). */
    int (*read)(OptionReader *reader, const OptionRow *row, void *target, int left,
                char *const *words);
    OptionResume resume;
    const char *setting;                          /* key in the settings; NULL: the name */
    void (*print)(FILE *out, const void *target); /* settings of an OPTION_OWN: whole lines */
    const char *example;       /* words that change the default, if the kind gives none */
    bool is_command_line_only; /* not allowed in a -config file */
    const char *list; /* in a -config file: the name of a list (of an object if the row's name ends
                       * with '.') with one use of the option per entry; NULL: none */
};

struct OptionTable {
    const OptionRow *rows;   /* ended by one without a name */
    size_t offset;           /* of the rows' struct within the command's struct */
    const char *const *only; /* names of the rows to use, ended by NULL; NULL: all */
};

/* The command line of the program or of a subcommand. */
typedef struct OptionCommand {
    const char *name;          /* NULL: the program itself */
    const char *about;         /* one clause */
    const char *const *usage;  /* the text after the name, one form per entry, ended by NULL */
    const char *const *groups; /* titles in the order of the help, ended by NULL */
    const OptionTable *tables;
    size_t table_count;
    /* Checks options together, after all are read. Returns false after it left an error. NULL: no
     * check. */
    bool (*check)(OptionReader *reader, void *target);
    void (*print_more)(FILE *out);     /* prints the end of the help; NULL: nothing */
    int (*run)(int argc, char **argv); /* argv[0]: the command's name. Returns the exit status */
} OptionCommand;

/* Returns whether the table uses the row, by `only`. */
bool option_takes(const OptionTable *table, const OptionRow *row);
/* Returns the row of a table that reads this name of `length` bytes; NULL if there is none. */
const OptionRow *option_find(const OptionTable *table, const char *name, size_t length);

/* Frees all texts and sets them to NULL. The caller frees memory that read() functions allocated.
 */
void option_release(const OptionTable *table, void *target);
/* Prints the settings that -resume compares, one line "key = value" each, after `indent`. */
void option_print_settings(FILE *out, const OptionTable *table, const void *target,
                           const char *indent);

#endif
