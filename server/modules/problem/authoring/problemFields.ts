import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { findCheckingLanguage, findLanguage } from '#judge/languages.ts'
import { type CheckerSpec, MOST_PASSES } from '#judge/protocol.ts'
import { asLocale, LOCALES } from '#locales/i18n.ts'
import type { Problem } from '#prisma/generated/client.ts'
import type { Context } from '../../../context.ts'
import { together } from '../../../core/pacing/together.ts'
import { findBankLanguage } from '../../bank/languages.ts'
import { filesOf, rulesOfProblem } from '../../testset/testsetRules.ts'

/** Most characters of a title, in a contest too. */
export const MAX_TITLE = 255
const MAX_TEXT = 200_000
const MAX_SOURCE = 262_144
const MAX_SAMPLES = 20

const text = z.string().max(MAX_TEXT)
/** The text of a checker or an interactor. */
export const programSource = z.string().min(1).max(MAX_SOURCE)
/** A plain file name: no folder, nothing hidden, nothing a shell would read as an option. */
const fileName = z.string().regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/)
/** Files beside programs, by their names. */
export const judgingFiles = z.record(fileName, z.string().max(MAX_SOURCE))
/** Checkers and interactors are written in few languages, those that hosts compile for that purpose. */
const checkerLanguage = z.string().refine((key) => findCheckingLanguage(key) !== null)
const program = z.object({
  language: checkerLanguage,
  source: programSource,
  convention: z.enum(['testlib', 'kattis']).optional(),
  flags: z.array(z.string().max(256)).max(32).optional(),
  passes: z.number().int().min(2).max(MOST_PASSES).optional(),
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
  title: z.string().trim().min(1).max(MAX_TITLE),
  description: text,
  input: text,
  output: text,
  hint: text,
  source: z.string().max(1000),
})

/** All of a problem that a save can change, but its tests and the files for download. */
export const problemFields = z.object({
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
  visibility: z.enum(['PUBLIC', 'HIDDEN', 'CONTEST_ONLY', 'GROUP']),
  timeMs: z.number().int().min(1).max(600_000),
  memoryMb: z.number().int().min(1).max(4096),
  stackMb: z.number().int().min(1).max(4096),
  outputBytes: z.number().int().min(1).max(1_073_741_824).nullable(),
  checker,
  interactor: program.extend({ convention: z.enum(['testlib', 'kattis', 'polygon']).optional() }).nullable(),
  fileIo: z.object({ input: fileName, output: fileName }).nullable(),
  outputOnly: z.boolean().default(false),
  userFiles: judgingFiles,
  judgeFiles: judgingFiles,
  openCases: z.boolean(),
  codeShare: z.boolean(),
  languageKeys: z.array(
    z.string().refine((key) => findLanguage(key) !== null || findBankLanguage(key) !== null),
  ),
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

export type ProblemFields = z.output<typeof problemFields>

/** The rows that belong to a problem. Those of several problems are loaded together. */
const partsOf = (ctx: Context, problemId: number) =>
  together(ctx.db, 'parts of problems', problemId, async (ids) => {
    const where = { problemId: { in: [...ids] } }
    const [statements, samples, tags, templates] = await Promise.all([
      ctx.db.statement.findMany({ where, orderBy: { locale: 'asc' } }),
      ctx.db.sample.findMany({ where, orderBy: { index: 'asc' } }),
      ctx.db.problemTag.findMany({ where, orderBy: { tagId: 'asc' } }),
      ctx.db.problemTemplate.findMany({ where, orderBy: { languageKey: 'asc' } }),
    ])
    return ids.map((id) => {
      const isOwn = (row: { problemId: number }) => row.problemId === id
      return {
        statements: statements.filter(isOwn),
        samples: samples.filter(isOwn),
        tags: tags.filter(isOwn),
        templates: templates.filter(isOwn),
      }
    })
  })

/** The fields of a problem as they are now. */
export async function fieldsOf(ctx: Context, problem: Problem): Promise<ProblemFields> {
  const { statements, samples, tags, templates } = await partsOf(ctx, problem.id)
  const { displayId, difficulty, visibility, openCases, codeShare, languageKeys, outputOnly } = problem
  return {
    displayId,
    difficulty,
    visibility,
    openCases,
    codeShare,
    languageKeys,
    outputOnly,
    ...rulesOfProblem(problem),
    userFiles: filesOf(problem.userFiles),
    statements: statements.flatMap(({ problemId: _, locale, ...words }) => {
      const known = asLocale(locale)
      return known ? [{ ...words, locale: known }] : []
    }),
    samples: samples.map(({ input, output }) => ({ input, output })),
    tagIds: tags.map(({ tagId }) => tagId),
    templates: Object.fromEntries(templates.map(({ languageKey, code }) => [languageKey, code])),
  }
}

/**
 * Fields by their addresses, which are what one save changes and another one does not: each part of a statement has
 * its own, `statements.en-US.title`.
 */
export type Addressed = Readonly<Record<string, unknown>>

export function addressed({ statements, ...rest }: ProblemFields, authorId: string | null): Addressed {
  const words = statements.flatMap(({ locale, ...parts }) =>
    Object.entries(parts).map(([part, text]) => [`statements.${locale}.${part}`, text || undefined] as const),
  )
  const tagIds = rest.tagIds.toSorted((a, b) => a - b)
  return JSON.parse(JSON.stringify({ ...rest, tagIds, authorId, ...Object.fromEntries(words) })) as Addressed
}

/** The addresses under which two states of a problem differ. */
export const changedAddresses = (was: Addressed, now: Addressed): string[] =>
  [...new Set([...Object.keys(was), ...Object.keys(now)])].filter(
    (address) => !isDeepStrictEqual(was[address] ?? null, now[address] ?? null),
  )

/** The version after a save, and which fields it changed; nothing where the save changes nothing. */
export function nextVersion(
  before: Pick<Problem, 'version' | 'fieldVersions'>,
  was: Addressed | null,
  now: Addressed,
) {
  const changed = changedAddresses(was ?? {}, now)
  if (changed.length === 0) return {}
  const version = before.version + 1
  const fieldVersions = { ...(before.fieldVersions as Record<string, number>) }
  for (const address of changed) fieldVersions[address] = version
  return { version, fieldVersions }
}
