/*
${HEADER}
 *
 *   ${CC}
 *   ./repro [number of the Vulkan device]
 *
 * Prints the wrong elements and exits with 1; with 0 if there are none; with 77 if the device lacks
 * what it needs. Written by CoopCTS.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vulkan/vulkan.h>

//+ modules
/* What the device must report: a structure of features for each row, newer ones than the headers'
   too. */
struct features {
    VkStructureType type;
    void *next;
    VkBool32 on[64];
};
static const struct wanted {
    const char *extension; /* "" for a version of Vulkan itself */
    uint32_t type;         /* the value of sType */
    int all;               /* whether all members that there are become on */
    int required[12];      /* positions of the members that must be on, then -1 */
    const char *names;
} wanted[] = {
${FEATURES}};
static const struct { const char *name; size_t offset; } core[] = {
${CORE}    {NULL, 0}};

/* How the bits of an element are read: kind 'f' for numbers with exponent and mantissa, 'i' and 'u'
   for whole ones; what the largest exponent stands for: 2 Inf and NaN, 1 NaN alone, 0 numbers. */
static const struct format { char kind; int bits, exponent, mantissa, bias, specials; } formats[] = {
${FORMATS}};

static const char *const rules[] = {
${RULES}};

/* Elements of which more than one value is acceptable. */
struct open {
    uint32_t offset;
    char kind; /* 'o' one of the patterns, 'w' from low to high, 'n' NaN, 'a' anything */
    int format, rule;
    double low, high;
    uint32_t first, count;
};
static const uint64_t patterns[] = {
${PATTERNS}0};

/* Matrices that are stored: the last one over a byte tells its row and column. */
static const struct matrix {
    int buffer, instance, rows, columns, format, by_rows, rule;
    long start, stride, from, to;
} matrices[] = {
${MATRICES}{-1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0}};

${DATA}
static const struct buffer {
    const char *name;
    int set, binding; /* -1: reached by its address alone */
    size_t bytes;
    const uint32_t *before, *expected; /* NULL: zeros; not judged */
    const struct open *open;
    size_t opens;
} buffers[] = {
${BUFFERS}};
enum { BUFFERS = sizeof buffers / sizeof *buffers, GUARD = 256, SHOWN = 4 };

//+ data

static int wrong;

