/*
 * The filter. An allow list, because deny lists age: every new call is a hole
 * until somebody hears of it. What is not listed does not exist (ENOSYS), so
 * that runtimes fall back; what a program may well ask for but must not have
 * is refused (EPERM); a call of another ABI ends the process, since its
 * numbers mean other things.
 *
 * It comes in two parts, both inherited at no cost. Nearly all of it is loaded
 * once, by the seat, because the kernel works through it for half a
 * millisecond. It still has what seats need to make slots and slots to settle;
 * a slot takes that away with a few lines of its own before any program is near.
 * What pid 1 goes on to need is allowed: nothing of that helps a process that
 * has no capabilities.
 */
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <fcntl.h>

#include "sandbox.h"

#if defined __x86_64__
#define NATIVE_ARCH AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define NATIVE_ARCH AUDIT_ARCH_AARCH64
#else
#error "the filter knows x86-64 and arm64"
#endif

static const int allowed[] = {
  /* files */
  SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64, SYS_preadv, SYS_pwritev,
  SYS_preadv2, SYS_pwritev2, SYS_openat, SYS_close, SYS_close_range, SYS_fstat, SYS_newfstatat, SYS_statx,
  SYS_lseek, SYS_faccessat, SYS_faccessat2, SYS_readlinkat, SYS_getdents64, SYS_dup, SYS_dup3, SYS_pipe2,
  SYS_ftruncate, SYS_truncate, SYS_fallocate, SYS_fsync, SYS_fdatasync, SYS_sync_file_range, SYS_fadvise64,
  SYS_readahead, SYS_copy_file_range, SYS_sendfile, SYS_umask, SYS_chdir,
  SYS_fchdir, SYS_getcwd, SYS_mkdirat, SYS_unlinkat, SYS_renameat, SYS_renameat2, SYS_linkat, SYS_symlinkat,
  SYS_fchmod, SYS_fchmodat, SYS_fchown, SYS_fchownat, SYS_utimensat, SYS_statfs, SYS_fstatfs,
  /* memory */
  SYS_brk, SYS_munmap, SYS_mremap, SYS_mprotect, SYS_mincore, SYS_msync, SYS_mlock,
  SYS_mlock2, SYS_munlock, SYS_mlockall, SYS_munlockall, SYS_membarrier, SYS_get_mempolicy,
  SYS_pkey_alloc, SYS_pkey_free, SYS_pkey_mprotect,
  /* processes and threads; clone has a rule of its own */
  SYS_execve, SYS_exit, SYS_exit_group, SYS_wait4, SYS_waitid, SYS_kill, SYS_tkill, SYS_tgkill, SYS_getpid,
  SYS_getppid, SYS_gettid, SYS_getpgid, SYS_setpgid, SYS_getsid, SYS_setsid, SYS_getuid, SYS_geteuid, SYS_getgid,
  SYS_getegid, SYS_getresuid, SYS_getresgid, SYS_getgroups, SYS_setgroups, SYS_setresuid, SYS_setresgid,
  SYS_setuid, SYS_setgid, SYS_setreuid, SYS_setregid, SYS_setfsuid, SYS_setfsgid, SYS_capget, SYS_set_tid_address,
  SYS_set_robust_list, SYS_get_robust_list, SYS_rseq, SYS_futex, SYS_sched_yield, SYS_sched_getaffinity,
  SYS_sched_getparam, SYS_sched_getscheduler, SYS_sched_get_priority_max, SYS_sched_get_priority_min,
  SYS_sched_rr_get_interval, SYS_getpriority, SYS_setpriority, SYS_getcpu, SYS_pidfd_open, SYS_pidfd_send_signal,
  /* signals */
  SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigsuspend, SYS_rt_sigpending,
  SYS_rt_sigtimedwait, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo, SYS_sigaltstack, SYS_restart_syscall,
  SYS_signalfd4,
  /* time */
  SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday, SYS_times,
  SYS_getitimer, SYS_setitimer, SYS_timer_create, SYS_timer_settime, SYS_timer_gettime, SYS_timer_getoverrun,
  SYS_timer_delete, SYS_timerfd_create, SYS_timerfd_settime, SYS_timerfd_gettime,
  /* waiting, and sockets between a program's own processes (socket and socketpair have a rule) */
  SYS_ppoll, SYS_pselect6, SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_pwait, SYS_epoll_pwait2, SYS_eventfd2,
  SYS_bind, SYS_connect, SYS_listen, SYS_accept, SYS_accept4, SYS_getsockname, SYS_getpeername, SYS_sendto,
  SYS_recvfrom, SYS_sendmsg, SYS_recvmsg, SYS_sendmmsg, SYS_recvmmsg, SYS_shutdown, SYS_setsockopt,
  SYS_getsockopt,
  /* the rest */
  SYS_getrlimit, SYS_setrlimit, SYS_getrusage, SYS_sysinfo, SYS_uname, SYS_getrandom,
  /* what the slot restricts */
  SYS_clone, SYS_prctl, SYS_unshare, SYS_fsopen, SYS_fsconfig, SYS_fsmount, SYS_move_mount, SYS_capset, SYS_seccomp,
#ifdef __x86_64__
  SYS_open, SYS_creat, SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_getdents, SYS_dup2, SYS_pipe, SYS_mkdir,
  SYS_rmdir, SYS_unlink, SYS_rename, SYS_link, SYS_symlink, SYS_chmod, SYS_chown, SYS_lchown, SYS_utime,
  SYS_utimes, SYS_futimesat, SYS_poll, SYS_select, SYS_epoll_create, SYS_epoll_wait, SYS_epoll_wait_old,
  SYS_eventfd, SYS_signalfd, SYS_fork, SYS_vfork, SYS_getpgrp, SYS_arch_prctl, SYS_time, SYS_alarm, SYS_pause,
#endif
};

