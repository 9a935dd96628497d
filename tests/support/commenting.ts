import { expect } from 'vitest'
import { minutes, type openContestSite } from './contestSite.ts'
import { globalId } from './judgeable.ts'
import type { Person } from './people.ts'

/** Questions and answers in contests of the site, over REST and GraphQL. */
export function commenting(arena: ReturnType<typeof openContestSite>) {
  const { people, call } = arena
  const list = (who: Person | null, cid: number, page = 1) =>
    call(who, 'GET', `/api/comments?currentPage=${page}&limit=10&cid=${cid}`)
  const said = async (who: Person | null, cid: number): Promise<string[]> =>
    (await list(who, cid)).data.commentList.records.map(({ content }: { content: string }) => content)
  const write = async (who: Person, cid: number, content: string): Promise<number> => {
    const answer = await call(who, 'POST', '/api/comment', { cid, content })
    expect(answer).toMatchObject({ status: 200 })
    return answer.data.id
  }
  const reply = (who: Person, commentId: number, content: string, to: { reply?: number } = {}) =>
    call(who, 'POST', '/api/reply', {
      reply: { commentId, content, toUid: 'x', toName: 'x', toAvatar: null },
      did: null,
      quoteId: to.reply ?? commentId,
      quoteType: to.reply ? 'Reply' : 'Comment',
    })
  const repliesTo = async (who: Person | null, commentId: number, cid: number): Promise<string[]> => {
    const { data } = await call(who, 'GET', `/api/reply?commentId=${commentId}&cid=${cid}`)
    return (data ?? []).map(({ content }: { content: string }) => content)
  }

  const ask = (who: Person | null, query: string, variables: object = {}) =>
    arena.site.graphql(query, variables, who ?? {})
  const codeOf = ({ errors }: { errors?: { extensions?: { code?: string } }[] }) =>
    errors?.[0]?.extensions?.code

  const inGraph = async (who: Person | null, cid: number) => {
    const answer = await ask(
      who,
      `query ($cid: Int!) { contest(number: $cid) { comments { totalCount edges { node { content
         replies { totalCount edges { node { content } } } } } } } }`,
      { cid },
    )
    return answer.data.contest.comments
  }
  const contentsOf = (connection: { edges: { node: { content: string } }[] }) =>
    connection.edges.map(({ node }) => node.content)

  const end = async (cid: number) => {
    const endTime = minutes(-1).toJSON()
    const { data } = await call(people.owner, 'GET', `/api/admin/contest?cid=${cid}`)
    const changed = await call(people.owner, 'PUT', '/api/admin/contest', { ...data, endTime })
    expect(changed).toMatchObject({ status: 200 })
    await expect.poll(() => arena.site.house.timetable.at(new Date()).contests.running.has(cid)).toBe(false)
  }
  const follow = (who: Person | null, cid: number, view: 'PUBLIC' | 'OWN' | 'ALL', fields = '') =>
    arena.site.subscribe(
      `subscription ($id: ID!, $view: CommentView) { commentsChanged(subjectId: $id, view: $view) {
         change commentId replyId ${fields} } }`,
      { id: globalId('Contest', cid), view },
      who ?? {},
    )

  return { list, said, write, reply, repliesTo, ask, codeOf, inGraph, contentsOf, end, follow }
}
