/*
 * The agent as an application of Android: the driver is loaded by a process that Zygote started, as an application loads
 * it. Its domain of SELinux, its linker namespace and its choice of a driver are those of applications, not of adb's shell.
 *
 * There is no Java in it. The activity of the framework, android.app.NativeActivity, loads this library, and a thread of it
 * is the agent, for one connection to an abstract socket. The process ends with the connection, and the next one is another
 * process's: run-cts.sh phone-agent starts it, and adb forwards to the socket.
 */
#define _GNU_SOURCE
#include <android/input.h>
#include <android/log.h>
#include <android/looper.h>
#include <android/native_activity.h>
#include <android/window.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* The name that farm.PackagedAgent forwards to. */
#ifndef SOCKET_NAME
#define SOCKET_NAME "coopcts-agent"
#endif

#define TAG "coopcts-agent"

/* Stack of the thread that a driver compiles on: that of an application's first thread. */
#define STACK (8 << 20)

/* The user that adb's daemon is, where it is not root. */
#define SHELL_USER 2000

/* main() of coopcts-agent.c. */
int agent_main(int count, char **arguments);

static _Noreturn void end(const char *what) {
  __android_log_print(ANDROID_LOG_ERROR, TAG, "%s: %s", what, strerror(errno));
  _exit(3);
}

/* The socket; a process before this one may take a while to end. */
static int listening(void) {
  struct sockaddr_un name = {.sun_family = AF_UNIX};
  const size_t length = strlen(SOCKET_NAME);
  memcpy(name.sun_path + 1, SOCKET_NAME, length);
  const socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length);
  int at = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (at < 0) end("no socket");
  for (int tries = 100; bind(at, (struct sockaddr *)&name, size) != 0; tries--) {
    if (errno != EADDRINUSE || tries == 0) end("the socket's name cannot be had");
    usleep(100000);
  }
  if (listen(at, 1) != 0) end("nobody can connect");
  return at;
}

/* A connection from adb's daemon; other applications are no suite. */
static int connection(int at) {
  for (;;) {
    int link = accept4(at, NULL, NULL, SOCK_CLOEXEC);
    if (link < 0 && errno != EINTR && errno != ECONNABORTED) end("nobody can connect");
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (link >= 0 && getsockopt(link, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0
        && (peer.uid == 0 || peer.uid == SHELL_USER || peer.uid == getuid())) {
      return link;
    }
    if (link >= 0) close(link);
  }
}

/* Lines of standard error go to the log, which else nobody would see. */
static void *log_errors(void *pipe) {
  FILE *lines = fdopen((int)(ptrdiff_t)pipe, "r");
  char line[1024];
  while (lines && fgets(line, sizeof line, lines)) __android_log_write(ANDROID_LOG_WARN, TAG, line);
  return NULL;
}

static bool start(void *(*what)(void *), void *with) {
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, STACK);
  bool is_started = pthread_create(&thread, &attributes, what, with) == 0;
  pthread_attr_destroy(&attributes);
  return is_started;
}

static void *serve(void *unused) {
  static char name[] = TAG;
  char *arguments[] = {name, NULL};
  int errors[2];
  if (pipe(errors) != 0 || !start(log_errors, (void *)(ptrdiff_t)errors[0])) end("no log");
  dup2(errors[1], STDERR_FILENO);
  int at = listening();
  int link = connection(at);
  close(at);
  dup2(link, STDIN_FILENO);
  dup2(link, STDOUT_FILENO);
  close(link);
  _exit(agent_main(1, arguments));
  return unused;
}

/* An application that takes no input is taken for one that hangs. */
static int drain(int unused, int events, void *queue) {
  AInputEvent *event;
  while (AInputQueue_getEvent(queue, &event) >= 0) {
    if (!AInputQueue_preDispatchEvent(queue, event)) AInputQueue_finishEvent(queue, event, 0);
  }
  (void)unused, (void)events;
  return 1;
}

static void take_queue(ANativeActivity *activity, AInputQueue *queue) {
  AInputQueue_attachLooper(queue, ALooper_forThread(), ALOOPER_POLL_CALLBACK, drain, queue);
  (void)activity;
}

static void leave_queue(ANativeActivity *activity, AInputQueue *queue) {
  AInputQueue_detachLooper(queue);
  (void)activity;
}

/* The framework's thread calls it, again where the activity is made anew. */
__attribute__((visibility("default"))) void ANativeActivity_onCreate(ANativeActivity *activity, void *saved, size_t size) {
  static bool is_serving;
  activity->callbacks->onInputQueueCreated = take_queue;
  activity->callbacks->onInputQueueDestroyed = leave_queue;
  /* What is not on the screen is slowed down or frozen. */
  ANativeActivity_setWindowFlags(activity, AWINDOW_FLAG_KEEP_SCREEN_ON, 0);
  if (!is_serving && !start(serve, NULL)) end("no thread");
  is_serving = true;
  (void)saved, (void)size;
}
