/*
 * What a box sees of the file system: a small read-only root with the runtime
 * of the host bound into it, five devices, its own /proc, and /w.
 *
 * A seat builds the root once in a mount namespace of its own and turns into
 * it; its slots copy the namespace and add /proc and /w. The keeper changes a
 * slot's mounts by stepping into its namespace, which costs a few microseconds,
 * so nothing inside the box ever needs the right to mount.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <linux/mount.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "keeper.h"

/* Any directory that every host has and no toolchain lives in: the new root is put together there. */
#define WORKBENCH "/sys"

#ifndef AT_RECURSIVE
#define AT_RECURSIVE 0x8000
#endif

#define READ_ONLY (MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV)

/* Of /etc only what runtimes read to find their parts: nothing that names users, hosts or secrets. */
static const char *const etc_parts[] = {
  "alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "java*",      "mono",
  "fpc*.cfg",     "ghc*",        "php",        "perl",         "python*",   "R",          "node*",
  "ruby*",        "erlang",      "scala",      "kotlin",       "dotnet",    "guile*",     "lua*",
};

static const char *const top_links[] = { "bin", "sbin", "lib", "lib32", "lib64", "libx32" };

static int set_attributes(int directory, const char *path, uint64_t attributes)
{
  struct mount_attr change = { .attr_set = attributes, .propagation = MS_PRIVATE };
  return syscall(SYS_mount_setattr, directory, path, AT_RECURSIVE | (*path ? 0 : AT_EMPTY_PATH), &change, sizeof change);
}

static int clone_tree(const char *source, uint64_t attributes)
{
  int tree = syscall(SYS_open_tree, AT_FDCWD, source, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE);
  if (tree < 0)
    return -1;
  if (set_attributes(tree, "", attributes)) {
    close(tree);
    return -1;
  }
  return tree;
}

int detach_folder(const char *path)
{
  return clone_tree(path, READ_ONLY | MOUNT_ATTR_NOEXEC);
}

static int attach(int tree, const char *target)
{
  int moved = syscall(SYS_move_mount, tree, "", AT_FDCWD, target, MOVE_MOUNT_F_EMPTY_PATH);
  int error = errno;
  close(tree);
  errno = error;
  return moved;
}

/* Makes `path` and everything above it; the last part a file when `file`. */
static int make_path(const char *path, bool file)
{
  char part[PATH_SPACE];
  if (snprintf(part, sizeof part, "%s", path) >= (int)sizeof part)
    return -1;
  for (char *slash = part + 1; (slash = strchr(slash, '/')); slash++) {
    *slash = 0;
    if (mkdir(part, 0755) && errno != EEXIST)
      return -1;
    *slash = '/';
  }
  if (!file)
    return mkdir(part, 0755) && errno != EEXIST ? -1 : 0;
  int made = open(part, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  return made < 0 ? -1 : close(made);
}

/* Binds a host path to `target`; what does not exist on this host is left out. */
static int bind_read_only(const char *source, const char *target)
{
  struct stat about;
  if (stat(source, &about))
    return 0;
  int tree = clone_tree(source, READ_ONLY);
  if (tree < 0)
    return -1;
  if (make_path(target, !S_ISDIR(about.st_mode))) {
    close(tree);
    return -1;
  }
  return attach(tree, target);
}

static int make_top_links(void)
{
  for (size_t i = 0; i < sizeof top_links / sizeof *top_links; i++) {
    char host[64], inside[64], link[PATH_SPACE];
    snprintf(host, sizeof host, "/%s", top_links[i]);
    snprintf(inside, sizeof inside, WORKBENCH "/%s", top_links[i]);
    ssize_t length = readlink(host, link, sizeof link - 1);
    if (length < 0) {
      if (bind_read_only(host, inside))
        return -1;
      continue;
    }
    link[length] = 0;
    if (symlink(link, inside))
      return -1;
  }
  return 0;
}

static int bind_etc(void)
{
  for (size_t i = 0; i < sizeof etc_parts / sizeof *etc_parts; i++) {
    char pattern[128], target[PATH_SPACE];
    glob_t found;
    snprintf(pattern, sizeof pattern, "/etc/%s", etc_parts[i]);
    if (glob(pattern, 0, NULL, &found))
      continue;
    int failed = 0;
    for (size_t k = 0; k < found.gl_pathc && !failed; k++) {
      snprintf(target, sizeof target, WORKBENCH "%s", found.gl_pathv[k]);
      failed = bind_read_only(found.gl_pathv[k], target);
    }
    globfree(&found);
    if (failed)
      return -1;
  }
  return 0;
}

static int make_devices(void)
{
  static const struct {
    const char *name;
    unsigned minor;
  } devices[] = { { "null", 3 }, { "zero", 5 }, { "full", 7 }, { "random", 8 }, { "urandom", 9 } };
  static const struct {
    const char *name, *target;
  } links[] = {
    { "fd", "/proc/self/fd" },
    { "stdin", "/proc/self/fd/0" },
    { "stdout", "/proc/self/fd/1" },
    { "stderr", "/proc/self/fd/2" },
  };
  if (mkdir(WORKBENCH "/dev", 0755) ||
      mount("dev", WORKBENCH "/dev", "tmpfs", MS_NOSUID | MS_NOEXEC, "mode=755,size=4k,nr_inodes=32"))
    return -1;
  mode_t mask = umask(0);
  for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
    char inside[64], host[64];
    snprintf(inside, sizeof inside, WORKBENCH "/dev/%s", devices[i].name);
    snprintf(host, sizeof host, "/dev/%s", devices[i].name);
    if (!mknod(inside, S_IFCHR | 0666, makedev(1, devices[i].minor)))
      continue;
    /* Without the right to make nodes (no real root) the host's are bound. */
    int tree = syscall(SYS_open_tree, AT_FDCWD, host, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
    if (tree < 0 || make_path(inside, true) || attach(tree, inside))
      return -1;
  }
  umask(mask);
  for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
    char inside[64];
    snprintf(inside, sizeof inside, WORKBENCH "/dev/%s", links[i].name);
    if (symlink(links[i].target, inside))
      return -1;
  }
  return set_attributes(AT_FDCWD, WORKBENCH "/dev", MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC);
}

