import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findLanguage } from '#judge/languages.ts'
import { presentable } from '#judge/messages.ts'
import type { JudgeEvent, Limits } from '#judge/protocol.ts'
import { judge } from '#judge/worker.ts'
import { openWorkshop, plainTask, type TestWorkshop } from './support/workshop.ts'

let workshop: TestWorkshop

beforeAll(async () => {
  workshop = await openWorkshop(['c11', 'cpp17', 'python3', 'java', 'php'])
})
afterAll(() => workshop.close())
afterEach(async () => {
  expect(await workshop.leftovers()).toEqual([])
})

const SUM = '#include <stdio.h>\nint main(){int a,b;scanf("%d%d",&a,&b);printf("%d\\n",a+b);return 0;}'
const LIMITS: Limits = { timeMs: 1000, memoryMb: 64, stackMb: 64, outputBytes: null, processes: 16 }

const judgeOne = (source: string, more = {}) =>
  workshop.judge({ source, cases: [workshop.testcase('1 2\n', '3\n', { index: 1 })], ...more })

describe('strange sources', () => {
  test.each<[string, string, string, string]>([
    ['nothing', 'c11', '', 'COMPILE_ERROR'],
    ['nothing at all in Python', 'python3', '', 'WRONG_ANSWER'],
    [
      'noise',
      'c11',
      Array.from({ length: 2000 }, (_, i) => String.fromCharCode((i * 7919) % 0xd800)).join(''),
      'COMPILE_ERROR',
    ],
    ['noise in Python', 'python3', '\u0001\u0002\uFFFD\u0000\u0007', 'COMPILE_ERROR'],
    ['UTF-16 read as characters', 'c11', [...SUM].map((c) => `${c}\0`).join(''), 'COMPILE_ERROR'],
    ['UTF-16 with its mark', 'c11', `\uFEFF${[...SUM].map((c) => `${c}\0`).join('')}`, 'COMPILE_ERROR'],
    ['UTF-16 of the other order', 'python3', [...'print(3)'].map((c) => `\0${c}`).join(''), 'COMPILE_ERROR'],
    ['halves of characters', 'c11', `// \uD83D \uDE00\n${SUM}`, 'ACCEPTED'],
    ['a byte order mark', 'c11', `\uFEFF${SUM}`, 'ACCEPTED'],
    ['a byte order mark in Python', 'python3', '\uFEFFprint(3)', 'ACCEPTED'],
    ['a NUL in a comment', 'cpp17', `// a\0b\n${SUM}`, 'ACCEPTED'],
    ['CRLF', 'c11', SUM.replaceAll('\n', '\r\n'), 'ACCEPTED'],
    ['CR alone', 'python3', 'x = 1\rprint(x + 2)\r', 'ACCEPTED'],
    ['no newline', 'python3', 'print(3)', 'ACCEPTED'],
    ['65,535 characters', 'c11', `${SUM}\n//`.padEnd(65_535, 'x'), 'ACCEPTED'],
    ['65,535 characters of three bytes', 'c11', `${SUM}\n//`.padEnd(65_535, '\u6f22'), 'ACCEPTED'],
    ['one line of brackets', 'c11', '('.repeat(65_535), 'COMPILE_ERROR'],
  ])('%s', async (_, language, source, verdict) => {
    const { report } = await judgeOne(source, { language, limits: { ...LIMITS, timeMs: 3000 } })
    expect(report.verdict).toBe(verdict)
    if (verdict === 'COMPILE_ERROR') expect(report.message).toMatch(/\S/)
    expect(report.message ?? '').not.toContain('\0')
    expect(Buffer.byteLength(report.message ?? '')).toBeLessThanOrEqual(200 * 1024)
  })
})

test.each(['java', 'php'])('%s begins with a byte order mark', async (language) => {
  const source = `\uFEFF${findLanguage(language)?.template}`
  const { report } = await judgeOne(source, { language, limits: { ...LIMITS, timeMs: 3000 } })
  expect(report).toMatchObject({ verdict: 'ACCEPTED', message: null })
})

