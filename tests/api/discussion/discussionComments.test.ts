import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { globalId } from '../../support/judgeable.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

/** Comments on posts, and what is told live (area-rules D2, D12, D13). */

let site: Site
const people = {} as Record<'staff' | 'ada' | 'bob' | 'muted', Person>
let did = 0

const call = (who: Person | null, method: string, path: string, body?: unknown) =>
  site.rest(method, path, { ...(who ? { token: who.token } : {}), body })
const comment = (who: Person, content: string) => call(who, 'POST', '/api/comment', { did, content })
const reply = (who: Person, commentId: number, content: string, to: object = {}) =>
  call(who, 'POST', '/api/reply', {
    // Clients of the reference system send numbers as texts, too.
    reply: { commentId: `${commentId}`, content },
    did,
    quoteId: commentId,
    quoteType: 'Comment',
    ...to,
  })
const comments = async (who: Person | null, query = '') =>
  (await call(who, 'GET', `/api/comments?did=${did}&${query}`)).data
const solve = (who: Person, solved: number) =>
  site.prisma.userRank.update({ where: { userId: who.id }, data: { solved } })
const subscribe = (who: Person | null, query: string) =>
  site.subscribe(query, { id: globalId('Discussion', did) }, who ?? {})

beforeAll(async () => {
  site = await startSite()
  people.staff = await addPerson(site, 'staff', { role: 'ADMIN' })
  people.muted = await addPerson(site, 'muted', { role: 'MUTED' })
  for (const name of ['ada', 'bob'] as const) people[name] = await addPerson(site, name)
  for (const who of [people.ada, people.bob, people.muted]) await solve(who, 10)
})
afterAll(() => site?.close())
beforeEach(async () => {
  await site.prisma.throttle.deleteMany()
  const words = { title: 'Tides', description: 'On tides', content: 'They come', categoryId: 1 }
  did = (await site.prisma.discussion.create({ data: { ...words, authorId: people.ada.id } })).id
})

describe('comments on a post', () => {
  it('have 1 to 10,000 characters, take solved problems, and ten a minute (area-rules D12)', async () => {
    expect((await comment(people.bob, ' \n')).status).toBe(400)
    expect((await comment(people.bob, 'é'.repeat(10_001))).status).toBe(400)
    expect((await comment(people.bob, 'é'.repeat(10_000))).status).toBe(200)
    expect((await comment(people.bob, '👩‍🚀 emoji')).data.content).toBe('👩‍🚀 emoji')
    await solve(people.bob, 9)
    expect(await comment(people.bob, 'More')).toMatchObject({
      status: 403,
      msg: expect.stringMatching(/10.*9/),
    })
    const { id } = (await comments(null)).commentList.records[0]
    expect((await reply(people.bob, id, 'More')).status).toBe(403)
    await solve(people.bob, 10)
    expect((await comment(people.muted, 'Psst')).http).toBe(403)
    expect((await call(null, 'POST', '/api/comment', { did, content: 'x' })).http).toBe(401)
    for (let times = 2; times < 10; times++) expect((await comment(people.bob, 'Again')).status).toBe(200)
    expect((await comment(people.bob, 'Too much')).status).toBe(403)
    for (let times = 0; times < 12; times++) expect((await comment(people.staff, 'Again')).status).toBe(200)
    const bar = (who: Person | null) =>
      site.graphql(`{ discussion(number: ${did}) { viewerCanComment viewerCommentBar } }`, {}, who ?? {})
    expect((await bar(people.ada)).data.discussion).toEqual({
      viewerCanComment: true,
      viewerCommentBar: null,
    })
    expect((await bar(null)).data.discussion).toMatchObject({ viewerCanComment: false })
    expect((await bar(null)).data.discussion.viewerCommentBar).toBe('Please login first!')
  })

  it('stand by likes, then newest; replies oldest first, three shown (area-rules D13)', async () => {
    const [first, second] = [await comment(people.ada, 'First'), await comment(people.ada, 'Second')]
    const order = async () =>
      (await comments(people.bob)).commentList.records.map(({ content }: { content: string }) => content)
    expect(await order()).toEqual(['Second', 'First'])
    const like = `/api/comment-like?cid=${first.data.id}&toLike=true&sourceId=${did}&sourceType=Discussion`
    expect((await call(people.bob, 'GET', like)).status).toBe(200)
    expect(await order()).toEqual(['First', 'Second'])
    expect((await comments(people.bob)).commentLikeMap).toEqual({ [first.data.id]: true })
    expect((await comments(people.ada)).commentLikeMap).toEqual({})
    const replies = []
    for (const content of ['one', 'two', 'three', 'four'])
      replies.push((await reply(people.bob, second.data.id, content)).data)
    const answered = await reply(people.ada, second.data.id, 'five', {
      quoteId: replies[0].id,
      quoteType: 'Reply',
      toUid: people.staff.id,
    })
    expect(answered.data).toMatchObject({ toUid: people.bob.id, toName: 'bob' })
    const shown = (await comments(null)).commentList.records[1]
    expect(shown.replyList.map(({ content }: { content: string }) => content)).toEqual([
      'one',
      'two',
      'three',
    ])
    expect(shown.totalReplyNum).toBe(5)
    const numbers = async () => (await call(null, 'GET', '/api/get-discussion-list')).data.records
    expect((await numbers())[0].commentNum).toBe(7)
    await call(people.bob, 'DELETE', '/api/reply', { did, reply: { id: replies[0].id } })
    expect((await numbers())[0].commentNum).toBe(6)
    await call(people.staff, 'DELETE', '/api/comment', { id: second.data.id })
    expect((await numbers())[0].commentNum).toBe(1)
  })
})

