/* Acts that try to escape the clock, the meter or the end of their run. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hostile.h"

/* What the kernel calls a user whom nobody is mapped to. */
#define UNMAPPED_USER 65534

#define MIB (1024 * 1024)

static _Noreturn void burn(void)
{
  for (volatile unsigned long i = 0;; i++)
    ;
}

/* What /proc lets a process change about itself: who is taken when memory runs out, what its memory was. */
static int change_proc(const char *argument)
{
  (void)argument;
  static const char *const files[] = { "oom_score_adj", "oom_adj",   "clear_refs", "coredump_filter", "timerslack_ns",
                                       "autogroup",     "mem",       "setgroups",  "uid_map",         "loginuid",
                                       "comm",          "attr/exec", "sched",      "make-it-fail" };
  int failed = 0;
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/%s", files[i]);
    failed += held(open(path, O_WRONLY) < 0, path);
  }
  return all_held(failed);
}

/* Tries to be spared, and then fills memory that is nobody's resident set, so that somebody else looks larger. */
static int spare_self(const char *argument)
{
  (void)argument;
  static char chunk[MIB];
  int score = open("/proc/self/oom_score_adj", O_WRONLY), file = memfd_create("hoard", 0);
  if (score >= 0 && write(score, "-1000", 5) < 0 && write(score, "0", 1) < 0)
    return 1;
  while (write(file, chunk, sizeof chunk) > 0)
    ;
  return 2;
}

/* Marks on things that other boxes see too, or that are the box's own. */
static int leave_hints(const char *argument)
{
  (void)argument;
  unsigned long hint = 2;
  int file = open("/usr/bin/env", O_RDONLY), flags = 0;
  int failed = held(fcntl(0, 1036, &hint) < 0, "F_SET_RW_HINT on stdin") +
               held(fcntl(file, 1036, &hint) < 0, "F_SET_RW_HINT") + held(fcntl(file, 1038, &hint) < 0, "file hint");
  failed += held(fcntl(1, F_SETPIPE_SZ, MIB) < 0, "F_SETPIPE_SZ") + held(fcntl(1, F_SETOWN, 1) < 0, "F_SETOWN");
  failed += held(fcntl(1, F_SETSIG, SIGKILL) < 0, "F_SETSIG");
  /* FS_IOC_GETFLAGS, FS_IOC_FIEMAP, FICLONE, NS_GET_USERNS, SIOCGIFCONF, TIOCSTI */
  static const unsigned long requests[] = { 0x80086601, 0xc020660b, 0x40049409, 0xb701, 0x8912, 0x5412 };
  for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
    failed += held(ioctl(file, requests[i], &flags) < 0 && errno != EINVAL, "an ioctl");
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  failed += held(madvise(page, 4096, MADV_MERGEABLE) < 0, "memory that is merged with others'");
  return all_held(failed);
}

/* From its input to the files beside it. */
static int look_beside(const char *argument)
{
  (void)argument;
  char path[4096] = "", folder[4096];
  ssize_t length = readlink("/proc/self/fd/0", path, sizeof path - 1);
  int failed = held(length > 0 && strrchr(path, '/') == path, "where its input lies");
  failed += held(length < 0 || open(path, O_RDONLY) < 0 || !strncmp(path, "/dev/", 5), "its input by name");
  snprintf(folder, sizeof folder, "%s", path);
  char *slash = strrchr(folder, '/');
  if (slash && slash != folder)
    *slash = 0;
  failed += held(!slash || !strncmp(path, "/dev/", 5) || open(folder, O_RDONLY) < 0, "the folder of its input");
  failed += held(openat(0, "..", O_RDONLY) < 0 && openat(0, "../answer", O_RDONLY) < 0, "above its input");
  failed += held(linkat(AT_FDCWD, "/proc/self/fd/0", AT_FDCWD, "/w/link", AT_SYMLINK_FOLLOW) < 0, "a link to it");
  failed += held(mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, 0, 0) == MAP_FAILED, "a map to write to");
  failed += held(fallocate(0, 0, 0, 1) < 0, "fallocate");
  return all_held(failed);
}

/* Rights over pid 1, and over the scheduler. */
static int rule_others(const char *argument)
{
  (void)argument;
  struct rlimit limit = { 1, 1 };
  struct itimerspec when = { 0 };
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(0, &set);
  int failed = held(prlimit(1, RLIMIT_CPU, &limit, NULL) < 0, "limits of pid 1");
  failed += held(sched_setaffinity(0, sizeof set, &set) < 0, "its core") + held(setpriority(PRIO_PROCESS, 0, -1) < 0, "nice");
  failed += held(setrlimit(RLIMIT_NOFILE, &(struct rlimit){ 4096, 4096 }) < 0, "more descriptors");
  failed += held(setrlimit(RLIMIT_FSIZE, &(struct rlimit){ RLIM_INFINITY, RLIM_INFINITY }) < 0, "larger files");
  failed += held(prctl(PR_SET_MM, PR_SET_MM_BRK, 0, 0, 0) < 0, "PR_SET_MM") +
            held(prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0) < 0, "PR_SET_KEEPCAPS") +
            held(prctl(PR_SET_SECUREBITS, 1, 0, 0, 0) < 0, "securebits") +
            held(prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, 7, 0, 0) < 0, "ambient rights") +
            held(prctl(PR_SET_PTRACER, -1, 0, 0, 0) < 0, "PR_SET_PTRACER") +
            held(prctl(67, 1, 0, 0, 0) < 0, "PR_SET_MEMORY_MERGE");
  int alarm_clock = timerfd_create(CLOCK_BOOTTIME_ALARM, 0);
  failed += held(alarm_clock < 0 || timerfd_settime(alarm_clock, 0, &when, NULL) < 0, "a clock that wakes the machine");
  int init = syscall(SYS_pidfd_open, 1, 0);
  /* Rootless, pid 1 has the same user, whom nobody is mapped to: signals to it are allowed, and ignored. */
  bool heard = init >= 0 && !syscall(SYS_pidfd_send_signal, init, SIGKILL, NULL, 0);
  failed += held(!heard || getuid() == UNMAPPED_USER, "pid 1 by descriptor");
  return all_held(failed);
}

