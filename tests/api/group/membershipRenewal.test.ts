import { graphql } from 'graphql'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Group } from '#prisma/generated/client.ts'
import type { GroupStanding } from '#prisma/generated/enums.ts'
import { type Context, readerOf } from '#server/context.ts'
import { transact } from '#server/events.ts'
import { renewMemberships } from '#server/memberships.ts'
import { GROUP } from '#server/modules/group/group.ts'
import { roleIn } from '#server/policy/reader.ts'
import { schema } from '#server/schema.ts'
import { mayEnter } from '#server/venue.ts'
import { addGroup } from '../../support/groups.ts'
import { addJudgeable } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

/** A rule that changes its caller's own membership answers as what the caller is from then on. */

let site: Site
let group: Group
let bob: Person

beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: 'silent' })
  group = await addGroup(site, await addPerson(site, 'owner'), 'own')
  bob = await addPerson(site, 'bob')
  await addJudgeable(site, 'OWN1', { groupId: group.id, visibility: 'GROUP' })
})
afterAll(() => site?.close())

/** As a mutation does that somebody joins, rises and leaves by. */
const become = (ctx: Context, standing: GroupStanding | null, after = () => {}): Promise<void> =>
  transact(ctx, async (ctx) => {
    const row = { groupId: group.id, userId: bob.id }
    await ctx.db.groupMember.deleteMany({ where: row })
    if (standing) await ctx.db.groupMember.create({ data: { ...row, standing } })
    await renewMemberships(ctx)
    expect(roleIn(readerOf(ctx), group.id)).toBe(standing)
    after()
  })

/** What the answer of the same request shows of the group's problem. */
async function shownIn(ctx: Context): Promise<string | null> {
  const source = '{ problem(displayId: "OWN1") { displayId } }'
  const { data } = await graphql({ schema, source, contextValue: ctx })
  return (data?.problem as { displayId: string } | null | undefined)?.displayId ?? null
}

const overRest = async (): Promise<string | null> => {
  const { data } = await site.rest('GET', '/api/get-problem-detail?problemId=OWN1', { token: bob.token })
  return data?.problem?.problemId ?? null
}

it('shows the new role in the same request and by every door', async () => {
  const ctx = contextOf(site, bob)
  const may = (purpose: 'look' | 'manage') => mayEnter(ctx, GROUP, group.id, purpose)
  expect([await may('look'), await may('manage'), await shownIn(ctx)]).toEqual([false, false, null])
  await become(ctx, 'MEMBER')
  expect([await may('look'), await may('manage'), await shownIn(ctx)]).toEqual([true, false, 'OWN1'])
  expect(await overRest()).toBe('OWN1')

  const line = await site.subscribe(
    'subscription ($filter: SubmissionFilter) { submissionsChanged(filter: $filter) { change } }',
    { filter: { groupNumber: group.id } },
    { token: bob.token },
  )
  await become(ctx, 'ADMIN')
  expect([await may('look'), await may('manage'), await shownIn(ctx)]).toEqual([true, true, 'OWN1'])
  expect(line.received).toEqual([])

  const began = Date.now()
  await become(ctx, null)
  expect([await may('look'), await may('manage'), await shownIn(ctx)]).toEqual([false, false, null])
  expect(await overRest()).toBeNull()
  await expect(line.next()).resolves.toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] })
  expect(Date.now() - began).toBeLessThan(1000)
})

it('leaves the request as it was when the rule is undone', async () => {
  const ctx = contextOf(site, bob)
  const undone = become(ctx, 'ROOT', () => {
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(roleIn(readerOf(ctx), group.id)).toBeNull()
  expect(await shownIn(ctx)).toBeNull()
  expect(await overRest()).toBeNull()
})
