import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { CheckingProgram } from '#judge/protocol.ts'
import { besideBusyCores } from './support/busyCores.ts'
import { openWorkshop, type TestWorkshop } from './support/workshop.ts'

let workshop: TestWorkshop

beforeAll(async () => {
  workshop = await openWorkshop(['c11', 'cpp17', 'python3'])
})
afterAll(() => workshop.close())
afterEach(async () => {
  expect(await workshop.leftovers()).toEqual([])
})

const main = (body: string) =>
  `#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nint main(){${body}}`
const QUICK = { timeMs: 300, memoryMb: 64, stackMb: 64, outputBytes: null, processes: 16 }

/** Thinks of the number in the input; answers `<`, `>` or `=`; allows ten questions. */
const GUESS = `#include <cstdio>
int main(int n,char**v){FILE*in=fopen(v[1],"r");int x,g;fscanf(in,"%d",&x);
for(int i=0;i<10;i++){if(scanf("%d",&g)!=1){fprintf(stderr,"wrong answer no question");return 1;}
if(g==x){puts("=");fflush(stdout);fprintf(stderr,"ok %d questions",i+1);return 0;}puts(g<x?"<":">");fflush(stdout);}
fprintf(stderr,"wrong answer too many questions");return 1;}`
const BISECT = main(
  'int l=1,h=1000;char s[9];for(;;){int m=(l+h)/2;printf("%d\\n",m);fflush(stdout);if(scanf("%8s",s)!=1)return 0;if(*s==61)return 0;if(*s==60)l=m+1;else h=m-1;}',
)
/** Asks the same thing for ever. */
const STUBBORN = main('char s[9];for(;;){puts("5");fflush(stdout);if(scanf("%8s",s)!=1)return 0;}')
const SILENT = '#include <unistd.h>\nint main(){for(;;)pause();}'

const guess: CheckingProgram = { language: 'cpp17', source: GUESS }
/** An interactor whose main is that. */
const interactor = (body: string): CheckingProgram => ({
  language: 'cpp17',
  source: `#include <cstdio>\n#include <cstdlib>\n#include <unistd.h>\nint main(int n,char**v){${body}}`,
})

const ask = (source: string, more = {}) =>
  workshop.judge({
    source,
    interactor: guess,
    cases: [777, 1000].map((n, i) => workshop.testcase(`${n}\n`, null, { index: i + 1 })),
    ...more,
  })
/** The only case of such a judgement. */
const askOnce = async (source: string, more = {}) => {
  const { runs } = await ask(source, { cases: [workshop.testcase('777\n', null, { index: 1 })], ...more })
  const [run] = runs
  if (!run) throw new Error('nothing was run')
  return run
}

