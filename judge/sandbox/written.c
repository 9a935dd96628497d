/*
 * How much the processes of a run have written. The pipes of a pair cross directly, so nobody stands between who could
 * count what goes through them; but the kernel counts for every process what it writes, until somebody waits for it.
 *
 * A dead process hides its figures from all but the mighty, unless they were opened before. So the program opens its
 * own before it executes and leaves them to pid 1, through a pair of sockets that the seat has made. Figures of the
 * program's own children are looked up as long as they live.
 */
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/fsuid.h>
#include <sys/socket.h>
#include <unistd.h>

#include "sandbox.h"

int open_figures(int ends[2])
{
  return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends);
}

static uint64_t read_written(int file)
{
  static const char key[] = "wchar: ";
  char text[512], *at;
  ssize_t length = file < 0 ? -1 : pread(file, text, sizeof text - 1, 0);
  text[length > 0 ? length : 0] = 0;
  return (at = strstr(text, key)) ? strtoull(at + sizeof key - 1, NULL, 10) : 0;
}

int leave_figures(const struct identity *identity, uint64_t *written)
{
  int file = open("/proc/self/io", O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return -1;
  *written = read_written(file);
  int failed = send_with_fds(identity->figures[1], "", 1, &file, 1);
  close(file);
  return failed;
}

int take_figures(const struct identity *identity)
{
  char unused;
  int file = -1;
  unsigned count = 1;
  receive_with_fds(identity->figures[0], &unused, 1, &file, &count);
  return count ? file : -1;
}

static uint64_t written_by_others(pid_t program)
{
  uint64_t total = 0;
  DIR *processes = opendir("/proc");
  for (struct dirent *entry; processes && (entry = readdir(processes));) {
    char path[300];
    if (!isdigit((unsigned char)*entry->d_name) || atoi(entry->d_name) == 1 || atoi(entry->d_name) == program)
      continue;
    snprintf(path, sizeof path, "/proc/%s/io", entry->d_name);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    total += read_written(file);
    if (file >= 0)
      close(file);
  }
  if (processes)
    closedir(processes);
  return total;
}

uint64_t written_by_run(const struct identity *identity, pid_t program, int figures)
{
  /* Processes show their figures to their own user, and pid 1 has no right but to become him for a moment. */
  if (identity->uid)
    setfsuid(identity->uid);
  uint64_t total = read_written(figures) + written_by_others(program);
  if (identity->uid)
    setfsuid(0);
  return total;
}
