/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Names of files.  What they depend on (the directory, the environment, the program's name) is
   taken when the module is loaded: the program may change all of it later. */
#include "../sample.h"
#include "build-id.h"

#include <fcntl.h>
#include <link.h>
#include <sys/auxv.h>
#include <sys/utsname.h>

struct origin {
    char directory[PATH_MAX];     /* where the process was started; "" if it has no name; of a
                                     process with privileges, secure_directory () */
    char data_file[PATH_MAX];     /* PATHPROF_FILE, or "" */
    char trace_file[PATH_MAX];    /* PATHPROF_TRACE, or "" */
    char error_file[PATH_MAX];    /* PATHPROF_ERROR_FILE, absolute, or "" */
    char prefix[PATH_MAX];        /* PATHPROF_PREFIX, or "" */
    char temporary[PATH_MAX];     /* TMPDIR, or "/tmp" */
    uint64_t strip;               /* PATHPROF_PREFIX_STRIP: directories to leave out */
    uint64_t live;                /* 1: PATHPROF_CONTINUOUS */
    uint64_t interval;            /* PATHPROF_INTERVAL in nanoseconds, or 0 */
    uint64_t known;               /* 1 when the above is filled in */
    void (*leave)(bool for_good); /* the module's own */
    void *sampler;                /* that the module uses, or NULL; sample.c */
};

static struct origin origin;
static char program[PATH_MAX];
static char module[PATH_MAX];     /* this module's path; the program's without its directory */
static char program_id[65];       /* the program's build id in hexadecimal, or its beginning */
static bool in_program;           /* rather than in a shared object */
static bool with_program;         /* in its namespace */
static uintptr_t program_headers; /* where the kernel says that they are */
static bool secure;               /* privileges: only what the build says counts */

/* What units were compiled with as secure-dir=, one string after the other. */
extern const char __start_pathprof_secure[] __attribute__((weak, visibility("hidden")));
extern const char __stop_pathprof_secure[] __attribute__((weak, visibility("hidden")));

/* The note: name "pathprof", and where struct origin is, counted from the place that says so.  Its
   type is the version of the struct. */
#define ORIGIN_TYPE 5
struct origin_note {
    uint32_t name_size, content_size, type;
    char name[12];
    int32_t distance;
};

__asm__(".pushsection .note.pathprof,\"a\",%note\n"
        "\t.balign 4\n"
        "\t.long 9, 4, 5\n"
        "\t.string \"pathprof\"\n"
        "\t.balign 4\n"
        "\t.long origin - .\n"
        "\t.popsection");

/* Returns the origin that a note of NOTES, SIZE bytes of them, points to and that is filled in. */
static const struct origin *find_origin(const char *notes, size_t size)
{
    while (size >= sizeof(ElfW(Nhdr))) {
        const struct origin_note *note = (const void *)notes;
        uint64_t length = sizeof(ElfW(Nhdr)) + ((note->name_size + 3) & ~(uint64_t)3) +
                          ((note->content_size + 3) & ~(uint64_t)3);
        if (length > size)
            break;
        if (note->name_size == 9 && note->content_size == 4 && note->type == ORIGIN_TYPE &&
            memcmp(note->name, "pathprof", 9) == 0) {
            const struct origin *found =
                (const void *)((const char *)&note->distance + note->distance);
            if (found->known == 1)
                return found;
        }
        notes += length;
        size -= length;
    }
    return NULL;
}

/* Whether the module of INFO is the program.  glibc gives that no name; musl does, but takes its
   headers from where the kernel says that they are, as glibc does unless the dynamic linker was run
   as a command. */
bool __pathprof_is_the_program(const struct dl_phdr_info *info)
{
    return !*info->dlpi_name || (uintptr_t)info->dlpi_phdr == program_headers;
}

static void keep_program_id(const struct dl_phdr_info *info)
{
    size_t length;
    const unsigned char *id = find_build_id(info, &length);
    for (size_t i = 0; i < length && i < sizeof program_id / 2; i++) {
        program_id[2 * i] = "0123456789abcdef"[id[i] >> 4];
        program_id[2 * i + 1] = "0123456789abcdef"[id[i] & 15];
    }
}

/* Keeps the path of this module, a shared object that was loaded as NAME: this happens while it is
   loaded, so that a name which is not absolute is one in the directory that the process is in now. */
static void keep_path(const char *name)
{
    size_t used = 0;
    if (*name != '/') {
        if (system_directory(module, sizeof module) > 0 && module[0] == '/')
            used = text_append(module, strlen(module), sizeof module, module[1] ? "/" : "");
        while (name[0] == '.' && name[1] == '/')
            name += 2;
        if (used + strlen(name) >= sizeof module)
            used = 0;
    }
    text_append(module, used, sizeof module, name);
}

/* Looks at one module of the process: takes the origin from it if it knows one, and its name if
   this is the one that we are in and a shared object. */
static int visit_module(struct dl_phdr_info *info, size_t size, void *closure)
{
    bool is_program = __pathprof_is_the_program(info);
    (void)size;
    (void)closure;
    with_program |= is_program;
    if (is_program)
        keep_program_id(info);
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + header->p_vaddr;
        if (header->p_type == PT_LOAD && (uintptr_t)&origin - start < header->p_memsz) {
            if (!is_program)
                keep_path(info->dlpi_name);
        } else if (header->p_type == PT_NOTE && !origin.known && !secure) {
            const struct origin *found = find_origin((const char *)start, header->p_memsz);
            if (found)
                origin = *found;
        }
    }
    return 0;
}

