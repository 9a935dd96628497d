import type { RunGrid_runs$data } from '../../__generated__/RunGrid_runs.graphql.ts'

export type Transcript = NonNullable<RunGrid_runs$data['transcript']>
export type TranscriptLine = Transcript['lines'][number]

/** What one says before the other speaks, or the place where lines are left out. `from` is the first line's place. */
export type Block =
  | { kind: 'turn'; from: number; by: TranscriptLine['by']; lines: TranscriptLine[] }
  | { kind: 'gap'; from: number; lines: number }

/** The turns of a conversation, in order. */
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
