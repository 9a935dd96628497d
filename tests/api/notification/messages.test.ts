import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addContest, timesOf } from '../../support/contests.ts'
import { addGroupRoles } from '../../support/groupRoles.ts'
import { setStanding } from '../../support/groups.ts'
import { globalId } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { addProblem } from '../../support/problems.ts'
import { type Site, startSite } from '../../support/site.ts'

/** Who is told of comments, replies, mentions and likes (area-rules M1 to M4, M7). */

let site: Site
const people = {} as Record<'root' | 'ada' | 'bob' | 'cyd', Person>
let did = 0

const call = (who: Person | null, method: string, path: string, body?: unknown) =>
  site.rest(method, path, { ...(who ? { token: who.token } : {}), body })
const comment = async (who: Person, content: string): Promise<number> => {
  const answer = await call(who, 'POST', '/api/comment', { did, content })
  expect(answer).toMatchObject({ status: 200 })
  return answer.data.id
}
const reply = async (who: Person, commentId: number, content: string, replyId?: number): Promise<number> => {
  const quote = { quoteId: replyId ?? commentId, quoteType: replyId ? 'Reply' : 'Comment' }
  const answer = await call(who, 'POST', '/api/reply', { reply: { commentId, content }, did, ...quote })
  expect(answer).toMatchObject({ status: 200 })
  return answer.data.id
}
const likePost = (who: Person, likes: boolean) =>
  call(who, 'GET', `/api/discussion-like?did=${did}&toLike=${likes}`)
const likeComment = (who: Person, id: number, likes: boolean) =>
  call(who, 'GET', `/api/comment-like?cid=${id}&toLike=${likes}&sourceId=${did}&sourceType=Discussion`)

/** Waits until everything that happened has been told. */
const settled = () =>
  expect
    .poll(
      () =>
        site.prisma.$queryRaw<unknown[]>`
          select 1 from graphile_worker.jobs
          where task_identifier in ('notify', 'tellOfComment', 'tellOfLike', 'tellOfRejudging')`,
    )
    .toHaveLength(0)

/** Actions and words of what somebody was told, newest first. */
const told = async ({ id }: Person) => {
  await settled()
  const rows = await site.prisma.notification.findMany({
    where: { userId: id, action: { not: null } },
    orderBy: { id: 'desc' },
  })
  return rows.map(({ kind, action, words }) => [kind, action, words])
}

const post = async (author: Person, fields: object = {}): Promise<number> => {
  const words = { title: 'Tides', description: 'On tides', content: 'They come', categoryId: 1 }
  const row = await site.prisma.discussion.create({ data: { ...words, authorId: author.id, ...fields } })
  return row.id
}

beforeAll(async () => {
  site = await startSite({ RATE_MUTATIONS: '100000', RATE_REQUESTS: '100000' })
  people.root = await addPerson(site, 'root', { role: 'ROOT' })
  for (const name of ['ada', 'bob', 'cyd'] as const) people[name] = await addPerson(site, name)
  const nothing = { defaultCreateCommentACInitValue: 0 }
  expect(await call(people.root, 'PUT', '/api/admin/switch/update', nothing)).toMatchObject({ status: 200 })
})
afterAll(() => site?.close())
beforeEach(async () => {
  await site.prisma.throttle.deleteMany()
  await site.prisma.notification.deleteMany()
  await site.prisma.removedNotification.deleteMany()
  did = await post(people.ada)
})

