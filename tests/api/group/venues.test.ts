import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Contest } from '#prisma/generated/client.ts'
import { type Context, readerOf } from '#server/context.ts'
import { CONTEST, SHOWN_CONTEST } from '#server/modules/contest/contest.ts'
import { GROUP } from '#server/modules/group/group.ts'
import { ownerOfSession } from '#server/modules/user/session.ts'
import { writeRule } from '#server/policy/accountRule.ts'
import { contestPolicy, visibleContests } from '#server/policy/contest.ts'
import { groupPolicy, visibleGroups } from '#server/policy/group.ts'
import { enter, mayEnter } from '#server/venue.ts'
import { minutes } from '../../support/contestSite.ts'
import { tellContest } from '../../support/contests.ts'
import { addGroup, setStanding } from '../../support/groups.ts'
import { globalId } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

/** One rule says who enters a venue, of one row (`bar`) and of all (`admitted`). */

let site: Site
const people: (Person | null)[] = [null]

/** Numbers below `below` that are the same in each run. */
const randomBelow = (seed: number) => (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * below)
}
const roll = randomBelow(7)
const oneOf = <One>(some: readonly One[]): One => some[roll(some.length)] as One
const flip = () => roll(2) === 0

const CLOCKS = [-90, 0, 45, 100].map(minutes)
const RULE = writeRule({ prefix: 'user', suffix: '', start: 1, end: 3, extra: [] })

beforeAll(async () => {
  site = await startSite()
  for (const role of ['ROOT', 'PROBLEM_ADMIN', 'ADMIN', 'ADMIN'] as const)
    people.push(await addPerson(site, `staff${people.length}`, { role }))
  for (const at of [1, 2, 3, 4, 5, 6, 7]) people.push(await addPerson(site, `user${at}`))
  const some = people.filter((one) => one !== null)
  const groups: number[] = []
  for (const state of [{}, {}, { visible: false }, { disabled: true }, { disbandedAt: new Date() }]) {
    const group = await addGroup(site, oneOf(some), `g${groups.length}`, state)
    for (const person of some)
      if (flip())
        await setStanding(site, group, person, oneOf(['APPLIED', 'REFUSED', 'MEMBER', 'ADMIN', 'ROOT']))
    groups.push(group.id)
  }
  const contestOf = (): Omit<Contest, 'id' | 'awards'> => ({
    ...({ type: 'ACM', ownerId: oneOf(some).id } as Contest),
    groupId: flip() ? null : oneOf(groups),
    ...oneOf([
      { startsAt: minutes(-120), endsAt: minutes(-60) },
      { startsAt: minutes(-60), endsAt: minutes(60) },
      { startsAt: minutes(30), endsAt: minutes(90) },
    ]),
    access: oneOf(['PUBLIC', 'PROTECTED', 'PRIVATE', 'PRIVATE']),
    accountRule: oneOf([null, RULE]),
    visible: roll(4) > 0,
    boardIsOpen: flip(),
    takesLate: flip(),
    removedAt: null,
  })
  for (let at = 0; at < 80; at++) {
    const { id } = await site.prisma.contest.create({ data: contestOf() })
    if (at % 20 === 0)
      await site.prisma.contest.update({ where: { id }, data: { visible: false, removedAt: new Date() } })
    for (const { id: userId } of some)
      if (flip())
        await site.prisma.participation.create({
          data: { contestId: id, userId, registeredAt: flip() ? new Date() : null },
        })
  }
  await site.house.timetable.renew()
})

afterAll(() => site?.close())

async function contextNow(person: Person | null, now: Date): Promise<Context> {
  const owner = person && (await ownerOfSession(site.house, person.sessionId))
  return { ...contextOf(site, person, now), viewer: owner?.viewer ?? null }
}

