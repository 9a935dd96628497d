/** Calling convention of another site's checkers, where it differs from ours. */
export type Dialect = {
  /** Whether the answer comes before the contestant's output. */
  answerFirst: boolean
  /**
   * Whether every exit code but 0 means wrong answer; otherwise only 1 does, and others are checker failures.
   */
  anyFailureIsWrong: boolean
}

export const HUSTOJ: Dialect = { answerFirst: true, anyFailureIsWrong: true }
export const QDUOJ: Dialect = { answerFirst: false, anyFailureIsWrong: false }

/**
 * Wraps a C or C++ checker: appended lines swap the arguments before `main` and translate the exit code after
 * it, however it exits. The C library of Linux has hooks for both.
 */
export function adaptChecker(source: string, { answerFirst, anyFailureIsWrong }: Dialect): string {
  const swap = `  if (argc > 3) { char *answer = argv[3]; argv[3] = argv[2]; argv[2] = answer; }\n`
  return `${source.trimEnd()}

/* Added on import: this checker was written for another site. */
#include <stdio.h>
#include <stdlib.h>
#ifdef __cplusplus
#include <unistd.h>
#else
extern int on_exit(void (*)(int, void *), void *);
extern void _exit(int);
#endif
static void imported_checker_ended(int code, void *nothing) {
  (void)nothing;
  fflush(NULL);
  if (code != 0) _exit(${anyFailureIsWrong ? '102' : 'code == 1 ? 102 : 103'});
}
__attribute__((constructor)) static void imported_checker_begins(int argc, char **argv) {
  (void)argc;
  (void)argv;
${answerFirst ? swap : ''}  on_exit(imported_checker_ended, NULL);
}
`
}
