import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addGroupRoles, type GroupRoles, NAMES, type Name } from '../../support/groupRoles.ts'
import { setStanding } from '../../support/groups.ts'
import { globalId } from '../../support/judgeable.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { png } from '../../support/pictures.ts'
import { type Loose, type Site, startSite } from '../../support/site.ts'

/** Every role × every action of a group × every door (area-rules G2 to G7). */

let site: Site
let stage: GroupRoles

beforeAll(async () => {
  site = await startSite()
  stage = await addGroupRoles(site)
  const { group, people } = stage
  await site.prisma.group.update({ where: { id: group.id }, data: { access: 'CODE', code: 'sesame' } })
  await setStanding(site, group, people.owner, 'ROOT')
})
afterAll(() => site?.close())
beforeEach(async () => void (await site.prisma.throttle.deleteMany()))

type Who = Name | 'guest'
const EVERYBODY: readonly Who[] = ['guest', ...NAMES]
const tokenOf = (who: Who) => (who === 'guest' ? null : stage.people[who].token)

const KNOWN: readonly Who[] = NAMES
const MEMBERS: readonly Who[] = ['member', 'admin', 'author', 'root', 'owner', 'siteRoot']
const ADMINS: readonly Who[] = ['admin', 'author', 'root', 'owner', 'siteRoot']
const ROOTS: readonly Who[] = ['root', 'owner', 'siteRoot']
const OWNERS: readonly Who[] = ['owner', 'siteRoot']

/** Rows for one try of an action. */
type Target = { gid: number; pupil: Person; memberId: number; noticeId: number }

let made = 0
async function aim(): Promise<Target> {
  const { group, people } = stage
  const pupil = await addPerson(site, `pupil${++made}`)
  await setStanding(site, group, pupil, 'MEMBER')
  const key = { groupId: group.id, userId: pupil.id }
  const { id: memberId } = await site.prisma.groupMember.findUniqueOrThrow({ where: { groupId_userId: key } })
  const words = { title: 'Row at dawn', content: 'Words', hidden: true }
  const { id: noticeId } = await site.prisma.groupNotice.create({
    data: { groupId: group.id, authorId: people.author.id, ...words },
  })
  return { gid: group.id, pupil, memberId, noticeId }
}

type Action = {
  who: readonly Who[]
  rest?: (target: Target) => readonly [method: string, path: string, body?: object]
  graph: (target: Target) => readonly [query: string, variables: object]
}

const id = (type: string, key: number) => globalId(type, key)
const node = (type: string, key: number, fields: string) =>
  [`query ($id: ID!) { node(id: $id) { ... on ${type} { ${fields} } } }`, { id: id(type, key) }] as const
