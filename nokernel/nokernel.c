// SPDX-License-Identifier: Apache-2.0
/*
 * A render node that is not there: loaded before the C library, this answers what a Mesa driver asks the kernel as far as
 * opening a device and making pipelines needs. Nothing is executed: work that is submitted counts as done.
 *
 *   cc -shared -fPIC -O2 -o nokernel.so nokernel/<all>.c -ldl
 *   NOKERNEL='amdgpu vendor=0x1002 device=0x7550 ...' LD_PRELOAD=$PWD/nokernel.so vulkaninfo
 *
 * NOKERNEL is the kernel driver's name and numbers of the device: devices.tsv has them. The node's descriptors are ones of
 * a sparse file in memory; a buffer's mmap offset is its place there, so mmap, dup and close need no care.
 */
#define _GNU_SOURCE
#include "nokernel.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#define MAJOR 226
#define MINOR 128
#define NODE "/dev/dri/renderD128"
#define SYSFS "/sys/dev/char/226:128"
#define SLOT "0000:04:00.0"
#define MEMORY ((off_t)1 << 40)
#define PAGE ((uint64_t)1 << 16)

#define REAL(name)                                          \
  static __typeof__(name) *real;                            \
  if (real == NULL) {                                       \
    real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name);     \
  }

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const struct kernel *kernel;
static int memory = -1;
static struct stat memory_stat;

static struct buffer {
  uint64_t offset, bytes;
} *buffers;
static uint32_t buffer_count, id_count;
static uint64_t memory_end = PAGE;

/* The device. */

uint64_t of_device(const char *key) {
  const char *at = getenv("NOKERNEL");
  size_t length = strlen(key);
  while (at != NULL && (at = strchr(at, ' ')) != NULL) {
    at++;
    if (strncmp(at, key, length) == 0 && at[length] == '=') {
      return strtoull(at + length + 1, NULL, 0);
    }
  }
  return 0;
}

__attribute__((constructor)) static void begin(void) {
  static const struct kernel *const kernels[] = {&amdgpu, &nouveau, &xe, &msm};
  const char *device = getenv("NOKERNEL");
  if (device == NULL || *device == 0) {
    return;
  }
  for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
    size_t length = strlen(kernels[i]->name);
    if (strncmp(device, kernels[i]->name, length) == 0 && (device[length] == ' ' || device[length] == 0)) {
      kernel = kernels[i];
    }
  }
  if (kernel == NULL) {
    fprintf(stderr, "nokernel: NOKERNEL names no kernel driver that is known here: %s\n", device);
  }
}

/* What was said already is not said again. */
int unknown(const char *what, uint64_t number) {
  static struct {
    const char *what;
    uint64_t number;
  } said[256];
  static size_t count;
  pthread_mutex_lock(&lock);
  bool old = count == sizeof said / sizeof *said;
  for (size_t i = 0; i < count; i++) {
    old |= said[i].what == what && said[i].number == number;
  }
  if (!old) {
    said[count].what = what;
    said[count++].number = number;
    fprintf(stderr, "nokernel: the driver asks %s for %s 0x%llx, which is not known here\n", kernel->name, what,
            (unsigned long long)number);
  }
  pthread_mutex_unlock(&lock);
  return -EINVAL;
}

void give(uint64_t pointer, size_t room, const void *answer, size_t bytes) {
  memcpy((void *)(uintptr_t)pointer, answer, bytes < room ? bytes : room);
}

uint32_t new_id(void) { return __atomic_add_fetch(&id_count, 1, __ATOMIC_RELAXED); }

/* Memory. */

