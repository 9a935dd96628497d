import { z } from 'zod'
import { findCheckingLanguage, findLanguage } from '#judge/languages.ts'
import type { CheckerSpec, TestsetManifest } from '#judge/protocol.ts'
import { LOCALES } from '#locales/i18n.ts'
import type { Problem } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf, requireLogin, type SignedInContext } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { emit, transact } from '../../events.ts'
import { canManageProblem } from '../../policy/problem.ts'
import { may } from '../../policy/viewer.ts'
import { OWN_BANK } from '../site/language.ts'
import { findProblemByNumber } from './problem.ts'
import { requireCaseMode, requireTestcases, storeCases, type TestcaseInput, writeTestset } from './testset.ts'
import { pickRules } from './testsetRules.ts'

const MAX_TEXT = 200_000
const MAX_SOURCE = 262_144
const MAX_SAMPLES = 20
const MAX_ANNEX_BYTES = 128 * 1024 * 1024

const text = z.string().max(MAX_TEXT)
const source = z.string().min(1).max(MAX_SOURCE)
/** A plain file name: no folder, nothing hidden, nothing a shell would read as an option. */
const fileName = z.string().regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/)
const files = z.record(fileName, z.string().max(MAX_SOURCE))
/** Checkers and interactors are written in few languages, those that hosts compile for that purpose. */
const checkerLanguage = z.string().refine((key) => findCheckingLanguage(key) !== null)
const program = z.object({
  language: checkerLanguage,
  source,
  convention: z.enum(['testlib', 'kattis']).optional(),
  flags: z.array(z.string().max(256)).max(32).optional(),
})

const checker: z.ZodType<CheckerSpec> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('default'), ignoreTrailingBlanks: z.boolean() }),
  z.object({ kind: z.literal('tokens'), caseSensitive: z.boolean(), spaceSensitive: z.boolean().optional() }),
  z.object({ kind: z.literal('lines') }),
  z.object({
    kind: z.literal('floats'),
    absolute: z.number().min(0),
    relative: z.number().min(0),
    caseSensitive: z.boolean().optional(),
    spaceSensitive: z.boolean().optional(),
  }),
  z.object({ kind: z.literal('unorderedLines') }),
  z.object({ kind: z.literal('unorderedNumbers') }),
  program.extend({ kind: z.literal('program') }),
])

const statement = z.object({
  locale: z.enum(LOCALES),
  title: z.string().trim().min(1).max(200),
  description: text,
  input: text,
  output: text,
  hint: text,
  source: z.string().max(1000),
})

