import type { Comment, Prisma } from '#prisma/generated/client.ts'
import type { Reader } from './reader.ts'

/** Kinds of subjects: the columns of "Comment" that reference one. */
export type SubjectName =
  Exclude<keyof Comment, 'authorId'> extends infer Column
    ? Column extends `${infer Name}Id`
      ? Name
      : never
    : never

export type SubjectColumn = `${SubjectName}Id`

/** Filters for comments and replies. */
export type Words = { comments: Prisma.CommentWhereInput; replies: Prisma.ReplyWhereInput }

/** Sight of comments on subjects of one kind. */
export type SubjectSight = {
  /** Filters over all subjects of the kind. */
  anywhere(reader: Reader): Words
  /** Filters within one subject that the reader may enter. */
  within(reader: Reader, id: number): Words
  /** Filters within one subject that are equal for all its readers, for shared streams. */
  shown(reader: Reader, id: number): Words
  /** Whether `shown` covers all comments on the subject. */
  isOpenToAll(reader: Reader, id: number): boolean
}
