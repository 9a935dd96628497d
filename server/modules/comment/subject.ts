import type { Comment, User } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import type { Refusal, RefusalCode } from '../../core/errors.ts'
import type { AnyEvent } from '../../events.ts'
import type { StreamPlace } from '../../policy/audience.ts'
import type { SubjectSight, Words } from '../../policy/subject.ts'

export type Author = Pick<User, 'id' | 'role'>
type Thread = Pick<Comment, 'authorId'>

/** A subject that the viewer entered. */
export type Subject = {
  /** Filter of its comments and replies that the viewer sees. */
  words: Words
  /** Its author, offered first as a mention; unset: none. */
  authorId?: string
  /** Whether the viewer may delete all comments, and has no rate limit. */
  moderates: boolean
  /** Whether the viewer, whose role allows replies, may reply to an author in a thread. */
  mayReply(to: { comment: Thread; target: Author }): boolean
  /** Whether an author is an official there, such as an organiser. */
  isOfficial(author: Author): boolean
  /** Access key: a stream of its comments ends when it changes. */
  rights: string
  /** Whether an event may have changed `rights`. */
  isDoubtedBy(event: AnyEvent): boolean
  /** Place of a shared stream whose subscribers differ by their role there; null: they do not differ. */
  place: StreamPlace | null
  /** Why the viewer, whose role allows comments, may write none there; null: they may. */
  bar(ctx: Context): Promise<Refusal | null>
  /**
   * Locks its row until the transaction ends, where that counts its comments: before its comments and replies, as its
   * deletion does. Refuses a deleted one.
   */
  hold(ctx: Context): Promise<void>
  /** Announces that the number of its comments or replies changed. */
  counted(ctx: Context): Promise<void>
}

/** The rules of comments for a kind of subject. */
export type SubjectKind = {
  /** Type name in the graph, and `sourceType` of REST. */
  type: string
  sight: SubjectSight
  /**
   * The subject, for a viewer who may enter; refuses others, and everyone while comments are switched off.
   */
  enter(ctx: Context, id: number): Promise<Subject>
  /** Refusals of `enter`, besides UNAUTHENTICATED and NOT_FOUND. */
  refusals: readonly RefusalCode[]
  /** Whether the site settings allow comments on a subject of the kind. */
  isOpen(ctx: Pick<Context, 'house' | 'now' | 'db'>, id: number): Promise<boolean>
  /** Current `rights` of a subject; null when it was deleted. */
  rightsNow(ctx: Context, id: number): Promise<string | null>
}
