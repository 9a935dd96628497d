import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readPackage } from '#server/modules/package/importing.ts'
import { legacyIcpc, unpackedOf } from '../support/packages.ts'
import { openWorkshop, type TestWorkshop } from './support/workshop.ts'

let workshop: TestWorkshop

beforeAll(async () => {
  workshop = await openWorkshop(['c11', 'scripts'])
})
afterAll(() => workshop.close())
afterEach(async () => {
  expect(await workshop.leftovers()).toEqual([])
})

const says = (text: string) => `#include <stdio.h>\nint main(){fputs("${text}",stdout);}`

/** The checking programs of a package whose validators are these files, as a task has them. */
function checkingOf(files: Record<string, string>, interactive = false) {
  const validation = interactive ? 'custom interactive' : 'custom'
  const [read] = readPackage(
    unpackedOf(
      legacyIcpc({ 'problem.yaml': `name: X\nvalidation: ${validation}\nvalidator_flags: loud\n`, ...files }),
    ),
  )
  if (!read) throw new Error('no problem')
  const { checker, interactor, judgeFiles } = read.problem
  return { checker, interactor, judgeFiles }
}

const judge = async (source: string, more: ReturnType<typeof checkingOf>) => {
  const cases = [workshop.testcase('7\n', '3\n', { index: 1 }), workshop.testcase('7\n', '3\n', { index: 2 })]
  const { report } = await workshop.judge({ source, cases, ...more })
  return [report.verdict, report.message]
}

const COMPARE = `import sys
def judge(argv):
    wanted = open(argv[2]).read().split()
    open(argv[3] + 'judgemessage.txt', 'w').write(' '.join(argv[4:]))
    sys.exit(42 if sys.stdin.read().split() == wanted else 43)
`

describe('a validator with scripts of its own', () => {
  test('is built in the box, and run from where it was built', async () => {
    const folder = 'output_validators/compare'
    const checking = checkingOf({
      [`${folder}/build`]: '#!/bin/sh\ngcc -O2 -o compare main.c other.c\n',
      [`${folder}/run`]: '#!/usr/bin/env bash\nexec "$(dirname "$0")/compare" "$@"\n',
      [`${folder}/main.c`]:
        '#include "other.h"\nint main(int c, char **v) { return same(v[2]) ? 42 : 43; }\n',
      [`${folder}/other.c`]:
        '#include <stdio.h>\n#include "other.h"\nint same(const char *p) { int a, b; FILE *f = fopen(p, "r"); return scanf("%d", &a) == 1 && fscanf(f, "%d", &b) == 1 && a == b; }\n',
      [`${folder}/other.h`]: 'int same(const char *p);\n',
    })
    expect(checking.checker).toMatchObject({ language: 'scripts', convention: 'kattis', flags: ['loud'] })
    expect(await judge(says('3\\n'), checking)).toEqual(['ACCEPTED', null])
    expect((await judge(says('4\\n'), checking))[0]).toBe('WRONG_ANSWER')
  })

  test('that only runs may be a Python of several files, with scripts or without', async () => {
    const files = {
      'output_validators/v/validate.py': 'import sys, rules\nrules.judge(sys.argv)\n',
      'output_validators/v/rules.py': COMPARE,
    }
    const run = '#!/bin/sh\nexec python3 "$(dirname "$0")/validate.py" "$@"\n'
    const variants: Record<string, string>[] = [{}, { 'output_validators/v/run': run }]
    for (const more of variants) {
      const checking = checkingOf({ ...files, ...more })
      expect(await judge(says('3\\n'), checking)).toEqual(['ACCEPTED', null])
      expect((await judge(says('4\\n'), checking))[0]).toBe('WRONG_ANSWER')
    }
  })

  test('talks to the program where it is interactive', async () => {
    const checking = checkingOf(
      {
        'output_validators/talk/build': '#!/bin/sh\ncp talk.sh run\n',
        'output_validators/talk/talk.sh':
          '#!/bin/sh\necho 20\nread answer\n[ "$answer" = 21 ] && exit 42\necho no > "$3/teammessage.txt"\nexit 43\n',
      },
      true,
    )
    const adds = (more: number) =>
      `#include <stdio.h>\nint main(){int a;scanf("%d",&a);printf("%d\\n",a+${more});}`
    expect((await judge(adds(1), checking))[0]).toBe('ACCEPTED')
    expect(await judge(adds(2), checking)).toEqual(['WRONG_ANSWER', 'no'])
  })

  test('sees its own files alone when it is built, and reaches nothing outside', async () => {
    const caught = createServer().listen(0, '127.0.0.1')
    await once(caught, 'listening')
    const { port } = caught.address() as AddressInfo
    const calls: unknown[] = []
    caught.on('connection', (socket) => calls.push(socket.destroy()))
    const checking = checkingOf({
      'output_validators/v/build': `#!/bin/bash
cat /etc/shadow && exit 1
(exec 3<>/dev/tcp/127.0.0.1/${port}) && exit 1
{ find . /w -type f -not -path '*/.program/*' | sort; id -u; } > seen
exit 0
`,
      'output_validators/v/run':
        '#!/bin/sh\ntr "\\n" " " < "$(dirname "$0")/seen" > "$3/teammessage.txt"\nexit 43\n',
    })
    const [verdict, message] = await judge(says('3'), checking)
    expect([verdict, message]).toEqual([
      'WRONG_ANSWER',
      expect.stringMatching(/^\.\/build \.\/run \.\/seen \/w\/build \/w\/run [1-9]\d*$/),
    ])
    expect(calls).toEqual([])
    caught.close()
  })

  test('that cannot be built, or leaves too much, says so', async () => {
    const build = (script: string) => judge(says('3'), checkingOf({ 'output_validators/v/build': script }))
    const said = async (script: string) => (await build(script)).join(': ')
    expect(await said('echo no compiler today >&2\nexit 1\n')).toMatch(/^JUDGE_ERROR: .*no compiler today/s)
    expect(await said('true\n')).toMatch(/^JUDGE_ERROR: .*no program called run/s)
    expect(await said('head -c 40000000 /dev/zero > run\n')).toMatch(/^JUDGE_ERROR: .*more than 32 MiB/s)
    expect(await said('while :; do :; done & echo exit 42 > run\n')).toMatch(/^ACCEPTED/)
  })

  test('finds the testlib of the judge where it asks for it', async () => {
    const checking = checkingOf({
      'output_validators/v/build': '#!/bin/sh\ng++ -O1 -o checker check.cpp\n',
      'output_validators/v/run':
        '#!/bin/sh\ncat > "$3/output"\n"$(dirname "$0")/checker" "$1" "$3/output" "$2" 2> "$3/judgemessage.txt" && exit 42\nexit 43\n',
      'output_validators/v/check.cpp':
        '#include "testlib.h"\nint main(int c, char **v) { registerTestlibCmd(c, v); if (ouf.readInt() != ans.readInt()) quitf(_wa, "no"); quitf(_ok, "yes"); }\n',
    })
    expect(await judge(says('3'), checking)).toEqual(['ACCEPTED', null])
    expect((await judge(says('4'), checking))[0]).toBe('WRONG_ANSWER')
  })
})
