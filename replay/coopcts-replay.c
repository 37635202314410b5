/*
 * Plays jobs of CoopCTS: a C compiler, Vulkan headers of 1.3.235 or later and a driver are all that it wants.
 *
 *   cc -O1 -o replay coopcts-replay.c -lvulkan
 *   ./replay FILE [number of the Vulkan device] [--job NAME | --in-order] [--timeout SECONDS] [--strict | --strict-spec]
 *   ./replay FILE --extract DIR
 *
 * FILE is a job file with what it names beside it, or a packed case: a ZIP archive of jobs and what they name.
 * A job's shader is SPIR-V. Prints the wrong elements, a grid of them, and the verdict of each job; exits with
 * 1 if one fails, 0 if none does, 77 if the device lacks what it needs, 2 if FILE is broken, 3 if it cannot be
 * played: it is about something other than one shader or a conversion. Each job has a process of its own; with
 * --in-order all jobs have one, with one device, and the verdict is that of the last: for what fails behind others.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vulkan/vulkan.h>

enum verdict { PASS = 0, FAIL = 1, BROKEN = 2, NOT_PLAYED = 3, WARN = 4, LOST = 5, LACKING = 77 };

static jmp_buf behind_job;
static int is_before_last; /* whatever comes of the job, the next is played */

static _Noreturn void stop(enum verdict verdict, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
    fflush(stdout);
    if (is_before_last && verdict != LOST && verdict != BROKEN) {
        longjmp(behind_job, 1);
    }
    exit(verdict);
}

static void *room_for(size_t count, size_t each) {
    void *made = calloc(count + 1, each);
    if (!made) {
        stop(BROKEN, "out of memory");
    }
    return made;
}

/* ------------------------------------------------------------------------------------------------- files */

struct bytes { const uint8_t *at; size_t size; };

static const char *path_of_file;
static struct bytes archive; /* the packed case, if it is one */

/* Bits of a deflated stream (RFC 1951), the lowest of a byte first. */
struct bits { const uint8_t *at, *end; uint32_t held; int count; };

static int bits(struct bits *from, int wanted) {
    while (from->count < wanted) {
        if (from->at == from->end) {
            stop(BROKEN, "%s: a file in it is cut off", path_of_file);
        }
        from->held |= (uint32_t) *from->at++ << from->count;
        from->count += 8;
    }
    int value = (int) (from->held & ((1u << wanted) - 1));
    from->held >>= wanted;
    from->count -= wanted;
    return value;
}

/* A prefix code: how many words there are of each length, and their symbols in order. */
struct code { int count[16]; uint16_t symbols[320]; };

static void make_code(struct code *code, const uint8_t *lengths, int symbols) {
    int first[16] = {0};
    memset(code->count, 0, sizeof code->count);
    for (int i = 0; i < symbols; i++) {
        code->count[lengths[i]]++;
    }
    code->count[0] = 0;
    for (int length = 1; length < 15; length++) {
        first[length + 1] = first[length] + code->count[length];
    }
    for (int i = 0; i < symbols; i++) {
        if (lengths[i]) {
            code->symbols[first[lengths[i]]++] = (uint16_t) i;
        }
    }
}

static int symbol(struct bits *from, const struct code *code) {
    int word = 0, least = 0, index = 0;
    for (int length = 1; length < 16; length++) {
        word = word << 1 | bits(from, 1);
        least <<= 1;
        if (word - least < code->count[length]) {
            return code->symbols[index + word - least];
        }
        index += code->count[length];
        least += code->count[length];
    }
    stop(BROKEN, "%s: a file in it is damaged", path_of_file);
}

/* Lengths of the words of both codes, which stand in the stream as words of a third. */
static void read_codes(struct bits *from, struct code *literals, struct code *distances) {
    static const uint8_t order[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    uint8_t lengths[320 + 138] = {0};
    int literal = bits(from, 5) + 257, distance = bits(from, 5) + 1, count = bits(from, 4) + 4;
    for (int i = 0; i < count; i++) {
        lengths[order[i]] = (uint8_t) bits(from, 3);
    }
    make_code(literals, lengths, 19);
    memset(lengths, 0, sizeof lengths);
    for (int i = 0; i < literal + distance;) {
        int one = symbol(from, literals), times = 1, value = one;
        if (one == 16) {
            value = i ? lengths[i - 1] : 0;
            times = 3 + bits(from, 2);
        } else if (one > 16) {
            value = 0;
            times = one == 17 ? 3 + bits(from, 3) : 11 + bits(from, 7);
        }
        while (times-- > 0) {
            lengths[i++] = (uint8_t) value;
        }
    }
    make_code(literals, lengths, literal);
    make_code(distances, lengths + literal, distance);
}

static void fixed_codes(struct code *literals, struct code *distances) {
    uint8_t lengths[288];
    for (int i = 0; i < 288; i++) {
        lengths[i] = (uint8_t) (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8);
    }
    make_code(literals, lengths, 288);
    memset(lengths, 5, 30);
    make_code(distances, lengths, 30);
}

static uint8_t *inflated(struct bytes packed, size_t size) {
    static const int lengths[] = {3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99,
                                  115, 131, 163, 195, 227, 258};
    struct bits from = {packed.at, packed.at + packed.size, 0, 0};
    uint8_t *to = room_for(size, 1);
    size_t at = 0;
    int is_last;
    do {
        struct code literals, distances;
        is_last = bits(&from, 1);
        int kind = bits(&from, 2);
        if (kind == 0) {
            bits(&from, from.count & 7);
            int count = bits(&from, 16);
            bits(&from, 16);
            while (count-- > 0 && at < size) {
                to[at++] = (uint8_t) bits(&from, 8);
            }
            continue;
        }
        kind == 1 ? fixed_codes(&literals, &distances) : read_codes(&from, &literals, &distances);
        for (int one; (one = symbol(&from, &literals)) != 256;) {
            if (one < 256 && at < size) {
                to[at++] = (uint8_t) one;
                continue;
            }
            int i = one - 257;
            if (i < 0 || i > 28) { /* more bytes than there are, or a word without a meaning */
                stop(BROKEN, "%s: a file in it is damaged", path_of_file);
            }
            int length = lengths[i] + (i < 8 || i == 28 ? 0 : bits(&from, i / 4 - 1));
            int d = symbol(&from, &distances);
            size_t back = (size_t) (d < 4 ? d + 1 : (2 + (d & 1)) * (1 << (d / 2 - 1)) + 1 + bits(&from, d / 2 - 1));
            if (back > at || at + (size_t) length > size) {
                stop(BROKEN, "%s: a file in it is damaged", path_of_file);
            }
            for (; length > 0; length--, at++) {
                to[at] = to[at - back];
            }
        }
    } while (!is_last);
    if (at != size) {
        stop(BROKEN, "%s: a file in it is damaged", path_of_file);
    }
    return to;
}

static uint32_t little(const uint8_t *at, int bytes) {
    uint32_t value = 0;
    while (bytes-- > 0) {
        value = value << 8 | at[bytes];
    }
    return value;
}

/* Behind the archive's directory. */
static const uint8_t *directory_end(void) {
    const uint8_t *end = archive.at + archive.size - 22;
    while (end > archive.at && little(end, 4) != 0x06054b50) {
        end--;
    }
    if (end == archive.at) {
        stop(BROKEN, "%s is cut off", path_of_file);
    }
    return end;
}

/* The next entry of the archive's directory, from the first on where `at` is NULL; NULL behind the last. */
static const uint8_t *entry(const uint8_t *at) {
    const uint8_t *end = directory_end();
    at = at ? at + 46 + little(at + 28, 2) + little(at + 30, 2) + little(at + 32, 2) : archive.at + little(end + 16, 4);
    if (at == end) {
        return NULL;
    }
    if (at + 46 > end || little(at, 4) != 0x02014b50 || at + 46 + little(at + 28, 2) > end) {
        stop(BROKEN, "%s: its directory is damaged", path_of_file);
    }
    return at;
}

/* CRC-32 as ZIP has it. */
static uint32_t checksum(struct bytes bytes) {
    uint32_t sum = ~0u;
    for (size_t i = 0; i < bytes.size; i++) {
        sum ^= bytes.at[i];
        for (int bit = 0; bit < 8; bit++) {
            sum = sum >> 1 ^ (sum & 1 ? 0xEDB88320u : 0);
        }
    }
    return ~sum;
}

/* A file of the archive, with the name, the size and the checksum that the directory says. */
static struct bytes unpacked(const uint8_t *at) {
    size_t start = little(at + 42, 4), name = little(at + 28, 2), size = little(at + 24, 4), method = little(at + 10, 2);
    const uint8_t *local = archive.at + start;
    if (start + 30 + name > archive.size || little(local, 4) != 0x04034b50 || little(local + 26, 2) != name
        || memcmp(local + 30, at + 46, name) != 0) {
        stop(BROKEN, "%s: a file in it is damaged", path_of_file);
    }
    struct bytes packed = {local + 30 + name + little(local + 28, 2), little(at + 20, 4)};
    if (packed.at + packed.size > archive.at + archive.size) {
        stop(BROKEN, "%s is cut off", path_of_file);
    }
    if (method == 0 ? packed.size != size : method != 8) {
        stop(BROKEN, "%s: a file in it is damaged", path_of_file);
    }
    struct bytes whole = {method ? inflated(packed, size) : packed.at, size};
    if (checksum(whole) != little(at + 16, 4)) {
        stop(BROKEN, "%s: a file in it is damaged: %.*s", path_of_file, (int) name, (const char *) at + 46);
    }
    return whole;
}

static struct bytes read_whole(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        stop(BROKEN, "%s cannot be read: %s", path, strerror(errno));
    }
    size_t room = 1 << 16, size = 0, got;
    uint8_t *to = malloc(room);
    while (to && (got = fread(to + size, 1, room - size, file)) > 0) {
        size += got;
        to = size < room ? to : realloc(to, room *= 2);
    }
    fclose(file);
    if (!to) {
        stop(BROKEN, "out of memory");
    }
    return (struct bytes){to, size};
}

/* A file that the job names. */
static struct bytes named(const char *name) {
    if (archive.size) {
        for (const uint8_t *at = entry(NULL); at; at = entry(at)) {
            if (little(at + 28, 2) == strlen(name) && memcmp(at + 46, name, strlen(name)) == 0) {
                return unpacked(at);
            }
        }
        stop(BROKEN, "%s has no file %s", path_of_file, name);
    }
    const char *slash = strrchr(path_of_file, '/');
    int folder = slash && *name != '/' ? (int) (slash - path_of_file) + 1 : 0;
    char path[4096];
    snprintf(path, sizeof path, "%.*s%s", folder, path_of_file, name);
    return read_whole(path);
}

/* -------------------------------------------------------------------------------------------------- JSON */

struct node {
    char kind; /* one of { [ " 0 t f n */
    char *name, *text;
    double number;
    struct node *first, *next;
};

static char *blanks(char *at) { return at + strspn(at, " \t\r\n"); }

static char *parse_text(char *at, char **text) {
    char *to = *text = ++at;
    for (; *at != '"'; at++) {
        if (*at == 0) {
            stop(BROKEN, "%s: a text has no end", path_of_file);
        }
        if (*at != '\\') {
            *to++ = *at;
            continue;
        }
        switch (*++at) {
        case 'n': *to++ = '\n'; break;
        case 't': *to++ = '\t'; break;
        case 'u': *to++ = '?'; at += 4; break;
        default: *to++ = *at;
        }
    }
    *to = 0;
    return at + 1;
}

static char *parse(char *at, struct node *into) {
    at = blanks(at);
    into->kind = *at == '-' || (*at >= '0' && *at <= '9') ? '0' : *at;
    if (*at == '"') {
        at = parse_text(at, &into->text);
        into->number = strtod(into->text, NULL); /* Infinity stands in a text */
    } else if (into->kind == '0') {
        into->number = strtod(at, &at);
    } else if (*at == '{' || *at == '[') {
        char end = *at == '{' ? '}' : ']';
        struct node **last = &into->first;
        for (at = blanks(at + 1); *at != end; at = blanks(at)) {
            struct node *member = *last = room_for(1, sizeof *member);
            last = &member->next;
            if (end == '}') {
                at = *at == '"' ? blanks(parse_text(at, &member->name)) : at;
                if (*at++ != ':') {
                    stop(BROKEN, "%s is no job: a member without a name", path_of_file);
                }
            }
            at = blanks(parse(at, member));
            at += *at == ',';
        }
        at++;
    } else if (*at >= 'a' && *at <= 'z') {
        at += strspn(at, "abcdefghijklmnopqrstuvwxyz");
    } else {
        stop(BROKEN, "%s is no JSON at '%.20s'", path_of_file, at);
    }
    return at;
}

static const struct node *json(const char *file) {
    struct bytes bytes = named(file);
    char *text = memcpy(room_for(bytes.size + 1, 1), bytes.at, bytes.size);
    struct node *root = room_for(1, sizeof *root);
    parse(text, root);
    return root;
}

static const struct node *member(const struct node *of, const char *name) {
    const struct node *at = of ? of->first : NULL;
    while (at && (!at->name || strcmp(at->name, name) != 0)) {
        at = at->next;
    }
    return at && at->kind != 'n' ? at : NULL;
}

static const struct node *list(const struct node *of, const char *name) {
    const struct node *at = member(of, name);
    return at ? at->first : NULL;
}

static int length(const struct node *first) {
    int count = 0;
    for (; first; first = first->next) {
        count++;
    }
    return count;
}

static double number_of(const struct node *of, const char *name, double otherwise) {
    const struct node *at = member(of, name);
    return at ? at->number : otherwise;
}

static long whole(const struct node *of, const char *name, long otherwise) {
    return (long) number_of(of, name, (double) otherwise);
}

static const char *text_of(const struct node *of, const char *name) {
    const struct node *at = member(of, name);
    return at ? at->text : NULL;
}

static int is_true(const struct node *of, const char *name) {
    const struct node *at = member(of, name);
    return at && at->kind == 't';
}

static int is(const char *one, const char *other) { return one && strcmp(one, other) == 0; }

static struct bytes hexadecimal(const char *text) {
    uint8_t *to = room_for(text ? strlen(text) : 0, 1);
    size_t digits = 0;
    for (; text && *text; text++) {
        const char *all = "0123456789abcdef", *digit = strchr(all, *text | 0x20);
        if (*text != ' ' && digit) {
            to[digits / 2] = (uint8_t) (to[digits / 2] << 4 | (digit - all));
            digits++;
        }
    }
    return (struct bytes){to, digits / 2};
}

/* ------------------------------------------------------------------------------------- what is acceptable */

/* How the bits of an element are read: kind 'f' for numbers with exponent and mantissa, 'i' and 'u' for whole
   ones; what the largest exponent stands for: 2 Inf and NaN, 1 NaN alone. */