const change = (name: string, input: object, fields = 'id') => {
  const type = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}Input!`
  return [`mutation ($input: ${type}) { ${name}(input: $input) { ${fields} } }`, { input }] as const
}

const ACTIONS: Record<string, Action> = {
  'opens it': {
    who: KNOWN,
    rest: ({ gid }) => ['GET', `/api/get-group-detail?gid=${gid}`],
    graph: ({ gid }) => ['query ($number: Int!) { group(number: $number) { name } }', { number: gid }],
  },
  'lists its members': {
    who: MEMBERS,
    rest: ({ gid }) => ['GET', `/api/group/get-member-list?gid=${gid}`],
    graph: ({ gid }) => node('Group', gid, 'members { totalCount }'),
  },
  'lists applications': {
    who: ADMINS,
    rest: ({ gid }) => ['GET', `/api/group/get-apply-list?gid=${gid}`],
    graph: ({ gid }) => node('Group', gid, 'applications { totalCount }'),
  },
  'reads announcements': {
    who: MEMBERS,
    rest: ({ gid }) => ['GET', `/api/group/get-announcement-list?gid=${gid}`],
    graph: ({ gid }) => node('Group', gid, 'notices { totalCount }'),
  },
  'manages announcements': {
    who: ADMINS,
    rest: ({ gid }) => ['GET', `/api/group/get-admin-announcement-list?gid=${gid}`],
    graph: ({ gid }) => node('Group', gid, 'managedNotices { totalCount }'),
  },
  announces: {
    who: ADMINS,
    rest: ({ gid }) => [
      'POST',
      '/api/group/announcement',
      { gid, title: 'News', content: 'Words', status: 0 },
    ],
    graph: ({ gid }) =>
      change('createGroupNotice', { groupId: id('Group', gid), title: 'News', content: 'Words' }),
  },
  'edits an announcement': {
    who: ['author', ...ROOTS],
    rest: ({ noticeId }) => [
      'PUT',
      '/api/group/announcement',
      { id: noticeId, title: 'News', content: 'Words', status: 0 },
    ],
    graph: ({ noticeId }) => change('changeGroupNotice', { id: id('GroupNotice', noticeId), title: 'News' }),
  },
  'deletes an announcement': {
    who: ['author', ...ROOTS],
    rest: ({ noticeId }) => ['DELETE', `/api/group/announcement?aid=${noticeId}`],
    graph: ({ noticeId }) => change('removeGroupNotice', { id: id('GroupNotice', noticeId) }),
  },
  'makes a member an admin': {
    who: ROOTS,
    rest: ({ gid, pupil }) => ['PUT', '/api/group/member', { gid, uid: pupil.id, auth: 4 }],
    graph: ({ memberId }) =>
      change('changeGroupMember', { id: id('GroupMember', memberId), standing: 'ADMIN' }),
  },
  'removes a member': {
    who: ADMINS,
    rest: ({ gid, pupil }) => ['DELETE', `/api/group/member?gid=${gid}&uid=${pupil.id}`],
    graph: ({ memberId }) => change('removeGroupMember', { id: id('GroupMember', memberId) }),
  },
  'changes its settings': {
    who: ROOTS,
    rest: ({ gid }) => ['PUT', '/api/group', { id: gid, brief: 'Tides and knots' }],
    graph: ({ gid }) => change('updateGroup', { id: id('Group', gid), fields: { brief: 'Tides and knots' } }),
  },
  'removes its avatar': {
    who: ROOTS,
    graph: ({ gid }) => change('removeGroupAvatar', { id: id('Group', gid) }),
  },
  'closes it': {
    who: ['siteRoot'],
    graph: ({ gid }) => change('updateGroup', { id: id('Group', gid), fields: { isDisabled: false } }),
  },
}

describe.each(Object.keys(ACTIONS))('somebody who %s', (name) => {
  const { who, rest, graph } = ACTIONS[name] as Action

  it.each(EVERYBODY)('is %s, if they may, by GraphQL', async (person) => {
    const [query, variables] = graph(await aim())
    const { data, errors } = await site.graphql(query, variables, { token: tokenOf(person) })
    const isDone = !errors && JSON.stringify(data).includes('null') === false
    expect(isDone, JSON.stringify(errors ?? data)).toBe(who.includes(person))
    if (!isDone)
      expect(['FORBIDDEN', 'NOT_FOUND', 'UNAUTHENTICATED']).toContain(errors?.[0]?.extensions?.code)
  })

  it.runIf(rest).each(EVERYBODY)('is %s, if they may, by REST', async (person) => {
    if (!rest) return
    const [method, path, body] = rest(await aim())
    const { status, msg } = await site.rest(method, path, {
      token: tokenOf(person),
      ...(body ? { body } : {}),
    })
    expect(status === 200, msg).toBe(who.includes(person))
    if (status !== 200) expect([401, 403, 404]).toContain(status)
  })
})

describe.each([
  ['groupMembersChanged', ADMINS],
  ['groupNoticesChanged', MEMBERS],
] as const)('the stream %s', (name, who) => {
  it.each(EVERYBODY)('is open to %s, if they may follow it', async (person) => {
    const query = `subscription ($id: ID!) { ${name}(groupId: $id) { change } }`
    const line = await site.subscribe(query, { id: id('Group', stage.group.id) }, { token: tokenOf(person) })
    const { pupil } = await aim()
    await setStanding(site, stage.group, pupil, 'ADMIN')
    if (name === 'groupNoticesChanged') {
      const input = { groupId: id('Group', stage.group.id), title: 'News', content: 'Words' }
      const [mutation, variables] = change('createGroupNotice', input)
      await site.graphql(mutation, variables, stage.people.owner)
    }
    const told = (await line.next().catch((error: unknown) => ({ errors: error }))) as Loose
    expect(Boolean(told.data), JSON.stringify(told)).toBe(who.includes(person))
    line.close()
  })
})

describe('an avatar', () => {
  const PNG = png({ width: 200, height: 200 })
  const upload = (who: Who, content: Buffer) => {
    const form = new FormData()
    form.append('gid', String(stage.group.id))
    form.append('image', new Blob([new Uint8Array(content)]), 'crew.png')
    const authorization = tokenOf(who)
    return fetch(`${site.url}/api/file/upload-group-avatar`, {
      method: 'POST',
      headers: authorization ? { authorization } : {},
      body: form,
    })
  }

  it.each(EVERYBODY)('is set by %s if they are a root of the group', async (who) => {
    const { status, data } = (await (await upload(who, PNG)).json()) as Loose
    expect(status === 200).toBe(ROOTS.includes(who))
    if (status !== 200) return expect([401, 403]).toContain(status)
    expect(data).toMatchObject({ id: stage.group.id, avatar: expect.stringMatching(/^\/api\/public\/img\//) })
    expect((await fetch(site.url + data.avatar)).status).toBe(200)
  })

  it('is a picture', async () => {
    const { status } = (await (await upload('root', Buffer.from('<svg/>'))).json()) as Loose
    expect(status).toBe(400)
  })
})

describe('disbanding', () => {
  it.each(EVERYBODY.filter((who) => !OWNERS.includes(who)))(
    'is refused to %s (area-rules G6)',
    async (who) => {
      const answer = await site.rest('DELETE', `/api/group?gid=${stage.group.id}`, { token: tokenOf(who) })
      expect([401, 403]).toContain(answer.status)
      const [query, variables] = change('disbandGroup', { id: id('Group', stage.group.id) }, 'groupId')
      const { errors } = await site.graphql(query, variables, { token: tokenOf(who) })
      expect(['FORBIDDEN', 'UNAUTHENTICATED']).toContain(errors?.[0]?.extensions?.code)
    },
  )
})
