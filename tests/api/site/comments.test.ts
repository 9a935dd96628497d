import { beforeEach, describe, expect, it } from 'vitest'
import { commenting } from '../../support/commenting.ts'
import { minutes, openContestSite } from '../../support/contestSite.ts'
import { globalId } from '../../support/judgeable.ts'
import { addPerson, type Person } from '../../support/people.ts'

/** What people ask and answer in a contest, through every door (contest-rules.md 24). */

const arena = openContestSite()
const { people, call, makeContest } = arena
const { list, said, write, reply, repliesTo, ask, codeOf, inGraph, contentsOf, end, follow } =
  commenting(arena)

// Ada has much to say.
beforeEach(async () => void (await arena.site.prisma.throttle.deleteMany()))

describe('while a contest runs', () => {
  it('shows one one’s own words and those of its organisers, in lists, counts, replies and nodes', async () => {
    const cid = await makeContest()
    const ofAda = await write(people.ada, cid, 'Is n at least 1?')
    await write(people.bob, cid, 'What is a path?')
    const ofOwner = await write(people.owner, cid, 'Problem B has a new sample')
    await write(people.root, cid, 'Ten minutes more for all')
    // One who makes contests, but not this one.
    await write(people.rival, cid, 'I would have set it otherwise')
    const answer = await reply(people.owner, ofAda, 'Yes')
    expect(answer.data).toMatchObject({
      fromName: 'owner',
      fromRole: 'admin',
      toName: 'ada',
      commentId: ofAda,
    })
    expect((await reply(people.ada, ofAda, 'Thanks', { reply: answer.data.id })).data).toMatchObject({
      fromName: 'ada',
      toName: 'owner',
      status: 0,
    })

    const official = ['Ten minutes more for all', 'Problem B has a new sample']
    expect(await said(people.ada, cid)).toEqual([...official, 'Is n at least 1?'])
    expect(await said(people.bob, cid)).toEqual([...official, 'What is a path?'])
    expect(await said(people.team7, cid)).toEqual(official)
    expect(await said(people.rival, cid)).toHaveLength(3)
    for (const who of [people.owner, people.root]) expect(await said(who, cid)).toHaveLength(5)
    expect((await list(people.team7, cid)).data.commentList.total).toBe(2)
    const seen = await inGraph(people.ada, cid)
    expect(seen.totalCount).toBe(3)
    expect(contentsOf(seen.edges[2].node.replies)).toEqual(['Yes', 'Thanks'])
    expect((await inGraph(people.team7, cid)).totalCount).toBe(2)

    expect(await repliesTo(people.ada, ofAda, cid)).toEqual(['Yes', 'Thanks'])
    expect((await call(people.bob, 'GET', `/api/reply?commentId=${ofAda}`)).status).toBe(404)
    const node = 'query ($id: ID!) { node(id: $id) { id } }'
    for (const [type, id] of [
      ['Comment', ofAda],
      ['Reply', answer.data.id],
    ] as const) {
      expect((await ask(people.ada, node, { id: globalId(type, id) })).data.node).not.toBeNull()
      for (const who of [people.bob, people.rival, null])
        expect(codeOf(await ask(who, node, { id: globalId(type, id) }))).toBe('NOT_FOUND')
    }
    // What one does not see one cannot like, answer or take away either.
    expect((await reply(people.bob, ofAda, 'Me too')).status).toBe(404)
    const like = (who: Person, id: number) =>
      call(who, 'GET', `/api/comment-like?cid=${id}&toLike=true&sourceId=${cid}&sourceType=Contest`)
    expect((await like(people.bob, ofAda)).status).toBe(404)
    expect((await call(people.bob, 'DELETE', '/api/comment', { id: ofAda })).status).toBe(404)
    expect((await like(people.bob, ofOwner)).status).toBe(200)
    expect((await reply(people.bob, ofOwner, 'Which one?')).status).toBe(403)
    expect(codeOf(await ask(people.bob, WRITE_REPLY, replyInput(ofOwner, 'Which one?')))).toBe(
      'REPLY_REFUSED',
    )
    expect(await arena.site.prisma.notification.count()).toBe(0)
  })

  it('hides in a thread, too, what others said', async () => {
    const cid = await makeContest()
    const comment = await write(people.ada, cid, 'A question')
    // As after an end that was moved.
    await arena.site.prisma.reply.create({
      data: { commentId: comment, authorId: people.bob.id, content: 'The answer is 42' },
    })
    expect(await repliesTo(people.ada, comment, cid)).toEqual([])
    expect((await list(people.ada, cid)).data.commentList.records[0]).toMatchObject({
      totalReplyNum: 0,
      replyList: [],
    })
    expect((await inGraph(people.ada, cid)).edges[0].node.replies.totalCount).toBe(0)
    expect(await repliesTo(people.owner, comment, cid)).toEqual(['The answer is 42'])
  })

  it('is for those alone whom the contest lets in', async () => {
    const coming = await makeContest({ startTime: minutes(5).toJSON() })
    await expect.poll(() => arena.site.house.timetable.at(new Date()).contests.closed.has(coming)).toBe(true)
    const locked = await makeContest({ auth: 1, pwd: 'sesame' })
    for (const cid of [coming, locked]) {
      await write(people.owner, cid, 'Before all else')
      expect((await list(null, cid)).status).toBe(401)
      expect((await list(people.ada, cid)).status).toBe(403)
      expect((await call(people.ada, 'POST', '/api/comment', { cid, content: 'Hello' })).status).toBe(403)
      const { id } = await arena.site.prisma.comment.findFirstOrThrow({ where: { contestId: cid } })
      const node = await ask(people.ada, `{ node(id: "${globalId('Comment', id)}") { id } }`)
      expect(codeOf(node)).toBe('NOT_FOUND')
    }
    await call(people.ada, 'POST', '/api/register-contest', { cid: locked, password: 'sesame' })
    expect(await said(people.ada, locked)).toEqual(['Before all else'])
    const hidden = await makeContest({ visible: false })
    for (const who of [people.ada, people.owner, people.root])
      expect((await list(who, hidden)).status).toBe(404)
    for (const body of [{ did: 1 }, {}])
      expect((await call(people.ada, 'POST', '/api/comment', { ...body, content: 'x' })).status).toBe(404)
  })
})