static const struct format {
    const char *name;
    uint32_t value; /* of VkComponentTypeKHR */
    char kind;
    int bits, exponent, mantissa, bias, specials;
} formats[] = {
    {"uint8", 7, 'u', 8, 0, 0, 0, 0},
    {"uint16", 8, 'u', 16, 0, 0, 0, 0},
    {"uint32", 9, 'u', 32, 0, 0, 0, 0},
    {"uint64", 10, 'u', 64, 0, 0, 0, 0},
    {"sint8", 3, 'i', 8, 0, 0, 0, 0},
    {"sint16", 4, 'i', 16, 0, 0, 0, 0},
    {"sint32", 5, 'i', 32, 0, 0, 0, 0},
    {"sint64", 6, 'i', 64, 0, 0, 0, 0},
    {"float16", 0, 'f', 16, 5, 10, 15, 2},
    {"float32", 1, 'f', 32, 8, 23, 127, 2},
    {"float64", 2, 'f', 64, 11, 52, 1023, 2},
    {"bfloat16", 1000141000, 'f', 16, 8, 7, 127, 2},
    {"float8_e4m3", 1000491002, 'f', 8, 4, 3, 7, 1},
    {"float8_e5m2", 1000491003, 'f', 8, 5, 2, 15, 2},
    {"sint8_packed", 1000491000, 'u', 32, 0, 0, 0, 0},
    {"uint8_packed", 1000491001, 'u', 32, 0, 0, 0, 0},
};

static const struct format *format_named(const char *name) {
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (is(name, formats[i].name)) {
            return &formats[i];
        }
    }
    stop(BROKEN, "there is no component '%s'", name ? name : "");
}

/* How binding a rule is, the most binding first. */
enum tier { MUST, PRACTICE, TOLERANT, QUALITY };

struct rule { const char *assertion, *sentence; enum tier tier; int keeps_zeros; char is_told; };

/* An element of which more than one value is acceptable. */
struct open {
    size_t offset;
    char kind; /* 'o' one of the patterns, 'w' from low to high, 'n' NaN, 'a' anything */
    const struct format *format;
    struct rule *rule;
    double low, high;
    uint64_t *patterns;
    int count;
};

/* A matrix that is stored: the last one over a byte tells its row and column. */
struct matrix {
    int instance, rows, columns, by_rows;
    const struct format *format;
    struct rule *rule;
    long start, stride, from, to;
    char *letters; /* of its wrong elements; NULL where there are none */
};

/* The sum of 32-bit elements reaches a bound. */
struct total { size_t offset; int count; long long least; struct rule *rule; };

struct buffer {
    const char *name;
    int set, binding, element; /* -1: reached by its address alone, or there for matrices alone */
    size_t bytes;
    uint8_t *before, *expected; /* NULL: not judged */
    struct open *opens;
    struct matrix *matrices;
    struct total *totals;
    int open_count, matrix_count, total_count;
};

enum { MOST_BUFFERS = 64, GUARD = 256, SHOWN = 4 };
static struct buffer buffers[MOST_BUFFERS];
static int buffer_count;
static struct rule untouched = {"KHR-STORE-003", "nothing was to be stored here", MUST, 1, 0};

static struct rule *rules_of(const struct node *accept) {
    static const char *const tiers[] = {"must", "practice", "tolerant", "quality"};
    const struct node *at = list(accept, "rules");
    struct rule *rules = room_for((size_t) length(at), sizeof *rules);
    for (int i = 0; at; at = at->next, i++) {
        rules[i].assertion = text_of(at, "assertion");
        rules[i].sentence = text_of(at, "sentence");
        rules[i].keeps_zeros = is_true(at, "keepsZeros");
        while (rules[i].tier < QUALITY && !is(text_of(at, "tier"), tiers[rules[i].tier])) {
            rules[i].tier++;
        }
    }
    return rules;
}

/* What is said of a buffer beside its expected bytes. */
static void accept(struct buffer *buffer, const char *file) {
    const struct node *said = json(file), *at;
    struct rule *rules = rules_of(said);
    buffer->opens = room_for((size_t) length(list(said, "elements")), sizeof *buffer->opens);
    for (at = list(said, "elements"); at; at = at->next) {
        struct open *o = &buffer->opens[buffer->open_count++];
        const struct node *one = list(at, "oneOf");
        *o = (struct open){(size_t) whole(at, "offset", 0), one ? 'o' : is_true(at, "nan") ? 'n' : is_true(at, "any") ? 'a' : 'w',
            format_named(text_of(at, "component")), &rules[whole(at, "rule", 0)], number_of(at, "low", 0),
            number_of(at, "high", 0), room_for((size_t) length(one), sizeof *o->patterns), 0};
        for (; one; one = one->next) {
            o->patterns[o->count++] = strtoull(one->text, NULL, 16);
        }
        if (o->offset + (size_t) o->format->bits / 8 > buffer->bytes) {
            stop(BROKEN, "%s: an element lies behind the end of %s", file, buffer->name);
        }
    }
    buffer->matrices = room_for((size_t) length(list(said, "matrices")), sizeof *buffer->matrices);
    for (at = list(said, "matrices"); at; at = at->next) {
        buffer->matrices[buffer->matrix_count++] = (struct matrix){(int) whole(at, "instance", 0),
            (int) whole(at, "rows", 0), (int) whole(at, "columns", 0), is(text_of(at, "layout"), "row_major"),
            format_named(text_of(at, "component")), &rules[whole(at, "rule", 0)], whole(at, "offset", 0),
            whole(at, "stride", 0), whole(at, "from", 0), whole(at, "to", (long) buffer->bytes), NULL};
    }
    buffer->totals = room_for((size_t) length(list(said, "totals")), sizeof *buffer->totals);
    for (at = list(said, "totals"); at; at = at->next) {
        buffer->totals[buffer->total_count++] = (struct total){(size_t) whole(at, "offset", 0),
            (int) whole(at, "count", 0), (long long) number_of(at, "atLeast", 0), &rules[whole(at, "rule", 0)]};
    }
}

/* ------------------------------------------------------------------------------------------------ verdict */

static int is_strict, by_the_letter;
static int wrong, failures;

static uint64_t pattern(const uint8_t *bytes, size_t offset, int bits) {
    uint64_t value = 0;
    for (int i = bits / 8 - 1; i >= 0; i--) {
        value = value << 8 | bytes[offset + (size_t) i];
    }
    return value;
}

static double number(const struct format *f, uint64_t p) {
    if (f->kind == 'u') {
        return (double) p;
    }
    if (f->kind == 'i') {
        int shift = 64 - f->bits;
        return (double) ((int64_t) (p << shift) >> shift);
    }
    uint64_t mantissa = p & ((1ull << f->mantissa) - 1);
    int exponent = (int) (p >> f->mantissa) & ((1 << f->exponent) - 1);
    double sign = p >> (f->exponent + f->mantissa) & 1 ? -1 : 1;
    if (exponent == (1 << f->exponent) - 1) {
        if (f->specials == 2) {
            return mantissa ? NAN : sign * INFINITY;
        }
        if (f->specials == 1 && mantissa == (1ull << f->mantissa) - 1) {
            return NAN;
        }
    }
    double value = (double) (exponent ? mantissa | 1ull << f->mantissa : mantissa);
    for (int e = (exponent ? exponent : 1) - f->bias - f->mantissa; e != 0; e += e < 0 ? 1 : -1) {
        value *= e < 0 ? 0.5 : 2;
    }
    return sign * value;
}

static int accepts(const struct open *o, uint64_t p) {
    double value = number(o->format, p);
    switch (o->kind) {
    case 'a': return 1;
    case 'n': return value != value;
    case 'w': return value >= o->low && value <= o->high;
    default:
        for (int i = 0; i < o->count; i++) {
            if (o->patterns[i] == p) {
                return 1;
            }
        }
        return 0;
    }
}

/* What the Khronos CTS takes of a large product of floats. */
static int is_near(double wanted, double got) { return fabs(wanted - got) / (fabs(wanted) + 0.001) <= 3.0 / 1024; }

/* How a rule binds that a number misses: as quality where only the sign of a zero is not as due and no sentence
   binds it; of the tolerant ones as practice only where the number is farther off than the CTS takes. */
static enum tier missed(const struct open *o, uint64_t got) {
    uint64_t sign = 1ull << (o->format->bits - 1);
    if (o->format->kind == 'f' && !(got & ~sign) && !o->rule->keeps_zeros && accepts(o, got ^ sign)) {
        return QUALITY;
    }
    if (o->rule->tier != TOLERANT) {
        return o->rule->tier;
    }
    double value = number(o->format, got);
    int near_one = o->kind == 'w' && (is_near(o->low, value) || is_near(o->high, value));
    for (int i = 0; i < o->count; i++) {
        near_one |= is_near(number(o->format, o->patterns[i]), value);
    }
    return near_one ? QUALITY : PRACTICE;
}

/* The matrix element at a byte, its first byte in *start. */
static struct matrix *element(const struct buffer *buffer, long offset, int *row, int *column, long *start) {
    struct matrix *found = NULL;
    for (struct matrix *m = buffer->matrices; m < buffer->matrices + buffer->matrix_count; m++) {
        if (offset < m->from || offset >= m->to) {
            continue;
        }
        int bytes = m->format->bits / 8;
        for (int r = 0; r < m->rows; r++) {
            for (int c = 0; c < m->columns; c++) {
                long at = m->start + (m->by_rows ? r * m->stride + c * bytes : c * m->stride + r * bytes);
                if (offset >= at && offset < at + bytes) {
                    found = m;
                    *row = r;
                    *column = c;
                    *start = at;
                }
            }
        }
    }
    return found;
}

static void mark(struct matrix *m, int row, int column, char letter) {
    size_t size = (size_t) m->rows * (size_t) m->columns;
    if (!m->letters) {
        m->letters = memset(room_for(size, 1), '.', size);
    }
    m->letters[row * m->columns + column] = letter;
}

static void complain(const struct buffer *buffer, size_t offset, const char *expected, const struct format *format,
                     uint64_t got, struct rule *rule, enum tier tier) {
    int row, column;
    long start;
    double value = number(format, got);
    struct matrix *m = element(buffer, (long) offset, &row, &column, &start);
    failures += is_strict || tier == MUST || (tier == PRACTICE && !by_the_letter);
    if (m) {
        mark(m, row, column, value != value ? 'N' : value == 0 ? '0'
            : pattern(buffer->before, offset, format->bits) == got ? '-' : 'x');
    }
    if (++wrong > SHOWN) {
        return;
    }
    printf("%s+%zu", buffer->name, offset);
    if (m) {
        printf(" (instance %d, row %d, column %d)", m->instance, row, column);
    }
    printf(": expected %s, got %.9g (0x%0*llx)\n", expected, value, format->bits / 4, (unsigned long long) got);
    if (!rule->is_told++) {
        printf("  [%.*s] %s\n", (int) strcspn(rule->assertion, " "), rule->assertion, rule->sentence ? rule->sentence : "");
    }
}

/* Whether row or column `line` of a matrix has a wrong element. */
static int has_wrong(const struct matrix *m, int is_row, int line) {
    int wrong_ones = 0;
    for (int i = 0; i < (is_row ? m->columns : m->rows); i++) {
        wrong_ones += m->letters[is_row ? line * m->columns + i : i * m->columns + line] != '.';
    }
    return wrong_ones;
}

/* "rows 9 to 15 of 16". */
static void lines(const struct matrix *m, int is_row) {
    int count = is_row ? m->rows : m->columns;
    const char *before = is_row ? ", rows " : ", columns ";
    for (int line = 0; line < count; line++) {
        int last = line;
        if (!has_wrong(m, is_row, line)) {
            continue;
        }
        while (last + 1 < count && has_wrong(m, is_row, last + 1)) {
            last++;
        }
        printf(last > line ? "%s%d to %d" : "%s%d", before, line, last);
        before = ", ";
        line = last;
    }
    printf(" of %d", count);
}

/* The first matrix with wrong elements as a grid, and how many others there are. */
static void picture(void) {
    int others = -1;
    for (const struct buffer *b = buffers; b < buffers + buffer_count; b++) {
        for (const struct matrix *m = b->matrices; m < b->matrices + b->matrix_count; m++) {
            if (!m->letters || ++others > 0) {
                continue;
            }
            printf("%s, instance %d", b->name, m->instance);
            lines(m, 1);
            lines(m, 0);
            printf(" are wrong\n");
            for (int row = 0; row < m->rows && m->rows <= 48 && m->columns <= 96; row++) {
                printf("  %3d  %.*s\n", row, m->columns, m->letters + row * m->columns);
            }
            printf("  . right, x wrong, 0 zero, N NaN, - as before the run\n");
        }
    }
    if (others > 0) {
        printf("and %d other matrices\n", others);
    }
}

static void judge(struct buffer *b, const uint8_t *actual) {
    char text[160];
    uint8_t *rest = memcpy(room_for(b->bytes, 1), actual, b->bytes);
    for (const struct open *o = b->opens; o < b->opens + b->open_count; o++) {
        int bits = o->format->bits;
        uint64_t got = pattern(actual, o->offset, bits);
        if (!accepts(o, got)) {
            if (o->kind == 'w') {
                snprintf(text, sizeof text, "%.9g to %.9g", o->low, o->high);
            } else if (o->kind == 'n') {
                strcpy(text, "NaN");
            } else {
                snprintf(text, sizeof text, "%.9g%s", number(o->format, o->patterns[0]), o->count > 1 ? " or another" : "");
            }
            complain(b, o->offset, text, o->format, got, o->rule, missed(o, got));
        }
        memcpy(rest + o->offset, b->expected + o->offset, (size_t) bits / 8);
    }
    for (size_t i = 0; i < b->bytes; i++) {
        int row, column;
        long start;
        if (rest[i] == b->expected[i]) {
            continue;
        }
        struct matrix *m = element(b, (long) i, &row, &column, &start);
        if (m) {
            int bits = m->format->bits;
            uint64_t wanted = pattern(b->expected, (size_t) start, bits), got = pattern(actual, (size_t) start, bits);
            struct open exact = {(size_t) start, 'o', m->format, m->rule, 0, 0, &wanted, 1};
            snprintf(text, sizeof text, "%.9g", number(m->format, wanted));
            complain(b, (size_t) start, text, m->format, got, m->rule, missed(&exact, got));
            i = (size_t) start + (size_t) bits / 8 - 1;
        } else {
            snprintf(text, sizeof text, "0x%02x as before", b->expected[i]);
            complain(b, i, text, &formats[0], actual[i], &untouched, MUST);
        }
    }
    for (const struct total *t = b->totals; t < b->totals + b->total_count; t++) {
        long long sum = 0;
        for (int k = 0; k < t->count; k++) {
            sum += (int32_t) pattern(actual, t->offset + 4 * (size_t) k, 32);
        }
        if (sum < t->least) {
            printf("%s+%zu: the sum of %d elements is %lld, not at least %lld\n  [%s] %s\n", b->name, t->offset, t->count,
                   sum, t->least, t->rule->assertion, t->rule->sentence);
            wrong++;
            failures += is_strict || t->rule->tier == MUST || (t->rule->tier == PRACTICE && !by_the_letter);
        }
    }
    free(rest);
}

static enum verdict ended(void) {
    if (wrong > SHOWN) {
        printf("and %d more\n", wrong - SHOWN);
    }
    picture();
    if (wrong) {
        printf("%s: %d wrong elements\n", failures ? "FAIL" : "WARN", wrong);
    } else {
        printf("PASS\n");
    }
    return failures ? FAIL : wrong ? WARN : PASS;
}

/* ---------------------------------------------------------------------------------------------------- job */

struct constant { uint32_t id; uint8_t bytes[8]; size_t size; };
struct address { int from, into; size_t offset; }; /* into -1: the push constants */

/* A matrix of cooperative vectors. Layouts: 0 rows, 1 columns, 2 inferencing, 3 training. */
struct matrix_at { int buffer; size_t offset, bytes, stride; uint32_t component, rows, columns, layout; };

/* Converted by the host before the run (-1) or behind it (`runs`), else by a command behind the run of that
   number. */
