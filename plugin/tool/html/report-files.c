/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/html/report-files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "core/base/text.h"
#include "input/file/output.h"
#include "tool/html/assets.h"
#include "tool/load/complain.h"

static void fail(struct pp_report_files *files, char *wrong)
{
    if (!files->failed)
        pp_complain("%s", wrong);
    files->failed = true;
    free(wrong);
}

static FILE *open_part(struct pp_report_files *files, const char *path)
{
    char *wrong;
    FILE *stream = pp_output_stream(path, &wrong);
    if (wrong)
        fail(files, wrong);
    return stream;
}

static void close_part(struct pp_report_files *files, FILE *stream, const char *path)
{
    bool written = !ferror(stream);
    if (fclose(stream) != 0 || !written)
        fail(files, pp_sentence("cannot write %s: %s", path, strerror(errno ? errno : EIO)));
}

/* A file of the directory. */
static void write_file(struct pp_report_files *files, const char *name, const char *text)
{
    char *path = pp_sentence("%s/%s", files->directory, name);
    FILE *stream = open_part(files, path);
    if (stream) {
        fputs(text, stream);
        close_part(files, stream, path);
    }
    free(path);
}

static bool make_directory(const char *path)
{
    char *wrong = pp_make_directory(path);
    if (wrong)
        pp_complain("%s", wrong);
    free(wrong);
    return !wrong;
}

/* ---- The page: a text with @NAME@ where something is put in. */

struct filling {
    const char *mark, *text;
};

/* Prints TEXT up to STOP (NULL: to its end) with what FILLINGS, which end with NULL, have. */
static void fill(FILE *stream, const char *text, const char *stop, const struct filling *fillings)
{
    while (*text && text != stop) {
        const struct filling *it = fillings;
        while (it->mark && strncmp(text, it->mark, strlen(it->mark)) != 0)
            it++;
        if (it->mark) {
            fputs(it->text, stream);
            text += strlen(it->mark);
        } else {
            putc(*text++, stream);
        }
    }
}

/* Where the chunks go. */
#define CHUNKS "@chunks@"

/* Scripts and styles inside the page run if they have the word that only this page knows. */
static char *make_nonce(void)
{
    unsigned char random[16];
    char *nonce = NULL;
    if (getrandom(random, sizeof random, 0) != sizeof random)
        abort();
    for (size_t i = 0; i < sizeof random; i++)
        pp_append(&nonce, "%02x", random[i]);
    return nonce;
}

static void fill_single(struct pp_report_files *files)
{
    char *nonce = make_nonce();
    char *policy = pp_sentence("script-src 'nonce-%s'; style-src 'nonce-%s'", nonce, nonce);
    char *style = pp_sentence("<style nonce=\"%s\">%s</style>", nonce, pp_asset_style);
    char *scripts =
        pp_sentence("<script nonce=\"%s\">%s</script>\n<script nonce=\"%s\">%s</script>", nonce,
                    pp_asset_highlight, nonce, pp_asset_script);
    char *licenses =
        pp_sentence("<script type=\"text/plain\" id=\"licenses\">%s</script>", pp_asset_licenses);
    const struct filling fillings[] = {
        {"@policy@", policy},   {"@style@", style}, {CHUNKS, licenses},
        {"@scripts@", scripts}, {NULL, NULL},
    };
    const char *chunks = strstr(pp_asset_page, CHUNKS);
    fill(files->single, pp_asset_page, chunks, fillings);
    /* What follows the chunks is kept until they are all there. */
    size_t size;
    FILE *rest = open_memstream(&files->rest, &size);
    if (!rest)
        abort();
    fill(rest, chunks, NULL, fillings);
    if (fclose(rest) != 0)
        abort();
    free(licenses);
    free(scripts);
    free(style);
    free(policy);
    free(nonce);
}

static void fill_page(struct pp_report_files *files)
{
    static const struct filling fillings[] = {
        {"@policy@", "script-src 'self'; style-src 'self'"},
        {"@style@", "<link rel=\"stylesheet\" href=\"assets/pathprof.css\">"},
        {CHUNKS, ""},
        {"@scripts@", "<script src=\"assets/highlight.js\"></script>\n"
                      "<script src=\"assets/pathprof.js\"></script>"},
        {NULL, NULL},
    };
    FILE *stream = open_part(files, files->name);
    if (stream) {
        fill(stream, pp_asset_page, NULL, fillings);
        close_part(files, stream, files->name);
    }
}

/* ---- Chunks. */

/* For json_dump_callback: "<" is written so that no text can end the script that it is in, nor begin
   a comment there.  Only strings have it. */
static int put_json(const char *text, size_t size, void *stream)
{
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '<')
            fputs("\\u003c", stream);
        else
            putc(text[i], stream);
    }
    return 0;
}

void pp_report_chunk(struct pp_report_files *files, const char *name, json_t *value)
{
    char *path = files->directory ? pp_sentence("%s/data/%s.js", files->directory, name) : NULL;
    FILE *stream = path ? open_part(files, path) : files->single;
    if (stream) {
        if (path)
            fprintf(stream, "pathprof.take(\"%s\",", name);
        else
            fprintf(stream, "<script type=\"application/json\" id=\"data-%s\">", name);
        json_dump_callback(value, put_json, stream, JSON_COMPACT | JSON_ENSURE_ASCII);
        fputs(path ? ");\n" : "</script>\n", stream);
    }
    if (stream && path)
        close_part(files, stream, path);
    free(path);
    json_decref(value);
}

/* ---- */

static bool make_directories(const char *directory)
{
    char *assets = pp_sentence("%s/assets", directory), *data = pp_sentence("%s/data", directory);
    bool made = make_directory(directory) && make_directory(assets) && make_directory(data);
    free(assets);
    free(data);
    return made;
}

bool pp_report_begin(struct pp_report_files *files, const char *output, bool single)
{
    *files = (struct pp_report_files){0};
    if (!single && !make_directories(output))
        return false;
    if (single) {
        files->name = pp_sentence("%s", output);
        files->single = open_part(files, output);
        if (files->single)
            fill_single(files);
    } else {
        files->directory = pp_sentence("%s", output);
        files->name = pp_sentence("%s/index.html", output);
    }
    if (!files->failed)
        return true;
    free(files->name);
    return false;
}

bool pp_report_end(struct pp_report_files *files)
{
    if (files->single) {
        fputs(files->rest, files->single);
        close_part(files, files->single, files->name);
    } else {
        write_file(files, "assets/pathprof.css", pp_asset_style);
        write_file(files, "assets/pathprof.js", pp_asset_script);
        write_file(files, "assets/highlight.js", pp_asset_highlight);
        write_file(files, "assets/LICENSES.txt", pp_asset_licenses);
        fill_page(files);
    }
    free(files->directory);
    free(files->name);
    free(files->rest);
    return !files->failed;
}
