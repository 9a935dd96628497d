import { describe, expect, it } from 'vitest'
import { saveProblem } from '#server/modules/problem/authoring/authoring.ts'
import { switches } from '#server/modules/site/site.ts'
import { globalId } from '../../support/judgeable.ts'
import { contextOf, type Person } from '../../support/people.ts'
import { codeOf, openPostSite, WORDS } from '../../support/posts.ts'
import { addProblem, problemInput } from '../../support/problems.ts'
import type { Loose } from '../../support/site.ts'

/** Posts through every door (area-rules D1 to D9, D14). */

const stage = openPostSite({ ada: 'USER', bob: 'USER', muted: 'MUTED', silent: 'NO_DISCUSS' })
const { people, call, ask } = stage

/** A post over REST; its number. */
async function post(who: Person, change: object = {}): Promise<number> {
  expect(await call(who, 'POST', '/api/discussion', { ...WORDS, ...change })).toMatchObject({ status: 200 })
  const { id } = await stage.site.prisma.discussion.findFirstOrThrow({ orderBy: { id: 'desc' } })
  return id
}
const list = async (who: Person | null, query = '') =>
  (await call(who, 'GET', `/api/get-discussion-list?${query}`)).data
const titles = async (who: Person | null, query = ''): Promise<string[]> =>
  (await list(who, query)).records.map(({ title }: { title: string }) => title)
const detail = (who: Person | null, did: number) => call(who, 'GET', `/api/get-discussion-detail?did=${did}`)
const NODE = 'query ($id: ID!) { node(id: $id) { id ... on Discussion { title } } }'
const node = (who: Person | null, did: number) => ask(who, NODE, { id: globalId('Discussion', did) })

const solve = (who: Person, solved: number) =>
  stage.site.prisma.userRank.update({ where: { userId: who.id }, data: { solved } })
const set = (change: object) => switches.set(contextOf(stage.site, people.root), change)

