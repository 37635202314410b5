/*
 * A link with a delay: runs a command and hands its input and output on, each byte so many milliseconds after it came.
 * However much is on its way, nothing waits for anything else.
 *
 *   delay MILLISECONDS COMMAND [ARGUMENT]...
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* What came at once, and when it goes on; nothing in it is the end. */
struct piece {
  struct piece *next;
  int64_t due;
  size_t size;
  char bytes[];
};

struct line {
  int from, to;
  struct piece *first, **last;
  pthread_mutex_t lock;
  pthread_cond_t filled;
};

static int64_t delay;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static void *take_in(void *of) {
  struct line *line = of;
  static _Thread_local char bytes[1 << 16];
  ssize_t size;
  do {
    while ((size = read(line->from, bytes, sizeof bytes)) < 0 && errno == EINTR) continue;
    struct piece *piece = calloc(1, sizeof *piece + sizeof bytes);
    if (!piece) abort();
    piece->due = now() + delay;
    piece->size = size > 0 ? (size_t)size : 0;
    memcpy(piece->bytes, bytes, piece->size);
    pthread_mutex_lock(&line->lock);
    *line->last = piece;
    line->last = &piece->next;
    pthread_cond_signal(&line->filled);
    pthread_mutex_unlock(&line->lock);
  } while (size > 0);
  return NULL;
}

static void *hand_on(void *of) {
  struct line *line = of;
  for (;;) {
    pthread_mutex_lock(&line->lock);
    while (!line->first) pthread_cond_wait(&line->filled, &line->lock);
    struct piece *piece = line->first;
    line->first = piece->next;
    if (!line->first) line->last = &line->first;
    pthread_mutex_unlock(&line->lock);
    struct timespec due = {piece->due / 1000000000, piece->due % 1000000000};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL) == EINTR) continue;
    for (size_t at = 0; at < piece->size;) {
      ssize_t put = write(line->to, piece->bytes + at, piece->size - at);
      if (put < 0 && errno != EINTR) break;
      at += put > 0 ? (size_t)put : 0;
    }
    size_t size = piece->size;
    free(piece);
    if (!size) break;
  }
  close(line->to);
  return NULL;
}

static pthread_t start(struct line *line, int from, int to) {
  *line = (struct line){.from = from, .to = to, .last = &line->first,
                        .lock = PTHREAD_MUTEX_INITIALIZER, .filled = PTHREAD_COND_INITIALIZER};
  pthread_t reader, writer;
  if (pthread_create(&reader, NULL, take_in, line) || pthread_create(&writer, NULL, hand_on, line)) abort();
  return writer;
}

int main(int count, char **arguments) {
  if (count < 3) return 2;
  delay = atoll(arguments[1]) * 1000000;
  int in[2], out[2];
  if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC)) return 3;
  signal(SIGPIPE, SIG_IGN);
  pid_t child = fork();
  if (child < 0) return 3;
  if (child == 0) {
    signal(SIGPIPE, SIG_DFL);
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    execvp(arguments[2], arguments + 2);
    _exit(127);
  }
  close(in[0]);
  close(out[1]);
  static struct line there, back;
  start(&there, STDIN_FILENO, in[1]);
  pthread_join(start(&back, out[0], STDOUT_FILENO), NULL);
  int status;
  if (waitpid(child, &status, 0) < 0) return 3;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
