/*
 * What the processes of the sandbox share, grouped by file; keeper.h has what is
 * the keeper's alone. README.md has the theory of operation: which processes
 * there are, who holds which right, what runs between.
 */
#ifndef SANDBOX_H
#define SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

#define PATH_SPACE 4096
#define ORDER_SPACE (128 * 1024)
/* argv and environment together. */
#define MOST_STRINGS 4096
#define MOST_PROCESSES 100000
#define DETAIL_SPACE 200
#define SHORT 4096
#define NO_CORE UINT32_MAX

/* What one run may use. Times in microseconds, everything else in bytes or pieces. */
struct limits {
  uint64_t cpu, wall, memory, stack, output;
  uint32_t processes;
  /* Cores the run can burn at once: how far apart two looks at the CPU clock may be. */
  uint32_t cores;
};

/* Numbers are part of the wire: box.ts has the same list. */
enum reason {
  REASON_EXITED,
  REASON_SIGNALLED,
  REASON_CPU,
  REASON_WALL,
  REASON_MEMORY,
  REASON_OUTPUT,
  REASON_FAILED,
};

struct outcome {
  uint32_t reason;
  int32_t code;
  uint64_t cpu, wall, peak;
  /* Only of a run that was to be counted. */
  uint64_t written;
  char detail[DETAIL_SPACE];
};

/* ---- syscalls.c: the filter that every boxed process inherits ---- */

/* All that is the same for seat, slot and program; loaded by the seat. */
int filter_syscalls(void);
/* Takes away what only seats and slots need; loaded by the slot. */
int filter_slot(void);

/* ---- hierarchy.c: the cgroup trees of this host, and our place in them ---- */

enum { MEMORY, PIDS, CPUACCT, UNIFIED, HIERARCHIES };

struct hierarchy {
  /* NULL for v2, which has them all. */
  const char *controller;
  /* Where our groups go; empty when the host has no such hierarchy, or we need none of it. */
  char base[PATH_SPACE];
  int lock;
};

extern struct hierarchy hierarchies[HIERARCHIES];
/* Which hierarchy limits what: HIERARCHIES when none does. */
extern int memory_in, pids_in, cpu_in;

/* Finds the controllers, makes this sandbox's own groups and removes those of dead ones. */
int cgroup_open(bool allow_weak, char *complaint, size_t size);
void cgroup_close(void);
/* What was wrong with the cgroups of this host, if anything: empty, or a path and a word. */
const char *cgroup_obstacle(void);
bool cgroup_has_memory(void);
bool cgroup_has_pids(void);
bool cgroup_has_cpu(void);
/* Ends everything in a group and below, and removes it. */
void remove_groups(const char *path);

/* ---- cgroup.c: limits and meters of one seat ---- */

struct cgroup {
  unsigned serial;
  int memory_limit, swap_limit, memory_usage, memory_peak, memory_stat, memory_events, memory_hits;
  int pids_limit, cpu_usage;
  bool peak_resets;
  uint64_t memory_now, idle;
  /* The group's share of the machine's cache of files, and what the group held when that was looked up. */
  uint64_t cached, cached_at;
  /* How often the group was full, and the kernel killed in it, when somebody looked last. */
  uint64_t hits, kills;
  uint32_t pids_now;
};

/* What the meters showed before a run; the run is the difference. */
struct meters {
  uint64_t cpu, memory, cached, hits, kills;
  /* Only where it cannot be reset. */
  uint64_t peak;
  /* Only of a run that is counted. */
  uint64_t written;
};

int cgroup_make(struct cgroup *group, unsigned serial);
int cgroup_join(const struct cgroup *group);
void cgroup_remove(struct cgroup *group);
int cgroup_limit(struct cgroup *group, const struct limits *limits);
/* Everything; resets the peak. */
void cgroup_begin(struct cgroup *group, struct meters *meters);
/* Only how often the group was full and the kernel killed in it. */
void cgroup_read_kills(struct cgroup *group, struct meters *meters);
uint64_t cgroup_cpu(const struct cgroup *group);
uint64_t cgroup_peak(const struct cgroup *group);
uint64_t cgroup_memory(const struct cgroup *group);
/* Whether all in it sleep, and somebody is there; these two do not count. */
bool cgroup_is_asleep(const struct cgroup *group, pid_t seat, pid_t init);
/* Whether a process of the host waits, or has ended. */
bool process_rests(pid_t pid);
uint64_t cgroup_cached(struct cgroup *group, uint64_t memory);

/* ---- mounts.c: what a box sees of the file system ---- */

int follow_host_mounts(void);
int leave_host_mounts(void);
/* A read-only mount that begins at a folder of the host and is attached nowhere: the only path to it is the descriptor. */
int detach_folder(const char *path);
int enter_root(void);
int mount_proc(int *full_proc, int *oom_file, int *sockets_file);
int mount_work(int slot_mounts, int home_mounts, uint64_t bytes, int *work);
int seal_work(int slot_mounts, int home_mounts);
int bind_root(int slot_mounts, int home_mounts, const char *path);
int widen_proc(int slot_mounts, int home_mounts, int full_proc);

/* ---- become.c: the last steps of a boxed process ---- */

/* Who a slot's programs are, and how ready the kernel is to end them, and pid 1, when memory runs out. */
struct identity {
  uid_t uid;
  int oom_score, own_oom_score;
  /* pid 1's own score, open to be written; -1 where the kernel does not let us. */
  int oom_file;
  /* The sockets there are in the network namespace of the seat, open to be read. */
  int sockets_file;
  /* Where a program leaves its figures for pid 1: [1] is its end. */
  int figures[2];
};