static uint64_t pattern(const uint8_t *bytes, size_t offset, int bits) {
    uint64_t value = 0;
    for (int i = bits / 8 - 1; i >= 0; i--) {
        value = value << 8 | bytes[offset + i];
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
    double value = number(&formats[o->format], p);
    switch (o->kind) {
    case 'a': return 1;
    case 'n': return value != value;
    case 'w': return value >= o->low && value <= o->high;
    default:
        for (uint32_t i = 0; i < o->count; i++) {
            if (patterns[o->first + i] == p) {
                return 1;
            }
        }
        return 0;
    }
}

/* The matrix element at a byte, its first byte in *start. */
static const struct matrix *element(int buffer, long offset, int *row, int *column, long *start) {
    const struct matrix *found = NULL;
    for (const struct matrix *m = matrices; m->buffer >= 0; m++) {
        if (m->buffer != buffer || offset < m->from || offset >= m->to) {
            continue;
        }
        int bytes = formats[m->format].bits / 8;
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

/* Wrong elements of each matrix as letters, and which of its rows and columns have one. */
static char *letters[sizeof matrices / sizeof *matrices];

static void mark(const struct matrix *m, int row, int column, char letter) {
    char **own = &letters[m - matrices];
    if (!*own) {
        *own = malloc((size_t) (m->rows * m->columns));
        memset(*own, '.', (size_t) (m->rows * m->columns));
    }
    (*own)[row * m->columns + column] = letter;
}

static void complain(int buffer, long offset, const char *expected, int format, uint64_t got, int rule) {
    static char told[sizeof rules / sizeof *rules];
    int row, column;
    long start;
    double value = number(&formats[format], got);
    const struct matrix *m = element(buffer, offset, &row, &column, &start);
    const uint8_t *before = (const uint8_t *) buffers[buffer].before;
    if (m) {
        mark(m, row, column, value != value ? 'N' : value == 0 ? '0'
            : before && pattern(before, (size_t) offset, formats[format].bits) == got ? '-' : 'x');
    }
    if (++wrong > SHOWN) {
        return;
    }
    printf("%s+%ld", buffers[buffer].name, offset);
    if (m) {
        printf(" (instance %d, row %d, column %d)", m->instance, row, column);
    }
    printf(": expected %s, got %.9g (0x%0*llx)\n", expected, value, formats[format].bits / 4, (unsigned long long) got);
    if (!told[rule]++) {
        printf("  %s\n", rules[rule]);
    }
}

/* Whether row or column `line` of a matrix has a wrong element. */
static int has_wrong(const struct matrix *m, int is_row, int line) {
    int wrong_ones = 0;
    for (int i = 0; i < (is_row ? m->columns : m->rows); i++) {
        wrong_ones += letters[m - matrices][is_row ? line * m->columns + i : i * m->columns + line] != '.';
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
    int others = 0, is_drawn = 0;
    for (const struct matrix *m = matrices; m->buffer >= 0; m++) {
        const char *own = letters[m - matrices];
        if (!own || is_drawn) {
            others += own != NULL;
            continue;
        }
        is_drawn = 1;
        printf("%s, instance %d", buffers[m->buffer].name, m->instance);
        lines(m, 1);
        lines(m, 0);
        printf(" are wrong\n");
        for (int row = 0; row < m->rows && m->rows <= 48 && m->columns <= 96; row++) {
            printf("  %3d  %.*s\n", row, m->columns, own + row * m->columns);
        }
        printf("  . right, x wrong, 0 zero, N NaN, - as before the run\n");
    }
    if (others) {
        printf("and %d other matrices\n", others);
    }
}

static void judge(int n, const uint8_t *actual) {
    const struct buffer *b = &buffers[n];
    char text[160];
    uint8_t *rest = malloc(b->bytes + 1);
    const uint8_t *expected = (const uint8_t *) b->expected;
    memcpy(rest, actual, b->bytes);
    for (const struct open *o = b->open; o < b->open + b->opens; o++) {
        int bits = formats[o->format].bits;
        uint64_t got = pattern(actual, o->offset, bits);
        if (!accepts(o, got)) {
            if (o->kind == 'w') {
                snprintf(text, sizeof text, "%.9g to %.9g", o->low, o->high);
            } else if (o->kind == 'n') {
                strcpy(text, "NaN");
            } else {
                snprintf(text, sizeof text, "%.9g%s", number(&formats[o->format], patterns[o->first]),
                         o->count > 1 ? " or another" : "");
            }
            complain(n, o->offset, text, o->format, got, o->rule);
        }
        memcpy(rest + o->offset, expected + o->offset, bits / 8);
    }
    for (size_t i = 0; i < b->bytes; i++) {
        int row, column;
        long start;
        if (rest[i] == expected[i]) {
            continue;
        }
        const struct matrix *m = element(n, (long) i, &row, &column, &start);
        if (m) {
            int bits = formats[m->format].bits;
            snprintf(text, sizeof text, "%.9g", number(&formats[m->format], pattern(expected, start, bits)));
            complain(n, start, text, m->format, pattern(actual, start, bits), m->rule);
            i = start + bits / 8 - 1;
        } else {
            snprintf(text, sizeof text, "0x%02x as before", expected[i]);
            complain(n, (long) i, text, 0, actual[i], 0);
        }
    }
    free(rest);
}

static void must(VkResult result, const char *what) {
    if (result != VK_SUCCESS) {
        printf("%s gives %d\n", what, result);
        exit(result == VK_ERROR_INCOMPATIBLE_DRIVER ? 77 : 1);
    }
}

static int lacks(const char *what) {
    printf("the device has no %s\n", what);
    return 77;
}

/* A buffer with memory of its own. */
struct room { VkBuffer buffer; uint8_t *bytes; VkDeviceAddress address; };
enum { HOST = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT };

static struct room room(VkDevice device, VkPhysicalDevice physical, size_t size, VkBufferUsageFlags usage, uint32_t kind) {
    struct room made = {0};
    VkBufferCreateInfo info = {VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size, .usage = usage};
    must(vkCreateBuffer(device, &info, NULL, &made.buffer), "vkCreateBuffer");
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(device, made.buffer, &needs);
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(physical, &memory);
    uint32_t type = 0;
    while (!(needs.memoryTypeBits >> type & 1) || (memory.memoryTypes[type].propertyFlags & kind) != kind) {
        type++;
    }
    int addressed = (usage & VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT) != 0;
    VkMemoryAllocateFlagsInfo flags = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
        .flags = addressed ? VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT : 0};
    VkMemoryAllocateInfo allocation = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &flags,
        .allocationSize = needs.size, .memoryTypeIndex = type};
    VkDeviceMemory bytes;
    must(vkAllocateMemory(device, &allocation, NULL, &bytes), "vkAllocateMemory");
    must(vkBindBufferMemory(device, made.buffer, bytes, 0), "vkBindBufferMemory");
    if (kind == HOST) {
        must(vkMapMemory(device, bytes, 0, VK_WHOLE_SIZE, 0, (void **) &made.bytes), "vkMapMemory");
    }
    if (addressed) {
        VkBufferDeviceAddressInfo of = {VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, .buffer = made.buffer};
        made.address = vkGetBufferDeviceAddress(device, &of);
    }
    return made;
}

//+ functions

static int run(int argc, char **argv) {
    VkApplicationInfo application = {VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_3};
    VkInstanceCreateInfo instance_info = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application};
    VkInstance instance;
    must(vkCreateInstance(&instance_info, NULL, &instance), "vkCreateInstance");
    VkPhysicalDevice physical[16];
    uint32_t count = 16, chosen = argc > 1 ? (uint32_t) atoi(argv[1]) : 0;
    vkEnumeratePhysicalDevices(instance, &count, physical);
    if (chosen >= count) {
        return lacks("such number");
    }
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(physical[chosen], &properties);
    printf("%s\n", properties.deviceName);

    /* Extensions and features. */
    static VkExtensionProperties offered[1024];
    count = 1024;
    vkEnumerateDeviceExtensionProperties(physical[chosen], NULL, &count, offered);
    const char *extensions[16] = {${NEEDED}};
    uint32_t enabled = ${NEEDEDCOUNT};
    static struct features features[sizeof wanted / sizeof *wanted];
    VkPhysicalDeviceFeatures2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        const char *name = wanted[i].extension;
        if (*name) {
            uint32_t at = 0;
            while (at < count && strcmp(offered[at].extensionName, name) != 0) {
                at++;
            }
            if (at == count) {
                return lacks(name);
            }
            extensions[enabled++] = name;
        }
        features[i].type = (VkStructureType) wanted[i].type;
        features[i].next = all.pNext;
        all.pNext = &features[i];
    }
    vkGetPhysicalDeviceFeatures2(physical[chosen], &all);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        VkBool32 on[64] = {0};
        for (const int *at = wanted[i].required; *at >= 0; at++) {
            if (!features[i].on[*at]) {
                return lacks(wanted[i].names);
            }
            on[*at] = VK_TRUE;
        }
        if (!wanted[i].all) {
            memcpy(features[i].on, on, sizeof on);
        }
    }
    VkPhysicalDeviceFeatures needed = {0};
    for (int i = 0; core[i].name; i++) {
        if (!*(VkBool32 *) ((char *) &all.features + core[i].offset)) {
            return lacks(core[i].name);
        }
        *(VkBool32 *) ((char *) &needed + core[i].offset) = VK_TRUE;
    }
    all.features = needed;

    /* Device and queue. */
    VkQueueFamilyProperties families[32];
    count = 32;
    vkGetPhysicalDeviceQueueFamilyProperties(physical[chosen], &count, families);
    uint32_t family = 0;
    while (family < count && !(families[family].queueFlags & ${QUEUE})) {
        family++;
    }
    float priority = 1;
    VkDeviceQueueCreateInfo queue_info = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
        .queueFamilyIndex = family, .queueCount = 1, .pQueuePriorities = &priority};
    VkDeviceCreateInfo device_info = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .pNext = &all,
        .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue_info,
        .enabledExtensionCount = enabled, .ppEnabledExtensionNames = extensions};
    VkDevice device;
    must(vkCreateDevice(physical[chosen], &device_info, NULL, &device), "vkCreateDevice");
    VkQueue queue;
    vkGetDeviceQueue(device, family, 0, &queue);

    /* Buffers, each with guard bytes behind it. */
    struct room rooms[BUFFERS];
    for (int i = 0; i < BUFFERS; i++) {
        rooms[i] = room(device, physical[chosen], buffers[i].bytes + GUARD, ${USAGE}, HOST);
        memset(rooms[i].bytes, 0, buffers[i].bytes);
        if (buffers[i].before) {
            memcpy(rooms[i].bytes, buffers[i].before, buffers[i].bytes);
        }
        memset(rooms[i].bytes + buffers[i].bytes, 0xA5, GUARD);
    }
