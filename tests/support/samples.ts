import { createHash } from 'node:crypto'
import type { CaseSpec } from '#judge/protocol.ts'
import { caseSpec } from './judgeable.ts'

/** A case whose input is this text. */
export const caseOfInput = (index: number, input: string): CaseSpec => ({
  ...caseSpec(index),
  input: {
    hash: createHash('sha256').update(input).digest('hex'),
    size: Buffer.byteLength(input),
    name: `${index}.in`,
  },
})
