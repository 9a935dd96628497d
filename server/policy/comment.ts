import type { Comment, Prisma } from '#prisma/generated/client.ts'
import { SUBJECTS } from '../generated/subjects.ts'
import type { Reader } from './reader.ts'
import type { SubjectName, SubjectSight } from './subject.ts'
import { may } from './viewer.ts'

/** Subject kinds, collected from the policies. A new subject column of "Comment" does not compile without one. */
const ALL: Readonly<Record<SubjectName, SubjectSight>> = SUBJECTS

/** Filters for comments and replies about some kinds of subjects. */
export function sightOf(subjects: readonly SubjectSight[]) {
  const either = <Where>(some: Where[]): Where | { OR: Where[] } =>
    some[0] !== undefined && some.length === 1 ? some[0] : { OR: some }
  return {
    comment: (reader: Reader): Prisma.CommentWhereInput =>
      either(subjects.map(({ anywhere }) => anywhere(reader).comments)),
    reply: (reader: Reader): Prisma.ReplyWhereInput =>
      either(subjects.map(({ anywhere }) => anywhere(reader).replies)),
  }
}

export const sight = sightOf(Object.values(ALL))

/** Filters for all comments and replies the reader sees; the subject's own entry decides within one subject. */
export const { comment: visibleComments, reply: visibleReplies } = sight

/** Whether the role may comment; the subject decides where. */
export const mayComment = (reader: Reader): boolean => may(reader, 'comment.create')

/** Whether the role may reply; the subject decides where. */
export const mayReply = (reader: Reader): boolean => may(reader, 'reply.create')

/** Authors remove their own comment; moderators of the subject remove any. */
export const mayTakeBack = (
  reader: Reader,
  { moderates }: { moderates: boolean },
  { authorId }: Pick<Comment, 'authorId'>,
): boolean => moderates || reader.viewer?.id === authorId

/** Audited actions, by noun. */
export const acts = { Comment: ['comment.removed', 'comment.replyRemoved'] } as const
