import { useRef, useState } from 'react'
import { graphql } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { RecordSourceProxy } from 'relay-runtime'
import type { useCommentsLivePublicSubscription } from '../../__generated__/useCommentsLivePublicSubscription.graphql.ts'
import type { useCommentsLiveSubscription } from '../../__generated__/useCommentsLiveSubscription.graphql.ts'
import { isListed, takeOut } from '../../relay/list/rows.ts'
import { useLive } from '../../relay/useLive.ts'
import { addReplyTo, removeReplyFrom } from './commentStore.ts'

type Options = {
  subjectId: string
  /** Comments that arrive with their text; those of others are only counted. */
  view: 'PUBLIC' | 'OWN' | 'ALL'
  /** The list shown: its field on the subject, and its arguments. */
  field: string
  variables: Record<string, unknown>
}

type Waiting = { list: string; ids: ReadonlySet<string> }
const NONE: ReadonlySet<string> = new Set()

type Told = {
  readonly change: string
  readonly commentId: string
  readonly replyId: string | null | undefined
  readonly likeCount?: number | null
}

/**
 * Keeps comments live. Replies are inserted at once; new comments of others wait behind a button, so that the
 * page does not jump. With OWN a second, public stream carries no text, so that one message serves all
 * subscribers; texts are loaded on request.
 */
export function useCommentsLive({ subjectId, view, field, variables }: Options) {
  const { revalidate } = useRevalidator()
  const list = JSON.stringify([subjectId, variables])
  const [waiting, setWaiting] = useState<Waiting>({ list, ids: NONE })
  const [fresh, setFresh] = useState(NONE)
  /** Ids of comments that the viewer wrote on this page. */
  const own = useRef(new Set<string>())

  const take = (store: RecordSourceProxy, event: Told, withWords: boolean) => {
    const { change, commentId, replyId, likeCount } = event
    if (change === 'CHANGED') {
      if (typeof likeCount === 'number') store.get(commentId)?.setValue(likeCount, 'likeCount')
      return
    }
    if (replyId) {
      if (change === 'REMOVED') removeReplyFrom(store, commentId, replyId)
      else addReplyTo(store, commentId, replyId, withWords ? store.get(replyId) : null)
      return
    }
    const rows = store.get(subjectId)?.getLinkedRecord(field, variables)
    if (!rows) return
    if (change === 'REMOVED') takeOut(rows, commentId)
    else if (isListed(rows, commentId) || own.current.has(commentId)) return
    setWaiting((before) => {
      const ids = new Set(before.list === list ? before.ids : NONE)
      if (change === 'REMOVED') ids.delete(commentId)
      else ids.add(commentId)
      return { list, ids }
    })
  }

  useLive<useCommentsLiveSubscription>(
    graphql`
      subscription useCommentsLiveSubscription($subjectId: ID!, $view: CommentView) {
        commentsChanged(subjectId: $subjectId, view: $view) {
          change
          commentId
          replyId
          likeCount
          reply {
            id
            ...ReplyRow_reply
          }
        }
      }
    `,
    { subjectId, view },
    { updater: (store, event) => event && take(store, event.commentsChanged, true) },
  )
  useLive<useCommentsLivePublicSubscription>(
    graphql`
      subscription useCommentsLivePublicSubscription($subjectId: ID!) {
        commentsChanged(subjectId: $subjectId) {
          change
          commentId
          replyId
          likeCount
        }
      }
    `,
    view === 'OWN' ? { subjectId } : null,
    { updater: (store, event) => event && take(store, event.commentsChanged, false) },
  )

  return {
    waiting: waiting.list === list ? waiting.ids.size : 0,
    fresh,
    show: () => {
      setFresh(waiting.ids)
      setWaiting({ list, ids: NONE })
      void revalidate()
    },
    /** Marks a comment of the viewer, which is shown at once. */
    noteOwn: (id: string) => {
      own.current.add(id)
      setFresh((before) => new Set([...before, id]))
      setWaiting(({ list, ids }) => ({ list, ids: new Set([...ids].filter((one) => one !== id)) }))
    },
  }
}
