import { createHash } from 'node:crypto'
import type { CheckingProgram } from '#judge/protocol.ts'
import { LOCALES, type Locale } from '#locales/i18n.ts'
import { Prisma, type Problem } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf } from '../../../context.ts'
import { Refusal } from '../../../core/errors.ts'
import { isRowNumber } from '../../../core/rowNumber.ts'
import { transact } from '../../../events.ts'
import { canManageProblem, canNameAuthors } from '../../../policy/problem.ts'
import { homeOf } from '../../../policy/venue.ts'
import { may } from '../../../policy/viewer.ts'
import { enter } from '../../../venue.ts'
import { GROUP } from '../../group/group.ts'
import { tagsNamed } from '../../tag/tag.ts'
import type { TestcaseInput } from '../../testset/testset.ts'
import { findProblemByNumber } from '../problem.ts'
import { type StoredParts, storeParts, writeProblem } from './authoring.ts'
import { addressed, changedAddresses, fieldsOf, type ProblemFields } from './problemFields.ts'

type Statement = ProblemFields['statements'][number]

/** Words of one language; what is left out stays as it is. */
export type StatementPatch = { locale: Locale } & Partial<Omit<Statement, 'locale'>>

/** What a save changes; what is left out stays as it is. */
export type ProblemPatch = Partial<Omit<ProblemFields, 'statements' | 'tagIds'>> & {
  statements?: readonly StatementPatch[]
  /** Tags by number, and by name such as are made on the spot. */
  tags?: readonly (number | string)[]
  /** Username; set by problem administrators only. */
  author?: string | null
  /** All of its tests; left out: as they are. */
  testcases?: TestcaseInput[]
}

const EMPTY: ProblemFields = {
  displayId: null,
  difficulty: 'EASY',
  visibility: 'HIDDEN',
  scoring: 'ACM',
  caseMode: 'ALL',
  timeMs: 1000,
  memoryMb: 256,
  stackMb: 128,
  outputBytes: null,
  checker: { kind: 'default', ignoreTrailingBlanks: true },
  interactor: null,
  fileIo: null,
  outputOnly: false,
  userFiles: {},
  judgeFiles: {},
  openCases: true,
  codeShare: false,
  languageKeys: [],
  statements: [],
  samples: [],
  tagIds: [],
  templates: {},
}

/** Authorizes the viewer to create problems on the site (null), or in a group as its administrator (area-rules G8). */
export async function authorizeCreation(ctx: Context, groupId: number | null): Promise<void> {
  if (groupId === null) authorize(ctx, may(ctx, 'problem.manage'))
  else await enter(ctx, GROUP, groupId, 'manage')
}

/** Creates a problem on the site or in a group; left out fields have defaults. It is hidden until it is published. */
export async function createProblem(
  ctx: Context,
  patch: ProblemPatch,
  groupId: number | null = null,
): Promise<Problem> {
  await authorizeCreation(ctx, groupId)
  const stored = await storeParts(ctx, partsOf(patch))
  return transact(ctx, (ctx) => save(ctx, null, EMPTY, patch, stored, { groupId }))
}

/**
 * Changes a problem. A save names the version it began from: what others have changed since stays, and where it changes
 * what they have changed too it is refused, with the text of theirs. One that names none overwrites.
 */
export async function updateProblem(
  ctx: Context,
  id: number,
  patch: ProblemPatch,
  version: number | null = null,
): Promise<Problem> {
  authorize(ctx, canManageProblem(readerOf(ctx), await findProblemByNumber(ctx, id)))
  const stored = await storeParts(ctx, partsOf(patch))
  return transact(ctx, async (ctx) => {
    const before = await lockProblem(ctx, id)
    authorize(ctx, canManageProblem(readerOf(ctx), before))
    return save(ctx, before, await fieldsOf(ctx, before), patch, stored, { version })
  })
}

const partsOf = (patch: ProblemPatch) => ({ testcases: patch.testcases ?? null, annexes: null })

/**
 * Locks a problem that the viewer may see until the transaction ends. Submissions to it go on beside a change, and wait
 * for a removal.
 */
export async function lockProblem(
  ctx: Context,
  id: number,
  purpose: 'change' | 'removal' = 'change',
): Promise<Problem> {
  const strength = purpose === 'removal' ? Prisma.sql`for update` : Prisma.sql`for no key update`
  if (isRowNumber(id)) await ctx.db.$queryRaw`select "id" from "Problem" where "id" = ${id} ${strength}`
  return findProblemByNumber(ctx, id)
}

