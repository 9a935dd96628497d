/* From the frames of the judge to jobs. box.ts writes the fields in the order in which they are read here. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "keeper.h"

static char *copy_text(struct reader *body)
{
  return strdup(read_text(body));
}

static char *copy_optional(struct reader *body)
{
  return read_u32(body) ? copy_text(body) : NULL;
}

/* Where stdout goes: 0 nowhere, 1 a path, 2 a path for what is too long to go with the answer. */
static char *copy_destination(struct reader *body, struct job *job)
{
  uint32_t kind = read_u32(body);
  job->when_short = kind == 2 ? SHORT_TO_ANSWER : SHORT_TO_FILE;
  return kind ? copy_text(body) : NULL;
}

/* argv or env: u32 count and texts, gathered as the slot wants them. */
static uint32_t gather(struct reader *body, struct job *job)
{
  uint32_t count = read_u32(body);
  for (uint32_t i = 0; i < count && !body->bad; i++) {
    const char *text = read_text(body);
    size_t length = strlen(text) + 1;
    if (job->strings_length + length > ORDER_SPACE) {
      body->bad = true;
      break;
    }
    memcpy(job->strings + job->strings_length, text, length);
    job->strings_length += length;
  }
  return count;
}

static void read_limits(struct reader *body, struct limits *limits)
{
  limits->cpu = read_amount(body);
  limits->wall = read_amount(body);
  limits->memory = read_amount(body);
  limits->stack = read_amount(body);
  limits->output = read_amount(body);
  uint32_t processes = read_u32(body);
  /* The program is one itself. */
  limits->processes = !processes ? 1 : processes < MOST_PROCESSES ? processes : MOST_PROCESSES;
  limits->cores = cores_per_run();
}

/* A run as it stands in a frame; box.ts writes the same order. */
static struct job *read_run(uint32_t ticket, struct slot *slot, struct reader *body, char *complaint, size_t size)
{
  struct job *job = new_job(JOB_RUN, ticket, slot);
  job->strings = malloc(ORDER_SPACE);
  if (!job->strings)
    abort();
  job->order.verb = ORDER_RUN;
  job->order.argc = gather(body, job);
  job->order.envc = gather(body, job);
  job->paths[0] = copy_optional(body);
  job->paths[1] = copy_destination(body, job);
  job->paths[2] = copy_optional(body);
  job->error_cap = read_amount(body);
  read_limits(body, &job->order.limits);
  job->keeps = read_u32(body);
  if (body->bad || !job->order.argc || job->order.argc > MOST_STRINGS ||
      job->order.envc > MOST_STRINGS - job->order.argc)
    snprintf(complaint, size, "malformed request");
  else if (!read_files(body, &job->files, complaint, size))
    return job;
  free_job(job);
  return NULL;
}

static void refuse_run(uint32_t ticket, const char *detail, int halves)
{
  bool is_pair = halves == 2;
  struct writer writer = { .length = 0 };
  struct outcome outcome = { .reason = REASON_FAILED };
  snprintf(outcome.detail, sizeof outcome.detail, "%s", detail);
  while (halves--) {
    write_outcome(&writer, &outcome, (uint64_t[2]){ 0, 0 });
    write_bytes(&writer, "", 0);
  }
  for (int flags = is_pair ? 2 : 0; flags; flags--)
    write_u32(&writer, 0);
  send_reply(keeper.judge, ticket, &writer);
}

void take_run(uint32_t ticket, struct reader *body)
{
  char complaint[DETAIL_SPACE] = "the slot is gone";
  struct slot *slot = find_slot(read_u32(body));
  struct job *job = slot ? read_run(ticket, slot, body, complaint, sizeof complaint) : NULL;
  if (!job)
    return refuse_run(ticket, complaint, 1);
  queue_job(job);
}

void take_interact(uint32_t ticket, struct reader *body)
{
  char complaint[DETAIL_SPACE] = "the slot is gone";
  struct job *halves[2] = { NULL, NULL };
  for (int i = 0; i < 2; i++) {
    struct slot *slot = find_slot(read_u32(body));
    halves[i] = slot ? read_run(ticket, slot, body, complaint, sizeof complaint) : NULL;
    if (!halves[i] || (i && slot == halves[0]->slot)) {
      for (int k = 0; k <= i; k++)
        if (halves[k])
          free_job(halves[k]);
      return refuse_run(ticket, complaint, 2);
    }
  }
  halves[0]->record = copy_optional(body);
  halves[0]->order.counted = true;
  /* The interactor decides, also when the program has left; what it says last must not end it. */
  halves[1]->order.outlives_pipe = true;
  halves[0]->partner = halves[1];
  halves[1]->partner = halves[0];
  halves[1]->second = true;
  queue_job(halves[0]);
  queue_job(halves[1]);
}

void take_collect(uint32_t ticket, struct reader *body)
{
  struct slot *slot = find_slot(read_u32(body));
  if (!slot)
    return answer_collect(ticket, 2, "the slot is gone");
  struct job *job = new_job(JOB_COLLECT, ticket, slot);
  job->name = copy_text(body);
  job->to = copy_text(body);
  job->most = read_amount(body);
  job->takes = read_u32(body);
  queue_job(job);
}
