#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "client.h"

static int line = -1;
static pid_t sandbox;
static char answer[4096];

static _Noreturn void give_up(const char *why)
{
  fprintf(stderr, "%s\n", why);
  exit(1);
}

static void add(struct request *request, const void *bytes, size_t length)
{
  if (request->length + length > sizeof request->bytes)
    give_up("the request is too long");
  memcpy(request->bytes + request->length, bytes, length);
  request->length += length;
}

static void add_u32(struct request *request, uint32_t value)
{
  add(request, &value, sizeof value);
}

static void add_u64(struct request *request, uint64_t value)
{
  add(request, &value, sizeof value);
}

static void add_text(struct request *request, const char *text)
{
  add_u32(request, strlen(text));
  add(request, text, strlen(text) + 1);
}

static void add_optional(struct request *request, const char *text)
{
  add_u32(request, text != NULL);
  if (text)
    add_text(request, text);
}

static void begin(struct request *request, uint32_t verb)
{
  request->length = sizeof(uint32_t);
  add_u32(request, 1);
  add_u32(request, verb);
}

static void send_request(struct request *request)
{
  uint32_t rest = request->length - sizeof rest;
  memcpy(request->bytes, &rest, sizeof rest);
  if (send(line, request->bytes, request->length, MSG_NOSIGNAL) != (ssize_t)request->length)
    give_up("the sandbox does not listen");
}

static struct reader receive(void)
{
  uint32_t head[2];
  if (recv(line, head, sizeof head, MSG_WAITALL) != sizeof head || head[0] - 4 > sizeof answer)
    give_up("the sandbox is gone");
  size_t length = head[0] - 4;
  if (length && recv(line, answer, length, MSG_WAITALL) != (ssize_t)length)
    give_up("the sandbox is gone");
  return (struct reader){ answer, answer + length, false };
}

int open_sandbox(const char *binary, const char *const *options)
{
  int ends[2];
  char *argv[8] = { (char *)binary };
  for (int i = 0; options[i] && i < 6; i++)
    argv[i + 1] = (char *)options[i];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
    give_up("socketpair");
  sandbox = fork();
  if (!sandbox) {
    close(ends[0]);
    if (ends[1] != 3)
      dup2(ends[1], 3);
    execv(binary, argv);
    _exit(127);
  }
  close(ends[1]);
  line = ends[0];
  struct reader reader = receive();
  uint32_t able = read_u32(&reader);
  const char *words = read_text(&reader);
  if (!able)
    give_up(words);
  return 0;
}

pid_t sandbox_pid(void)
{
  return sandbox;
}

void close_sandbox(void)
{
  int status;
  close(line);
  if (waitpid(sandbox, &status, 0) != sandbox || status)
    give_up("the sandbox ended badly");
}

uint32_t open_slot(uint32_t profile, uint64_t writable, const char *name, const char *path)
{
  static struct request request;
  begin(&request, VERB_OPEN);
  add_u32(&request, profile);
  add_u32(&request, 0);
  add_u64(&request, writable);
  add_u32(&request, 0);
  add_u32(&request, 1);
  add_text(&request, name);
  add_u32(&request, 0755);
  add_u32(&request, 0);
  add_text(&request, path);
  send_request(&request);
  struct reader reader = receive();
  uint32_t slot = read_u32(&reader);
  if (!slot)
    give_up(read_text(&reader));
  return slot;
}

void close_slot(uint32_t slot)
{
  static struct request request;
  begin(&request, VERB_CLOSE);
  add_u32(&request, slot);
  send_request(&request);
  receive();
}

void begin_run(uint32_t slot, const struct run *run)
{
  static struct request request;
  uint32_t argc = 0;
  while (run->argv[argc])
    argc++;
  begin(&request, VERB_RUN);
  add_u32(&request, slot);
  add_u32(&request, argc);
  for (uint32_t i = 0; i < argc; i++)
    add_text(&request, run->argv[i]);
  add_u32(&request, 0);
  add_optional(&request, run->input);
  add_optional(&request, run->output);
  add_optional(&request, run->error);
  add_u64(&request, 64 * 1024);
  add_u64(&request, run->limits.cpu);
  add_u64(&request, run->limits.wall);
  add_u64(&request, run->limits.memory);
  add_u64(&request, run->limits.stack);
  add_u64(&request, run->limits.output);
  add_u32(&request, run->limits.processes);
  add_u32(&request, 0);
  add_u32(&request, 0);
  send_request(&request);
}

void end_run(struct result *result)
{
  struct reader reader = receive();
  result->reason = read_u32(&reader);
  result->code = read_u32(&reader);
  result->cpu = read_u64(&reader);
  result->wall = read_u64(&reader);
  result->peak = read_u64(&reader);
  result->out = read_u64(&reader);
  result->error = read_u64(&reader);
  snprintf(result->detail, sizeof result->detail, "%s", read_text(&reader));
}