describe('who was right', () => {
  test('a conversation that goes well', async () => {
    const { report, runs } = await ask(BISECT)
    expect(report.verdict).toBe('ACCEPTED')
    expect(runs[0]?.message).toMatch(/^ok \d+ questions/)
  })

  test('a program that asks badly, stays silent, leaves early, or never stops', async () => {
    expect((await ask(STUBBORN)).report.verdict).toBe('WRONG_ANSWER')
    expect((await ask(main('return 0;'))).report.verdict).toBe('WRONG_ANSWER')
    expect((await ask(SILENT, { limits: QUICK })).report).toMatchObject({
      verdict: 'TIME_LIMIT_EXCEEDED',
      message: '@idle',
    })
    expect((await ask(main('for(;;);'), { limits: QUICK })).report.verdict).toBe('TIME_LIMIT_EXCEEDED')
    expect((await ask(main('return 3;'))).report.verdict).toBe('RUNTIME_ERROR')
  })

  test('one that waits for ever after it was found wrong was found wrong', async () => {
    const lost = main('puts("no number");fflush(stdout);for(;;)sleep(9);').replace(
      '#',
      '#include <unistd.h>\n#',
    )
    expect(await askOnce(lost, { limits: QUICK })).toMatchObject({
      verdict: 'WRONG_ANSWER',
      message: 'wrong answer no question',
    })
  })

  test('one that says a word too many when it was found right was found right, whenever that word comes', async () => {
    const talkative = main(
      'puts("777");fflush(stdout);char s[9];scanf("%8s",s);for(int i=0;i<9;i++){puts("5");fflush(stdout);}return 0;',
    )
    const cases = Array.from({ length: 20 }, (_, i) => workshop.testcase('777\n', null, { index: i + 1 }))
    expect((await ask(talkative, { cases })).report.verdict).toBe('ACCEPTED')
  })

  describe('a program that fails near the end of the conversation', () => {
    const python = (lines: string) => ({ source: lines, language: 'python3' })
    const c = (body: string) => ({ source: main(body), language: 'c11' })
    // It reads no more once it has its verdict, and computes a little before it says so.
    const strict = interactor(
      'int g;if(scanf("%d",&g)!=1){fprintf(stderr,"wrong answer no question");return 1;}' +
        'for(volatile int i=0;i<300000;i++);fprintf(stderr,"wrong answer bad guess");return 1;',
    )
    const many = async (program: { source: string; language: string }) => {
      const cases = Array.from({ length: 25 }, (_, i) => workshop.testcase('777\n', null, { index: i + 1 }))
      const { runs } = await ask(program.source, { language: program.language, interactor: strict, cases })
      expect(runs).toHaveLength(25)
      return [...new Set(runs.map(({ verdict }) => verdict))]
    }
    test.each([
      ['an exception at the end of its input', python('print(5, flush=True)\ninput()'), 'WRONG_ANSWER'],
      ['an exit code', c('puts("5");fflush(stdout);char s[9];return scanf("%8s",s)==1?0:1;'), 'WRONG_ANSWER'],
      ['a crash', c('puts("5");fflush(stdout);getchar();abort();'), 'WRONG_ANSWER'],
      ['a crash that waits for nobody', c('puts("5");fflush(stdout);abort();'), 'WRONG_ANSWER'],
      ['more words than anybody reads', c('for(;;){puts("5");fflush(stdout);}'), 'WRONG_ANSWER'],
      ['a crash before any word', c('abort();'), 'RUNTIME_ERROR'],
      ['an exception before any word', python('print(undefined)'), 'RUNTIME_ERROR'],
    ])(
      '%s has one verdict, on a calm machine and on a busy one',
      { timeout: 60_000 },
      async (_, program, verdict) => {
        expect(await many(program)).toEqual([verdict])
        expect(await besideBusyCores(() => many(program))).toEqual([verdict])
      },
    )
  })

  test('an interactor that crashes is an error of the judge that says how', async () => {
    const crashed = await ask(main('char s[9];scanf("%8s",s);return 0;'), {
      interactor: interactor('fprintf(stderr,"no such case");abort();'),
    })
    expect(crashed.report.verdict).toBe('JUDGE_ERROR')
    expect(crashed.report.message).toBe(
      '@interactorFailed\n@signal {"signal":6,"name":"SIGABRT"}\nno such case',
    )
  })

  test('also when the program takes fright and fails as well', async () => {
    const frightened = main('char s[9];return scanf("%8s",s)==1?0:1;')
    const crashed = await askOnce(frightened, { interactor: interactor('int*p=0;*p=1;') })
    expect(crashed).toMatchObject({ verdict: 'JUDGE_ERROR' })
    expect(crashed.message).toMatch(/^@interactorFailed\n@signal .*SIGSEGV/)
  })

  test('an interactor that exceeds its limits is to blame, whoever runs out of time first', {
    timeout: 150_000,
  }, async () => {
    const listener = main('char s[9];scanf("%8s",s);return 0;')
    const spinning = interactor('for(volatile int i=0;;i++);')
    const chattering = interactor('for(;;)putchar(120);')
    const speaker = main('char s[9];puts("5");fflush(stdout);scanf("%8s",s);return 0;')
    // Whether it meets the end of the program while it is running or while its words are under way is chance.
    for (const [source, more] of [
      [listener, { interactor: spinning }],
      [speaker, { interactor: spinning, limits: { ...QUICK, timeMs: 100 } }],
      ...Array.from({ length: 4 }, () => [listener, { interactor: chattering }] as const),
    ] as const) {
      const spins = await askOnce(source, more)
      expect(spins.verdict).toBe('JUDGE_ERROR')
      expect(spins.message).toMatch(/^@interactorFailed\n@limit(Cpu|Wall)/)
    }
    const hoards = await askOnce(listener, {
      interactor: interactor('for(;;){char*p=(char*)malloc(1<<20);for(int i=0;i<1<<20;i+=4096)p[i]=1;}'),
    })
    expect(hoards).toMatchObject({ verdict: 'JUDGE_ERROR', message: '@interactorFailed\n@limitMemory' })
  })

  test('a program that is gone before the last word of the interactor is judged by it', async () => {
    const hasty = main('puts("777");fflush(stdout);return 0;')
    const polite = interactor(
      'int g;if(scanf("%d",&g)!=1)return 1;usleep(100000);puts("=");fflush(stdout);usleep(1000);puts("bye");fflush(stdout);fprintf(stderr,"ok");return 0;',
    )
    expect(await askOnce(hasty, { interactor: polite })).toMatchObject({ verdict: 'ACCEPTED', message: 'ok' })
  })

  test('a slow language for the interactor does not hurry it', async () => {
    const python: CheckingProgram = {
      language: 'python3',
      convention: 'kattis',
      source: 'import sys\nx = sum(range(3000000))\nprint("=", flush=True)\nsys.exit(42)',
    }
    const patient = main('char s[9];return scanf("%8s",s)==1?0:1;')
    const limits = { ...QUICK, timeMs: 1000 }
    expect(await askOnce(patient, { interactor: python, limits })).toMatchObject({ verdict: 'ACCEPTED' })
  })
})

