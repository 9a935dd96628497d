/* Acts that reach for what is not theirs. Each prints "held" when everything was refused. */
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/io_uring.h>
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hostile.h"

static int kill_everybody(const char *argument)
{
  (void)argument;
  int failed = held(kill(1, SIGKILL) < 0, "kill(1)");
  kill(-1, SIGKILL);
  kill(0, SIGCONT);
  return all_held(failed);
}

static int refuses(const char *path, int flags)
{
  int file = open(path, flags);
  if (file < 0)
    return 1;
  close(file);
  return 0;
}

/* Anything that looks like an answer, from here upwards and through /proc. */
static int walk(const char *path, int depth)
{
  DIR *directory = opendir(path);
  int found = 0;
  if (!directory || depth > 3)
    return 0;
  for (struct dirent *entry; (entry = readdir(directory));) {
    char below[4096];
    const char *dot = strrchr(entry->d_name, '.');
    if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
      continue;
    snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
    if (dot && (!strcmp(dot, ".ans") || !strcmp(dot, ".secret")))
      found += held(0, below);
    if (entry->d_type == DT_DIR && strcmp(below, "//usr") && strcmp(below, "//proc"))
      found += walk(below, depth + 1);
  }
  closedir(directory);
  return found;
}

static int read_answers(const char *secret)
{
  static const char *const paths[] = { "/root",        "/home",    "/var",         "/etc/passwd", "/etc/shadow",
                                       "/etc/hostname", "/sys",     "/run",         "/boot",       "/old_root",
                                       "/proc/1/root",  "/proc/1/cwd", "/proc/1/fd" };
  int failed = walk("/", 0) + walk("..", 0);
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
    failed += held(refuses(paths[i], O_RDONLY), paths[i]);
  if (*secret)
    failed += held(refuses(secret, O_RDONLY), secret);
  return all_held(failed);
}

static int rewrite_input(const char *argument)
{
  (void)argument;
  int failed = held(refuses("/proc/self/fd/0", O_RDWR), "stdin, to write") +
               held(refuses("/dev/stdin", O_WRONLY | O_TRUNC), "/dev/stdin, to empty") +
               held(ftruncate(0, 0) < 0, "ftruncate") + held(fchmod(0, 0777) < 0, "fchmod");
  return all_held(failed);
}

/* Reopening it for reading is allowed: runtimes do it. */
static int reopen_streams(const char *argument)
{
  (void)argument;
  char line[64] = "";
  FILE *in = fopen("/dev/stdin", "r"), *out = fopen("/dev/stdout", "w"), *error = fopen("/dev/stderr", "w");
  if (!in || !out || !error || !fgets(line, sizeof line, in))
    return 1;
  fputs(line, out);
  fputs("e", error);
  return 0;
}

static int find_descriptors(const char *argument)
{
  (void)argument;
  int failed = 0;
  for (int fd = 3; fd < 4096; fd++)
    failed += held(fcntl(fd, F_GETFD) < 0, "an inherited descriptor");
  return all_held(failed);
}

static int read_init(const char *argument)
{
  (void)argument;
  int failed = 0;
  static const char *const files[] = { "mem", "environ", "cmdline", "maps", "exe", "ns/mnt", "status" };
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    char path[64];
    snprintf(path, sizeof path, "/proc/1/%s", files[i]);
    failed += held(refuses(path, O_RDONLY), path);
  }
  return all_held(failed);
}

static int read_kernel(const char *argument)
{
  (void)argument;
  int failed = 0;
  static const char *const files[] = { "kallsyms", "keys",  "key-users",   "kcore",     "kmsg",  "sysrq-trigger",
                                       "modules",  "iomem", "timer_list",  "partitions", "config.gz", "cmdline",
                                       "sys/kernel/core_pattern",          "interrupts", "slabinfo" };
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    char path[64], byte;
    snprintf(path, sizeof path, "/proc/%s", files[i]);
    int file = open(path, O_RDONLY);
    failed += held(file < 0 || read(file, &byte, 1) <= 0, path);
    close(file);
  }
  return all_held(failed);
}

