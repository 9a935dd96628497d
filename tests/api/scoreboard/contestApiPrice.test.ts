import { expect, it } from 'vitest'
import { basic } from '../../support/contestFeed.ts'
import { openContestSite } from '../../support/contestSite.ts'

const arena = openContestSite(async () => ({ COST_PER_MINUTE: '3000' }))
const { problems, makeContest, put } = arena

it('reads of a large contest over the Contest API use up the points of their caller, those of a small one do not', async () => {
  const [small, large] = [await makeContest({ openRank: true }), await makeContest({ openRank: true })]
  for (const cid of [small, large]) await put(cid, problems.sum.id, 'A')
  await arena.site.prisma.$executeRaw`
    insert into "User" ("id", "username", "usernameKey", "looks", "gender", "passwordHash", "createdAt", "updatedAt")
    select 'mass' || i, 'mass' || i, 'mass' || i, array['mass' || i], 'secrecy', '', now(), now()
    from generate_series(1, 400) i`
  await arena.site.prisma.$executeRaw`
    insert into "Submission" ("problemId", "userId", "contestId", "language", "codeLength", "ip", "state", "verdict")
    select ${problems.sum.id}::int, 'mass' || i, ${large}::int, 'cpp17', 9, '::1', 'DONE', 'ACCEPTED'
    from generate_series(1, 400) i`
  const statuses = async (name: string, cid: number) => {
    const read = async () => {
      const headers = { authorization: basic(name) }
      return (await fetch(`${arena.site.url}/api/contests/${cid}/state`, { headers })).status
    }
    const seen: number[] = []
    for (let turn = 0; turn < 6; turn++) seen.push(await read())
    return seen
  }
  expect(await statuses('ada', small)).toEqual([200, 200, 200, 200, 200, 200])
  expect(await statuses('bob', large)).toEqual([200, 200, 200, 200, 429, 429])
})
