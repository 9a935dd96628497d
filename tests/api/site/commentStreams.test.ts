import { beforeEach, describe, expect, it } from 'vitest'
import { commenting } from '../../support/commenting.ts'
import { openContestSite } from '../../support/contestSite.ts'
import { globalId } from '../../support/judgeable.ts'
import { addPerson } from '../../support/people.ts'

const arena = openContestSite()
const { people, call, makeContest } = arena
const { write, reply, end, follow } = commenting(arena)

// Ada has much to say.
beforeEach(async () => void (await arena.site.prisma.throttle.deleteMany()))

describe('live', () => {
  const WORDS = 'comment { content likeCount } reply { content }'

  it('tells each viewer only of visible comments, and sends nothing for the others', async () => {
    const cid = await makeContest()
    const [all, ada, bob, open] = await Promise.all([
      follow(people.owner, cid, 'ALL', WORDS),
      follow(people.ada, cid, 'OWN', WORDS),
      follow(people.bob, cid, 'OWN', WORDS),
      follow(people.team7, cid, 'PUBLIC', WORDS),
    ])
    const next = async (stream: typeof all) => (await stream.next()).data.commentsChanged
    const question = await write(people.ada, cid, 'Is it a tree?')
    for (const stream of [all, ada])
      expect(await next(stream)).toMatchObject({
        change: 'CREATED',
        commentId: globalId('Comment', question),
        replyId: null,
        comment: { content: 'Is it a tree?' },
      })
    const answer = (await reply(people.owner, question, 'It is')).data
    for (const stream of [all, ada])
      expect(await next(stream)).toMatchObject({
        change: 'CREATED',
        replyId: globalId('Reply', answer.id),
        reply: { content: 'It is' },
      })
    await call(people.ada, 'DELETE', '/api/comment', { id: question })
    for (const stream of [all, ada])
      expect(await next(stream)).toMatchObject({ change: 'REMOVED', replyId: null, comment: null })
    // Only now is there something for all: the first that the others hear.
    const official = await write(people.owner, cid, 'It is a tree')
    expect(await next(open)).toMatchObject({ change: 'CREATED', comment: { content: 'It is a tree' } })
    await call(people.bob, 'GET', `/api/comment-like?cid=${official}&toLike=true`)
    expect(await next(open)).toMatchObject({ change: 'CHANGED', comment: { likeCount: 1 } })
    const own = await write(people.bob, cid, 'Thank you')
    expect(await next(bob)).toMatchObject({ change: 'CREATED', commentId: globalId('Comment', own) })
    expect([open.received, ada.received, bob.received]).toEqual([[], [], []])
    for (const stream of [all, ada, bob, open]) stream.close()
    for (const who of [people.ada, people.rival]) {
      const refused = await follow(who, cid, 'ALL')
      expect((await refused.next()).errors[0].extensions.code).toBe('FORBIDDEN')
      refused.close()
    }
    const guest = await follow(null, cid, 'PUBLIC')
    expect((await guest.next()).errors[0].extensions.code).toBe('UNAUTHENTICATED')
    guest.close()
  })

  it('sends all comments to all viewers after the end, also on streams opened before', async () => {
    const cid = await makeContest()
    const open = await follow(people.team7, cid, 'PUBLIC', WORDS)
    await write(people.ada, cid, 'Hidden')
    await end(cid)
    await write(people.ada, cid, 'For all')
    // What was said in the second before is open by now, too.
    const told = new Set<string>()
    while (!told.has('For all')) told.add((await open.next()).data.commentsChanged.comment.content)
    open.close()
  })

  it('ends for those who are let in no longer, and when the area is closed', async () => {
    const cid = await makeContest({ auth: 1, pwd: 'sesame' })
    await call(people.ada, 'POST', '/api/register-contest', { cid, password: 'sesame' })
    const stream = await follow(people.ada, cid, 'PUBLIC')
    await write(people.owner, cid, 'Welcome')
    expect((await stream.next()).data.commentsChanged.change).toBe('CREATED')
    const { data } = await call(people.owner, 'GET', `/api/admin/contest?cid=${cid}`)
    await call(people.owner, 'PUT', '/api/admin/contest', { ...data, pwd: 'other' })
    expect((await stream.next()).errors[0].extensions.code).toBe('CONTEST_NOT_REGISTERED')
    stream.close()
  })

  it('is executed once for all who see the same, be the contest private', async () => {
    const cid = await makeContest({ auth: 1, pwd: 'sesame' })
    const many = await Promise.all(
      Array.from({ length: 20 }, (_, index) => addPerson(arena.site, `watcher${index}`)),
    )
    await arena.site.prisma.participation.createMany({
      data: many.map(({ id }) => ({ contestId: cid, userId: id, registeredAt: new Date() })),
    })
    const streams = await Promise.all(many.map((one) => follow(one, cid, 'PUBLIC')))
    let reads = 0
    const { comment } = arena.site.prisma
    const findFirst = comment.findFirst.bind(comment)
    Object.assign(comment, {
      findFirst: (...given: Parameters<typeof findFirst>) => {
        reads++
        return findFirst(...given)
      },
    })
    try {
      await write(people.owner, cid, 'To all of you')
      for (const stream of streams) expect((await stream.next()).data.commentsChanged.change).toBe('CREATED')
    } finally {
      Object.assign(comment, { findFirst })
    }
    expect(reads).toBe(1)
    for (const stream of streams) stream.close()
  })
})