describe('writing', () => {
  it('publishes a post in the name of the session, whatever the body says (area-rules D1, D8)', async () => {
    const did = await post(people.ada, {
      id: 1,
      uid: people.bob.id,
      author: 'bob',
      topPriority: true,
      role: 'root',
    })
    expect((await detail(people.bob, did)).data).toMatchObject({
      ...WORDS,
      uid: people.ada.id,
      author: 'ada',
      role: 'user',
      topPriority: false,
      status: 0,
      gid: null,
      pid: null,
      hasLike: false,
      categoryName: 'Chat',
    })
    const pinned = await post(people.staff, { topPriority: true })
    expect((await detail(null, pinned)).data).toMatchObject({ topPriority: true, role: 'admin' })
  })

  it('names faults in order, and a missing text before its length (area-rules D6)', async () => {
    const refused = async (change: object) =>
      (await call(people.ada, 'POST', '/api/discussion', { ...WORDS, ...change })).msg
    const nothing = { title: ' ', description: '', content: '', categoryId: 99 }
    const order = [await refused(nothing)]
    order.push(await refused({ ...nothing, title: 'x' }))
    order.push(await refused({ ...nothing, title: 'x', description: 'x' }))
    order.push(await refused({ content: ' \n' }))
    for (const [at, field] of ['title', 'description', 'category', 'content'].entries())
      expect(order[at]?.toLowerCase()).toContain(field)
    for (const [field, most] of [
      ['title', 255],
      ['description', 255],
      ['content', 65_535],
    ] as const) {
      expect(await refused({ [field]: 'é'.repeat(most + 1) })).toContain(String(most))
      await post(people.staff, { [field]: 'é'.repeat(most) })
    }
    expect((await call(people.ada, 'POST', '/api/discussion', { ...WORDS, pid: 'NONE' })).status).toBe(404)
  })

  it('puts the id of the problem before the title once, and counts without it (area-rules D3)', async () => {
    const problem = await addProblem(stage.site, people.root, 'P1001')
    const did = await post(people.ada, { pid: 'P1001', title: '[P1001] Why?' })
    const other = await post(people.ada, { pid: 'P1001', title: 'T'.repeat(255) })
    expect((await detail(null, did)).data).toMatchObject({ title: '[P1001] Why?', pid: 'P1001' })
    expect((await detail(null, other)).data.title).toBe(`[P1001] ${'T'.repeat(255)}`)
    await call(people.ada, 'PUT', '/api/discussion', { id: did, ...WORDS, title: '[P1001] Because' })
    expect(await titles(null, 'pid=P1001')).toContain('[P1001] Because')
    await post(people.ada, { title: 'Elsewhere' })
    expect(await titles(null, 'pid=P1001')).not.toContain('Elsewhere')
    expect(await list(null, 'pid=NONE')).toMatchObject({ records: [], total: 0 })
    // It goes out of sight with its problem.
    await stage.site.prisma.problem.update({ where: { id: problem.id }, data: { visibility: 'HIDDEN' } })
    expect(await titles(people.bob)).toEqual(['Elsewhere'])
    expect((await list(people.bob)).total).toBe(1)
    for (const who of [null, people.bob, people.ada]) {
      expect((await detail(who, did)).status).toBe(404)
      expect(codeOf(await node(who, did))).toBe('NOT_FOUND')
    }
    expect((await detail(people.root, did)).status).toBe(200)
    expect((await call(people.bob, 'POST', '/api/discussion', { ...WORDS, pid: 'P1001' })).status).toBe(404)
  })

  it('keeps the title behind one id when its problem is renamed (area-rules D3)', async () => {
    const problem = await addProblem(stage.site, people.root, 'OLD')
    const did = await post(people.ada, { pid: 'OLD', title: 'Why?' })
    await saveProblem(
      contextOf(stage.site, people.root),
      problemInput('NEW', { id: problem.id, testcases: null }),
    )
    const { title } = (await detail(people.ada, did)).data
    expect(title).toBe('[NEW] Why?')
    await call(people.ada, 'PUT', '/api/discussion', { id: did, ...WORDS, title })
    expect((await detail(null, did)).data).toMatchObject({ title: '[NEW] Why?', pid: 'NEW' })
  })

  it('shows open lists the new id of a renamed problem, and takes an edit with the one before (area-rules D3)', async () => {
    const problem = await addProblem(stage.site, people.root, 'BEFORE')
    const did = await post(people.ada, { pid: 'BEFORE', title: 'Why?' })
    const list = await stage.site.subscribe(
      'subscription { discussionsChanged { change discussion { title } } }',
    )
    const ofPost = await stage.site.subscribe(
      'subscription ($id: ID!) { discussionChanged(id: $id) { title } }',
      { id: globalId('Discussion', did) },
    )
    await saveProblem(
      contextOf(stage.site, people.root),
      problemInput('AFTER', { id: problem.id, testcases: null }),
    )
    const title = '[AFTER] Why?'
    const changed = { data: { discussionsChanged: { change: 'CHANGED', discussion: { title } } } }
    await expect.poll(() => list.received).toContainEqual(changed)
    await expect.poll(() => ofPost.received).toContainEqual({ data: { discussionChanged: { title } } })
    for (const line of [list, ofPost]) line.close()
    await call(people.ada, 'PUT', '/api/discussion', { id: did, ...WORDS, title: '[BEFORE] Why?' })
    expect((await detail(null, did)).data).toMatchObject({ title: '[AFTER] Why?', pid: 'AFTER' })
  })

  it('takes solved problems, and so many in 24 hours from the first (area-rules D7)', async () => {
    await solve(people.bob, 9)
    const few = await call(people.bob, 'POST', '/api/discussion', WORDS)
    expect(few).toMatchObject({ status: 403, msg: expect.stringMatching(/10.*9/) })
    await solve(people.bob, 10)
    for (let times = 0; times < 5; times++) await post(people.bob)
    // What is refused for its words counts nothing.
    await stage.site.prisma.throttle.updateMany({ data: { count: 4 } })
    await call(people.bob, 'POST', '/api/discussion', { ...WORDS, title: '' })
    await post(people.bob)
    expect(await call(people.bob, 'POST', '/api/discussion', WORDS)).toMatchObject({ status: 403 })
    await stage.site.prisma.throttle.updateMany({ data: { expiresAt: new Date(Date.now() - 1000) } })
    await post(people.bob)
    for (let times = 0; times < 7; times++) await post(people.staff)
    await set({ discussionsPerDay: 0, discussionSolved: 0 })
    expect((await call(people.ada, 'POST', '/api/discussion', WORDS)).status).toBe(403)
    await post(people.staff)
    await set({ discussionsPerDay: 5, discussionSolved: 10 })
    await expect.poll(async () => (await switches.get(contextOf(stage.site, null))).discussionsPerDay).toBe(5)
  })

  it('is not for roles that only comment or do neither; they keep their own (area-rules D7)', async () => {
    for (const who of [people.muted, people.silent]) {
      expect((await call(who, 'POST', '/api/discussion', WORDS)).http).toBe(403)
      const { id } = await stage.site.prisma.discussion.create({ data: { ...WORDS, authorId: who.id } })
      expect((await call(who, 'PUT', '/api/discussion', { id, ...WORDS, title: 'Mine' })).status).toBe(200)
      expect((await call(who, 'DELETE', `/api/discussion?id=${id}`)).status).toBe(200)
    }
    expect((await call(null, 'POST', '/api/discussion', WORDS)).http).toBe(401)
  })

  it('stores text as it was meant: no NUL, no half characters, one line of title', async () => {
    const did = await post(people.ada, { title: 'a\u0000b\n c \u202e😀', content: 'x\u0000\ud800y' })
    expect((await detail(null, did)).data).toMatchObject({ title: 'ab c \u202e😀', content: 'xy' })
  })
})