/* What a seat and a slot need before there is a program, and then nobody. */
static const int refused_by_slot[] = {
  SYS_unshare, SYS_fsopen, SYS_fsconfig, SYS_fsmount, SYS_move_mount, SYS_capset, SYS_seccomp,
};

/* Things a program may ask for and is told no: an answer it can print, instead of "no such call". */
static const int refused[] = {
  SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_userfaultfd, SYS_perf_event_open, SYS_bpf,
  SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register, SYS_keyctl, SYS_add_key, SYS_request_key,
  SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_setns, SYS_open_tree, SYS_fspick, SYS_mount_setattr,
  SYS_shmget, SYS_shmat, SYS_shmctl, SYS_shmdt, SYS_semget, SYS_semop, SYS_semctl, SYS_semtimedop, SYS_msgget, SYS_msgsnd, SYS_msgrcv, SYS_msgctl,
  SYS_mq_open, SYS_mq_unlink, SYS_inotify_init1, SYS_inotify_add_watch, SYS_fanotify_init,
  SYS_fanotify_mark, SYS_name_to_handle_at, SYS_open_by_handle_at, SYS_mknodat, SYS_personality,
  SYS_sched_setaffinity, SYS_sched_setscheduler, SYS_sched_setparam, SYS_sched_setattr, SYS_ioprio_set, SYS_syslog,
  SYS_reboot, SYS_swapon, SYS_swapoff, SYS_sethostname, SYS_setdomainname, SYS_settimeofday, SYS_clock_settime,
  SYS_adjtimex, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load, SYS_acct, SYS_quotactl,
  SYS_vhangup, SYS_pidfd_getfd, SYS_migrate_pages,
  SYS_move_pages, SYS_lookup_dcookie,
#ifdef __x86_64__
  SYS_mknod, SYS_iopl, SYS_ioperm, SYS_inotify_init, SYS_modify_ldt, SYS_uselib, SYS_ustat, SYS_sysfs,
#endif
};

