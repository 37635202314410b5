/*
 * Stands in for what Android has around an application of native code: the activity, its input, the log, and the port of
 * adb's server that leads to a socket of the phone.
 *
 *   stub-android run LIBRARY         loads it as the framework does, and hands it a touch, which it has to take
 *   stub-android forward NAME FILE   prints a port of this machine; each connection to it goes to the abstract socket, or
 *                                    is closed where nobody listens. The process whose number is in the file does that
 *
 * The log is standard error.
 */
#define _GNU_SOURCE
#include <android/input.h>
#include <android/log.h>
#include <android/looper.h>
#include <android/native_activity.h>
#include <arpa/inet.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static FILE *log_file;
static int touches = 1, taken;
static ALooper_callbackFunc ready;
static void *ready_data;

int __android_log_write(int priority, const char *tag, const char *text) {
  return fprintf(log_file, "%d %s: %s\n", priority, tag, text);
}

int __android_log_print(int priority, const char *tag, const char *format, ...) {
  char text[1024];
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  return __android_log_write(priority, tag, text);
}

void ANativeActivity_setWindowFlags(ANativeActivity *activity, uint32_t add, uint32_t remove) {
  fprintf(log_file, "window flags %x\n", add);
  (void)activity, (void)remove;
}

ALooper *ALooper_forThread(void) { return NULL; }

void AInputQueue_attachLooper(AInputQueue *queue, ALooper *looper, int id, ALooper_callbackFunc callback, void *data) {
  ready = callback;
  ready_data = data;
  (void)queue, (void)looper, (void)id;
}

void AInputQueue_detachLooper(AInputQueue *queue) { (void)queue; }

int32_t AInputQueue_getEvent(AInputQueue *queue, AInputEvent **event) {
  *event = NULL;
  (void)queue;
  return touches-- > 0 ? 0 : -1;
}

int32_t AInputQueue_preDispatchEvent(AInputQueue *queue, AInputEvent *event) {
  (void)queue, (void)event;
  return 0;
}

void AInputQueue_finishEvent(AInputQueue *queue, AInputEvent *event, int handled) {
  taken++;
  (void)queue, (void)event, (void)handled;
}

static int run(const char *library) {
  typedef void create(ANativeActivity *activity, void *saved, size_t size);
  log_file = fdopen(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3), "a");
  setvbuf(log_file, NULL, _IOLBF, 0);
  void *loaded = dlopen(library, RTLD_NOW);
  create *on_create = loaded ? (create *)dlsym(loaded, "ANativeActivity_onCreate") : NULL;
  if (!on_create) {
    fprintf(log_file, "%s: %s\n", library, dlerror());
    return 3;
  }
  static ANativeActivityCallbacks callbacks;
  static ANativeActivity activity = {.callbacks = &callbacks};
  on_create(&activity, NULL, 0);
  callbacks.onInputQueueCreated(&activity, NULL);
  ready(0, ALOOPER_EVENT_INPUT, ready_data);
  if (taken != 1) abort();
  /* As where the screen is turned. */
  on_create(&activity, NULL, 0);
  for (;;) pause();
}

/* Both ends are closed with either, as adb does. */
static void hand_on(int one, int other) {
  struct pollfd ends[] = {{.fd = one, .events = POLLIN}, {.fd = other, .events = POLLIN}};
  static char bytes[1 << 16];
  for (;;) {
    if (poll(ends, 2, -1) < 0) return;
    for (int i = 0; i < 2; i++) {
      if (!ends[i].revents) continue;
      ssize_t got = read(ends[i].fd, bytes, sizeof bytes);
      if (got <= 0) return;
      for (ssize_t at = 0; at < got;) {
        ssize_t put = write(ends[1 - i].fd, bytes + at, (size_t)(got - at));
        if (put <= 0) return;
        at += put;
      }
    }
  }
}

static int forward(const char *name, const char *file) {
  struct sockaddr_in port = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof port;
  int at = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(at, (struct sockaddr *)&port, size) || listen(at, 5) || getsockname(at, (struct sockaddr *)&port, &size)) return 3;
  printf("%d\n", ntohs(port.sin_port));
  fflush(stdout);
  if (fork() > 0) return 0;
  setsid();
  FILE *number = fopen(file, "w");
  if (!number || fprintf(number, "%d\n", getpid()) < 0 || fclose(number)) return 3;
  for (int i = 0; i < 3; i++) dup2(open("/dev/null", O_RDWR), i);
  signal(SIGCHLD, SIG_IGN);
  signal(SIGPIPE, SIG_IGN);
  struct sockaddr_un phone = {.sun_family = AF_UNIX};
  memcpy(phone.sun_path + 1, name, strlen(name));
  const socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name));
  for (;;) {
    int link = accept(at, NULL, NULL), there = socket(AF_UNIX, SOCK_STREAM, 0);
    if (link >= 0 && fork() == 0) {
      close(at);
      if (connect(there, (struct sockaddr *)&phone, length) == 0) hand_on(link, there);
      _exit(0);
    }
    close(link);
    close(there);
  }
}

int main(int count, char **arguments) {
  if (count == 3 && strcmp(arguments[1], "run") == 0) return run(arguments[2]);
  if (count == 4 && strcmp(arguments[1], "forward") == 0) return forward(arguments[2], arguments[3]);
  return 2;
}
