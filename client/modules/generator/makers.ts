/** What a file that somebody drops is for; pure. */

export type Role = 'GENERATOR' | 'VALIDATOR'

/** Key of the language of programs that bring their own scripts. */
export const SCRIPTS = 'scripts'

/** A program that begins as testlib's validators do, or is called one, vets inputs; all others make them. */
export const roleOf = (name: string, source: string): Role => {
  if (/\bregisterValidation\s*\(/.test(source)) return 'VALIDATOR'
  if (/\bregisterGen\s*\(/.test(source)) return 'GENERATOR'
  return /valid|check/i.test(name) ? 'VALIDATOR' : 'GENERATOR'
}

/** The name of a file as a word, because a line of the script begins with it. */
export const wordOf = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N}_.+-]+/gu, '_')
    .replace(/^[.+-]+/, '')
    .slice(0, 64)

/** What a new program begins with. */
export const STARTERS: Record<Role, string> = {
  GENERATOR: `#include "testlib.h"
#include <iostream>

int main(int argc, char *argv[]) {
  registerGen(argc, argv, 1);
  int n = opt<int>(1);
  println(n);
  for (int i = 0; i < n; i++)
    std::cout << rnd.next(1, 1000000000) << " \\n"[i + 1 == n];
}
`,
  VALIDATOR: `#include "testlib.h"

int main(int argc, char *argv[]) {
  registerValidation(argc, argv);
  int n = inf.readInt(1, 200000, "n");
  inf.readEoln();
  for (int i = 0; i < n; i++) {
    if (i > 0) inf.readSpace();
    inf.readInt(1, 1000000000, "a_i");
  }
  inf.readEoln();
  inf.readEof();
}
`,
}