static int connect_out(const char *argument)
{
  (void)argument;
  int failed = 0, inet = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in loop = { .sin_family = AF_INET, .sin_port = htons(22) };
  loop.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  failed += held(inet < 0 || connect(inet, (void *)&loop, sizeof loop) < 0, "loopback");
  int local = socket(AF_UNIX, SOCK_STREAM, 0);
  struct sockaddr_un name = { .sun_family = AF_UNIX };
  memcpy(name.sun_path, "\0judge-test", 11);
  failed += held(connect(local, (void *)&name, sizeof(sa_family_t) + 11) < 0, "abstract socket of the host");
  return all_held(failed);
}

static int odd_sockets(const char *argument)
{
  (void)argument;
  static const int families[] = { AF_INET, AF_INET6, AF_NETLINK, AF_PACKET, AF_ALG, AF_VSOCK, AF_BLUETOOTH, AF_KEY };
  int failed = 0;
  for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
    char what[32];
    snprintf(what, sizeof what, "socket family %d", families[i]);
    failed += held(socket(families[i], SOCK_RAW, 0) < 0 && socket(families[i], SOCK_DGRAM, 0) < 0, what);
  }
  return all_held(failed);
}

static int lock_shared(const char *argument)
{
  (void)argument;
  int failed = 0, file = open("/usr/bin/env", O_RDONLY);
  struct flock lock = { .l_type = F_RDLCK };
  failed += held(flock(file, LOCK_SH | LOCK_NB) < 0, "flock");
  failed += held(fcntl(file, F_SETLK, &lock) < 0, "F_SETLK") + held(fcntl(file, F_SETLEASE, F_RDLCK) < 0, "lease");
  int watch = inotify_init();
  failed += held(watch < 0 || inotify_add_watch(watch, "/usr/bin", IN_ACCESS) < 0, "inotify");
  failed += held(fcntl(open("/usr", O_RDONLY), F_NOTIFY, DN_ACCESS) < 0, "F_NOTIFY");
  return all_held(failed);
}

static int new_namespaces(const char *argument)
{
  (void)argument;
  struct clone_args arguments = { .flags = CLONE_NEWUSER, .exit_signal = SIGCHLD };
  int failed = held(unshare(CLONE_NEWUSER) < 0, "unshare") + held(unshare(CLONE_NEWNS) < 0, "unshare mounts");
  failed += held(syscall(SYS_clone3, &arguments, sizeof arguments) < 0, "clone3");
  failed += held(syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0) < 0, "clone");
  failed += held(mount("none", "/w", "tmpfs", 0, NULL) < 0, "mount") + held(chroot("/w") < 0, "chroot");
  failed += held(umount2("/proc", MNT_DETACH) < 0, "umount");
  failed += held(syscall(SYS_fsopen, "tmpfs", 0) < 0, "fsopen");
  failed += held(mknod("/w/disk", S_IFBLK | 0666, makedev(8, 0)) < 0, "mknod");
  return all_held(failed);
}