describe('an interactor of Polygon', () => {
  const polygon = (body: string): CheckingProgram => ({ ...interactor(body), convention: 'polygon' })
  /** Hands the checker what the program says in the end. */
  const relay = polygon(
    'FILE*out=fopen(v[2],"w");int g;if(scanf("%d",&g)!=1){fprintf(stderr,"wrong answer silent");return 1;}' +
      'fprintf(out,"%d\\n",g);fclose(out);fprintf(stderr,"ok heard");return 0;',
  )
  const say = (number: number) => main(`printf("${number}\\n");return 0;`)
  const checker = { kind: 'tokens', caseSensitive: true } as const
  const cases = () => [workshop.testcase('1\n', '42\n', { index: 1 })]

  test('accepts no more than the checker does', async () => {
    const more = { interactor: relay, checker, cases: cases() }
    expect(await askOnce(say(42), more)).toMatchObject({ verdict: 'ACCEPTED' })
    const wrong = await askOnce(say(41), more)
    expect(wrong).toMatchObject({ verdict: 'WRONG_ANSWER', outputHead: null })
    expect(wrong.transcript).toMatchObject({ verdict: 'WRONG_ANSWER' })
    expect(await askOnce(main('return 0;'), more)).toMatchObject({ message: 'wrong answer silent' })
    // A crash counts also when the interactor has accepted and ended before it.
    const crash = main('printf("42\\n");fflush(stdout);while(getchar()!=EOF);abort();')
    expect(await askOnce(crash, more)).toMatchObject({ verdict: 'RUNTIME_ERROR' })
  })

  test('hands a program as checker input, file and answer, and one that writes nothing an empty file', async () => {
    const source = `#include "testlib.h"
int main(int argc, char *argv[]) { registerTestlibCmd(argc, argv);
  if (ouf.seekEof()) quitf(_wa, "nothing for test %d", inf.readInt());
  int said = ouf.readInt(), right = ans.readInt(); if (said == right - 1) quitf(_pc(25), "close"); quitf(said == right ? _ok : _wa, "said %d", said); }`
    const program = { kind: 'program', language: 'cpp17', source } as const
    const more = { interactor: relay, checker: program, scoring: 'OI', cases: cases() } as const
    expect(await askOnce(say(42), more)).toMatchObject({ verdict: 'ACCEPTED', message: 'ok said 42' })
    expect(await askOnce(say(7), more)).toMatchObject({ verdict: 'WRONG_ANSWER', score: 0 })
    expect(await askOnce(say(41), more)).toMatchObject({ verdict: 'PARTIALLY_ACCEPTED', score: 2 })
    const mute = { ...more, interactor: polygon('fprintf(stderr,"ok");return 0;') }
    expect(await askOnce(say(42), mute)).toMatchObject({ message: 'wrong answer nothing for test 1' })
  })

  test('ends the judgement when the checker cannot be compiled', async () => {
    const broken = { kind: 'program', language: 'cpp17', source: 'int main( {}' } as const
    const { report } = await ask(say(42), { interactor: relay, checker: broken, cases: cases() })
    expect(report.verdict).toBe('JUDGE_ERROR')
    // Without that convention nobody needs it.
    const alone = { ...relay, convention: 'testlib' } as const
    expect(await askOnce(say(41), { interactor: alone, checker: broken, cases: cases() })).toMatchObject({
      verdict: 'ACCEPTED',
    })
  })
})

