/* "set" leaves marks wherever it can; "get", in a later run, must find none. */
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include "hostile.h"

#define KEY 0x6a756467
#define NAME "mark"

static const char *const places[] = { "/tmp/" NAME, "/w/" NAME, NAME, "/dev/shm/" NAME, "/var/tmp/" NAME, "/run/" NAME };

static const struct sockaddr_un address = { .sun_family = AF_UNIX, .sun_path = "\0" NAME };

static int set_marks(const char *argument)
{
  (void)argument;
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    open(places[i], O_WRONLY | O_CREAT, 0666);
  mkdir("/w/" NAME ".d", 0777);
  shmget(KEY, 4096, IPC_CREAT | 0666);
  semget(KEY, 1, IPC_CREAT | 0666);
  msgget(KEY, IPC_CREAT | 0666);
  mq_open("/" NAME, O_CREAT | O_RDWR, 0666, NULL);
  syscall(SYS_add_key, "user", NAME, "x", 1, -4);
  syscall(SYS_add_key, "user", NAME, "x", 1, -3);
  int socket_of_mark = socket(AF_UNIX, SOCK_STREAM, 0);
  bind(socket_of_mark, (const void *)&address, sizeof(sa_family_t) + 1 + strlen(NAME));
  listen(socket_of_mark, 1);
  if (!fork()) {
    setsid();
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    for (;;)
      pause();
  }
  return 0;
}

static int get_marks(const char *argument)
{
  (void)argument;
  int failed = 0;
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    failed += held(access(places[i], F_OK) < 0, places[i]);
  failed += held(access("/w/" NAME ".d", F_OK) < 0, "a directory in /w");
  failed += held(shmget(KEY, 4096, 0) < 0, "shared memory") + held(semget(KEY, 1, 0) < 0, "semaphore");
  failed += held(msgget(KEY, 0) < 0, "message queue") + held(mq_open("/" NAME, O_RDWR) < 0, "POSIX queue");
  failed += held(syscall(SYS_request_key, "user", NAME, NULL, 0) < 0, "key");
  failed += held(syscall(SYS_keyctl, 10, -4, "user", NAME, 0) < 0, "key search");
  int other = socket(AF_UNIX, SOCK_STREAM, 0);
  failed += held(connect(other, (const void *)&address, sizeof(sa_family_t) + 1 + strlen(NAME)) < 0, "abstract socket");
  failed += held(kill(-1, 0) < 0, "a process that is still there");
  if (!failed)
    puts("held");
  return failed;
}

const struct act lingering_acts[] = {
  { "set", set_marks },
  { "get", get_marks },
  { 0 },
};
