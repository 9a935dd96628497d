import type { Comment } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { KINDS } from '../../generated/subjectKinds.ts'
import type { SubjectColumn, SubjectName } from '../../policy/subject.ts'
import { onceIn } from '../../requestCache.ts'
import type { Subject, SubjectKind } from './subject.ts'

/** Kind and id of a subject. */
export type SubjectRef = { kind: SubjectName; id: number }

/** A subject that the viewer entered, with its kind and id. */
export type EnteredSubject = Subject & SubjectRef

/** Kinds of subjects. A new kind exports its `subject` here and in policy/, and has a column in "Comment". */
export const SUBJECT_KINDS: Readonly<Record<SubjectName, SubjectKind>> = KINDS

const NAMES = Object.keys(SUBJECT_KINDS) as SubjectName[]

export const kindOf = (kind: SubjectName): SubjectKind => SUBJECT_KINDS[kind]

/** Column of "Comment" that refers to subjects of a kind. */
export const columnOf = (kind: SubjectName): SubjectColumn => `${kind}Id`

/** All these columns, as a selection. */
export const SUBJECT_COLUMNS = Object.fromEntries(NAMES.map((name) => [columnOf(name), true])) as Record<
  SubjectColumn,
  true
>

/** The subject by its type name in the graph or in REST. */
export function subjectNamed(type: string, id: number): SubjectRef {
  const kind = NAMES.find((name) => SUBJECT_KINDS[name].type === type)
  if (!kind) throw new Refusal('NOT_FOUND')
  return { kind, id }
}

/** Subject of a comment. */
export function subjectOf(comment: Pick<Comment, SubjectColumn>): SubjectRef {
  for (const kind of NAMES) {
    const id = comment[columnOf(kind)]
    if (id !== null) return { kind, id }
  }
  throw new Error('a comment about nothing')
}

/** The subject, for a viewer who may enter it; refuses others. Cached per request. */
export const enterSubject = (ctx: Context, { kind, id }: SubjectRef): Promise<EnteredSubject> =>
  onceIn(ctx, `subject ${kind} ${id}`, async () => ({ kind, id, ...(await kindOf(kind).enter(ctx, id)) }))
