/*
 * Frames that are wrong in every way, against the real sandbox under the
 * sanitizers: it must not crash, hang or leave anything, and a right request
 * after a wrong one must be answered rightly. FUZZ_SEED repeats a run,
 * FUZZ_ROUNDS and FUZZ_LIVES make it longer. Speaks TAP.
 *
 * Spoilt frames hold spoilt paths, and the keeper is root: so all of this
 * happens where only one folder can be written to.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>


#include "apart.h"
#include "frames.h"

/* A machine that is busy elsewhere may keep everything waiting this long (ms). */
#define PATIENCE 60000
/* Tickets of right requests are above, those of wrong ones below. */
#define RIGHT 0x40000000u

static const char *folder, *binary, *program;
static int line = -1, complaints = -1;
static pid_t sandbox;
static uint32_t right_ticket, to_close[512], to_close_count;

static _Noreturn void give_up(const char *what)
{
  printf("not ok - %s\n", what);
  fflush(stdout);
  char text[4096];
  ssize_t length;
  lseek(complaints, 0, SEEK_SET);
  while ((length = read(complaints, text, sizeof text)) > 0)
    if (write(2, text, length) < 0)
      break;
  kill(sandbox, SIGKILL);
  exit(1);
}

static void demand(bool holds, const char *what)
{
  if (!holds)
    give_up(what);
}

/* ---- the conversation ---- */

static void start_sandbox(void)
{
  int ends[2];
  demand(!socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), "socketpair");
  sandbox = fork();
  if (!sandbox) {
    dup2(complaints, 2);
    fcntl(ends[1], F_SETFD, 0);
    if (ends[1] != 3)
      dup2(ends[1], 3);
    execl(binary, binary, "--places=2", NULL);
    _exit(127);
  }
  close(ends[1]);
  line = ends[0];
}

static bool readable(int timeout)
{
  struct pollfd polled = { .fd = line, .events = POLLIN };
  return poll(&polled, 1, timeout) == 1;
}

static void receive_all(void *bytes, size_t length)
{
  for (size_t done = 0; done < length;) {
    demand(readable(PATIENCE), "no answer: it hangs");
    ssize_t got = recv(line, (char *)bytes + done, length - done, 0);
    demand(got > 0, "the sandbox is gone");
    done += got;
  }
}

struct answer {
  uint32_t ticket, length;
  char bytes[32 * 1024];
};

static void receive_answer(struct answer *answer)
{
  uint32_t head[2];
  receive_all(head, sizeof head);
  demand(head[0] >= 4 && head[0] - 4 <= sizeof answer->bytes, "an answer of absurd length");
  answer->ticket = head[1];
  answer->length = head[0] - 4;
  receive_all(answer->bytes, answer->length);
}

/* A slot that a wrong frame opened all the same is given back. */
static void note_slot(const struct answer *answer)
{
  uint32_t handle;
  memcpy(&handle, answer->bytes, sizeof handle);
  if (answer->ticket % 2 && answer->length >= 9 && handle && to_close_count < 512)
    to_close[to_close_count++] = handle;
}

static void send_pieces(const struct frame *frame)
{
  size_t at = 0;
  while (at < frame->length) {
    size_t piece = chance(3) ? frame->length : 1 + chance(frame->length);
    piece = piece < frame->length - at ? piece : frame->length - at;
    /* Both sides fill up when only one talks. */
    while (readable(0)) {
      static struct answer answer;
      receive_answer(&answer);
      note_slot(&answer);
    }
    ssize_t sent = send(line, frame->bytes + at, piece, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno == EAGAIN)
      continue;
    demand(sent > 0, "the sandbox does not listen");
    at += sent;
  }
}

static void await(uint32_t ticket, struct answer *answer)
{
  do {
    receive_answer(answer);
    if (answer->ticket < RIGHT)
      note_slot(answer);
  } while (answer->ticket != ticket);
}

static struct frame frame;
static struct answer answer;

static uint32_t open_slot(void)
{
  uint32_t handle;
  frame_open(&frame, RIGHT + ++right_ticket, program);
  send_pieces(&frame);
  await(RIGHT + right_ticket, &answer);
  memcpy(&handle, answer.bytes, sizeof handle);
  demand(handle != 0, "a right request for a slot was refused");
  return handle;
}

