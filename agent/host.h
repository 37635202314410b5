/*
 * What the agent needs of its operating system: the Vulkan loader, its two pipes, and the end of who is slow to end.
 */
#ifndef COOPCTS_HOST_H
#define COOPCTS_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ------------------------------------------------------------------------------------------------- Windows */

#ifdef _WIN32

#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

/* A function whose arguments stand behind a format of printf(). */
#define FORMATTED(text, first) __attribute__((format(gnu_printf, text, first)))

static const char *const LOADERS[] = {"vulkan-1.dll"};

static void *open_loader(const char *name) { return (void *)LoadLibraryA(name); }

static void *find_symbol(void *loader, const char *name) {
  return (void *)(uintptr_t)GetProcAddress((HMODULE)loader, name);
}

/* The input as it has come. A thread reads it always, so that its end is seen while a driver works. */
static struct {
  SRWLOCK lock;
  CONDITION_VARIABLE more;
  uint8_t *bytes;
  size_t taken, size, room;
  bool is_at_end;
} input;

static HANDLE in_pipe, out_pipe;

static bool keep_input(const uint8_t *bytes, size_t count) {
  if (input.taken == input.size) input.taken = input.size = 0;
  if (input.room - input.size < count) {
    size_t room = 2 * (input.size + count);
    uint8_t *larger = realloc(input.bytes, room);
    if (!larger) return false;
    input.bytes = larger;
    input.room = room;
  }
  memcpy(input.bytes + input.size, bytes, count);
  input.size += count;
  return true;
}

/* A driver that hangs would keep the device busy for ever: some time behind the input, the agent ends. */
static DWORD WINAPI read_always(void *unused) {
  static uint8_t chunk[1 << 16];
  bool goes_on = true;
  while (goes_on) {
    DWORD got = 0;
    bool is_read = ReadFile(in_pipe, chunk, sizeof chunk, &got, NULL) && got;
    AcquireSRWLockExclusive(&input.lock);
    goes_on = is_read && keep_input(chunk, got);
    input.is_at_end = !goes_on;
    ReleaseSRWLockExclusive(&input.lock);
    WakeConditionVariable(&input.more);
  }
  Sleep(5000);
  /* exit() would ask the driver. */
  TerminateProcess(GetCurrentProcess(), 4);
  (void)unused;
  return 0;
}

/* Bytes that were read, 0 at the end of the input, -1 where it cannot be read. */
static ptrdiff_t read_input(uint8_t *to, size_t count) {
  AcquireSRWLockExclusive(&input.lock);
  while (input.taken == input.size && !input.is_at_end) {
    SleepConditionVariableSRW(&input.more, &input.lock, INFINITE, 0);
  }
  size_t there = input.size - input.taken;
  size_t taken = there < count ? there : count;
  if (taken) memcpy(to, input.bytes + input.taken, taken);
  input.taken += taken;
  ReleaseSRWLockExclusive(&input.lock);
  return (ptrdiff_t)taken;
}

/* Bytes that were written, -1 where the output is closed. */
static ptrdiff_t write_output(const uint8_t *bytes, size_t count) {
  DWORD put = 0;
  DWORD most = count < 1 << 20 ? (DWORD)count : 1 << 20;
  return WriteFile(out_pipe, bytes, most, &put, NULL) ? (ptrdiff_t)put : -1;
}

static const char *why_not(void) {
  static char text[32];
  snprintf(text, sizeof text, "error %lu", (unsigned long)GetLastError());
  return text;
}