static int kernel_surface(const char *argument)
{
  (void)argument;
  char byte;
  struct iovec here = { &byte, 1 }, there = { &byte, 1 };
  struct perf_event_attr perf = { .size = sizeof perf };
  struct io_uring_params ring = { 0 };
  union bpf_attr bpf = { .map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .value_size = 4, .max_entries = 1 };
  int failed = held(ptrace(PTRACE_TRACEME, 0, 0, 0) < 0, "ptrace");
  failed += held(process_vm_readv(getpid(), &here, 1, &there, 1, 0) < 0, "process_vm_readv");
  failed += held(syscall(SYS_userfaultfd, 1) < 0, "userfaultfd");
  failed += held(syscall(SYS_perf_event_open, &perf, 0, -1, -1, 0) < 0, "perf_event_open");
  failed += held(syscall(SYS_bpf, 0, &bpf, sizeof bpf) < 0, "bpf");
  failed += held(syscall(SYS_io_uring_setup, 1, &ring) < 0, "io_uring");
  failed += held(syscall(SYS_name_to_handle_at, AT_FDCWD, "/", NULL, NULL, 0) < 0 && errno != EFAULT, "file handles");
  failed += held(personality(ADDR_NO_RANDOMIZE) < 0, "personality");
  failed += held(prctl(PR_SET_SECCOMP, 1) < 0, "seccomp by prctl");
  failed += held(syscall(SYS_syslog, 3, &byte, 1) < 0, "syslog");
  failed += held(nice(-5) < 0, "nice");
  struct sched_param param = { .sched_priority = 1 };
  failed += held(sched_setscheduler(0, SCHED_FIFO, &param) < 0, "SCHED_FIFO");
  /* Rootless, the only user there is has number 0 inside; it has no rights there. */
  failed += held(setuid(0) < 0, "setuid");
  return all_held(failed);
}

static int call_32bit(const char *argument)
{
  (void)argument;
#ifdef __x86_64__
  long result;
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(20) : "memory");
  return held(result < 0, "32-bit getpid");
#else
  raise(SIGSYS);
#endif
  return 0;
}

static int call_x32(const char *argument)
{
  (void)argument;
#ifdef __x86_64__
  return held(syscall(0x40000000 | SYS_getpid) < 0, "x32 getpid");
#else
  raise(SIGSYS);
#endif
  return 0;
}

/* The calls that get past deny lists: absent here, and what they would start keeps the filter anyway. */
static int side_doors(const char *argument)
{
  (void)argument;
  struct {
    unsigned long flags, mode, resolve;
  } how = { 0 };
  char *none[] = { NULL };
  int failed = held(syscall(SYS_openat2, AT_FDCWD, "/etc", &how, sizeof how) < 0 && errno == ENOSYS, "openat2");
  failed += held(syscall(SYS_execveat, AT_FDCWD, "/bin/true", none, none, 0) < 0 && errno == ENOSYS, "execveat");
  failed += held(syscall(9999) < 0 && errno == ENOSYS, "an unknown call");
  return all_held(failed);
}

/* A program may copy itself into memory and run that: it gains nothing. */
static int run_from_memory(const char *argument)
{
  (void)argument;
  static char chunk[65536];
  int from = open("/proc/self/exe", O_RDONLY), to = memfd_create("self", MFD_CLOEXEC);
  for (ssize_t got; (got = read(from, chunk, sizeof chunk)) > 0;)
    if (write(to, chunk, got) != got)
      return 1;
  close(from);
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", to);
  char *words[] = { "self", "new-namespaces", NULL }, *none[] = { NULL };
  execve(path, words, none);
  return 2;
}

static int write_anywhere(const char *argument)
{
  (void)argument;
  static const char *const paths[] = { "/x", "/w/x", "/tmp/x", "/usr/x", "/usr/bin/env", "/etc/x", "/dev/x",
                                       "/dev/shm/x", "/proc/sys/kernel/core_pattern", "/bin/sh", "/w/hostile" };
  int failed = 0;
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
    failed += held(open(paths[i], O_WRONLY | O_CREAT, 0666) < 0, paths[i]);
  return all_held(failed);
}

const struct act escaping_acts[] = {
  { "kill-everybody", kill_everybody },
  { "read-answers", read_answers },
  { "rewrite-input", rewrite_input },
  { "reopen-streams", reopen_streams },
  { "find-descriptors", find_descriptors },
  { "read-init", read_init },
  { "read-kernel", read_kernel },
  { "connect-out", connect_out },
  { "odd-sockets", odd_sockets },
  { "lock-shared", lock_shared },
  { "new-namespaces", new_namespaces },
  { "kernel-surface", kernel_surface },
  { "call-32bit", call_32bit },
  { "call-x32", call_x32 },
  { "side-doors", side_doors },
  { "run-from-memory", run_from_memory },
  { "write-anywhere", write_anywhere },
  { 0 },
};