describe('the words of a compiler', () => {
  const words = async (source: string, language = 'c11') => {
    const { report } = await judgeOne(source, { language })
    expect(report.verdict).toBe('COMPILE_ERROR')
    const message = report.message ?? ''
    // biome-ignore lint/suspicious/noControlCharactersInRegex: there must be none of them
    expect(message).not.toMatch(/[\0-\x08\x0E-\x1F\x7F]|\p{Surrogate}/u)
    expect(message).not.toContain(workshop.shop.scratchFolder.split('/')[3])
    return message
  }

  test('lose their colours, and keep a picture of other controls', async () => {
    expect(await words('#error \u001b[1;31mred\u001b[0m \u0007 bell')).toMatch(/#error red \u2407 bell\n/)
  })

  test('need not be UTF-8', async () => {
    expect(await words('#line 1 "\\377\\376 strange.c"\nint x = y;')).toMatch(/^\uFFFD\uFFFD strange\.c:1:/)
    expect(await words('static_assert(false, "\\xf0\\x9f");', 'cpp17')).toContain('\uFFFD')
  })

  test('are not taken for our own', async () => {
    expect(await words('#line 1 "@compilerTime"\nint x = y;')).toMatch(/^ @compilerTime:1:/)
  })

  test('may be one endless line', async () => {
    const message = await words(`int main() { return ${'x'.repeat(65_000)}; }`)
    expect(message).toMatch(/^main\.c: In function/)
    expect(message.length).toBeGreaterThan(60_000)
    expect(message.length).toBeLessThanOrEqual(64 * 1024)
    expect(await words(`int main() { return ${'\u6f22'.repeat(65_000)}; }`)).toMatch(/\u6f22$/)
  })

  test('name the files of the box, never those of the host', async () => {
    expect(await words('#include "/etc/passwd"\nint main() {}')).toMatch(/^main\.c:1:10: fatal error/)
    expect(await words('def f(:', 'python3')).toMatch(/^ {2}File "main\.py", line 1/)
    expect(presentable('/home/judge/rust/lib/x.rs: no', ['/home/judge/rust'])).toBe('rust/lib/x.rs: no')
  })
})

describe('strange data', () => {
  test('ten million short lines', async () => {
    const lines = Buffer.from('7\n'.repeat(10_000_000))
    const source = '#include <stdio.h>\nint main(){for(int i=0;i<10000000;i++)puts("7");}'
    const cases = [workshop.testcase('', lines, { index: 1 })]
    const limits = { ...LIMITS, timeMs: 10_000 }
    expect((await workshop.judge({ source, limits, cases })).report.verdict).toBe('ACCEPTED')
    const checker = { kind: 'tokens', caseSensitive: true } as const
    const short = source.replace('10000000', '9999999')
    expect((await workshop.judge({ source: short, limits, cases, checker })).report.verdict).toBe(
      'WRONG_ANSWER',
    )
  }, 180_000)

  test('NUL bytes and halves of characters in an output', async () => {
    const source = '#include <stdio.h>\nint main(){fwrite("3\\0\\xf0\\x9f\\n",1,5,stdout);}'
    const { runs } = await judgeOne(source)
    expect(runs[0]).toMatchObject({ verdict: 'WRONG_ANSWER', outputHead: '3\u2400\uFFFD\n' })
  })

  test.each([
    ['CRLF', '3\\r\\n4\\r\\n', 'PRESENTATION_ERROR', 'ACCEPTED'],
    ['CR', '3\\r4\\r', 'PRESENTATION_ERROR', 'WRONG_ANSWER'],
    ['no newline', '3\\n4', 'PRESENTATION_ERROR', 'ACCEPTED'],
  ])('an output with %s', async (_, text, strict, lenient) => {
    const source = `#include <stdio.h>\nint main(){fputs("${text}",stdout);}`
    const answers = ['3\n4\n', '3\r\n4\r\n', '3\r4\r']
    const cases = answers.map((answer, i) => workshop.testcase('', answer, { index: i + 1 }))
    for (const [ignoreTrailingBlanks, verdict] of [
      [false, strict],
      [true, lenient],
    ] as const) {
      const checker = { kind: 'default', ignoreTrailingBlanks } as const
      const { runs } = await workshop.judge({ source, cases, checker })
      // Byte for byte what the author expects is right in any case.
      const same = answers.map((answer) => answer === JSON.parse(`"${text}"`))
      expect(runs.map((run) => run.verdict)).toEqual(same.map((is) => (is ? 'ACCEPTED' : verdict)))
    }
    const { report } = await workshop.judge({
      source,
      cases,
      checker: { kind: 'tokens', caseSensitive: true },
    })
    expect(report.verdict).toBe('ACCEPTED')
  })

  test('an answer with CRLF and none at the end', async () => {
    const cases = [
      workshop.testcase('1\r\n2', '3\r\n', { index: 1 }),
      workshop.testcase('1 2', '3', { index: 2 }),
    ]
    const { runs } = await workshop.judge({ source: SUM, cases })
    expect(runs.map(({ verdict }) => verdict)).toEqual(['ACCEPTED', 'PRESENTATION_ERROR'])
  })
})

test('called off in the middle of a case, a judgement ends at once and leaves nothing', async () => {
  const abort = new AbortController()
  const source = '#include <unistd.h>\nint main(){for(;;)pause();}'
  const cases = [workshop.testcase('1 2\n', '3\n', { index: 1 })]
  let calledOff = 0
  const report = ({ kind }: JudgeEvent) => {
    if (kind !== 'running') return
    calledOff = performance.now()
    abort.abort(new Error('called off'))
  }
  const task = { ...plainTask, source, cases, limits: { ...LIMITS, timeMs: 60_000 } }
  await expect(judge(task, workshop.shop, { report, signal: abort.signal })).rejects.toThrow('called off')
  expect(performance.now() - calledOff).toBeLessThan(5_000)
})
