/*
 * What was asked of a slot, in the order it was asked. Runs wait for a place
 * (there are as many as runs may burn CPU at once), first come first served;
 * an interactive pair waits until both its slots are free and takes one place,
 * because its halves wait for each other most of the time.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "keeper.h"

/* A slot that has not answered this long after the wall limit is not coming back. */
#define PATIENCE (10 * 1000000ULL)

static uint64_t jobs_taken;

struct job *new_job(enum job_kind kind, uint32_t ticket, struct slot *slot)
{
  struct job *job = calloc(1, sizeof *job);
  if (!job)
    abort();
  *job = (struct job){ .kind = kind, .ticket = ticket, .number = ++jobs_taken, .slot = slot, .place = -1 };
  for (int i = 0; i < 2; i++)
    job->outlets[i].pipe = job->outlets[i].file = -1;
  job->pair.program_says = job->pair.program_hears = -1;
  return job;
}

void free_job(struct job *job)
{
  for (int i = 0; i < 2; i++)
    close_outlet(&job->outlets[i]);
  for (int i = 0; i < 3; i++)
    free(job->paths[i]);
  free(job->strings);
  free(job->name);
  free(job->to);
  free(job->record);
  free_ends(&job->pair);
  free_files(&job->files);
  free(job);
}

void queue_job(struct job *job)
{
  struct slot *slot = job->slot;
  if (slot->last)
    slot->last->next = job;
  else
    slot->first = job;
  slot->last = job;
}

/* Takes a job out of its slot's queue, wherever it stands. */
static void detach(struct job *job)
{
  struct slot *slot = job->slot;
  struct job **link = &slot->first, *before = NULL;
  while (*link != job) {
    before = *link;
    link = &before->next;
  }
  *link = job->next;
  if (slot->last == job)
    slot->last = before;
  if (job->started)
    slot->running = false;
}

static void answer(const struct job *job)
{
  struct writer writer = { .length = 0 };
  const struct job *halves[2] = { job->second ? job->partner : job, job->second ? job : job->partner };
  for (int i = 0; i < 2; i++)
    if (halves[i]) {
      const struct outlet *outlets = halves[i]->outlets;
      uint64_t bytes[2] = { outlets[0].bytes, outlets[1].bytes };
      write_outcome(&writer, &halves[i]->outcome, bytes);
      write_bytes(&writer, outlets[0].kept, halves[i]->outcome.reason == REASON_FAILED ? 0 : short_output(&outlets[0]));
    }
  if (halves[1]) {
    write_u32(&writer, halves[0]->pair.interactor_left);
    write_u32(&writer, halves[0]->pair.unheard);
  }
  send_reply(keeper.judge, job->ticket, &writer);
}

void answer_collect(uint32_t ticket, int found, const char *complaint)
{
  struct writer writer = { .length = 0 };
  write_u32(&writer, found);
  write_text(&writer, complaint);
  send_reply(keeper.judge, ticket, &writer);
}

/* The job is over; the answer leaves once the partner, if any, is over too. */
static void conclude(struct job *job)
{
  detach(job);
  job->done = true;
  if (job->second)
    note_interactor_end(&job->partner->pair);
  else if (job->partner)
    note_program_end(&job->pair);
  if (job->partner && !job->partner->done)
    return;
  const struct job *leading = job->second ? job->partner : job;
  if (leading->relay > 0)
    end_relay(leading->relay);
  answer(job);
  int place = job->place >= 0 ? job->place : job->partner ? job->partner->place : -1;
  if (place >= 0)
    cores_give(place);
  if (job->partner)
    free_job(job->partner);
  free_job(job);
}

static void fail(struct job *job, const char *detail)
{
  if (job->kind == JOB_COLLECT) {
    detach(job);
    answer_collect(job->ticket, 2, detail);
    free_job(job);
    return;
  }
  job->outcome = (struct outcome){ .reason = REASON_FAILED };
  snprintf(job->outcome.detail, sizeof job->outcome.detail, "%s", detail);
  conclude(job);
}

