import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addGroup } from '../support/groups.ts'
import { addJudgeable } from '../support/judgeable.ts'
import { addPerson } from '../support/people.ts'
import { type Site, startSite } from '../support/site.ts'

/** Problems that are of a group: which states there are of them, who sees and changes them, and what a save may make of them. */

let site: Site
let groupId: number

beforeAll(async () => {
  site = await startSite()
  groupId = (await addGroup(site, await addPerson(site, 'owner'), 'states')).id
})

afterAll(() => site?.close())

const VISIBILITIES = ['PUBLIC', 'HIDDEN', 'CONTEST_ONLY', 'GROUP'] as const
const APPLICATIONS = [null, 'ASKED', 'APPROVED', 'REFUSED'] as const

/** What the table of visibility.ts allows: of the site, and of a group. */
const OF_SITE = ['PUBLIC null false', 'HIDDEN null false', 'CONTEST_ONLY null false']
const OF_GROUP = [
  ...['GROUP null', 'GROUP ASKED', 'GROUP REFUSED', 'HIDDEN null', 'HIDDEN REFUSED'],
  ...['CONTEST_ONLY null', 'CONTEST_ONLY REFUSED'],
].flatMap((state) => [`${state} false`, `${state} true`])
const APPROVED = 'PUBLIC APPROVED true'

describe.each([
  ['the site', false],
  ['a group', true],
])('a problem of %s', (_, isOfGroup) => {
  it('is in one of the states there are, whoever writes it (area-rules G10, G11)', async () => {
    const { id } = await addJudgeable(site, `STATE${isOfGroup}`, {
      visibility: 'HIDDEN',
      groupId: isOfGroup ? groupId : null,
    })
    const taken: string[] = []
    for (const visibility of VISIBILITIES)
      for (const application of APPLICATIONS)
        for (const wasApproved of [false, true]) {
          const written = site.prisma.$executeRaw`
            update "Problem" set "visibility" = ${visibility}::"ProblemVisibility",
              "application" = ${application}::"ProblemApplication",
              "approvedAt" = case when ${wasApproved}::boolean then now() end
            where "id" = ${id}`
          const name = `${visibility} ${application} ${wasApproved}`
          await written.then(
            () => taken.push(name),
            (error) => expect(String(error)).toContain('Problem_state_check'),
          )
        }
    expect(taken.toSorted()).toEqual((isOfGroup ? [...OF_GROUP, APPROVED] : OF_SITE).toSorted())
  })
})