/* Nobody gains by a set-user-id program. */
static int run_setuid(const char *argument)
{
  (void)argument;
  static const char *const programs[] = { "/usr/bin/su", "/usr/bin/passwd", "/usr/bin/mount", "/usr/bin/newgrp" };
  int failed = 0;
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
    int status = 1;
    pid_t child = fork();
    if (!child) {
      freopen("/dev/null", "w", stderr);
      freopen("/dev/null", "w", stdout);
      execl(programs[i], programs[i], "-c", "true", NULL);
      _exit(99);
    }
    waitpid(child, &status, 0);
    failed += held(status != 0, programs[i]);
  }
  return all_held(failed);
}

static void *burn_in_thread(void *nothing)
{
  (void)nothing;
  burn();
}

/* The first thread is gone, the process is not. */
static int outlive_main(const char *argument)
{
  pthread_t thread;
  (void)argument;
  pthread_create(&thread, NULL, burn_in_thread, NULL);
  pthread_exit(NULL);
}

static void burn_in_handler(int number)
{
  (void)number;
  burn();
}

static int overflow(int depth)
{
  volatile char frame[4096];
  frame[0] = depth;
  return depth < 0 ? 0 : overflow(depth + 1) + frame[0];
}

/* Survives the end of its stack on another one. */
static int catch_overflow(const char *argument)
{
  (void)argument;
  static char other[65536];
  sigaltstack(&(stack_t){ .ss_sp = other, .ss_size = sizeof other }, NULL);
  sigaction(SIGSEGV, &(struct sigaction){ .sa_handler = burn_in_handler, .sa_flags = SA_ONSTACK }, NULL);
  return overflow(1);
}

/* Its parent cannot be interrupted while the child has its memory. */
static int hang_in_vfork(const char *argument)
{
  (void)argument;
  if (!vfork())
    for (;;)
      pause();
  return 0;
}

/* Each execution is a fresh start for what is counted per process. */
static int run_again(const char *argument)
{
  (void)argument;
  for (volatile int i = 0; i < 3000000; i++)
    ;
  execl("/proc/self/exe", "hostile", "run-again", NULL);
  return 1;
}

/* Children that nobody waits for, until no more can be made. */
static int leave_zombies(const char *argument)
{
  (void)argument;
  pid_t child = 0;
  while ((child = fork()) >= 0)
    if (!child)
      _exit(0);
  return 0;
}

/* Siblings: children of the same parent. */
static int make_siblings(const char *argument)
{
  (void)argument;
  long sibling = 0;
  for (int i = 0; i < 8 && sibling >= 0; i++) {
    sibling = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
    if (!sibling) {
      setsid();
      burn();
    }
  }
  usleep(200000);
  return 0;
}

/* Memory that only descriptors in flight hold. The ends stay open until the program exits: the kernel collects pairs
   that nobody holds at a moment of its own, and the peak would depend on that moment. */
static int hoard_in_flight(const char *argument)
{
  (void)argument;
  static char chunk[MIB];
  for (int i = 0; i < 8; i++) {
    union {
      char space[CMSG_SPACE(3 * sizeof(int))];
      struct cmsghdr align;
    } control = { 0 };
    int ends[2], file = memfd_create("hoard", 0);
    char byte = 0;
    for (int k = 0; k < 4; k++)
      if (write(file, chunk, sizeof chunk) < 0)
        return 1;
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends))
      return 2;
    int carried[3] = { ends[0], ends[1], file };
    struct iovec part = { &byte, 1 };
    struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control };
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    *head = (struct cmsghdr){ .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(sizeof carried) };
    memcpy(CMSG_DATA(head), carried, sizeof carried);
    if (sendmsg(ends[0], &message, 0) < 0 || sendmsg(ends[1], &message, 0) < 0)
      return 3;
    close(file);
  }
  return 0;
}

const struct act cheating_acts[] = {
  { "change-proc", change_proc },
  { "spare-self", spare_self },
  { "leave-hints", leave_hints },
  { "look-beside", look_beside },
  { "rule-others", rule_others },
  { "run-setuid", run_setuid },
  { "outlive-main", outlive_main },
  { "catch-overflow", catch_overflow },
  { "hang-in-vfork", hang_in_vfork },
  { "run-again", run_again },
  { "leave-zombies", leave_zombies },
  { "make-siblings", make_siblings },
  { "hoard-in-flight", hoard_in_flight },
  { 0 },
};