/* Extended attributes: as on a file system that has none, which is what programs that look for them expect. */
static const int absent[] = {
  SYS_getxattr,   SYS_lgetxattr,  SYS_fgetxattr,   SYS_listxattr,    SYS_llistxattr,  SYS_flistxattr, SYS_setxattr,
  SYS_lsetxattr,  SYS_fsetxattr,  SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr,
};

/* Room for every rule: two lists, the rules with arguments, and the ends. */
#define PROGRAM_SPACE 512
static struct sock_filter program[PROGRAM_SPACE];
static unsigned short length;

#define ARGUMENT(n) (offsetof(struct seccomp_data, args) + 8 * (n))
#define REFUSE(error) (SECCOMP_RET_ERRNO | (error))
#define ALL_NEW (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET)

static void emit(unsigned short code, uint32_t value, unsigned char if_true, unsigned char if_false)
{
  if (length == PROGRAM_SPACE)
    abort();
  program[length++] = (struct sock_filter){ code, if_true, if_false, value };
}

static void load(size_t offset)
{
  emit(BPF_LD | BPF_W | BPF_ABS, offset, 0, 0);
}

static void answer(uint32_t action)
{
  emit(BPF_RET | BPF_K, action, 0, 0);
}

static void if_call(int number, uint32_t action)
{
  emit(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1);
  answer(action);
}

static int compare(const void *a, const void *b)
{
  return *(const int *)a - *(const int *)b;
}

/* One pair of comparisons per run of neighbouring numbers. */
static void allow_ranges(void)
{
  size_t count = sizeof allowed / sizeof *allowed;
  int sorted[sizeof allowed / sizeof *allowed];
  for (size_t i = 0; i < count; i++)
    sorted[i] = allowed[i];
  qsort(sorted, count, sizeof *sorted, compare);

  for (size_t i = 0; i < count;) {
    size_t last = i;
    while (last + 1 < count && sorted[last + 1] <= sorted[last] + 1)
      last++;
    emit(BPF_JMP | BPF_JGE | BPF_K, sorted[i], 0, 2);
    emit(BPF_JMP | BPF_JGT | BPF_K, sorted[last], 1, 0);
    answer(SECCOMP_RET_ALLOW);
    i = last + 1;
  }
}

/* A call with an argument that must be one of a few. */
static void allow_only(int number, int argument, const unsigned *values, unsigned count, int error)
{
  emit(BPF_JMP | BPF_JEQ | BPF_K, number, 0, count + 3);
  load(ARGUMENT(argument));
  for (unsigned i = 0; i < count; i++)
    emit(BPF_JMP | BPF_JEQ | BPF_K, values[i], count - i, 0);
  answer(REFUSE(error));
  answer(SECCOMP_RET_ALLOW);
}

