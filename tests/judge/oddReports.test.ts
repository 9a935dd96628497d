import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JudgeTask } from '#judge/protocol.ts'
import { openQueue, type TestQueue } from './support/queue.ts'
import { plainTask } from './support/workshop.ts'

/** What programs and compilers say goes into a column of text, which takes neither NUL nor halves of characters. */
let queue: TestQueue
beforeAll(async () => {
  queue = await openQueue()
  await queue.startHost({ JUDGE_LANGUAGES: 'c11,cpp17' })
})
afterAll(() => queue.close())

const judged = async (more: Partial<JudgeTask>) => {
  const { submissionId, judgementId } = await queue.submit({ ...plainTask, ...more })
  await queue.heard('submission.judged', submissionId)
  const { rows } = await queue.db.query(
    `select j.verdict, j.message, r.message as words, r."outputHead" from "Judgement" j
     left join "Run" r on r."judgementId" = j.id where j.id = $1`,
    [judgementId],
  )
  return rows[0]
}
const cases = () => [
  { index: 1, subtask: 0, score: 10, input: queue.keep('\n', '1.in'), answer: queue.keep('3\n', '1.out') },
]

test('a compiler that says bytes, controls and 64 KiB of one line', async () => {
  const source = `#line 1 "\\377\\360\\237 @idle \u001b[31m\u0001"\nint x = ${'\u6f22'.repeat(50_000)};`
  const { verdict, message } = await judged({ source, cases: cases() })
  expect(verdict).toBe('COMPILE_ERROR')
  expect(message).toMatch(/^\uFFFD\uFFFD @idle \u2401:1:9: error: /)
  expect(message.length).toBeGreaterThan(20_000)
})

test('a program that writes bytes', async () => {
  const source =
    '#include <stdio.h>\nint main() { fwrite("3\\0\\377\\033[31m\\360\\237\\n", 1, 11, stdout); }'
  expect(await judged({ source, cases: cases() })).toMatchObject({
    verdict: 'WRONG_ANSWER',
    outputHead: '3\u2400\uFFFD\u241B[31m\uFFFD\n',
  })
})

test('a checker that echoes them', async () => {
  const checker = {
    ...({ kind: 'program', language: 'cpp17', convention: 'testlib' } as const),
    source:
      '#include <cstdio>\nint main() { fwrite("no: \\0\\377\\033[0m\\360\\237", 1, 12, stderr); return 102; }',
  }
  const { verdict, words } = await judged({ source: 'int main() {}', cases: cases(), checker })
  expect(verdict).toBe('WRONG_ANSWER')
  expect(words).toBe('no: \u2400\uFFFD\u241B[0m\uFFFD')
})