async function save(
  ctx: Context,
  before: Problem | null,
  fields: ProblemFields,
  patch: ProblemPatch,
  stored: StoredParts,
  { version = null, groupId = before?.groupId ?? null }: { version?: number | null; groupId?: number | null },
): Promise<Problem> {
  const { statements, tags, author, testcases = null, ...plain } = patch
  const given = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined))
  const next: ProblemFields = {
    ...fields,
    ...given,
    statements: statements ? mergedStatements(fields.statements, statements) : fields.statements,
    tagIds: tags ? await tagsNamed(ctx, tags, before ? homeOf(before) : groupId) : fields.tagIds,
  }
  if (before && version !== null) requireUntouched(before, fields, next, version)
  for (const [key, code] of Object.entries(given.templates ? next.templates : {}))
    if (!code.trim())
      throw new Refusal('INVALID_INPUT', { fields: { [`templates.${key}`]: { code: 'REQUIRED' } } })
  await requireCompiled(ctx, before ? fields : null, next)
  const authorId = author ? await idOfUser(ctx, author) : undefined
  return writeProblem(ctx, before, { ...next, testcases, authorId }, stored, groupId)
}

/** Words that are left without any text are no language of the problem any more. */
function mergedStatements(now: readonly Statement[], patches: readonly StatementPatch[]): Statement[] {
  return LOCALES.flatMap((locale): Statement[] => {
    const before = now.find((row) => row.locale === locale)
    const patch = patches.find((row) => row.locale === locale)
    if (!before && !patch) return []
    const words = { title: '', description: '', input: '', output: '', hint: '', source: '', ...before }
    for (const [part, text] of Object.entries(patch ?? {}))
      if (text !== undefined) Object.assign(words, { [part]: text })
    const { locale: _, ...texts } = words as Statement
    return Object.values(texts).some((text) => text.trim() !== '') ? [{ ...texts, locale }] : []
  })
}

/** Refuses a save that changes what somebody else has changed since the version that it began from. */
function requireUntouched(before: Problem, was: ProblemFields, next: ProblemFields, version: number): void {
  if (version === before.version) return
  const theirs = addressed(was, before.authorId)
  const versions = before.fieldVersions as Record<string, number>
  const both = changedAddresses(theirs, addressed(next, before.authorId)).filter(
    (address) => (versions[address] ?? 0) > version,
  )
  const [field] = both
  if (field === undefined) return
  const value = theirs[field] ?? ''
  throw new Refusal('CONFLICT', {
    version: before.version,
    field,
    theirs: typeof value === 'string' ? value : JSON.stringify(value),
  })
}

/** Under which a program that judges is remembered once a judge host has compiled it. */
export const hashOfProgram = ({ language, source }: Pick<CheckingProgram, 'language' | 'source'>): string =>
  createHash('sha256').update(`${language}\n${source}`).digest('hex')

const programsOf = ({ checker, interactor }: ProblemFields): CheckingProgram[] => [
  ...(checker.kind === 'program' ? [checker] : []),
  ...(interactor ? [interactor] : []),
]

/** Refuses a checker or interactor that is new, or another one than before, and that no judge host has compiled. */
async function requireCompiled(ctx: Context, was: ProblemFields | null, next: ProblemFields): Promise<void> {
  const known = new Set((was ? programsOf(was) : []).map(hashOfProgram))
  for (const program of programsOf(next)) {
    const hash = hashOfProgram(program)
    if (known.has(hash)) continue
    if ((await ctx.db.compiledProgram.count({ where: { hash } })) > 0) continue
    throw new Refusal('CHECKER_NOT_COMPILED', {
      field: program === next.interactor ? 'interactor' : 'checker',
    })
  }
}

async function idOfUser(ctx: Context, username: string): Promise<string> {
  // Before the name is looked up: who may name nobody learns of no names.
  authorize(ctx, canNameAuthors(ctx) || username === ctx.viewer?.username)
  const user = await ctx.db.user.findFirst({ where: { username }, select: { id: true } })
  if (!user) throw new Refusal('INVALID_INPUT', { fields: { author: { code: 'NOT_OFFERED' } } })
  return user.id
}