struct conversion { int when; struct matrix_at from, to; uint8_t *kept; };

static struct bytes spirv;
static VkShaderStageFlagBits stage_bit;
static const char *entry_point, *way = "plain";
static uint32_t groups[3] = {1, 1, 1};
static uint32_t subgroup_size;
static int is_full, is_robust, is_by_command;
static struct constant *constants;
static int constant_count;
static struct bytes *pushes; /* of each run; behind each is a barrier */
static int runs = 1;
static struct address *addresses;
static int address_count;
static struct conversion conversions[256];
static int conversion_count;

/* The other stages of the pipeline. */
static struct companion { VkShaderStageFlagBits stage; struct bytes spirv; } companions[8];
static int companion_count;

static uint32_t word(struct bytes module, size_t at) { return little(module.at + 4 * at, 4); }

/* The next instruction of a module with one of these opcodes, from `at` on; 0 where there is none. */
static size_t instruction(struct bytes module, size_t at, uint32_t one, uint32_t other) {
    for (size_t words; at < module.size / 4 && (words = word(module, at) >> 16) > 0; at += words) {
        uint32_t opcode = word(module, at) & 0xFFFF;
        if (at + words <= module.size / 4 && (opcode == one || opcode == other)) {
            return at;
        }
    }
    return 0;
}

static size_t behind(struct bytes module, size_t at) { return at + (word(module, at) >> 16); }

enum { HEADER = 5, OP_CAPABILITY = 17, OP_TYPE_INT = 21, OP_TYPE_FLOAT = 22, OP_TYPE_POINTER = 32, OP_SPEC_TRUE = 48,
       OP_SPEC_FALSE = 49, OP_SPEC_CONSTANT = 50, OP_VARIABLE = 59, OP_DECORATE = 71,
       OP_UNTYPED_VARIABLE = 4418, OP_ACCELERATION_STRUCTURE = 5341, SPEC_ID = 1, BUFFER_BLOCK = 3, BINDING = 33,
       DESCRIPTOR_SET = 34, UNIFORM = 2, STORAGE_BUFFER = 12 };

/* What a decoration of an id says, or -1. */
static long decoration(struct bytes module, uint32_t id, uint32_t which) {
    for (size_t at = HEADER; (at = instruction(module, at, OP_DECORATE, OP_DECORATE)); at = behind(module, at)) {
        if (word(module, at + 1) == id && word(module, at + 2) == which) {
            return which == BUFFER_BLOCK ? 1 : (long) word(module, at + 3);
        }
    }
    return -1;
}

/* Whether the module declares a uniform buffer there; all others are storage buffers. */
static int is_uniform(int set, int binding) {
    for (size_t at = HEADER; (at = instruction(spirv, at, OP_VARIABLE, OP_VARIABLE)); at = behind(spirv, at)) {
        uint32_t id = word(spirv, at + 2), type = word(spirv, at + 1);
        long own = decoration(spirv, id, DESCRIPTOR_SET);
        if (word(spirv, at + 3) != UNIFORM || decoration(spirv, id, BINDING) != binding || (own < 0 ? 0 : own) != set) {
            continue;
        }
        for (size_t to = HEADER; (to = instruction(spirv, to, OP_TYPE_POINTER, OP_TYPE_POINTER)); to = behind(spirv, to)) {
            if (word(spirv, to + 1) == type) {
                return decoration(spirv, word(spirv, to + 3), BUFFER_BLOCK) < 0;
            }
        }
    }
    return 0;
}

static int has_buffer(long set, long binding) {
    for (int i = 0; i < buffer_count; i++) {
        if (buffers[i].set == set && buffers[i].binding == binding) {
            return 1;
        }
    }
    return 0;
}

/* A driver may do anything with a buffer that is declared and not there. */
static void want_declared(struct bytes module) {
    for (size_t at = HEADER; (at = instruction(module, at, OP_VARIABLE, OP_UNTYPED_VARIABLE)); at = behind(module, at)) {
        uint32_t storage = word(module, at + 3);
        long set = decoration(module, word(module, at + 2), DESCRIPTOR_SET), binding = decoration(module, word(module, at + 2), BINDING);
        set = set < 0 ? 0 : set;
        if ((storage == UNIFORM || storage == STORAGE_BUFFER) && binding >= 0 && !has_buffer(set, binding)) {
            stop(BROKEN, "the shader has a buffer of set %ld, binding %ld, and the job has none", set, binding);
        }
    }
}

static void put(uint8_t *to, uint64_t value, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) {
        to[i] = (uint8_t) (value >> 8 * i);
    }
}

/* The bits of the float16 that is nearest, of two the even one. */
static uint64_t half(double value) {
    const struct format *f = format_named("float16");
    double size = fabs(value);
    uint64_t p = 0, sign = signbit(value) ? 0x8000 : 0;
    if (size != size) {
        return 0x7E00;
    }
    if (size >= 65520) {
        return sign | 0x7C00;
    }
    while (number(f, p + 1) <= size) {
        p++;
    }
    double below = size - number(f, p), above = number(f, p + 1) - size;
    return sign | (p + (above < below || (above == below && p & 1)));
}

/* A value in the type of the specialization constant with this id; a boolean takes four bytes. */
static struct constant specialized(uint32_t id, double value) {
    struct constant made = {id, {0}, 4};
    uint32_t type = 0, is_float = 0, is_boolean = 0;
    for (size_t at = HEADER; (at = instruction(spirv, at, OP_SPEC_TRUE, OP_SPEC_FALSE)); at = behind(spirv, at)) {
        is_boolean |= decoration(spirv, word(spirv, at + 2), SPEC_ID) == (long) id;
    }
    for (size_t at = HEADER; (at = instruction(spirv, at, OP_SPEC_CONSTANT, OP_SPEC_CONSTANT)); at = behind(spirv, at)) {
        type = decoration(spirv, word(spirv, at + 2), SPEC_ID) == (long) id ? word(spirv, at + 1) : type;
    }
    if (!type && !is_boolean) {
        stop(BROKEN, "the shader has no specialization constant %u", id);
    }
    for (size_t at = HEADER; (at = instruction(spirv, at, OP_TYPE_INT, OP_TYPE_FLOAT)); at = behind(spirv, at)) {
        if (type && word(spirv, at + 1) == type) {
            made.size = word(spirv, at + 2) / 8;
            is_float = (word(spirv, at) & 0xFFFF) == OP_TYPE_FLOAT;
        }
    }
    float single = (float) value;
    if (!is_float) {
        put(made.bytes, value < 0 ? (uint64_t) (int64_t) value : (uint64_t) value, made.size);
    } else if (made.size == 8) {
        memcpy(made.bytes, &value, 8);
    } else if (made.size == 4) {
        memcpy(made.bytes, &single, 4);
    } else {
        put(made.bytes, half(value), 2);
    }
    return made;
}

static const struct { const char *suffix; VkShaderStageFlagBits bit; } stages_by_name[] = {
    {"vert", VK_SHADER_STAGE_VERTEX_BIT}, {"tesc", VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT},
    {"tese", VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT}, {"geom", VK_SHADER_STAGE_GEOMETRY_BIT},
    {"frag", VK_SHADER_STAGE_FRAGMENT_BIT}, {"comp", VK_SHADER_STAGE_COMPUTE_BIT},
    {"task", VK_SHADER_STAGE_TASK_BIT_EXT}, {"mesh", VK_SHADER_STAGE_MESH_BIT_EXT},
    {"rgen", VK_SHADER_STAGE_RAYGEN_BIT_KHR}, {"rahit", VK_SHADER_STAGE_ANY_HIT_BIT_KHR},
    {"rchit", VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR}, {"rmiss", VK_SHADER_STAGE_MISS_BIT_KHR},
    {"rint", VK_SHADER_STAGE_INTERSECTION_BIT_KHR}, {"rcall", VK_SHADER_STAGE_CALLABLE_BIT_KHR}};

static VkShaderStageFlagBits stage_named(const char *suffix) {
    for (size_t i = 0; i < sizeof stages_by_name / sizeof *stages_by_name; i++) {
        if (is(suffix, stages_by_name[i].suffix)) {
            return stages_by_name[i].bit;
        }
    }
    stop(BROKEN, "there is no stage '%s'", suffix);
}

/* The other stages without which nothing comes to a stage's shader. */
static const struct { const char *stage, *companions[2]; } bringers[] = {
    {"tesc", {"vert", "tese"}}, {"tese", {"vert", "tesc"}}, {"geom", {"vert"}}, {"frag", {"vert"}}, {"task", {"mesh"}},
    {"rahit", {"rgen", "rint"}}, {"rchit", {"rgen", "rint"}}, {"rint", {"rgen"}}, {"rmiss", {"rgen"}}, {"rcall", {"rgen"}}};

static void want_companions(const struct node *job) {
    for (size_t i = 0; i < sizeof bringers / sizeof *bringers; i++) {
        for (int k = 0; k < 2 && is(text_of(job, "stage"), bringers[i].stage); k++) {
            const char *other = bringers[i].companions[k];
            if (other && !text_of(member(job, "companions"), other)) {
                stop(NOT_PLAYED, "a shader of the stage %s wants one of %s in 'companions'", bringers[i].stage, other);
            }
        }
    }
}

static struct buffer *add_buffer(const char *name, size_t bytes) {
    if (buffer_count == MOST_BUFFERS) {
        stop(NOT_PLAYED, "a job of more than %d buffers", MOST_BUFFERS);
    }
    struct buffer *made = &buffers[buffer_count++];
    *made = (struct buffer){.name = name, .set = -1, .binding = -1, .bytes = bytes, .before = room_for(bytes, 1)};
    return made;
}

static uint8_t *sized(const char *file, size_t bytes) {
    struct bytes read = named(file);
    return memcpy(room_for(bytes, 1), read.at, read.size < bytes ? read.size : bytes);
}

/* `bytes`: how many are expected; the buffer may have more. */
static void judged(struct buffer *buffer, const struct node *by, size_t bytes) {
    const char *expect = text_of(by, "expect"), *file = text_of(by, "accept");
    if (expect && named(expect).size != bytes) {
        stop(BROKEN, "%s: %zu bytes of %s are expected, which has %zu", expect, named(expect).size, buffer->name, bytes);
    }
    if (expect || file) {
        buffer->expected = expect ? sized(expect, buffer->bytes) : buffer->before;
    }
    if (file) {
        accept(buffer, file);
    }
}

static void read_buffer(const struct node *at) {
    const char *file = text_of(at, "file"), *fill = text_of(at, "fill"), *name = text_of(at, "name");
    const char *numbers = text_of(at, "expect") ? strrchr(text_of(at, "expect"), '.') : NULL;
    if (member(at, "tolerance") || is(numbers, ".csv") || is(numbers, ".json") || is(numbers, ".npy")) {
        stop(NOT_PLAYED, "numbers in files, or within a tolerance");
    }
    struct buffer *b = add_buffer(name, (size_t) whole(at, "bytes", file ? (long) named(file).size : 0));
    if (!is_true(at, "address")) {
        b->set = (int) whole(at, "set", 0);
        b->binding = (int) whole(at, "binding", 0);
        b->element = (int) whole(at, "element", 0);
    }
    if (!name) {
        snprintf((char *) (b->name = room_for(32, 1)), 32, "%d_%d", b->set, b->binding);
    }
    if (file) {
        b->before = sized(file, b->bytes);
    } else if (fill) {
        struct bytes with = hexadecimal(fill);
        for (size_t i = 0; i < b->bytes && with.size; i++) {
            b->before[i] = with.at[i % with.size];
        }
    }
    judged(b, at, b->bytes);
}

static int buffer_named(const char *name, const struct node *place) {
    for (int i = 0; i < buffer_count; i++) {
        if (name ? is(name, buffers[i].name) && buffers[i].set < 0
                 : buffers[i].set == whole(place, "set", 0) && buffers[i].binding == whole(place, "binding", 0)) {
            return i;
        }
    }
    stop(BROKEN, "there is no buffer %s", name ? name : "of that set and binding");
}

static struct matrix_at matrix_at(const struct node *at) {
    static const char *const layouts[] = {"row_major", "column_major", "inferencing_optimal", "training_optimal"};
    struct matrix_at made = {-1, (size_t) whole(at, "offset", 0), (size_t) whole(at, "bytes", 0),
        (size_t) whole(at, "stride", 0), format_named(text_of(at, "component"))->value, (uint32_t) whole(at, "rows", 0),
        (uint32_t) whole(at, "columns", 0), 0};
    while (made.layout < 3 && !is(text_of(at, "layout"), layouts[made.layout])) {
        made.layout++;
    }
    return made;
}

static struct matrix_at matrix_in_buffer(const struct node *at) {
    struct matrix_at made = matrix_at(at);
    made.buffer = buffer_named(text_of(at, "name"), at);
    return made;
}

static size_t component_bytes(const struct node *at) { return (size_t) format_named(text_of(at, "component"))->bits / 8; }

/* Bytes of a matrix in rows or columns. */
static size_t bytes_of(struct matrix_at m) { return (m.layout ? m.columns : m.rows) * m.stride; }

/* The same matrix by rows in a buffer of its own: the stride is the least multiple of 16 that is more than a row. */
static struct matrix_at rows_of(struct matrix_at like, const struct node *at, const char *name) {
    like.stride = like.columns * component_bytes(at) / 16 * 16 + 16;
    like.layout = 0;
    like.offset = 0;
    like.bytes = bytes_of(like);
    like.buffer = buffer_count;
    add_buffer(name, like.bytes);
    return like;
}

static void add_conversion(int when, struct matrix_at from, struct matrix_at to) {
    if (conversion_count == (int) (sizeof conversions / sizeof *conversions)) {
        stop(NOT_PLAYED, "a job of so many conversions");
    }
    conversions[conversion_count++] = (struct conversion){when, from, to, NULL};
}

/* Room for a matrix in a layout of the device's own: four times its rows, and a rest. */
static size_t room_of(struct matrix_at m, const struct node *at) {
    return m.layout < 2 ? bytes_of(m) : 4 * m.rows * (m.columns * component_bytes(at) / 16 * 16 + 16) + 4096;
}

/* Matrices that are converted from stop to stop, all of them to the next before any goes on. */
static void read_chains(const struct node *of) {
    const struct node *at = list(of, "chains"), *stops[64];
    struct matrix_at now[64];
    int count = length(at), steps = at ? length(list(at, "stops")) : 0;
    is_by_command = is_true(of, "byCommand");
    if (count > 64) {
        stop(NOT_PLAYED, "a job of so many matrices");
    }
    for (int i = 0; i < count; i++, at = at->next) {
        stops[i] = list(at, "stops");
        struct bytes source = named(text_of(at, "file"));
        now[i] = matrix_at(stops[i]);
        now[i].buffer = buffer_count;
        now[i].bytes = source.size;
        add_buffer("the source", source.size)->before = sized(text_of(at, "file"), source.size);
    }
    for (int step = 1; step < steps; step++) {
        at = list(of, "chains");
        for (int i = 0; i < count; i++, at = at->next) {
            stops[i] = stops[i]->next;
            struct matrix_at to = matrix_at(stops[i]);
            to.buffer = buffer_count;
            to.bytes = room_of(to, stops[i]);
            size_t expected = 0;
            if (step == steps - 1) {
                expected = named(text_of(at, "expect")).size;
                to.bytes = expected > to.bytes ? expected : to.bytes;
            }
            struct buffer *b = add_buffer(text_of(at, "name"), to.bytes);
            if (step == steps - 1) {
                judged(b, at, expected);
            }
            add_conversion(0, now[i], to);
            now[i] = to;
        }
    }
}

