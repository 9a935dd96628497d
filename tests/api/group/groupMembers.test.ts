import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Group } from '#prisma/generated/client.ts'
import type { GroupStanding } from '#prisma/generated/enums.ts'
import { addGroup, setStanding } from '../../support/groups.ts'
import { globalId } from '../../support/judgeable.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { type Loose, type Site, startSite } from '../../support/site.ts'

/** Joining, applying, answering, changing, removing and leaving. */

let site: Site
let owner: Person
let siteRoot: Person
let made = 0

beforeAll(async () => {
  site = await startSite()
  owner = await addPerson(site, 'owner')
  siteRoot = await addPerson(site, 'siteRoot', { role: 'ROOT' })
})
afterAll(() => site?.close())
beforeEach(async () => void (await site.prisma.throttle.deleteMany()))

const codeOf = ({ errors }: { errors?: Loose[] }) => errors?.[0]?.extensions?.code
const person = () => addPerson(site, `person${++made}`)
const group = (fields: object = {}) => addGroup(site, owner, `crew${++made}`, fields)

const join = (who: Person | null, { id }: Group, given: object = {}) =>
  site.graphql(
    'mutation ($input: JoinGroupInput!) { joinGroup(input: $input) { viewerStanding viewerIsIn memberCount } }',
    { input: { id: globalId('Group', id), ...given } },
    { token: who?.token },
  )
const restJoin = (who: Person, { id }: Group, query = '') =>
  site.rest('POST', `/api/group/member?gid=${id}${query}`, { token: who.token })

const rowOf = ({ id: groupId }: Group, { id: userId }: Person) =>
  site.prisma.groupMember.findUnique({ where: { groupId_userId: { groupId, userId } } })

const toldTo = async ({ id: userId }: Person) =>
  (await site.prisma.notification.findMany({ where: { userId }, orderBy: { id: 'asc' } })).map(
    ({ messageKey, link }) => [messageKey, link],
  )

