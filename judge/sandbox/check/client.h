/* A judge in C, as small as can be: for the checks, and to measure the box without Node. */
#ifndef CLIENT_H
#define CLIENT_H

#include "../sandbox.h"

struct request {
  char bytes[256 * 1024];
  size_t length;
};

/* Starts sandboxd and waits for its greeting; exits with a word when there is none. */
int open_sandbox(const char *binary, const char *const *options);
void close_sandbox(void);
pid_t sandbox_pid(void);
uint32_t open_slot(uint32_t profile, uint64_t writable, const char *name, const char *path);
void close_slot(uint32_t slot);

struct result {
  uint32_t reason;
  int32_t code;
  uint64_t cpu, wall, peak, out, error;
  char detail[DETAIL_SPACE];
};

struct run {
  const char *const *argv;
  const char *input, *output, *error;
  struct limits limits;
};

void begin_run(uint32_t slot, const struct run *run);
void end_run(struct result *result);

#endif