/* Takes the pipes away from drivers, which may print, and starts to read. Handles have no lines that end otherwise. */
static bool take_pipes(void) {
  HANDLE self = GetCurrentProcess();
  int nothing = _open("NUL", _O_RDONLY);
  if (nothing < 0
      || !DuplicateHandle(self, GetStdHandle(STD_INPUT_HANDLE), self, &in_pipe, 0, FALSE, DUPLICATE_SAME_ACCESS)
      || !DuplicateHandle(self, GetStdHandle(STD_OUTPUT_HANDLE), self, &out_pipe, 0, FALSE, DUPLICATE_SAME_ACCESS)) {
    return false;
  }
  /* For those that print by the C library and for those that do not. */
  _dup2(nothing, 0);
  _dup2(2, 1);
  _close(nothing);
  SetStdHandle(STD_INPUT_HANDLE, (HANDLE)_get_osfhandle(0));
  SetStdHandle(STD_OUTPUT_HANDLE, (HANDLE)_get_osfhandle(1));
  return CreateThread(NULL, 0, read_always, NULL, 0, NULL) != NULL;
}

/* The null device is no terminal, whatever the C library says. */
static bool has_terminal(void) {
  DWORD mode;
  return GetConsoleMode(GetStdHandle(STD_INPUT_HANDLE), &mode);
}

/* Of a clock that nobody sets, from any moment on. */
static uint32_t microseconds(void) {
  LARGE_INTEGER now, second;
  QueryPerformanceCounter(&now);
  QueryPerformanceFrequency(&second);
  return (uint32_t)(now.QuadPart / second.QuadPart * 1000000 + now.QuadPart % second.QuadPart * 1000000 / second.QuadPart);
}

/* A crash ends the agent, and opens no window that waits for somebody. */
static void end_at_crash(void) { SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX); }

/* --------------------------------------------------------------------------------------------------- POSIX */

#else

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define FORMATTED(text, first) __attribute__((format(printf, text, first)))

#ifdef __APPLE__
static const char *const LOADERS[] = {"libvulkan.1.dylib", "libvulkan.dylib", "libMoltenVK.dylib"};
#else
static const char *const LOADERS[] = {"libvulkan.so.1", "libvulkan.so"};
#endif

/* Systems without it tell of the other end as of an error. */
#ifndef POLLRDHUP
#define POLLRDHUP 0
#endif

static void *open_loader(const char *name) { return dlopen(name, RTLD_NOW | RTLD_LOCAL); }

static void *find_symbol(void *loader, const char *name) { return dlsym(loader, name); }

static int in_pipe, out_pipe;

static ptrdiff_t read_input(uint8_t *to, size_t count) {
  ssize_t got;
  do {
    got = read(in_pipe, to, count);
  } while (got < 0 && errno == EINTR);
  return got;
}

static ptrdiff_t write_output(const uint8_t *bytes, size_t count) {
  ssize_t put;
  do {
    put = write(out_pipe, bytes, count);
  } while (put < 0 && errno == EINTR);
  return put;
}

static const char *why_not(void) { return strerror(errno); }

/* Some time behind the other end, the agent ends: a driver that hangs would keep the device busy for ever. */
static void *watch(void *unused) {
  struct pollfd input = {.fd = in_pipe, .events = POLLRDHUP};
  int ready;
  do {
    ready = poll(&input, 1, -1);
  } while (ready < 0 && errno == EINTR);
  if (ready > 0) {
    sleep(5);
    _exit(4);
  }
  return unused;
}

/* Takes the pipes away from drivers, which may print, and starts to watch the input. */
static bool take_pipes(void) {
  in_pipe = dup(STDIN_FILENO);
  out_pipe = dup(STDOUT_FILENO);
  int nothing = open("/dev/null", O_RDONLY);
  if (in_pipe < 0 || out_pipe < 0 || nothing < 0) return false;
  dup2(nothing, STDIN_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  close(nothing);
  pthread_t watcher;
  if (pthread_create(&watcher, NULL, watch, NULL) == 0) pthread_detach(watcher);
  return true;
}

static bool has_terminal(void) { return isatty(STDIN_FILENO); }

static uint32_t microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint32_t)(now.tv_sec * 1000000 + now.tv_nsec / 1000);
}

/* It does without being asked. */
static void end_at_crash(void) {}

#endif
#endif
