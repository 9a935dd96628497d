import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addGroupRoles } from '../../support/groupRoles.ts'
import { setStanding } from '../../support/groups.ts'
import { globalId } from '../../support/judgeable.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { png } from '../../support/pictures.ts'
import {
  type Action,
  ADMINS,
  change,
  EVERYBODY,
  KNOWN,
  MEMBERS,
  node,
  OWNERS,
  ROOTS,
  type Stage,
  testRoles,
  testStreams,
  tokenOf,
  type Who,
} from '../../support/roleTable.ts'
import { type Loose, startSite } from '../../support/site.ts'

/** Every role × every action of a group × every door (area-rules G2 to G7). */

const stage = {} as Stage

beforeAll(async () => {
  const site = await startSite()
  Object.assign(stage, { site, ...(await addGroupRoles(site)) })
  const { group, people } = stage
  await site.prisma.group.update({ where: { id: group.id }, data: { access: 'CODE', code: 'sesame' } })
  await setStanding(site, group, people.owner, 'ROOT')
})
afterAll(() => stage.site?.close())
beforeEach(async () => void (await stage.site.prisma.throttle.deleteMany()))

/** Rows for one try of an action. */
type Target = { gid: number; pupil: Person; memberId: number; noticeId: number }

let made = 0
async function aim(): Promise<Target> {
  const { site, group, people } = stage
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

const ACTIONS: Record<string, Action<Target>> = {
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
      change('createGroupNotice', { groupId: globalId('Group', gid), title: 'News', content: 'Words' }),
  },
  'edits an announcement': {
    who: ['author', ...ROOTS],
    rest: ({ noticeId }) => [
      'PUT',
      '/api/group/announcement',
      { id: noticeId, title: 'News', content: 'Words', status: 0 },
    ],
    graph: ({ noticeId }) =>
      change('changeGroupNotice', { id: globalId('GroupNotice', noticeId), title: 'News' }),
  },
  'deletes an announcement': {
    who: ['author', ...ROOTS],
    rest: ({ noticeId }) => ['DELETE', `/api/group/announcement?aid=${noticeId}`],
    graph: ({ noticeId }) => change('removeGroupNotice', { id: globalId('GroupNotice', noticeId) }),
  },
  'makes a member an admin': {
    who: ROOTS,
    rest: ({ gid, pupil }) => ['PUT', '/api/group/member', { gid, uid: pupil.id, auth: 4 }],
    graph: ({ memberId }) =>
      change('changeGroupMember', { id: globalId('GroupMember', memberId), standing: 'ADMIN' }),
  },
  'adds members by their names': {
    who: ADMINS,
    graph: ({ gid }) =>
      change('addGroupMembers', { id: globalId('Group', gid), usernames: ['nobody'] }, 'added'),
  },
  'removes a member': {
    who: ADMINS,
    rest: ({ gid, pupil }) => ['DELETE', `/api/group/member?gid=${gid}&uid=${pupil.id}`],
    graph: ({ memberId }) => change('removeGroupMember', { id: globalId('GroupMember', memberId) }),
  },
  'changes its settings': {
    who: ROOTS,
    rest: ({ gid }) => ['PUT', '/api/group', { id: gid, brief: 'Tides and knots' }],
    graph: ({ gid }) =>
      change('updateGroup', { id: globalId('Group', gid), fields: { brief: 'Tides and knots' } }),
  },
  'removes its avatar': {
    who: ROOTS,
    graph: ({ gid }) => change('removeGroupAvatar', { id: globalId('Group', gid) }),
  },
  'closes it': {
    who: ['siteRoot'],
    graph: ({ gid }) => change('updateGroup', { id: globalId('Group', gid), fields: { isDisabled: false } }),
  },
}

testRoles(stage, aim, ACTIONS)

testStreams(stage, aim, {
  groupMembersChanged: {
    who: ADMINS,
    text: ({ gid }) => [
      'subscription ($id: ID!) { groupMembersChanged(groupId: $id) { change } }',
      { id: globalId('Group', gid) },
    ],
    tell: async () => setStanding(stage.site, stage.group, (await aim()).pupil, 'ADMIN'),
  },
  groupNoticesChanged: {
    who: MEMBERS,
    text: ({ gid }) => [
      'subscription ($id: ID!) { groupNoticesChanged(groupId: $id) { change } }',
      { id: globalId('Group', gid) },
    ],
    tell: ({ gid }) => {
      const input = { groupId: globalId('Group', gid), title: 'News', content: 'Words' }
      return stage.site.graphql(...change('createGroupNotice', input), stage.people.owner)
    },
  },
})

describe('an avatar', () => {
  const PNG = png({ width: 200, height: 200 })
  const upload = (who: Who, content: Buffer) => {
    const form = new FormData()
    form.append('gid', String(stage.group.id))
    form.append('image', new Blob([new Uint8Array(content)]), 'crew.png')
    const authorization = tokenOf(stage, who)
    return fetch(`${stage.site.url}/api/file/upload-group-avatar`, {
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
    expect((await fetch(stage.site.url + data.avatar)).status).toBe(200)
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
      const answer = await stage.site.rest('DELETE', `/api/group?gid=${stage.group.id}`, {
        token: tokenOf(stage, who),
      })
      expect([401, 403]).toContain(answer.status)
      const [query, variables] = change('disbandGroup', { id: globalId('Group', stage.group.id) }, 'groupId')
      const { errors } = await stage.site.graphql(query, variables, { token: tokenOf(stage, who) })
      expect(['FORBIDDEN', 'UNAUTHENTICATED']).toContain(errors?.[0]?.extensions?.code)
    },
  )
})
