import { describe, expect, it } from 'vitest'
import { Refusal } from './core/errors.ts'
import { pageOf } from './pageByOffset.ts'

const ROWS = Array.from({ length: 250 }, (_, place) => place)

const nodesOf = async (wanted: Parameters<typeof pageOf>[0], rows = ROWS) => {
  const { edges, pageInfo, totalCount } = await pageOf(wanted, rows)
  expect(totalCount).toBe(rows.length)
  return { nodes: edges.map(({ node }) => node), pageInfo }
}

const stretch = (from: number, to: number) => ROWS.slice(from, to)

describe('a page of a list without cursors', () => {
  it('is the first one unless more is said, and never longer than the longest', async () => {
    expect((await nodesOf({})).nodes).toEqual(stretch(0, 15))
    expect((await nodesOf({ first: 5000 })).nodes).toEqual(stretch(0, 100))
    expect((await nodesOf({ last: 5000 })).nodes).toEqual(stretch(150, 250))
    expect((await nodesOf({ first: 0 })).nodes).toEqual([])
  })

  it('is turned by offset or by cursor, in both directions', async () => {
    expect((await nodesOf({ first: 3, offset: 200 })).nodes).toEqual(stretch(200, 203))
    const seen: number[] = []
    let after: string | null = null
    for (let more = true; more; ) {
      const { nodes, pageInfo } = await nodesOf({ first: 90, after })
      expect(pageInfo.hasPreviousPage).toBe(seen.length > 0)
      seen.push(...nodes)
      after = pageInfo.endCursor
      more = pageInfo.hasNextPage
    }
    expect(seen).toEqual(ROWS)

    const end = await nodesOf({ last: 2 })
    expect(end.nodes).toEqual([248, 249])
    expect(end.pageInfo).toMatchObject({ hasPreviousPage: true, hasNextPage: false })
    const before = await nodesOf({ last: 3, before: end.pageInfo.startCursor })
    expect(before.nodes).toEqual([245, 246, 247])
    expect(before.pageInfo.hasNextPage).toBe(true)
    expect((await nodesOf({ first: 10, last: 2 })).nodes).toEqual([8, 9])
  })

  it('is empty behind the last row, and of a list without rows', async () => {
    const far = await nodesOf({ offset: 1000 })
    expect(far).toMatchObject({
      nodes: [],
      pageInfo: { hasNextPage: false, startCursor: null, endCursor: null },
    })
    expect((await nodesOf({ last: 5 }, [])).nodes).toEqual([])
    expect((await nodesOf({ offset: -5 })).nodes).toEqual(stretch(0, 15))
  })

  it.each([
    { first: -1 },
    { last: -1 },
    { after: 'zz' },
    { before: Buffer.from('Offset:-1').toString('base64') },
  ])('is refused with %j', async (wanted) => {
    await expect(pageOf(wanted, ROWS)).rejects.toThrow(Refusal)
  })
})