/** Asks for everybody at several moments. */
async function forAll(
  ask: (ctx: Context) => Promise<{ byFilter: readonly { id: number }[]; byRow: readonly number[] }>,
) {
  let found = 0
  for (const person of people)
    for (const now of CLOCKS) {
      const { byFilter, byRow } = await ask(await contextNow(person, now))
      expect(byFilter.map(({ id }) => id).sort((a, b) => a - b)).toEqual(byRow)
      found += byRow.length
    }
  expect(found).toBeGreaterThan(0)
}

const only = async (ids: readonly number[], isIn: (id: number) => Promise<boolean>): Promise<number[]> => {
  const answers = await Promise.all(ids.map(isIn))
  return ids.filter((_, at) => answers[at])
}

const idsOf = (noun: 'contest' | 'group') =>
  (site.prisma[noun] as typeof site.prisma.contest)
    .findMany({ select: { id: true }, orderBy: { id: 'asc' } })
    .then((rows) => rows.map(({ id }) => id))

describe('the filter of a kind of venue has exactly the rows that one may enter', () => {
  it.each(['look', 'board', 'manage'] as const)(
    'contests: %s (contest-rules 15, area-rules G12)',
    async (purpose) => {
      const ids = await idsOf('contest')
      await forAll(async (ctx) => ({
        byFilter: await ctx.db.contest.findMany({ where: contestPolicy.admitted[purpose](readerOf(ctx)) }),
        byRow: await only(ids, (id) => mayEnter(ctx, CONTEST, id, purpose)),
      }))
    },
  )

  it.each(['look', 'manage'] as const)('groups: %s (area-rules G2)', async (purpose) => {
    const ids = await idsOf('group')
    await forAll(async (ctx) => ({
      byFilter: await ctx.db.group.findMany({ where: groupPolicy.admitted[purpose](readerOf(ctx)) }),
      byRow: await only(ids, (id) => mayEnter(ctx, GROUP, id, purpose)),
    }))
  })

  it('the filter of visible contests has exactly those that exist for the viewer', async () => {
    const contests = await site.prisma.contest.findMany({ orderBy: { id: 'asc' } })
    const rows = await CONTEST.load(
      site.prisma,
      contests.map(({ id }) => id),
    )
    await forAll(async (ctx) => ({
      byFilter: await ctx.db.contest.findMany({ where: visibleContests(readerOf(ctx)) }),
      byRow: rows
        .filter((row) => CONTEST.isKnown(readerOf(ctx), row, 'board'))
        .map(({ id }) => id)
        .sort((a, b) => a - b),
    }))
    const groups = await site.prisma.group.findMany({ orderBy: { id: 'asc' } })
    await forAll(async (ctx) => ({
      byFilter: await ctx.db.group.findMany({ where: visibleGroups(readerOf(ctx)) }),
      byRow: groups.filter((row) => GROUP.isKnown(readerOf(ctx), row, 'look')).map(({ id }) => id),
    }))
  })

  it('everybody who may submit in a contest may view it', async () => {
    const ids = await idsOf('contest')
    await forAll(async (ctx) => ({
      byFilter: (await only(ids, (id) => mayEnter(ctx, CONTEST, id, 'submit'))).map((id) => ({ id })),
      byRow: await only(ids, async (id) => {
        const [look, submit] = [mayEnter(ctx, CONTEST, id, 'look'), mayEnter(ctx, CONTEST, id, 'submit')]
        return (await look) && (await submit)
      }),
    }))
  })
})

/** How somebody is refused for each purpose; null: they are let in. */
async function refusals(person: Person | null, kind: typeof CONTEST, id: number) {
  const ctx = await contextNow(person, new Date())
  const codeOf = (purpose: 'look' | 'submit' | 'board' | 'manage') =>
    enter(ctx, kind, id, purpose).then(
      () => null,
      ({ code }) => code,
    )
  return {
    look: await codeOf('look'),
    submit: await codeOf('submit'),
    board: await codeOf('board'),
    manage: await codeOf('manage'),
  }
}