describe('changing', () => {
  it('is the author’s for words, and the moderators’ for state alone (area-rules D1)', async () => {
    const did = await post(people.ada)
    const change = { id: did, ...WORDS, title: 'Changed' }
    expect((await call(people.bob, 'PUT', '/api/discussion', change)).http).toBe(403)
    expect(
      (await call(people.staff, 'PUT', '/api/discussion', { ...change, topPriority: true })).status,
    ).toBe(200)
    expect((await detail(null, did)).data).toMatchObject({ title: 'Tides', topPriority: true })
    await call(people.ada, 'PUT', '/api/discussion', { ...change, topPriority: false })
    expect((await detail(null, did)).data).toMatchObject({ title: 'Changed', topPriority: true })
    const put = { ...change, title: 'Admin', uid: people.bob.id, topPriority: false, status: 1 }
    expect((await call(people.ada, 'PUT', '/api/admin/discussion', put)).http).toBe(403)
    expect((await call(people.staff, 'PUT', '/api/admin/discussion', put)).status).toBe(200)
    expect((await detail(people.staff, did)).data).toMatchObject({
      title: 'Changed',
      uid: people.ada.id,
      status: 1,
      topPriority: false,
    })
    const edit = `mutation ($input: EditDiscussionInput!) { editDiscussion(input: $input) { version title } }`
    const input = { id: globalId('Discussion', did), ...WORDS, categoryId: globalId('DiscussionCategory', 2) }
    expect(codeOf(await ask(people.staff, edit, { input }))).toBe('FORBIDDEN')
    expect(codeOf(await ask(people.ada, edit, { input: { ...input, version: 1 } }))).toBe('CONFLICT')
    const actions = await stage.site.prisma.auditEntry.findMany({ where: { subject: `Discussion:${did}` } })
    expect(actions.map(({ actorId }) => actorId)).toEqual([people.staff.id, people.staff.id])
  })

  it('hides a disabled post from all but author and moderators, comments included (area-rules D2)', async () => {
    const did = await post(people.ada)
    const said = await call(people.bob, 'POST', '/api/comment', { did, content: 'So?' })
    await call(people.staff, 'PUT', '/api/admin/discussion', { id: did, status: 1 })
    for (const who of [null, people.bob]) {
      expect((await list(who)).total).toBe(0)
      expect((await detail(who, did)).status).toBe(404)
      expect(codeOf(await node(who, did))).toBe('NOT_FOUND')
      expect((await call(who, 'GET', `/api/comments?did=${did}`)).status).toBe(404)
      const comment = await ask(who, NODE, { id: globalId('Comment', said.data.id) })
      expect(codeOf(comment)).toBe('NOT_FOUND')
    }
    for (const who of [people.bob, people.ada, people.staff])
      expect((await call(who, 'POST', '/api/comment', { did, content: 'More' })).status).not.toBe(200)
    for (const who of [people.ada, people.staff, people.root]) {
      expect((await detail(who, did)).data.status).toBe(1)
      expect((await call(who, 'GET', `/api/comments?did=${did}`)).data.commentList.total).toBe(1)
    }
    expect(await titles(people.ada, 'onlyMine=true')).toEqual(['Tides'])
    expect(await titles(people.staff, 'admin=true')).toEqual(['Tides'])
    for (const keyword of ['', 'Tides'])
      expect(await titles(people.staff, `admin=true&onlyMine=true&keyword=${keyword}`)).toEqual([])
    expect(await titles(people.bob, 'admin=true')).toEqual([])
  })

  it('lets author and moderators delete, with the comments, by did or id, and audits it (area-rules D5)', async () => {
    const [own, others] = [await post(people.ada), await post(people.ada)]
    await call(people.bob, 'POST', '/api/comment', { did: own, content: 'So?' })
    expect((await call(people.bob, 'DELETE', `/api/discussion?did=${own}`)).http).toBe(403)
    expect((await call(people.ada, 'DELETE', `/api/discussion?id=${own}`)).status).toBe(200)
    expect(await stage.site.prisma.comment.count({ where: { discussionId: own } })).toBe(0)
    expect((await call(people.staff, 'DELETE', `/api/discussion?did=${others}`)).status).toBe(200)
    const audited = await stage.site.prisma.auditEntry.findMany({ where: { action: 'discussion.removed' } })
    expect(audited.map(({ subject }) => subject)).toEqual([`Discussion:${others}`])
    const some = [await post(people.ada), await post(people.staff)]
    expect((await call(people.ada, 'DELETE', '/api/admin/discussion', some)).http).toBe(403)
    expect((await call(people.staff, 'DELETE', '/api/admin/discussion', some)).status).toBe(200)
    expect((await list(null)).total).toBe(0)
  })
})