describe('joining', () => {
  it('a public group happens at once and welcomes (area-rules G3)', async () => {
    const crew = await group()
    const ada = await person()
    const { data } = await join(ada, crew)
    expect(data?.joinGroup).toEqual({ viewerStanding: 'MEMBER', viewerIsIn: true, memberCount: 1 })
    expect(await toldTo(ada)).toEqual([['groupWelcome', `/group/${crew.id}`]])
    expect(codeOf(await join(ada, crew))).toBe('GROUP_MEMBER')
    expect(codeOf(await join(owner, crew))).toBe('GROUP_MEMBER')
    expect(codeOf(await join(null, crew))).toBe('UNAUTHENTICATED')
  })

  it('with applications takes a reason of 5 to 100 and never the code (area-rules G3)', async () => {
    const crew = await group({ access: 'APPLICATION', code: 'secret' })
    const root = await person()
    await setStanding(site, crew, root, 'ROOT')
    const ada = await person()
    for (const reason of [undefined, 'four', ' four ', 'x'.repeat(101)])
      expect(codeOf(await join(ada, crew, { reason }))).toBe('INVALID_INPUT')
    expect(await rowOf(crew, ada)).toBeNull()
    const { data } = await join(ada, crew, { reason: ' I row, too ' })
    expect(data?.joinGroup).toEqual({ viewerStanding: 'APPLIED', viewerIsIn: false, memberCount: 1 })
    expect(await rowOf(crew, ada)).toMatchObject({ standing: 'APPLIED', reason: 'I row, too' })
    for (const who of [root, owner])
      expect(await toldTo(who)).toContainEqual(['groupApplied', `/group/${crew.id}/member`])
    expect(codeOf(await join(ada, crew, { reason: 'Once more' }))).toBe('GROUP_APPLIED')
    expect((await restJoin(await person(), crew, '&reason=I%20row%20well&code=wrong!')).status).toBe(200)
  })

  it('by code compares it, tries once in two seconds and needs a reason, too (area-rules G3)', async () => {
    const crew = await group({ access: 'CODE', code: 'secret' })
    const ada = await person()
    const reason = 'I row well'
    expect(codeOf(await join(ada, crew, { reason, code: 'Secret' }))).toBe('GROUP_CODE_WRONG')
    const soon = await join(ada, crew, { reason, code: 'secret' })
    expect(codeOf(soon)).toBe('GROUP_CODE_TOO_SOON')
    expect(soon.errors?.[0]?.message).toMatch(/^Wait [12] s/)
    const tried = async (given: object) => {
      await site.prisma.throttle.deleteMany()
      return codeOf(await join(ada, crew, given))
    }
    expect(await tried({ reason })).toBe('GROUP_CODE_WRONG')
    expect(await tried({ code: 'secret' })).toBe('INVALID_INPUT')
    expect(await tried({ reason, code: 'secret' })).toBeUndefined()
    expect(await rowOf(crew, ada)).toMatchObject({ standing: 'APPLIED' })
  })

  it('takes its parameters from the query over REST (area-rules G14)', async () => {
    const crew = await group({ access: 'CODE', code: 'secret' })
    const ada = await person()
    const inBody = await site.rest('POST', '/api/group/member', {
      token: ada.token,
      body: { gid: crew.id, code: 'secret', reason: 'I row well' },
    })
    expect(inBody.http).toBe(400)
    expect((await restJoin(ada, crew, '&code=secret&reason=I%20row%20well')).status).toBe(200)
  })

  it('is limited to ten times in an hour, so that withdrawn applications do not flood the roots', async () => {
    const crew = await group({ access: 'APPLICATION', code: 'secret' })
    const ada = await person()
    const before = (await toldTo(owner)).length
    for (let at = 0; at < 10; at++) {
      await join(ada, crew, { reason: 'I row well' })
      await site.rest('DELETE', `/api/group/member/exit?gid=${crew.id}`, { token: ada.token })
    }
    expect(codeOf(await join(ada, crew, { reason: 'I row well' }))).toBe('TOO_MANY_REQUESTS')
    expect(await toldTo(owner)).toHaveLength(before + 10)
  })

  it('after a refusal uses the same row (area-rules G3)', async () => {
    const crew = await group({ access: 'APPLICATION', code: 'secret' })
    const ada = await person()
    await join(ada, crew, { reason: 'First words' })
    const first = await rowOf(crew, ada)
    await setStanding(site, crew, ada, 'REFUSED')
    await join(ada, crew, { reason: 'Second words' })
    expect(await rowOf(crew, ada)).toMatchObject({
      id: first?.id,
      standing: 'APPLIED',
      reason: 'Second words',
    })
  })

  it('twice at once makes one member', async () => {
    const crew = await group()
    const ada = await person()
    const answers = await Promise.all([join(ada, crew), join(ada, crew), join(ada, crew)])
    expect(answers.filter((answer) => codeOf(answer) === undefined).length).toBeGreaterThanOrEqual(1)
    expect(answers.map(codeOf).filter((code) => code !== undefined && code !== 'GROUP_MEMBER')).toEqual([])
    expect(await site.prisma.groupMember.count({ where: { groupId: crew.id } })).toBe(1)
    expect(await toldTo(ada)).toHaveLength(1)
  })

  it('is for groups that exist for the person (area-rules G2)', async () => {
    const ada = await person()
    for (const fields of [{ visible: false }, { disabled: true }, { disbandedAt: new Date() }]) {
      const crew = await group(fields)
      expect(codeOf(await join(ada, crew))).toBe('NOT_FOUND')
      expect((await restJoin(ada, crew)).status).toBe(404)
    }
  })
})

const set = async (who: Person, crew: Group, whom: Person, standing: GroupStanding) => {
  const member = await rowOf(crew, whom)
  return site.graphql(
    'mutation ($input: ChangeGroupMemberInput!) { changeGroupMember(input: $input) { standing } }',
    { input: { id: globalId('GroupMember', member?.id ?? 0), standing } },
    { token: who.token },
  )
}
const remove = (who: Person, crew: Group, whom: Person) =>
  site.rest('DELETE', `/api/group/member?gid=${crew.id}&uid=${whom.id}`, { token: who.token })

