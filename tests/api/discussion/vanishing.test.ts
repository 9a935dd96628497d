import { expect, it } from 'vitest'
import { globalId } from '../../support/judgeable.ts'
import { whileLocked } from '../../support/overlap.ts'
import { codeOf, openPostSite, WORDS } from '../../support/posts.ts'

/** Rows that somebody deletes while others write about them. */

const stage = openPostSite({ ada: 'USER' })
const { people, ask, call } = stage

/** Asks while a deletion that is not committed yet holds the row, and commits it when the request waits for that. */
async function asked(remove: string, request: () => ReturnType<typeof ask>) {
  const { prisma } = stage.site
  const { answer } = await prisma.$transaction(async (tx) => {
    await tx.$executeRawUnsafe(remove)
    const answer = request()
    await expect
      .poll(async () => {
        const rows = await prisma.$queryRaw<unknown[]>`
          select from pg_stat_activity where "datname" = current_database() and "wait_event_type" = 'Lock'`
        return rows.length
      })
      .toBeGreaterThan(0)
    return { answer }
  })
  return codeOf(await answer)
}

it('are not found by a comment, a report and a view of a post', async () => {
  for (const act of [
    'mutation ($id: ID!) { writeComment(input: { subjectId: $id, content: "x" }) { id } }',
    'mutation ($id: ID!) { reportDiscussion(input: { id: $id, labels: [], reason: "x" }) { __typename } }',
    'mutation ($id: ID!) { viewDiscussion(input: { id: $id }) { id } }',
  ]) {
    const data = { ...WORDS, authorId: people.staff.id }
    const { id } = await stage.site.prisma.discussion.create({ data })
    const request = () => ask(people.ada, act, { id: globalId('Discussion', id) })
    expect([act, await asked(`delete from "Discussion" where "id" = ${id}`, request)]).toEqual([
      act,
      'NOT_FOUND',
    ])
  }
})

it('are not found by progress in a lesson', async () => {
  const { id } = await stage.site.prisma.lesson.create({ data: { key: 'k', keyLower: 'k', rank: 0 } })
  const act = 'mutation ($id: ID!) { keepLessonProgress(input: { id: $id, seconds: 1 }) { id } }'
  const request = () => ask(people.ada, act, { id: globalId('Lesson', id) })
  expect(await asked(`delete from "Lesson" where "id" = ${id}`, request)).toBe('NOT_FOUND')
})

const COMMENT = 'mutation ($post: ID!) { writeComment(input: { subjectId: $post, content: "x" }) { id } }'
const REPLY = 'mutation ($comment: ID!) { writeReply(input: { commentId: $comment, content: "x" }) { id } }'
const REMOVE = 'mutation ($comment: ID!) { removeComment(input: { id: $comment }) { __typename } }'
const REMOVE_REPLY = 'mutation ($reply: ID!) { removeReply(input: { id: $reply }) { __typename } }'
const REMOVE_POST = 'mutation ($post: ID!) { removeDiscussions(input: { ids: [$post] }) { done } }'
const LIKE = 'mutation ($comment: ID!) { likeComment(input: { id: $comment, likes: true }) { id } }'

it.each([
  ['a comment', 'Discussion', REMOVE_POST, COMMENT],
  ['a reply', 'Discussion', REMOVE_POST, REPLY],
  ['the deletion of a comment', 'Discussion', REMOVE_POST, REMOVE],
  ['the deletion of a reply', 'Discussion', REMOVE_POST, REMOVE_REPLY],
  ['a like of a comment', 'Comment', REMOVE, LIKE],
] as const)('are deleted at the same time as %s', async (_, table, remove, act) => {
  const { prisma } = stage.site
  const { id: post } = await prisma.discussion.create({ data: { ...WORDS, authorId: people.ada.id } })
  const own = { authorId: people.ada.id, content: 'x' }
  const { id: comment } = await prisma.comment.create({ data: { ...own, discussionId: post } })
  const { id: reply } = await prisma.reply.create({ data: { ...own, commentId: comment } })
  const ids = {
    post: globalId('Discussion', post),
    comment: globalId('Comment', comment),
    reply: globalId('Reply', reply),
  }
  const given = (text: string) =>
    Object.fromEntries(Object.entries(ids).filter(([name]) => text.includes(`$${name}`)))
  const codes = await whileLocked(
    stage.site,
    [table, 'id', table === 'Comment' ? comment : post],
    [remove, act].map((text) => async () => codeOf(await ask(people.ada, text, given(text)))),
  )
  expect(codes).toEqual([undefined, 'NOT_FOUND'])
})

it('are deleted all or not at all, each once however often it is named (area-rules D5)', async () => {
  const add = async () =>
    (await stage.site.prisma.discussion.create({ data: { ...WORDS, authorId: people.ada.id } })).id
  const [one, other] = [await add(), await add()]
  const remove = (ids: number[]) => call(people.staff, 'DELETE', '/api/admin/discussion', ids)
  const left = () => stage.site.prisma.discussion.count()
  expect([(await remove([one, 99_999])).status, await left()]).toEqual([404, 2])
  expect([(await remove([one, one])).status, await left()]).toEqual([200, 1])
  const act = 'mutation ($ids: [ID!]!) { removeDiscussions(input: { ids: $ids }) { done refused { code } } }'
  const id = globalId('Discussion', other)
  const { data } = await ask(people.staff, act, { ids: [id, id] })
  expect(data.removeDiscussions).toEqual({ done: [id], refused: [] })
})
