/** Programs that do not listen, never stop talking or leave: each gets a verdict of its own, no matter who the interactor is. */

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { CheckingProgram } from '#judge/protocol.ts'
import { openWorkshop, type TestWorkshop } from './support/workshop.ts'

let workshop: TestWorkshop

beforeAll(async () => {
  workshop = await openWorkshop(['c11', 'cpp17', 'python3'])
})
afterAll(() => workshop.close())
afterEach(async () => {
  expect(await workshop.leftovers()).toEqual([])
})

const LIMITS = { timeMs: 100, memoryMb: 64, stackMb: 64, outputBytes: null as number | null, processes: 16 }

/** Thinks of the number in the input and answers `<`, `>` or `=`, for as long as it is asked. */
const PLAIN = `#include <cstdio>
int main(int, char **words) {
  int number, guess;
  fscanf(fopen(words[1], "r"), "%d", &number);
  while (scanf("%d", &guess) == 1) {
    puts(guess == number ? "=" : number < guess ? "<" : ">");
    fflush(stdout);
    if (guess == number) { fprintf(stderr, "ok found"); return 0; }
  }
  fprintf(stderr, "wrong answer no guess");
  return 1;
}`
const TESTLIB = `#include "testlib.h"
int main(int count, char **words) {
  registerInteraction(count, words);
  int number = inf.readInt();
  for (;;) {
    int guess = ouf.readInt(1, 500);
    std::cout << (guess == number ? "=" : number < guess ? "<" : ">") << std::endl;
    if (guess == number) quitf(_ok, "found");
  }
}`
/** A language in which each answer takes much longer than its question. */
const SLOW = `import sys
number = int(open(sys.argv[1]).read())
for line in sys.stdin:
    if not line.strip().isdigit():
        break
    guess = int(line)
    print('=' if guess == number else '<' if number < guess else '>', flush=True)
    if guess == number:
        sys.exit(0)
print('wrong answer no guess', file=sys.stderr)
sys.exit(1)`
/** Has no opinion before it has heard everything. */
const PATIENT = `#include <cstdio>
int main() {
  long heard = 0;
  static char bytes[65536];
  for (size_t got; (got = fread(bytes, 1, sizeof bytes, stdin));) heard += got;
  fprintf(stderr, "ok %ld bytes", heard);
}`

const INTERACTORS = {
  plain: { language: 'cpp17', source: PLAIN },
  testlib: { language: 'cpp17', source: TESTLIB },
  slow: { language: 'python3', source: SLOW },
  patient: { language: 'cpp17', source: PATIENT },
} as const satisfies Record<string, CheckingProgram>
type Interactor = keyof typeof INTERACTORS

const main = (body: string) => `#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static char block[65536];
static void flood(void) { while (write(1, block, sizeof block) > 0); }
static void listen(void) { char bytes[65536]; while (read(0, bytes, sizeof bytes) > 0); }
int main() { memset(block, 'x', sizeof block); ${body} }`
/** The whole block is questions. */
const QUESTIONS = 'for (size_t i = 0; i < sizeof block; i += 2) memcpy(block + i, "5\\n", 2);'

const meet = async (body: string, interactor: Interactor, more: Partial<typeof LIMITS> = {}) => {
  const { report, runs } = await workshop.judge({
    source: main(body),
    interactor: INTERACTORS[interactor],
    limits: { ...LIMITS, ...more },
    cases: [workshop.testcase('777\n', null)],
  })
  expect(runs).toHaveLength(1)
  return { ...report, message: runs[0]?.message, judgeMessage: runs[0]?.judgeMessage }
}
const verdictOf = async (...words: Parameters<typeof meet>) => (await meet(...words)).verdict

const each: Interactor[] = ['plain', 'testlib', 'slow']
const IN_TURN = 'char s[9]; for (;;) { puts("5"); fflush(stdout); if (!fgets(s, 9, stdin)) return 0; }'
const LISTENING_BESIDE = 'pthread_t other; pthread_create(&other, 0, (void *(*)(void *))listen, 0);'
const CHILDREN =
  'if (!fork()) listen(); for (;;) { if (!fork()) { write(1, block, sizeof block); _exit(0); } wait(0); }'