static void read_steps(const struct node *first) {
    for (const struct node *at = first; at; at = at->next) {
        const struct node *pair = list(at, "convert");
        if (pair) {
            struct matrix_at from = matrix_in_buffer(pair), to = matrix_in_buffer(pair->next);
            from.bytes = from.layout < 2 ? bytes_of(from) : from.bytes;
            add_conversion(runs - 1, from, to);
        } else {
            pushes[runs++] = hexadecimal(text_of(at, "push"));
        }
    }
}

static void read_job(const char *file) {
    static const char *const others[] = {"rule", "asks", "together", "passes"};
    const struct node *job = json(file), *at;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (member(job, others[i])) {
            stop(NOT_PLAYED, "%s is a job with '%s'", file, others[i]);
        }
    }
    for (at = list(job, "buffers"); at; at = at->next) {
        read_buffer(at);
    }
    if (member(job, "conversions")) {
        read_chains(member(job, "conversions"));
        return;
    }
    const char *shader = text_of(job, "shader"), *ending = shader ? strrchr(shader, '.') : NULL;
    if (!is(ending, ".spv")) {
        stop(NOT_PLAYED, "the shader %s is no SPIR-V: ./run-cts.sh export and repro write it as such", shader ? shader : "");
    }
    spirv = named(shader);
    if (spirv.size < 4 * HEADER) {
        stop(BROKEN, "%s is no module", shader);
    }
    stage_bit = stage_named(text_of(job, "stage") ? text_of(job, "stage") : "comp");
    want_companions(job);
    want_declared(spirv);
    for (at = list(job, "companions"); at && companion_count < 8; at = at->next) {
        companions[companion_count] = (struct companion){stage_named(at->name), named(at->text)};
        want_declared(companions[companion_count++].spirv);
    }
    entry_point = text_of(job, "entry") ? text_of(job, "entry") : "main";
    way = text_of(job, "way") ? text_of(job, "way") : "plain";
    at = list(job, "groups");
    for (int i = 0; at && i < 3; at = at->next, i++) {
        groups[i] = (uint32_t) at->number;
    }
    constants = room_for((size_t) length(list(job, "specialization")), sizeof *constants);
    for (at = list(job, "specialization"); at; at = at->next) {
        constants[constant_count++] = specialized((uint32_t) atol(at->name), at->number);
    }
    subgroup_size = (uint32_t) whole(job, "requiredSubgroupSize", 0);
    is_full = is_true(job, "fullSubgroups");
    is_robust = member(job, "robustness") != NULL;
    pushes = room_for((size_t) length(list(job, "then")) + 1, sizeof *pushes);
    pushes[0] = hexadecimal(text_of(job, "push"));
    addresses = room_for((size_t) length(list(job, "addresses")), sizeof *addresses);
    for (at = list(job, "addresses"); at; at = at->next) {
        const struct node *into = member(at, "into");
        addresses[address_count++] = (struct address){buffer_named(text_of(at, "buffer"), NULL),
            into ? buffer_named(NULL, into) : -1, (size_t) (into ? whole(into, "offset", 0) : whole(at, "push", 0))};
    }
    read_steps(list(job, "then"));
    for (at = list(job, "after"); at; at = at->next) {
        const struct node *matrix = member(at, "matrix");
        struct matrix_at from = matrix_in_buffer(matrix), to = rows_of(from, matrix, text_of(at, "name"));
        judged(&buffers[to.buffer], at, to.bytes);
        add_conversion(runs, from, to);
    }
    for (at = list(job, "convert"); at; at = at->next) {
        struct matrix_at to = matrix_in_buffer(at), from = rows_of(to, at, "the matrix's rows");
        buffers[from.buffer].before = sized(text_of(at, "file"), from.bytes);
        add_conversion(-1, from, to);
    }
}

/* ------------------------------------------------------------------------------------ features, extensions */

/* Structures of features, newer ones than the headers' too; `all`: every member that there is becomes on. */
static const struct structure { const char *extension; uint32_t type; int all; } structures[] = {
    {"", 49, 0}, /* of Vulkan 1.1 */
    {"", 51, 0},
    {"", 53, 0},
    {"VK_KHR_cooperative_matrix", 1000506000, 0},
    {"VK_NV_cooperative_matrix2", 1000593000, 1},
    {"VK_NV_cooperative_matrix_decode_vector", 1000689000, 1},
    {"VK_NV_cooperative_vector", 1000491000, 1},
    {"VK_QCOM_cooperative_matrix_conversion", 1000172000, 1},
    {"VK_KHR_shader_bfloat16", 1000141000, 1},
    {"VK_EXT_shader_float8", 1000567000, 1},
    {"VK_EXT_shader_replicated_composites", 1000564000, 1},
    {"VK_EXT_robustness2", 1000286000, 0},
    {"VK_EXT_shader_object", 1000482000, 0},
    {"VK_EXT_descriptor_buffer", 1000316002, 0},
    {"VK_KHR_maintenance5", 1000470000, 0},
    {"VK_KHR_pipeline_binary", 1000483000, 0},
    {"VK_KHR_shader_untyped_pointers", 1000387000, 0},
    {"VK_NV_cooperative_matrix", 1000249000, 0},
    {"VK_EXT_mesh_shader", 1000328000, 0},
    {"VK_KHR_ray_tracing_pipeline", 1000347000, 0},
    {"VK_KHR_acceleration_structure", 1000150013, 0},
};
enum { STRUCTURES = sizeof structures / sizeof *structures, MEMBERS = 64 };

/* Features by the capability that asks for them (0: none does), their structure and their place in it; those of
   Vulkan 1.0 have an offset alone. */
static const struct feature { uint32_t capability; const char *name; uint32_t structure; size_t place; } known_features[] = {
    {9, "shaderFloat16", 51, 7},
    {10, "shaderFloat64", 0, offsetof(VkPhysicalDeviceFeatures, shaderFloat64)},
    {11, "shaderInt64", 0, offsetof(VkPhysicalDeviceFeatures, shaderInt64)},
    {22, "shaderInt16", 0, offsetof(VkPhysicalDeviceFeatures, shaderInt16)},
    {39, "shaderInt8", 51, 8},
    {4212, "shaderFloat8", 1000567000, 0},
    {4213, "shaderFloat8CooperativeMatrix", 1000567000, 1},
    {4433, "storageBuffer16BitAccess", 49, 0},
    {4441, "variablePointersStorageBuffer", 49, 7},
    {4442, "variablePointers", 49, 8},
    {4448, "storageBuffer8BitAccess", 51, 2},
    {4473, "shaderUntypedPointers", 1000387000, 0},
    {4496, "cooperativeMatrixConversion", 1000172000, 0},
    {5116, "shaderBFloat16Type", 1000141000, 0},
    {5117, "shaderBFloat16DotProduct", 1000141000, 1},
    {5118, "shaderBFloat16CooperativeMatrix", 1000141000, 2},
    {5345, "vulkanMemoryModel", 51, 41},
    {5346, "vulkanMemoryModelDeviceScope", 51, 42},
    {5347, "bufferDeviceAddress", 51, 38},
    {5357, "cooperativeMatrixNV", 1000249000, 0},
    {5394, "cooperativeVector", 1000491000, 0},
    {5430, "cooperativeMatrixReductions", 1000593000, 2},
    {5431, "cooperativeMatrixConversions", 1000593000, 3},
    {5432, "cooperativeMatrixPerElementOperations", 1000593000, 4},
    {5433, "cooperativeMatrixTensorAddressing", 1000593000, 5},
    {5434, "cooperativeMatrixBlockLoads", 1000593000, 6},
    {5435, "cooperativeVectorTraining", 1000491000, 1},
    {5439, "cooperativeMatrixTensorAddressing", 1000593000, 5},
    {5447, "cooperativeMatrixDecodeVector", 1000689000, 0},
    {6022, "cooperativeMatrix", 1000506000, 0},
    {6024, "shaderReplicatedComposites", 1000564000, 0},
    {0, "vertexPipelineStoresAndAtomics", 0, offsetof(VkPhysicalDeviceFeatures, vertexPipelineStoresAndAtomics)},
    {0, "fragmentStoresAndAtomics", 0, offsetof(VkPhysicalDeviceFeatures, fragmentStoresAndAtomics)},
    {0, "tessellationShader", 0, offsetof(VkPhysicalDeviceFeatures, tessellationShader)},
    {0, "geometryShader", 0, offsetof(VkPhysicalDeviceFeatures, geometryShader)},
    {0, "robustBufferAccess", 0, offsetof(VkPhysicalDeviceFeatures, robustBufferAccess)},
    {0, "subgroupSizeControl", 53, 7},
    {0, "computeFullSubgroups", 53, 8},
    {0, "synchronization2", 53, 9},
    {0, "dynamicRendering", 53, 12},
    {0, "maintenance4", 53, 14},
    {0, "taskShader", 1000328000, 0},
    {0, "meshShader", 1000328000, 1},
    {0, "rayTracingPipeline", 1000347000, 0},
    {0, "accelerationStructure", 1000150013, 0},
    {0, "cooperativeMatrixRobustBufferAccess", 1000506000, 1},
    {0, "robustBufferAccess2", 1000286000, 0},
    {0, "nullDescriptor", 1000286000, 2},
    {0, "shaderObject", 1000482000, 0},
    {0, "descriptorBuffer", 1000316002, 0},
    {0, "maintenance5", 1000470000, 0},
    {0, "pipelineBinaries", 1000483000, 0},
};
enum { FEATURES = sizeof known_features / sizeof *known_features };
static char is_needed[FEATURES]; /* 1: the device must have it; 2: it is switched on where the device has it */

static void need_as(const char *name, char how) {
    for (int i = 0; i < FEATURES; i++) {
        if (is(name, known_features[i].name) && !is_needed[i]) {
            is_needed[i] = how;
        }
    }
}

static void need(const char *name) { need_as(name, 1); }

static VkQueueFlags needed_queue;
static int needs_push_descriptors, needs_rays;

static int is_ray_tracing(void) { return stage_bit >= VK_SHADER_STAGE_RAYGEN_BIT_KHR && stage_bit <= VK_SHADER_STAGE_CALLABLE_BIT_KHR; }

static void need_all(void) {
    for (size_t at = HEADER; spirv.size && (at = instruction(spirv, at, OP_CAPABILITY, OP_CAPABILITY)); at = behind(spirv, at)) {
        for (int i = 0; i < FEATURES; i++) {
            is_needed[i] |= known_features[i].capability == word(spirv, at + 1);
        }
    }
    needed_queue |= stage_bit == VK_SHADER_STAGE_COMPUTE_BIT || !spirv.size || is_ray_tracing() ? VK_QUEUE_COMPUTE_BIT
        : VK_QUEUE_GRAPHICS_BIT;
    needs_push_descriptors |= is(way, "push_descriptors");
    needs_rays |= is_ray_tracing();
    if (subgroup_size) {
        need("subgroupSizeControl");
    }
    if (subgroup_size || is_full) {
        need("computeFullSubgroups");
    }
    need_as("maintenance4", 2); /* workgroups whose size is a specialization constant */
    int is_addressed = is_by_command || is_ray_tracing() || is(way, "descriptor_buffer");
    for (int i = 0; i < buffer_count; i++) {
        is_addressed |= spirv.size && buffers[i].set < 0;
    }
    if (is_addressed) {
        need("bufferDeviceAddress");
    }
    if (conversion_count) {
        need("cooperativeVector");
    }
    if (is_ray_tracing()) {
        need("rayTracingPipeline");
        need("accelerationStructure");
    } else if (spirv.size && stage_bit != VK_SHADER_STAGE_COMPUTE_BIT) {
        need("dynamicRendering");
        if (stage_bit == VK_SHADER_STAGE_FRAGMENT_BIT) {
            need("fragmentStoresAndAtomics");
        } else if (stage_bit >= VK_SHADER_STAGE_TASK_BIT_EXT) {
            need("meshShader");
            need(stage_bit == VK_SHADER_STAGE_TASK_BIT_EXT ? "taskShader" : "meshShader");
        } else {
            need("vertexPipelineStoresAndAtomics");
            need(stage_bit == VK_SHADER_STAGE_GEOMETRY_BIT ? "geometryShader"
                : stage_bit == VK_SHADER_STAGE_VERTEX_BIT ? "vertexPipelineStoresAndAtomics" : "tessellationShader");
        }
    }
    if (is(way, "shader_object") || is(way, "shader_binary")) {
        need("shaderObject");
    } else if (is(way, "descriptor_buffer")) {
        need("descriptorBuffer");
    } else if (is(way, "pipeline_binary")) {
        need("maintenance5");
        need("pipelineBinaries");
    } else if (is(way, "null_descriptors")) {
        need("nullDescriptor");
    }
    if (is(way, "robust_access") || is_robust) {
        need("robustBufferAccess");
        need_as("robustBufferAccess2", (char) (is_robust ? 1 : 2));
        need_as("cooperativeMatrixRobustBufferAccess", (char) (is_robust ? 1 : 2));
    }
}

/* ------------------------------------------------------------------------------------------------- Vulkan */

static VkInstance instance;
static VkPhysicalDevice physical;
static VkDevice device;
static uint32_t queue_family;

static void must(VkResult result, const char *what) {
    if (result == VK_ERROR_DEVICE_LOST) {
        stop(LOST, "%s: the device is lost", what);
    }
    if (result == VK_ERROR_INCOMPATIBLE_DRIVER) {
        stop(LACKING, "%s gives %d (VK_ERROR_INCOMPATIBLE_DRIVER): no Vulkan driver found", what, result);
    }
    if (result != VK_SUCCESS) {
        stop(FAIL, "%s gives %d\nFAIL: the driver refuses it", what, result);
    }
}

static _Noreturn void lacks(const char *what) { stop(LACKING, "the device has no %s", what); }

#define FUNCTION(name) PFN_##name name = (PFN_##name) vkGetDeviceProcAddr(device, #name)

/* A structure of features as it stands in a chain. */
struct features { uint32_t type; void *next; VkBool32 on[MEMBERS]; };

static void open_physical(uint32_t chosen) {
    VkApplicationInfo application = {VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_3};
    VkInstanceCreateInfo info = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application};
    /* Drivers upon another interface, such as Metal, are named to those alone that ask for them. */
    static const char *const ask_for_all = "VK_KHR_portability_enumeration";
    uint32_t offered_count = 0;
    vkEnumerateInstanceExtensionProperties(NULL, &offered_count, NULL);
    VkExtensionProperties *offered = room_for(offered_count, sizeof *offered);
    vkEnumerateInstanceExtensionProperties(NULL, &offered_count, offered);
    for (uint32_t i = 0; i < offered_count; i++) {
        if (is(offered[i].extensionName, ask_for_all)) {
            info.flags = VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR;
            info.enabledExtensionCount = 1;
            info.ppEnabledExtensionNames = &ask_for_all;
        }
    }
    free(offered);
    must(vkCreateInstance(&info, NULL, &instance), "vkCreateInstance");
    VkPhysicalDevice all[16];
    uint32_t count = 16;
    vkEnumeratePhysicalDevices(instance, &count, all);
    if (chosen >= count) {
        lacks("such number");
    }
    physical = all[chosen];
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(physical, &properties);
    printf("%s\n", properties.deviceName);
}

