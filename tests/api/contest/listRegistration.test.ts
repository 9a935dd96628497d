import { describe, expect, it } from 'vitest'
import { minutes, openContestSite } from '../../support/contestSite.ts'
import { addGroup, setStanding } from '../../support/groups.ts'
import { globalId } from '../../support/judgeable.ts'
import type { Person } from '../../support/people.ts'
import { countStatements } from '../../support/sqlStatements.ts'

/** Organisers register users for a contest by a list of names (contest-rules 16). */

const arena = openContestSite()
const { people, call, makeContest, problems, put } = arena

const closed = { auth: 1, pwd: 'sesame' }

const register = (who: Person | null, cid: number, usernames: readonly string[]) =>
  arena.site.graphql(
    `mutation ($input: RegisterParticipantsInput!) {
      registerParticipants(input: $input) { participantCount } }`,
    { input: { contestId: globalId('Contest', cid), usernames } },
    who ?? {},
  )

const namesIn = async (cid: number) =>
  (
    await arena.site.prisma.participation.findMany({
      where: { contestId: cid, registeredAt: { not: null } },
      select: { user: { select: { username: true } } },
      orderBy: { user: { username: 'asc' } },
    })
  ).map(({ user }) => user.username)

/** The fault of the list in a refusal. */
const faultIn = ({ errors }: Awaited<ReturnType<typeof register>>) => JSON.stringify(errors)

describe('a list of participants (contest-rules 16)', () => {
  it('is registered without the password, and opens the contest on their open pages', async () => {
    const cid = await makeContest(closed)
    await put(cid, problems.sum.id, 'A')
    const live = await arena.site.subscribe(
      'subscription ($id: ID!) { contestChanged(id: $id) { lookBar isRegistered } }',
      { id: globalId('Contest', cid) },
      people.ada,
    )
    const { data } = await register(people.owner, cid, ['ADA', ' bob '])
    expect(data.registerParticipants).toEqual({ participantCount: 2 })
    let open = { lookBar: '', isRegistered: false }
    while (!open.isRegistered) open = (await live.next()).data.contestChanged
    expect(open.lookBar).toBeNull()
    live.close()
    expect((await call(people.ada, 'GET', `/api/get-contest-problem?cid=${cid}`)).status).toBe(200)
    expect((await call(people.team7, 'GET', `/api/get-contest-problem?cid=${cid}`)).status).toBe(403)
  })

  it('keeps the time of those who are registered, and takes in those with a seat', async () => {
    const cid = await makeContest(closed)
    await call(people.ada, 'POST', '/api/register-contest', { cid, password: 'sesame' })
    await arena.site.prisma.participation.create({
      data: { contestId: cid, userId: people.bob.id, seat: 'R1' },
    })
    const key = { contestId_userId: { contestId: cid, userId: people.ada.id } }
    const before = await arena.site.prisma.participation.findUnique({ where: key })
    await register(people.owner, cid, ['ada', 'bob', 'bob', 'team7'])
    expect(await namesIn(cid)).toEqual(['ada', 'bob', 'team7'])
    expect(await arena.site.prisma.participation.findUnique({ where: key })).toEqual(before)
    expect(
      await arena.site.prisma.auditEntry.findMany({ where: { action: 'contest.participantsRegistered' } }),
    ).toMatchObject([{}, { actorId: people.owner.id }])
  })

  it('is refused as a whole with the names that are wrong', async () => {
    const cid = await makeContest(closed)
    expect(faultIn(await register(people.owner, cid, ['ada', 'nobody']))).toContain(
      'No account is named nobody',
    )
    expect(await namesIn(cid)).toEqual([])
    const rule = '<prefix>team</prefix><suffix></suffix><start>1</start><end>9</end><extra></extra>'
    const ruled = await makeContest({ ...closed, openAccountLimit: true, accountLimitRule: rule })
    expect(faultIn(await register(people.owner, ruled, ['team7', 'ada']))).toContain(
      "The contest's account rule does not admit ada",
    )
    expect(await namesIn(ruled)).toEqual([])
    await register(people.owner, ruled, ['team7'])
    expect(await namesIn(ruled)).toEqual(['team7'])
  })

  it('is for organisers, of contests that take registrations', async () => {
    const cid = await makeContest(closed)
    for (const who of [people.ada, people.rival, null])
      expect((await register(who, cid, ['bob'])).errors?.[0]?.extensions?.code).toBe(
        who ? 'FORBIDDEN' : 'UNAUTHENTICATED',
      )
    expect(await namesIn(cid)).toEqual([])
    const codeOf = async (fields: Record<string, unknown>) =>
      (await register(people.owner, await makeContest(fields), ['bob'])).errors?.[0]?.extensions?.code
    expect(await codeOf({})).toBe('CONTEST_NEEDS_NO_REGISTRATION')
    const over = { startTime: minutes(-90).toJSON(), endTime: minutes(-30).toJSON(), duration: 3600 }
    expect(await codeOf({ ...closed, ...over })).toBe('CONTEST_OVER')
    expect((await register(people.owner, cid, [])).errors?.[0]?.extensions?.code).toBe('INVALID_INPUT')
  })

  it('of a group takes members alone', async () => {
    const group = await addGroup(arena.site, people.rival, 'CLASS')
    const cid = await makeContest(closed)
    await arena.site.prisma.contest.update({ where: { id: cid }, data: { groupId: group.id } })
    await setStanding(arena.site, group, people.owner, 'ADMIN')
    await setStanding(arena.site, group, people.ada, 'MEMBER')
    await setStanding(arena.site, group, people.bob, 'APPLIED')
    expect(faultIn(await register(people.owner, cid, ['ada', 'bob']))).toContain(
      'bob is no member of the group',
    )
    await register(people.owner, cid, ['ada', 'rival'])
    expect(await namesIn(cid)).toEqual(['ada', 'rival'])
  })

  it('has the longest length that is promised, also one of seats, in few statements', async () => {
    const cid = await makeContest(closed)
    await arena.site.prisma.$executeRaw`
      insert into "User" ("id", "username", "usernameKey", "looks", "gender", "passwordHash", "createdAt", "updatedAt")
      select 'mass' || i, 'mass' || i, 'mass' || i, array['mass' || i], 'secrecy', '', now(), now()
      from generate_series(1, 5000) i`
    const names = Array.from({ length: 5000 }, (_, at) => `mass${at + 1}`)
    const told = new Set<string>()
    const deaf = arena.site.house.events.listen(({ name, payload }) => {
      if (name === 'participation.changed' && payload.contestId === cid) told.add(payload.userId)
    })
    const statements = await countStatements(async () => {
      const { data, errors } = await register(people.owner, cid, names)
      expect(errors).toBeUndefined()
      expect(data.registerParticipants).toEqual({ participantCount: 5000 })
    })
    expect(statements).toBeLessThan(200)
    await expect.poll(() => told.size).toBe(5000)
    deaf()
    const seats = names.map((username, at) => ({ username, seat: `R${at}` }))
    const given = await arena.site.graphql(
      'mutation ($input: GiveContestSeatsInput!) { giveContestSeats(input: $input) { id } }',
      { input: { contestId: globalId('Contest', cid), seats } },
      people.owner,
    )
    expect(given.errors).toBeUndefined()
    expect(await arena.site.prisma.participation.count({ where: { contestId: cid, seat: 'R4999' } })).toBe(1)
  })
})
