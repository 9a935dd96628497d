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

#include "sandbox.h"

#define CHUNK (64 * 1024)
#define WIDE_PIPE (512 * 1024)

/* A pipe that a program may open anew, as it does by opening /dev/stdout; nobody else can name it. */
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

/* Opens the host file, if any, and a pipe towards it; `write_end` is for the program. */
int open_outlet(struct outlet *outlet, const char *path, uint64_t cap, int *write_end)
{
  int ends[2];
  *outlet = (struct outlet){ .pipe = -1, .file = -1, .cap = cap };
  if (path) {
    outlet->file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0644);
    if (outlet->file < 0)
      return -1;
  }
  if (open_pipe(ends)) {
    close_outlet(outlet);
    return -1;
  }
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  outlet->pipe = ends[0];
  *write_end = ends[1];
  return 0;
}

static void keep_bytes(struct outlet *outlet, const char *bytes, size_t length)
{
  uint64_t room = outlet->bytes < outlet->cap ? outlet->cap - outlet->bytes : 0;
  size_t wanted = length < room ? length : room;
  outlet->bytes += length;
  while (outlet->file >= 0 && wanted) {
    ssize_t written = write(outlet->file, bytes, wanted);
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0) {
      /* A full disk must not look like a short answer: the run is failed by whoever sees the cap in ruins. */
      outlet->bytes = UINT64_MAX;
      return;
    }
    bytes += written;
    wanted -= written;
  }
}

/* What nobody will see is moved away without being looked at: a flood costs its writer more than us. */
static ssize_t discard(int pipe)
{
  static int nowhere = -1;
  if (nowhere < 0)
    nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  return splice(pipe, NULL, nowhere, NULL, WIDE_PIPE, SPLICE_F_NONBLOCK);
}

bool drain_outlet(struct outlet *outlet)
{
  static char chunk[CHUNK];
  bool wanted = outlet->file >= 0 && outlet->bytes < outlet->cap;
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
  else
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
