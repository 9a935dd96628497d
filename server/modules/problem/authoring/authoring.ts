import type { z } from 'zod'
import { passesOf } from '#judge/needs.ts'
import type { TestsetManifest } from '#judge/protocol.ts'
import type { Discussion, Problem } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf, requireLogin, type SignedInContext } from '../../../context.ts'
import { checked } from '../../../core/checked.ts'
import { advisoryLock } from '../../../core/db.ts'
import { Refusal } from '../../../core/errors.ts'
import { emit, transact } from '../../../events.ts'
import { canManageProblem, canNameAuthors } from '../../../policy/problem.ts'
import { may } from '../../../policy/viewer.ts'
import { record, subjectOf } from '../../audit/audit.ts'
import { referTo } from '../../file/file.ts'
import { OWN_BANK } from '../../site/language.ts'
import {
  requireCaseMode,
  requireTestcases,
  sameManifest,
  storeCases,
  type TestcaseInput,
  withPoints,
  writeTestset,
} from '../../testset/testset.ts'
import { pickRules } from '../../testset/testsetRules.ts'
import { findProblemByNumber } from '../problem.ts'
import { tellAuthor } from '../publication/publicationNews.ts'
import { tellCreation, tellVisibility } from '../publication/visibilityNews.ts'
import { tellSave } from '../watching.ts'
import { nameInGroup, requireGroupLimits } from './groupNaming.ts'
import { requireHome } from './home.ts'
import { changeOf } from './problemChange.ts'
import {
  type Addressed,
  addressed,
  changedAddresses,
  fieldsOf,
  nextVersion,
  type ProblemFields,
  problemFields,
} from './problemFields.ts'
import { applicationAfter, canBecome } from './problemState.ts'

const MAX_ANNEX_BYTES = 128 * 1024 * 1024

export type ProblemInput = z.input<typeof problemFields> & {
  /** Null: a new problem. */
  id: number | null
  /** Null: the tests stay as they are. */
  testcases: TestcaseInput[] | null
  /** Files for download beside the statement; null: they stay as they are. */
  annexes: { name: string; content: Uint8Array }[] | null
  /** Author id. Only problem administrators name somebody else; left out: unchanged, or the viewer for a new problem. */
  authorId?: string
}

/** Sorts P999 before P1000: the length first, then the text. */
export const sortKeyOf = (displayId: string) => String(displayId.length).padStart(2, '0') + displayId

/** What a keyword may find, in lower case. */
const keywordsOf = (displayId: string, statements: readonly { title: string; source: string }[]) =>
  [displayId, ...statements.flatMap((row) => [row.title, row.source])]
    .filter(Boolean)
    .join('\n')
    .toLowerCase()

/** Files of a problem whose bytes are stored; null: they stay as they are. */
export type StoredParts = {
  manifest: TestsetManifest | null
  annexes: Awaited<ReturnType<typeof storeAnnexes>> | null
}

/** Stores the bytes of tests and annexes, which a transaction has no time for. */
export async function storeParts(
  ctx: Context,
  { testcases, annexes }: Pick<ProblemInput, 'testcases' | 'annexes'>,
): Promise<StoredParts> {
  requireAnnexes(annexes ?? [])
  return {
    manifest: testcases && (await storeCases(ctx, testcases)),
    annexes: annexes && (await storeAnnexes(ctx, annexes)),
  }
}

/** Saves a problem whole, new or existing. */
export async function saveProblem(ctx: Context, input: ProblemInput): Promise<Problem> {
  const before = input.id === null ? null : await findProblemByNumber(ctx, input.id)
  authorize(ctx, before ? canManageProblem(readerOf(ctx), before) : may(ctx, 'problem.manage'))
  const stored = await storeParts(ctx, input)
  return transact(ctx, (ctx) => writeProblem(ctx, before, input, stored))
}

/** Outputs that are submitted are read once, here: nothing interacts with them, and nothing runs again. */
function requireOutputs({ outputOnly, checker, interactor }: ProblemFields, isRemote: boolean): void {
  if (outputOnly && (isRemote || interactor || passesOf({ checker, interactor }) > 1))
    throw new Refusal('OUTPUT_ONLY_PLAIN', { field: 'outputOnly' })
}

/** Whether a contest of the group has the problem. */
const isInContestOf = async (ctx: Context, problemId: number, groupId: number): Promise<boolean> =>
  (await ctx.db.contestProblem.count({ where: { problemId, removedAt: null, contest: { groupId } } })) > 0

/** Refuses to change the scoring of a problem in a contest that counts by it. */
export async function requireNoContestOf(ctx: Context, { id, scoring }: Problem): Promise<void> {
  const where = { problemId: id, removedAt: null, contest: { type: scoring, removedAt: null } }
  if ((await ctx.db.contestProblem.count({ where })) > 0)
    throw new Refusal('PROBLEM_SCORING_FIXED', { field: 'scoring' })
}

/**
 * Checks and writes the fields of a problem, in a transaction of a rule that has authorized the viewer to change
 * `before`; null: to create one in `groupId`, or on the site (null).
 */
