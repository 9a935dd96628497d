import { afterAll, beforeAll, expect, it } from 'vitest'
import { globalId } from '../support/judgeable.ts'
import { addPerson } from '../support/people.ts'
import { type Site, startSite } from '../support/site.ts'

/** Views of guests, who are told apart by their networks. */

let site: Site
beforeAll(async () => {
  site = await startSite({ TRUST_PROXY: 'on' })
})
afterAll(() => site.close())

const SAME_NETWORK = ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:ffff::3']

/** How often something was viewed after a view from each address. */
async function viewsFrom(addresses: readonly string[], query: string, id: string): Promise<number[]> {
  const counts: number[] = []
  for (const address of addresses) {
    const { data } = await site.graphql(query, { id }, { headers: { 'x-forwarded-for': address } })
    counts.push(data.viewed.viewCount)
  }
  return counts
}

it('those of a post count once for the 64 bits of a network (area-rules D9)', async () => {
  const author = await addPerson(site, 'ada')
  const { id } = await site.prisma.discussion.create({
    data: {
      title: 'Tides',
      description: 'On tides',
      content: 'They come',
      categoryId: 1,
      authorId: author.id,
    },
  })
  const view = 'mutation ($id: ID!) { viewed: viewDiscussion(input: { id: $id }) { viewCount } }'
  const addresses = [...SAME_NETWORK, '2001:db8:1:3::1', '192.0.2.1', '192.0.2.2']
  expect(await viewsFrom(addresses, view, globalId('Discussion', id))).toEqual([1, 1, 1, 2, 3, 4])
})

it('those of a lesson count once for the 64 bits of a network (area-rules L7)', async () => {
  const { id } = await site.prisma.lesson.create({
    data: { key: 'tides', keyLower: 'tides', rank: 0, title: 'Tides' },
  })
  const view = 'mutation ($id: ID!) { viewed: viewLesson(input: { id: $id }) { viewCount } }'
  const addresses = [...SAME_NETWORK, '2001:db8:1:3::1', '192.0.2.1', '192.0.2.2']
  expect(await viewsFrom(addresses, view, globalId('Lesson', id))).toEqual([1, 1, 1, 2, 3, 4])
})
