import type { Comment, Prisma, User } from '#prisma/generated/client.ts'
import { type Context, readerOf } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import type { AnyEvent } from '../../events.ts'
import { rootsOf } from '../../officials.ts'
import {
  isOpenToAll,
  mayReply,
  mayTakeBack,
  publicComments,
  publicReplies,
  visibleComments,
  visibleReplies,
} from '../../policy/comment.ts'
import { CONTESTS, isOfficial, organises } from '../../policy/officials.ts'
import type { Reader } from '../../policy/reader.ts'
import { enter, rightsNow } from '../../venue.ts'
import { CONTEST, SHOWN_CONTEST } from '../contest/contest.ts'
import { switches } from '../site/site.ts'

/** What can be commented on. */
export type SubjectKind = 'contest'

/** Which thing it is that is commented on. */
export type SubjectRef = { kind: SubjectKind; id: number }

type Author = Pick<User, 'id' | 'role'>
type Said = Pick<Comment, 'authorId'>

/** What a viewer who was let in to a subject may do and see there. */
export type Subject = SubjectRef & {
  /** Its comments and replies, as many as the viewer sees. */
  comments: Prisma.CommentWhereInput
  replies: Prisma.ReplyWhereInput
  moderates: boolean
  mayReply(to: { comment: Said; target: Author }): boolean
  mayTakeBack(said: Said): boolean
  /** Whether somebody's word is that of those whose subject it is. */
  isOfficial(author: Author): boolean
  /** What decides who is let in; while it stays the same, so do those who are. */
  rights: string
}

/** What the rules of comments ask of a kind of subject. */
type Kind = {
  /** The type of the graph, and the `sourceType` of REST. */
  type: string
  /** The column of "Comment" that names it. */
  column: keyof Pick<Comment, 'contestId'>
  /** Refuses whom it is not open to; `closed` where the whole area is. */
  enter(ctx: Context, id: number): Promise<Subject>
  isOpen(ctx: Pick<Context, 'house' | 'now'>): Promise<boolean>
  /** Whether all who are let in see all that is said there. */
  isOpenToAll(reader: Reader, id: number): boolean
  /** What all of them see, whoever they are. */
  shown(reader: Reader, id: number): Pick<Subject, 'comments' | 'replies'>
  /** Whether others may be let in to it than before an event. */
  isDoubted(event: AnyEvent, id: number): boolean
  /** The `rights` of a subject as they are by now; null: it is gone. */
  rightsNow(ctx: Context, id: number): Promise<string | null>
}

const contest: Kind = {
  type: 'Contest',
  column: 'contestId',
  async enter(ctx, id) {
    if (!(await contest.isOpen(ctx))) throw new Refusal('CONTEST_COMMENTS_CLOSED')
    const row = await enter(ctx, SHOWN_CONTEST, id, 'look')
    const reader = readerOf(ctx)
    const roots = await rootsOf(ctx, row)
    const isOfficialThere = (author: Author) => isOfficial(CONTESTS, author, row, roots)
    return {
      ...{ kind: 'contest', id, moderates: organises(reader, row), rights: CONTEST.rights(reader, row) },
      comments: visibleComments(reader, id),
      replies: visibleReplies(reader, id),
      mayReply: ({ comment, target }) =>
        mayReply(reader, row, { comment, toOfficial: isOfficialThere(target) }),
      mayTakeBack: (said) => mayTakeBack(reader, row, said),
      isOfficial: isOfficialThere,
    }
  },
  isOpen: async (ctx) => (await switches.get(ctx)).openContestComment,
  isOpenToAll,
  shown: (reader, id) => ({ comments: publicComments(reader, id), replies: publicReplies(reader, id) }),
  isDoubted: ({ name, payload }, id) =>
    (name === 'contest.turned' || name === 'contest.changed') && payload.contestId === id,
  rightsNow: (ctx, id) => rightsNow(ctx, CONTEST, id),
}

/** The kinds of subjects: a kind more is an entry here, a column of "Comment", and its sight in policy/comment.ts. */
const KINDS: Readonly<Record<SubjectKind, Kind>> = { contest }

export const kindOf = (kind: SubjectKind): Kind => KINDS[kind]

/** The subject of a kind that the graph, or REST, calls so. */
export function subjectNamed(type: string, id: number): SubjectRef {
  for (const [kind, entry] of Object.entries(KINDS))
    if (entry.type === type) return { kind: kind as SubjectKind, id }
  throw new Refusal('NOT_FOUND')
}

/** What a comment is about. */
export function subjectOf(comment: Pick<Comment, 'contestId'>): SubjectRef {
  for (const [kind, { column }] of Object.entries(KINDS)) {
    const id = comment[column]
    if (id !== null) return { kind: kind as SubjectKind, id }
  }
  throw new Error('a comment about nothing')
}

/** Whom a request was let in to already. */
const entered = new WeakMap<Context, Map<string, Promise<Subject>>>()

/** The subject for a viewer who may look into it; refuses others. */
export function enterSubject(ctx: Context, { kind, id }: SubjectRef): Promise<Subject> {
  const known = entered.get(ctx) ?? new Map<string, Promise<Subject>>()
  entered.set(ctx, known)
  const key = `${kind} ${id}`
  const subject = known.get(key) ?? kindOf(kind).enter(ctx, id)
  known.set(key, subject)
  return subject
}
