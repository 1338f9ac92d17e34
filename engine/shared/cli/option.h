/* option.h: tables of options. One row defines an option completely; parsing, range errors, --help,
 * the manual page, completion, defaults and the settings of a run derive from it.
 *
 * A table describes the fields of an unknown struct by their offsets. Tables are constant. All
 * functions are pure except for writes to the struct, and may run on any thread.
 *
 * One table fits two spellings: `--depth 3` of a command line, and the KEY=VALUE words `depth=3`
 * behind an option, where the row's name has no dashes. */
#ifndef KANAME_SHARED_CLI_OPTION_H
#define KANAME_SHARED_CLI_OPTION_H

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
    OPTION_SECONDS, /* int64_t, milliseconds; the text states seconds, decimals allowed, from
                     * least_real to most_real, or from 0 if both are 0 */
    OPTION_BYTES,   /* uint64_t; K, M or G may follow */
    OPTION_TEXT,    /* char *: an allocated copy, freed by option_release() */
    OPTION_WORD,    /* const char *: the word itself, the caller's */
    OPTION_LIST,    /* OptionList: adds the word; of an operand that may be repeated */
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

/* Words in the order in which they were read, for OPTION_LIST. The array is allocated, the words
 * are the caller's. */
typedef struct OptionList {
    char **words;
    int count;
} OptionList;

enum { OPTION_SHOWN_MAX = 64 }; /* bytes of a default as the help shows it */

struct OptionRow {
    const char *name;  /* "-games"; "depth" of depth=N; "option." of option.KEY=VALUE; an operand's
                          name without a '-': "FILE", or "FILE..." if it may be repeated */
    const char *value; /* placeholders, one for each word: "N SCORE"; NULL: a flag. FILE, FOLDER and
                        * COMMAND are completed as such */
    const char *help;  /* meaning; the help adds unit, range and default, and, after a ':' at the
                        * end, the choices */
    const char *group; /* title of its section in the help; NULL: none, or inside another option */
    const char *unit;  /* of the value; NULL: none */
    OptionKind kind;
    size_t offset;                /* of the field */
    size_t given;                 /* offset of a bool that reading the option sets; 0: none */
    int64_t least, most;          /* INT64_MAX, INT_MAX: no practical upper limit */
    double least_real, most_real; /* both 0: any finite number */
    const char *standard;         /* the default as the text that sets it; NULL: the field stays */
    const char *otherwise;        /* describes a default that no text sets; NULL: use `standard` */
    bool is_required;             /* of OPTION_TEXT, OPTION_WORD and OPTION_LIST: must be given */
    const char *const *choices;   /* ended by NULL; completed for OPTION_OWN too; NULL: none */
    const OptionTable *words;     /* rows of the KEY=VALUE words after it; NULL: none */
    /* Reads the words after the option (for a row inside another option: the value). Returns how
     * many it took, or a negative number after option_complain(). */
    int (*read)(OptionReader *reader, const OptionRow *row, void *target, int left,
                char *const *words);
    OptionResume resume;
    const char *setting;                          /* key in the settings; NULL: the name */
    void (*print)(FILE *out, const void *target); /* settings of an OPTION_OWN: whole lines */
    /* Writes the target's value as read() takes it, for the help of a command with init(). */
    void (*show)(const void *target, char text[OPTION_SHOWN_MAX]);
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
    const char *program;       /* "kaname-tournament" */
    const char *name;          /* NULL: the program itself */
    const char *about;         /* one clause */
    const char *summary;       /* a paragraph for the help; NULL: `about` */
    const char *const *usage;  /* the text after the name, one form per entry, ended by NULL */
    const char *const *groups; /* titles in the order of the help, ended by NULL; NULL: none */
    const OptionTable *tables;
    size_t table_count;
    const char *version; /* of a program: the text of --version as the first word; NULL: none */
    bool leads; /* of a program: its options may come before a subcommand, whose name ends them */
    /* Sets what the struct holds before the rows' own defaults; the help shows these values. NULL:
     * the caller sets the struct, and the help shows the rows' defaults alone. */
    void (*init)(void *target);
    /* Checks options together, after all are read. Returns false after it left an error. NULL: no
     * check. */
    bool (*check)(OptionReader *reader, void *target);
    void (*print_more)(FILE *out);     /* prints the end of the help; NULL: nothing */
    int (*run)(int argc, char **argv); /* argv[0]: the command's name. Returns the exit status */
} OptionCommand;

/* The field of a row in the struct. */
void *option_field(const OptionRow *row, void *target);
/* Returns whether the row is an operand, a word that is not an option, by its name. */
bool option_is_operand(const OptionRow *row);
/* Returns whether the table uses the row, by `only`. */
bool option_takes(const OptionTable *table, const OptionRow *row);
/* Returns the row of a table that reads this name of `length` bytes; NULL if there is none. */
const OptionRow *option_find(const OptionTable *table, const char *name, size_t length);

/* Frees all texts and lists and clears them. The caller frees memory that read() functions
 * allocated. */
void option_release(const OptionTable *table, void *target);
/* Prints the settings that -resume compares, one line "key = value" each, after `indent`. */
void option_print_settings(FILE *out, const OptionTable *table, const void *target,
                           const char *indent);

#endif
