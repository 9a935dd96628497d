import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openWorkshop, type TestWorkshop } from './support/workshop.ts'

let workshop: TestWorkshop

beforeAll(async () => {
  workshop = await openWorkshop(['c11', 'cpp17'])
})
afterAll(() => workshop.close())
afterEach(async () => {
  expect(await workshop.leftovers()).toEqual([])
})

const SUM = '#include <stdio.h>\nint main(){int a,b;scanf("%d%d",&a,&b);printf("%d\\n",a+b);return 0;}'
const main = (body: string) =>
  `#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nint main(){${body}}`

/** One case `1 2` → `3` unless told otherwise. */
const judgeC = (source: string, more = {}) =>
  workshop.judge({ source, cases: [workshop.testcase('1 2\n', '3\n', { index: 1 })], ...more })

describe('verdicts of a C program', () => {
  test('right on every case, reported case by case', async () => {
    const cases = [1, 2, 3].map((n) => workshop.testcase(`${n} ${n}\n`, `${2 * n}\n`, { index: n }))
    const { report, events } = await workshop.judge({ source: SUM, cases })
    expect(report).toMatchObject({ verdict: 'ACCEPTED', score: null, oiRankScore: null, message: null })
    expect(report.timeMs).toBeLessThan(100)
    expect(report.memoryKb).toBeGreaterThan(0)
    expect(report.memoryKb).toBeLessThan(8 * 1024)
    expect(events.map(({ kind }) => kind)).toEqual(['compiling', 'running', 'run', 'run', 'run'])
  })

  test('wrong, with the head of the output', async () => {
    const { report, runs } = await judgeC(main('puts("4");'))
    expect(report.verdict).toBe('WRONG_ANSWER')
    expect(runs[0]).toMatchObject({ verdict: 'WRONG_ANSWER', outputHead: '4\n', score: null })
  })

  test('a missing line end is a presentation error, unless trailing blanks do not count', async () => {
    const source = main('printf("3");')
    expect((await judgeC(source)).report.verdict).toBe('PRESENTATION_ERROR')
    const lenient = { checker: { kind: 'default', ignoreTrailingBlanks: true } as const }
    expect((await judgeC(source, lenient)).report.verdict).toBe('ACCEPTED')
  })

  test('what does not compile, with the words of the compiler', async () => {
    const { report, events } = await judgeC('int main() { return x; }')
    expect(report).toMatchObject({ verdict: 'COMPILE_ERROR', timeMs: null, memoryKb: null })
    expect(report.message).toMatch(/main\.c:1:21: error: ‘x’ undeclared/)
    expect(events.map(({ kind }) => kind)).toEqual(['compiling'])
  })

  test('exit codes and signals', async () => {
    expect((await judgeC(main('return 7;'))).report).toMatchObject({
      verdict: 'RUNTIME_ERROR',
      message: '@exitCode {"code":7}',
    })
    expect((await judgeC(main('int *p = 0; *p = 1;'))).report).toMatchObject({
      verdict: 'RUNTIME_ERROR',
      message: '@signal {"signal":11,"name":"SIGSEGV"}',
    })
    expect((await judgeC(main('abort();'))).report.message).toBe('@signal {"signal":6,"name":"SIGABRT"}')
  })

  test('a program that computes for ever is stopped at the limit and reports the limit', async () => {
    const { report } = await judgeC(main('for (volatile int i = 0;; i++);'), {
      limits: { timeMs: 300, memoryMb: 64, stackMb: 64, outputBytes: null, processes: 16 },
    })
    expect(report).toMatchObject({ verdict: 'TIME_LIMIT_EXCEEDED', timeMs: 300, message: null })
  })

  test('a program that sleeps for ever is told so', async () => {
    const { report } = await judgeC('#include <unistd.h>\nint main(){pause();}', {
      limits: { timeMs: 100, memoryMb: 64, stackMb: 64, outputBytes: null, processes: 16 },
    })
    expect(report).toMatchObject({ verdict: 'TIME_LIMIT_EXCEEDED', message: '@idle' })
  })

  test('memory used, and memory only reserved', async () => {
    const used = await judgeC(main('for (;;) { char *p = malloc(1 << 20); memset(p, 1, 1 << 20); }'))
    expect(used.report).toMatchObject({ verdict: 'MEMORY_LIMIT_EXCEEDED', memoryKb: 64 * 1024 })
    const reserved = await judgeC(main('char *p = malloc(1L << 30); p[0] = 1; puts("3"); return p[0] - 1;'))
    expect(reserved.report.verdict).toBe('ACCEPTED')
  })

  test('endless recursion is no judge error', async () => {
    const { report } = await judgeC(
      'int f(int n){volatile char a[1000];a[0]=n;return f(n+1)+a[0];}int main(){return f(0);}',
    )
    expect(['RUNTIME_ERROR', 'MEMORY_LIMIT_EXCEEDED']).toContain(report.verdict)
  })

  test('output without end', async () => {
    const { report } = await judgeC(main('for (;;) puts("flood flood flood flood flood flood");'), {
      limits: { timeMs: 5000, memoryMb: 64, stackMb: 64, outputBytes: 1 << 20, processes: 16 },
    })
    expect(report.verdict).toBe('OUTPUT_LIMIT_EXCEEDED')
  })

  test('bytes that are no text do not break the report', async () => {
    const { runs } = await judgeC(main('fwrite("\\0\\xff\\xfe", 1, 3, stdout);'))
    expect(runs[0]).toMatchObject({ verdict: 'WRONG_ANSWER', outputHead: '\u2400\ufffd\ufffd' })
  })
})