describe('reading', () => {
  it('lists pinned posts first, then the newest, ten a page, without the words of others (area-rules D8)', async () => {
    for (let number = 1; number <= 12; number++)
      await stage.site.prisma.discussion.create({
        data: {
          ...WORDS,
          title: `Post ${number}`,
          authorId: number % 2 ? people.ada.id : people.bob.id,
          pinned: number === 3,
        },
      })
    const page = await list(people.ada)
    expect(page).toMatchObject({ total: 12, size: 10, current: 1 })
    expect(page.records[0]).toMatchObject({ title: 'Post 3', content: WORDS.content, commentNum: 0 })
    expect(page.records[1]).toMatchObject({ title: 'Post 12', content: '' })
    expect(await titles(null, 'currentPage=2')).toEqual(['Post 2', 'Post 1'])
    expect(await titles(null, 'keyword=post%2012')).toEqual(['Post 12'])
    expect(await titles(null, 'keyword=%25')).toEqual([])
    expect((await list(null, 'cid=2')).total).toBe(0)
    expect((await list(people.ada, 'onlyMine=true')).total).toBe(6)
    const graph = await ask(null, '{ discussions(first: 2) { totalCount edges { node { title } } } }')
    expect(graph.data.discussions).toEqual({
      totalCount: 12,
      edges: [{ node: { title: 'Post 3' } }, { node: { title: 'Post 12' } }],
    })
    // A search has the same pages, by number and by cursor.
    expect(await titles(null, 'keyword=post&currentPage=2')).toEqual(['Post 2', 'Post 1'])
    const found = async (args: string) => {
      const connection = `discussions(filter: { keyword: "post" }, ${args})`
      const { data } = await ask(
        null,
        `{ ${connection} { totalCount pageInfo { hasNextPage endCursor } edges { node { title } } } }`,
      )
      const { totalCount, pageInfo, edges } = data.discussions
      expect(totalCount).toBe(12)
      return { ...pageInfo, titles: edges.map(({ node }: Loose) => node.title) }
    }
    const one = await found('first: 2')
    expect(one).toMatchObject({ titles: ['Post 3', 'Post 12'], hasNextPage: true })
    expect(await found('first: 2, offset: 2')).toMatchObject({ titles: ['Post 11', 'Post 10'] })
    const two = await found(`first: 2, after: "${one.endCursor}"`)
    expect(two).toMatchObject({ titles: ['Post 11', 'Post 10'], hasNextPage: true })
    expect(await found('first: 5, offset: 10')).toMatchObject({
      titles: ['Post 2', 'Post 1'],
      hasNextPage: false,
    })
  })

  it('counts the posts of each list as they come, move, are disabled and go with their problem', async () => {
    const total = async (filter: string) =>
      (await ask(null, `{ discussions(filter: ${filter}) { totalCount } }`)).data.discussions
        .totalCount as number
    const totals = async () => [
      await total('{}'),
      await total('{ problem: "TALLY" }'),
      await total('{ keyword: "tally" }'),
    ]
    const inCategory = async (categoryId: number) => {
      const id = globalId('DiscussionCategory', categoryId)
      const query = 'query ($id: ID!) { discussions(filter: { categoryId: $id }) { totalCount } }'
      return (await ask(null, query, { id })).data.discussions.totalCount
    }
    const all = await total('{}')
    const { id: problemId } = await addProblem(stage.site, people.root, 'TALLY')
    const row = { ...WORDS, title: 'Tally', authorId: people.ada.id, problemId }
    await stage.site.prisma.discussion.createMany({
      data: [row, row, { ...row, problemId: null }, { ...row, disabled: true }],
    })
    expect(await totals()).toEqual([all + 3, 2, 3])
    await stage.site.prisma.problem.update({ where: { id: problemId }, data: { visibility: 'HIDDEN' } })
    expect(await total('{}')).toBe(all + 1)
    await stage.site.prisma.problem.update({ where: { id: problemId }, data: { visibility: 'PUBLIC' } })
    const first = await stage.site.prisma.discussion.findFirstOrThrow({
      where: { problemId, disabled: false },
    })
    const before = [await inCategory(first.categoryId), await inCategory(2)]
    await stage.site.prisma.discussion.update({
      where: { id: first.id },
      data: { categoryId: 2, viewCount: 5 },
    })
    expect([await inCategory(first.categoryId), await inCategory(2)]).toEqual([
      (before[0] ?? 0) - 1,
      (before[1] ?? 0) + 1,
    ])
    await stage.site.prisma.discussion.updateMany({ where: { title: 'Tally' }, data: { disabled: true } })
    expect(await totals()).toEqual([all, 0, 0])
    await stage.site.prisma.discussion.updateMany({ where: { title: 'Tally' }, data: { disabled: false } })
    expect(await totals()).toEqual([all + 4, 3, 4])
    await stage.site.prisma.problem.delete({ where: { id: problemId } })
    expect(await total('{}')).toBe(all + 1)
    await stage.site.prisma.discussion.deleteMany({ where: { title: 'Tally' } })
    expect(await total('{}')).toBe(all)
    expect(await stage.site.prisma.discussionTally.count({ where: { count: { lt: 0 } } })).toBe(0)
  })

  it('counts a view once in an hour, through both doors, and a like once (area-rules D9)', async () => {
    const did = await post(people.ada)
    for (const who of [people.bob, people.bob, null, null]) await detail(who, did)
    const view = `mutation ($id: ID!) { viewDiscussion(input: { id: $id }) { viewCount } }`
    const seen = await ask(people.bob, view, { id: globalId('Discussion', did) })
    expect(seen.data.viewDiscussion.viewCount).toBe(2)
    const guest = await ask(null, view, { id: globalId('Discussion', did) })
    expect(guest.data.viewDiscussion.viewCount).toBe(2)
    const like = (toLike: boolean) =>
      call(people.bob, 'GET', `/api/discussion-like?did=${did}&toLike=${toLike}`)
    await Promise.all([like(true), like(true), like(true)])
    expect((await detail(people.bob, did)).data).toMatchObject({ likeNum: 1, hasLike: true })
    expect((await detail(people.ada, did)).data).toMatchObject({ likeNum: 1, hasLike: false })
    await Promise.all([like(false), like(false)])
    expect((await detail(people.bob, did)).data).toMatchObject({ likeNum: 0, hasLike: false })
  })

  it('keeps posts of a group for its members, out of all lists of the site (area-rules D4)', async () => {
    const did = await post(people.member, { gid: stage.groupId, title: 'Club talk' })
    expect(
      (await call(people.ada, 'POST', '/api/discussion', { ...WORDS, gid: stage.groupId })).status,
    ).not.toBe(200)
    for (const who of [null, people.ada]) {
      expect((await list(who, 'keyword=club')).total).toBe(0)
      expect((await detail(who, did)).status).toBe(404)
      expect(codeOf(await node(who, did))).toBe('NOT_FOUND')
    }
    expect((await list(people.member)).total).toBe(0)
    expect((await detail(people.member, did)).data.gid).toBe(stage.groupId)
    expect(await titles(people.staff, 'admin=true')).toEqual(['Club talk'])
    const inGroup = `query ($id: ID!) { discussions(filter: { groupId: $id }) { totalCount } }`
    const asked = (who: Person) => ask(who, inGroup, { id: globalId('Group', stage.groupId) })
    expect((await asked(people.chief)).data.discussions.totalCount).toBe(1)
    expect(codeOf(await asked(people.ada))).toBe('FORBIDDEN')
    // The owner of the group moderates there, and is held to no limit; a member is.
    await solve(people.member, 0)
    expect(
      (await call(people.member, 'POST', '/api/discussion', { ...WORDS, gid: stage.groupId })).status,
    ).toBe(403)
    await solve(people.member, 10)
    await post(people.chief, { gid: stage.groupId, topPriority: true })
    expect((await call(people.chief, 'DELETE', `/api/discussion?did=${did}`)).status).toBe(200)
    await stage.site.prisma.group.update({ where: { id: stage.groupId }, data: { disbandedAt: new Date() } })
    await expect.poll(async () => (await list(people.staff, 'admin=true')).total).toBe(0)
    await stage.site.prisma.group.update({ where: { id: stage.groupId }, data: { disbandedAt: null } })
  })

  it('refuses a closed area with its words, with HTTP 403 at the list and at writes (area-rules D14)', async () => {
    const did = await post(people.ada)
    await set({ openPublicDiscussion: false })
    const words = 'No Access: There is no open discussion area on the website!'
    const closed = { http: 403, status: 403, msg: words }
    await expect.poll(() => call(null, 'GET', '/api/get-discussion-list')).toMatchObject(closed)
    expect(await call(people.ada, 'POST', '/api/discussion', WORDS)).toMatchObject(closed)
    expect(await call(people.ada, 'PUT', '/api/discussion', { id: did, ...WORDS })).toMatchObject(closed)
    expect(await call(people.ada, 'DELETE', `/api/discussion?did=${did}`)).toMatchObject(closed)
    for (const answer of [
      await detail(people.root, did),
      await call(people.bob, 'GET', `/api/comments?did=${did}`),
      await call(people.bob, 'GET', `/api/discussion-like?did=${did}&toLike=true`),
    ])
      expect(answer).toMatchObject({ ...closed, http: 200 })
    expect(codeOf(await node(people.ada, did))).toBe('NOT_FOUND')
    expect(codeOf(await ask(null, '{ discussions { totalCount } }'))).toBe('DISCUSSIONS_CLOSED')
    expect(await titles(people.staff, 'admin=true')).toEqual([])
    await set({ openPublicDiscussion: true })
    await expect.poll(async () => (await detail(null, did)).status).toBe(200)
  })
})
