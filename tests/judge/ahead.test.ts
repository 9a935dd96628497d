import { afterAll, beforeAll, expect, test } from 'vitest'
import { Place } from '#judge/place.ts'
import type { RunSpec, Sandbox, Slot } from '#judge/sandbox/box.ts'
import { openWorkshop, plainTask, type TestWorkshop } from './support/workshop.ts'

const spec = (argv: string[]): RunSpec => ({
  argv,
  env: {},
  stdin: null,
  stdout: null,
  stderr: null,
  limits: {
    cpuMs: 5000,
    wallMs: 20_000,
    memoryBytes: 2 ** 26,
    stackBytes: 2 ** 23,
    outputBytes: 2 ** 20,
    processes: 4,
  },
})

let workshop: TestWorkshop
beforeAll(async () => {
  workshop = await openWorkshop(['c11'])
})
afterAll(() => workshop.close())

test('cases that are sent ahead keep their own outputs, short and long ones in turn', async () => {
  // As many lines as it is told: of some of them the output comes with the answer, of others it fills a file.
  const source =
    '#include <stdio.h>\nint main(){int n,k;scanf("%d%d",&n,&k);for(int i=0;i<n;i++)printf("%d\\n",k);return k%5==0;}'
  const cases = Array.from({ length: 24 }, (_, i) => {
    const [lines, k] = [i % 3 ? 3 : 5000, i + 1]
    const right = i % 4 !== 1
    return workshop.testcase(`${lines} ${k}\n`, `${right ? k : 'x'}\n`.repeat(lines), { index: k })
  })
  const { report, runs } = await workshop.judge({ source, cases })
  expect(runs.map(({ index }) => index)).toEqual(cases.map(({ index }) => index))
  for (const { index, verdict, outputHead } of runs) {
    const expected = index % 5 === 0 ? 'RUNTIME_ERROR' : index % 4 === 2 ? 'WRONG_ANSWER' : 'ACCEPTED'
    expect([index, verdict]).toEqual([index, expected])
    expect(outputHead?.startsWith(`${index}\n${index}\n`)).toBe(true)
  }
  expect(report.verdict).toBe('WRONG_ANSWER')
})

test('a box that dies under two runs is replaced once, and both are done again', async () => {
  const place = new Place(workshop.shop.sandbox, new AbortController().signal, {
    profile: 'run',
    files: [],
    writableBytes: 0,
    roots: [],
  })
  const slots = new Set<unknown>()
  let cancelled = false
  const run = () =>
    place.use(
      (slot) => {
        slots.add(slot)
        const outcome = slot.run(spec(['/bin/sleep', cancelled ? '0' : '9']))
        if (slots.size === 1 && !cancelled) queueMicrotask(() => slot.cancel())
        return outcome
      },
      ({ reason }) => {
        cancelled = true
        return reason === 'failed'
      },
    )
  const outcomes = await Promise.all([run(), run()])
  expect(outcomes.map(({ reason, code }) => [reason, code])).toEqual([
    ['exited', 0],
    ['exited', 0],
  ])
  expect(slots.size).toBe(2)
  await place.close()
})

test('a run that was sent ahead of the end is not tried again in a slot that nobody would give back', async () => {
  const opened: Slot[] = []
  const { sandbox } = workshop.shop
  const counting: Sandbox = {
    protections: [],
    acquire: async (asked) => {
      const slot = await sandbox.acquire(asked)
      opened.push(slot)
      return slot
    },
    interact: sandbox.interact.bind(sandbox),
    close: async () => {},
  }
  const place = new Place(counting, new AbortController().signal, {
    profile: 'run',
    files: [],
    writableBytes: 0,
    roots: [],
  })
  let begun = () => {}
  const running = new Promise<void>((resolve) => {
    begun = resolve
  })
  const run = place.use(
    (slot) => {
      begun()
      return slot.run(spec(['/bin/sleep', '9']))
    },
    ({ reason }) => reason === 'failed',
  )
  await running
  const closed = place.close()
  await expect(run).rejects.toThrow('this place is closed')
  await closed
  expect(opened).toHaveLength(1)
})

test('nothing is sent ahead where the first failure is the end', async () => {
  const source = '#include <stdio.h>\nint main(){int a;scanf("%d",&a);if(a==2)return 1;puts("1");return 0;}'
  const cases = [1, 2, 3].map((a) => workshop.testcase(`${a}\n`, '1\n', { index: a }))
  const { report, runs } = await workshop.judge({ ...plainTask, source, cases, caseMode: 'UNTIL_FAILURE' })
  expect(report.verdict).toBe('RUNTIME_ERROR')
  expect(runs.map(({ verdict }) => verdict)).toEqual(['ACCEPTED', 'RUNTIME_ERROR'])
})