describe('what the author is shown', () => {
  test('nothing of what goes well, and of what does not the first case', async () => {
    const well = await ask(BISECT)
    expect(well.runs.map(({ transcript }) => transcript ?? null)).toEqual([null, null])
    const { runs } = await ask(STUBBORN)
    expect(runs.map(({ verdict }) => verdict)).toEqual(['WRONG_ANSWER', 'WRONG_ANSWER'])
    expect(runs.map(({ transcript }) => Boolean(transcript))).toEqual([true, false])
    const { lines = [], ...rest } = runs[0]?.transcript ?? {}
    expect(rest).toMatchObject({ verdict: 'WRONG_ANSWER', gap: null })
    // It asks once more when the interactor has left; that may be heard or not.
    expect(lines.slice(0, 20).map(({ by, text }) => [by, text])).toEqual(
      Array.from({ length: 20 }, (_, place) => (place % 2 ? ['INTERACTOR', '<'] : ['PROGRAM', '5'])),
    )
    expect(runs[0]?.outputHead).toBeNull()
  })

  test('two who wait for each other, and who waits for what', async () => {
    const unflushed = main('printf("500\\n");char s[9];scanf("%8s",s);return 0;')
    const run = await askOnce(unflushed, { limits: QUICK })
    expect(run).toMatchObject({ verdict: 'TIME_LIMIT_EXCEEDED', message: '@idle' })
    // What the program never sent was never said.
    expect(run.transcript).toMatchObject({ verdict: 'TIME_LIMIT_EXCEEDED', lines: [], programBytes: 0 })
    // One that would take the end of the program for the end of a line might still answer.
    const half = await askOnce(main('printf("500");fflush(stdout);char s[9];scanf("%8s",s);return 0;'), {
      limits: QUICK,
      interactor: interactor('while(getchar()!=EOF);return 1;'),
    })
    expect(half.transcript?.lines).toEqual([{ by: 'PROGRAM', text: '500', end: null, open: true }])
  })

  test('a crash of the interactor has its conversation', async () => {
    const run = await askOnce(main('puts("hello");fflush(stdout);char s[9];scanf("%8s",s);return 0;'), {
      interactor: interactor('char s[9];scanf("%8s",s);abort();'),
    })
    expect(run.transcript).toMatchObject({
      verdict: 'JUDGE_ERROR',
      lines: [{ by: 'PROGRAM', text: 'hello' }],
    })
  })

  test('a conversation without end is bounded', async () => {
    const chatty = interactor(
      'int g;for(int i=0;i<20000;i++){puts("again");fflush(stdout);if(scanf("%d",&g)!=1)break;}fprintf(stderr,"wrong answer never");return 1;',
    )
    const eager = main('char s[9];while(scanf("%8s",s)==1){puts("1");fflush(stdout);}return 0;')
    const run = await askOnce(eager, { interactor: chatty, limits: { ...QUICK, timeMs: 5000 } })
    expect(run.transcript?.lines).toHaveLength(256)
    expect(run.transcript?.gap).toEqual({ after: 128, lines: 40_000 - 256 })
    expect(JSON.stringify(run.transcript).length).toBeLessThan(64 * 1024)
  })

  test('that the conversation is not the same twice', async () => {
    // Every run of a slot has the next process number.
    const moody = interactor('fprintf(stderr,"hm");return getpid()%2?101:102;')
    const run = await askOnce(main('return 0;'), { interactor: moody })
    const both = ['PRESENTATION_ERROR', 'WRONG_ANSWER']
    expect([run.verdict, run.transcript?.verdict].toSorted()).toEqual(both)
  })

  test("the interactor's words, where the contestant has a verdict of another kind", async () => {
    const crash = await askOnce(main('puts("5");fflush(stdout);abort();'))
    expect(crash).toMatchObject({
      verdict: 'RUNTIME_ERROR',
      message: '@signal {"signal":6,"name":"SIGABRT"}',
      judgeMessage: 'wrong answer no question',
    })
  })
})