describe('a contest of a group', () => {
  const who = {} as Record<'root' | 'staff' | 'owner' | 'member' | 'applicant' | 'stranger', Person>
  const inGroup = (groupId: number, fields: Partial<Contest> = {}) =>
    site.prisma.contest.create({
      data: {
        type: 'ACM' as const,
        ownerId: who.owner.id,
        groupId,
        startsAt: minutes(-60),
        endsAt: minutes(60),
        ...(fields as object),
      },
    })

  beforeAll(async () => {
    for (const name of ['owner', 'member', 'applicant', 'stranger'] as const)
      who[name] = await addPerson(site, name)
    who.root = await addPerson(site, 'super', { role: 'ROOT' })
    who.staff = await addPerson(site, 'teacher', { role: 'ADMIN' })
  })

  const groupWith = async (shortName: string) => {
    const group = await addGroup(site, who.owner, shortName)
    await setStanding(site, group, who.member, 'MEMBER')
    await setStanding(site, group, who.applicant, 'APPLIED')
    return group
  }

  const NOTHING = { look: 'NOT_FOUND', submit: 'NOT_FOUND', board: 'NOT_FOUND', manage: 'NOT_FOUND' }

  it('exists for its members alone, whatever its access (area-rules G12)', async () => {
    const group = await groupWith('first')
    for (const access of ['PUBLIC', 'PROTECTED', 'PRIVATE'] as const) {
      const { id } = await inGroup(group.id, { access })
      for (const name of ['staff', 'applicant', 'stranger'] as const)
        expect(await refusals(who[name], CONTEST, id)).toEqual(NOTHING)
      expect(await refusals(null, CONTEST, id)).toEqual(NOTHING)
      const look = access === 'PRIVATE' ? 'CONTEST_NOT_REGISTERED' : null
      const submit = access === 'PUBLIC' ? null : 'CONTEST_NOT_REGISTERED'
      expect(await refusals(who.member, CONTEST, id)).toEqual({
        look,
        submit,
        board: look,
        manage: 'FORBIDDEN',
      })
      expect(await refusals(who.root, CONTEST, id)).toEqual({
        look: null,
        submit: null,
        board: null,
        manage: null,
      })
    }
  })

  it('shows an open board to anybody and nothing else (area-rules G12)', async () => {
    const group = await groupWith('second')
    const { id } = await inGroup(group.id, { boardIsOpen: true })
    for (const person of [null, who.stranger, who.staff])
      expect(await refusals(person, SHOWN_CONTEST, id)).toEqual({ ...NOTHING, board: null })
    const coming = await inGroup(group.id, { boardIsOpen: true, startsAt: minutes(5) })
    await site.house.timetable.renew()
    expect(await refusals(null, CONTEST, coming.id)).toEqual({ ...NOTHING, board: 'CONTEST_NOT_STARTED' })
  })

  it('exists for super administrators alone while the group is disabled, for nobody once it is disbanded (area-rules G2, G6)', async () => {
    const group = await groupWith('third')
    const { id } = await inGroup(group.id, { boardIsOpen: true })
    await site.prisma.group.update({ where: { id: group.id }, data: { disabled: true } })
    for (const person of [null, who.owner, who.member, who.staff])
      expect(await refusals(person, CONTEST, id)).toEqual(NOTHING)
    expect((await refusals(who.root, CONTEST, id)).look).toBeNull()
    const data = { disabled: false, disbandedAt: new Date() }
    await site.prisma.group.update({ where: { id: group.id }, data })
    for (const person of [null, who.owner, who.member, who.staff, who.root])
      expect(await refusals(person, CONTEST, id)).toEqual(NOTHING)
  })

  it('is closed to anyone who leaves, and stays its group’s when its owner leaves (area-rules G5, G12)', async () => {
    const group = await groupWith('fourth')
    const { id } = await inGroup(group.id, { ownerId: who.member.id })
    expect((await refusals(who.member, CONTEST, id)).look).toBeNull()
    await setStanding(site, group, who.member, null)
    expect(await refusals(who.member, CONTEST, id)).toEqual(NOTHING)
  })

  it('stands in no list of the site, and at no door of it for strangers (area-rules G12)', async () => {
    const group = await groupWith('fifth')
    const { id } = await inGroup(group.id, { title: 'Of a group' })
    const list = await site.rest('GET', '/api/get-contest-list?keyword=Of a group')
    expect(list.data.total).toBe(0)
    for (const path of [
      `/api/get-contest-info?cid=${id}`,
      `/api/get-contest-problem?cid=${id}`,
      `/api/get-contest-access?cid=${id}`,
      `/api/comments?cid=${id}`,
    ]) {
      expect((await site.rest('GET', path, who.stranger)).status, path).toBe(404)
      expect((await site.rest('GET', path, who.member)).status, path).toBe(200)
    }
    const asked = 'query ($number: Int!) { contest(number: $number) { title lookBar } }'
    const answer = (person: Person) => site.graphql(asked, { number: id }, person)
    expect((await answer(who.stranger)).errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
    expect((await answer(who.member)).data.contest).toEqual({ title: 'Of a group', lookBar: null })
  })

  it('answers its open board over REST to anybody, and all else to nobody outside (area-rules G12)', async () => {
    const group = await groupWith('sixth')
    const { id } = await inGroup(group.id, { boardIsOpen: true, title: 'Open board' })
    const board = { cid: id, currentPage: 1, limit: 10 }
    const statusOf = async (method: string, path: string, body?: object) =>
      (await site.rest(method, path, { token: who.stranger.token, ...(body && { body }) })).status
    expect(await statusOf('GET', `/api/get-contest-outsize-info?cid=${id}`)).toBe(200)
    expect(await statusOf('POST', '/api/get-contest-outside-scoreboard', board)).toBe(200)
    // A board comes without the envelope that a refusal has.
    expect(await statusOf('GET', `/api/contest-scoreboard/${id}`)).toBeUndefined()
    expect(await statusOf('POST', '/api/get-contest-rank', board)).toBe(404)
    expect(await statusOf('GET', `/api/get-contest-info?cid=${id}`)).toBe(404)
    expect(await statusOf('POST', '/api/register-contest', { cid: id, password: '' })).toBe(404)
    const query =
      'query ($number: Int!) { contest(number: $number) { lookBar submitBar scoreboard { isSealed } comments { totalCount } } }'
    const { data, errors } = await site.graphql(query, { number: id }, who.stranger)
    expect(data.contest).toMatchObject({ lookBar: 'NOT_FOUND', submitBar: 'NOT_FOUND', comments: null })
    expect(data.contest.scoreboard).not.toBeNull()
    expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(['NOT_FOUND'])
  })

  it('ends the streams of anyone who leaves the group (area-rules G5)', async () => {
    const group = await groupWith('seventh')
    const { id } = await inGroup(group.id)
    await tellContest(site, await site.prisma.contest.findUniqueOrThrow({ where: { id } }))
    const subjectId = globalId('Contest', id)
    const follow = (person: Person, query: string) =>
      site.subscribe(query, { id: subjectId, number: id }, person)
    const streams = [
      'subscription ($id: ID!) { commentsChanged(subjectId: $id, view: PUBLIC) { change } }',
      'subscription ($id: ID!) { commentsChanged(subjectId: $id, view: OWN) { change } }',
      'subscription ($id: ID!) { submissionsChanged(filter: { contestId: $id }) { change } }',
    ]
    const left = await Promise.all(streams.map((query) => follow(who.member, query)))
    const stays = await follow(who.owner, streams[0] ?? '')
    await setStanding(site, group, who.member, null)
    for (const stream of left) {
      expect((await stream.next()).errors[0].extensions.code).toBe('NOT_FOUND')
      stream.close()
    }
    expect(stays.received).toEqual([])
    stays.close()
  })
})