/* The keeper still sees what the host mounts and, above all, unmounts; the host sees nothing of ours. */
int follow_host_mounts(void)
{
  return unshare(CLONE_NEWNS) || mount(NULL, "/", NULL, MS_REC | MS_SLAVE, NULL) ? -1 : 0;
}

/* A seat does not: what the host mounts later must not appear in a box. */
int leave_host_mounts(void)
{
  return unshare(CLONE_NEWNS) || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) ? -1 : 0;
}

/* The kernel lets a user namespace mount /proc only where one is in sight; a slot's own will cover this one. */
static int show_proc(void)
{
  return mount("/proc", WORKBENCH "/proc", NULL, MS_BIND | MS_REC, NULL);
}

/* A seat's new root; the host's file system is out of reach afterwards. */
int enter_root(void)
{
  if (mount("box", WORKBENCH, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=256k,nr_inodes=1024"))
    return -1;
  if (bind_read_only("/usr", WORKBENCH "/usr") || make_top_links() || mkdir(WORKBENCH "/etc", 0755) || bind_etc() ||
      make_devices())
    return -1;
  if (mkdir(WORKBENCH "/proc", 0555) || (keeper.rootless && show_proc()) || mkdir(WORKBENCH "/w", 0755) || symlink("w", WORKBENCH "/tmp"))
    return -1;
  if (mount(NULL, WORKBENCH, NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV, NULL))
    return -1;
  if (chdir(WORKBENCH) || syscall(SYS_pivot_root, ".", ".") || umount2(".", MNT_DETACH) || chdir("/"))
    return -1;
  return 0;
}

/* One /proc mount of the current pid namespace, not attached anywhere yet. */
static int make_proc(bool only_processes, uint64_t attributes)
{
  int context = syscall(SYS_fsopen, "proc", FSOPEN_CLOEXEC);
  if (context < 0)
    return -1;
  int tree = -1;
  if (!syscall(SYS_fsconfig, context, FSCONFIG_SET_STRING, "hidepid", "invisible", 0) &&
      (!only_processes || !syscall(SYS_fsconfig, context, FSCONFIG_SET_STRING, "subset", "pid", 0)) &&
      !syscall(SYS_fsconfig, context, FSCONFIG_CMD_CREATE, NULL, NULL, 0))
    tree = syscall(SYS_fsmount, context, FSMOUNT_CLOEXEC,
                   MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC | attributes);
  close(context);
  return tree;
}

/*
 * Called by pid 1 of a slot: /proc shows only this slot. The full variant is handed to the keeper for later. Both are
 * read-only: a program that lowered its score there would see pid 1 taken in its place when memory runs out, and one
 * that cleared its references would hide what it used. pid 1 keeps its own score open through a third one.
 */
int mount_proc(int *full_proc, int *oom_file, int *sockets_file)
{
  int private = make_proc(true, 0);
  if (private < 0)
    return -1;
  *oom_file = openat(private, "self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  close(private);
  /* Rootless the kernel may refuse; there is no group to run full either. */
  if (*oom_file < 0 && !keeper.rootless)
    return -1;
  int small = make_proc(true, MOUNT_ATTR_RDONLY);
  if (small < 0 || attach(small, "/proc"))
    return -1;
  *full_proc = make_proc(false, MOUNT_ATTR_RDONLY);
  if (*full_proc < 0)
    return -1;
  *sockets_file = openat(*full_proc, "net/unix", O_RDONLY | O_CLOEXEC);
  return *sockets_file < 0 ? -1 : 0;
}

static int step_into(int namespace)
{
  return setns(namespace, CLONE_NEWNS);
}

/* Steps out again; the keeper cannot go on inside a box. */
static int step_out(int home_mounts, int result)
{
  int error = errno;
  if (setns(home_mounts, CLONE_NEWNS))
    abort();
  errno = error;
  return result;
}

static int make_work_here(uint64_t bytes, int *work)
{
  char options[128];
  umount2("/w", MNT_DETACH);
  /* Sticky and root's: what was placed cannot be replaced by the program. */
  snprintf(options, sizeof options, "mode=1777,size=%llu,nr_inodes=16384", (unsigned long long)bytes);
  if (mount("work", "/w", "tmpfs", MS_NOSUID | MS_NODEV | MS_NOATIME, options))
    return -1;
  *work = open("/w", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  return *work < 0 ? -1 : 0;
}

/* A fresh, empty /w; `work` is a descriptor on it that works from anywhere. */
int mount_work(int slot_mounts, int home_mounts, uint64_t bytes, int *work)
{
  if (step_into(slot_mounts))
    return -1;
  return step_out(home_mounts, make_work_here(bytes, work));
}

int seal_work(int slot_mounts, int home_mounts)
{
  if (step_into(slot_mounts))
    return -1;
  return step_out(home_mounts, set_attributes(AT_FDCWD, "/w", MOUNT_ATTR_RDONLY));
}

static int bind_root_here(int tree, const char *path)
{
  if (mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND | MS_NOSUID | MS_NODEV, NULL))
    return -1;
  int made = make_path(path, false);
  if (mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV, NULL) || made) {
    close(tree);
    return -1;
  }
  return attach(tree, path);
}

/* A host directory, read-only at the same place: a toolchain outside /usr. */
int bind_root(int slot_mounts, int home_mounts, const char *path)
{
  int tree = clone_tree(path, READ_ONLY);
  if (tree < 0)
    return -1;
  if (step_into(slot_mounts)) {
    close(tree);
    return -1;
  }
  return step_out(home_mounts, bind_root_here(tree, path));
}

/* What runtimes read of the machine. Everything else that is not about a process is covered. */
static const char *const proc_parts[] = { "cpuinfo", "meminfo", "stat",   "version",     "filesystems", "uptime",
                                          "loadavg", "self",    "mounts", "thread-self", "net" };

static bool is_proc_part(const char *name)
{
  if (*name == '.' || (*name >= '0' && *name <= '9'))
    return true;
  for (size_t i = 0; i < sizeof proc_parts / sizeof *proc_parts; i++)
    if (!strcmp(name, proc_parts[i]))
      return true;
  return false;
}

static int widen_proc_here(int full_proc)
{
  if (attach(full_proc, "/proc"))
    return -1;
  DIR *directory = opendir("/proc");
  if (!directory)
    return -1;
  int failed = 0;
  for (struct dirent *entry; !failed && (entry = readdir(directory));) {
    char path[300];
    if (is_proc_part(entry->d_name) || entry->d_type == DT_LNK)
      continue;
    snprintf(path, sizeof path, "/proc/%s", entry->d_name);
    if (entry->d_type != DT_DIR)
      failed = mount("/dev/null", path, NULL, MS_BIND, NULL);
    else
      failed = mount("empty", path, "tmpfs", MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC, "mode=755,size=4k");
  }
  closedir(directory);
  return failed;
}

int widen_proc(int slot_mounts, int home_mounts, int full_proc)
{
  if (step_into(slot_mounts)) {
    close(full_proc);
    return -1;
  }
  return step_out(home_mounts, widen_proc_here(full_proc));
}
