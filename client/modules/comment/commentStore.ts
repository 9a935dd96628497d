/** Comments and the replies beneath them in the store, as they come and go. */
import type { RecordProxy, RecordSourceProxy } from 'relay-runtime'
import { isListed, takeOut } from '../../relay/list/rows.ts'

/** The lists of replies that a comment may have here: those that come with it, and all of them. */
const LISTS = [{ first: 3 }, { first: 100, offset: 0 }]

const listsOf = (comment: RecordProxy | null | undefined) =>
  LISTS.flatMap((variables) => comment?.getLinkedRecord('replies', variables) ?? [])

const countOf = (list: RecordProxy): number => Number(list.getValue('totalCount') ?? 0)

/** Whether a list hears for the first time of what became of a reply: an answer and two streams may tell of it. */
function isNews(list: RecordProxy, about: 'came' | 'left', id: string): boolean {
  const known = (list.getValue(about) ?? []) as readonly string[]
  if (known.includes(id)) return false
  list.setValue([...known, id] as never, about)
  return true
}

/** Counts a reply that came, and puts it behind the others where these are all here; a `null` one is only counted. */
export function addReplyTo(
  store: RecordSourceProxy,
  commentId: string,
  replyId: string,
  reply: RecordProxy | null | undefined,
) {
  for (const list of listsOf(store.get(commentId))) {
    if (isListed(list, replyId)) continue
    if (isNews(list, 'came', replyId)) list.setValue(countOf(list) + 1, 'totalCount')
    const edges = list.getLinkedRecords('edges') ?? []
    if (!reply || edges.length + 1 < countOf(list)) continue
    const edge = store.create(`client:arrival:${list.getDataID()}:${replyId}`, 'CommentRepliesConnectionEdge')
    edge.setLinkedRecord(reply, 'node')
    list.setLinkedRecords([...edges, edge], 'edges')
  }
}

/** Takes a reply out; one that is not shown only lowers the count. */
export function removeReplyFrom(store: RecordSourceProxy, commentId: string, replyId: string) {
  for (const list of listsOf(store.get(commentId))) {
    if (!isNews(list, 'left', replyId)) continue
    if (isListed(list, replyId)) takeOut(list, replyId)
    else list.setValue(Math.max(0, countOf(list) - 1), 'totalCount')
  }
}