export async function writeProblem(
  ctx: Context,
  before: Problem | null,
  input: Omit<ProblemInput, 'id' | 'annexes'>,
  { manifest, annexes }: StoredParts,
  groupId: number | null = before?.groupId ?? null,
  /** The bank of another judge that a new problem comes from, where it is public; null: it is ours. */
  origin: { bank: string; bankKey: string } | null = null,
): Promise<Problem> {
  requireLogin(ctx)
  const publishes = input.visibility === 'PUBLIC' && before?.visibility !== 'PUBLIC' && origin === null
  if (publishes && !may(ctx, 'problem.publish')) throw new Refusal('PROBLEM_PUBLISHING')
  const isOwn = groupId !== null && input.visibility !== 'PUBLIC'
  const given = checked(problemFields, {
    ...input,
    ...(isOwn && { displayId: await nameInGroup(ctx, groupId, before, input.displayId) }),
  })
  const wantsContests = groupId !== null && given.visibility === 'CONTEST_ONLY'
  const isInContest = wantsContests && before !== null && (await isInContestOf(ctx, before.id, groupId))
  if (!canBecome(before, given.visibility, groupId, isInContest))
    throw new Refusal('INVALID_INPUT', { field: 'visibility' })
  if (before) await requireHome(ctx, before, given.visibility)
  if (before && before.scoring !== given.scoring) await requireNoContestOf(ctx, before)
  if (isOwn) requireGroupLimits(given)
  requireCaseMode(given.scoring, given.caseMode)
  requireOutputs(given, (before ?? origin)?.bankKey != null)
  if (input.testcases) requireTestcases(given.caseMode, input.testcases)
  const tagIds = [...new Set(given.tagIds)]
  const tagCount = await ctx.db.tag.count({
    where: { id: { in: tagIds }, OR: [{ groupId: null }, { groupId }] },
  })
  if (tagCount !== tagIds.length) throw new Refusal('INVALID_INPUT', { field: 'tagIds' })
  const authorId = authorOf(ctx, before, input.authorId)
  const id = before?.id ?? (await nextNumber(ctx))
  const displayId = given.displayId ?? `P${id}`
  await requireFreeDisplayId(ctx, displayId, id)
  const kept = await currentManifest(ctx, before?.testsetId ?? null)
  const becomesScored = before?.scoring === 'ACM' && given.scoring === 'OI'
  const cases = manifest ?? (kept && becomesScored ? withPoints(kept, given.caseMode) : kept)
  if (cases) requireTestcases(given.caseMode, cases.cases)
  const was = before && addressed(await fieldsOf(ctx, before), before.authorId)
  const now = addressed({ ...given, displayId, tagIds }, authorId)
  const isPublic = given.visibility === 'PUBLIC'
  const becomesPublic = isPublic && before?.visibility !== 'PUBLIC'
  const changesTests = manifest !== null && !(kept && sameManifest(kept, manifest))
  const changed = changedAddresses(was ?? {}, now)
  const columns = {
    displayId,
    sortKey: sortKeyOf(displayId),
    keywords: keywordsOf(displayId, given.statements),
    authorId,
    difficulty: given.difficulty,
    visibility: given.visibility,
    outputOnly: given.outputOnly,
    userFiles: given.userFiles,
    openCases: given.openCases,
    codeShare: given.codeShare,
    languageKeys: given.languageKeys,
    updatedAt: ctx.now,
    ...(changesTests || changed.length > 0
      ? { lastChange: before ? changeOf({ changed, becomesPublic, changesTests }) : ('NEW' as const) }
      : {}),
    ...(isPublic ? { publishAskedAt: null } : {}),
    ...(before && (changesTests || changed.length > 0)
      ? { application: applicationAfter(before, given.visibility) }
      : {}),
  }
  await (before
    ? ctx.db.problem.update({ where: { id }, data: { ...columns, ...nextVersion(before, was, now) } })
    : ctx.db.problem.create({
        data: {
          ...columns,
          id,
          groupId,
          ...(origin ?? { bank: OWN_BANK }),
          createdAt: ctx.now,
          tally: { create: {} },
        },
      }))
  if (before && before.displayId !== displayId) await renameInPosts(ctx, before, displayId)
  await replaceParts(ctx, id, given)
  if (annexes) {
    await ctx.db.annex.deleteMany({ where: { problemId: id } })
    await ctx.db.annex.createMany({ data: annexes.map((annex) => ({ ...annex, problemId: id })) })
  }
  if (before) await tellVisibility(ctx, before, given.visibility)
  else await tellCreation(ctx, { id, groupId, visibility: given.visibility })
  const shown = given.statements.flatMap(({ description, input, output, hint }) => [
    description,
    input,
    output,
    hint,
  ])
  await referTo(ctx, subjectOf('Problem', id), shown)
  ctx.house.markdown.keep([...shown, ...given.statements.map(({ source }) => source)])
  if (before?.publishAskedAt && isPublic) await tellAuthor(ctx, before, 'publicationGranted')
  if (before) await tellSave(ctx, id)
  if (was) await recordChange(ctx, id, was, now)
  else await record(ctx, 'problem.created', ['Problem', id], { after: summaryOf(given, displayId) })
  return writeTestset(ctx, id, { manifest: cases, rules: pickRules(given) })
}

