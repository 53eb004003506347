/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A reader of demangled names.  It knows brackets, operators and what may follow parameters; what
   it does not know stays part of the name. */
#include "tool/names/demangled-name.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/graph.h"

/* Names nest less deeply; forged ones are not taken apart. */
#define MOST_BRACKETS 256

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* Past WORD if it is the word at C, which is of TEXT; else C. */
static const char *past_word(const char *text, const char *c, const char *word)
{
    size_t size = strlen(word);
    bool whole = strncmp(c, word, size) == 0 && !is_word(c[size]) && (c == text || !is_word(c[-1]));
    return whole ? c + size : c;
}

/* Past the symbol that makes "operator" a name; C if words do: "operator new", "operator bool". */
static const char *past_symbol(const char *c)
{
    static const char *const symbols[] = {
        "<=>", "<<=", ">>=", "->*", "()", "[]", "<<", ">>", "<=", ">=", "==", "!=", "&&",
        "||",  "++",  "--",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^=", "->", "<",
        ">",   "+",   "-",   "*",   "/",  "%",  "&",  "|",  "^",  "~",  "!",  "=",  ",",
    };
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        size_t size = strlen(symbols[i]);
        if (strncmp(c, symbols[i], size) != 0)
            continue;
        c += size;
        return *c == ' ' && c[1] == '<' ? c + 1 : c; /* "operator< <int>" */
    }
    return c;
}

static char closing(char c)
{
    return c == '(' ? ')' : c == '<' ? '>' : c == '[' ? ']' : c == '{' ? '}' : '\0';
}

/* Past the bracket at C, which is of TEXT, and all that it encloses. */
static const char *past_brackets(const char *text, const char *c)
{
    char open[MOST_BRACKETS];
    size_t depth = 0;
    do {
        const char *past = past_word(text, c, "operator");
        if (past != c) {
            c = past_symbol(past);
            continue;
        }
        if (closing(*c)) {
            if (depth == MOST_BRACKETS)
                return c + strlen(c);
            open[depth++] = closing(*c);
        } else if (*c == '>') {
            /* Elsewhere it is "greater" or half of an arrow. */
            depth -= open[depth - 1] == '>' && c[-1] != '-';
        } else if (*c == ')' || *c == ']' || *c == '}') {
            while (depth && open[depth - 1] != *c)
                depth--; /* "less", not a bracket */
            if (!depth)
                return c;
            depth--;
        }
        c++;
    } while (depth && *c);
    return c;
}

/* Past what may stand behind parameters at C, " const" and the like; else C. */
static const char *past_qualifier(const char *text, const char *c)
{
    static const char *const words[] = {"const", "volatile", "noexcept", "restrict", "__restrict"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *past = past_word(text, c + 1, words[i]);
        if (past != c + 1)
            return past;
    }
    if (c[1] == '[') /* "[clone .part.0]" */
        return past_brackets(text, c + 1);
    return c[1] == '&' ? c + 1 + strspn(c + 1, "&") : c;
}

struct pp_spelling pp_spell(const char *pretty)
{
    struct pp_spelling it = {.start = pretty};
    const char *c = pretty;
    bool words = false; /* within "operator new", "operator bool": blanks are part of it */
    while (*c && *c != ')') {
        const char *past = past_word(pretty, c, "operator");
        if (past != c) {
            c = past_symbol(past);
            words = c == past;
        } else if (*c == '(' && c == it.start && (c[1] == '*' || c[1] == '&')) {
            it.start = c += 1 + strspn(c + 1, "*& "); /* "int (*f<int>(char))(int)" */
        } else if (*c == '(') {
            it.params = c;
            words = false;
            c = past_brackets(pretty, c);
        } else if (closing(*c)) {
            c = past_brackets(pretty, c);
        } else if (*c == ' ' && !words) {
            past = it.params || c[1] == '[' ? past_qualifier(pretty, c) : c;
            if (past == c) {
                it.start = ++c;
                it.params = NULL;
            } else {
                it.params = it.params ? it.params : c;
                c = past;
            }
        } else {
            if (*c == ':' && c[1] == ':')
                it.params = NULL; /* they were those of the function that it is local to */
            c++;
        }
    }
    it.end = c;
    it.params = it.params ? it.params : c;
    return it;
}

/* Whether the bracket at C encloses arguments or parameters: not in
   "(anonymous namespace)", "int (*f())()" or "[clone .part.0]". */
static bool encloses_list(const char *c)
{
    static const char anonymous[] = "(anonymous namespace)";
    return *c == '<' || (*c == '(' && c[1] != '*' && c[1] != '&' &&
                         strncmp(c, anonymous, strlen(anonymous)) != 0);
}

static int by_begin(const void *a, const void *b)
{
    const struct pp_bracket *x = a, *y = b;
    return (x->begin > y->begin) - (x->begin < y->begin);
}