static int offers(const char *extension) {
    static VkExtensionProperties offered[1024];
    static uint32_t count;
    if (!count) {
        count = 1024;
        vkEnumerateDeviceExtensionProperties(physical, NULL, &count, offered);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (is(offered[i].extensionName, extension)) {
            return 1;
        }
    }
    return 0;
}

/* Opens the device with the features that are needed and no others. */
static void open_device(void) {
    static struct features features[STRUCTURES];
    const char *extensions[STRUCTURES + 3];
    uint32_t enabled = 0;
    VkPhysicalDeviceFeatures2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    VkPhysicalDeviceFeatures core = {0};
    for (int s = 0; s < STRUCTURES; s++) {
        int how = 0;
        for (int i = 0; i < FEATURES; i++) {
            how = is_needed[i] && known_features[i].structure == structures[s].type && how != 1 ? is_needed[i] : how;
        }
        const char *extension = structures[s].extension;
        if (how == 0 || (*extension && how == 2 && !offers(extension))) {
            continue;
        }
        if (*extension && !offers(extension)) {
            lacks(extension);
        }
        if (*extension) {
            extensions[enabled++] = extension;
        }
        features[s].type = structures[s].type;
        features[s].next = all.pNext;
        all.pNext = &features[s];
    }
    if (needs_push_descriptors) {
        if (!offers("VK_KHR_push_descriptor")) {
            lacks("VK_KHR_push_descriptor");
        }
        extensions[enabled++] = "VK_KHR_push_descriptor";
    }
    if (needs_rays) {
        extensions[enabled++] = "VK_KHR_deferred_host_operations";
    }
    /* Devices that lack something of Vulkan have it, and want it switched on. */
    if (offers("VK_KHR_portability_subset")) {
        extensions[enabled++] = "VK_KHR_portability_subset";
    }
    vkGetPhysicalDeviceFeatures2(physical, &all);
    for (int s = 0; s < STRUCTURES; s++) {
        VkBool32 on[MEMBERS] = {0};
        for (int i = 0; i < FEATURES; i++) {
            if (is_needed[i] && known_features[i].structure == structures[s].type) {
                on[known_features[i].place] = features[s].on[known_features[i].place];
                if (!on[known_features[i].place] && is_needed[i] == 1) {
                    lacks(known_features[i].name);
                }
            }
        }
        if (!structures[s].all) {
            memcpy(features[s].on, on, sizeof on);
        }
    }
    for (int i = 0; i < FEATURES; i++) {
        if (is_needed[i] && !known_features[i].structure) {
            VkBool32 has = *(VkBool32 *) ((char *) &all.features + known_features[i].place);
            if (!has && is_needed[i] == 1) {
                lacks(known_features[i].name);
            }
            *(VkBool32 *) ((char *) &core + known_features[i].place) = has;
        }
    }
    all.features = core;

    VkQueueFamilyProperties families[32];
    uint32_t count = 32;
    vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families);
    while (queue_family < count && (families[queue_family].queueFlags & needed_queue) != needed_queue) {
        queue_family++;
    }
    if (queue_family == count) {
        lacks("such queue");
    }
    float priority = 1;
    VkDeviceQueueCreateInfo queue_info = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
        .queueFamilyIndex = queue_family, .queueCount = 1, .pQueuePriorities = &priority};
    VkDeviceCreateInfo info = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .pNext = &all,
        .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue_info,
        .enabledExtensionCount = enabled, .ppEnabledExtensionNames = extensions};
    must(vkCreateDevice(physical, &info, NULL, &device), "vkCreateDevice");
}

/* A buffer with memory of its own. */
struct room { VkBuffer buffer; VkDeviceMemory memory; uint8_t *bytes; VkDeviceAddress address; };
enum { HOST = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT,
       OWN = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, CACHED = VK_MEMORY_PROPERTY_HOST_CACHED_BIT };

/* Memory with some properties and, if there is such, without others. */
static struct room room(size_t size, VkBufferUsageFlags usage, uint32_t with, uint32_t without) {
    struct room made = {0};
    VkBufferCreateInfo info = {VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size, .usage = usage};
    must(vkCreateBuffer(device, &info, NULL, &made.buffer), "vkCreateBuffer");
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(device, made.buffer, &needs);
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(physical, &memory);
    uint32_t type = 0;
    for (int turn = 0; turn < 2; turn++, without = 0) {
        for (type = 0; type < memory.memoryTypeCount; type++) {
            uint32_t own = memory.memoryTypes[type].propertyFlags;
            if (needs.memoryTypeBits >> type & 1 && (own & with) == with && !(own & without)) {
                turn = 2;
                break;
            }
        }
    }
    if (type == memory.memoryTypeCount) {
        lacks("such memory");
    }
    int addressed = (usage & VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT) != 0;
    VkMemoryAllocateFlagsInfo flags = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
        .flags = addressed ? VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT : 0};
    VkMemoryAllocateInfo allocation = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &flags,
        .allocationSize = needs.size, .memoryTypeIndex = type};
    must(vkAllocateMemory(device, &allocation, NULL, &made.memory), "vkAllocateMemory");
    must(vkBindBufferMemory(device, made.buffer, made.memory, 0), "vkBindBufferMemory");
    if ((with & HOST) == HOST) {
        must(vkMapMemory(device, made.memory, 0, VK_WHOLE_SIZE, 0, (void **) &made.bytes), "vkMapMemory");
    }
    if (addressed) {
        VkBufferDeviceAddressInfo of = {VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, .buffer = made.buffer};
        made.address = vkGetBufferDeviceAddress(device, &of);
    }
    return made;
}

/* Where the host sees each buffer, behind `lead` bytes and before guard bytes; and where shaders do, which is
   elsewhere if it goes by memory of the device. */
static struct room rooms[MOST_BUFFERS], seen[MOST_BUFFERS];
static size_t lead;

static void make_rooms(void) {
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(physical, &properties);
    int is_copied = is(way, "device_memory"), is_addressed = 0;
    for (int i = 0; i < FEATURES; i++) {
        is_addressed |= is_needed[i] && is(known_features[i].name, "bufferDeviceAddress");
    }
    VkDeviceSize alignment = properties.limits.minStorageBufferOffsetAlignment;
    if (properties.limits.minUniformBufferOffsetAlignment > alignment) {
        alignment = properties.limits.minUniformBufferOffsetAlignment;
    }
    lead = is(way, "odd_offsets") || is(way, "dynamic_offsets") ? alignment : 0;
    uint32_t with = is(way, "mapped_device_memory") ? HOST | OWN : HOST;
    uint32_t without = is(way, "uncached_memory") ? CACHED | OWN : 0;
    VkBufferUsageFlags usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT
        | (is_copied ? VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT : 0)
        | (is_addressed ? VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT : 0);
    for (int i = 0; i < buffer_count; i++) {
        size_t size = lead + buffers[i].bytes + GUARD;
        rooms[i] = room(size, usage, with, without);
        seen[i] = is_copied ? room(size, usage, OWN, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT) : rooms[i];
        memset(rooms[i].bytes, 0xA5, size);
        rooms[i].bytes += lead;
        memcpy(rooms[i].bytes, buffers[i].before, buffers[i].bytes);
    }
    for (int i = 0; i < address_count; i++) {
        const struct address *at = &addresses[i];
        VkDeviceAddress address = seen[at->from].address + lead;
        put(at->into < 0 ? (uint8_t *) pushes[0].at + at->offset : rooms[at->into].bytes + at->offset, address, 8);
    }
}

static void judge_rooms(void) {
    for (int i = 0; i < address_count; i++) { /* the bytes of addresses are the device's own */
        if (addresses[i].into >= 0) {
            memcpy(rooms[addresses[i].into].bytes + addresses[i].offset,
                   buffers[addresses[i].into].before + addresses[i].offset, 8);
        }
    }
    for (int i = 0; i < buffer_count; i++) {
        if (buffers[i].expected) {
            judge(&buffers[i], rooms[i].bytes);
        }
        for (size_t k = 0; k < lead + GUARD; k++) {
            const uint8_t *at = k < lead ? rooms[i].bytes - lead + k : rooms[i].bytes + buffers[i].bytes + k - lead;
            if (*at != 0xA5) {
                printf("%s: memory %zu bytes %s was changed\n", buffers[i].name, k < lead ? lead - k : k - lead,
                       k < lead ? "before its start" : "behind its end");
                wrong++;
                failures++;
                break;
            }
        }
    }
}

/* -------------------------------------------------------------------------------------------- conversions */

/* VK_NV_cooperative_vector, for which the headers may be too old: VkConvertCooperativeVectorMatrixInfoNV and
   its functions. */
union place { VkDeviceAddress device; void *host; };
struct convert_info {
    VkStructureType type;
    const void *next;
    size_t from_bytes;
    union place from;
    size_t *to_bytes;
    union place to;
    uint32_t from_component, to_component, rows, columns, from_layout;
    size_t from_stride;
    uint32_t to_layout;
    size_t to_stride;
};
typedef VkResult (VKAPI_PTR *Convert)(VkDevice, const struct convert_info *);
typedef void (VKAPI_PTR *ConvertByCommand)(VkCommandBuffer, uint32_t, const struct convert_info *);

/* Converts by the host, or by a command if there are commands. */
static void convert(VkCommandBuffer commands, const struct conversion *c) {
    size_t bytes = 0;
    struct convert_info info = {(VkStructureType) 1000491004, NULL, c->from.bytes, {0}, &bytes, {0},
        c->from.component, c->to.component, c->from.rows, c->from.columns,
        c->from.layout, c->from.stride, c->to.layout, c->to.stride};
    Convert by_host = (Convert) vkGetDeviceProcAddr(device, "vkConvertCooperativeVectorMatrixNV");
    must(by_host(device, &info), "vkConvertCooperativeVectorMatrixNV");
    if (bytes > c->to.bytes) {
        stop(LACKING, "the device wants %zu bytes for a matrix, here are %zu", bytes, c->to.bytes);
    }
    if (commands) {
        info.from.device = seen[c->from.buffer].address + c->from.offset;
        info.to.device = seen[c->to.buffer].address + c->to.offset;
        ((ConvertByCommand) vkGetDeviceProcAddr(device, "vkCmdConvertCooperativeVectorMatrixNV"))(commands, 1, &info);
        VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
            .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};
        vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
            VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0, NULL, 0, NULL);
    } else {
        info.from.host = rooms[c->from.buffer].bytes + c->from.offset;
        info.to.host = rooms[c->to.buffer].bytes + c->to.offset;
        must(by_host(device, &info), "vkConvertCooperativeVectorMatrixNV");
    }
}

/* Matrices that are converted before the run, as they are then. */
static void convert_before(void) {
    for (struct conversion *c = conversions; c < conversions + conversion_count; c++) {
        if (c->when < 0 || (!spirv.size && !is_by_command)) {
            convert(NULL, c);
            c->kept = memcpy(room_for(c->to.bytes, 1), rooms[c->to.buffer].bytes + c->to.offset, c->to.bytes);
        }
    }
}

/* Matrices that are converted behind the run. The bytes in layouts of the device's own are not judged if they
   are converted back, or as they were. */
static void convert_behind(void) {
    for (const struct conversion *c = conversions; spirv.size && c < conversions + conversion_count; c++) {
        if (c->when == runs) {
            convert(NULL, c);
            memcpy(rooms[c->from.buffer].bytes + c->from.offset, buffers[c->from.buffer].before + c->from.offset,
                   c->from.bytes);
        }
    }
    for (const struct conversion *c = conversions; spirv.size && c < conversions + conversion_count; c++) {
        uint8_t *to = rooms[c->to.buffer].bytes + c->to.offset;
        if (c->when < 0 && memcmp(c->kept, to, c->to.bytes) == 0) {
            memcpy(to, buffers[c->to.buffer].before + c->to.offset, c->to.bytes);
        }
    }
}

/* -------------------------------------------------------------------------------------------- descriptors */

enum { MOST_SETS = 33 };
static VkDescriptorSetLayout set_layouts[MOST_SETS];
static VkDescriptorSet sets[MOST_SETS];
static VkDescriptorPool descriptor_pool;
static int set_count; /* of those that buffers are bound in */
static VkPipelineBindPoint bind_point;
static VkPipelineLayout layout;

/* Descriptors that lie in a buffer. */
static struct room descriptors;
static VkDeviceSize set_starts[MOST_SETS];
enum { DESCRIPTORS = VK_BUFFER_USAGE_RESOURCE_DESCRIPTOR_BUFFER_BIT_EXT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT };

static VkDescriptorType descriptor_type(const struct buffer *b) {
    int is_dynamic = is(way, "dynamic_offsets");
    return is_uniform(b->set, b->binding)
        ? is_dynamic ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC : VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER
        : is_dynamic ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
}

static void make_set_layout(int set) {
    VkDescriptorSetLayoutBinding bindings[MOST_BUFFERS];
    uint32_t n = 0;
    for (int i = 0; i < buffer_count; i++) {
        const struct buffer *b = &buffers[i];
        uint32_t at = 0;
        while (at < n && bindings[at].binding != (uint32_t) b->binding) {
            at++;
        }
        if (b->set == set && at < n && bindings[at].descriptorCount <= (uint32_t) b->element) {
            bindings[at].descriptorCount = (uint32_t) b->element + 1;
        } else if (b->set == set && at == n) {
            bindings[n++] = (VkDescriptorSetLayoutBinding){(uint32_t) b->binding, descriptor_type(b),
                (uint32_t) b->element + 1, stage_bit, NULL};
        }
    }
    VkDescriptorSetLayoutCreateInfo info = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .flags = is(way, "push_descriptors") ? VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR
            : is(way, "descriptor_buffer") ? VK_DESCRIPTOR_SET_LAYOUT_CREATE_DESCRIPTOR_BUFFER_BIT_EXT : 0,
        .bindingCount = n, .pBindings = bindings};
    must(vkCreateDescriptorSetLayout(device, &info, NULL, &set_layouts[set]), "vkCreateDescriptorSetLayout");
}

static VkDescriptorBufferInfo buffer_info(int i) {
    return (VkDescriptorBufferInfo){seen[i].buffer, is(way, "dynamic_offsets") ? 0 : lead, buffers[i].bytes};
}

/* Writes or pushes the descriptors of a set. */
static void write_set(int set, VkCommandBuffer commands) {
    VkDescriptorBufferInfo infos[MOST_BUFFERS];
    VkWriteDescriptorSet writes[MOST_BUFFERS];
    VkDescriptorUpdateTemplateEntry entries[MOST_BUFFERS];
    uint32_t n = 0;
    for (int i = 0; i < buffer_count; i++) {
        const struct buffer *b = &buffers[i];
        if (b->set == set) {
            infos[n] = buffer_info(i);
            entries[n] = (VkDescriptorUpdateTemplateEntry){(uint32_t) b->binding, (uint32_t) b->element, 1,
                descriptor_type(b), n * sizeof *infos, 0};
            writes[n] = (VkWriteDescriptorSet){VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = commands ? NULL : sets[set],
                .dstBinding = (uint32_t) b->binding, .dstArrayElement = (uint32_t) b->element, .descriptorCount = 1,
                .descriptorType = descriptor_type(b), .pBufferInfo = &infos[n]};
            n++;
        }
    }
    if (commands) {
        FUNCTION(vkCmdPushDescriptorSetKHR);
        vkCmdPushDescriptorSetKHR(commands, bind_point, layout, (uint32_t) set, n, writes);
    } else if (is(way, "template") && n) {
        VkDescriptorUpdateTemplateCreateInfo info = {VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO,
            .descriptorUpdateEntryCount = n, .pDescriptorUpdateEntries = entries,
            .templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_DESCRIPTOR_SET, .descriptorSetLayout = set_layouts[set]};
        VkDescriptorUpdateTemplate template;
        must(vkCreateDescriptorUpdateTemplate(device, &info, NULL, &template), "vkCreateDescriptorUpdateTemplate");
        vkUpdateDescriptorSetWithTemplate(device, sets[set], template, infos);
    } else {
        vkUpdateDescriptorSets(device, n, writes, 0, NULL);
    }
}

