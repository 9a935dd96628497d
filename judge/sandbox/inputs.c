/*
 * What programs read. Every process can ask by which path a descriptor of its own was opened (/proc/self/fd, and maps
 * of what it maps), and the answer goes up to the root of the mount in which it was. So no descriptor that was opened
 * among the mounts of the host goes into a box: inputs are opened in a mount that begins at their folder and is
 * attached nowhere, or are copied into memory.
 *
 * There is one such mount for all runs, because the end of a mount waits for an RCU grace period, and it is read-only:
 * whatever the mode of a file, nobody can reopen it for writing.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "keeper.h"

/* The folder of inputs as it was seen last, and its mount; -1 when there is none. */
static struct {
  int mount;
  dev_t device;
  ino_t inode;
} folder = { .mount = -1 };

/* The current mount of the folder: it may have been recreated, or something else mounted there. */
static int find_folder(void)
{
  struct stat now;
  if (stat(keeper.inputs, &now))
    return -1;
  if (folder.device == now.st_dev && folder.inode == now.st_ino)
    return folder.mount;
  if (folder.mount >= 0)
    close(folder.mount);
  folder.mount = detach_folder(keeper.inputs);
  folder.device = now.st_dev;
  folder.inode = now.st_ino;
  return folder.mount;
}

/* The name of a file within the folder of inputs; NULL for one from elsewhere. */
static const char *name_inside(const char *path)
{
  size_t length = keeper.inputs ? strlen(keeper.inputs) : 0;
  return length && !strncmp(path, keeper.inputs, length) && path[length] == '/' ? path + length + 1 : NULL;
}

/* Programs reopen /dev/stdin, so the mode of an input shared with the host must let them read it. */
static int open_shared(const char *path)
{
  struct stat about;
  const char *name = name_inside(path);
  int mount = name ? find_folder() : -1, file = mount < 0 ? -1 : open_inside(mount, name, O_RDONLY, 0);
  if (file < 0 || (!fstat(file, &about) && S_ISREG(about.st_mode) && about.st_mode & 0004))
    return file;
  close(file);
  return -1;
}

/* The same file, and no right to write to it. */
static int open_anew(int file)
{
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  return open(path, O_RDONLY | O_CLOEXEC);
}

static int sealed_copy(int from)
{
  int copied = memfd_create("input", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (copied < 0)
    return -1;
  if (copy_bytes(copied, from, UINT64_MAX >> 1) || fchmod(copied, 0444) ||
      fcntl(copied, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL)) {
    close(copied);
    return -1;
  }
  int given = open_anew(copied);
  close(copied);
  return given;
}

int open_input(const char *path)
{
  int file = open_shared(path);
  if (file >= 0 || (file = open_regular(path, O_RDONLY)) < 0)
    return file;
  int copied = sealed_copy(file);
  close(file);
  return copied;
}
