import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { CaseSpec, JudgeTask, RunReport } from '#judge/protocol.ts'
import { openWorkshop, type TestWorkshop } from './support/workshop.ts'

let workshop: TestWorkshop

beforeAll(async () => {
  workshop = await openWorkshop(['c11', 'cpp17'])
})
afterAll(() => workshop.close())
afterEach(async () => {
  expect(await workshop.leftovers()).toEqual([])
})

const SLEEPER = `#include <stdio.h>
#include <unistd.h>
int main(void){int a;scanf("%d",&a);if(a==2)for(;;)pause();if(a==5)usleep(520000);printf("%d\\n",a);return 0;}`

const LIMITS = { timeMs: 1000, memoryMb: 64, stackMb: 64, outputBytes: null, processes: 16 }
const main = (body: string) => `#include <stdio.h>\n#include <stdlib.h>\nint main(void){${body}}`

/** Answers its input, but for numbers from 90 on; dies of 99. */
const SOLUTION = main('int a;scanf("%d",&a);if(a==99)abort();printf("%d\\n",a<90?a:-1);')
/** Gives as many percent as the output says, all of them from 80 on. */
const PERCENT = `#include <cstdio>
int main(int n,char**v){FILE*out=fopen(v[2],"r");int o=0;fscanf(out,"%d",&o);if(o<0)return 102;if(o>=80)return 0;printf("%d",o);return 99;}`
const percent = { kind: 'program', language: 'cpp17', source: PERCENT } as const

type Row = [input: number, subtask: number, score: number]
const cases = (...rows: Row[]): CaseSpec[] =>
  rows.map(([input, subtask, score], place) =>
    workshop.testcase(`${input}\n`, `${input}\n`, { index: place + 1, subtask, score }),
  )
const oi = (caseMode: JudgeTask['caseMode'], rows: Row[], more: Partial<JudgeTask> = {}) =>
  workshop.judge({
    source: SOLUTION,
    limits: LIMITS,
    caseMode,
    scoring: 'OI',
    difficulty: 3,
    cases: cases(...rows),
    fullScore: 100,
    checker: percent,
    ...more,
  })
const outcomes = ({ runs }: Awaited<ReturnType<typeof oi>>) =>
  runs.toSorted((a, b) => a.index - b.index).map(({ verdict, score }) => [verdict, score])

describe('scores of real programs', () => {
  test('ALL adds up, with parts of cases, and ranks by the share', async () => {
    const judged = await oi('ALL', [
      [80, 0, 40],
      [55, 0, 33],
      [99, 0, 27],
    ])
    expect(outcomes(judged)).toEqual([
      ['ACCEPTED', 40],
      ['PARTIALLY_ACCEPTED', 18],
      ['RUNTIME_ERROR', 0],
    ])
    // 0.1 · 58 + 2 · 3 · 0.58
    expect(judged.report).toMatchObject({ verdict: 'PARTIALLY_ACCEPTED', score: 58, oiRankScore: 9 })
  })

  test('a flawless one ranks by the full score, one with nothing right by nothing', async () => {
    const right = await oi('ALL', [
      [80, 0, 60],
      [81, 0, 40],
    ])
    expect(right.report).toMatchObject({ verdict: 'ACCEPTED', score: 100, oiRankScore: 16 })
    const wrong = await oi('ALL', [
      [99, 0, 60],
      [95, 0, 40],
    ])
    expect(wrong.report).toMatchObject({ verdict: 'RUNTIME_ERROR', score: 0, oiRankScore: 0 })
  })

  test('the sum never exceeds the full score', async () => {
    const { report } = await oi('ALL', [
      [80, 0, 80],
      [81, 0, 80],
    ])
    expect(report).toMatchObject({ verdict: 'ACCEPTED', score: 100 })
  })

  test('SUBTASK_LOWEST goes on after a part of a case, and skips after none', async () => {
    const judged = await oi('SUBTASK_LOWEST', [
      [50, 1, 40],
      [80, 1, 40],
      [0, 2, 60],
      [80, 2, 60],
    ])
    expect(outcomes(judged)).toEqual([
      ['PARTIALLY_ACCEPTED', 20],
      ['ACCEPTED', 40],
      ['PARTIALLY_ACCEPTED', 0],
      ['CANCELLED', 0],
    ])
    expect(judged.runs.find(({ index }) => index === 4)?.message).toBe('@skipped')
    expect(judged.report).toMatchObject({ verdict: 'PARTIALLY_ACCEPTED', score: 20 })
  })

  test('SUBTASK_AVERAGE runs everything and rounds the mean of each group', async () => {
    const judged = await oi('SUBTASK_AVERAGE', [
      [95, 1, 50],
      [80, 1, 50],
      [80, 1, 50],
      [80, 2, 50],
    ])
    expect(outcomes(judged).map(([verdict]) => verdict)).toEqual([
      'WRONG_ANSWER',
      'ACCEPTED',
      'ACCEPTED',
      'ACCEPTED',
    ])
    // round(100 / 3) + 50
    expect(judged.report).toMatchObject({ verdict: 'PARTIALLY_ACCEPTED', score: 83 })
  })

  test('groups are judged in the order of their numbers, whatever that of the cases is', async () => {
    const judged = await oi('SUBTASK_LOWEST', [
      [80, 2, 50],
      [80, 1, 50],
      [80, 2, 50],
    ])
    expect(judged.runs.map(({ index }) => index)).toEqual([2, 1, 3])
    expect(judged.report).toMatchObject({ verdict: 'ACCEPTED', score: 100 })
  })

  test('a checker that fails leaves no score behind', async () => {
    const broken = { ...percent, source: '#include <cstdlib>\nint main(){std::abort();}' }
    const { report } = await oi('ALL', [[80, 0, 100]], { checker: broken })
    expect(report).toMatchObject({ verdict: 'JUDGE_ERROR', score: null, oiRankScore: null })
  })
})

