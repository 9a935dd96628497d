/*
 * What a boxed process writes arrives through a pipe and is copied out here,
 * outside its cgroup: a file given to it directly would charge its memory with
 * the page cache and let it write beyond any cap.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "sandbox.h"

#define CHUNK (64 * 1024)
#define WIDE_PIPE (512 * 1024)

/* Opens the host file, if any, and a pipe towards it; `write_end` is for the program. */
int open_outlet(struct outlet *outlet, const char *path, uint64_t cap, uid_t uid, int *write_end)
{
  int ends[2];
  *outlet = (struct outlet){ .pipe = -1, .file = -1, .cap = cap };
  if (path) {
    outlet->file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0644);
    if (outlet->file < 0)
      return -1;
  }
  if (pipe2(ends, O_CLOEXEC)) {
    close_outlet(outlet);
    return -1;
  }
  /* /dev/stdout opens the pipe anew, which its owner may. */
  if (uid && fchown(ends[1], uid, uid)) {
    close(ends[1]);
    outlet->pipe = ends[0];
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

bool drain_outlet(struct outlet *outlet)
{
  static char chunk[CHUNK];
  ssize_t got = read(outlet->pipe, chunk, sizeof chunk);
  if (got < 0)
    return errno == EAGAIN || errno == EINTR;
  if (!got)
    return false;
  /* Somebody who fills the pipe at once has more to say: fewer and longer breaths. */
  if (got == CHUNK && !outlet->bytes)
    fcntl(outlet->pipe, F_SETPIPE_SZ, WIDE_PIPE);
  keep_bytes(outlet, chunk, got);
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