const WRITE = 'mutation ($input: WriteCommentInput!) { writeComment(input: $input) { id number content } }'
const WRITE_REPLY = 'mutation ($input: WriteReplyInput!) { writeReply(input: $input) { id content } }'
const replyInput = (commentId: number, content: string) => ({
  input: { commentId: globalId('Comment', commentId), content },
})

describe('after the end', () => {
  it('shows everything to all, who answer each other but neither root nor the owner', async () => {
    const cid = await makeContest()
    const ofAda = await write(people.ada, cid, 'How do you solve C?')
    const ofOwner = await write(people.owner, cid, 'The editorial is out')
    const hint = await reply(people.owner, ofAda, 'With a stack')
    await end(cid)
    expect(await said(people.bob, cid)).toEqual(['The editorial is out', 'How do you solve C?'])
    expect(await repliesTo(people.bob, ofAda, cid)).toEqual(['With a stack'])
    const mine = await reply(people.bob, ofAda, 'With a queue')
    expect(mine.data).toMatchObject({ toName: 'ada' })
    expect((await reply(people.team7, ofAda, 'Really?', { reply: mine.data.id })).data).toMatchObject({
      toName: 'bob',
    })
    expect((await reply(people.bob, ofAda, 'Why?', { reply: hint.data.id })).status).toBe(403)
    expect((await reply(people.bob, ofOwner, 'Where?')).status).toBe(403)
    expect((await reply(people.ada, ofAda, 'I see', { reply: hint.data.id })).status).toBe(200)
    const { data } = await ask(
      people.bob,
      `query ($cid: Int!) { contest(number: $cid) { viewerCanComment comments { edges { node { viewerCanReply viewerCanRemove
         replies(first: 10) { edges { node { content viewerCanReply viewerCanRemove target { username } } } } } } } } }`,
      { cid },
    )
    const [official, question] = data.contest.comments.edges
    expect(data.contest.viewerCanComment).toBe(true)
    expect(official.node).toMatchObject({ viewerCanReply: false, viewerCanRemove: false })
    expect(question.node.viewerCanReply).toBe(true)
    expect(
      question.node.replies.edges.map(({ node }: { node: Record<string, unknown> }) => [
        ...[node.content, node.viewerCanReply, node.viewerCanRemove],
      ]),
    ).toEqual([
      ['With a stack', false, false],
      ['With a queue', true, true],
      ['Really?', true, false],
      ['I see', true, false],
    ])
    const [{ replyList, totalReplyNum }] = (await list(people.bob, cid)).data.commentList.records.slice(1)
    expect([replyList.length, totalReplyNum]).toEqual([3, 4])
    expect((await list(null, cid)).status).toBe(401)
  })
})