describe('files', () => {
  test('read and written, case by case until one fails', async () => {
    const source = main(
      'FILE*i=fopen("a.in","r"),*o=fopen("a.out","w");int a;fscanf(i,"%d",&a);fprintf(o,"%d\\n",a<90?a:-1);fprintf(o,"");',
    )
    const { report, runs } = await workshop.judge({
      source,
      fileIo: { input: 'a.in', output: 'a.out' },
      caseMode: 'UNTIL_FAILURE',
      cases: cases([1, 0, 0], [95, 0, 0], [2, 0, 0]),
    })
    expect(runs.map(({ verdict }) => verdict)).toEqual(['ACCEPTED', 'WRONG_ANSWER'])
    expect(report.verdict).toBe('WRONG_ANSWER')
  })

  test('nothing of one case is there in the next', async () => {
    const source = main(
      'FILE*old=fopen("a.out","r"),*mark=fopen("mark","r");fclose(fopen("mark","w"));FILE*i=fopen("a.in","r"),*o=fopen("a.out","w");int a;fscanf(i,"%d",&a);fprintf(o,"%d\\n",old||mark?-1:a);',
    )
    const { report } = await workshop.judge({
      source,
      fileIo: { input: 'a.in', output: 'a.out' },
      cases: cases([1, 0, 0], [2, 0, 0], [3, 0, 0]),
    })
    expect(report.verdict).toBe('ACCEPTED')
  })
})

describe('the stack', () => {
  /** Uses about as many megabytes of stack as its input says. */
  const DEEP = `#include <stdio.h>
#include <string.h>
static int dive(int left){volatile char room[1<<20];memset((char*)room,left,sizeof room);return left>1?dive(left-1)+room[7]*0:0;}
int main(void){int n;scanf("%d",&n);printf("%d\\n",n+dive(n));}`

  test.each([
    [8, 4, 'ACCEPTED'],
    [8, 16, 'RUNTIME_ERROR'],
    [48, 32, 'ACCEPTED'],
  ])('of %d MB holds %d MB or not: %s', async (stackMb, used, verdict) => {
    const { report } = await workshop.judge({
      source: DEEP,
      limits: { ...LIMITS, stackMb },
      cases: cases([used, 0, 0]),
    })
    expect(report.verdict).toBe(verdict)
    if (verdict !== 'ACCEPTED') expect(report.message).toMatch(/SIGSEGV/)
  })
})

