import type { Comment } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { KINDS } from '../../generated/subjectKinds.ts'
import type { SubjectColumn, SubjectName } from '../../policy/subject.ts'
import { onceIn } from '../../requestCache.ts'
import type { Subject, SubjectKind } from './subject.ts'

/** Which thing it is that is commented on. */
export type SubjectRef = { kind: SubjectName; id: number }

/** A subject that the viewer entered, and which one it is. */
export type EnteredSubject = Subject & SubjectRef

/** The kinds of subjects: another one exports its `subject` here and in policy/, and is a column of "Comment". */
export const SUBJECT_KINDS: Readonly<Record<SubjectName, SubjectKind>> = KINDS

const NAMES = Object.keys(SUBJECT_KINDS) as SubjectName[]

export const kindOf = (kind: SubjectName): SubjectKind => SUBJECT_KINDS[kind]

/** The column of "Comment" that names subjects of a kind. */
export const columnOf = (kind: SubjectName): SubjectColumn => `${kind}Id`

/** All of those columns, as a selection. */
export const SUBJECT_COLUMNS = Object.fromEntries(NAMES.map((name) => [columnOf(name), true])) as Record<
  SubjectColumn,
  true
>

/** The subject of a kind that the graph, or REST, calls so. */
export function subjectNamed(type: string, id: number): SubjectRef {
  const kind = NAMES.find((name) => SUBJECT_KINDS[name].type === type)
  if (!kind) throw new Refusal('NOT_FOUND')
  return { kind, id }
}

/** What a comment is about. */
export function subjectOf(comment: Pick<Comment, SubjectColumn>): SubjectRef {
  for (const kind of NAMES) {
    const id = comment[columnOf(kind)]
    if (id !== null) return { kind, id }
  }
  throw new Error('a comment about nothing')
}

/** The subject, for a viewer who may enter it; refuses others. Asked once within a request. */
export const enterSubject = (ctx: Context, { kind, id }: SubjectRef): Promise<EnteredSubject> =>
  onceIn(ctx, `subject ${kind} ${id}`, async () => ({ kind, id, ...(await kindOf(kind).enter(ctx, id)) }))
