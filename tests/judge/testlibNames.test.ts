import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FAIL, OK, openPrograms, PE, type Programs, WA } from './testlib/programs.ts'

let programs: Programs

beforeAll(async () => {
  programs = await openPrograms()
})
afterAll(() => programs.close())

describe('what checkers and validators in use ask for', () => {
  const checker = (body: string) => `#include "testlib.h"
int main(int argc, char *argv[]) {
  registerTestlibCmd(argc, argv);
${body}
}`
  test.each([
    [
      'reset',
      'int once = ans.readInt(); ans.reset(); quitif(ans.readInt() != once, _wa, "other"); ouf.readInt(); quitf(_ok, "same");',
      OK,
      /^ok same/,
    ],
    [
      'maxTokenLength',
      'ouf.maxTokenLength = 3; ouf.readToken(); quitf(_ok, "short");',
      PE,
      /Length of token exceeds 3/,
    ],
    [
      'ensure of a stream',
      'ouf.ensure(ouf.readInt() > 9999); quitf(_ok, "big");',
      WA,
      /Condition failed: "ouf.readInt\(\) > 9999"/,
    ],
    [
      'ensuref of a stream',
      'ouf.ensuref(ouf.readInt() > 9999, "at least %d", 9999); quitf(_ok, "big");',
      WA,
      /at least 9999/,
    ],
    [
      'a pattern for expectedButFound',
      'expectedButFound<int>(_wa, ans.readInt(), ouf.readInt(), "case %d", 3);',
      WA,
      /case 3: expected '4321', found '1234'/,
    ],
    [
      'test set and group',
      'quitif(checker.testset() != "tests" || checker.group() != "", _wa, "set"); ouf.readInt(); quitf(_ok, "y");',
      OK,
      /^ok y/,
    ],
    [
      'strict doubles',
      'auto all = ouf.readStrictDoubles(1, 0, 9999, 0, 2, "x"); stringToStrictDouble(ouf, "1.50", 1, 2); quitf(_ok, "%d", int(all.size()));',
      OK,
      /^ok 1/,
    ],
    [
      'an end of file, named once',
      'ouf.readInt(); ouf.readInt(); quitf(_ok, "two");',
      PE,
      /^wrong output format Unexpected end of file - token expected/,
    ],
    ['failure by its own name', '__testlib_fail("not today");', FAIL, /^FAIL not today/],
  ] as const)('%s', async (_, body, code, words) => {
    const ended = await programs.check(checker(body), '1234', '4321')
    expect(ended).toMatchObject({ code, stderr: expect.stringMatching(words) })
  })

  test('bounds of a validator', async () => {
    const source = `#include "testlib.h"
int main(int argc, char *argv[]) {
  registerValidation(argc, argv);
  validator.addBoundsHit("n", ValidatorBoundsHit(true, false));
  inf.readInt(1, 5, "n");
  inf.readEoln();
  inf.readEof();
}`
    expect(await programs.run(source, [], '5\n')).toMatchObject({ code: 0 })
  })
})