describe('changing standings', () => {
  const ORDER: GroupStanding[] = ['APPLIED', 'REFUSED', 'MEMBER', 'ADMIN', 'ROOT']
  const isIn = (standing: GroupStanding) => ORDER.indexOf(standing) >= 2
  const ACTORS = ['member', 'admin', 'root', 'owner', 'siteRoot'] as const
  const RANK = { member: 2, admin: 3, root: 4, owner: 9, siteRoot: 9 }

  it('takes an actor above the old and the new standing, and keeps members in (area-rules G4)', async () => {
    const crew = await group()
    const actors = { owner, siteRoot } as Record<(typeof ACTORS)[number], Person>
    for (const name of ['member', 'admin', 'root'] as const) {
      actors[name] = await person()
      await setStanding(site, crew, actors[name], name.toUpperCase() as GroupStanding)
    }
    const target = await person()
    for (const actor of ACTORS)
      for (const before of ORDER)
        for (const after of ORDER) {
          await setStanding(site, crew, target, before)
          const code = codeOf(await set(actors[actor], crew, target, after))
          const isAbove = RANK[actor] > ORDER.indexOf(before) && RANK[actor] > ORDER.indexOf(after)
          const expected =
            actor === 'member'
              ? 'FORBIDDEN'
              : isIn(before) && !isIn(after)
                ? 'GROUP_MEMBER_STAYS'
                : isAbove
                  ? undefined
                  : 'FORBIDDEN'
          expect(code, `${actor}: ${before} to ${after}`).toBe(expected)
          const now = (await rowOf(crew, target))?.standing
          expect(now, `${actor}: ${before} to ${after}`).toBe(expected === undefined ? after : before)
        }
  }, 60_000)

  it('offers what it would do (area-rules G4)', async () => {
    const crew = await group()
    const [admin, target] = [await person(), await person()]
    await setStanding(site, crew, admin, 'ADMIN')
    const offered = async (who: Person, standing: GroupStanding) => {
      await setStanding(site, crew, target, standing)
      const { data } = await site.graphql(
        'query ($id: ID!) { node(id: $id) { ... on GroupMember { viewerMaySet viewerCanRemove } } }',
        { id: globalId('GroupMember', (await rowOf(crew, target))?.id ?? 0) },
        { token: who.token },
      )
      return data?.node
    }
    expect(await offered(admin, 'APPLIED')).toEqual({
      viewerMaySet: ['APPLIED', 'REFUSED', 'MEMBER'],
      viewerCanRemove: true,
    })
    expect(await offered(admin, 'ADMIN')).toEqual({ viewerMaySet: [], viewerCanRemove: false })
    expect(await offered(owner, 'ROOT')).toEqual({
      viewerMaySet: ['MEMBER', 'ADMIN', 'ROOT'],
      viewerCanRemove: true,
    })
  })

  it('changes nothing of the owner for anybody (area-rules G4)', async () => {
    const crew = await group()
    const root = await person()
    await setStanding(site, crew, root, 'ROOT')
    await setStanding(site, crew, owner, 'ROOT')
    for (const who of [root, owner, siteRoot]) {
      expect(codeOf(await set(who, crew, owner, 'ADMIN'))).toBe('GROUP_OWNER_STAYS')
      expect((await remove(who, crew, owner)).status).toBe(400)
    }
    expect(await rowOf(crew, owner)).toMatchObject({ standing: 'ROOT' })
  })

  it('welcomes who is accepted, tells who is removed, and nobody who is refused (area-rules G3, G4)', async () => {
    const crew = await group({ access: 'APPLICATION', code: 'secret' })
    const [ada, bob] = [await person(), await person()]
    for (const who of [ada, bob]) await join(who, crew, { reason: 'I row well' })
    await set(owner, crew, ada, 'MEMBER')
    await set(owner, crew, ada, 'ADMIN')
    await set(owner, crew, bob, 'REFUSED')
    expect(await toldTo(ada)).toEqual([['groupWelcome', `/group/${crew.id}`]])
    expect(await toldTo(bob)).toEqual([])
    await remove(owner, crew, ada)
    expect(await toldTo(ada)).toEqual([
      ['groupWelcome', `/group/${crew.id}`],
      ['groupLeft', null],
    ])
  })

  it('reads the new standing from the numbers of REST, and refuses others', async () => {
    const crew = await group()
    const ada = await person()
    await setStanding(site, crew, ada, 'APPLIED')
    const put = (auth: unknown) =>
      site.rest('PUT', '/api/group/member', { token: owner.token, body: { gid: crew.id, uid: ada.id, auth } })
    expect((await put(4)).status).toBe(200)
    expect(await rowOf(crew, ada)).toMatchObject({ standing: 'ADMIN' })
    for (const auth of [0, 6, -1]) expect((await put(auth)).status).toBe(400)
    expect((await put('root')).http).toBe(400)
  })
})

