import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findLanguage } from '#judge/languages.ts'
import { allowance, barelyLate, endingOf } from '#judge/limits.ts'
import type { Limits, RunReport } from '#judge/protocol.ts'
import type { RunOutcome } from '#judge/sandbox/box.ts'
import { besideBusyCores } from './support/busyCores.ts'
import { openWorkshop, type TestWorkshop } from './support/workshop.ts'

let workshop: TestWorkshop

beforeAll(async () => {
  workshop = await openWorkshop(['c11', 'cpp17', 'python3', 'java', 'go', 'node'])
})
afterAll(() => workshop.close())
afterEach(async () => {
  expect(await workshop.leftovers()).toEqual([])
})

const SUM = '#include <stdio.h>\nint main(){int a,b;scanf("%d%d",&a,&b);printf("%d\\n",a+b);return 0;}'
const LIMITS: Limits = { timeMs: 1000, memoryMb: 64, stackMb: 64, outputBytes: null, processes: 16 }

const judgeOne = (source: string, more = {}) =>
  workshop.judge({ source, cases: [workshop.testcase('1 2\n', '3\n', { index: 1 })], ...more })

const manyTimes = (count: number, source: string, limits: Limits) => {
  const one = workshop.testcase('1 2\n', '3\n')
  const cases = Array.from({ length: count }, (_, i) => ({ ...one, index: i + 1 }))
  return workshop.judge({ source, cases, limits })
}

describe('the same verdict every time', () => {
  test.each<[string, string, Partial<Limits>]>([
    ['ACCEPTED', SUM, {}],
    ['TIME_LIMIT_EXCEEDED', 'int main(){for(volatile int i=0;;i++);}', { timeMs: 50 }],
    [
      'MEMORY_LIMIT_EXCEEDED',
      '#include <stdlib.h>\n#include <string.h>\nint main(){for(;;)memset(malloc(1<<20),1,1<<20);}',
      { memoryMb: 32 },
    ],
    ['RUNTIME_ERROR', 'int main(){volatile int*p=0;return *p;}', {}],
  ])(
    '%s a hundred times',
    async (verdict, source, limits) => {
      const { runs } = await manyTimes(100, source, { ...LIMITS, ...limits })
      expect(runs.length).toBe(100)
      expect(new Set(runs.map((run) => run.verdict))).toEqual(new Set([verdict]))
    },
    180_000,
  )
})

describe('the same time every time', () => {
  /** Computes for some 60 ms, always the same. */
  const WORK = `#include <stdio.h>
int main() { unsigned x = 1; for (volatile int i = 0; i < 60000000; i++) x = x * 1664525u + 1013904223u; puts(x ? "3" : "4"); }`

  const spread = (runs: RunReport[]) => {
    expect(new Set(runs.map(({ verdict }) => verdict))).toEqual(new Set(['ACCEPTED']))
    const times = runs.map(({ timeMs }) => timeMs).toSorted((a, b) => a - b)
    const at = (share: number) => times[Math.floor(share * times.length)] ?? 0
    return { low: at(0.05), median: at(0.5), high: at(0.95) }
  }

  // Nine runs in ten are within a twentieth of the median on a machine of one's own. The bounds are those that waiting
  // for a core, counted as time of the program, would break: two programs a core take twice as long.
  test('nine runs in ten are close to the median, and stay so while all cores are busy', async () => {
    const calm = spread((await manyTimes(60, WORK, LIMITS)).runs)
    const crowded = spread(await besideBusyCores(async () => (await manyTimes(60, WORK, LIMITS)).runs))
    for (const { low, median, high } of [calm, crowded]) {
      expect(low / median).toBeGreaterThan(0.6)
      expect(high / median).toBeLessThan(1.6)
    }
    expect(crowded.median / calm.median).toBeGreaterThan(0.6)
    expect(crowded.median / calm.median).toBeLessThan(1.6)
  }, 180_000)
})