/* What PATHPROF_FILE and PATHPROF_TRACE may have behind a %. */
static bool is_conversion(const char *letter)
{
    return *letter &&
           (strchr("pbhmt%", *letter) || (*letter >= '1' && *letter <= '9' && letter[1] == 'm'));
}

static void take_template(char *into, const char *variable)
{
    /* secure: whoever starts a setuid program does not say what it overwrites. */
    const char *value = system_environment(variable);
    text_append(into, 0, PATH_MAX, value ? value : "");
    for (const char *at = into; *at; at++) {
        if (*at != '%')
            continue;
        at++;
        if (!is_conversion(at)) {
            char letter[2] = {*at, 0};
            SAY("'%", letter, "' in ", variable,
                " means nothing and is taken as it stands; there are %p, %h, %b, %m, %1m to %9m, "
                "%t "
                "and %%");
        }
        if (!*at)
            break;
    }
}

/* Writes NAME to PATH of PATH_MAX bytes, in the start directory if it is not absolute.  Returns its
   length; it is cut off at PATH_MAX - 1. */
static size_t in_start_directory(char *path, const char *name)
{
    size_t used = 0;
    path[0] = 0;
    if (name[0] != '/' && origin.directory[0]) {
        used = text_append(path, used, PATH_MAX, origin.directory);
        if (path[used - 1] != '/')
            used = text_append(path, used, PATH_MAX, "/");
    }
    return text_append(path, used, PATH_MAX, name);
}

/* What VALUE means: 10s, 500ms, 2m, 1h; a number alone is seconds. */
static uint64_t take_interval(const char *value)
{
    static const struct {
        char name[3];
        uint64_t length;
    } units[] = {{"", 1000000000},
                 {"s", 1000000000},
                 {"ms", 1000000},
                 {"m", 60000000000},
                 {"h", 3600000000000}};
    uint64_t number = 0;
    const char *at = value ? value : "0";
    for (; *at >= '0' && *at <= '9' && number < 100000000; at++)
        number = 10 * number + (uint64_t)(*at - '0');
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(at, units[i].name) == 0 && (number || !value) && number < 100000)
            return number * units[i].length;
    if (*value)
        SAY("PATHPROF_INTERVAL is not a time such as 10s, 500ms, 2m or 1h, but '", value,
            "'; counts are written when the program ends");
    return 0;
}

/* Where a process with privileges writes: where all units of the module say; "" if they do not. */
static const char *secure_directory(void)
{
    const char *first = __start_pathprof_secure;
    for (const char *at = first; at < __stop_pathprof_secure; at += strlen(at) + 1)
        if (strcmp(at, first) != 0)
            return "";
    return first < __stop_pathprof_secure ? first : "";
}