static void close_slot(uint32_t handle)
{
  frame_slot(&frame, RIGHT + ++right_ticket, VERB_CLOSE, handle);
  send_pieces(&frame);
  await(RIGHT + right_ticket, &answer);
}

static void run_rightly(uint32_t slot)
{
  char code[8];
  uint32_t expected = chance(100), reason, exited;
  snprintf(code, sizeof code, "%u", expected);
  frame_run(&frame, RIGHT + ++right_ticket, slot, code, NULL);
  send_pieces(&frame);
  await(RIGHT + right_ticket, &answer);
  memcpy(&reason, answer.bytes, sizeof reason);
  memcpy(&exited, answer.bytes + sizeof reason, sizeof exited);
  if (reason != REASON_EXITED || exited != expected)
    printf("# reason %u code %u, expected exit %u: %s\n", reason, exited, expected, answer.bytes + 52);
  demand(reason == REASON_EXITED && exited == expected, "a right request was answered wrongly");
}

static void receive_greeting(void)
{
  receive_answer(&answer);
  demand(answer.ticket == 0 && answer.bytes[0] == 1, "no greeting");
}

/* ---- the end ---- */

static bool is_quiet(void)
{
  struct stat about;
  return !fstat(complaints, &about) && about.st_size == 0;
}

static bool left_groups(pid_t pid)
{
  static const char *const places[] = { "/sys/fs/cgroup", "/sys/fs/cgroup/memory", "/sys/fs/cgroup/pids",
                                        "/sys/fs/cgroup/cpuacct", "/sys/fs/cgroup/unified" };
  bool left = false;
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    char path[128];
    snprintf(path, sizeof path, "%s/judge/%d", places[i], pid);
    left |= !access(path, F_OK);
  }
  return left;
}

/* Whatever was said: it ends in good order, and takes everything with it. */
static void end_sandbox(void)
{
  int status, waited = 0;
  pid_t gone;
  close(line);
  while (!(gone = waitpid(sandbox, &status, WNOHANG)) && waited++ < PATIENCE)
    poll(NULL, 0, 1);
  demand(gone == sandbox, "it does not end when the judge has gone");
  demand(WIFEXITED(status) && WEXITSTATUS(status) == 0, "it crashed");
  /* Reaps the orphaned processes: this process is their subreaper. */
  demand(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD, "a process is left");
  demand(!left_groups(sandbox), "a group is left");
  demand(is_quiet(), "it complained");
}

/* ---- the two games ---- */

static void close_noted(uint32_t good, uint32_t victim)
{
  while (to_close_count) {
    uint32_t handle = to_close[--to_close_count];
    if (handle != good && handle != victim)
      close_slot(handle);
  }
}

/* Whole frames with spoilt fields, one after the other, on one connection. */
static void spoil_fields(int rounds)
{
  start_sandbox();
  receive_greeting();
  uint32_t good = open_slot(), victim = open_slot(), ticket = 1;
  for (int i = 0; i < rounds; i++) {
    uint32_t slots[2] = { victim, chance(8) ? victim : chance(100) + 1000 };
    for (uint32_t burst = 1 + chance(6); burst; burst--) {
      ticket += 2;
      frame_any(&frame, ticket, slots, folder, program);
      if (chance(8))
        spoil(&frame);
      uint32_t verb = verb_of(&frame), handle = slot_of(&frame);
      /* The right one is left alone; a lost victim is replaced; odd tickets are those that may be given a slot. */
      if (verb != VERB_OPEN && (handle == good || verb == VERB_INTERACT) && handle != victim)
        continue;
      uint32_t labelled = verb == VERB_OPEN ? ticket : ticket + 1;
      memcpy(frame.bytes + 4, &labelled, sizeof labelled);
      send_pieces(&frame);
      if (verb == VERB_CLOSE && handle == victim) {
        victim = open_slot();
        slots[0] = victim;
      }
    }
    run_rightly(good);
    close_noted(good, victim);
    if (i % 50 == 49) {
      uint32_t fresh = open_slot();
      run_rightly(fresh);
      close_slot(fresh);
    }
    demand(is_quiet() || i % 50, "it complained");
  }
  end_sandbox();
}