describe('what is told', () => {
  it('is a comment on one’s post, an answer, and a like of either (area-rules M1, M2, M4)', async () => {
    const { ada, bob, cyd } = people
    const id = await comment(bob, 'So?')
    const first = await reply(cyd, id, 'Because')
    await reply(bob, id, 'Why', first)
    await likePost(bob, true)
    await likeComment(ada, id, true)
    // The author of the post hears of the comment alone, not of the replies to it.
    expect((await told(ada)).sort()).toEqual([
      ['COMMENT', 'COMMENT', 'So?'],
      ['LIKE', 'LIKE_POST', null],
    ])
    expect((await told(bob)).sort()).toEqual([
      ['LIKE', 'LIKE_COMMENT', null],
      ['REPLY', 'REPLY', 'Because'],
    ])
    expect(await told(cyd)).toEqual([['REPLY', 'REPLY', 'Why']])
    const [row] = await site.prisma.notification.findMany({ where: { userId: cyd.id } })
    expect(row).toMatchObject({
      senderId: bob.id,
      quote: 'Because',
      quoted: `Reply:${first}`,
      sourceTitle: 'Tides',
      subject: `Discussion:${did}`,
      link: expect.stringMatching(new RegExp(`^/discussion-detail/${did}\\?comment=${id}&reply=\\d+$`)),
    })
  })

  it('reaches each person once, by the closest tie, and never its author (area-rules M2)', async () => {
    const { ada, bob, cyd } = people
    const own = await comment(ada, 'My own, @ada')
    expect(await told(ada)).toEqual([])
    await comment(bob, '@ada @ada @bob @cyd look')
    expect(await told(ada)).toEqual([['COMMENT', 'COMMENT', '@ada @ada @bob @cyd look']])
    expect(await told(bob)).toEqual([])
    expect(await told(cyd)).toEqual([['REPLY', 'MENTION', '@ada @ada @bob @cyd look']])
    await reply(cyd, own, '@ada yes')
    expect((await told(ada)).map(([, action]) => action)).toEqual(['REPLY', 'COMMENT'])
    await likeComment(ada, own, true)
    await likePost(ada, true)
    expect((await told(ada)).map(([, action]) => action)).toEqual(['REPLY', 'COMMENT'])
  })

  it('is one message for a like, also when it is withdrawn and repeated or the message is removed (area-rules M2)', async () => {
    const { ada, bob } = people
    const id = await comment(ada, 'So?')
    const like = async (likes: boolean) => [await likePost(bob, likes), await likeComment(bob, id, likes)]
    await like(true)
    expect(await told(ada)).toHaveLength(2)
    await like(false)
    await like(true)
    expect(await told(ada)).toHaveLength(2)
    expect(await call(ada, 'DELETE', '/api/msg/clean?type=Like')).toMatchObject({ status: 200 })
    await like(false)
    await like(true)
    expect(await told(ada)).toEqual([])
  })

  it('is nothing of contests (area-rules M3)', async () => {
    const contest = await addContest(site, { ...timesOf('running'), type: 'ACM', ownerId: people.ada.id })
    const answer = await call(people.root, 'POST', '/api/comment', { cid: contest.id, content: '@bob hi' })
    expect(answer).toMatchObject({ status: 200 })
    const { id } = answer.data
    const body = { reply: { commentId: id, content: '@cyd hi' }, quoteId: id, quoteType: 'Comment' }
    expect(await call(people.root, 'POST', '/api/reply', body)).toMatchObject({ status: 200 })
    await call(people.ada, 'GET', `/api/comment-like?cid=${id}&toLike=true`)
    for (const who of Object.values(people)) expect(await told(who)).toEqual([])
  })

  it('outlives its source, and names nobody whose account is gone (area-rules M7)', async () => {
    const { ada, cyd } = people
    const gone = await addPerson(site, 'gone')
    await comment(gone, `${'潮'.repeat(199)}🎈🎈`)
    await site.prisma.discussion.update({ where: { id: did }, data: { description: 'x'.repeat(101) } })
    const id = await comment(cyd, 'w'.repeat(200))
    await settled()
    await call(people.root, 'DELETE', '/api/comment', { id })
    const remove = 'mutation ($ids: [ID!]!) { removeDiscussions(input: { ids: $ids }) { __typename } }'
    await site.graphql(remove, { ids: [globalId('Discussion', did)] }, people.root)
    const end = await call(people.root, 'DELETE', '/api/admin/user/delete-user', { ids: [gone.id] })
    expect(end).toMatchObject({ status: 200 })
    const query =
      '{ notifications { edges { node { title words quote sender { username isEnded } link } } } }'
    const read = async (locale: string) =>
      (await site.graphql(query, {}, { token: ada.token, locale })).data.notifications.edges.map(
        ({ node }: { node: object }) => node,
      )
    expect(await read('en-US')).toMatchObject([
      { title: 'cyd commented on your post Tides', words: 'w'.repeat(200), quote: `${'x'.repeat(100)}...` },
      { words: `${'潮'.repeat(199)}🎈...`, sender: { isEnded: true } },
    ])
    expect((await read('zh-CN'))[0].title).toBe('cyd 评论了你的帖子 Tides')
    const [, last] = await read('en-US')
    expect(last.title).not.toContain('gone')
    await site.prisma.user.delete({ where: { id: gone.id } })
    expect((await read('en-US'))[1].sender).toBeNull()
  })
})

