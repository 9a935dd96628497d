import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { OUTPUT, outputsByCase } from '#judge/outputs.ts'
import type { JudgeTask, OutputFile } from '#judge/protocol.ts'
import { openWorkshop, type TestWorkshop } from './support/workshop.ts'

/** The file of each case, by the name of its input. */
function matched(
  cases: readonly (readonly [string, string])[],
  files: readonly string[],
): Record<string, string> {
  const blob = { hash: '', size: 0 }
  const specs = cases.map(([input, answer], at) => ({
    index: at + 1,
    input: { ...blob, name: input },
    answer: { ...blob, name: answer },
  }))
  const found = outputsByCase(
    specs,
    files.map((name) => ({ name })),
  )
  return Object.fromEntries([...found].map(([index, { name }]) => [cases[index - 1]?.[0] ?? '', name]))
}

describe('a file of output is for the case', () => {
  test('whose input or answer has its name, whatever the ending and case', () => {
    const cases = [
      ['data1.in', 'data1.ans'],
      ['b.in', 'answer-b.out'],
    ] as const
    expect(matched(cases, ['DATA1.OUT', 'answer-b.txt'])).toEqual({
      'data1.in': 'DATA1.OUT',
      'b.in': 'answer-b.txt',
    })
  })

  test('with its folders before without them', () => {
    const cases = [
      ['easy/1.in', 'easy/1.out'],
      ['hard/1.in', 'hard/1.out'],
      ['hard/2.in', 'hard/2.out'],
    ] as const
    expect(matched(cases, ['hard/1.out', '1.out', 'answers/2.out'])).toEqual({
      'hard/1.in': 'hard/1.out',
      'hard/2.in': 'answers/2.out',
      'easy/1.in': '1.out',
    })
    expect(matched(cases, ['1.out'])).toEqual({})
  })

  test('that is the only one', () => {
    expect(matched([['board.in', 'board.out']], ['mine.txt'])).toEqual({ 'board.in': 'mine.txt' })
    expect(matched([['board.in', 'board.out']], ['mine.txt', 'yours.txt'])).toEqual({})
  })

  test('also beside the inputs, which give way to it', () => {
    const cases = [
      ['data1.in', 'data1.ans'],
      ['data2.in', 'data2.ans'],
      ['data3.in', 'data3.ans'],
    ] as const
    expect(
      matched(cases, ['all/Data1.IN', 'all/data1.out', 'all/data2.in', 'all/2.txt', 'data3.in']),
    ).toEqual({
      'data1.in': 'all/data1.out',
      'data2.in': 'all/2.txt',
      'data3.in': 'data3.in',
    })
    expect(matched(cases.slice(0, 1), ['data1.in', 'mine.txt'])).toEqual({ 'data1.in': 'mine.txt' })
  })

  test('by the last number in it, where that is one case and one file', () => {
    const cases = Array.from({ length: 10 }, (_, at) => {
      const name = `game${String(at + 1).padStart(2, '0')}`
      return [`${name}.in`, `${name}.ans`] as const
    })
    expect(matched(cases, ['1.out', 'my-10.txt', '11.out'])).toEqual({
      'game01.in': '1.out',
      'game10.in': 'my-10.txt',
    })
    expect(matched(cases, ['a1.out', 'b1.out'])).toEqual({})
    expect(
      matched(
        [
          ['1-1.in', '1-1.out'],
          ['2-1.in', '2-1.out'],
        ],
        ['1.out'],
      ),
    ).toEqual({})
  })
})

test('files with long numbers in their names are matched as fast as others', () => {
  const names = Array.from({ length: 1000 }, (_, at) => `${1000 + at}${'1'.repeat(380)}a1.out`)
  const before = process.cpuUsage()
  expect(
    matched(
      [
        ['1.in', '1.ans'],
        ['2.in', '2.ans'],
      ],
      names,
    ),
  ).toEqual({})
  expect(process.cpuUsage(before).user).toBeLessThan(400_000)
})

let workshop: TestWorkshop

beforeAll(async () => {
  workshop = await openWorkshop(['cpp17'])
})
afterAll(() => workshop.close())
afterEach(async () => {
  expect(await workshop.leftovers()).toEqual([])
})

function file(name: string, content: string): OutputFile {
  const hash = createHash('sha256').update(content).digest('hex')
  workshop.blobs.set(hash, Buffer.from(content))
  return { name, hash, size: Buffer.byteLength(content) }
}

function submit(contents: Record<string, string>, more: Partial<JudgeTask> = {}) {
  const cases = ['7', '8', '9'].map((answer, i) =>
    workshop.testcase(`${i}\n`, `${answer}\n`, {
      index: i + 1,
      input: { ...workshop.testcase(`${i}\n`, null).input, name: `${i + 1}.in` },
    }),
  )
  return workshop.judge({
    language: OUTPUT,
    checker: { kind: 'default', ignoreTrailingBlanks: true },
    outputs: Object.entries(contents).map(([name, content]) => file(name, content)),
    cases,
    ...more,
  })
}

/** Gives 30 % for any number, and all for the right one. */
const CHECKER = `#include "testlib.h"
int main(int argc, char **argv) {
  registerTestlibCmd(argc, argv);
  int said = ouf.readInt();
  if (said == ans.readInt()) quitf(_ok, "right");
  quitp(30, "%d is a number", said);
}`

describe('submitted outputs', () => {
  test('are compared, and nothing is measured', async () => {
    const { report, runs, events } = await submit({ '1.out': '7\n', '2.out': '8 \n', '3.out': '9' })
    expect(report).toMatchObject({ verdict: 'ACCEPTED', timeMs: null, memoryKb: null })
    expect(runs.map(({ outputHead }) => outputHead)).toEqual(['7\n', '8 \n', '9'])
    expect(events.map(({ kind }) => kind)).toEqual(['compiling', 'running', 'run', 'run', 'run'])
  })

  test('are wrong where a file is missing or empty, and count by case', async () => {
    const { report, runs } = await submit({ '1.out': '7', '3.out': '' }, { scoring: 'OI', fullScore: 30 })
    expect(report).toMatchObject({ verdict: 'PARTIALLY_ACCEPTED', score: 10 })
    expect(runs.map(({ verdict, score, message }) => [verdict, score, message])).toEqual([
      ['ACCEPTED', 10, null],
      ['WRONG_ANSWER', 0, '@outputMissing'],
      ['WRONG_ANSWER', 0, null],
    ])
  })

  test('go to a checker with its part of the score, whatever they contain', async () => {
    const checker = { kind: 'program', language: 'cpp17', source: CHECKER } as const
    const { runs } = await submit(
      { '1.out': '7', '2.out': '5', '3.out': '\0\xff garbage' },
      { checker, scoring: 'OI', fullScore: 30 },
    )
    expect(runs.map(({ verdict, score }) => [verdict, score])).toEqual([
      ['ACCEPTED', 10],
      ['PARTIALLY_ACCEPTED', 3],
      ['WRONG_ANSWER', 0],
    ])
  })

  test('stop at the first wrong one where cases do', async () => {
    const { runs } = await submit({ '1.out': '7', '3.out': '9' }, { caseMode: 'UNTIL_FAILURE' })
    expect(runs.map(({ verdict }) => verdict)).toEqual(['ACCEPTED', 'WRONG_ANSWER'])
  })
})