/* Descriptors beside the bytes, which nobody asked for. */
static void send_with_rights(const struct frame *whole)
{
  enum { MOST = 250 };
  union {
    char space[CMSG_SPACE(MOST * sizeof(int))];
    struct cmsghdr align;
  } control = { 0 };
  unsigned count = 1 + chance(MOST);
  int fds[MOST];
  for (unsigned i = 0; i < count; i++)
    fds[i] = chance(2) ? line : complaints;
  struct iovec part = { (void *)whole->bytes, whole->length };
  struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.space,
                            .msg_controllen = CMSG_SPACE(count * sizeof(int)) };
  struct cmsghdr *head = CMSG_FIRSTHDR(&message);
  *head = (struct cmsghdr){ .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(count * sizeof(int)) };
  memcpy(CMSG_DATA(head), fds, count * sizeof(int));
  demand(sendmsg(line, &message, MSG_NOSIGNAL) == (ssize_t)whole->length, "sendmsg");
}

/* A life that ends in the middle of something. */
static void break_off(uint32_t kind)
{
  char out[64];
  start_sandbox();
  if (kind == 0 || kind == 1) { /* not one right word; with and without a greeting first */
    if (kind)
      receive_greeting();
    frame.length = 1 + chance(4000);
    for (size_t i = 0; i < frame.length; i++)
      frame.bytes[i] = chance(256);
    if (send(line, frame.bytes, frame.length, MSG_NOSIGNAL) < 0)
      demand(errno == EPIPE || errno == ECONNRESET, "send");
    return end_sandbox();
  }
  receive_greeting();
  uint32_t slot = open_slot();
  run_rightly(slot);
  snprintf(out, sizeof out, "%s/out", folder);
  uint32_t ticket = RIGHT + ++right_ticket;
  switch (kind) {
  case 2: /* a frame that never ends */
    frame_run(&frame, ticket, slot, "1", out);
    frame.length = 1 + chance(frame.length - 1);
    send(line, frame.bytes, frame.length, MSG_NOSIGNAL);
    break;
  case 3: /* an absurd length */
    frame_run(&frame, ticket, slot, "1", out);
    memset(frame.bytes, chance(2) ? 0xff : 0, sizeof(uint32_t));
    send(line, frame.bytes, frame.length, MSG_NOSIGNAL);
    break;
  case 4: /* gone while many things are under way, answers unread */
    for (int i = 0; i < 20; i++) {
      frame_run(&frame, RIGHT + ++right_ticket, slot, "1", chance(2) ? out : NULL);
      send(line, frame.bytes, frame.length, MSG_NOSIGNAL);
      frame_open(&frame, RIGHT + ++right_ticket, program);
      send(line, frame.bytes, frame.length, MSG_NOSIGNAL);
    }
    break;
  case 5: /* nothing more to say, but listening */
    frame_run(&frame, ticket, slot, "1", NULL);
    send(line, frame.bytes, frame.length, MSG_NOSIGNAL);
    shutdown(line, SHUT_WR);
    break;
  default: /* descriptors nobody asked for, then a right request */
    for (int i = 0; i < 20; i++) {
      frame_slot(&frame, 2, VERB_CANCEL, 12345);
      send_with_rights(&frame);
      run_rightly(slot);
    }
  }
  end_sandbox();
}

static int number_of(const char *name, int otherwise)
{
  const char *given = getenv(name);
  return given ? atoi(given) : otherwise;
}

int main(int argc, char **argv)
{
  if (argc != 3) {
    fprintf(stderr, "usage: fuzz SANDBOXD HOSTILE\n");
    return 2;
  }
  setvbuf(stdout, NULL, _IOLBF, 0);
  binary = realpath(argv[1], NULL);
  program = realpath(argv[2], NULL);
  uint32_t seed = number_of("FUZZ_SEED", 20261120);
  int rounds = number_of("FUZZ_ROUNDS", 1000), lives = number_of("FUZZ_LIVES", 21);
  printf("# FUZZ_SEED=%u FUZZ_ROUNDS=%d FUZZ_LIVES=%d\n", seed, rounds, lives);
  folder = go_apart();
  if (!folder) {
    printf("1..0 # SKIP the boxes need root\n");
    return 0;
  }
  seed_chance(seed);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  complaints = memfd_create("complaints", MFD_CLOEXEC);
  spoil_fields(rounds);
  printf("ok 1 - %d bursts of spoilt frames, and a right run after each\n", rounds);
  for (int i = 0; i < lives; i++)
    break_off(i % 7);
  printf("ok 2 - %d lives that ended in the middle of something\n1..2\n", lives);
  return 0;
}
