import { afterAll, beforeAll, expect, it } from 'vitest'
import { addGroup, setStanding } from '../support/groups.ts'
import { addJudgeable } from '../support/judgeable.ts'
import { addPerson, type Person } from '../support/people.ts'
import { type Site, startSite } from '../support/site.ts'

/** Equal queries are answered together only for those who are the same in the groups that they ask about. */

let site: Site
let members: Person[]
let stranger: Person

beforeAll(async () => {
  site = await startSite({ SHARE_MS: '1000' })
  const owner = await addPerson(site, 'owner')
  members = [await addPerson(site, 'ada'), await addPerson(site, 'bob')]
  stranger = await addPerson(site, 'eve')
  const group = await addGroup(site, owner, 'cls')
  for (const member of members) await setStanding(site, group, member, 'MEMBER')
  await addJudgeable(site, 'G1', { groupId: group.id, visibility: 'GROUP' })
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

it('answers those who ask for a problem of the site together, whatever groups they are in', async () => {
  await expect
    .poll(async () => {
      const [one, other] = [await read('P1', members[0] as Person), await read('P1', stranger)]
      return one.at === other.at && one.found
    })
    .toBe('P1')
})