describe('case modes', () => {
  /** Wrong whenever the first number is odd. */
  const EVEN = main('int a,b;scanf("%d%d",&a,&b);printf("%d\\n",a%2?-1:a+b);')
  const cases = (...first: number[]) =>
    first.map((n, i) => workshop.testcase(`${n} 0\n`, `${n}\n`, { index: i + 1 }))

  test('ALL runs everything; the failing case of the lowest index decides', async () => {
    const { report, runs } = await workshop.judge({ source: EVEN, cases: cases(2, 3, 4, 5) })
    expect(runs.map(({ verdict }) => verdict)).toEqual([
      'ACCEPTED',
      'WRONG_ANSWER',
      'ACCEPTED',
      'WRONG_ANSWER',
    ])
    expect(report.verdict).toBe('WRONG_ANSWER')
  })

  test('UNTIL_FAILURE stops and keeps only what was run', async () => {
    const { runs } = await workshop.judge({ source: EVEN, caseMode: 'UNTIL_FAILURE', cases: cases(2, 3, 4) })
    expect(runs.map(({ index }) => index)).toEqual([1, 2])
  })

  test('SUBTASK_LOWEST skips the rest of a group and takes the least score of each', async () => {
    const grouped = cases(2, 3, 4, 6, 8).map((spec, i) => ({ ...spec, subtask: i < 3 ? 1 : 2, score: 50 }))
    const task = { source: EVEN, caseMode: 'SUBTASK_LOWEST', scoring: 'OI', cases: grouped } as const
    const { report, runs } = await workshop.judge(task)
    expect(runs.map(({ verdict, score }) => [verdict, score])).toEqual([
      ['ACCEPTED', 50],
      ['WRONG_ANSWER', 0],
      ['CANCELLED', 0],
      ['ACCEPTED', 50],
      ['ACCEPTED', 50],
    ])
    expect(runs[2]?.message).toBe('@skipped')
    expect(report).toMatchObject({ verdict: 'PARTIALLY_ACCEPTED', score: 50, oiRankScore: 6 })
  })
})

describe('files', () => {
  test('a program that reads and writes files', async () => {
    const source = main(
      'FILE*i=fopen("sum.in","r"),*o=fopen("sum.out","w");int a,b;fscanf(i,"%d%d",&a,&b);fprintf(o,"%d\\n",a+b);puts("noise");',
    )
    const fileIo = { input: 'sum.in', output: 'sum.out' }
    const cases = [1, 2].map((n) => workshop.testcase(`${n} 5\n`, `${n + 5}\n`, { index: n }))
    const { report } = await workshop.judge({ source, fileIo, cases })
    expect(report.verdict).toBe('ACCEPTED')
  })

  test('no file is an empty output, and a link is no file', async () => {
    const fileIo = { input: 'sum.in', output: 'sum.out' }
    const missing = await judgeC(main('puts("3");'), { fileIo })
    expect(missing.report.verdict).toBe('WRONG_ANSWER')
    const link = await judgeC(
      '#include <unistd.h>\nint main(){symlink("/w/sum.in","/w/sum.out");return 0;}',
      { fileIo },
    )
    expect(link.report.verdict).not.toBe('ACCEPTED')
  })

  test('extra files lie beside the source while it compiles', async () => {
    const source = '#include "lib.h"\n#include <stdio.h>\nint main(){printf("%d\\n",answer());}'
    const { report } = await judgeC(source, { userFiles: { 'lib.h': 'static int answer(){return 3;}' } })
    expect(report.verdict).toBe('ACCEPTED')
  })
})

