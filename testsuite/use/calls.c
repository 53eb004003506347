/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A reader with escapes and errors, too large to be inlined, of which two loops test the result: its
   hot way is short and gives 0 to 255, its cold ones give less.  PART=1 is the reader alone, PART=2 the rest. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct in {
    const unsigned char *p, *e;
    int state, line;
    unsigned sum;
    FILE *f;
    unsigned char buf[4096];
};

#if PART == 2
extern int errors;
int get(struct in *in, int quote);
#else
int errors;

int get(struct in *in, int quote)
{
    int c;
    if (in->p == in->e) {
        size_t n = in->f ? fread(in->buf, 1, sizeof in->buf, in->f) : 0;
        if (n == 0) {
            if (in->state)
                errors++;
            return -1;
        }
        in->p = in->buf;
        in->e = in->buf + n;
    }
    c = *in->p++;
    in->sum = in->sum * 31 + c;
    if (c == '\n')
        in->line++;
    if (c == '\\' && quote) {
        if (in->p == in->e) {
            errors++;
            fprintf(stderr, "line %d: nothing behind a backslash\n", in->line);
            return -2;
        }
        c = *in->p++;
        switch (c) {
        case 'n':
            c = '\n';
            break;
        case 't':
            c = '\t';
            break;
        case 'r':
            c = '\r';
            break;
        case 'a':
            c = '\a';
            break;
        case 'v':
            c = '\v';
            break;
        case 'x': {
            int k, v = 0;
            for (k = 0; k < 2 && in->p < in->e; k++) {
                int d = *in->p++;
                if (d >= '0' && d <= '9')
                    v = v * 16 + d - '0';
                else if (d >= 'a' && d <= 'f')
                    v = v * 16 + d - 'a' + 10;
                else if (d >= 'A' && d <= 'F')
                    v = v * 16 + d - 'A' + 10;
                else {
                    errors++;
                    fprintf(stderr, "line %d: no digit\n", in->line);
                    return -5;
                }
            }
            c = v & 255;
            break;
        }
        case 'u': {
            unsigned k, v = 0;
            for (k = 0; k < 4 && in->p < in->e; k++) {
                int d = *in->p++ | 32;
                if (d >= '0' && d <= '9')
                    v = v * 16 + d - '0';
                else if (d >= 'a' && d <= 'f')
                    v = v * 16 + d - 'a' + 10;
                else {
                    errors++;
                    fprintf(stderr, "line %d: no digit\n", in->line);
                    return -6;
                }
            }
            if (v > 255) {
                errors++;
                fprintf(stderr, "line %d: wide\n", in->line);
                return -7;
            }
            c = v;
            break;
        }
        case '0':
        case '1':
        case '2':
        case '3':
        case '4':
        case '5':
        case '6':
        case '7': {
            int k, v = c - '0';
            for (k = 0; k < 2 && in->p < in->e && *in->p >= '0' && *in->p <= '7'; k++)
                v = v * 8 + *in->p++ - '0';
            if (v > 255) {
                errors++;
                fprintf(stderr, "line %d: large\n", in->line);
                return -8;
            }
            c = v;
            break;
        }
        case 'q':
            errors++;
            fprintf(stderr, "line %d: quit\n", in->line);
            return -3;
        default:
            break;
        }
        if (in->state == 2)
            in->state = 0;
    }
    if (c == 0) {
        in->state = 1;
        fprintf(stderr, "nul at %d\n", in->line);
        return -4;
    }
    return c;
}
#endif

#if PART != 1
unsigned words(struct in *in)
{
    unsigned n = 0, inside = 0;
    int c;
    while ((c = get(in, 0)) >= 0) {
        int letter = (c | 32) >= 'a' && (c | 32) <= 'z';
        n += letter && !inside;
        inside = letter;
    }
    if (c != -1)
        errors++;
    return n;
}

unsigned quoted(struct in *in)
{
    unsigned n = 0;
    int c;
    while ((c = get(in, 1)) >= 0)
        n += c == '"';
    return n;
}

static struct in in;

int main(int argc, char **argv)
{
    size_t i, n = argc > 1 ? strtoul(argv[1], NULL, 10) : 200000;
    unsigned char *text = malloc(n);
    unsigned long all = 0;
    for (i = 0; i < n; i++)
        text[i] = "the quick \"brown\" fox\njumps over the lazy dog "[i % 46];
    for (int k = 0; k < 20; k++) {
        in.p = text;
        in.e = text + n;
        all += words(&in);
        in.p = text;
        in.e = text + n;
        all += quoted(&in);
    }
    printf("%lu %u %d\n", all, in.sum, errors);
    free(text);
    return 0;
}
#endif
