/** Calling conventions in which a checker answers with a score. */
export type ScoredDialect = 'syzoj' | 'lemon' | 'cms'

type Form = {
  /** Full score. */
  full: number
  /** File that gets the standard output. */
  output: 'imported_score' | 'imported_output'
  /** Lines that run before `main`. */
  begins: string
}

/**
 * SYZOJ: the files `input`, `user_out` and `answer` are in the working directory, the score goes to standard output and the
 * message to standard error.
 */
const SYZOJ: Form = {
  full: 100,
  output: 'imported_score',
  begins: `  if (argc < 4 || symlink(argv[2], "user_out")) _exit(103);`,
}

/** CMS: the answer comes before the output, the score goes to standard output and the message to standard error. */
const CMS: Form = {
  full: 1,
  output: 'imported_score',
  begins: `  if (argc < 4) _exit(103);
  char *answer = argv[3];
  argv[3] = argv[2];
  argv[2] = answer;`,
}

/** Lemon: three more arguments are the full score and the files of score and message, so the checker starts once more with them. */
const LEMON: Form = {
  full: 100,
  output: 'imported_output',
  begins: `  static char full[] = "100", score[] = "imported_score", message[] = "imported_message";
  if (argc == 4) {
    char *words[] = {argv[0], argv[1], argv[2], argv[3], full, score, message, nullptr};
    execv("/proc/self/exe", words);
    execv(argv[0], words);
    _exit(103);
  }`,
}

const FORMS: Record<ScoredDialect, Form> = { syzoj: SYZOJ, lemon: LEMON, cms: CMS }

/**
 * Wraps a C++ checker that answers with a score: appended lines place its files before `main`, and translate the score
 * into exit codes after it.
 */
export function adaptScoredChecker(source: string, dialect: ScoredDialect): string {
  const { full, output, begins } = FORMS[dialect]
  return `${source.trimEnd()}

/* Added on import: this checker was written for another site. */
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <iostream>
#include <unistd.h>
static int imported_checker_stdout = 1;
static void imported_checker_ended(int code, void *) {
  std::cout.flush();
  std::fflush(nullptr);
  char words[1024];
  std::FILE *message = std::fopen("imported_message", "r");
  std::size_t length = message ? std::fread(words, 1, sizeof words, message) : 0;
  if (length && write(2, words, length) < 0) _exit(103);
  double score = -1;
  std::FILE *file = std::fopen("imported_score", "r");
  if (code != 0 || !file || std::fscanf(file, "%lf", &score) != 1) _exit(103);
  if (score >= ${full}) _exit(0);
  if (!(score > 0)) _exit(102);
  dprintf(imported_checker_stdout, "%g\\n", score / ${full} * 100);
  _exit(99);
}
__attribute__((constructor)) static void imported_checker_begins(int argc, char **argv) {
${begins}
  imported_checker_stdout = dup(1);
  int file = open("${output}", O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0 || dup2(file, 1) < 0) _exit(103);
  on_exit(imported_checker_ended, nullptr);
}
`
}

/** Lets an interactor of UOJ, which begins like a checker, read the contestant's output from its standard input. */
export const adaptInteractor = (source: string): string =>
  /\bregisterTestlibCmd\s*\(/.test(source)
    ? `#include "testlib.h"\n#define registerTestlibCmd registerInteraction\n#line 1\n${source}`
    : source

/** Turns the points of `quitp`, which on UOJ are a share from 0 to 1, into those of a hundred. */
export const adaptShares = (source: string): string =>
  /\bquitp\s*\(/.test(source)
    ? `#include "testlib.h"
#include <cstdarg>
template <typename Share> static void imported_quitp(Share share, const char *format = "", ...) {
  char words[1024];
  va_list rest;
  va_start(rest, format);
  std::vsnprintf(words, sizeof words, format, rest);
  va_end(rest);
  quitp(static_cast<double>(share) * 100, "%s", words);
}
#define quitp imported_quitp
#line 1
${source}`
    : source

/** Characters of a token, which needs no quotes in C++ then. */
const TOKEN = /^[\w.-]+$/

/** Lets a checker read what comes after the token that a grader of UOJ prints first; an output without it is wrong. */
export const adaptTokenChecker = (source: string, token: string): string => `${source.trimEnd()}

/* Added on import: the grader prints a token before its output. */
#include <cstdio>
#include <cstring>
#include <unistd.h>
__attribute__((constructor)) static void imported_token_begins(int argc, char **argv) {
  static char rest[] = "imported_rest";
  char line[sizeof "${token}" + 2] = "";
  std::FILE *from = argc < 3 ? nullptr : std::fopen(argv[2], "r"), *to = std::fopen(rest, "w");
  if (!from || !to) _exit(103);
  if (!std::fgets(line, sizeof line, from)) line[0] = 0;
  line[std::strcspn(line, "\\r\\n")] = 0;
  if (std::strcmp(line, "${token}")) {
    std::fputs("wrong answer The output lacks the token of the grader", stderr);
    _exit(1);
  }
  char bytes[65536];
  for (std::size_t length; (length = std::fread(bytes, 1, sizeof bytes, from)) > 0;) std::fwrite(bytes, 1, length, to);
  std::fclose(from);
  std::fclose(to);
  argv[2] = rest;
}
`

export const isUsableToken = (token: string): boolean => TOKEN.test(token)
