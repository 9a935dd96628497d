/** Adds and removes comments and replies in the Relay store. */
import type { RecordProxy, RecordSourceProxy } from 'relay-runtime'
import { isListed, takeOut } from '../../relay/list/rows.ts'

/** Arguments of the `replies` lists a comment can have: the first ones, and all. */
const LISTS = [{ first: 3 }, { first: 100, offset: 0 }]

const listsOf = (comment: RecordProxy | null | undefined) =>
  LISTS.flatMap((variables) => comment?.getLinkedRecord('replies', variables) ?? [])

const countOf = (list: RecordProxy): number => Number(list.getValue('totalCount') ?? 0)

/** Deduplicates events: a mutation and two subscriptions can report the same reply. True the first time. */
function isNews(list: RecordProxy, about: 'came' | 'left', id: string): boolean {
  const known = (list.getValue(about) ?? []) as readonly string[]
  if (known.includes(id)) return false
  list.setValue([...known, id] as never, about)
  return true
}

/** Counts a new reply, and appends it where the list is complete. A null `reply` is only counted. */
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

/** Removes a reply; one outside of the list only lowers the count. */
export function removeReplyFrom(store: RecordSourceProxy, commentId: string, replyId: string) {
  for (const list of listsOf(store.get(commentId))) {
    if (!isNews(list, 'left', replyId)) continue
    if (isListed(list, replyId)) takeOut(list, replyId)
    else list.setValue(Math.max(0, countOf(list) - 1), 'totalCount')
  }
}
