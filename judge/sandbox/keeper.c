/*
 * The keeper: one event loop between the judge and the slots. It furnishes a
 * slot when one is asked for, hands its jobs to it and drains what they write.
 * It is the only process that knows host paths.
 */
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "keeper.h"

struct keeper keeper;

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
  if (verb >= VERB_OPEN && verb <= VERB_CLOSE)
    return takers[verb](ticket, body);
  struct writer writer = { .length = 0 };
  write_u32(&writer, 0);
  write_text(&writer, "unknown request");
  send_reply(keeper.judge, ticket, &writer);
}

/* ---- the loop ---- */

static void hear_signal(int number)
{
  (void)number;
  keeper.stopping = 1;
}

/* An idle core goes to sleep after a few hundred microseconds. */
#define REST 1000

/* When an interactor is asked again whether it is ready to hear that its program has ended (ms). */
#define LOOK_AGAIN 1

#define PER_SLOT 4

static int open_end(const struct outlet *outlet)
{
  return outlet->over ? -1 : outlet->pipe;
}

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
      polled[count++] = (struct pollfd){ .fd = job ? open_end(&job->outlets[i]) : -1, .events = POLLIN };
  }
  return count;
}

/* The last writer's end mostly comes just before the notice of the slot, which must not wait for it to be dealt with. */
static void hear_outlet(struct job *job, int which, short events)
{
  if (events & POLLIN)
    drain_job(job, which);
  else
    job->outlets[which].over = true;
}

static void look(const struct pollfd *polled)
{
  const struct pollfd *at = polled + 1;
  for (struct slot *slot = keeper.slots; slot; slot = slot->next, at += PER_SLOT) {
    for (int i = 0; i < 2; i++)
      if (at[2 + i].revents && slot->running && slot->first->outlets[i].pipe == at[2 + i].fd)
        hear_outlet(slot->first, i, at[2 + i].revents);
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

/* The judge has something to say after a rest: most likely a run, in one of the slots that were given out. */
static void wake_slots(void)
{
  for (struct slot *slot = keeper.slots; slot; slot = slot->next)
    if (slot->state == SLOT_TAKEN && !slot->first)
      announce_order(slot);
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

  while (!keeper.stopping) {
    sweep_slots();
    serve_openings();
    start_jobs();
    keep_spares();
    open_ahead();
    nfds_t count = fill(polled);
    int wait = mind_deadlines();
    if (!tell_ends() && (wait < 0 || wait > LOOK_AGAIN))
      wait = LOOK_AGAIN;
    struct timespec time = { wait / 1000, wait % 1000 * 1000000L };
    uint64_t before = now_us();
    if (ppoll(polled, count, wait < 0 ? NULL : &time, &none) < 0) {
      if (errno == EINTR)
        continue;
      /* Who cannot listen cannot hear that the judge is gone either. */
      break;
    }
    if (polled[0].revents && now_us() - before > REST)
      wake_slots();
    look(polled);
    if (polled[0].revents && receive_frames(keeper.judge, take_frame) <= 0)
      break;
  }
  end_all_slots();
  exit(0);
}
