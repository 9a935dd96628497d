/*
 * Between the halves of a pair that is recorded stands a process that hands on
 * what each says to the other and notes it, line by line, before the other has
 * it. What it keeps is bounded whatever they say: the first lines and the last
 * ones, and of a long line its beginning and its end.
 *
 * A relay makes an exchange dearer by two changes of process, so pairs that
 * count have none: their pipes cross directly.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "keeper.h"

/* Numbers and layout are part of the record: transcript.ts has the same. */
#define KEPT_LINES 128
#define LINE_START 192
#define LINE_END 64

struct line {
  /* Of all of it, without the line feed. */
  uint64_t length;
  uint8_t by, ended, unused[6];
  uint8_t start[LINE_START];
  /* A ring: the byte at `length - 1` is at `(length - 1 - LINE_START) % LINE_END`. */
  uint8_t end[LINE_END];
};

static struct {
  uint64_t lines, bytes[2];
} count;
static struct line first[KEPT_LINES], last[KEPT_LINES];
static struct line *open_line;

#define CHUNK (64 * 1024)
/* What nobody took is noted at the end; more than pipes can hold is not there. */
#define MOST_LEFT_OVER (1024 * 1024)

/* One direction: from writer to reader. */
static struct way {
  int from, to;
  size_t start, length;
  char bytes[CHUNK];
} ways[2];

static volatile sig_atomic_t told_to_stop;

static void hear_signal(int number)
{
  (void)number;
  told_to_stop = 1;
}

static void new_line(int by)
{
  uint64_t number = count.lines++;
  open_line = number < KEPT_LINES ? &first[number] : &last[number % KEPT_LINES];
  open_line->length = 0;
  open_line->by = by;
  open_line->ended = 0;
}

static void lengthen(const char *bytes, size_t length)
{
  size_t room = open_line->length < LINE_START ? LINE_START - open_line->length : 0;
  size_t starting = length < room ? length : room;
  if (starting)
    memcpy(open_line->start + open_line->length, bytes, starting);
  open_line->length += length;
  size_t ending = length - starting < LINE_END ? length - starting : LINE_END;
  for (uint64_t at = open_line->length - ending; at < open_line->length; at++)
    open_line->end[(at - LINE_START) % LINE_END] = bytes[length - (open_line->length - at)];
}

static void note(int by, const char *bytes, size_t length)
{
  count.bytes[by] += length;
  while (length) {
    if (!open_line || open_line->ended || open_line->by != by)
      new_line(by);
    const char *feed = memchr(bytes, '\n', length);
    size_t taken = feed ? (size_t)(feed - bytes) : length;
    lengthen(bytes, taken);
    if (feed) {
      open_line->ended = 1;
      taken++;
    }
    bytes += taken;
    length -= taken;
  }
}

/* The writer gets a broken pipe, the reader the end of its input. */
static void shut(struct way *way)
{
  close(way->from);
  close(way->to);
  way->from = way->to = -1;
  way->length = 0;
}

static void hand_on(struct way *way)
{
  ssize_t written = write(way->to, way->bytes + way->start, way->length);
  if (written < 0 && errno != EAGAIN && errno != EINTR)
    return shut(way);
  if (written > 0) {
    way->start += written;
    way->length -= written;
  }
}

static void take(struct way *way)
{
  ssize_t got = read(way->from, way->bytes, sizeof way->bytes);
  if (got < 0 && (errno == EAGAIN || errno == EINTR))
    return;
  if (got <= 0)
    return shut(way);
  note(way - ways, way->bytes, got);
  way->start = 0;
  way->length = got;
  hand_on(way);
}