describe('removing and leaving', () => {
  it('nobody removes themselves or equals; owner and super administrators remove roots (area-rules G4)', async () => {
    const crew = await group()
    const [admin, other, root, member] = await Promise.all([person(), person(), person(), person()])
    for (const who of [admin, other]) await setStanding(site, crew, who, 'ADMIN')
    await setStanding(site, crew, root, 'ROOT')
    await setStanding(site, crew, member, 'MEMBER')
    const statusOf = async (who: Person, whom: Person) => (await remove(who, crew, whom)).status
    expect(await statusOf(admin, admin)).toBe(400)
    expect(await statusOf(admin, other)).toBe(403)
    expect(await statusOf(admin, root)).toBe(403)
    expect(await statusOf(member, other)).toBe(403)
    expect(await statusOf(await person(), member)).toBe(403)
    expect(await statusOf(admin, member)).toBe(200)
    expect(await statusOf(admin, member)).toBe(404)
    expect(await statusOf(root, other)).toBe(200)
    expect(await statusOf(siteRoot, root)).toBe(200)
  })

  it('lets all but the owner leave, and applicants withdraw (area-rules G4)', async () => {
    const crew = await group()
    const [ada, bob, eve] = await Promise.all([person(), person(), person()])
    await setStanding(site, crew, ada, 'ROOT')
    await setStanding(site, crew, bob, 'APPLIED')
    await setStanding(site, crew, eve, 'REFUSED')
    const leave = (who: Person) =>
      site.rest('DELETE', `/api/group/member/exit?gid=${crew.id}`, { token: who.token })
    expect((await leave(owner)).status).toBe(400)
    expect((await leave(await person())).status).toBe(400)
    expect((await leave(eve)).status).toBe(400)
    for (const who of [ada, bob]) {
      expect((await leave(who)).status).toBe(200)
      expect(await rowOf(crew, who)).toBeNull()
    }
  })

  it('closes the lines of who leaves, at once (area-rules G5)', async () => {
    const crew = await group()
    const ada = await person()
    await setStanding(site, crew, ada, 'ADMIN')
    const lines = await Promise.all(
      ['groupMembersChanged', 'groupNoticesChanged'].map((name) =>
        site.subscribe(
          `subscription ($id: ID!) { ${name}(groupId: $id) { change } }`,
          { id: globalId('Group', crew.id) },
          {
            token: ada.token,
          },
        ),
      ),
    )
    await site.rest('DELETE', `/api/group/member/exit?gid=${crew.id}`, { token: ada.token })
    for (const line of lines) {
      const last = await line.next().catch((error: unknown) => error)
      expect(JSON.stringify(last)).not.toContain('CREATED')
    }
    await setStanding(site, crew, await person(), 'APPLIED')
    expect(lines.flatMap(({ received }) => received).filter(({ data }) => data)).toEqual([])
  })
})

