import type { Comment, Prisma } from '#prisma/generated/client.ts'
import { SUBJECTS } from '../generated/subjects.ts'
import type { Reader } from './reader.ts'
import type { SubjectName, SubjectSight } from './subject.ts'
import { may } from './viewer.ts'

/** Each kind of subject, as the policies export it. A column of "Comment" more does not compile without one. */
const ALL: Readonly<Record<SubjectName, SubjectSight>> = SUBJECTS

/** Sight of comments and replies about some kinds of subjects: what each kind shows. */
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

/** What the reader sees of all that is said; within one subject its entry says it. */
export const { comment: visibleComments, reply: visibleReplies } = sight

/** Whether a role lets somebody say something; where they may is for the subject to say. */
export const mayComment = (reader: Reader): boolean => may(reader, 'comment.create')

/** The same of answering. */
export const mayReply = (reader: Reader): boolean => may(reader, 'reply.create')

/** One's own word, and everybody's for those who moderate the subject. */
export const mayTakeBack = (
  reader: Reader,
  { moderates }: { moderates: boolean },
  { authorId }: Pick<Comment, 'authorId'>,
): boolean => moderates || reader.viewer?.id === authorId

/** What is written down of who did it, by the noun that it is done to. */
export const acts = { Comment: ['comment.removed', 'comment.replyRemoved'] } as const