static void put_descriptors(void) {
    VkPhysicalDeviceDescriptorBufferPropertiesEXT limits = {
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_BUFFER_PROPERTIES_EXT};
    VkPhysicalDeviceProperties2 ask = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &limits};
    vkGetPhysicalDeviceProperties2(physical, &ask);
    FUNCTION(vkGetDescriptorSetLayoutSizeEXT);
    FUNCTION(vkGetDescriptorSetLayoutBindingOffsetEXT);
    FUNCTION(vkGetDescriptorEXT);
    VkDeviceSize end = 0, size = 0, step = limits.descriptorBufferOffsetAlignment;
    for (int s = 0; s < set_count; s++, end += (size + step - 1) / step * step) {
        set_starts[s] = end;
        vkGetDescriptorSetLayoutSizeEXT(device, set_layouts[s], &size);
    }
    descriptors = room(end + step, DESCRIPTORS, HOST, 0);
    for (int i = 0; i < buffer_count; i++) {
        const struct buffer *b = &buffers[i];
        if (b->set < 0) {
            continue;
        }
        VkDescriptorAddressInfoEXT place = {VK_STRUCTURE_TYPE_DESCRIPTOR_ADDRESS_INFO_EXT,
            .address = seen[i].address + lead, .range = b->bytes};
        VkDescriptorGetInfoEXT info = {VK_STRUCTURE_TYPE_DESCRIPTOR_GET_INFO_EXT, .type = descriptor_type(b)};
        info.data.pStorageBuffer = &place;
        size_t slot = is_uniform(b->set, b->binding) ? limits.uniformBufferDescriptorSize : limits.storageBufferDescriptorSize;
        VkDeviceSize offset;
        vkGetDescriptorSetLayoutBindingOffsetEXT(device, set_layouts[b->set], (uint32_t) b->binding, &offset);
        vkGetDescriptorEXT(device, &info, slot,
                           descriptors.bytes + set_starts[b->set] + offset + (size_t) b->element * slot);
    }
}

static void make_descriptors(void) {
    for (int i = 0; i < buffer_count; i++) {
        set_count = spirv.size && buffers[i].set >= set_count ? buffers[i].set + 1 : set_count;
    }
    if (set_count > MOST_SETS - 1) {
        stop(NOT_PLAYED, "set %d", set_count - 1);
    }
    for (int s = 0; s < set_count; s++) {
        make_set_layout(s);
    }
    if (is(way, "descriptor_buffer")) {
        put_descriptors();
    } else if (!is(way, "push_descriptors") && set_count) {
        VkDescriptorPoolSize sizes[MOST_BUFFERS];
        for (int i = 0; i < buffer_count; i++) {
            const struct buffer *b = &buffers[i];
            sizes[i] = (VkDescriptorPoolSize){b->set < 0 ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER : descriptor_type(b),
                (uint32_t) b->element + 1};
        }
        VkDescriptorPoolCreateInfo pool_info = {VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
            .maxSets = MOST_SETS, .poolSizeCount = (uint32_t) buffer_count, .pPoolSizes = sizes};
        must(vkCreateDescriptorPool(device, &pool_info, NULL, &descriptor_pool), "vkCreateDescriptorPool");
        VkDescriptorSetAllocateInfo info = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
            .descriptorPool = descriptor_pool, .descriptorSetCount = (uint32_t) set_count, .pSetLayouts = set_layouts};
        must(vkAllocateDescriptorSets(device, &info, sets), "vkAllocateDescriptorSets");
        for (int s = 0; s < set_count; s++) {
            write_set(s, NULL);
        }
    }
}

static int compare_places(const void *one, const void *other) {
    const struct buffer *a = &buffers[*(const int *) one], *b = &buffers[*(const int *) other];
    return a->set != b->set ? a->set - b->set : a->binding != b->binding ? a->binding - b->binding : a->element - b->element;
}

static void bind_descriptors(VkCommandBuffer commands) {
    if (is(way, "push_descriptors")) {
        for (int s = 0; s < set_count; s++) {
            write_set(s, commands);
        }
    } else if (is(way, "descriptor_buffer")) {
        FUNCTION(vkCmdBindDescriptorBuffersEXT);
        FUNCTION(vkCmdSetDescriptorBufferOffsetsEXT);
        VkDescriptorBufferBindingInfoEXT info = {VK_STRUCTURE_TYPE_DESCRIPTOR_BUFFER_BINDING_INFO_EXT,
            .address = descriptors.address, .usage = DESCRIPTORS};
        uint32_t first[MOST_SETS] = {0};
        vkCmdBindDescriptorBuffersEXT(commands, 1, &info);
        vkCmdSetDescriptorBufferOffsetsEXT(commands, bind_point, layout, 0, (uint32_t) set_count, first, set_starts);
    } else if (set_count) {
        int places[MOST_BUFFERS];
        uint32_t offsets[MOST_BUFFERS], n = 0;
        for (int i = 0; i < buffer_count; i++) {
            if (buffers[i].set >= 0 && is(way, "dynamic_offsets")) {
                places[n++] = i;
            }
        }
        qsort(places, n, sizeof *places, compare_places);
        for (uint32_t i = 0; i < n; i++) {
            offsets[i] = (uint32_t) lead;
        }
        vkCmdBindDescriptorSets(commands, bind_point, layout, 0, (uint32_t) set_count, sets, n, offsets);
    }
}

/* ----------------------------------------------------------------------------------------------- pipeline */

static VkPipeline pipeline;
static uint64_t shader_object;
static VkPipelineShaderStageCreateInfo stages[9]; /* the job's own first */
static uint32_t stage_count;
static VkSpecializationInfo special;
static VkPipelineShaderStageRequiredSubgroupSizeCreateInfo subgroup = {
    VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO, NULL, 0};

static VkPipelineShaderStageCreateInfo make_stage(VkShaderStageFlagBits bit, struct bytes code, const char *entry_name) {
    VkPipelineShaderStageCreateInfo made = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = bit,
        .pName = entry_name};
    VkShaderModuleCreateInfo info = {VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = code.size,
        .pCode = memcpy(room_for(code.size, 1), code.at, code.size)};
    must(vkCreateShaderModule(device, &info, NULL, &made.module), "vkCreateShaderModule");
    return made;
}

static void make_stages(void) {
    VkSpecializationMapEntry *entries = room_for((size_t) constant_count, sizeof *entries);
    uint8_t *values = room_for((size_t) constant_count, 8);
    for (int i = 0; i < constant_count; i++) {
        entries[i] = (VkSpecializationMapEntry){constants[i].id, (uint32_t) (8 * i), constants[i].size};
        memcpy(values + 8 * i, constants[i].bytes, 8);
    }
    special = (VkSpecializationInfo){(uint32_t) constant_count, entries, (size_t) (8 * constant_count), values};
    stages[0] = make_stage(stage_bit, spirv, entry_point);
    stages[0].pSpecializationInfo = &special;
    subgroup.requiredSubgroupSize = subgroup_size;
    stages[0].pNext = subgroup_size ? &subgroup : NULL;
    stages[0].flags = is_full ? VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT : 0;
    stage_count = 1 + (uint32_t) companion_count;
    for (int i = 0; i < companion_count; i++) {
        stages[1 + i] = make_stage(companions[i].stage, companions[i].spirv, "main");
    }
}

static VkPipeline create_compute(VkPipelineCreateFlags flags, VkPipelineCache cache, VkPipeline parent, const void *next) {
    VkComputePipelineCreateInfo info = {VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .pNext = next,
        .flags = flags | (is(way, "descriptor_buffer") ? VK_PIPELINE_CREATE_DESCRIPTOR_BUFFER_BIT_EXT : 0),
        .stage = stages[0], .layout = layout, .basePipelineHandle = parent, .basePipelineIndex = -1};
    VkPipeline made;
    must(vkCreateComputePipelines(device, cache, 1, &info, NULL, &made), "vkCreateComputePipelines");
    return made;
}

static VkPipelineCache cache_of(const void *data, size_t size) {
    VkPipelineCacheCreateInfo info = {VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO, .initialDataSize = size,
        .pInitialData = data};
    VkPipelineCache made;
    must(vkCreatePipelineCache(device, &info, NULL, &made), "vkCreatePipelineCache");
    return made;
}

/* A pipeline of what a cache kept of an equal one. */
static VkPipeline from_cache(void) {
    VkPipelineCache first = cache_of(NULL, 0);
    size_t size;
    vkDestroyPipeline(device, create_compute(0, first, NULL, NULL), NULL);
    must(vkGetPipelineCacheData(device, first, &size, NULL), "vkGetPipelineCacheData");
    void *data = room_for(size, 1);
    must(vkGetPipelineCacheData(device, first, &size, data), "vkGetPipelineCacheData");
    vkDestroyPipelineCache(device, first, NULL);
    return create_compute(0, cache_of(data, size), NULL, NULL);
}

/* VK_KHR_pipeline_binary, for which the headers may be too old. */
struct binary_key { uint32_t type; void *next; uint32_t size; uint8_t key[32]; };
struct binary_data { size_t size; void *bytes; };
struct binaries { uint32_t type; const void *next; uint32_t count; uint64_t *handles; };
struct kept_binaries { uint32_t count; const struct binary_key *keys; const struct binary_data *data; };
struct binary_create { uint32_t type; const void *next; const struct kept_binaries *kept; VkPipeline pipeline; void *info; };
struct binary_of { uint32_t type; void *next; uint64_t handle; };
typedef VkResult (VKAPI_PTR *CreateBinaries)(VkDevice, const struct binary_create *, const void *, struct binaries *);
typedef VkResult (VKAPI_PTR *BinaryData)(VkDevice, const struct binary_of *, struct binary_key *, size_t *, void *);

/* A pipeline of the binaries that an equal one was taken apart into. */
static VkPipeline from_binaries(void) {
    enum { MOST = 64 };
    static struct binary_key keys[MOST];
    static struct binary_data data[MOST];
    static uint64_t handles[MOST];
    /* VK_PIPELINE_CREATE_2_CAPTURE_DATA_BIT_KHR */
    struct { uint32_t type; const void *next; uint64_t flags; } capture = {1000470005, NULL, 0x80000000};
    VkPipeline first = create_compute(0, NULL, NULL, &capture);
    CreateBinaries create = (CreateBinaries) vkGetDeviceProcAddr(device, "vkCreatePipelineBinariesKHR");
    BinaryData get = (BinaryData) vkGetDeviceProcAddr(device, "vkGetPipelineBinaryDataKHR");
    struct binary_create captured = {1000483001, .pipeline = first};
    struct binaries all = {1000483009, .count = MOST, .handles = handles};
    must(create(device, &captured, NULL, &all), "vkCreatePipelineBinariesKHR of a pipeline");
    for (uint32_t i = 0; i < all.count; i++) {
        struct binary_of of = {1000483006, NULL, handles[i]};
        keys[i].type = 1000483003;
        must(get(device, &of, &keys[i], &data[i].size, NULL), "vkGetPipelineBinaryDataKHR");
        data[i].bytes = room_for(data[i].size, 1);
        must(get(device, &of, &keys[i], &data[i].size, data[i].bytes), "vkGetPipelineBinaryDataKHR");
    }
    vkDestroyPipeline(device, first, NULL);
    struct kept_binaries kept = {all.count, keys, data};
    struct binary_create made = {1000483001, .kept = &kept};
    must(create(device, &made, NULL, &all), "vkCreatePipelineBinariesKHR of data");
    all.type = 1000483002;
    return create_compute(0, NULL, NULL, &all);
}

/* VK_EXT_shader_object, for which the headers may be too old. */
struct shader_info {
    uint32_t type;
    const void *next;
    uint32_t flags, stage, next_stage, code_type;
    size_t size;
    const void *code;
    const char *name;
    uint32_t layout_count;
    const VkDescriptorSetLayout *layouts;
    uint32_t range_count;
    const VkPushConstantRange *ranges;
    const VkSpecializationInfo *special;
};
typedef VkResult (VKAPI_PTR *CreateShaders)(VkDevice, uint32_t, const struct shader_info *, const void *, uint64_t *);
typedef VkResult (VKAPI_PTR *ShaderBinary)(VkDevice, uint64_t, size_t *, void *);
typedef void (VKAPI_PTR *DestroyShader)(VkDevice, uint64_t, const void *);
typedef void (VKAPI_PTR *BindShaders)(VkCommandBuffer, uint32_t, const VkShaderStageFlagBits *, const uint64_t *);

static void make_shader_object(const VkPushConstantRange *range) {
    CreateShaders create = (CreateShaders) vkGetDeviceProcAddr(device, "vkCreateShadersEXT");
    struct shader_info info = {1000482002, stages[0].pNext, is_full ? 4 : 0, stage_bit, 0, 1, spirv.size,
        memcpy(aligned_alloc(16, (spirv.size + 15) / 16 * 16), spirv.at, spirv.size), entry_point, (uint32_t) set_count,
        set_layouts, range->size > 0, range, &special};
    must(create(device, 1, &info, NULL, &shader_object), "vkCreateShadersEXT");
    if (is(way, "shader_binary")) {
        ShaderBinary get = (ShaderBinary) vkGetDeviceProcAddr(device, "vkGetShaderBinaryDataEXT");
        must(get(device, shader_object, &info.size, NULL), "vkGetShaderBinaryDataEXT");
        info.code_type = 0;
        info.code = aligned_alloc(16, (info.size + 15) / 16 * 16);
        must(get(device, shader_object, &info.size, (void *) info.code), "vkGetShaderBinaryDataEXT");
        must(create(device, 1, &info, NULL, &shader_object), "vkCreateShadersEXT of a binary");
    }
}

static int is_of(const char *const *all) {
    while (*all && !is(way, *all)) {
        all++;
    }
    return *all != NULL;
}

static void make_compute(const VkPushConstantRange *range) {
    static const char *const known[] = {"plain", "entry_points", "optimized", "smaller", "untyped", "variable_pointers",
        "maintenance1", "nv_cooperative_matrix", "secondary", "indirect", "push_descriptors", "descriptor_buffer",
        "dynamic_offsets", "template", "odd_offsets", "device_memory", "mapped_device_memory", "uncached_memory",
        "robust_access", "null_descriptors", NULL};
    if (is(way, "from_cache")) {
        pipeline = from_cache();
    } else if (is(way, "derivative")) {
        VkPipeline parent = create_compute(VK_PIPELINE_CREATE_ALLOW_DERIVATIVES_BIT, NULL, NULL, NULL);
        pipeline = create_compute(VK_PIPELINE_CREATE_DERIVATIVE_BIT, NULL, parent, NULL);
        vkDestroyPipeline(device, parent, NULL);
    } else if (is(way, "base")) { /* behind an equal one for dispatches without */
        VkPipeline without = create_compute(0, NULL, NULL, NULL);
        pipeline = create_compute(VK_PIPELINE_CREATE_DISPATCH_BASE_BIT, NULL, NULL, NULL);
        vkDestroyPipeline(device, without, NULL);
    } else if (is(way, "pipeline_binary")) {
        pipeline = from_binaries();
    } else if (is(way, "shader_object") || is(way, "shader_binary")) {
        make_shader_object(range);
    } else if (is_of(known)) {
        pipeline = create_compute(0, NULL, NULL, NULL);
    } else {
        stop(NOT_PLAYED, "the way %s", way);
    }
}