describe('the lists', () => {
  it('keep applications and reasons from all but administrators (area-rules G14)', async () => {
    const crew = await group({ access: 'APPLICATION', code: 'secret' })
    const [admin, member, applicant] = await Promise.all([person(), person(), person()])
    await setStanding(site, crew, admin, 'ADMIN')
    await setStanding(site, crew, member, 'MEMBER')
    await join(applicant, crew, { reason: 'I row well' })
    const list = (who: Person, name: string) =>
      site.rest('GET', `/api/group/get-${name}-list?gid=${crew.id}`, { token: who.token })
    for (const who of [admin, member]) {
      const { data } = await list(who, 'member')
      expect(data.records.map(({ uid }: Loose) => uid).sort()).toEqual([admin.id, member.id].sort())
      expect(data.records.every(({ reason }: Loose) => reason === null)).toBe(true)
    }
    const { data } = await list(admin, 'apply')
    expect(data.records[0]).toMatchObject({ uid: applicant.id, auth: 1, reason: 'I row well', gid: crew.id })
    expect(data.total).toBe(3)
    for (const who of [member, applicant]) expect((await list(who, 'apply')).status).toBe(403)
    expect((await list(applicant, 'member')).status).toBe(403)
  })

  it('are told to administrators as people come, change and go, and to nobody else', async () => {
    const crew = await group({ access: 'APPLICATION', code: 'secret' })
    const [admin, member, ada] = await Promise.all([person(), person(), person()])
    await setStanding(site, crew, admin, 'ADMIN')
    await setStanding(site, crew, member, 'MEMBER')
    const LINE = `subscription ($id: ID!) { groupMembersChanged(groupId: $id) {
      change rowId member { standing reason user { username } } } }`
    const follow = (who: Person) =>
      site.subscribe(LINE, { id: globalId('Group', crew.id) }, { token: who.token })
    const line = await follow(admin)
    const next = async () => (await line.next()).data?.groupMembersChanged
    await join(ada, crew, { reason: 'I row well' })
    const member1 = { standing: 'APPLIED', reason: 'I row well', user: { username: ada.username } }
    expect(await next()).toMatchObject({ change: 'CREATED', member: member1 })
    await set(owner, crew, ada, 'MEMBER')
    expect(await next()).toMatchObject({ change: 'CHANGED', member: { standing: 'MEMBER' } })
    await remove(owner, crew, ada)
    expect(await next()).toMatchObject({ change: 'REMOVED', member: null })
    for (const who of [member, ada]) {
      const refused = await follow(who)
      const answer = (await refused.next().catch((error: unknown) => error)) as Loose
      expect(answer.errors?.[0]?.extensions?.code).toBe('FORBIDDEN')
    }
  })

  it('of an invisible group are answered to strangers like those of none (area-rules G2)', async () => {
    const hidden = await group({ visible: false })
    const stranger = await person()
    for (const name of ['groupMembersChanged', 'groupNoticesChanged']) {
      const refusalOf = async (id: number) => {
        const query = `subscription ($id: ID!) { ${name}(groupId: $id) { change } }`
        const variables = { id: globalId('Group', id) }
        const line = await site.subscribe(query, variables, { token: stranger.token })
        return ((await line.next().catch((error: unknown) => error)) as Loose).errors?.[0]?.extensions
      }
      expect(await refusalOf(hidden.id)).toEqual({ code: 'NOT_FOUND' })
      expect(await refusalOf(hidden.id)).toEqual(await refusalOf(2_000_000))
    }
    for (const path of ['member', 'apply', 'announcement', 'admin-announcement']) {
      const at = (gid: number) =>
        site.rest('GET', `/api/group/get-${path}-list?gid=${gid}`, { token: stranger.token })
      expect((await at(hidden.id)).status).toBe(404)
      expect((await at(hidden.id)).msg).toBe((await at(2_000_000)).msg)
    }
  })
})
