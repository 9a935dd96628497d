import type { Comment, Prisma } from '#prisma/generated/client.ts'
import type { Reader } from './reader.ts'

/** The kinds of subjects, which are the columns of "Comment" that name one. */
export type SubjectName =
  Exclude<keyof Comment, 'authorId'> extends infer Column
    ? Column extends `${infer Name}Id`
      ? Name
      : never
    : never

export type SubjectColumn = `${SubjectName}Id`

/** Filters over what is said about subjects. */
export type Words = { comments: Prisma.CommentWhereInput; replies: Prisma.ReplyWhereInput }

/** Who sees what is said about subjects of one kind. */
export type SubjectSight = {
  /** About all subjects of the kind, for whoever asks. */
  anywhere(reader: Reader): Words
  /** About one subject, for a reader who has entered it. */
  within(reader: Reader, id: number): Words
  /** About one subject, what everybody sees who has entered it: for streams that many share. */
  shown(reader: Reader, id: number): Words
  /** Whether that is all that is said about it. */
  isOpenToAll(reader: Reader, id: number): boolean
}