describe('mentions', () => {
  it('tell the first ten accounts named (area-rules M3)', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `named${index}`)
    const all = []
    for (const name of names) all.push(await addPerson(site, name))
    const text = `\`@cyd\` mail@bob.org @nobody ${names.map((name) => `@${name.toUpperCase()},`).join(' ')}`
    await comment(people.ada, text)
    const counts = []
    for (const who of all) counts.push((await told(who)).length)
    expect(counts).toEqual([...Array(10).fill(1), 0, 0])
    expect(await told(people.cyd)).toEqual([])
    expect(await told(people.bob)).toEqual([])
  })

  it('tell only who sees the post (area-rules M3)', async () => {
    const { ada, bob, root } = people
    const banned = await addPerson(site, 'banned')
    const ended = await addPerson(site, 'ended')
    await site.prisma.user.update({ where: { id: banned.id }, data: { disabled: true } })
    await site.prisma.user.update({ where: { id: ended.id }, data: { disabled: true, endedAt: new Date() } })
    await comment(ada, '@banned @ended')
    expect(await told(banned)).toEqual([])
    expect(await told(ended)).toEqual([])

    const hidden = await addProblem(site, root, null, { visibility: 'HIDDEN' })
    did = await post(root, { problemId: hidden.id })
    await comment(root, '@bob look')
    expect(await told(bob)).toEqual([])

    const stage = await addGroupRoles(site, 'mentions')
    const { member, stranger, left } = stage.people
    did = await post(stage.people.owner, { groupId: stage.group.id })
    await comment(member, `@${stranger.username} @${left.username} @${stage.people.admin.username}`)
    expect(await told(stage.people.owner)).toHaveLength(1)
    expect(await told(stage.people.admin)).toHaveLength(1)
    expect(await told(stranger)).toEqual([])
    expect(await told(left)).toEqual([])
    const link = await site.prisma.notification.findFirst({ where: { userId: stage.people.owner.id } })
    expect(link?.link).toMatch(new RegExp(`^/group/${stage.group.id}/discussion-detail/${did}`))
    await setStanding(site, stage.group, member, null)
  })

  it('tell nobody of what was deleted or hidden before the job ran (area-rules M3)', async () => {
    const { tellOfComment, tellOfLike } = await import('#server/modules/comment/commentNews.ts')
    const ctx = contextOf(site, null)
    const { ada, bob, cyd } = people
    const row = (content: string) =>
      site.prisma.comment.create({ data: { discussionId: did, authorId: bob.id, content } })
    const news = (commentId: number, replyId: number | null = null) =>
      tellOfComment(ctx, { commentId, replyId, answeredId: null })
    const gone = await row('@cyd gone')
    await site.prisma.comment.delete({ where: { id: gone.id } })
    await news(gone.id)
    await tellOfLike(ctx, { userId: bob.id, commentId: null, discussionId: did })
    expect(await told(ada)).toEqual([])
    const { id } = await row('@cyd disabled')
    await site.prisma.discussion.update({ where: { id: did }, data: { disabled: true } })
    await news(id)
    await news(id, 4_000_000)
    expect(await told(cyd)).toEqual([])
    // Its author still sees the post.
    expect(await told(ada)).toEqual([['COMMENT', 'COMMENT', '@cyd disabled']])
    // The job may run twice: a server can die after it told.
    await news(id)
    expect(await told(ada)).toHaveLength(1)
  })
})
