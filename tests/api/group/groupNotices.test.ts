import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addGroupRoles, type GroupRoles, NAMES, type Name } from '../../support/groupRoles.ts'
import { globalId } from '../../support/judgeable.ts'
import { type Loose, type Site, startSite } from '../../support/site.ts'

/** Announcements of groups (area-rules G7). */

let site: Site
let stage: GroupRoles

beforeAll(async () => {
  site = await startSite()
  stage = await addGroupRoles(site)
})
afterAll(() => site?.close())

const rest = (who: Name | 'guest', method: string, path: string, body?: object) =>
  site.rest(method, path, {
    token: who === 'guest' ? null : stage.people[who].token,
    ...(body ? { body } : {}),
  })

const notice = (author: Name, fields: object = {}) =>
  site.prisma.groupNotice.create({
    data: {
      groupId: stage.group.id,
      authorId: stage.people[author].id,
      title: 'Row at dawn',
      content: 'Bring **oars**.',
      ...fields,
    },
  })

const EVERYBODY = ['guest', ...NAMES] as const
const IN: readonly string[] = ['member', 'admin', 'author', 'root', 'owner', 'siteRoot']
const ADMINS: readonly string[] = ['admin', 'author', 'root', 'owner', 'siteRoot']
const ROOTS: readonly string[] = ['root', 'owner', 'siteRoot']

describe.each(EVERYBODY)('%s', (who) => {
  const refused = who === 'guest' ? 401 : 403

  it('reads visible announcements as a member, hidden ones as an administrator (area-rules G7)', async () => {
    const shown = await notice('author')
    const hidden = await notice('author', { hidden: true })
    const listed = async (name: string) => {
      const { status, data } = await rest(
        who,
        'GET',
        `/api/group/get-${name}-list?gid=${stage.group.id}&limit=50`,
      )
      return status === 200 ? data.records.map(({ id }: Loose) => id) : status
    }
    if (IN.includes(who)) {
      const ids = await listed('announcement')
      expect(ids[0]).toBe(shown.id)
      expect(ids).not.toContain(hidden.id)
    } else expect(await listed('announcement')).toBe(refused)
    if (ADMINS.includes(who))
      expect((await listed('admin-announcement')).slice(0, 2)).toEqual([hidden.id, shown.id])
    else expect(await listed('admin-announcement')).toBe(refused)
  })

  it('writes them as an administrator (area-rules G7)', async () => {
    const body = { gid: stage.group.id, uid: 'ignored', title: `By ${who}`, content: 'Words', status: 0 }
    const { status } = await rest(who, 'POST', '/api/group/announcement', body)
    expect(status).toBe(ADMINS.includes(who) ? 200 : refused)
    const odd = await rest(who, 'POST', '/api/group/announcement', { ...body, status: 7 })
    expect(odd.status).toBe(who === 'guest' ? 401 : 400)
    const row = await site.prisma.groupNotice.findFirst({ where: { title: body.title } })
    expect(row?.authorId ?? null).toBe(ADMINS.includes(who) && who !== 'guest' ? stage.people[who].id : null)
  })

  it('changes and deletes them as their author or a root (area-rules G7)', async () => {
    const mayChange = who === 'author' || ROOTS.includes(who)
    // Readers of the row are told that it is not theirs, others that there is none.
    const status = mayChange ? 200 : who === 'guest' ? 401 : IN.includes(who) ? 403 : 404
    const { id } = await notice('author')
    const body = { id, title: 'Changed', content: 'Words', status: 1 }
    expect((await rest(who, 'PUT', '/api/group/announcement', body)).status).toBe(status)
    expect(await site.prisma.groupNotice.findUnique({ where: { id } })).toMatchObject(
      mayChange ? { title: 'Changed', hidden: true } : { title: 'Row at dawn', hidden: false },
    )
    const other = await notice('author')
    expect((await rest(who, 'DELETE', `/api/group/announcement?aid=${other.id}`)).status).toBe(status)
    expect(await site.prisma.groupNotice.count({ where: { id: other.id } })).toBe(mayChange ? 0 : 1)
  })
})

it('an author who administers no longer changes nothing (area-rules G7, G8)', async () => {
  const { id } = await notice('left')
  const body = { id, title: 'Changed', content: 'Words', status: 0 }
  expect((await rest('left', 'PUT', '/api/group/announcement', body)).status).toBe(404)
})

it('needs a title and a text', async () => {
  for (const words of [{ title: ' ' }, { content: ' ' }, { title: 'x'.repeat(256) }]) {
    const body = { gid: stage.group.id, title: 'Words', content: 'Words', status: 0, ...words }
    expect((await rest('admin', 'POST', '/api/group/announcement', body)).status).toBe(400)
  }
})

it('is told to members live, and hidden ones to nobody (area-rules G7)', async () => {
  const { group, people } = stage
  const line = await site.subscribe(
    'subscription ($id: ID!) { groupNoticesChanged(groupId: $id) { change notice { title contentTree } } }',
    { id: globalId('Group', group.id) },
    { token: people.member.token },
  )
  const next = async () => (await line.next()).data?.groupNoticesChanged
  const post = (fields: object) =>
    rest('admin', 'POST', '/api/group/announcement', { gid: group.id, content: 'Words', ...fields })
  await post({ title: 'Hidden', status: 1 })
  await post({ title: 'Shown', status: 0 })
  expect(await next()).toMatchObject({ change: 'CREATED', notice: { title: 'Shown' } })
  const { id } = await site.prisma.groupNotice.findFirstOrThrow({ where: { title: 'Shown' } })
  await rest('admin', 'PUT', '/api/group/announcement', { id, title: 'Shown', content: 'Words', status: 1 })
  expect(await next()).toEqual({ change: 'REMOVED', notice: null })
  line.close()
})