uint32_t new_buffer(uint64_t bytes) {
  uint32_t handle = 0;
  bytes = (bytes + PAGE - 1) / PAGE * PAGE;
  pthread_mutex_lock(&lock);
  /* A closed one of the same size is as good as new: its pages were given back. */
  for (uint32_t i = 0; handle == 0 && i < buffer_count; i++) {
    if (buffers[i].bytes == ~bytes) {
      buffers[i].bytes = bytes;
      handle = i + 1;
    }
  }
  if (handle == 0 && bytes <= (uint64_t)MEMORY - memory_end) {
    if (buffer_count % 1024 == 0) {
      struct buffer *more = realloc(buffers, (buffer_count + 1024) * sizeof *buffers);
      if (more == NULL) {
        pthread_mutex_unlock(&lock);
        return 0;
      }
      buffers = more;
    }
    buffers[buffer_count].offset = memory_end;
    buffers[buffer_count].bytes = bytes;
    memory_end += bytes;
    handle = ++buffer_count;
  }
  pthread_mutex_unlock(&lock);
  return handle;
}

static struct buffer buffer(uint32_t handle) {
  pthread_mutex_lock(&lock);
  struct buffer found = handle > 0 && handle <= buffer_count ? buffers[handle - 1] : (struct buffer){0, 0};
  pthread_mutex_unlock(&lock);
  return found;
}

uint64_t offset_of(uint32_t handle) { return buffer(handle).offset; }

uint64_t bytes_of(uint32_t handle) { return buffer(handle).bytes; }

static int close_buffer(uint32_t handle) {
  struct buffer closed = buffer(handle);
  if (closed.bytes == 0 || closed.bytes > (uint64_t)MEMORY) {
    return -EINVAL;
  }
  fallocate(memory, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)closed.offset, (off_t)closed.bytes);
  pthread_mutex_lock(&lock);
  buffers[handle - 1].bytes = ~closed.bytes;
  pthread_mutex_unlock(&lock);
  return 0;
}

/* Files: the node, and what libdrm reads of the bus. */

static bool sysfs_text(const char *name, char *text, size_t room) {
  static const char *const ids[] = {"vendor", "device", "subsystem_vendor", "subsystem_device", "revision"};
  if (strcmp(name, "device/uevent") == 0) {
    snprintf(text, room,
             kernel->pci ? "DRIVER=%s\nPCI_SLOT_NAME=" SLOT "\n"
                         : "DRIVER=%s\nOF_NAME=gpu\nOF_FULLNAME=/soc/gpu@3d00000\nOF_COMPATIBLE_0=qcom,adreno\nOF_COMPATIBLE_N=1\n",
             kernel->name);
    return true;
  }
  if (strcmp(name, "uevent") == 0) {
    snprintf(text, room, "MAJOR=226\nMINOR=128\nDEVNAME=dri/renderD128\nDEVTYPE=drm_minor\n");
    return true;
  }
  if (strncmp(name, "device/", 7) == 0 && kernel->pci) {
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
      if (strcmp(name + 7, ids[i]) == 0) {
        snprintf(text, room, "0x%04llx\n", (unsigned long long)of_device(ids[i]));
        return true;
      }
    }
  }
  return false;
}

static const char *link_target(const char *name) {
  if (strcmp(name, "device/subsystem") == 0) {
    return kernel->pci ? "../../../bus/pci" : "../../../bus/platform";
  }
  if (strcmp(name, "device/driver") == 0) {
    return kernel->pci ? "../../../bus/pci/drivers" : "../../../bus/platform/drivers";
  }
  return strcmp(name, "device") == 0 ? "../../" SLOT : NULL;
}

static const char *const *folder_of(const char *path) {
  static const char *const dri[] = {".", "..", "renderD128", NULL};
  static const char *const drm[] = {".", "..", "card0", "renderD128", NULL};
  if (strcmp(path, "/dev/dri") == 0) {
    return dri;
  }
  return strcmp(path, SYSFS "/device/drm") == 0 ? drm : NULL;
}

/* Whether a path is of the device, and what is behind its folder. */
static const char *own(const char *path) {
  size_t length = sizeof SYSFS - 1;
  if (kernel == NULL || path == NULL || strncmp(path, SYSFS, length) != 0) {
    return NULL;
  }
  return path[length] == '/' ? path + length + 1 : path[length] == 0 ? path + length : NULL;
}

