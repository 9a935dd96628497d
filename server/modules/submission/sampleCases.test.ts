import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { CaseSpec } from '#judge/protocol.ts'
import { sampleCases } from './sampleCases.ts'

const spec = (index: number, input: string): CaseSpec => ({
  index,
  subtask: 0,
  score: 0,
  answer: null,
  input: {
    hash: createHash('sha256').update(input).digest('hex'),
    size: Buffer.byteLength(input),
    name: `${index}.in`,
  },
})
const sample = (index: number, input: string) => ({ problemId: 1, index, input, output: '' })

describe('the cases that are samples', () => {
  it.each([
    ['1 2', '1 2'],
    ['1 2', '1 2\n'],
    ['1 2\n', '1 2'],
    ['1 2\n3\n', '1 2\r\n3\r\n'],
    ['1 2\r\n3', '1 2\n3\n'],
    ['1 2\n\n', '1 2\n'],
    ['', ''],
    ['é', 'é\n'],
  ])('are found: %j as %j', (input, file) => {
    const found = sampleCases([spec(4, 'other'), spec(5, file)], [sample(1, 'no'), sample(2, input)])
    expect([...found].map(([index, { index: number }]) => [index, number])).toEqual([[5, 2]])
  })

  it.each([
    ['1 2', '1  2'],
    ['1 2', ' 1 2'],
    ['1', '1 1'],
    ['1\n2', '1 2'],
  ])('are no others: %j is not %j', (input, file) => {
    expect(sampleCases([spec(1, file)], [sample(1, input)]).size).toBe(0)
  })

  it('are the first of two samples that are the same, and every case that repeats one', () => {
    const found = sampleCases([spec(1, '7'), spec(2, '7\n')], [sample(1, '7'), sample(2, '7')])
    expect([...found.values()].map(({ index }) => index)).toEqual([1, 1])
  })
})