describe('live', () => {
  it('tells comments to guests too, and ends when the post is disabled (area-rules D2)', async () => {
    const stream = await subscribe(
      null,
      'subscription ($id: ID!) { commentsChanged(subjectId: $id) { change comment { content } } }',
    )
    await comment(people.bob, 'So?')
    expect((await stream.next()).data.commentsChanged).toEqual({
      change: 'CREATED',
      comment: { content: 'So?' },
    })
    await call(people.staff, 'PUT', '/api/admin/discussion', { id: did, status: 1 })
    expect((await stream.next()).errors[0].extensions.code).toBe('NOT_FOUND')
    stream.close()
  })

  it('tells the figures of a post, and rows of the list as they come and go', async () => {
    const rows = await subscribe(
      people.bob,
      'subscription { discussionsChanged { change rowId discussion { title likeCount commentCount } } }',
    )
    const one = await subscribe(
      null,
      `subscription ($id: ID!) { discussionChanged(id: $id) {
        likeCount commentCount isPinned contentTree category { id name } } }`,
    )
    const next = async () => (await rows.next()).data.discussionsChanged
    await call(people.bob, 'GET', `/api/discussion-like?did=${did}&toLike=true`)
    expect(await next()).toMatchObject({ change: 'CHANGED', discussion: { likeCount: 1 } })
    expect((await one.next()).data.discussionChanged).toMatchObject({
      likeCount: 1,
      commentCount: 0,
      isPinned: false,
    })
    await comment(people.bob, 'So?')
    expect(await next()).toMatchObject({ change: 'CHANGED', discussion: { commentCount: 1 } })
    const words = { title: 'New', description: 'On', content: 'It', categoryId: 1 }
    await call(people.staff, 'POST', '/api/discussion', words)
    expect(await next()).toMatchObject({ change: 'CREATED', discussion: { title: 'New' } })
    await call(people.staff, 'PUT', '/api/admin/discussion', { id: did, status: 1 })
    expect(await next()).toEqual({ change: 'REMOVED', rowId: globalId('Discussion', did), discussion: null })
    await call(people.staff, 'PUT', '/api/admin/discussion', { id: did, status: 0 })
    expect(await next()).toMatchObject({ change: 'CREATED', discussion: { title: 'Tides' } })
    await call(people.ada, 'DELETE', `/api/discussion?did=${did}`)
    expect(await next()).toMatchObject({ change: 'REMOVED', discussion: null })
    rows.close()
    one.close()
  })
})