static bool is_node(const char *path) { return kernel != NULL && path != NULL && strcmp(path, NODE) == 0; }

static void stat_as(struct stat *found, mode_t mode) {
  memset(found, 0, sizeof *found);
  found->st_mode = mode;
  found->st_nlink = 1;
  found->st_ino = 1;
  found->st_rdev = S_ISCHR(mode) ? makedev(MAJOR, MINOR) : 0;
}

/* 1 where the path is answered here, 0 where it is the system's, -1 with errno. */
static int own_stat(const char *path, struct stat *found) {
  char text[256];
  const char *name = own(path);
  if (is_node(path)) {
    stat_as(found, S_IFCHR | 0666);
  } else if (kernel != NULL && path != NULL && folder_of(path) != NULL) {
    stat_as(found, S_IFDIR | 0755);
  } else if (name == NULL) {
    return 0;
  } else if (*name == 0 || link_target(name) != NULL || strcmp(name, "device/drm/card0") == 0 ||
             strcmp(name, "device/drm/renderD128") == 0) {
    stat_as(found, S_IFDIR | 0755);
  } else if (sysfs_text(name, text, sizeof text)) {
    stat_as(found, S_IFREG | 0444);
  } else {
    errno = ENOENT;
    return -1;
  }
  return 1;
}

static int open_node(int flags) {
  pthread_mutex_lock(&lock);
  if (memory < 0) {
    int file = memfd_create("nokernel", MFD_CLOEXEC);
    /* While memory is not set, fstat answers for the file as it is. */
    if (file >= 0 && ftruncate(file, MEMORY) == 0 && fstat(file, &memory_stat) == 0) {
      memory = file;
    } else if (file >= 0) {
      close(file);
    }
  }
  int opened = memory < 0 ? -1 : fcntl(memory, flags & O_CLOEXEC ? F_DUPFD_CLOEXEC : F_DUPFD, 3);
  pthread_mutex_unlock(&lock);
  return opened;
}

/* A descriptor, -1 with errno, or -2 where the path is the system's. */
static int own_open(const char *path, int flags) {
  char text[256];
  const char *name = own(path);
  if (is_node(path)) {
    return open_node(flags);
  }
  if (name == NULL) {
    return -2;
  }
  if (!sysfs_text(name, text, sizeof text)) {
    errno = ENOENT;
    return -1;
  }
  int file = memfd_create("nokernel-sysfs", MFD_CLOEXEC);
  if (file >= 0 && (write(file, text, strlen(text)) < 0 || lseek(file, 0, SEEK_SET) != 0)) {
    close(file);
    return -1;
  }
  return file;
}

static mode_t mode_of(int flags, va_list more) {
  return flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(more, mode_t) : 0;
}

