import { expect, it, vi } from 'vitest'
import type { Snapshot, WireRow } from '#server/shared/board/wire.ts'
import { BoardFollower, type Followed } from './boardFollower.ts'

const row = (who: string, solved: number): WireRow => [
  ...([who, who, who, null, null, null, 0, 0, null] as const),
  [[1, 1, solved, 60, 0, 0, solved ? 60 : null, null, 0]],
]

const head: Snapshot['head'] = {
  contest: 1,
  type: 'ACM',
  startsAt: 0,
  freezesAt: null,
  endsAt: 1,
  isSealed: false,
  isLate: false,
  problems: [],
  awardKind: 'NONE',
  tiers: [],
}
const snapshot = (version: string, ...rows: WireRow[]): Snapshot => ({ version, head, rows })
const patch = (from: string, version: string, ...rows: WireRow[]) => ({
  from,
  version,
  changes: { rows, gone: [] },
})

/** A follower whose source answers snapshots one by one. */
function follow() {
  const asked: { answer(snapshot: Snapshot): void; fail(): void }[] = []
  const seen: Followed[] = []
  const failures: unknown[] = []
  const follower = new BoardFollower({
    read: () =>
      new Promise((answer, reject) => asked.push({ answer, fail: () => reject(new Error('away')) })),
    onChange: (followed) => seen.push(followed),
    onFailure: (error) => failures.push(error),
  })
  const answer = async (count: number, one: Snapshot) => {
    await vi.waitFor(() => expect(asked).toHaveLength(count))
    asked[count - 1]?.answer(one)
  }
  const last = () => seen.at(-1)
  return { follower, asked, seen, failures, answer, last }
}

it('follows patches that lead on from what it has, and says which cells are new', async () => {
  const { follower, answer, last } = follow()
  follower.read()
  await answer(1, snapshot('a', row('ada', 0), row('bob', 0)))
  await vi.waitFor(() => expect(last()?.board.version).toBe('a'))
  follower.hear(patch('a', 'b', row('bob', 1)))
  expect(last()?.board.rows.get('bob')?.gain).toBe(1)
  expect([...(last()?.fresh ?? [])]).toEqual([['bob', new Map([[1, 2]])]])
  follower.end()
})

it('keeps the events of patches that follow at once', async () => {
  const { follower, answer, last } = follow()
  follower.read()
  await answer(1, snapshot('a', row('ada', 1), row('bob', 0), row('eve', 0)))
  await vi.waitFor(() => expect(last()?.board.version).toBe('a'))
  const told = () => last()?.events.map(({ name }) => name)
  expect(told()).toEqual(['ada'])
  follower.hear(patch('a', 'b', row('bob', 1)))
  follower.hear(patch('b', 'c', row('eve', 1)))
  expect(told()).toEqual(['eve', 'bob', 'ada'])
  follower.end()
})

it('reads the snapshot by itself where it has missed something, and goes on from what came meanwhile', async () => {
  const { follower, asked, answer, last } = follow()
  follower.read()
  await answer(1, snapshot('a', row('ada', 0)))
  await vi.waitFor(() => expect(last()?.board.version).toBe('a'))
  follower.hear(patch('c', 'd', row('bob', 1)))
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  follower.hear(patch('d', 'e', row('eve', 0)))
  follower.hear(patch('e', 'f', row('eve', 1)))
  await answer(2, snapshot('e', row('ada', 0), row('bob', 1), row('eve', 0)))
  await vi.waitFor(() => expect(last()?.board.version).toBe('f'))
  expect(last()?.board.rows.get('eve')?.gain).toBe(1)
  expect(asked).toHaveLength(2)
  follower.end()
})

it('tries again after a failure, and keeps what it has', async () => {
  const { follower, asked, failures, answer, last } = follow()
  follower.read()
  await answer(1, snapshot('a', row('ada', 0)))
  await vi.waitFor(() => expect(last()?.board.version).toBe('a'))
  follower.hear({ from: 'x', version: 'y', changes: null })
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  asked[1]?.fail()
  await vi.waitFor(() => expect(failures).toHaveLength(1))
  expect(last()?.board.version).toBe('a')
  await vi.waitFor(() => expect(asked).toHaveLength(3), { timeout: 3000 })
  await answer(3, snapshot('y', row('ada', 1)))
  await vi.waitFor(() => expect(last()?.board.version).toBe('y'))
  follower.end()
})
