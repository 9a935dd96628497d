/* Acts that take more than they may: time, memory, processes, output. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <fcntl.h>

#include "hostile.h"

#define MIB (1024 * 1024)

static _Noreturn void burn(void)
{
  for (volatile unsigned long i = 0;; i++)
    ;
}

static int spin(const char *argument)
{
  (void)argument;
  burn();
}

static int sleep_on(const char *argument)
{
  (void)argument;
  while (pause())
    ;
  return 0;
}

static int spin_deaf(const char *argument)
{
  for (int i = 1; i < 65; i++)
    signal(i, SIG_IGN);
  return spin(argument);
}

static int stop_self(const char *argument)
{
  raise(SIGSTOP);
  return sleep_on(argument);
}

static int stop_parent(const char *argument)
{
  if (!kill(getppid(), SIGSTOP))
    return held(0, "stopped its parent");
  return sleep_on(argument);
}

static void touch(size_t bytes)
{
  for (size_t i = 0; i < bytes; i += MIB) {
    char *piece = mmap(NULL, MIB, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (piece == MAP_FAILED)
      exit(3);
    memset(piece, 1, MIB);
  }
}

static int fill_memory(const char *argument)
{
  (void)argument;
  touch((size_t)-1 / 2);
  return 0;
}

static volatile char vast[512 * MIB];

static int fill_static(const char *argument)
{
  (void)argument;
  for (size_t i = 0; i < sizeof vast; i += 4096)
    vast[i] = 1;
  return 0;
}

static int reserve_only(const char *argument)
{
  (void)argument;
  void *region = mmap(NULL, 8UL << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return region == MAP_FAILED;
}

static int fill_in_children(const char *argument)
{
  (void)argument;
  for (int i = 0; i < 8; i++)
    if (!fork()) {
      touch(100 * MIB);
      sleep(1);
      _exit(0);
    }
  while (wait(NULL) > 0)
    ;
  return 0;
}

static int recurse(int depth)
{
  volatile char frame[4096];
  frame[0] = depth;
  return depth < 0 ? 0 : recurse(depth + 1) + frame[0];
}

static int overflow_stack(const char *argument)
{
  (void)argument;
  return recurse(1) == 5;
}

static int fill_memfd(const char *argument)
{
  (void)argument;
  static char chunk[MIB];
  int file = memfd_create("hoard", 0);
  while (write(file, chunk, sizeof chunk) > 0)
    ;
  return 0;
}

static int hoard_pipes(const char *argument)
{
  (void)argument;
  static char chunk[64 * 1024];
  int ends[2];
  while (!pipe(ends)) {
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    if (write(ends[1], chunk, sizeof chunk) < 0)
      break;
  }
  return 0;
}

static int fork_on(const char *argument)
{
  (void)argument;
  for (;;)
    if (fork() == -2)
      return 0;
}

static int fork_sessions(const char *argument)
{
  (void)argument;
  for (pid_t child = 0; child >= -1; child = fork())
    if (!child)
      setsid();
  return 0;
}

/* The parent waits a little and ends well; somebody else did the work. */
static int burn_in_daemon(const char *argument)
{
  (void)argument;
  if (!fork()) {
    if (!fork()) {
      setsid();
      burn();
    }
    _exit(0);
  }
  wait(NULL);
  usleep(200000);
  return 0;
}

static int leave_children(const char *argument)
{
  (void)argument;
  for (int i = 0; i < 100; i++)
    if (!fork())
      for (;;)
        pause();
  return 0;
}

static void *wait_forever(void *nothing)
{
  pause();
  return nothing;
}

/* As many as the limit leaves, not one less because of what runs outside, and not one more. */
static int thread_on(const char *argument)
{
  pthread_t thread;
  int count = 0;
  while (count < 100000 && !pthread_create(&thread, NULL, wait_forever, NULL))
    count++;
  int result = held(count == atoi(argument), "another number of threads than allowed");
  if (!result)
    puts("held");
  fflush(stdout);
  _exit(result);
}

static int flood(const char *argument)
{
  int to = *argument == '2' ? 2 : 1;
  static char chunk[64 * 1024];
  memset(chunk, 'x', sizeof chunk);
  for (;;)
    if (write(to, chunk, sizeof chunk) < 0)
      return 1;
}

static int fill_file(const char *argument)
{
  (void)argument;
  static char chunk[MIB];
  int file = open("big", O_WRONLY | O_CREAT, 0644);
  if (file < 0)
    return 4;
  while (write(file, chunk, sizeof chunk) > 0)
    ;
  return 5;
}

static int raise_signal(const char *argument)
{
  signal(atoi(argument), SIG_DFL);
  raise(atoi(argument));
  return 0;
}

static int trap(const char *argument)
{
  volatile int zero = 0;
  if (*argument == 's')
    *(volatile char *)(long)zero = 1;
  volatile int seven = 7;
  return seven / zero;
}

static int exit_with(const char *argument)
{
  return atoi(argument);
}

static int feign_verdict(const char *argument)
{
  (void)argument;
  fputs("timelimit exceeded\nmemory limit exceeded\n", stderr);
  return 0;
}

const struct act greedy_acts[] = {
  { "spin", spin },
  { "sleep", sleep_on },
  { "spin-deaf", spin_deaf },
  { "stop-self", stop_self },
  { "stop-parent", stop_parent },
  { "fill-memory", fill_memory },
  { "fill-static", fill_static },
  { "reserve-only", reserve_only },
  { "fill-in-children", fill_in_children },
  { "overflow-stack", overflow_stack },
  { "fill-memfd", fill_memfd },
  { "hoard-pipes", hoard_pipes },
  { "fork-on", fork_on },
  { "fork-sessions", fork_sessions },
  { "burn-in-daemon", burn_in_daemon },
  { "leave-children", leave_children },
  { "thread-on", thread_on },
  { "flood", flood },
  { "fill-file", fill_file },
  { "raise", raise_signal },
  { "trap", trap },
  { "exit", exit_with },
  { "feign-verdict", feign_verdict },
  { 0 },
};
