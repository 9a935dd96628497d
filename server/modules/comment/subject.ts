import type { Comment, User } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import type { RefusalCode } from '../../core/errors.ts'
import type { AnyEvent } from '../../events.ts'
import type { StreamPlace } from '../../policy/audience.ts'
import type { SubjectSight, Words } from '../../policy/subject.ts'

export type Author = Pick<User, 'id' | 'role'>
type Thread = Pick<Comment, 'authorId'>

/** A subject as a viewer entered it. */
export type Subject = {
  /** Its comments and replies, as many as the viewer sees. */
  words: Words
  /** Whether the viewer may take everything back, and writes as often as they like. */
  moderates: boolean
  /** Whether the viewer, whose role lets them answer, may answer somebody in a thread. */
  mayReply(to: { comment: Thread; target: Author }): boolean
  /** Whether an author's word is official there, such as an organiser's. */
  isOfficial(author: Author): boolean
  /** Access key: a stream of its comments ends when it changes. */
  rights: string
  /** Whether an event may have changed `rights`. */
  isDoubtedBy(event: AnyEvent): boolean
  /** Where readers differ by what they are there; null: nowhere. */
  place: StreamPlace | null
}

/** What the rules of comments ask of a kind of subject. */
export type SubjectKind = {
  /** The type of the graph, and the `sourceType` of REST. */
  type: string
  sight: SubjectSight
  /** The subject for a viewer who may enter; refuses others, and everybody while the switch is off. */
  enter(ctx: Context, id: number): Promise<Subject>
  /** With what `enter` refuses, besides UNAUTHENTICATED and NOT_FOUND. */
  refusals: readonly RefusalCode[]
  /** Whether one may comment on subjects of the kind at all, as the switches of the site stand. */
  isOpen(ctx: Pick<Context, 'house' | 'now'>): Promise<boolean>
  /** The `rights` of a subject as they are now; null: it is gone. */
  rightsNow(ctx: Context, id: number): Promise<string | null>
}
