/*
 * The files of /w, seen from outside. The keeper holds a descriptor on the
 * root of a slot's /w and never resolves a path through anything a program
 * could have made: no links, no other file system, nothing above.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "keeper.h"

#define MOST_FILES 4096

int open_inside(int folder, const char *name, int flags, mode_t mode)
{
  struct open_how how = {
    .flags = flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK,
    .mode = mode,
    .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV,
  };
  return syscall(SYS_openat2, folder, name, &how, sizeof how);
}

int copy_bytes(int to, int from, uint64_t most)
{
  off_t at = 0;
  while ((uint64_t)at < most) {
    ssize_t moved = sendfile(to, from, &at, most - at);
    if (moved < 0 && errno == EINTR)
      continue;
    if (moved <= 0)
      return (int)moved;
  }
  return 0;
}

/* A pipe or a device could hold up the keeper, and everybody with it. */
int open_regular(const char *path, int flags)
{
  struct stat about;
  int file = open(path, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0644);
  if (file < 0 || (!fstat(file, &about) && S_ISREG(about.st_mode)))
    return file;
  close(file);
  errno = EINVAL;
  return -1;
}

static int keep_content(const char *bytes, size_t length)
{
  int file = memfd_create("placed", MFD_CLOEXEC);
  if (file < 0)
    return -1;
  for (size_t done = 0; done < length;) {
    ssize_t written = write(file, bytes + done, length - done);
    if (written < 0) {
      close(file);
      return -1;
    }
    done += written;
  }
  return file;
}

/* u32 count, then for each: name, u32 mode, u32 whether the bytes follow (else a host path), bytes or path. */
int read_files(struct reader *body, struct files *files, char *complaint, size_t size)
{
  *files = (struct files){ 0 };
  uint32_t count = read_u32(body);
  if (body->bad || count > MOST_FILES) {
    snprintf(complaint, size, "too many files");
    return -1;
  }
  files->list = calloc(count ? count : 1, sizeof *files->list);
  if (!files->list)
    abort();
  for (uint32_t i = 0; i < count; i++) {
    size_t length = 0;
    char *name = read_text(body);
    uint32_t mode = read_u32(body), inlined = read_u32(body);
    char *bytes = inlined ? read_bytes(body, &length) : read_text(body);
    if (body->bad) {
      snprintf(complaint, size, "malformed request");
      free_files(files);
      return -1;
    }
    int content = inlined ? keep_content(bytes, length) : open_regular(bytes, O_RDONLY);
    if (content < 0) {
      snprintf(complaint, size, "%.80s: %s", name, strerror(errno));
      free_files(files);
      return -1;
    }
    files->list[files->count++] = (struct placed){ strdup(name), mode & 0777, content };
  }
  return 0;
}

void free_files(struct files *files)
{
  for (unsigned i = 0; i < files->count; i++) {
    free(files->list[i].name);
    close(files->list[i].content);
  }
  free(files->list);
  *files = (struct files){ 0 };
}

/* What they take of a tmpfs: whole pages. */
uint64_t size_of_files(const struct files *files)
{
  uint64_t total = 0;
  for (unsigned i = 0; i < files->count; i++) {
    struct stat about;
    if (!fstat(files->list[i].content, &about))
      total += ((uint64_t)about.st_size + 4095) / 4096 * 4096 + 4096;
  }
  return total;
}

static int make_directories(int work, const char *name)
{
  char path[PATH_SPACE];
  if (snprintf(path, sizeof path, "%s", name) >= (int)sizeof path)
    return -1;
  for (char *slash = path; (slash = strchr(slash, '/')); slash++) {
    char *last = strrchr(path, '/');
    *slash = 0;
    char *above = strrchr(path, '/');
    int parent = work;
    if (above) {
      *above = 0;
      parent = open_inside(work, path, O_RDONLY | O_DIRECTORY, 0);
      *above = '/';
    }
    bool made = parent >= 0 && (!mkdirat(parent, above ? above + 1 : path, 0755) || errno == EEXIST);
    if (above && parent >= 0)
      close(parent);
    *slash = '/';
    if (!made)
      return -1;
    if (slash == last)
      break;
  }
  return 0;
}

int place_files(int work, const struct files *files)
{
  for (unsigned i = 0; i < files->count; i++) {
    const struct placed *placed = &files->list[i];
    if (strchr(placed->name, '/') && make_directories(work, placed->name))
      return -1;
    /* A later file of the same name replaces the earlier one; whatever kind of thing a program left is not followed. */
    if (!strchr(placed->name, '/'))
      unlinkat(work, placed->name, 0);
    int file = open_inside(work, placed->name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0)
      return -1;
    bool placed_whole = !copy_bytes(file, placed->content, UINT64_MAX >> 1) && !fchmod(file, placed->mode);
    close(file);
    if (!placed_whole)
      return -1;
  }
  return 0;
}

int collect_file(int work, const char *name, const char *to, uint64_t most, bool take)
{
  struct stat about;
  int from = open_inside(work, name, O_RDONLY, 0);
  if (from < 0)
    return 0;
  /* One name only: a second one could be a way to change it after this look. */
  if (fstat(from, &about) || !S_ISREG(about.st_mode) || about.st_nlink != 1 || (uint64_t)about.st_size > most) {
    close(from);
    return 0;
  }
  int file = open_regular(to, O_WRONLY | O_CREAT | O_TRUNC);
  int copied = file < 0 ? -1 : copy_bytes(file, from, most);
  if (file >= 0 && close(file))
    copied = -1;
  close(from);
  if (!copied && take && unlinkat(work, name, 0))
    copied = -1;
  return copied ? -1 : 1;
}
