import { afresh, authorize, type Context, readerOf } from '../../context.ts'
import type { AnyEvent, Events } from '../../events.ts'
import { GONE, type Stream, watch } from '../../watch.ts'
import { enterSubject, kindOf, type SubjectRef } from './subjects.ts'

/**
 * Comments of a stream. PUBLIC: those that everyone with access to the subject sees, as one shared stream.
 * OWN: the viewer's threads and replies. ALL: everything, for moderators.
 */
export const COMMENT_VIEWS = ['PUBLIC', 'OWN', 'ALL'] as const
export type CommentView = (typeof COMMENT_VIEWS)[number]

type Told = Events['comment.changed']

/** A change of a comment or reply. */
export type CommentChange = Pick<Told, 'change' | 'commentId' | 'replyId'>

/** Likes of one comment are coalesced within this time (ms). */
const LIKES_WITHIN = 1_000
/** Delay (ms) before access to a subject is checked again: a thousand users may register in a minute. */
const SUBJECT_WITHIN = 1_000

const SUBJECT = 'subject'

const keyOf = ({ change, commentId, replyId }: CommentChange) => `${change} ${commentId} ${replyId ?? ''}`
const changeOf = (key: string): CommentChange => {
  const [change, commentId, replyId] = key.split(' ')
  return {
    change: change as Told['change'],
    commentId: Number(commentId),
    replyId: replyId ? Number(replyId) : null,
  }
}

/**
 * Comments and replies of a subject as they are created, changed and deleted. Events that a subscriber may
 * not see are dropped before any read, so that their timing leaks nothing. The stream ends for all
 * subscribers when the access key changes; each new subscription is authorized again.
 */
export async function watchComments(
  ctx: Context,
  ref: SubjectRef,
  view: CommentView,
): Promise<Stream<CommentChange>> {
  const subject = await enterSubject(ctx, ref)
  const { rights, moderates, place } = subject
  if (view === 'ALL') authorize(ctx, moderates)
  const viewerId = view === 'OWN' ? ctx.viewer?.id : undefined
  const kind = kindOf(ref.kind)
  const isMeant = (told: Told): boolean => {
    if (view === 'ALL') return true
    if (view === 'OWN') return viewerId !== undefined && told.by.includes(viewerId)
    return told.isOfficial || kind.sight.isOpenToAll(readerOf(afresh(ctx)), ref.id)
  }
  const concern = (event: AnyEvent) => {
    if (subject.isDoubtedBy(event) || event.name === 'site.configured')
      return { key: SUBJECT, wait: SUBJECT_WITHIN }
    if (event.name !== 'comment.changed') return null
    const { payload } = event
    const { subject: about, change } = payload
    if (about.kind !== ref.kind || about.id !== ref.id || !isMeant(payload)) return null
    return { key: keyOf(payload), wait: change === 'CHANGED' ? LIKES_WITHIN : 0 }
  }
  const read = async (now: Context, key: string) => {
    if (key === SUBJECT)
      return (await kind.isOpen(now, ref.id)) && (await kind.rightsNow(now, ref.id)) === rights ? null : GONE
    const told = changeOf(key)
    if (told.change === 'REMOVED') return told
    const { comments, replies } =
      view === 'PUBLIC' ? kind.sight.shown(readerOf(now), ref.id) : (await enterSubject(now, ref)).words
    const { commentId, replyId } = told
    const row =
      replyId === null
        ? await now.db.comment.findFirst({
            where: { AND: [{ id: commentId }, comments] },
            select: { id: true },
          })
        : await now.db.reply.findFirst({ where: { AND: [{ id: replyId }, replies] }, select: { id: true } })
    return row && told
  }
  return watch<string, CommentChange>(ctx, {
    concern,
    read,
    ...(view === 'PUBLIC' && { sight: (reader) => kind.sight.shown(reader, ref.id), place }),
  })
}