//+ filled
//+ pipeline

    /* The run. */
    VkCommandPoolCreateInfo command_info = {VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, .queueFamilyIndex = family};
    VkCommandPool command_pool;
    must(vkCreateCommandPool(device, &command_info, NULL, &command_pool), "vkCreateCommandPool");
    VkCommandBufferAllocateInfo commands_info = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = command_pool, .commandBufferCount = 1};
    VkCommandBuffer commands;
    must(vkAllocateCommandBuffers(device, &commands_info, &commands), "vkAllocateCommandBuffers");
    VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    must(vkBeginCommandBuffer(commands, &begin), "vkBeginCommandBuffer");
//+ commands
    must(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
    VkSubmitInfo submit = {VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
    must(vkQueueSubmit(queue, 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit");
    must(vkQueueWaitIdle(queue), "vkQueueWaitIdle");

//+ ended

    /* The verdict. */
    for (int i = 0; i < BUFFERS; i++) {
        if (buffers[i].expected) {
            judge(i, rooms[i].bytes);
        }
        for (int k = 0; k < GUARD; k++) {
            if (rooms[i].bytes[buffers[i].bytes + k] != 0xA5) {
                printf("%s: memory %d bytes behind its end was changed\n", buffers[i].name, k);
                wrong++;
                break;
            }
        }
    }
//+ verdict
    if (wrong > SHOWN) {
        printf("and %d more\n", wrong - SHOWN);
    }
    picture();
    printf(wrong ? "FAIL: %d wrong elements\n" : "PASS\n", wrong);
    return wrong > 0;
}

/* The driver gets a process of its own, so that its crash is a verdict too. */
int main(int argc, char **argv) {
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        exit(run(argc, argv));
    }
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status)) {
        printf("FAIL: the driver ended the process by signal %d\n", WTERMSIG(status));
        return 1;
    }
    return WEXITSTATUS(status);
}
