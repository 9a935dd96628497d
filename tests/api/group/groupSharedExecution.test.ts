import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Group } from '#prisma/generated/client.ts'
import { addGroup, setStanding } from '../../support/groups.ts'
import { addJudgeable } from '../../support/judgeable.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

/** Equal queries are answered together only for those who are the same in the groups that they ask about. */

let site: Site
let members: Person[]
let stranger: Person
let group: Group

beforeAll(async () => {
  site = await startSite({ SHARE_MS: '5000' })
  const owner = await addPerson(site, 'owner')
  members = [await addPerson(site, 'ada'), await addPerson(site, 'bob')]
  stranger = await addPerson(site, 'eve')
  group = await addGroup(site, owner, 'cls')
  for (const member of members) await setStanding(site, group, member, 'MEMBER')
  const { id: problemId } = await addJudgeable(site, 'G1', { groupId: group.id, visibility: 'GROUP' })
  await site.prisma.submission.create({
    data: {
      ...{
        problemId,
        groupId: group.id,
        userId: owner.id,
        language: 'cpp17',
        codeLength: 1,
        ip: '127.0.0.1',
      },
      code: { create: { source: 'x' } },
    },
  })
  await addJudgeable(site, 'P1')
})

afterAll(() => site?.close())

const PROBLEM = 'query ($displayId: String!) { problem(displayId: $displayId) { displayId } }'

const read = async (displayId: string, { token }: Person) => {
  const { data, headers } = await site.graphql(PROBLEM, { displayId }, { token })
  return { found: data?.problem.displayId ?? null, at: headers.get('read-at') }
}

it('shows the problem of a group to each of its members, and to nobody else, however often all ask', async () => {
  for (let turn = 0; turn < 5; turn++) {
    for (const member of members) expect((await read('G1', member)).found).toBe('G1')
    expect((await read('G1', stranger)).found).toBeNull()
  }
})

it('shares one execution of a query about a problem of the site between members of different groups', async () => {
  await expect
    .poll(async () => {
      const [one, other] = [await read('P1', members[0] as Person), await read('P1', stranger)]
      return one.at === other.at && one.found
    })
    .toBe('P1')
})

const LIST = 'query ($filter: SubmissionFilter) { submissions(filter: $filter) { totalCount } }'

it.each([{ visible: false }, { visible: true }, { disabled: true }])(
  'hands out no shared answer that is older than a change of the row of a group, by any client: %j',
  async (data) => {
    const readTogether = async () => {
      const ask = ({ token }: Person) => site.graphql(LIST, { filter: { groupNumber: group.id } }, { token })
      const answers = await Promise.all(members.map(ask))
      return answers.map(({ headers, data }) => ({ at: headers.get('read-at'), data })).at(-1)
    }
    let before = await readTogether()
    // The first answers are for their askers alone.
    await expect
      .poll(async () => {
        const last = before
        before = await readTogether()
        return before?.at === last?.at
      })
      .toBe(true)
    const began = Date.now()
    await site.prisma.group.update({ where: { id: group.id }, data })
    await expect.poll(async () => (await readTogether())?.at).not.toBe(before?.at)
    expect(Date.now() - began).toBeLessThan(1000)
    expect((await readTogether())?.data.submissions.totalCount).toBe(data.disabled ? 0 : 1)
  },
)