const program = (source: string, language = 'cpp17') => ({
  checker: { kind: 'program', language, source } as const,
})
const CHECKER = (body: string) =>
  `#include <cstdio>\n#include <cstdlib>\nint main(int n,char**v){FILE*in=fopen(v[1],"r"),*out=fopen(v[2],"r"),*ans=fopen(v[3],"r");if(!in||!out||!ans)abort();int o=0,a=0;fscanf(out,"%d",&o);fscanf(ans,"%d",&a);${body}}`

describe('checkers that are programs', () => {
  test('right and wrong by exit code, and what they say', async () => {
    const checker = program(CHECKER('fprintf(stderr,"found %d",o);return o%10==a?0:102;'))
    expect((await judgeC(main('puts("13");'), checker)).report.verdict).toBe('ACCEPTED')
    const wrong = await judgeC(main('puts("14");'), checker)
    expect(wrong.runs[0]).toMatchObject({ verdict: 'WRONG_ANSWER', message: 'found 14' })
    // The contestant has all of it, so there is nothing more for the author.
    expect(wrong.runs[0]?.judgeMessage ?? null).toBeNull()
  })

  test('of long words the contestant has the beginning, and the author more', async () => {
    const { runs } = await judgeC(
      main('puts("14");'),
      program(CHECKER('for(int i=0;i<9000;i++)fputc(97+i%26,stderr);return 102;')),
    )
    expect(runs[0]?.message).toHaveLength(1024)
    expect(runs[0]?.judgeMessage).toHaveLength(4096)
  })

  test('a part of the score', async () => {
    const cases = [workshop.testcase('', '3\n', { index: 1, score: 40 })]
    const task = { source: main('puts("1");'), scoring: 'OI', cases, fullScore: 40 } as const
    const { report, runs } = await workshop.judge({ ...task, ...program(CHECKER('puts("55.5");return 99;')) })
    expect(runs[0]).toMatchObject({ verdict: 'PARTIALLY_ACCEPTED', score: 22 })
    expect(report.verdict).toBe('PARTIALLY_ACCEPTED')
    const acm = await judgeC(main('puts("1");'), program(CHECKER('puts("50");return 99;')))
    expect(acm.report).toMatchObject({ verdict: 'PARTIALLY_ACCEPTED', score: null })
  })

  test.each([
    ['crashes', 'fprintf(stderr,"bad state");abort();', '@signal {"signal":6,"name":"SIGABRT"}\nbad state'],
    ['ends with a strange code', 'return 5;', '@exitCode {"code":5}'],
    [
      'says that the data is broken',
      'fprintf(stderr,"FAIL no answer");return 3;',
      '@exitCode {"code":3}\nFAIL no answer',
    ],
    ['writes without end', 'for(;;)puts("flood flood flood flood");', '@limitOutput'],
    [
      'hoards memory',
      'for(;;){char*p=(char*)malloc(1<<20);for(int i=0;i<1<<20;i+=4096)p[i]=1;}',
      '@limitMemory',
    ],
  ])(
    'a checker that %s is an error of the judge that says so, never a wrong answer',
    async (_, body, why) => {
      const { report } = await judgeC(SUM, program(CHECKER(body)))
      expect(report).toMatchObject({ verdict: 'JUDGE_ERROR', message: `@checkerFailed\n${why}` })
    },
  )

  test('a checker that does not compile says why', async () => {
    const { report } = await judgeC(SUM, program('int main() { return oops; }'))
    expect(report.verdict).toBe('JUDGE_ERROR')
    expect(report.message).toMatch(/^@checkerCompile\n.*oops/s)
  })

  test('the program cannot read the answer', async () => {
    const source = main('FILE*f=fopen("/w/answer","r");if(!f)f=fopen("answer","r");puts(f?"3":"none");')
    expect((await judgeC(source, program(CHECKER('return o==a?0:102;')))).report.verdict).toBe('WRONG_ANSWER')
  })
})