const fields = z.object({
  /** Null: P and the number. */
  displayId: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[^\s/?#%\\]{1,64}$/u)
    .nullable(),
  difficulty: z.enum(['EASY', 'MID', 'HARD']),
  scoring: z.enum(['ACM', 'OI']),
  caseMode: z.enum(['ALL', 'UNTIL_FAILURE', 'SUBTASK_LOWEST', 'SUBTASK_AVERAGE']),
  visibility: z.enum(['PUBLIC', 'HIDDEN', 'CONTEST_ONLY']),
  timeMs: z.number().int().min(1).max(600_000),
  memoryMb: z.number().int().min(1).max(4096),
  stackMb: z.number().int().min(1).max(4096),
  outputBytes: z.number().int().min(1).max(1_073_741_824).nullable(),
  checker,
  interactor: program.nullable(),
  fileIo: z.object({ input: fileName, output: fileName }).nullable(),
  userFiles: files,
  judgeFiles: files,
  openCases: z.boolean(),
  codeShare: z.boolean(),
  languageKeys: z.array(z.string().refine((key) => findLanguage(key) !== null)),
  statements: z
    .array(statement)
    .min(1)
    .refine((rows) => new Set(rows.map(({ locale }) => locale)).size === rows.length),
  samples: z.array(z.object({ input: text, output: text })).max(MAX_SAMPLES),
  tagIds: z.array(z.number().int()).max(50),
  /** Language key → what the editor starts with. */
  templates: z.record(
    z.string().refine((key) => findLanguage(key) !== null),
    text,
  ),
})

export type ProblemInput = z.input<typeof fields> & {
  /** Null: a new problem. */
  id: number | null
  /** Null: the tests stay as they are. */
  testcases: TestcaseInput[] | null
  /** Files for download beside the statement; null: they stay as they are. */
  annexes: { name: string; content: Uint8Array }[] | null
  /** Only for those who manage every problem; left out: the viewer, or whoever it was. */
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

/** Writes a problem, or changes one, with everything that belongs to it. */
export async function saveProblem(ctx: Context, input: ProblemInput): Promise<Problem> {
  requireLogin(ctx)
  const before = input.id === null ? null : await findProblemByNumber(ctx, input.id)
  authorize(ctx, before ? canManageProblem(readerOf(ctx), before) : may(ctx, 'problem.manage'))
  if (input.visibility === 'PUBLIC' && before?.visibility !== 'PUBLIC') {
    authorize(ctx, may(ctx, 'problem.publish'))
  }

  const answer = fields.safeParse(input)
  if (!answer.success) {
    throw new Refusal('INVALID_INPUT', { field: answer.error.issues[0]?.path.join('.') ?? 'problem' })
  }
  const given = answer.data
  requireCaseMode(given.scoring, given.caseMode)
  if (input.testcases) requireTestcases(given.caseMode, input.testcases)
  requireAnnexes(input.annexes ?? [])
  const tagIds = [...new Set(given.tagIds)]
  const tagCount = await ctx.db.tag.count({ where: { id: { in: tagIds } } })
  if (tagCount !== tagIds.length) throw new Refusal('INVALID_INPUT', { field: 'tagIds' })

  const manifest = input.testcases ? await storeCases(ctx, input.testcases) : null
  const annexes = input.annexes ? await storeAnnexes(ctx, input.annexes) : null
  const authorId = authorOf(ctx, before, input.authorId)

  return transact(ctx, async (ctx) => {
    const id = before?.id ?? (await nextNumber(ctx))
    const displayId = given.displayId ?? `P${id}`
    await requireFreeDisplayId(ctx, displayId, id)
    const cases = manifest ?? (await currentManifest(ctx, before?.testsetId ?? null))
    if (cases) requireTestcases(given.caseMode, cases.cases)
    const columns = {
      displayId,
      sortKey: sortKeyOf(displayId),
      keywords: keywordsOf(displayId, given.statements),
      authorId,
      difficulty: given.difficulty,
      visibility: given.visibility,
      userFiles: given.userFiles,
      openCases: given.openCases,
      codeShare: given.codeShare,
      languageKeys: given.languageKeys,
      updatedAt: ctx.now,
    }
    await (before
      ? ctx.db.problem.update({ where: { id }, data: columns })
      : ctx.db.problem.create({
          data: { ...columns, id, bank: OWN_BANK, createdAt: ctx.now, tally: { create: {} } },
        }))
    await replaceParts(ctx, id, given)
    if (annexes) {
      await ctx.db.annex.deleteMany({ where: { problemId: id } })
      await ctx.db.annex.createMany({ data: annexes.map((annex) => ({ ...annex, problemId: id })) })
    }
    const isPublic = given.visibility === 'PUBLIC'
    if (before && isPublic !== (before.visibility === 'PUBLIC'))
      await emit(ctx, isPublic ? 'problem.published' : 'problem.hidden', { problemId: id })
    return writeTestset(ctx, id, { manifest: cases, rules: pickRules(given) })
  })
}

function authorOf(ctx: SignedInContext, before: Problem | null, asked: string | undefined): string | null {
  if (asked !== undefined && may(ctx, 'problem.manageAny')) return asked
  return before ? before.authorId : ctx.viewer.id
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
  await ctx.db.$executeRaw`select pg_advisory_xact_lock(hashtext('problem'), hashtext(${displayId}))`
  const other = await ctx.db.problem.findUnique({ where: { displayId }, select: { id: true } })
  if (other && other.id !== id) throw new Refusal('PROBLEM_ID_TAKEN', { displayId })
}

async function currentManifest(ctx: Context, testsetId: number | null): Promise<TestsetManifest | null> {
  if (testsetId === null) return null
  const testset = await ctx.db.testset.findUnique({ where: { id: testsetId }, select: { manifest: true } })
  return (testset?.manifest as TestsetManifest | undefined) ?? null
}

async function replaceParts(ctx: Context, problemId: number, given: z.output<typeof fields>): Promise<void> {
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

async function storeAnnexes(ctx: Context, annexes: readonly AnnexInput[]) {
  const hashes = await ctx.house.blobs.putAll(
    ctx.db,
    annexes.map(({ content }) => content),
  )
  return annexes.map(({ name, content }, at) => ({
    name,
    blobHash: hashes[at] ?? '',
    size: content.byteLength,
  }))
}