struct become {
  int line;
  struct cgroup *group;
  const struct identity *identity;
  /* All below is set by the child, in memory shared with its parent. */
  char **argv, **envp;
  int streams[3];
  struct limits limits;
  struct meters before;
  uint64_t started;
  bool outlives_pipe, counted;
  /* An order came; the line on which it would come has ended. */
  volatile bool ordered, line_ended;
  /* The step that failed, if any: then the program never ran. */
  const char *volatile failed_step;
  volatile int failed_errno;
  /* The program is there and may be executed, but the kernel cannot: that is its own fault. */
  volatile bool unfit;
};

/* Makes the process of the next run. Returns once it runs, has failed to start, or has waited in vain for its order. */
pid_t become(struct become *program);

/* ---- report.c: from figures to an outcome ---- */

struct evidence {
  int status;
  /* By itself, and waited for; or because the box ended it. */
  bool exited, ended;
  enum reason stopped_by;
  uint64_t wall, rusage_cpu, rusage_peak;
  /* The group's use whenever somebody looked, where the kernel keeps no peak for us. */
  uint64_t sampled_peak;
  /* The most that was written whenever somebody looked, if it is counted. */
  uint64_t written;
  struct meters before;
};

void report(const struct evidence *evidence, struct cgroup *group, const struct become *program,
            struct outcome *outcome);

/* ---- slot.c: pid 1 of a slot; runs one boxed process after the other ---- */

enum order_verb { ORDER_RUN, ORDER_STOP, ORDER_SOON };

/* Keeper to slot. ORDER_RUN is followed by argc + envc strings and carries three descriptors. */
struct order {
  uint32_t verb, argc, envc, reason;
  /* Writing to who has gone is an error, and not the end. */
  bool outlives_pipe;
  /* What it writes goes through no outlet, and is counted all the same. */
  bool counted;
  struct limits limits;
};

/* NOTICE_WRITTEN: a run that is counted goes on, and has written more than its limit of output. */
enum notice_verb { NOTICE_READY, NOTICE_DONE, NOTICE_WRITTEN };

/* Slot to keeper. NOTICE_READY carries the mount namespace and the full /proc. */
struct notice {
  uint32_t verb, unused;
  struct outcome outcome;
};

_Noreturn void serve_slot(int line, struct cgroup *group, struct identity *identity);

/* ---- written.c: how much the processes of a run have written ---- */

int open_figures(int ends[2]);
/* Leaves the figures of the calling process to pid 1; `written` is what it has written by itself (bytes). */
int leave_figures(const struct identity *identity, uint64_t *written);
/* What a program has left: a descriptor, -1 for none. */
int take_figures(const struct identity *identity);
/* By the program whose figures these are and all others there are now but pid 1, who calls it (bytes). */
uint64_t written_by_run(const struct identity *identity, pid_t program, int figures);

/* ---- settle.c: what pid 1 of a slot does to itself before any program is near ---- */

int settle_slot(struct identity *identity, int *full_proc);
/* Whatever is executed from here on has no capabilities. */
int leave_bounding_set(void);
int set_oom_score(int file, int score);
/* As much as was asked, or what the host allows. */
int limit_to(int what, rlim_t value);

/* ---- seat.c: the process that holds a place in the cgroups, and makes slots there ---- */

enum seat_verb { SEAT_BUILD, SEAT_BUILT, SEAT_END, SEAT_ENDED };

struct seat_word {
  uint32_t verb;
  uint32_t value;
};

_Noreturn void serve_seat(int line, struct cgroup *group, uid_t uid);

/* ---- wire.c: frames between the judge and the keeper, descriptors between processes ---- */

enum verb { VERB_OPEN = 1, VERB_RUN, VERB_INTERACT, VERB_COLLECT, VERB_CANCEL, VERB_CLOSE };
enum { PROFILE_RUN, PROFILE_COMPILE, PROFILE_CHECKER };

/* Reads fields off a frame; `bad` stays set once a field ran over the end. */
struct reader {
  char *at, *end;
  bool bad;
};

struct writer {
  char bytes[2048 + 2 * SHORT];
  size_t length;
};

uint32_t read_u32(struct reader *reader);
uint64_t read_u64(struct reader *reader);
/* A u64 that is a limit: what is absurdly much becomes less, so that sums of it fit. */
uint64_t read_amount(struct reader *reader);
char *read_bytes(struct reader *reader, size_t *length);
/* Without a NUL inside; empty when the frame is bad. */
char *read_text(struct reader *reader);
void write_u32(struct writer *writer, uint32_t value);
void write_u64(struct writer *writer, uint64_t value);
void write_text(struct writer *writer, const char *text);
void write_bytes(struct writer *writer, const char *bytes, size_t length);
void write_outcome(struct writer *writer, const struct outcome *outcome, const uint64_t bytes[2]);
int send_reply(int judge, uint32_t ticket, const struct writer *writer);
/* Takes what has arrived; calls `take` for each whole frame. 0 at end of file, -1 on error. */
int receive_frames(int judge, void (*take)(uint32_t ticket, uint32_t verb, struct reader *body));
int send_with_fds(int socket, const void *bytes, size_t length, const int *fds, unsigned count);
ssize_t receive_with_fds(int socket, void *bytes, size_t length, int *fds, unsigned *count);

uint64_t now_us(void);

#endif