static void stop(struct job *job, enum reason reason)
{
  if (job->stopped)
    return;
  job->stopped = true;
  struct order order = { .verb = ORDER_STOP, .reason = reason };
  send_with_fds(job->slot->socket, &order, sizeof order, NULL, 0);
}

/* ---- starting ---- */

void announce_order(const struct slot *slot)
{
  send_with_fds(slot->socket, &(struct order){ .verb = ORDER_SOON }, sizeof(struct order), NULL, 0);
}

static void collect(struct job *job)
{
  int found = collect_file(job->slot->work, job->name, job->to, job->most, job->takes);
  char complaint[DETAIL_SPACE] = "";
  if (found < 0)
    snprintf(complaint, sizeof complaint, "%s", strerror(errno));
  detach(job);
  answer_collect(job->ticket, found < 0 ? 2 : found, complaint);
  free_job(job);
}

/*
 * The three streams of a run. Where `given` already has a descriptor (the pipes
 * between the halves of a pair) it is left alone.
 */
static const char *open_streams(struct job *job, int given[3])
{
  if (given[0] < 0)
    given[0] = job->paths[0] ? open_input(job->paths[0]) : open_nothing(false);
  if (given[0] < 0)
    return "stdin";
  /* The pipe of a pair has no outlet; what goes through it is counted against the same cap. */
  job->outlets[0].cap = job->order.limits.output;
  if (given[1] < 0 && open_outlet(&job->outlets[0], job->paths[1], job->when_short, job->order.limits.output, &given[1]))
    return "stdout";
  if (!job->paths[2])
    given[2] = open_nothing(true);
  else if (open_outlet(&job->outlets[1], job->paths[2], SHORT_TO_FILE, job->error_cap, &given[2]))
    return "stderr";
  return given[2] < 0 ? "stderr" : NULL;
}

/* Makes /w what the run wants it to be. */
static bool prepare(struct job *job)
{
  struct slot *slot = job->slot;
  if (job->keeps)
    return !place_files(slot->work, &job->files);
  return (!job->files.count && !slot->stale) || !refresh_work(slot, &job->files);
}

static void start(struct job *job, int place, bool prepared, int streams[3])
{
  static char message[sizeof(struct order) + ORDER_SPACE];
  struct slot *slot = job->slot;
  char complaint[DETAIL_SPACE];
  job->place = place;
  const char *failed = prepared ? open_streams(job, streams) : "files";
  if (!failed) {
    memcpy(message, &job->order, sizeof job->order);
    memcpy(message + sizeof job->order, job->strings, job->strings_length);
    cores_pin(place >= 0 ? place : job->partner->place, slot);
    if (send_with_fds(slot->socket, message, sizeof job->order + job->strings_length, streams, 3))
      failed = "the slot";
  }
  snprintf(complaint, sizeof complaint, "%s: %s", failed, strerror(errno));
  for (int i = 0; i < 3; i++)
    if (streams[i] >= 0)
      close(streams[i]);
  if (failed)
    return fail(job, complaint);
  job->started = slot->running = true;
  job->deadline = now_us() + job->order.limits.wall + PATIENCE;
}

static void start_pair(struct job *first, int place)
{
  int there[2], back[2];
  struct job *second = first->partner;
  if (open_pipe(there) || open_pipe(back))
    abort();
  hold_ends(&first->pair, there[1], back[0]);
  if (first->record)
    first->relay = start_relay(first->record, &there[0], &back[0]);
  /* Both are made ready before either starts, so that neither waits for the other's files. */
  bool ready = prepare(first), other_ready = prepare(second);
  start(first, place, ready, (int[3]){ back[0], there[1], -1 });
  start(second, -1, other_ready, (int[3]){ there[0], back[1], -1 });
}

static bool at_head(const struct job *job)
{
  return job->slot->first == job && !job->slot->running && job->slot->state == SLOT_TAKEN;
}

static bool may_start(const struct job *job)
{
  return job && at_head(job) && !job->started && (!job->partner || (!job->second && at_head(job->partner)));
}