/* The innermost of the DEPTH open brackets that C closes, or DEPTH if none does. */
static size_t closed_by(const char *open, size_t depth, const char *text, const char *c)
{
    if (*c == '>')
        return depth && open[depth - 1] == '>' && (c == text || c[-1] != '-') ? depth - 1 : depth;
    for (size_t d = depth; (*c == ')' || *c == ']' || *c == '}') && d-- > 0;) {
        if (open[d] == *c)
            return d; /* those within it are "less", not brackets */
    }
    return depth;
}

uint32_t pp_spelling_brackets(const char *pretty, struct pp_bracket **brackets)
{
    struct {
        const char *at;
        uint32_t lists; /* lists that enclose it */
    } open[MOST_BRACKETS];
    char closers[MOST_BRACKETS];
    size_t depth = 0;
    uint32_t num = 0, room = 0;
    *brackets = NULL;
    for (const char *c = pretty; *c;) {
        const char *past = past_word(pretty, c, "operator");
        if (past != c) {
            c = past_symbol(past);
            continue;
        }
        size_t closed = closing(*c) ? depth : closed_by(closers, depth, pretty, c);
        if (closing(*c)) {
            if (depth == MOST_BRACKETS)
                break;
            uint32_t outer = depth ? open[depth - 1].lists + encloses_list(open[depth - 1].at) : 0;
            closers[depth] = closing(*c);
            open[depth].at = c;
            open[depth++].lists = outer;
        } else if (closed < depth) {
            depth = closed;
            *brackets = pp_grow(*brackets, &room, num, 1, sizeof **brackets);
            if (encloses_list(open[depth].at))
                (*brackets)[num++] = (struct pp_bracket){(size_t)(open[depth].at + 1 - pretty),
                                                         (size_t)(c - pretty), open[depth].lists};
        }
        c++;
    }
    if (num)
        qsort(*brackets, num, sizeof **brackets, by_begin);
    return num;
}

/* Whether NAME (SIZE bytes) is what stands from C to END, in TEXT; it may lack arguments of
   templates if BARE.  "const" may stand elsewhere, as in "const char*". */
static bool is(const char *text, const char *c, const char *end, const char *name, size_t size,
               bool bare)
{
    const char *begin = name, *stop = name + size;
    const char *literal = c; /* no bracket before there is of a template */
    int consts = 0;
    while (c < end || name < stop) {
        if (c < end && past_word(text, c, "operator") != c)
            literal = past_symbol(c + strlen("operator"));
        if (c < end && (*c == ' ' || past_word(text, c, "const") != c)) {
            consts += *c != ' ';
            c += *c == ' ' ? 1 : strlen("const");
        } else if (name < stop && (*name == ' ' || past_word(begin, name, "const") != name)) {
            consts -= *name != ' ';
            name += *name == ' ' ? 1 : strlen("const");
        } else if (c < end && name < stop && *c == *name) {
            c++;
            name++;
        } else if (bare && c < end && *c == '<' && c >= literal) {
            c = past_brackets(text, c);
        } else {
            return false;
        }
    }
    return consts == 0;
}

/* Whether NAME begins at C, in TEXT, with or without the parameters and what stands behind them. */
static bool is_loosely(const char *text, const struct pp_spelling *it, const char *c,
                       const char *name, size_t size)
{
    const char *plain = it->params < it->end ? past_brackets(text, it->params) : it->end;
    return is(text, c, it->params, name, size, true) || is(text, c, plain, name, size, true) ||
           is(text, c, it->end, name, size, true);
}

/* Whether that is so from the beginning of any namespace or class on. */
static bool is_end(const char *text, const struct pp_spelling *it, const char *name, size_t size)
{
    for (const char *c = it->start; c < it->params;) {
        const char *past = past_word(text, c, "operator");
        if (past != c)
            return false; /* nothing behind it is a part of its own */
        if (closing(*c)) {
            c = past_brackets(text, c);
        } else if (c[0] == ':' && c[1] == ':') {
            c += 2;
            if (is_loosely(text, it, c, name, size))
                return true;
        } else {
            c++;
        }
    }
    return false;
}

unsigned pp_spelling_rank(const char *pretty, const char *name, size_t size)
{
    if (strlen(pretty) == size && memcmp(pretty, name, size) == 0)
        return 1;
    struct pp_spelling it = pp_spell(pretty);
    if (is(pretty, pretty, it.end, name, size, false) ||
        is(pretty, it.start, it.end, name, size, false))
        return 2;
    if (is(pretty, it.start, it.params, name, size, false))
        return 3;
    if (is_loosely(pretty, &it, it.start, name, size))
        return 4;
    return is_end(pretty, &it, name, size) ? 5 : 0;
}