describe('likes', () => {
  it('are the viewer’s own, count once, and put what is liked first', async () => {
    const cid = await makeContest()
    const first = await write(people.owner, cid, 'First')
    const second = await write(people.owner, cid, 'Second')
    const like = (who: Person, id: number, toLike = true) =>
      call(who, 'GET', `/api/comment-like?cid=${id}&toLike=${toLike}&sourceId=${cid}&sourceType=Contest`)
    expect(await said(people.ada, cid)).toEqual(['Second', 'First'])
    for (const who of [people.ada, people.ada, people.bob]) expect((await like(who, first)).status).toBe(200)
    await like(people.ada, second)
    const seen = async (who: Person) => {
      const { commentList, commentLikeMap } = (await list(who, cid)).data
      const likes = commentList.records.map(({ likeNum }: { likeNum: number }) => likeNum)
      return [likes, commentLikeMap]
    }
    expect(await said(people.team7, cid)).toEqual(['First', 'Second'])
    expect(await seen(people.ada)).toEqual([[2, 1], { [first]: true, [second]: true }])
    expect(await seen(people.team7)).toEqual([[2, 1], {}])
    await like(people.ada, first, false)
    await like(people.ada, first, false)
    await like(people.team7, first, false)
    expect(await seen(people.bob)).toEqual([[1, 1], { [first]: true }])
    const { data } = await ask(
      people.ada,
      'mutation ($input: LikeCommentInput!) { likeComment(input: $input) { likeCount viewerLikes } }',
      { input: { id: globalId('Comment', first), likes: true } },
    )
    expect(data.likeComment).toEqual({ likeCount: 2, viewerLikes: true })
    expect((await like(people.ada, 999_999)).status).toBe(404)
    expect((await call(null, 'GET', `/api/comment-like?cid=${first}&toLike=true`)).http).toBe(401)
  })
})

describe('what is taken away', () => {
  it('goes with all beneath it, by its author or an organiser, whose act is written down', async () => {
    const cid = await makeContest()
    const comment = await write(people.ada, cid, 'Nonsense')
    const answer = (await reply(people.owner, comment, 'No')).data
    const mine = (await reply(people.ada, comment, 'Sorry')).data
    const removeReply = (who: Person, id: number) =>
      call(who, 'DELETE', '/api/reply', { did: null, reply: { id, commentId: comment, content: '' } })
    expect((await removeReply(people.ada, answer.id)).status).toBe(403)
    expect((await removeReply(people.bob, mine.id)).status).toBe(404)
    expect((await removeReply(people.ada, mine.id)).status).toBe(200)
    expect((await removeReply(people.ada, mine.id)).status).toBe(404)
    const second = (await reply(people.ada, comment, 'Rude words')).data
    expect((await removeReply(people.owner, second.id)).status).toBe(200)
    expect(await repliesTo(people.ada, comment, cid)).toEqual(['No'])
    const remove = (who: Person | null, id: number) =>
      call(who, 'DELETE', '/api/comment', { id, content: 'Nonsense', likeNum: 0 })
    expect((await remove(null, comment)).http).toBe(401)
    expect((await remove(people.rival, comment)).status).toBe(404)
    expect((await remove(people.owner, comment)).status).toBe(200)
    expect((await list(people.ada, cid)).data.commentList.total).toBe(0)
    expect(await arena.site.prisma.reply.count({ where: { commentId: comment } })).toBe(0)
    const acts = await arena.site.prisma.auditEntry.findMany({ where: { actorId: people.owner.id } })
    expect(acts.filter(({ action }) => action.startsWith('comment.'))).toMatchObject([
      {
        action: 'comment.replyRemoved',
        subject: `Comment:${second.id}`,
        details: { before: { content: 'Rude words', authorId: people.ada.id, subject: `Contest:${cid}` } },
      },
      {
        action: 'comment.removed',
        subject: `Comment:${comment}`,
        details: { before: { content: 'Nonsense' } },
      },
    ])
    const own = await write(people.ada, cid, 'Never mind')
    const removed = await ask(
      people.ada,
      `mutation ($input: RemoveCommentInput!) { removeComment(input: $input) {
        commentId replyId comment { id } contest { id } } }`,
      { input: { id: globalId('Comment', own) } },
    )
    expect(removed.data.removeComment).toEqual({
      commentId: globalId('Comment', own),
      replyId: null,
      comment: null,
      contest: { id: globalId('Contest', cid) },
    })
    expect(await arena.site.prisma.auditEntry.count({ where: { actorId: people.ada.id } })).toBe(0)
  })
})