describe('an interactor', () => {
  const SAYS_SEVEN = main('puts("7");fflush(stdout);return 0;')

  test("has the judge's files beside it, and the contestant has not", async () => {
    const judgeFiles = { 'secret.h': 'static const int SECRET = 7;' }
    const source = `#include "secret.h"
#include <cstdio>
int main(){int g;if(scanf("%d",&g)!=1||g!=SECRET){fputs("wrong answer",stderr);return 1;}fputs("ok",stderr);return 0;}`
    const task = { interactor: { language: 'cpp17', source }, judgeFiles, cases: cases([1, 0, 0]) }
    expect((await workshop.judge({ ...task, source: SAYS_SEVEN })).report.verdict).toBe('ACCEPTED')
    const peeking = await workshop.judge({ ...task, source: `#include "secret.h"\n${SAYS_SEVEN}` })
    expect(peeking.report.verdict).toBe('COMPILE_ERROR')
  })

  test('is given the input, a file that it may write, and the answer', async () => {
    const source = `#include <cstdio>
int main(int n,char**v){int i=0,a=0,g=0;fscanf(fopen(v[1],"r"),"%d",&i);FILE*log=fopen(v[2],"w");fscanf(fopen(v[3],"r"),"%d",&a);
scanf("%d",&g);bool right=n==4&&i==7&&a==7&&g==7&&log&&fprintf(log,"%d",g)==1;fputs(right?"ok":"wrong answer",stderr);return right?0:1;}`
    const { report } = await workshop.judge({
      source: SAYS_SEVEN,
      interactor: { language: 'cpp17', source },
      cases: cases([7, 0, 0]),
    })
    expect(report.verdict).toBe('ACCEPTED')
  })

  test('gives parts of the score', async () => {
    const source =
      '#include <cstdio>\nint main(){int g;scanf("%d",&g);fputs("partially correct (30) so so",stderr);return 16;}'
    const { report } = await workshop.judge({
      source: SAYS_SEVEN,
      interactor: { language: 'cpp17', source },
      scoring: 'OI',
      fullScore: 50,
      cases: cases([7, 0, 50]),
    })
    expect(report).toMatchObject({ verdict: 'PARTIALLY_ACCEPTED', score: 15 })
  })
})

describe('a program that stands still', () => {
  const limits = { ...LIMITS, timeMs: 100 }
  const sleeper = {
    source: SLEEPER,
    limits,
    checker: { kind: 'default', ignoreTrailingBlanks: false } as const,
  }
  const idle = ['TIME_LIMIT_EXCEEDED', '@idle']
  const left = ['CANCELLED', '@skippedIdle']
  const ends = ({ runs }: { runs: RunReport[] }) =>
    runs.toSorted((a, b) => a.index - b.index).map(({ verdict, message }) => [verdict, message])
  const rows: Row[] = [
    [1, 1, 20],
    [2, 1, 20],
    [3, 2, 30],
    [4, 2, 30],
  ]

  test('is not run again, where every case counts', async () => {
    const judged = await oi('ALL', rows, sleeper)
    expect(ends(judged)).toEqual([['ACCEPTED', null], idle, left, left])
    expect(judged.report).toMatchObject({ verdict: 'PARTIALLY_ACCEPTED', score: 20 })
    expect((await oi('ALL', rows, { ...sleeper, scoring: 'ACM' })).report.verdict).toBe('TIME_LIMIT_EXCEEDED')
  })

  test('is not run again, where groups count', async () => {
    const lowest = await oi('SUBTASK_LOWEST', rows, sleeper)
    expect(ends(lowest)).toEqual([['ACCEPTED', null], idle, left, left])
    expect(lowest.report).toMatchObject({ verdict: 'PARTIALLY_ACCEPTED', score: 0 })
    const average = await oi('SUBTASK_AVERAGE', rows, sleeper)
    expect(ends(average)).toEqual([['ACCEPTED', null], idle, left, left])
    expect(average.report.score).toBe(10)
  })

  test('is not run again, where the first failure ends it all', async () => {
    const judged = await oi('UNTIL_FAILURE', rows, { ...sleeper, scoring: 'ACM' })
    expect(ends(judged)).toEqual([['ACCEPTED', null], idle])
  })

  test('on every case a little comes to its end', async () => {
    // Each is within its own backstop of 3 * 220 ms; together the fourteen have 14 * 2 * 220 ms, in which twelve begin.
    const many = Array.from({ length: 14 }, (): Row => [5, 0, 1])
    const judged = await oi('ALL', many, { ...sleeper, limits: { ...LIMITS, timeMs: 20 } })
    const at = judged.runs.findIndex(({ verdict }) => verdict === 'TIME_LIMIT_EXCEEDED')
    expect(judged.runs[at]).toMatchObject({ message: '@overBudget', score: 0 })
    expect(at).toBeGreaterThan(5)
    expect(new Set(judged.runs.slice(0, at).map(({ verdict }) => verdict))).toEqual(new Set(['ACCEPTED']))
    expect(new Set(judged.runs.slice(at + 1).map(({ message }) => message))).toEqual(new Set(['@overBudget']))
    expect(judged.report).toMatchObject({ verdict: 'PARTIALLY_ACCEPTED', score: at })
  })
})