/* The oldest run that could start now. */
static struct job *next_run(void)
{
  struct job *oldest = NULL;
  for (struct slot *slot = keeper.slots; slot; slot = slot->next)
    if (may_start(slot->first) && (!oldest || slot->first->number < oldest->number))
      oldest = slot->first;
  return oldest;
}

void start_jobs(void)
{
  for (struct slot *slot = keeper.slots; slot; slot = slot->next)
    while (slot->first && slot->first->kind == JOB_COLLECT)
      collect(slot->first);
  for (struct job *job; (job = next_run());) {
    if (job->kind == JOB_COLLECT) {
      collect(job);
      continue;
    }
    int place = cores_take();
    if (place < 0)
      return;
    if (job->partner)
      start_pair(job, place);
    else
      start(job, place, prepare(job), (int[3]){ -1, -1, -1 });
  }
}

/* ---- ending ---- */

void drain_job(struct job *job, int which)
{
  struct outlet *outlet = &job->outlets[which];
  if (!drain_outlet(outlet))
    outlet->over = true;
  if (!which && outlet->bytes > outlet->cap)
    stop(job, REASON_OUTPUT);
}

/* All that the program of a pair writes it says to the interactor, but for what went to stderr. */
static uint64_t said(const struct job *job, uint64_t written)
{
  uint64_t complained = job->outlets[1].bytes;
  return written > complained ? written - complained : 0;
}

void mind_written(struct slot *slot, uint64_t written)
{
  struct job *job = slot->first;
  if (!job || !job->started || !job->order.counted)
    return;
  struct outlet *error = &job->outlets[1];
  for (uint64_t before = UINT64_MAX; error->pipe >= 0 && !error->over && error->bytes != before;) {
    before = error->bytes;
    drain_job(job, 1);
  }
  if (said(job, written) > job->outlets[0].cap)
    stop(job, REASON_OUTPUT);
}

void finish_run(struct slot *slot, const struct outcome *outcome)
{
  struct job *job = slot->first;
  if (!job || !job->started)
    return;
  job->outcome = *outcome;
  /* All writers are dead, so this ends. */
  for (int i = 0; i < 2; i++)
    while (job->outlets[i].pipe >= 0 && !job->outlets[i].over)
      drain_job(job, i);
  const struct outlet *out = &job->outlets[0], *error = &job->outlets[1];
  if (job->order.counted)
    job->outlets[0].bytes = said(job, outcome->written);
  bool untold = out->bytes == UINT64_MAX || error->bytes == UINT64_MAX;
  bool over = out->bytes > out->cap && outcome->reason != REASON_FAILED && outcome->reason != REASON_MEMORY;
  if (untold) {
    job->outcome.reason = REASON_FAILED;
    snprintf(job->outcome.detail, sizeof job->outcome.detail, "the output could not be kept");
  } else if (over) {
    job->outcome.reason = REASON_OUTPUT;
  }
  conclude(job);
}

bool tell_ends(void)
{
  bool all = true;
  for (struct slot *slot = keeper.slots; slot; slot = slot->next) {
    const struct job *job = slot->first;
    if (job && job->second && job->started && job->partner->done)
      all &= tell_program_end(&job->partner->pair, slot, job->partner->relay);
  }
  return all;
}

/* Kills the running job and drops waiting ones; the other half of a pair ends too. */
void cancel_jobs(struct slot *slot)
{
  for (struct job *job = slot->first, *next; job; job = next) {
    next = job->next;
    if (job->partner && job->partner->started && !job->partner->done)
      stop(job->partner, REASON_FAILED);
    else if (job->partner && !job->partner->started && !job->partner->done)
      fail(job->partner, "cancelled");
    if (job->started)
      stop(job, REASON_FAILED);
    else
      fail(job, "cancelled");
  }
}

/* The slot is no more. */
void fail_jobs(struct slot *slot, const char *detail)
{
  while (slot->first) {
    struct job *job = slot->first;
    if (job->partner && job->partner->started && !job->partner->done)
      stop(job->partner, REASON_FAILED);
    else if (job->partner && !job->partner->done)
      fail(job->partner, detail);
    fail(job, detail);
  }
}
