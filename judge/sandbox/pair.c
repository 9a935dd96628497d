/*
 * Who of an interactive pair left first. The pipes of a pair cross directly, and each side notices the end of the other
 * at once, so clocks would have to be finer than the scheduler of a busy machine. Instead the keeper decides when the
 * interactor is told that the program has ended: it holds an end of each pipe, so that the interactor meets neither an
 * end of file nor a broken pipe before the keeper lets go. What an interactor does until then it does for reasons of
 * its own.
 *
 * A program that has ended is told of once the interactor has taken all it said and sleeps: what it says until then,
 * it says of the program's words and not of its end. Its answers have no reader any more, so the keeper takes them:
 * else an interactor would sleep on a full pipe, with words of the program before it.
 */
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "keeper.h"

static int hold(int end)
{
  return fcntl(end, F_DUPFD_CLOEXEC, 3);
}

void hold_ends(struct pair *pair, int program_says, int program_hears)
{
  *pair = (struct pair){ .program_says = hold(program_says), .program_hears = hold(program_hears) };
}

void free_ends(struct pair *pair)
{
  if (pair->program_says >= 0)
    close(pair->program_says);
  if (pair->program_hears >= 0)
    close(pair->program_hears);
  pair->program_says = pair->program_hears = -1;
}

/* Does nobody take what the program says any more? Without the end to ask, it has been told. */
static bool is_deaf(const struct pair *pair)
{
  struct pollfd polled = { .fd = pair->program_says };
  return polled.fd >= 0 && poll(&polled, 1, 0) > 0 && polled.revents & POLLERR;
}

static bool was_heard(const struct pair *pair)
{
  int unheard = 0;
  return ioctl(pair->program_says, FIONREAD, &unheard) || !unheard;
}

void note_program_end(struct pair *pair)
{
  pair->unheard = pair->program_says >= 0 && !was_heard(pair);
}

void note_interactor_end(struct pair *pair)
{
  pair->interactor_left |= pair->program_says >= 0;
  free_ends(pair);
}

bool tell_program_end(struct pair *pair, const struct slot *interactor, pid_t relay)
{
  if (pair->program_says < 0)
    return true;
  bool idle = was_heard(pair) && cgroup_is_asleep(&interactor->group, interactor->seat, interactor->pid);
  /* A relay that runs may empty a full pipe between the state of its writer and the look at the pipe. */
  idle = idle && (relay <= 0 || process_rests(relay));
  /* Checked after the state: a process that sleeps on a full pipe has output left. */
  idle &= discard(pair->program_hears) <= 0;
  /* Asked last: an interactor that has left has no process that sleeps. */
  pair->interactor_left = is_deaf(pair);
  if (!pair->interactor_left && !idle)
    return false;
  free_ends(pair);
  return true;
}
