/* What the files of the keeper share, grouped by file. */
#ifndef KEEPER_H
#define KEEPER_H

#include <signal.h>

#include "sandbox.h"

/* ---- outlet.c: drains what a boxed process writes into a host file, up to a cap ---- */

/* What the outlet does with an output of at most SHORT bytes: a file for it costs more than the run. */
enum short_output { SHORT_TO_FILE, SHORT_TO_ANSWER };

struct outlet {
  int pipe, file;
  /* Nobody can write any more and all was read; it is closed when there is time. */
  bool over;
  uint64_t bytes, cap;
  /* The host file; NULL when nobody wants to know. Opened with the first bytes that must go there. */
  const char *path;
  enum short_output when_short;
  char kept[SHORT];
};

int open_pipe(int ends[2]);
/* Makes pipe and null streams of the next run ready while nobody waits for them. */
void open_ahead(void);
int open_nothing(bool to_write);
int open_outlet(struct outlet *outlet, const char *path, enum short_output when_short, uint64_t cap, int *write_end);
/* The bytes that go with the answer, none if they are in the file. */
size_t short_output(const struct outlet *outlet);
/* True while there may be more to come. */
bool drain_outlet(struct outlet *outlet);
/* Takes what is in a pipe and forgets it, without waiting: how many bytes, -1 when there was nothing. */
ssize_t discard(int pipe);
void close_outlet(struct outlet *outlet);

/* ---- work.c: the files of /w, seen from outside ---- */

/* A file that lies in /w: kept open, because /w is made afresh. */
struct placed {
  char *name;
  mode_t mode;
  int content;
};

struct files {
  struct placed *list;
  unsigned count;
};

struct slot;

int read_files(struct reader *body, struct files *files, char *complaint, size_t size);
void free_files(struct files *files);
uint64_t size_of_files(const struct files *files);
int place_files(int work, const struct files *files);
/* 1 copied, 0 there is no such regular file, -1 the host failed. */
int collect_file(int work, const char *name, const char *to, uint64_t most, bool take);
int open_regular(const char *path, int flags);
/* Below a folder, without links and other file systems on the way. */
int open_inside(int folder, const char *name, int flags, mode_t mode);
/* All of `from` into `to`, at most `most` bytes. */
int copy_bytes(int to, int from, uint64_t most);

/* ---- inputs.c: host files that programs read, without a path of the host ---- */

int open_input(const char *path);

/* ---- keeper.c: one event loop between the judge and the slots ---- */

struct job;

enum slot_state { SLOT_BUILDING, SLOT_SPARE, SLOT_TAKEN, SLOT_ENDING, SLOT_GONE };

struct slot {
  struct slot *next;
  struct cgroup group;
  enum slot_state state;
  /* The seat: lives through many slots. */
  pid_t seat, pid;
  /* Where pid 1 was pinned last; 0 nowhere yet, else the place plus one. */
  int pinned;
  int seat_socket;
  uid_t uid;
  /* The slot itself: fresh for every holder. */
  uint32_t handle;
  int socket, mounts, full_proc, work;
  /* What the holder asked for. */
  uint32_t profile;
  uint64_t writable;
  struct files files;
  /* /w must be made afresh before the next run. */
  bool stale;
  /* Jobs in the order they came; the first one may be running. */
  struct job *first, *last;
  bool running;
  /* Ticket of the VERB_CLOSE that waits for the slot to end. */
  uint32_t closing;
};

#define MOST_SLOTS 512

struct keeper {
  int judge, home_mounts;
  unsigned places;
  bool rootless, allow_weak;
  /* The host folder whose files are read where they are; NULL for none. */
  const char *inputs;
  volatile sig_atomic_t stopping;
  struct slot *slots;
};

extern struct keeper keeper;

_Noreturn void keep(void);

/* ---- slots.c: the life of slots and seats ---- */