#define OPEN(name)                                                  \
  int name(const char *path, int flags, ...) {                      \
    REAL(name)                                                      \
    va_list more;                                                   \
    va_start(more, flags);                                          \
    mode_t mode = mode_of(flags, more);                             \
    va_end(more);                                                   \
    int opened = own_open(path, flags);                             \
    return opened == -2 ? real(path, flags, mode) : opened;         \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                \
  int name(int folder, const char *path, int flags, ...) {          \
    REAL(name)                                                      \
    va_list more;                                                   \
    va_start(more, flags);                                          \
    mode_t mode = mode_of(flags, more);                             \
    va_end(more);                                                   \
    int opened = own_open(path, flags);                             \
    return opened == -2 ? real(folder, path, flags, mode) : opened; \
  }
OPENAT(openat)
OPENAT(openat64)

#define FOPEN(name)                                                 \
  FILE *name(const char *path, const char *mode) {                  \
    REAL(name)                                                      \
    int opened = own_open(path, O_CLOEXEC);                         \
    return opened == -2 ? real(path, mode) : opened < 0 ? NULL : fdopen(opened, "r"); \
  }
FOPEN(fopen)
FOPEN(fopen64)

#define STAT(name, type)                                            \
  int name(const char *path, struct type *found) {                  \
    REAL(name)                                                      \
    int answered = own_stat(path, (struct stat *)found);            \
    return answered == 0 ? real(path, found) : answered < 0 ? -1 : 0; \
  }
STAT(stat, stat)
STAT(lstat, stat)
#ifdef __x86_64__ /* there the two structures are one */
STAT(stat64, stat64)
STAT(lstat64, stat64)
#endif

static bool is_memory(const struct stat *found) {
  return memory >= 0 && found->st_ino == memory_stat.st_ino && found->st_dev == memory_stat.st_dev;
}

#define FSTAT(name, type)                                           \
  int name(int file, struct type *found) {                          \
    REAL(name)                                                      \
    int result = real(file, found);                                 \
    if (result == 0 && is_memory((struct stat *)found)) {           \
      stat_as((struct stat *)found, S_IFCHR | 0666);                \
    }                                                               \
    return result;                                                  \
  }
FSTAT(fstat, stat)
#ifdef __x86_64__
FSTAT(fstat64, stat64)
#endif

int access(const char *path, int mode) {
  REAL(access)
  struct stat found;
  int answered = own_stat(path, &found);
  return answered == 0 ? real(path, mode) : answered < 0 ? -1 : 0;
}

ssize_t readlink(const char *path, char *target, size_t room) {
  REAL(readlink)
  const char *name = own(path);
  const char *known = name == NULL ? NULL : link_target(name);
  if (name == NULL) {
    return real(path, target, room);
  }
  if (known == NULL) {
    errno = EINVAL;
    return -1;
  }
  size_t length = strlen(known) < room ? strlen(known) : room;
  memcpy(target, known, length);
  return (ssize_t)length;
}

/* The device's folder is told by the node's numbers, wherever a link to it would lead. */
char *realpath(const char *path, char *resolved) {
  REAL(realpath)
  if (own(path) == NULL) {
    return real(path, resolved);
  }
  return resolved == NULL ? strdup(path) : strcpy(resolved, path);
}

/* Folders: a handle is one of these, told by its address. */
static struct listing {
  const char *const *at;
  struct dirent entry;
} listings[16];

static struct listing *own_listing(DIR *handle) {
  struct listing *listing = (struct listing *)handle;
  return listing >= listings && listing < listings + 16 ? listing : NULL;
}

DIR *opendir(const char *path) {
  REAL(opendir)
  const char *const *names = kernel == NULL ? NULL : folder_of(path);
  if (names == NULL) {
    return real(path);
  }
  DIR *opened = NULL;
  pthread_mutex_lock(&lock);
  for (int i = 0; opened == NULL && i < 16; i++) {
    if (listings[i].at == NULL) {
      listings[i].at = names;
      opened = (DIR *)&listings[i];
    }
  }
  pthread_mutex_unlock(&lock);
  if (opened == NULL) {
    errno = EMFILE;
  }
  return opened;
}

#define READDIR(name, type)                                         \
  struct type *name(DIR *handle) {                                  \
    REAL(name)                                                      \
    struct listing *listing = own_listing(handle);                  \
    if (listing == NULL) {                                          \
      return real(handle);                                          \
    }                                                               \
    if (*listing->at == NULL) {                                     \
      return NULL;                                                  \
    }                                                               \
    memset(&listing->entry, 0, sizeof listing->entry);              \
    listing->entry.d_ino = 1;                                       \
    listing->entry.d_type = DT_UNKNOWN;                             \
    strcpy(listing->entry.d_name, *listing->at++);                  \
    return (struct type *)&listing->entry;                          \
  }
READDIR(readdir, dirent)
#ifdef __x86_64__
READDIR(readdir64, dirent64)
#endif

int closedir(DIR *handle) {
  REAL(closedir)
  struct listing *listing = own_listing(handle);
  if (listing == NULL) {
    return real(handle);
  }
  listing->at = NULL;
  return 0;
}

/* Requests that every DRM driver answers: structures and numbers of the kernel's drm.h. */

struct version {
  int major, minor, patch;
  size_t name_length;
  char *name;
  size_t date_length;
  char *date;
  size_t description_length;
  char *description;
};

static void text(char *to, size_t *length, const char *from) {
  size_t room = *length;
  *length = strlen(from);
  if (to != NULL) {
    memcpy(to, from, *length < room ? *length : room);
  }
}

static int version(struct version *asked) {
  asked->major = kernel->version[0];
  asked->minor = kernel->version[1];
  asked->patch = kernel->version[2];
  text(asked->name, &asked->name_length, kernel->name);
  text(asked->date, &asked->date_length, "0");
  text(asked->description, &asked->description_length, "no kernel");
  return 0;
}

static int capability(uint64_t *asked) {
  enum { PRIME = 0x05, MONOTONIC = 0x06, ADDFB2_MODIFIERS = 0x10, SYNCOBJ = 0x13, TIMELINE = 0x14 };
  switch (asked[0]) {
    case SYNCOBJ:
    case TIMELINE:
    case MONOTONIC:
    case ADDFB2_MODIFIERS:
      asked[1] = 1;
      return 0;
    case PRIME:
      asked[1] = 3;
      return 0;
    default:
      asked[1] = 0;
      return unknown("the DRM capability", asked[0]);
  }
}

/* The last points of timelines: what was submitted is done at once, so all that is asked for has come. */
static int generic(unsigned request, void *argument) {
  switch (request) {
    case 0x00:
      return version(argument);
    case 0x01: { /* GET_UNIQUE: length, name */
      size_t *unique = argument;
      text((char *)unique[1], &unique[0], kernel->pci ? "pci:" SLOT : "platform:gpu");
      return 0;
    }
    case 0x09:
      return close_buffer(*(uint32_t *)argument);
    case 0x0c:
      return capability(argument);
    case 0x0d: /* SET_CLIENT_CAP */
    case 0xd1: /* SET_CLIENT_NAME */
      return 0;
    case 0xbf: /* SYNCOBJ_CREATE: handle first */
      *(uint32_t *)argument = new_id();
      return 0;
    case 0xcb: { /* SYNCOBJ_QUERY: handles, points, their number */
      uint64_t *query = argument;
      uint32_t count = *(uint32_t *)(query + 2);
      memset((void *)(uintptr_t)query[1], 0xff, count * sizeof(uint64_t));
      return 0;
    }
    case 0xc3: /* SYNCOBJ_WAIT */
    case 0xca: /* SYNCOBJ_TIMELINE_WAIT */
    case 0xc0: /* DESTROY */
    case 0xc4: /* RESET */
    case 0xc5: /* SIGNAL */
    case 0xcc: /* TRANSFER */
    case 0xcd: /* TIMELINE_SIGNAL */
      return 0;
    default:
      return unknown("the DRM request", request);
  }
}

int ioctl(int file, unsigned long request, ...) {
  REAL(ioctl)
  va_list more;
  va_start(more, request);
  void *argument = va_arg(more, void *);
  va_end(more);
  struct stat found;
  if (kernel == NULL || _IOC_TYPE(request) != 'd' || fstat(file, &found) != 0 || !S_ISCHR(found.st_mode) ||
      found.st_rdev != makedev(MAJOR, MINOR)) {
    return real(file, request, argument);
  }
  unsigned number = _IOC_NR(request);
  int result = number >= COMMAND_BASE && number < 0xa0
                   ? kernel->answer(number - COMMAND_BASE, argument, _IOC_SIZE(request))
                   : generic(number, argument);
  if (result < 0) {
    errno = -result;
    return -1;
  }
  return result;
}
