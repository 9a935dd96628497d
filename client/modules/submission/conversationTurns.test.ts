import { expect, it } from 'vitest'
import { blocksOf, type TranscriptLine } from './conversationTurns.ts'

const line = (by: TranscriptLine['by'], text: string): TranscriptLine => ({
  by,
  text,
  end: null,
  open: false,
})

it('gathers what one says before the other speaks', () => {
  const lines = [line('PROGRAM', '1'), line('PROGRAM', '2'), line('INTERACTOR', '3'), line('PROGRAM', '4')]
  expect(blocksOf({ lines, gap: null })).toEqual([
    { kind: 'turn', from: 0, by: 'PROGRAM', lines: lines.slice(0, 2) },
    { kind: 'turn', from: 2, by: 'INTERACTOR', lines: lines.slice(2, 3) },
    { kind: 'turn', from: 3, by: 'PROGRAM', lines: lines.slice(3) },
  ])
})

it('breaks a turn where lines are left out', () => {
  const lines = [line('PROGRAM', '1'), line('PROGRAM', '9')]
  expect(blocksOf({ lines, gap: { after: 1, lines: 7 } }).map(({ kind }) => kind)).toEqual([
    'turn',
    'gap',
    'turn',
  ])
  expect(blocksOf({ lines: [], gap: null })).toEqual([])
})