/** Titles of posts begin with the id of their problem (area-rules D3). */
async function renameInPosts(ctx: Context, { id, displayId }: Problem, name: string): Promise<void> {
  const renamed = await ctx.db.$queryRaw<Pick<Discussion, 'id' | 'groupId' | 'disabled'>[]>`
    update "Discussion" set "title" = ${`[${name}] `} || substr("title", length(${`[${displayId}] `}) + 1)
    where "problemId" = ${id} and starts_with("title", ${`[${displayId}] `})
    returning "id", "groupId", "disabled"`
  for (const { id: discussionId, groupId, disabled } of renamed)
    await emit(ctx, 'discussion.changed', {
      discussionId,
      groupId,
      what: 'CHANGED',
      wasListed: !disabled,
      isListed: !disabled,
    })
}

async function recordChange(ctx: Context, id: number, was: Addressed, now: Addressed): Promise<void> {
  const changed = changedAddresses(was, now)
  const of = (all: Addressed) => Object.fromEntries(changed.map((address) => [address, all[address] ?? null]))
  if (changed.length > 0)
    await record(ctx, 'problem.changed', ['Problem', id], { before: of(was), after: of(now) })
}

/** What is written down of a new problem; the rest is in it. */
const summaryOf = ({ statements, visibility }: ProblemFields, displayId: string) => ({
  displayId,
  visibility,
  ...Object.fromEntries(statements.map(({ locale, title }) => [`statements.${locale}.title`, title])),
})

function authorOf(ctx: SignedInContext, before: Problem | null, asked: string | undefined): string | null {
  if (asked === undefined) return before ? before.authorId : ctx.viewer.id
  authorize(ctx, asked === ctx.viewer.id || canNameAuthors(ctx))
  return asked
}

/** The number is taken before the row is written, because the id that people see may be made of it. */
async function nextNumber(ctx: Context): Promise<number> {
  const [row] = await ctx.db.$queryRaw<{ id: number }[]>`
    select nextval(pg_get_serial_sequence('"Problem"', 'id'))::int as "id"`
  if (!row) throw new Error('the sequence of problem numbers gave nothing')
  return row.id
}

/** One author after another, so that two never take the same name at once. */
async function requireFreeDisplayId(ctx: Context, displayId: string, id: number): Promise<void> {
  await advisoryLock(ctx.db, 'problem', displayId)
  const other = await ctx.db.problem.findUnique({ where: { displayId }, select: { id: true } })
  if (other && other.id !== id) throw new Refusal('PROBLEM_ID_TAKEN', { displayId, field: 'displayId' })
}

async function currentManifest(ctx: Context, testsetId: number | null): Promise<TestsetManifest | null> {
  if (testsetId === null) return null
  const testset = await ctx.db.testset.findUnique({ where: { id: testsetId }, select: { manifest: true } })
  return (testset?.manifest as TestsetManifest | undefined) ?? null
}

async function replaceParts(ctx: Context, problemId: number, given: ProblemFields): Promise<void> {
  const where = { problemId }
  await ctx.db.statement.deleteMany({ where })
  await ctx.db.statement.createMany({ data: given.statements.map((row) => ({ ...row, problemId })) })
  await ctx.db.sample.deleteMany({ where })
  await ctx.db.sample.createMany({
    data: given.samples.map((sample, at) => ({ ...sample, index: at + 1, problemId })),
  })
  await ctx.db.problemTag.deleteMany({ where })
  await ctx.db.problemTag.createMany({
    data: [...new Set(given.tagIds)].map((tagId) => ({ tagId, problemId })),
  })
  await ctx.db.problemTemplate.deleteMany({ where })
  await ctx.db.problemTemplate.createMany({
    data: Object.entries(given.templates).map(([languageKey, code]) => ({ languageKey, code, problemId })),
  })
}

type AnnexInput = { name: string; content: Uint8Array }

function requireAnnexes(annexes: readonly AnnexInput[]): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a control character in a header is what is kept out
  const isName = (name: string) => /^[^/\\\u0000-\u001f]{1,100}$/u.test(name) && name !== '.' && name !== '..'
  const names = new Set(annexes.map(({ name }) => name))
  const fits = annexes.every(({ name, content }) => isName(name) && content.byteLength <= MAX_ANNEX_BYTES)
  if (!fits || names.size !== annexes.length) throw new Refusal('INVALID_INPUT', { field: 'annexes' })
}

/** Stores the bytes of annexes and answers their rows. */
export async function storeAnnexes(ctx: Context, annexes: readonly AnnexInput[]) {
  const hashes = await ctx.house.blobs.putAll(annexes.map(({ content }) => content))
  return annexes.map(({ name, content }, at) => ({
    name,
    blobHash: hashes[at] ?? '',
    size: content.byteLength,
  }))
}