static int has_workgroups(void) {
    return stage_bit == VK_SHADER_STAGE_COMPUTE_BIT || stage_bit == VK_SHADER_STAGE_TASK_BIT_EXT
        || stage_bit == VK_SHADER_STAGE_MESH_BIT_EXT;
}

static VkRect2D area = {{0, 0}, {1, 1}};

/* A draw into nothing. */
static void make_graphics(void) {
    int is_fragment = stage_bit == VK_SHADER_STAGE_FRAGMENT_BIT;
    int is_patch = stage_bit == VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT || stage_bit == VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT;
    if (is_fragment) {
        area.extent = (VkExtent2D){groups[0], groups[1]};
    }
    VkViewport whole = {0, 0, (float) area.extent.width, (float) area.extent.height, 0, 1};
    VkPipelineVertexInputStateCreateInfo input = {VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    VkPipelineInputAssemblyStateCreateInfo assembly = {VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = is_patch ? VK_PRIMITIVE_TOPOLOGY_PATCH_LIST
            : is_fragment ? VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST : VK_PRIMITIVE_TOPOLOGY_POINT_LIST};
    VkPipelineTessellationStateCreateInfo patches = {VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_STATE_CREATE_INFO,
        .patchControlPoints = 1};
    VkPipelineViewportStateCreateInfo viewport = {VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
        .viewportCount = 1, .pViewports = &whole, .scissorCount = 1, .pScissors = &area};
    VkPipelineRasterizationStateCreateInfo raster = {VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
        .rasterizerDiscardEnable = !is_fragment, .lineWidth = 1};
    VkPipelineMultisampleStateCreateInfo samples = {VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT};
    VkPipelineColorBlendStateCreateInfo blend = {VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO};
    VkPipelineRenderingCreateInfo targets = {VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO};
    VkGraphicsPipelineCreateInfo info = {VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO, .pNext = &targets,
        .stageCount = stage_count, .pStages = stages, .pVertexInputState = &input, .pInputAssemblyState = &assembly,
        .pTessellationState = &patches, .pViewportState = &viewport, .pRasterizationState = &raster,
        .pMultisampleState = &samples, .pColorBlendState = &blend, .layout = layout};
    must(vkCreateGraphicsPipelines(device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline), "vkCreateGraphicsPipelines");
}

/* The shader tables of rays: ray generation, miss, hit and callable shaders, one record each. */
static VkStridedDeviceAddressRegionKHR regions[4];

static int table_of(VkShaderStageFlagBits bit) {
    return bit == VK_SHADER_STAGE_RAYGEN_BIT_KHR ? 0 : bit == VK_SHADER_STAGE_MISS_BIT_KHR ? 1
        : bit == VK_SHADER_STAGE_CALLABLE_BIT_KHR ? 3 : 2;
}

static void make_rays(void) {
    VkRayTracingShaderGroupCreateInfoKHR all[4];
    int of_table[4] = {-1, -1, -1, -1};
    uint32_t count = 0;
    for (uint32_t i = 0; i < stage_count; i++) {
        int table = table_of(stages[i].stage);
        if (of_table[table] < 0) {
            of_table[table] = (int) count;
            all[count++] = (VkRayTracingShaderGroupCreateInfoKHR){VK_STRUCTURE_TYPE_RAY_TRACING_SHADER_GROUP_CREATE_INFO_KHR,
                NULL, table == 2 ? VK_RAY_TRACING_SHADER_GROUP_TYPE_PROCEDURAL_HIT_GROUP_KHR
                    : VK_RAY_TRACING_SHADER_GROUP_TYPE_GENERAL_KHR, VK_SHADER_UNUSED_KHR, VK_SHADER_UNUSED_KHR,
                VK_SHADER_UNUSED_KHR, VK_SHADER_UNUSED_KHR, NULL};
        }
        VkRayTracingShaderGroupCreateInfoKHR *group = &all[of_table[table]];
        *(stages[i].stage == VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR ? &group->closestHitShader
            : stages[i].stage == VK_SHADER_STAGE_ANY_HIT_BIT_KHR ? &group->anyHitShader
            : stages[i].stage == VK_SHADER_STAGE_INTERSECTION_BIT_KHR ? &group->intersectionShader
            : &group->generalShader) = i;
    }
    VkRayTracingPipelineCreateInfoKHR info = {VK_STRUCTURE_TYPE_RAY_TRACING_PIPELINE_CREATE_INFO_KHR,
        .stageCount = stage_count, .pStages = stages, .groupCount = count, .pGroups = all,
        .maxPipelineRayRecursionDepth = 1, .layout = layout};
    FUNCTION(vkCreateRayTracingPipelinesKHR);
    must(vkCreateRayTracingPipelinesKHR(device, VK_NULL_HANDLE, VK_NULL_HANDLE, 1, &info, NULL, &pipeline),
         "vkCreateRayTracingPipelinesKHR");

    VkPhysicalDeviceRayTracingPipelinePropertiesKHR limits = {
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_TRACING_PIPELINE_PROPERTIES_KHR};
    VkPhysicalDeviceProperties2 ask = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &limits};
    vkGetPhysicalDeviceProperties2(physical, &ask);
    uint32_t handle = limits.shaderGroupHandleSize, alignment = limits.shaderGroupHandleAlignment,
        base = limits.shaderGroupBaseAlignment, record = (handle + alignment - 1) / alignment * alignment,
        step = (record + base - 1) / base * base;
    struct room tables = room((count + 1) * step,
        VK_BUFFER_USAGE_SHADER_BINDING_TABLE_BIT_KHR | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT, HOST, 0);
    VkDeviceAddress first = (tables.address + step - 1) / step * step;
    FUNCTION(vkGetRayTracingShaderGroupHandlesKHR);
    for (int table = 0; table < 4; table++) {
        if (of_table[table] >= 0) {
            uint32_t i = (uint32_t) of_table[table];
            must(vkGetRayTracingShaderGroupHandlesKHR(device, pipeline, i, 1, handle,
                tables.bytes + (first - tables.address) + i * step), "vkGetRayTracingShaderGroupHandlesKHR");
            regions[table] = (VkStridedDeviceAddressRegionKHR){first + i * step, record, record};
        }
    }
}

/* Whether any of the shaders knows what rays are traced through. */
static int traces(void) {
    int found = is_ray_tracing() && instruction(spirv, HEADER, OP_ACCELERATION_STRUCTURE, OP_ACCELERATION_STRUCTURE) > 0;
    for (int i = 0; i < companion_count; i++) {
        found |= is_ray_tracing()
            && instruction(companions[i].spirv, HEADER, OP_ACCELERATION_STRUCTURE, OP_ACCELERATION_STRUCTURE) > 0;
    }
    return found;
}

/* An acceleration structure of one geometry with one primitive, built before the commands that follow. */
static VkAccelerationStructureKHR structure(VkCommandBuffer commands, VkAccelerationStructureTypeKHR type,
                                            const VkAccelerationStructureGeometryKHR *geometry) {
    VkAccelerationStructureBuildGeometryInfoKHR build = {VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_BUILD_GEOMETRY_INFO_KHR,
        .type = type, .geometryCount = 1, .pGeometries = geometry};
    VkAccelerationStructureBuildSizesInfoKHR sizes = {VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_BUILD_SIZES_INFO_KHR};
    uint32_t one = 1;
    FUNCTION(vkGetAccelerationStructureBuildSizesKHR);
    vkGetAccelerationStructureBuildSizesKHR(device, VK_ACCELERATION_STRUCTURE_BUILD_TYPE_DEVICE_KHR, &build, &one, &sizes);
    struct room storage = room(sizes.accelerationStructureSize,
        VK_BUFFER_USAGE_ACCELERATION_STRUCTURE_STORAGE_BIT_KHR | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT, OWN, 0);
    struct room scratch = room(sizes.buildScratchSize + 256,
        VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT, OWN, 0);
    VkAccelerationStructureCreateInfoKHR info = {VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_CREATE_INFO_KHR,
        .buffer = storage.buffer, .size = sizes.accelerationStructureSize, .type = type};
    FUNCTION(vkCreateAccelerationStructureKHR);
    must(vkCreateAccelerationStructureKHR(device, &info, NULL, &build.dstAccelerationStructure),
         "vkCreateAccelerationStructureKHR");
    build.scratchData.deviceAddress = (scratch.address + 255) / 256 * 256;
    VkAccelerationStructureBuildRangeInfoKHR range = {.primitiveCount = 1};
    const VkAccelerationStructureBuildRangeInfoKHR *ranges = &range;
    FUNCTION(vkCmdBuildAccelerationStructuresKHR);
    vkCmdBuildAccelerationStructuresKHR(commands, 1, &build, &ranges);
    VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_ACCELERATION_STRUCTURE_WRITE_BIT_KHR,
        .dstAccessMask = VK_ACCESS_ACCELERATION_STRUCTURE_READ_BIT_KHR};
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
        0, 1, &barrier, 0, NULL, 0, NULL);
    return build.dstAccelerationStructure;
}

static void make_scene_layout(void) {
    VkDescriptorSetLayoutBinding binding = {0, VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR, 1,
        VK_SHADER_STAGE_RAYGEN_BIT_KHR | VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR | VK_SHADER_STAGE_MISS_BIT_KHR, NULL};
    VkDescriptorSetLayoutCreateInfo info = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .bindingCount = 1, .pBindings = &binding};
    must(vkCreateDescriptorSetLayout(device, &info, NULL, &set_layouts[set_count]), "vkCreateDescriptorSetLayout");
}

/* What rays are traced through: one box across the positive z-axis, in a descriptor set of its own. */
static void bind_scene(VkCommandBuffer commands) {
    struct room geometry = room(512, VK_BUFFER_USAGE_ACCELERATION_STRUCTURE_BUILD_INPUT_READ_ONLY_BIT_KHR
            | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT, HOST, 0);
    VkAabbPositionsKHR box = {-1, -1, 1, 1, 1, 3};
    memcpy(geometry.bytes, &box, sizeof box);
    VkAccelerationStructureGeometryKHR boxes = {VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_KHR,
        .geometryType = VK_GEOMETRY_TYPE_AABBS_KHR, .flags = VK_GEOMETRY_NO_DUPLICATE_ANY_HIT_INVOCATION_BIT_KHR,
        .geometry.aabbs = {VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_AABBS_DATA_KHR, NULL,
            {geometry.address}, sizeof box}};
    VkAccelerationStructureKHR below = structure(commands, VK_ACCELERATION_STRUCTURE_TYPE_BOTTOM_LEVEL_KHR, &boxes);
    VkAccelerationStructureDeviceAddressInfoKHR of = {
        VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_DEVICE_ADDRESS_INFO_KHR, .accelerationStructure = below};
    FUNCTION(vkGetAccelerationStructureDeviceAddressKHR);
    VkAccelerationStructureInstanceKHR place = {.transform = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}}, .mask = 0xFF,
        .accelerationStructureReference = vkGetAccelerationStructureDeviceAddressKHR(device, &of)};
    memcpy(geometry.bytes + 256, &place, sizeof place);
    VkAccelerationStructureGeometryKHR instances = {VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_KHR,
        .geometryType = VK_GEOMETRY_TYPE_INSTANCES_KHR,
        .geometry.instances = {VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_INSTANCES_DATA_KHR, NULL, VK_FALSE,
            {geometry.address + 256}}};
    VkAccelerationStructureKHR scene = structure(commands, VK_ACCELERATION_STRUCTURE_TYPE_TOP_LEVEL_KHR, &instances);
    VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR, 1};
    VkDescriptorPoolCreateInfo pool_info = {VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = 1, .poolSizeCount = 1, .pPoolSizes = &size};
    VkDescriptorPool pool;
    must(vkCreateDescriptorPool(device, &pool_info, NULL, &pool), "vkCreateDescriptorPool");
    VkDescriptorSetAllocateInfo set_info = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool = pool, .descriptorSetCount = 1, .pSetLayouts = &set_layouts[set_count]};
    must(vkAllocateDescriptorSets(device, &set_info, &sets[set_count]), "vkAllocateDescriptorSets");
    VkWriteDescriptorSetAccelerationStructureKHR write = {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_ACCELERATION_STRUCTURE_KHR,
        .accelerationStructureCount = 1, .pAccelerationStructures = &scene};
    VkWriteDescriptorSet written = {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .pNext = &write, .dstSet = sets[set_count],
        .descriptorCount = 1, .descriptorType = VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR};
    vkUpdateDescriptorSets(device, 1, &written, 0, NULL);
    vkCmdBindDescriptorSets(commands, bind_point, layout, (uint32_t) set_count, 1, &sets[set_count], 0, NULL);
}

static void make_pipeline(void) {
    bind_point = stage_bit == VK_SHADER_STAGE_COMPUTE_BIT ? VK_PIPELINE_BIND_POINT_COMPUTE
        : is_ray_tracing() ? VK_PIPELINE_BIND_POINT_RAY_TRACING_KHR : VK_PIPELINE_BIND_POINT_GRAPHICS;
    make_descriptors();
    if (traces()) {
        make_scene_layout();
    }
    VkPushConstantRange range = {stage_bit, 0, (uint32_t) pushes[0].size};
    VkPipelineLayoutCreateInfo info = {VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .setLayoutCount = (uint32_t) (set_count + traces()), .pSetLayouts = set_layouts,
        .pushConstantRangeCount = range.size > 0, .pPushConstantRanges = &range};
    must(vkCreatePipelineLayout(device, &info, NULL, &layout), "vkCreatePipelineLayout");
    make_stages();
    fflush(stdout);
    if (stage_bit == VK_SHADER_STAGE_COMPUTE_BIT) {
        make_compute(&range);
    } else if (is_ray_tracing()) {
        make_rays();
    } else {
        make_graphics();
    }
}

/* ---------------------------------------------------------------------------------------------------- run */

/* The first half of the workgroups along the first axis that has several, then the rest. */
static void dispatch_by_base(VkCommandBuffer commands) {
    int axis = groups[0] > 1 ? 0 : groups[1] > 1 ? 1 : 2;
    for (int part = 0; part < 2; part++) {
        uint32_t half = groups[axis] / 2, base[3] = {0, 0, 0}, count[3] = {groups[0], groups[1], groups[2]};
        base[axis] = part ? half : 0;
        count[axis] = part ? groups[axis] - half : half;
        if (count[axis]) {
            vkCmdDispatchBase(commands, base[0], base[1], base[2], count[0], count[1], count[2]);
        }
    }
}

