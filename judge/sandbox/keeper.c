/*
 * The keeper: one event loop between the judge and the slots. It keeps slots
 * ready ahead of demand, furnishes one when it is asked for, hands its jobs to
 * it and takes it down afterwards. It is the only process that knows host paths.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox.h"

/* A private range: no account of the host is in it, and two sandboxes rarely meet. */
#define FIRST_UID 600000000u
#define UIDS_PER_SANDBOX 4096u

#define MOST_SLOTS 512
#define MOST_LEFT (16 * 1024 * 1024)

/* A program, an interactor and a checker may be held by every place at once. */
#define SLOTS_PER_PLACE 4

struct keeper keeper;

static unsigned serials, failures;
static bool greeted;
static volatile sig_atomic_t told_to_stop;

static void keep_only(const int *kept, size_t count)
{
  int from = 3;
  for (;;) {
    int lowest = -1;
    for (size_t i = 0; i < count; i++)
      if (kept[i] >= from && (lowest < 0 || kept[i] < lowest))
        lowest = kept[i];
    if (lowest > from || lowest < 0)
      close_range(from, lowest < 0 ? ~0U : (unsigned)lowest - 1, 0);
    if (lowest < 0)
      return;
    from = lowest + 1;
  }
}

/* A new process: nothing of the keeper's may stay open in it, above all no lock and no other slot. */
static _Noreturn void become_seat(struct slot *slot, int socket)
{
  const struct cgroup *group = &slot->group;
  const int kept[] = { socket,
                       group->memory_limit,
                       group->swap_limit,
                       group->memory_usage,
                       group->memory_peak,
                       group->memory_events,
                       group->memory_hits,
                       group->pids_limit,
                       group->cpu_usage };
  keep_only(kept, sizeof kept / sizeof *kept);
  signal(SIGTERM, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  umask(022);
  serve_seat(socket, &slot->group, slot->uid);
}

/* Asks a seat for a fresh slot. */
static void build_slot(struct slot *slot)
{
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
    abort();
  slot->socket = ends[0];
  slot->state = SLOT_BUILDING;
  struct seat_word word = { .verb = SEAT_BUILD };
  send_with_fds(slot->seat_socket, &word, sizeof word, &ends[1], 1);
  close(ends[1]);
}

static void new_seat(void)
{
  struct slot *slot = calloc(1, sizeof *slot);
  int ends[2];
  if (!slot || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
    abort();
  unsigned serial = ++serials;
  *slot = (struct slot){ .socket = -1, .mounts = -1, .full_proc = -1, .work = -1, .seat_socket = ends[0] };
  if (!keeper.rootless)
    slot->uid = FIRST_UID + (unsigned)getpid() % 65536 * UIDS_PER_SANDBOX + serial % UIDS_PER_SANDBOX;
  if (cgroup_make(&slot->group, serial))
    dprintf(2, "sandboxd: cgroup: %s\n", strerror(errno));
  slot->seat = fork();
  if (!slot->seat)
    become_seat(slot, ends[1]);
  close(ends[1]);
  slot->next = keeper.slots;
  keeper.slots = slot;
  build_slot(slot);
}

static void shut(int *fd)
{
  if (*fd >= 0)
    close(*fd);
  *fd = -1;
}

static void clear_slot(struct slot *slot)
{
  shut(&slot->socket);
  shut(&slot->mounts);
  shut(&slot->full_proc);
  shut(&slot->work);
  free_files(&slot->files);
  slot->handle = 0;
  slot->pid = slot->pinned = 0;
  slot->stale = slot->running = false;
  if (slot->closing)
    send_reply(keeper.judge, slot->closing, &(struct writer){ .length = 0 });
  slot->closing = 0;
}

/* The seat is dead, or shall be: nothing of it stays. */
static void remove_seat(struct slot *slot)
{
  shut(&slot->socket);
  kill(slot->seat, SIGKILL);
  waitpid(slot->seat, NULL, 0);
  if (slot->pid > 0)
    waitpid(slot->pid, NULL, __WALL);
  fail_jobs(slot, "the slot died");
  clear_slot(slot);
  shut(&slot->seat_socket);
  cgroup_remove(&slot->group);
  slot->state = SLOT_GONE;
}

/* The seat stays and will build another slot once this one is dead. */
void end_slot(struct slot *slot)
{
  struct seat_word word = { .verb = SEAT_END };
  if (slot->state == SLOT_ENDING)
    return;
  slot->state = SLOT_ENDING;
  send_with_fds(slot->seat_socket, &word, sizeof word, NULL, 0);
}

struct slot *find_slot(uint32_t handle)
{
  for (struct slot *slot = keeper.slots; slot; slot = slot->next)
    if (slot->state == SLOT_TAKEN && slot->handle == handle)
      return slot;
  return NULL;
}

/* As many slots ready or under way as will be wanted soon. */
static void keep_spares(void)
{
  unsigned total = 0, coming = 0, wanted = keeper.places + 1;
  for (struct slot *slot = keeper.slots; slot; slot = slot->next) {
    total += slot->state != SLOT_GONE;
    coming += slot->state == SLOT_SPARE || slot->state == SLOT_BUILDING || slot->state == SLOT_ENDING;
  }
  wanted += count_openings();
  unsigned most = keeper.places * SLOTS_PER_PLACE + 2;
  while (coming < wanted && total < most && total < MOST_SLOTS) {
    new_seat();
    coming++;
    total++;
  }
}

/* ---- requests ---- */

static void take_cancel(uint32_t ticket, struct reader *body)
{
  struct slot *slot = find_slot(read_u32(body));
  (void)ticket;
  if (slot)
    cancel_jobs(slot);
}

static void take_close(uint32_t ticket, struct reader *body)
{
  struct slot *slot = find_slot(read_u32(body));
  if (!slot) {
    send_reply(keeper.judge, ticket, &(struct writer){ .length = 0 });
    return;
  }
  fail_jobs(slot, "cancelled");
  slot->closing = ticket;
  end_slot(slot);
}

static void take_frame(uint32_t ticket, uint32_t verb, struct reader *body)
{
  static void (*const takers[])(uint32_t, struct reader *) = {
    [VERB_OPEN] = take_open,       [VERB_RUN] = take_run,       [VERB_INTERACT] = take_interact,
    [VERB_COLLECT] = take_collect, [VERB_CANCEL] = take_cancel, [VERB_CLOSE] = take_close,
  };
  if (verb < VERB_OPEN || verb > VERB_CLOSE) {
    dprintf(2, "sandboxd: unknown request %u\n", verb);
    exit(1);
  }
  takers[verb](ticket, body);
}

/* ---- what slots and seats say ---- */

/* Said once the first slot is ready: only then is it true. */
static void greet(void)
{
  char active[256];
  snprintf(active, sizeof active, "pid,mount,net,ipc,uts,%s,seccomp%s%s%s", keeper.rootless ? "rootless" : "uid",
           cgroup_has_memory() ? ",cgroup.memory" : "", cgroup_has_cpu() ? ",cgroup.cpu" : "",
           cgroup_has_pids() ? ",cgroup.pids" : "");
  struct writer writer = { .length = 0 };
  write_u32(&writer, 1);
  write_text(&writer, active);
  send_reply(keeper.judge, 0, &writer);
}

static void hear_slot(struct slot *slot)
{
  struct notice notice;
  int fds[2];
  unsigned count = 2;
  ssize_t length = receive_with_fds(slot->socket, &notice, sizeof notice, fds, &count);
  if (length != sizeof notice) {
    /* Dead or dying: the seat will say so, and the jobs need not wait for it. */
    shut(&slot->socket);
    fail_jobs(slot, "the slot died");
    if (slot->state != SLOT_BUILDING)
      slot->state = SLOT_ENDING;
    return;
  }
  if (notice.verb == NOTICE_DONE)
    return finish_run(slot, &notice.outcome);
  if (notice.verb != NOTICE_READY || count != 2 || slot->state != SLOT_BUILDING)
    return;
  slot->mounts = fds[0];
  slot->full_proc = fds[1];
  slot->state = SLOT_SPARE;
  failures = 0;
  if (!greeted)
    greet();
  greeted = true;
}

/*
 * Page cache that a slot was the first to touch stays charged to its group. It
 * can be reclaimed, but it blurs the figures: then the group goes with the
 * seat, and the cache stays where it is, charged to nobody.
 */
static bool is_fresh(const struct slot *slot)
{
  return cgroup_memory(&slot->group) < MOST_LEFT;
}

/* A slot that ended without having been told to was killed by something, and nobody can use it. */
static void hear_seat(struct slot *slot)
{
  struct seat_word word;
  unsigned count = 0;
  ssize_t length = receive_with_fds(slot->seat_socket, &word, sizeof word, NULL, &count);
  if (length == sizeof word && word.verb == SEAT_BUILT) {
    slot->pid = word.value;
    return;
  }
  bool built = slot->state != SLOT_BUILDING;
  if (length == sizeof word && built && is_fresh(slot)) {
    fail_jobs(slot, "the slot died");
    clear_slot(slot);
    build_slot(slot);
    return;
  }
  remove_seat(slot);
  /* Where not even the first slots can be built there is no point in going on. */
  if (!built && ++failures > keeper.places + 2) {
    struct writer writer = { .length = 0 };
    write_u32(&writer, 0);
    write_text(&writer, "slots cannot be built here");
    if (!greeted)
      send_reply(keeper.judge, 0, &writer);
    told_to_stop = 1;
  }
}

static void sweep(void)
{
  for (struct slot **link = &keeper.slots; *link;) {
    struct slot *slot = *link;
    if (slot->state != SLOT_GONE) {
      link = &slot->next;
      continue;
    }
    *link = slot->next;
    free(slot);
  }
}

/* ---- the loop ---- */

static void hear_signal(int number)
{
  (void)number;
  told_to_stop = 1;
}

static void close_all(void)
{
  for (struct slot *slot = keeper.slots; slot; slot = slot->next) {
    /* A slot born this moment may have missed its seat's death: the end of its line tells it as well. */
    shut(&slot->socket);
    kill(slot->seat, SIGKILL);
  }
  /* Seats first, then the slots they leave to us (main.c makes the keeper their reaper). */
  while (waitpid(-1, NULL, __WALL) > 0 || errno == EINTR)
    ;
  for (struct slot *slot = keeper.slots; slot; slot = slot->next)
    cgroup_remove(&slot->group);
  cgroup_close();
}

#define PER_SLOT 4

/* What is waited for, in the same order in which it is looked at. */
static nfds_t fill(struct pollfd *polled)
{
  nfds_t count = 0;
  polled[count++] = (struct pollfd){ .fd = keeper.judge, .events = POLLIN };
  for (struct slot *slot = keeper.slots; slot; slot = slot->next) {
    struct job *job = slot->running ? slot->first : NULL;
    polled[count++] = (struct pollfd){ .fd = slot->socket, .events = POLLIN };
    polled[count++] = (struct pollfd){ .fd = slot->seat_socket, .events = POLLIN };
    for (int i = 0; i < 2; i++)
      polled[count++] = (struct pollfd){ .fd = job ? job->outlets[i].pipe : -1, .events = POLLIN };
  }
  return count;
}

static void look(const struct pollfd *polled)
{
  const struct pollfd *at = polled + 1;
  for (struct slot *slot = keeper.slots; slot; slot = slot->next, at += PER_SLOT) {
    for (int i = 0; i < 2; i++)
      if (at[2 + i].revents && slot->running && slot->first->outlets[i].pipe == at[2 + i].fd)
        drain_job(slot->first, i);
    if (at[0].revents && slot->socket == at[0].fd)
      hear_slot(slot);
    if (at[1].revents && slot->seat_socket == at[1].fd)
      hear_seat(slot);
  }
}

static int mind_deadlines(void)
{
  uint64_t now = 0, soonest = 0;
  for (struct slot *slot = keeper.slots; slot; slot = slot->next) {
    if (!slot->running)
      continue;
    now = now ? now : now_us();
    if (slot->first->deadline <= now) {
      fail_jobs(slot, "the slot does not answer");
      end_slot(slot);
    } else if (!soonest || slot->first->deadline < soonest) {
      soonest = slot->first->deadline;
    }
  }
  uint64_t wait = soonest ? (soonest - now) / 1000 + 1 : 0;
  return !soonest || wait > INT_MAX ? -1 : (int)wait;
}

_Noreturn void keep(void)
{
  static struct pollfd polled[1 + PER_SLOT * MOST_SLOTS];
  struct sigaction action = { .sa_handler = hear_signal };
  sigset_t term, none;
  sigemptyset(&none);
  sigemptyset(&term);
  sigaddset(&term, SIGTERM);
  sigprocmask(SIG_BLOCK, &term, NULL);
  sigaction(SIGTERM, &action, NULL);

  while (!told_to_stop) {
    sweep();
    serve_openings();
    start_jobs();
    keep_spares();
    nfds_t count = fill(polled);
    int wait = mind_deadlines();
    struct timespec time = { wait / 1000, wait % 1000 * 1000000L };
    if (ppoll(polled, count, wait < 0 ? NULL : &time, &none) < 0)
      continue;
    look(polled);
    if (polled[0].revents && receive_frames(keeper.judge, take_frame) <= 0)
      break;
  }
  close_all();
  exit(0);
}