static void take_environment(void)
{
    if (secure) {
        text_append(origin.directory, 0, sizeof origin.directory, secure_directory());
        origin.known = 1;
        return;
    }
    if (system_directory(origin.directory, sizeof origin.directory) < 0 ||
        origin.directory[0] != '/')
        origin.directory[0] = 0;
    const char *value = system_environment("PATHPROF_ERROR_FILE");
    if (value && *value)
        in_start_directory(origin.error_file, value);
    take_template(origin.data_file, "PATHPROF_FILE");
    take_template(origin.trace_file, "PATHPROF_TRACE");
    value = system_environment("PATHPROF_PREFIX");
    text_append(origin.prefix, 0, sizeof origin.prefix, value ? value : "");
    value = system_environment("PATHPROF_PREFIX_STRIP");
    for (; value && *value >= '0' && *value <= '9' && origin.strip < PATH_MAX; value++)
        origin.strip = 10 * origin.strip + (uint64_t)(*value - '0');
    value = system_environment("TMPDIR");
    text_append(origin.temporary, 0, sizeof origin.temporary, value && *value ? value : "/tmp");
    value = system_environment("PATHPROF_CONTINUOUS");
    origin.live = value && *value && strcmp(value, "0") != 0;
    origin.interval = take_interval(system_environment("PATHPROF_INTERVAL"));
    origin.known = 1;
}

static void paths_start(void)
{
    secure = system_is_secure();
    int length = system_read_link_at(AT_FDCWD, "/proc/self/exe", program, sizeof program - 1);
    if (length > 0)
        program[length] = 0;
    else
        text_append(program, 0, sizeof program, (const char *)getauxval(AT_EXECFN));
    program_headers = getauxval(AT_PHDR);
    dl_iterate_phdr(visit_module, NULL);
    in_program = !module[0];
    if (in_program)
        text_append(module, 0, sizeof module, base_name(program));
    if (!origin.known)
        take_environment();
    origin.leave = leave_module;
    origin.sampler = NULL; /* another module's, so far */
}

static bool is_with_program(void)
{
    return with_program;
}

void **__pathprof_own_sampler(void)
{
    return &origin.sampler;
}

static int find_sampler(struct dl_phdr_info *info, size_t size, void *found)
{
    (void)size;
    for (unsigned i = 0; i < info->dlpi_phnum && !*(void **)found; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        if (header->p_type != PT_NOTE)
            continue;
        const struct origin *other =
            find_origin((const char *)info->dlpi_addr + header->p_vaddr, header->p_memsz);
        if (other)
            *(void **)found = other->sampler;
    }
    return 0;
}

void *__pathprof_any_sampler(void)
{
    void *found = NULL;
    dl_iterate_phdr(find_sampler, &found);
    return found;
}

static int leave_one(struct dl_phdr_info *info, size_t size, void *for_good)
{
    (void)size;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        if (header->p_type != PT_NOTE)
            continue;
        const struct origin *found =
            find_origin((const char *)info->dlpi_addr + header->p_vaddr, header->p_memsz);
        if (found && found->leave)
            found->leave(*(bool *)for_good);
    }
    return 0;
}

static void leave_modules(bool for_good)
{
    dl_iterate_phdr(leave_one, &for_good);
}

static const char *module_name(void)
{
    return base_name(module);
}

static const char *module_path(void)
{
    return module;
}

static const char *program_place(void)
{
    return in_program && program[0] == '/' ? program : "";
}

static bool is_secure(void)
{
    return secure;
}

/* The mode of a new file that stays mapped: who can shorten it kills the program, and the umask of daemons is 0. */
static unsigned mode_of_mapped(void)
{
    return is_secure() ? 0600 : 0644;
}

static unsigned make_directories(void)
{
    return origin.prefix[0] || origin.strip ? PLACE_MAKE : 0;
}

bool __pathprof_is_in_program(void)
{
    return in_program;
}

static bool wants_live(void)
{
    return origin.live;
}

static bool may_want_live(void)
{
    return origin.live || !origin.known;
}

static uint64_t wanted_interval(void)
{
    return origin.live ? 0 : origin.interval;
}

static const char *error_path(void)
{
    return origin.error_file;
}