static void record_work(VkCommandBuffer commands) {
    if (stage_bit == VK_SHADER_STAGE_COMPUTE_BIT) {
        if (is(way, "base")) {
            dispatch_by_base(commands);
        } else if (is(way, "indirect")) {
            struct room counts = room(sizeof groups, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT, HOST, 0);
            memcpy(counts.bytes, groups, sizeof groups);
            vkCmdDispatchIndirect(commands, counts.buffer, 0);
        } else {
            vkCmdDispatch(commands, groups[0], groups[1], groups[2]);
        }
    } else if (is_ray_tracing()) {
        FUNCTION(vkCmdTraceRaysKHR);
        vkCmdTraceRaysKHR(commands, &regions[0], &regions[1], &regions[2], &regions[3], groups[0], groups[1], groups[2]);
    } else {
        VkRenderingInfo rendering = {VK_STRUCTURE_TYPE_RENDERING_INFO, .renderArea = area, .layerCount = 1};
        vkCmdBeginRendering(commands, &rendering);
        if (has_workgroups()) {
            FUNCTION(vkCmdDrawMeshTasksEXT);
            vkCmdDrawMeshTasksEXT(commands, groups[0], groups[1], groups[2]);
        } else {
            vkCmdDraw(commands, stage_bit == VK_SHADER_STAGE_FRAGMENT_BIT ? 3 : groups[0], 1, 0, 0);
        }
        vkCmdEndRendering(commands);
    }
}

static void record_conversions(VkCommandBuffer commands, int run) {
    for (const struct conversion *c = conversions; c < conversions + conversion_count; c++) {
        if (c->when == run) {
            convert(commands, c);
        }
    }
}

static void record_runs(VkCommandBuffer commands) {
    if (shader_object) {
        VkShaderStageFlagBits compute = VK_SHADER_STAGE_COMPUTE_BIT;
        ((BindShaders) vkGetDeviceProcAddr(device, "vkCmdBindShadersEXT"))(commands, 1, &compute, &shader_object);
    } else {
        vkCmdBindPipeline(commands, bind_point, pipeline);
    }
    bind_descriptors(commands);
    if (traces()) {
        bind_scene(commands);
    }
    VkPipelineStageFlags done = stage_bit == VK_SHADER_STAGE_COMPUTE_BIT ? VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT
        : VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    for (int run = 0; run < runs; run++) {
        if (pushes[0].size) {
            vkCmdPushConstants(commands, layout, stage_bit, 0, (uint32_t) pushes[0].size, pushes[run].at);
        }
        record_work(commands);
        VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
            .dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_HOST_READ_BIT
                | VK_ACCESS_TRANSFER_READ_BIT};
        vkCmdPipelineBarrier(commands, done, done | VK_PIPELINE_STAGE_HOST_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT,
            0, 1, &barrier, 0, NULL, 0, NULL);
        record_conversions(commands, run);
    }
}

/* Buffers into the device's memory before the run, and back behind it. */
static void copy_all(VkCommandBuffer commands, int is_back) {
    VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT | VK_ACCESS_HOST_READ_BIT};
    for (int i = 0; i < buffer_count && seen[0].buffer != rooms[0].buffer; i++) {
        VkBufferCopy all = {0, 0, lead + buffers[i].bytes + GUARD};
        vkCmdCopyBuffer(commands, is_back ? seen[i].buffer : rooms[i].buffer, is_back ? rooms[i].buffer : seen[i].buffer, 1, &all);
    }
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
        VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0, NULL, 0, NULL);
}

static VkCommandPool pool;

static VkCommandBuffer begin(VkCommandBufferLevel level) {
    VkCommandBufferAllocateInfo info = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = pool, .level = level, .commandBufferCount = 1};
    VkCommandBuffer made;
    must(vkAllocateCommandBuffers(device, &info, &made), "vkAllocateCommandBuffers");
    VkCommandBufferInheritanceInfo inherited = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO};
    VkCommandBufferBeginInfo begin_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, .pInheritanceInfo = &inherited};
    must(vkBeginCommandBuffer(made, &begin_info), "vkBeginCommandBuffer");
    return made;
}

static void run(void) {
    VkCommandPoolCreateInfo pool_info = {VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, .queueFamilyIndex = queue_family};
    must(vkCreateCommandPool(device, &pool_info, NULL, &pool), "vkCreateCommandPool");
    VkCommandBuffer commands = begin(VK_COMMAND_BUFFER_LEVEL_PRIMARY);
    copy_all(commands, 0);
    if (!spirv.size) {
        if (is_by_command) {
            record_conversions(commands, 0);
        }
    } else if (is(way, "secondary")) {
        VkCommandBuffer inner = begin(VK_COMMAND_BUFFER_LEVEL_SECONDARY);
        record_runs(inner);
        must(vkEndCommandBuffer(inner), "vkEndCommandBuffer");
        vkCmdExecuteCommands(commands, 1, &inner);
    } else {
        record_runs(commands);
    }
    copy_all(commands, 1);
    must(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
    VkQueue queue;
    vkGetDeviceQueue(device, queue_family, 0, &queue);
    VkSubmitInfo submit = {VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
    must(vkQueueSubmit(queue, 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit");
    must(vkQueueWaitIdle(queue), "vkQueueWaitIdle");
}

static void destroy_all(void) {
    if (shader_object) {
        ((DestroyShader) vkGetDeviceProcAddr(device, "vkDestroyShaderEXT"))(device, shader_object, NULL);
    }
    vkDestroyCommandPool(device, pool, NULL);
    vkDestroyPipeline(device, pipeline, NULL);
    for (uint32_t i = 0; i < stage_count; i++) {
        vkDestroyShaderModule(device, stages[i].module, NULL);
    }
    vkDestroyPipelineLayout(device, layout, NULL);
    vkDestroyDescriptorPool(device, descriptor_pool, NULL);
    for (int i = 0; i < MOST_SETS; i++) {
        vkDestroyDescriptorSetLayout(device, set_layouts[i], NULL);
    }
    for (int i = 0; i < MOST_BUFFERS; i++) {
        if (seen[i].buffer != rooms[i].buffer) {
            vkDestroyBuffer(device, seen[i].buffer, NULL);
            vkFreeMemory(device, seen[i].memory, NULL);
        }
        vkDestroyBuffer(device, rooms[i].buffer, NULL);
        vkFreeMemory(device, rooms[i].memory, NULL);
    }
}

/* What was made for a job goes, and what was read of it; the device stays, and what is needed of it. */
static void forget(void) {
    if (device) {
        destroy_all();
    }
    pool = VK_NULL_HANDLE;
    pipeline = VK_NULL_HANDLE;
    layout = VK_NULL_HANDLE;
    descriptor_pool = VK_NULL_HANDLE;
    memset(stages, 0, sizeof stages);
    memset(set_layouts, 0, sizeof set_layouts);
    memset(rooms, 0, sizeof rooms);
    memset(seen, 0, sizeof seen);
    memset(regions, 0, sizeof regions);
    stage_count = 0;
    set_count = 0;
    shader_object = 0;
    area.extent = (VkExtent2D){1, 1};
    spirv = (struct bytes){0};
    stage_bit = 0;
    way = "plain";
    groups[0] = groups[1] = groups[2] = 1;
    subgroup_size = 0;
    is_full = is_robust = is_by_command = 0;
    buffer_count = constant_count = address_count = conversion_count = companion_count = 0;
    runs = 1;
    wrong = failures = 0;
    untouched.is_told = 0;
}

/* A job on the open device. */
static enum verdict play(const char *job) {
    read_job(job);
    make_rooms();
    convert_before();
    if (spirv.size) {
        make_pipeline();
    }
    run();
    convert_behind();
    judge_rooms();
    return ended();
}

/* --------------------------------------------------------------------------------------------------- main */

static int seconds = 60;

/* A job behind which others are played, whatever comes of it. */
static void play_before(const char *job) {
    printf("%s\n", job);
    is_before_last = 1;
    if (setjmp(behind_job) == 0) {
        play(job);
    }
    is_before_last = 0;
    forget();
    printf("\n");
}

/* Tells the process above that something begins. */
static void tell(int above) {
    fflush(stdout);
    if (write(above, "", 1) != 1) {
        stop(BROKEN, "%s", strerror(errno));
    }
}

/* Jobs one after the other on one device, which has all that any of them needs; the verdict of the last. Tells when the
   others begin, and when it does. */
static enum verdict play_all(const char *const *jobs, int count, uint32_t chosen, int above) {
    alarm((unsigned) seconds);
    for (int i = 0; i < count; i++) {
        read_job(jobs[i]);
        need_all();
        forget();
    }
    open_physical(chosen);
    open_device();
    tell(above);
    for (int i = 0; i < count - 1; i++) {
        alarm((unsigned) seconds);
        play_before(jobs[i]);
    }
    if (count > 1) {
        alarm((unsigned) seconds);
        printf("%s\n", jobs[count - 1]);
    }
    tell(above);
    return play(jobs[count - 1]);
}

/* The driver gets a process of its own for each job, or for jobs in order, so that its crash is a verdict too. */
static enum verdict play_alone(const char *const *jobs, int count, uint32_t chosen, const char **said) {
    int status = 0, pair[2];
    char begun[2];
    if (pipe(pair) != 0) {
        stop(BROKEN, "%s", strerror(errno));
    }
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        exit(play_all(jobs, count, chosen, pair[1]));
    }
    close(pair[1]);
    waitpid(child, &status, 0);
    int is_in_an_earlier = read(pair[0], begun, 2) == 1;
    close(pair[0]);
    if (is_in_an_earlier && (WIFSIGNALED(status) || WEXITSTATUS(status) == LOST)) {
        *said = "NOT_PLAYED";
        printf("NOT_PLAYED: the process or the device did not outlive a job before the last\n");
        return NOT_PLAYED;
    }
    if (WIFSIGNALED(status)) {
        int is_late = WTERMSIG(status) == SIGALRM;
        *said = is_late ? "TIMEOUT" : "CRASH";
        printf(is_late ? "FAIL: not at its end after %d s\n" : "FAIL: the driver ended the process by signal %d\n",
               is_late ? seconds : WTERMSIG(status));
        return FAIL;
    }
    enum verdict verdict = (enum verdict) WEXITSTATUS(status);
    *said = verdict == PASS ? "PASS" : verdict == WARN ? "WARN" : verdict == FAIL ? "FAIL" : verdict == LOST ? "DEVICE_LOST"
        : verdict == LACKING ? "NOT_SUPPORTED" : verdict == NOT_PLAYED ? "NOT_PLAYED" : "BROKEN";
    if (verdict != PASS && verdict != WARN && verdict != FAIL) {
        printf("%s\n", *said);
    }
    return verdict == LOST ? FAIL : verdict;
}

static const char *entry_name(const uint8_t *at) {
    char *name = room_for(little(at + 28, 2), 1);
    return memcpy(name, at + 46, little(at + 28, 2));
}

static int ends_in(const char *text, const char *ending) {
    size_t own = strlen(text), other = strlen(ending);
    return own >= other && strcmp(text + own - other, ending) == 0;
}

static int is_job(const uint8_t *at, const char *wanted) {
    const char *name = entry_name(at);
    return wanted ? is(wanted, name) : ends_in(name, ".json") && !ends_in(name, ".accept.json");
}

static void extract(const char *folder) {
    for (const uint8_t *at = entry(NULL); at; at = entry(at)) {
        char path[4096];
        const char *slash = strrchr(entry_name(at), '/');
        snprintf(path, sizeof path, "%s/%s", folder, slash ? slash + 1 : entry_name(at));
        struct bytes bytes = unpacked(at);
        FILE *file = fopen(path, "wb");
        if (!file || fwrite(bytes.at, 1, bytes.size, file) != bytes.size || fclose(file) != 0) {
            stop(BROKEN, "%s cannot be written: %s", path, strerror(errno));
        }
        printf("%s\n", path);
    }
}

static const char USAGE[] = "replay FILE [number of the Vulkan device] [--job NAME] [--timeout SECONDS]"
    " [--in-order] [--strict | --strict-spec] [--extract DIR]";

int main(int count, char **arguments) {
    const char *wanted = NULL, *folder = NULL;
    uint32_t chosen = 0;
    int is_in_order = 0;
#ifdef IN_ORDER
    is_in_order = 1;
#endif
#ifdef PACKED
    path_of_file = "the packed case";
    archive = (struct bytes){(const uint8_t *) packed, PACKED};
#endif
    for (int i = 1; i < count; i++) {
        const char *one = arguments[i], *next = i + 1 < count ? arguments[i + 1] : NULL;
        if (is(one, "--in-order")) {
            is_in_order = 1;
        } else if (is(one, "--strict")) {
            is_strict = 1;
        } else if (is(one, "--strict-spec") || is(one, "--by-the-letter")) {
            by_the_letter = 1;
        } else if (next && (is(one, "--job") || is(one, "--timeout") || is(one, "--extract"))) {
            *(one[2] == 'j' ? &wanted : &folder) = one[2] == 't' ? folder : next;
            seconds = one[2] == 't' ? atoi(next) : seconds;
            i++;
        } else if (!path_of_file && *one != '-') {
            path_of_file = one;
        } else if (*one >= '0' && *one <= '9') {
            chosen = (uint32_t) atoi(one);
        } else {
            stop(BROKEN, "%s", USAGE);
        }
    }
    if (!path_of_file) {
        stop(BROKEN, "%s", USAGE);
    }
    if (!archive.size) {
        struct bytes file = read_whole(path_of_file);
        if (file.size >= 22 && little(file.at, 4) == 0x04034b50) {
            archive = file;
        }
    }
    for (const uint8_t *at = archive.size ? entry(NULL) : NULL; at; at = entry(at)) {
        unpacked(at); /* what is damaged is told before anything is played */
    }
    if (folder && !archive.size) {
        stop(BROKEN, "%s is no packed case: there is nothing to extract", path_of_file);
    }
    if (folder) {
        extract(folder);
        return 0;
    }
    if (!archive.size) {
        const char *said, *slash = strrchr(path_of_file, '/'), *job = slash ? slash + 1 : path_of_file;
        enum verdict verdict = play_alone(&job, 1, chosen, &said);
        return verdict == WARN ? PASS : verdict;
    }
    int job_count = 0, filled = 0;
    for (const uint8_t *at = entry(NULL); at; at = entry(at)) {
        job_count += is_job(at, wanted);
    }
    if (!job_count) {
        stop(BROKEN, "%s has no job%s%s", path_of_file, wanted ? " " : "", wanted ? wanted : "");
    }
    const char **jobs = room_for((size_t) job_count, sizeof *jobs), *said;
    for (const uint8_t *at = entry(NULL); at; at = entry(at)) {
        if (is_job(at, wanted)) {
            jobs[filled++] = entry_name(at);
        }
    }
    if (is_in_order) {
        enum verdict last = play_alone(jobs, job_count, chosen, &said);
        printf("\n%s: the last of %d jobs in one process\n", said, job_count);
        return last == WARN ? PASS : last;
    }
    /* The verdict of a case is the worst of its jobs. */
    static const char *const order[] = {"PASS", "WARN", "NOT_SUPPORTED", "NOT_PLAYED", "FAIL", "CRASH", "TIMEOUT",
        "DEVICE_LOST", "BROKEN"};
    enum verdict verdict = PASS;
    size_t worst = 0;
    for (int i = 0; i < job_count; i++) {
        if (job_count > 1) {
            printf("%s%s\n", i ? "\n" : "", jobs[i]);
        }
        enum verdict one = play_alone(&jobs[i], 1, chosen, &said);
        size_t place = 0;
        while (!is(said, order[place])) {
            place++;
        }
        verdict = place >= worst ? one : verdict;
        worst = place >= worst ? place : worst;
    }
    if (job_count > 1) {
        printf("\n%s: the worst of %d jobs\n", order[worst], job_count);
    }
    return verdict == WARN ? PASS : verdict;
}