describe.each(each)('before an interactor that is %s', (interactor) => {
  test.each<[what: string, body: string, verdict: string]>([
    ['asks for ever and never listens', 'for (;;) puts("5");', 'TIME_LIMIT_EXCEEDED'],
    ['closes its output and listens for ever', 'close(1); for (;;) listen();', 'TIME_LIMIT_EXCEEDED'],
    ['listens for ever and says nothing', 'for (;;) listen();', 'TIME_LIMIT_EXCEEDED'],
    ['never flushes', 'char s[9]; printf("5\\n"); fgets(s, 9, stdin); return 0;', 'TIME_LIMIT_EXCEEDED'],
    ['talks rubbish and listens', 'puts("501 x"); fflush(stdout); listen(); return 0;', 'WRONG_ANSWER'],
    ['leaves at once', 'return 0;', 'WRONG_ANSWER'],
    ['leaves a child that holds both pipes', 'if (fork()) return 0; for (;;) pause();', 'WRONG_ANSWER'],
    ['crashes in the middle of a flood', `${QUESTIONS} write(1, block, 9999); abort();`, 'RUNTIME_ERROR'],
  ])('one that %s', async (_, body, verdict) => {
    const from = performance.now()
    expect(await verdictOf(body, interactor)).toBe(verdict)
    // Its wall limit once for the verdict, once for the record, and the start of everybody.
    expect(performance.now() - from).toBeLessThan(6000)
  })
})

describe('an interactor that runs out of time because it is asked for ever', () => {
  // The interactor has 2.1 s of processor time, and the program 3.6 s of real time.
  const limits = { timeMs: 1000 }
  test.each<[what: string, body: string, interactor: Interactor]>([
    ['in one thread, which another listens beside', `${QUESTIONS} ${LISTENING_BESIDE} flood();`, 'plain'],
    ['in one thread, before a slow interactor', `${QUESTIONS} ${LISTENING_BESIDE} flood();`, 'slow'],
    ['by children that live for a moment', `${QUESTIONS} ${CHILDREN}`, 'slow'],
    ['one question after the other', IN_TURN, 'slow'],
  ])('%s', { timeout: 40_000 }, async (_, body, interactor) => {
    expect(['OUTPUT_LIMIT_EXCEEDED', 'TIME_LIMIT_EXCEEDED']).toContain(
      await verdictOf(body, interactor, limits),
    )
  })
})

describe('output to an interactor is counted', () => {
  const GIGABYTE = 'for (int i = 0; i < 16384; i++) write(1, block, sizeof block); return 0;'

  test.each(['testlib', 'patient'] as const)(
    'a gigabyte without a blank is too much (%s)',
    async (interactor) => {
      const from = performance.now()
      const { verdict, message, timeMs } = await meet(GIGABYTE, interactor, { timeMs: 1000 })
      expect({ verdict, message }).toEqual({ verdict: 'OUTPUT_LIMIT_EXCEEDED', message: null })
      expect(timeMs).toBeLessThanOrEqual(1000)
      expect(performance.now() - from).toBeLessThan(8000)
    },
  )

  test('also of children that nobody could count, when the interactor has no memory left', async () => {
    const body = 'for (;;) { if (!fork()) { write(1, block, sizeof block); _exit(0); } wait(0); }'
    expect(['OUTPUT_LIMIT_EXCEEDED', 'TIME_LIMIT_EXCEEDED']).toContain(
      await verdictOf(body, 'testlib', { timeMs: 1000 }),
    )
  }, 20_000)

  test('by the limit of the problem', async () => {
    const said = (bytes: number) =>
      verdictOf(`write(1, block, ${bytes}); return 0;`, 'patient', { outputBytes: 1000 })
    expect([await said(1000), await said(1001)]).toEqual(['ACCEPTED', 'OUTPUT_LIMIT_EXCEEDED'])
  })
})