/* ---- Names.  They are made under the lock, in memory that is not on the stack: a handler on a
   small stack of its own may be ending the process. */

static bool is_too_long(size_t length)
{
    return length + 64 >= PATH_MAX; /* room for the names of files beside it */
}

static bool complain_of_length(void)
{
    SAY("the file name made from PATHPROF_FILE, PATHPROF_TRACE or PATHPROF_PREFIX and the start "
        "directory is too long; nothing is written");
    return false;
}

/* Writes NAME, whose % are replaced, to PATH of PATH_MAX bytes: absolute if the start directory is
   known, and below PATHPROF_PREFIX if there is one.  Returns false, having said so, if it is too
   long. */
static bool locate(char *path, const char *name)
{
    static char whole[PATH_MAX];
    if (!origin.prefix[0] && !origin.strip)
        return !is_too_long(in_start_directory(path, name)) || complain_of_length();
    if (is_too_long(in_start_directory(whole, name)))
        return complain_of_length();
    const char *rest = whole;
    for (uint64_t n = 0; n < origin.strip && strchr(rest + 1, '/'); n++)
        rest = strchr(rest + 1, '/');
    size_t used = in_start_directory(path, origin.prefix);
    if (*rest != '/' && used && path[used - 1] != '/')
        used = text_append(path, used, PATH_MAX, "/");
    if (is_too_long(text_append(path, used, PATH_MAX, rest)))
        return complain_of_length();
    return true;
}

/* Writes TEMPLATE, its % replaced, to PATH of PATH_MAX bytes, as locate does. */
static bool expand(char *path, const char *template, uint64_t stamp)
{
    static char name[PATH_MAX];
    size_t used = 0;
    name[0] = 0;
    for (; *template; template ++) {
        char piece[48] = {*template, 0}, digits[21];
        static struct utsname names;
        const char *text = piece;
        if (*template == '%' && is_conversion(template + 1)) {
            switch (*++template) {
            case 'p':
                decimal(piece, system_pid());
                break;
            case 'm':
                hexadecimal(piece, stamp);
                break;
            case 'h':
                text = system_names(&names) == 0 ? names.nodename : "localhost";
                break;
            case 'b':
                text = program_id[0] ? program_id : "none";
                break;
            case 't':
                used = text_append(name, used, PATH_MAX, origin.temporary);
                text = name[used - 1] == '/' ? "" : "/";
                break;
            case '%':
                break;
            default: /* a pool of so many files */
                hexadecimal(piece, stamp);
                text_append(piece, 16, sizeof piece, "_");
                decimal(digits, system_pid() % (uint64_t)(*template ++-'0'));
                text_append(piece, 17, sizeof piece, digits);
            }
        }
        used = text_append(name, used, PATH_MAX, text);
    }
    return is_too_long(used) ? complain_of_length() : locate(path, name);
}

static bool default_path(char *path, const char *name, const char *ending)
{
    static char file[NAME_MAX + 64];
    size_t used = text_append(file, 0, sizeof file, name);
    text_append(file, used, sizeof file, ending);
    return locate(path, file);
}

/* Whether files are written at all; says why not, once. */
static bool is_allowed(void)
{
    static unsigned said;
    bool allowed = !secure || origin.directory[0] == '/';
    if (!allowed && is_first(&said))
        SAY(module, " runs with privileges that who started it has not; nothing is written (option "
                    "secure-dir= of the compilation names a place)");
    return allowed;
}

static bool data_path(char *path, uint64_t stamp)
{
    if (!is_allowed())
        return false;
    return origin.data_file[0] ? expand(path, origin.data_file, stamp)
                               : default_path(path, base_name(program), ".ppda");
}

/* A forked child's trace has its process number behind its name. */
static bool trace_path(char *path, uint64_t stamp, uint64_t forked_pid)
{
    if (!is_allowed() || !(origin.trace_file[0] ? expand(path, origin.trace_file, stamp)
                                                : default_path(path, module, ".pptr")))
        return false;
    if (forked_pid) {
        char digits[21];
        size_t used = text_append(path, strlen(path), PATH_MAX, ".");
        text_append(path, used, PATH_MAX, decimal(digits, forked_pid));
    }
    return true;
}
