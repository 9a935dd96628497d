import { beforeAll, describe, expect, it } from 'vitest'
import { switches } from '#server/modules/site/site.ts'
import { setStanding } from '../../support/groups.ts'
import { globalId } from '../../support/judgeable.ts'
import { contextOf, type Person } from '../../support/people.ts'
import { codeOf, openPostSite, WORDS } from '../../support/posts.ts'

/** Posts of a group through its own REST calls, and the list of its administrators. */

const stage = openPostSite({ ada: 'USER', aide: 'USER', peer: 'USER' })
const { people, call, ask } = stage

beforeAll(async () => {
  const group = await stage.site.prisma.group.findUniqueOrThrow({ where: { id: stage.groupId } })
  await setStanding(stage.site, group, people.aide, 'ADMIN')
  await setStanding(stage.site, group, people.peer, 'MEMBER')
})

const PATH = '/api/group/discussion'
const write = (who: Person | null, change: object = {}) =>
  call(who, 'POST', PATH, { ...WORDS, gid: stage.groupId, ...change })
const list = (who: Person | null, rest = '') =>
  call(who, 'GET', `/api/group/get-discussion-list?gid=${stage.groupId}${rest}`)
const managed = (who: Person | null) =>
  call(who, 'GET', `/api/group/get-admin-discussion-list?gid=${stage.groupId}`)
const newest = async () =>
  stage.site.prisma.discussion.findFirstOrThrow({
    orderBy: { id: 'desc' },
    where: { groupId: stage.groupId },
  })
const titlesOf = ({ data }: Awaited<ReturnType<typeof list>>) =>
  data.records.map(({ title }: { title: string }) => title)

describe('the calls of a group', () => {
  it('write, list, pin, disable and delete posts by the rights of the group (area-rules D4, D5, D7)', async () => {
    for (const who of [people.ada, people.staff]) expect((await write(who)).status).not.toBe(200)
    expect((await write(null)).http).toBe(401)
    expect((await write(people.member, { title: 'Tides', topPriority: true })).status).toBe(200)
    const { id, pinned } = await newest()
    // A member does not pin.
    expect(pinned).toBe(false)
    expect((await write(people.aide, { title: 'Notice', topPriority: true })).status).toBe(200)
    expect(titlesOf(await list(people.peer))).toEqual(['Notice', 'Tides'])
    expect((await list(people.peer)).data.records[1]).toMatchObject({
      id,
      gid: stage.groupId,
      content: '',
      author: 'member',
      status: 0,
    })
    expect((await list(people.member)).data.records[1].content).toBe(WORDS.content)
    for (const who of [null, people.ada]) expect((await list(who)).status).not.toBe(200)

    const put = (who: Person, change: object) => call(who, 'PUT', PATH, { ...WORDS, id, ...change })
    expect((await put(people.peer, { title: 'Mine now' })).status).toBe(403)
    expect((await put(people.member, { title: 'Tides 2', status: 1, topPriority: true })).status).toBe(200)
    expect(
      await newest().then(() => stage.site.prisma.discussion.findUnique({ where: { id } })),
    ).toMatchObject({ title: 'Tides 2', disabled: false, pinned: false })
    // An administrator pins and disables, and leaves the words alone.
    expect((await put(people.aide, { title: 'Other words', status: 1 })).status).toBe(200)
    expect(await stage.site.prisma.discussion.findUnique({ where: { id } })).toMatchObject({
      title: 'Tides 2',
      disabled: true,
    })
    expect(titlesOf(await list(people.peer))).toEqual(['Notice'])
    for (const who of [people.aide, people.chief])
      expect(titlesOf(await managed(who))).toEqual(['Notice', 'Tides 2'])
    for (const who of [null, people.ada, people.member, people.peer])
      expect((await managed(who)).status).not.toBe(200)

    expect((await call(people.peer, 'DELETE', `${PATH}?did=${id}`)).status).not.toBe(200)
    expect((await call(people.aide, 'DELETE', `${PATH}?did=${id}`)).status).toBe(200)
    expect(titlesOf(await managed(people.aide))).toEqual(['Notice'])
  })

  it('know no post of the site (area-rules D4, G8)', async () => {
    expect((await call(people.member, 'POST', '/api/discussion', WORDS)).status).toBe(200)
    const { id } = await stage.site.prisma.discussion.findFirstOrThrow()
    const body = { ...WORDS, id, title: 'Changed', gid: stage.groupId }
    expect((await call(people.member, 'PUT', PATH, body)).status).toBe(404)
    expect((await call(people.member, 'DELETE', `${PATH}?did=${id}`)).status).toBe(404)
    expect(await stage.site.prisma.discussion.findUnique({ where: { id } })).toMatchObject({
      title: WORDS.title,
      groupId: null,
    })
  })

  it('answer HTTP 403 while the switch of groups is off, and the others do not (area-rules D14)', async () => {
    await write(people.member)
    const { id } = await newest()
    const set = (openGroupDiscussion: boolean) =>
      switches.set(contextOf(stage.site, people.root), { openGroupDiscussion })
    await set(false)
    const words = 'No Access: There is no open group discussion area on the website!'
    const closed = { http: 403, status: 403, msg: words }
    await expect.poll(() => list(people.member)).toMatchObject(closed)
    expect(await managed(people.aide)).toMatchObject(closed)
    expect(await write(people.member)).toMatchObject(closed)
    expect(await call(people.member, 'PUT', PATH, { ...WORDS, id })).toMatchObject(closed)
    expect(await call(people.member, 'DELETE', `${PATH}?did=${id}`)).toMatchObject(closed)
    expect((await call(people.member, 'GET', '/api/get-discussion-list')).status).toBe(200)
    await set(true)
    await expect.poll(async () => (await list(people.member)).status).toBe(200)
  })
})

describe('the list of the administrators of a group', () => {
  const MANAGED = { isManaged: true }
  const LIST = `query ($filter: DiscussionFilter) {
    discussions(filter: $filter) { totalCount edges { node { title isDisabled } } } }`
  const inGroup = () => ({ ...MANAGED, groupId: globalId('Group', stage.groupId) })

  it('has disabled posts, and is read, searched and heard by them alone (area-rules D4, G8)', async () => {
    const live = await stage.site.subscribe(
      'subscription ($filter: DiscussionFilter) { discussionsChanged(filter: $filter) { change discussion { title } } }',
      { filter: inGroup() },
      people.aide,
    )
    const next = async () => (await live.next()).data.discussionsChanged
    await write(people.member, { title: 'Tides of May' })
    expect(await next()).toEqual({ change: 'CREATED', discussion: { title: 'Tides of May' } })
    const { id } = await newest()
    await ask(
      people.aide,
      'mutation ($input: ModerateDiscussionsInput!) { moderateDiscussions(input: $input) { done } }',
      { input: { ids: [globalId('Discussion', id)], isDisabled: true } },
    )
    expect((await next()).change).toBe('CHANGED')
    for (const filter of [inGroup(), { ...inGroup(), keyword: 'may' }, { ...inGroup(), isDisabled: true }])
      expect((await ask(people.aide, LIST, { filter })).data.discussions).toEqual({
        totalCount: 1,
        edges: [{ node: { title: 'Tides of May', isDisabled: true } }],
      })
    for (const who of [null, people.ada, people.member, people.peer])
      expect(codeOf(await ask(who, LIST, { filter: inGroup() }))).toMatch(/FORBIDDEN|UNAUTHENTICATED/)
    // It lends nothing on the site, or in another group.
    expect(codeOf(await ask(people.aide, LIST, { filter: MANAGED }))).toBe('FORBIDDEN')
    live.close()
  })
})