/* Each of these ends in an answer; otherwise the number stays in the accumulator for the next check. */
static void rules_with_arguments(void)
{
  /* Sockets only inside the box. */
  for (int i = 0; i < 2; i++) {
    emit(BPF_JMP | BPF_JEQ | BPF_K, i ? SYS_socketpair : SYS_socket, 0, 4);
    load(ARGUMENT(0));
    emit(BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 1, 0);
    answer(REFUSE(EAFNOSUPPORT));
    answer(SECCOMP_RET_ALLOW);
  }

  /* ioctl: of terminals and descriptors. Files and sockets that other boxes see too have others, and some leave marks. */
  static const unsigned requests[] = { TCGETS, TIOCGWINSZ, TIOCGPGRP, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX };
  allow_only(SYS_ioctl, 1, requests, sizeof requests / sizeof *requests, ENOTTY);

  /* fcntl: no locks, leases, notices, hints or signals on what other boxes see too (flock is absent altogether). */
  static const unsigned commands[] = { F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL,
                                       F_GETOWN, F_GETPIPE_SZ, F_GET_SEALS, F_ADD_SEALS };
  allow_only(SYS_fcntl, 1, commands, sizeof commands / sizeof *commands, ENOLCK);

  /* Limits: one's own. Rootless, pid 1 has the same user. */
  static const unsigned self[] = { 0 };
  allow_only(SYS_prlimit64, 0, self, 1, EPERM);

  /* Huge pages come from a store of the host that no memory limit covers. */
  static const struct {
    int number, argument;
    uint32_t flag;
  } huge[] = { { SYS_mmap, 3, MAP_HUGETLB }, { SYS_memfd_create, 1, MFD_HUGETLB } };
  for (int i = 0; i < 2; i++) {
    emit(BPF_JMP | BPF_JEQ | BPF_K, huge[i].number, 0, 4);
    load(ARGUMENT(huge[i].argument));
    emit(BPF_JMP | BPF_JSET | BPF_K, huge[i].flag, 0, 1);
    answer(REFUSE(ENOMEM));
    answer(SECCOMP_RET_ALLOW);
  }

  /* Memory is merged with equal memory of others, which tells what they hold. */
  emit(BPF_JMP | BPF_JEQ | BPF_K, SYS_madvise, 0, 4);
  load(ARGUMENT(2));
  emit(BPF_JMP | BPF_JEQ | BPF_K, MADV_MERGEABLE, 0, 1);
  answer(REFUSE(EINVAL));
  answer(SECCOMP_RET_ALLOW);
}

static void rules_of_slot(void)
{
  /* clone: threads and processes, never a namespace. clone3 hides its flags in memory: libc falls back. */
  emit(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4);
  load(ARGUMENT(0));
  emit(BPF_JMP | BPF_JSET | BPF_K, ALL_NEW, 0, 1);
  answer(REFUSE(EPERM));
  answer(SECCOMP_RET_ALLOW);

  /* prctl: names, death signals and dumps are a program's own; anything that changes rights is not. */
  static const unsigned harmless[] = { PR_SET_NAME, PR_GET_NAME, PR_SET_PDEATHSIG, PR_GET_PDEATHSIG, PR_GET_DUMPABLE,
                                  PR_SET_DUMPABLE, PR_SET_TIMERSLACK, PR_GET_TIMERSLACK, PR_GET_NO_NEW_PRIVS,
                                  PR_SET_NO_NEW_PRIVS, PR_GET_SECCOMP, PR_CAPBSET_READ, PR_SET_VMA,
                                  PR_GET_THP_DISABLE, PR_SET_CHILD_SUBREAPER, PR_GET_CHILD_SUBREAPER,
                                  PR_GET_TID_ADDRESS };
  allow_only(SYS_prctl, 0, harmless, sizeof harmless / sizeof *harmless, EPERM);
}

static int load_program(void)
{
  struct sock_fprog whole = { length, program };
  /* SPEC_ALLOW: the slot has nothing to hide from its own process, and the mitigation slows it down. */
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &whole);
}

int filter_syscalls(void)
{
  length = 0;
  load(offsetof(struct seccomp_data, arch));
  emit(BPF_JMP | BPF_JEQ | BPF_K, NATIVE_ARCH, 1, 0);
  answer(SECCOMP_RET_KILL_PROCESS);
  load(offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
  /* x32 shares the architecture and marks its numbers with a bit. */
  emit(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
  answer(SECCOMP_RET_KILL_PROCESS);
#endif
  rules_with_arguments();
  allow_ranges();
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
    if_call(refused[i], REFUSE(EPERM));
  for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
    if_call(absent[i], REFUSE(EOPNOTSUPP));
  answer(REFUSE(ENOSYS));
  return load_program();
}

/* Of two filters the stricter answer counts, so what is not named here is as the seat has it. */
int filter_slot(void)
{
  length = 0;
  load(offsetof(struct seccomp_data, nr));
  rules_of_slot();
  for (size_t i = 0; i < sizeof refused_by_slot / sizeof *refused_by_slot; i++)
    if_call(refused_by_slot[i], REFUSE(EPERM));
  answer(SECCOMP_RET_ALLOW);
  return load_program();
}
