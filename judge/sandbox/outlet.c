/*
 * What a boxed process writes arrives through a pipe and is copied out here,
 * outside its cgroup: a file given to it directly would charge its memory with
 * the page cache and let it write beyond any cap.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "keeper.h"

#define CHUNK (64 * 1024)
#define WIDE_PIPE (512 * 1024)

/* A pipe that a program may reopen through /dev/stdout; nobody else can name it. */
int open_pipe(int ends[2])
{
  if (pipe2(ends, O_CLOEXEC))
    return -1;
  if (!fchmod(ends[0], 0666))
    return 0;
  close(ends[0]);
  close(ends[1]);
  return -1;
}

static int make_outlet_pipe(int ends[2])
{
  if (open_pipe(ends))
    return -1;
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return 0;
}

/* What the next run will most likely want. */
static struct {
  int pipe[2], input, error;
} ahead = { { -1, -1 }, -1, -1 };

void open_ahead(void)
{
  if (ahead.pipe[0] < 0 && make_outlet_pipe(ahead.pipe))
    ahead.pipe[0] = ahead.pipe[1] = -1;
  if (ahead.input < 0)
    ahead.input = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (ahead.error < 0)
    ahead.error = open("/dev/null", O_WRONLY | O_CLOEXEC);
}

/* Each run has a description of its own: flags that a program sets on it are nobody else's. */
int open_nothing(bool to_write)
{
  int *kept = to_write ? &ahead.error : &ahead.input, file = *kept;
  *kept = -1;
  return file >= 0 ? file : open("/dev/null", (to_write ? O_WRONLY : O_RDONLY) | O_CLOEXEC);
}

static int take_outlet_pipe(int ends[2])
{
  if (ahead.pipe[0] < 0)
    return make_outlet_pipe(ends);
  memcpy(ends, ahead.pipe, sizeof ahead.pipe);
  ahead.pipe[0] = ahead.pipe[1] = -1;
  return 0;
}

static int open_file(const struct outlet *outlet, int more)
{
  return open_regular(outlet->path, O_WRONLY | O_TRUNC | more);
}

/*
 * Opens a pipe towards the host file, if any; `write_end` is for the program.
 * The file of an earlier run is emptied, a new one is not made before there is
 * something to put into it.
 */
int open_outlet(struct outlet *outlet, const char *path, enum short_output when_short, uint64_t cap, int *write_end)
{
  int ends[2];
  outlet->pipe = outlet->file = -1;
  outlet->bytes = 0;
  outlet->cap = cap;
  outlet->path = path;
  outlet->when_short = when_short;
  if (path) {
    outlet->file = open_file(outlet, 0);
    if (outlet->file < 0 && errno != ENOENT)
      return -1;
  }
  if (take_outlet_pipe(ends)) {
    close_outlet(outlet);
    return -1;
  }
  outlet->pipe = ends[0];
  *write_end = ends[1];
  return 0;
}

static bool write_file(struct outlet *outlet, const char *bytes, size_t length)
{
  if (length && outlet->file < 0)
    outlet->file = open_file(outlet, O_CREAT);
  while (length) {
    ssize_t written = write(outlet->file, bytes, length);
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return false;
    bytes += written;
    length -= written;
  }
  return true;
}

static void keep_bytes(struct outlet *outlet, const char *bytes, size_t length)
{
  uint64_t before = outlet->bytes;
  uint64_t room = before < outlet->cap ? outlet->cap - before : 0;
  size_t wanted = length < room ? length : room;
  bool kept = outlet->when_short == SHORT_TO_ANSWER && before <= SHORT;
  outlet->bytes += length;
  if (kept && outlet->bytes <= SHORT) {
    memcpy(outlet->kept + before, bytes, wanted);
    return;
  }
  size_t first = !kept ? 0 : before < outlet->cap ? before : outlet->cap;
  /* A full disk must not look like a short answer: a broken cap fails the run. */
  if (!write_file(outlet, outlet->kept, first) || !write_file(outlet, bytes, wanted))
    outlet->bytes = UINT64_MAX;
}

size_t short_output(const struct outlet *outlet)
{
  if (!outlet->path || outlet->when_short != SHORT_TO_ANSWER || outlet->bytes > SHORT)
    return 0;
  return outlet->bytes < outlet->cap ? outlet->bytes : outlet->cap;
}

/* What nobody will see is moved away without being looked at: a flood costs its writer more than us. */
ssize_t discard(int pipe)
{
  static int nowhere = -1;
  if (nowhere < 0)
    nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  return splice(pipe, NULL, nowhere, NULL, WIDE_PIPE, SPLICE_F_NONBLOCK);
}

bool drain_outlet(struct outlet *outlet)
{
  static char chunk[CHUNK];
  bool wanted = outlet->path && outlet->bytes < outlet->cap;
  ssize_t got = wanted ? read(outlet->pipe, chunk, sizeof chunk) : discard(outlet->pipe);
  if (got < 0)
    return errno == EAGAIN || errno == EINTR;
  if (!got)
    return false;
  /* Somebody who fills the pipe at once has more to say: fewer and longer breaths. */
  if (got == CHUNK && !outlet->bytes)
    fcntl(outlet->pipe, F_SETPIPE_SZ, WIDE_PIPE);
  if (wanted)
    keep_bytes(outlet, chunk, got);
  else if (outlet->bytes != UINT64_MAX) /* The mark of an output that could not be kept stays. */
    outlet->bytes += got;
  return true;
}

void close_outlet(struct outlet *outlet)
{
  if (outlet->pipe >= 0)
    close(outlet->pipe);
  if (outlet->file >= 0)
    close(outlet->file);
  outlet->pipe = outlet->file = -1;
}
