import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '#server/launch/places.ts'
import { openContestSite } from '../support/contestSite.ts'
import { globalId } from '../support/judgeable.ts'

/** The documents that README shows to programs of others, as they stand there, by their names. */
const README = readFileSync(join(ROOT, 'README.md'), 'utf8')
const documents = new Map(
  [...README.matchAll(/```graphql\n(\w+ (\w+).*?)```/gs)].map(([, text = '', name = '']) => [name, text]),
)

const arena = openContestSite()
const { people, problems, makeContest, put, sent } = arena

const ask = async (name: string, variables: object, who: object = {}) => {
  const { data, errors } = await arena.site.graphql(documents.get(name) ?? name, variables, who)
  expect(errors).toBeUndefined()
  return data
}

it('README shows documents that work as they stand', async () => {
  expect([...documents.keys()]).toEqual(['Display', 'Submit', 'Statistics'])
  const number = await makeContest({ openRank: true })
  await put(number, problems.sum.id, 'A')
  await sent(people.ada, number, problems.sum.id, 5)

  const { contest } = await ask('Display', { number })
  expect(contest.scoreboard.rows).toMatchObject({
    totalCount: 1,
    pageInfo: { hasNextPage: false },
    edges: [{ node: { rank: 1, username: 'ada', total: 1, cells: [{ displayId: 'A', isFirst: true }] } }],
  })

  const input = {
    problemId: globalId('Problem', problems.sum.id),
    contestId: globalId('Contest', number),
    ...{ language: 'cpp17', source: 'int main() { return 0; } // nothing', clientKey: 'the first try' },
  }
  const { submit } = await ask('Submit', { input }, people.bob)
  expect(submit).toMatchObject({ verdict: null, number: expect.any(Number) })
  expect((await ask('Submit', { input }, people.bob)).submit.id).toBe(submit.id)

  const { submissions } = await ask('Statistics', { contest: number }, people.owner)
  expect(submissions.edges.map(({ node }: { node: { user: object } }) => node.user)).toEqual([
    { username: 'bob' },
    { username: 'ada' },
  ])
})