describe('the same memory every time', () => {
  const SOURCES = {
    cpp17:
      '#include <bits/stdc++.h>\nusing namespace std;int main(){int a,b;cin>>a>>b;map<int,string>m;for(int i=0;i<50000;i++)m[i]=to_string(i);cout<<a+b<<endl;}',
    python3: 'a,b=map(int,input().split())\nd={i:str(i) for i in range(30000)}\nprint(a+b)',
    java: 'import java.util.*;public class Main{public static void main(String[] x){Scanner s=new Scanner(System.in);int c=s.nextInt()+s.nextInt();List<String> l=new ArrayList<>();for(int i=0;i<100000;i++)l.add("v"+i);System.out.println(c);}}',
    // Without much garbage: when a collector that works beside the program gets there is its own affair.
    go: 'package main\nimport "fmt"\nfunc main(){var a,b int;fmt.Scan(&a,&b);m:=make([]int,2000000);for i:=range m{m[i]=i};fmt.Println(a+b+m[0])}',
    node: "const [a,b]=require('fs').readFileSync(0,'utf8').split(' ').map(Number);const m=new Map();for(let i=0;i<50000;i++)m.set(i,'v'+i);console.log(a+b)",
  }
  const figures = async (language: string, source: string, count: number) => {
    const one = workshop.testcase('1 2\n', '3\n')
    const cases = Array.from({ length: count }, (_, i) => ({ ...one, index: i + 1 }))
    const { runs } = await workshop.judge({
      language,
      source,
      cases,
      limits: { ...LIMITS, timeMs: 4000, memoryMb: 128 },
    })
    expect(new Set(runs.map(({ verdict }) => verdict))).toEqual(new Set(['ACCEPTED']))
    return runs.map(({ memoryKb }) => memoryKb)
  }

  test.each(Object.entries(SOURCES))(
    'in %s: within a twentieth, in one slot, in fresh ones and with all slots busy',
    async (language, source) => {
      if (!workshop.shop.toolchains.has(language)) return
      const together = () => Promise.all([1, 2].map(() => figures(language, source, 4)))
      const all = [await figures(language, source, 8), ...(await together()), ...(await together())].flat()
      const sorted = all.toSorted((a, b) => a - b)
      const median = sorted[sorted.length >> 1] ?? 0
      expect(Math.min(...all) / median).toBeGreaterThan(0.95)
      expect(Math.max(...all) / median).toBeLessThan(1.05)
    },
    120_000,
  )
})

describe('the edge of the time limit', () => {
  const language = findLanguage('c11')
  if (!language) throw new Error('C is missing from the table')
  const allowed = allowance({ ...LIMITS, timeMs: 2000 }, language, 0)
  const ended = (reason: RunOutcome['reason'], cpuMs: number): RunOutcome => ({
    reason,
    code: 0,
    cpuUs: cpuMs * 1000,
    wallUs: cpuMs * 1000,
    peakBytes: 1000,
    stdoutBytes: 0,
    stderrBytes: 0,
    detail: null,
  })

  test('is a twentieth, and who is killed there or beyond it was too slow', () => {
    expect(allowed.box.cpuMs).toBe(2100)
    expect(barelyLate(ended('exited', 1999), allowed)).toBe(false)
    expect(barelyLate(ended('exited', 2001), allowed)).toBe(true)
    expect(barelyLate(ended('exited', 2100), allowed)).toBe(true)
    expect(barelyLate(ended('exited', 2101), allowed)).toBe(false)
    expect(barelyLate(ended('cpu', 2050), allowed)).toBe(false)
    expect(barelyLate(ended('signalled', 2050), allowed)).toBe(false)
  })

  test('decides by CPU time', () => {
    expect(endingOf(ended('exited', 2000), allowed, language, '')).toMatchObject({
      verdict: null,
      timeMs: 2000,
    })
    expect(endingOf(ended('exited', 2001), allowed, language, '')).toMatchObject({
      verdict: 'TIME_LIMIT_EXCEEDED',
      timeMs: 2000,
    })
  })

  test('a program that always is a little late is too slow', async () => {
    const source = '#include <time.h>\n#include <stdio.h>\nint main(){while(clock()<408000);puts("3");}'
    const { runs } = await judgeOne(source, { limits: { ...LIMITS, timeMs: 400 } })
    expect(runs[0]).toMatchObject({ verdict: 'TIME_LIMIT_EXCEEDED', timeMs: 400, message: null })
  })

  test.each([
    [185, 'ACCEPTED'],
    [204, 'TIME_LIMIT_EXCEEDED'],
  ])(
    '%d ms of 200 are %s every time',
    async (ms, verdict) => {
      const source = `#include <time.h>\n#include <stdio.h>\nint main(){while(clock()<${ms}000);puts("3");}`
      const { runs } = await manyTimes(10, source, { ...LIMITS, timeMs: 200 })
      expect(runs.map((run) => run.verdict)).toEqual(Array(10).fill(verdict))
    },
    180_000,
  )

  test('comes later for languages that have twice the time', async () => {
    const limits = { ...LIMITS, timeMs: 200 }
    const inC = '#include <time.h>\n#include <stdio.h>\nint main(){while(clock()<300000);puts("3");}'
    const python = (seconds: number) => `import time\nwhile time.process_time() < ${seconds}: pass\nprint(3)`
    const verdict = async (language: string, source: string) =>
      (await judgeOne(source, { language, limits })).report.verdict
    expect(await verdict('c11', inC)).toBe('TIME_LIMIT_EXCEEDED')
    expect(await verdict('python3', python(0.3))).toBe('ACCEPTED')
    expect(await verdict('python3', python(0.45))).toBe('TIME_LIMIT_EXCEEDED')
  })
})