static void relay(void)
{
  sigset_t none;
  sigemptyset(&none);
  while (!told_to_stop && (ways[0].from >= 0 || ways[1].from >= 0)) {
    struct pollfd polled[4];
    for (int i = 0; i < 2; i++) {
      polled[2 * i] = (struct pollfd){ .fd = ways[i].length ? -1 : ways[i].from, .events = POLLIN };
      /* Nothing is asked of it while there is nothing to write, but that nobody hears any longer is told. */
      polled[2 * i + 1] = (struct pollfd){ .fd = ways[i].to, .events = ways[i].length ? POLLOUT : 0 };
    }
    if (ppoll(polled, 4, NULL, &none) < 0)
      continue;
    for (int i = 0; i < 2; i++) {
      if (polled[2 * i + 1].revents & (POLLERR | POLLNVAL))
        shut(&ways[i]);
      else if (polled[2 * i + 1].revents & POLLOUT)
        hand_on(&ways[i]);
      else if (polled[2 * i].revents)
        take(&ways[i]);
    }
  }
  /* Both are dead; their last words may still be on the way. */
  for (int i = 0; i < 2; i++) {
    size_t left_over = 0;
    ssize_t got;
    while (left_over < MOST_LEFT_OVER && (got = read(ways[i].from, ways[i].bytes, CHUNK)) > 0) {
      note(i, ways[i].bytes, got);
      left_over += got;
    }
  }
}

static void write_all(int file, const void *bytes, size_t length)
{
  while (length) {
    ssize_t written = write(file, bytes, length);
    if (written < 0 && errno == EINTR)
      continue;
    /* A record that could not be opened, or is cut short by a full disk, is one that the judge does not read. */
    if (written <= 0)
      return;
    bytes = (const char *)bytes + written;
    length -= written;
  }
}

static void write_record(int file)
{
  uint64_t lines = count.lines < KEPT_LINES ? count.lines : KEPT_LINES;
  write_all(file, &count, sizeof count);
  write_all(file, first, lines * sizeof *first);
  uint64_t from = count.lines < 2 * KEPT_LINES ? KEPT_LINES : count.lines - KEPT_LINES;
  for (uint64_t number = from; number < count.lines; number++)
    write_all(file, &last[number % KEPT_LINES], sizeof *last);
}

/* Nothing of the keeper's stays open in it, above all no end of a pipe that somebody waits to see closed. */
static _Noreturn void become_relay(const char *path, const int says[2], const int hears[2])
{
  enum { RECORD = 3, FIRST_END, ENDS = 4, BEYOND = 64 };
  prctl(PR_SET_NAME, "sandboxd-relay");
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  int record = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
  const int given[ENDS] = { says[0], hears[0], says[1], hears[1] };
  int moved[ENDS];
  for (int i = 0; i < ENDS; i++)
    moved[i] = fcntl(given[i], F_DUPFD, BEYOND);
  int file = record < 0 ? -1 : fcntl(record, F_DUPFD, BEYOND);
  close_range(RECORD, BEYOND - 1, 0);
  /* What cannot be kept is handed on all the same. */
  if (file >= 0)
    dup2(file, RECORD);
  for (int i = 0; i < ENDS; i++) {
    dup2(moved[i], FIRST_END + i);
    fcntl(FIRST_END + i, F_SETFL, O_NONBLOCK);
  }
  close_range(FIRST_END + ENDS, ~0U, 0);
  for (int i = 0; i < 2; i++)
    ways[i] = (struct way){ .from = FIRST_END + 2 * i, .to = FIRST_END + 2 * i + 1 };
  struct sigaction action = { .sa_handler = hear_signal };
  sigaction(SIGTERM, &action, NULL);
  signal(SIGPIPE, SIG_IGN);
  relay();
  write_record(RECORD);
  _exit(0);
}

pid_t start_relay(const char *path, int *program_says, int *interactor_says)
{
  int there[2], back[2];
  if (open_pipe(there) || open_pipe(back))
    abort();
  pid_t pid = fork();
  if (!pid)
    become_relay(path, (int[2]){ *program_says, *interactor_says }, (int[2]){ there[1], back[1] });
  int *said[2] = { program_says, interactor_says };
  int *heard[2] = { there, back };
  for (int i = 0; i < 2; i++) {
    close(heard[i][1]);
    /* Without a relay the pair talks unrecorded. */
    close(pid < 0 ? heard[i][0] : *said[i]);
    if (pid > 0)
      *said[i] = heard[i][0];
  }
  return pid;
}

/* Ends by itself when both are dead; on request it does not wait for their orphans. */
void end_relay(pid_t pid)
{
  kill(pid, SIGTERM);
  while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
    ;
}