/* As many slots ready or under way as will be wanted soon. */
void keep_spares(void);
struct slot *find_slot(uint32_t handle);
/* The seat stays and will build another slot once this one is dead. */
void end_slot(struct slot *slot);
void hear_slot(struct slot *slot);
void hear_seat(struct slot *slot);
void sweep_slots(void);
void end_all_slots(void);

/* ---- furnish.c: giving slots out ---- */

void take_open(uint32_t ticket, struct reader *body);
void serve_openings(void);
/* How many wait for a slot. */
unsigned count_openings(void);
/* A fresh /w with the slot's files and those of one run. */
int refresh_work(struct slot *slot, const struct files *extra);

/* ---- cores.c: which core a run gets, when there are enough of them ---- */

void cores_open(unsigned places);
/* The place a run takes; -1 when all are taken. */
int cores_take(void);
void cores_give(int place);
void cores_pin(int place, struct slot *slot);
uint32_t cores_per_run(void);

/* ---- pair.c: who of an interactive pair left first ---- */

struct pair {
  /* An end of each pipe, as the program has it; -1 once the interactor may see that the program has ended. */
  int program_says, program_hears;
  /* The interactor heard no more before it could know of the program's end. */
  bool interactor_left;
  /* The program ended with words under way that the interactor had not taken. */
  bool unheard;
};

void hold_ends(struct pair *pair, int program_says, int program_hears);
void free_ends(struct pair *pair);
void note_program_end(struct pair *pair);
void note_interactor_end(struct pair *pair);
/* False as long as the interactor has something to do; then it is asked again. */
bool tell_program_end(struct pair *pair, const struct slot *interactor, pid_t relay);

/* ---- jobs.c: what was asked of a slot, in order ---- */

enum job_kind { JOB_RUN, JOB_COLLECT };

struct job {
  struct job *next;
  enum job_kind kind;
  uint32_t ticket;
  uint64_t number;
  struct slot *slot;
  /* The other half of an interactive run; the first half answers for both. */
  struct job *partner;
  bool second, started, done, stopped;
  int place;
  struct outcome outcome;
  struct outlet outlets[2];
  uint64_t deadline;
  /* Everything below is what was asked. */
  struct order order;
  char *strings;
  size_t strings_length;
  char *paths[3];
  enum short_output when_short;
  uint64_t error_cap;
  char *name, *to;
  uint64_t most;
  struct files files;
  /* A run that keeps the /w of the run before it; a file that leaves /w when it was collected. */
  bool keeps, takes;
  /* Where the conversation of a pair is noted, if it is, and who does it; both are the first half's. */
  char *record;
  pid_t relay;
  struct pair pair;
};

struct job *new_job(enum job_kind kind, uint32_t ticket, struct slot *slot);
void free_job(struct job *job);
void queue_job(struct job *job);
void answer_collect(uint32_t ticket, int found, const char *complaint);
/*
 * Has a slot make its next process, and wakes its core: after a rest that takes 90 us, and so it happens while the
 * order is still being put together.
 */
void announce_order(const struct slot *slot);
void start_jobs(void);
void finish_run(struct slot *slot, const struct outcome *outcome);
/* The program of a pair has written so much, more than it may say: it is ended unless that went to stderr. */
void mind_written(struct slot *slot, uint64_t written);
/* Tells interactors of the ends of their programs; false while one is not ready to hear of it. */
bool tell_ends(void);
void cancel_jobs(struct slot *slot);
void fail_jobs(struct slot *slot, const char *detail);
void drain_job(struct job *job, int which);

/* ---- relay.c: between the halves of a pair that is recorded ---- */

/* Puts itself between the two: what is left at each place is the end from which the other one hears. -1: none came. */
pid_t start_relay(const char *path, int *program_says, int *interactor_says);
void end_relay(pid_t pid);

/* ---- requests.c: from frames to jobs ---- */

void take_run(uint32_t ticket, struct reader *body);
void take_interact(uint32_t ticket, struct reader *body);
void take_collect(uint32_t ticket, struct reader *body);

#endif