describe('what is written', () => {
  it('has 1 to 10,000 characters, comes from those who may, and not in a flood', async () => {
    const cid = await makeContest()
    const wordy = await addPerson(arena.site, 'wordy')
    const post = (who: Person, content: string) => call(who, 'POST', '/api/comment', { cid, content })
    for (const content of ['', ' \n ', 'x'.repeat(10_001)])
      expect((await post(wordy, content)).status).toBe(400)
    const empty = { status: 400, msg: 'Content cannot be empty' }
    expect(await post(wordy, ' \n ')).toMatchObject(empty)
    expect(await reply(people.owner, await write(people.bob, cid, 'Hello'), '')).toMatchObject(empty)
    for (let count = 0; count < 10; count++)
      expect((await post(wordy, ` ${'x'.repeat(10_000)}\n`)).status).toBe(200)
    const flood = await ask(wordy, WRITE, { input: { subjectId: globalId('Contest', cid), content: 'More' } })
    expect(flood.errors?.[0]?.extensions).toMatchObject({
      code: 'COMMENT_TOO_SOON',
      seconds: expect.any(Number),
    })
    const organiser = async () => (await post(people.owner, 'For all')).status
    for (let count = 0; count < 12; count++) expect(await organiser()).toBe(200)
    const muted = await addPerson(arena.site, 'muted', { role: 'MUTED' })
    expect((await post(muted, 'Hello')).http).toBe(403)
    const refused = await ask(muted, WRITE, {
      input: { subjectId: globalId('Contest', cid), content: 'Hello' },
    })
    expect(codeOf(refused)).toBe('FORBIDDEN')
    const guest = await ask(null, WRITE, { input: { subjectId: globalId('Contest', cid), content: 'Hello' } })
    expect(codeOf(guest)).toBe('UNAUTHENTICATED')
    const other = await ask(people.ada, WRITE, {
      input: { subjectId: globalId('Submission', 1), content: 'Hello' },
    })
    expect(codeOf(other)).toBe('NOT_FOUND')
  })

  it('is drawn from a tree in which nothing plays by itself or runs', async () => {
    const cid = await makeContest()
    const content =
      '**bold** <video autoplay src="/a.mp4"></video> <script>alert(1)</script> <img src=x onerror=alert(1)>'
    const { data } = await ask(
      people.owner,
      'mutation ($input: WriteCommentInput!) { writeComment(input: $input) { contentTree } }',
      { input: { subjectId: globalId('Contest', cid), content } },
    )
    const tree = JSON.stringify(data.writeComment.contentTree)
    expect(tree).toContain('strong')
    expect(tree).not.toMatch(/autoplay|onerror|script/i)
    const [rest] = await said(people.ada, cid)
    expect(rest).toContain('<video controls src="/a.mp4">')
  })
})

describe('closed', () => {
  it('says so at every door, to organisers too, and opens again', async () => {
    const cid = await makeContest()
    const comment = await write(people.ada, cid, 'Before')
    const turn = async (openContestComment: boolean) =>
      expect(
        await call(people.root, 'PUT', '/api/admin/switch/update', { openContestComment }),
      ).toMatchObject({
        status: 200,
      })
    await turn(false)
    const words = 'No Access: There is no open contest comment area on the website!'
    try {
      for (const who of [people.ada, people.owner, people.root]) {
        for (const answer of [
          await list(who, cid),
          await call(who, 'POST', '/api/comment', { cid, content: 'Now' }),
          await call(who, 'GET', `/api/reply?commentId=${comment}&cid=${cid}`),
          await reply(who, comment, 'Now'),
          await call(who, 'GET', `/api/comment-like?cid=${comment}&toLike=true`),
          await call(who, 'DELETE', '/api/comment', { id: comment }),
        ])
          expect(answer).toMatchObject({ http: 200, status: 403, msg: words })
        const seen = await ask(who, `{ contest(number: ${cid}) { comments { totalCount } } }`)
        expect(seen.data.contest.comments).toBeNull()
        expect(codeOf(seen)).toBe('CONTEST_COMMENTS_CLOSED')
        const node = await ask(who, `{ node(id: "${globalId('Comment', comment)}") { id } }`)
        expect(codeOf(node)).toBe('NOT_FOUND')
        const stream = await follow(who, cid, 'OWN')
        expect((await stream.next()).errors[0].extensions.code).toBe('CONTEST_COMMENTS_CLOSED')
        stream.close()
      }
    } finally {
      await turn(true)
    }
    expect(await said(people.ada, cid)).toEqual(['Before'])
  })
})
