import type { RunGrid_runs$data } from '../../__generated__/RunGrid_runs.graphql.ts'

export type Transcript = NonNullable<RunGrid_runs$data['transcript']>
export type TranscriptLine = Transcript['lines'][number]

/**
 * Consecutive lines of one speaker, or a gap where lines are left out. `from` is the index of the first line.
 */
export type Block =
  | { kind: 'turn'; from: number; by: TranscriptLine['by']; lines: TranscriptLine[] }
  | { kind: 'gap'; from: number; lines: number }

/** Turns of a dialogue, in order. */
export function blocksOf({ lines, gap }: Pick<Transcript, 'lines' | 'gap'>): Block[] {
  const blocks: Block[] = []
  lines.forEach((line, place) => {
    if (gap?.after === place) blocks.push({ kind: 'gap', from: -1, lines: gap.lines })
    const last = blocks.at(-1)
    if (last?.kind === 'turn' && last.by === line.by) last.lines.push(line)
    else blocks.push({ kind: 'turn', from: place, by: line.by, lines: [line] })
  })
  return blocks
}
