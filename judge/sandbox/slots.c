/*
 * The life of slots and of the seats that make them: kept ready ahead of
 * demand, taken down when their holder is done, replaced when something killed
 * them, and all gone at the end.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "keeper.h"

/* A private range: no account of the host is in it, and two sandboxes rarely meet. */
#define FIRST_UID 600000000u
#define UIDS_PER_SANDBOX 4096u

#define MOST_LEFT (16 * 1024 * 1024)

/* A program, an interactor and a checker may be held by every place at once. */
#define SLOTS_PER_PLACE 4

static unsigned serials, failures;
static bool greeted;

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
                       group->memory_stat,
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

void keep_spares(void)
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

void hear_slot(struct slot *slot)
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
  if (notice.verb == NOTICE_WRITTEN)
    return mind_written(slot, notice.outcome.written);
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
void hear_seat(struct slot *slot)
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
    char complaint[DETAIL_SPACE];
    const char *obstacle = cgroup_obstacle();
    snprintf(complaint, sizeof complaint, "slots cannot be built here%s%s", *obstacle ? ": " : "", obstacle);
    write_u32(&writer, 0);
    write_text(&writer, complaint);
    if (!greeted)
      send_reply(keeper.judge, 0, &writer);
    keeper.stopping = 1;
  }
}

void sweep_slots(void)
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

void end_all_slots(void)
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
