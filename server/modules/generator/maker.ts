import { z } from 'zod'
import { findCheckingLanguage, findLanguage } from '#judge/languages.ts'
import type { TestsetManifest } from '#judge/protocol.ts'
import type { Maker, Problem } from '#prisma/generated/client.ts'
import { MakerRole } from '#prisma/generated/enums.ts'
import { type Context, readerOf } from '../../context.ts'
import { checked } from '../../core/checked.ts'
import { expectVersion, Refusal } from '../../core/errors.ts'
import { canManageProblem } from '../../policy/problem.ts'
import { difference } from '../audit/audit.ts'
import { type Change, changeKept, wordsOfChanges } from '../problem/authoring/keeping.ts'
import { judgingFiles, programSource } from '../problem/authoring/problemFields.ts'
import { findProblemByNumber } from '../problem/problem.ts'
import { filesOf, rulesOfProblem } from '../testset/testsetRules.ts'
import { MAX_SCRIPT, type PlannedCase, planCases, type ScriptFault } from './script.ts'

/** Most generators and validators of a problem. */
export const MOST_MAKERS = 50

/** Most files of one of them. */
export const MOST_FILES = 50

const isText = (text: string) => !text.includes('\u0000')

const makerFields = z.object({
  role: z.enum(MakerRole),
  /** One word, because script lines begin with it. */
  name: z
    .string()
    .trim()
    .regex(/^[\p{L}\p{N}_][\p{L}\p{N}_.+-]{0,63}$/u),
  language: z.string().refine((key) => (findLanguage(key) ?? findCheckingLanguage(key)) !== null),
  source: programSource.refine(isText),
  /** Its files, by name. */
  files: judgingFiles
    .refine((files) => Object.keys(files).length <= MOST_FILES && Object.values(files).every(isText))
    .default({}),
  convention: z.enum(['testlib', 'kattis']).default('testlib'),
})

export type MakerInput = z.input<typeof makerFields>

/** Saves generators and validators of a problem; each replaces the one with its role and name. */
export async function saveMakers(
  ctx: Context,
  problemId: number,
  given: readonly MakerInput[],
): Promise<Problem> {
  return change(ctx, problemId, async (ctx) => {
    const { makers } = checked(z.object({ makers: z.array(makerFields).min(1).max(MOST_MAKERS) }), {
      makers: [...given],
    })
    const before = await ctx.db.maker.findMany({ where: { problemId } })
    const changes: Change<Said>[] = []
    for (const one of new Map(makers.map((one) => [`${one.role} ${one.name}`, one])).values()) {
      const row = before.find(({ role, name }) => role === one.role && name === one.name)
      await (row
        ? ctx.db.maker.update({ where: { id: row.id }, data: { ...one, version: { increment: 1 } } })
        : ctx.db.maker.create({ data: { ...one, problemId } }))
      changes.push([row ?? null, one])
    }
    if ((await ctx.db.maker.count({ where: { problemId } })) > MOST_MAKERS)
      throw new Refusal('INVALID_INPUT', { field: 'makers', max: MOST_MAKERS })
    return changes
  })
}

/** Changes a generator or validator. Throws CONFLICT when it is not at `version`, if that is given. */
export async function changeMaker(
  ctx: Context,
  id: number,
  patch: Partial<MakerInput>,
  version?: number | null,
): Promise<Problem> {
  const { problemId } = await findMaker(ctx, id)
  return change(ctx, problemId, async (ctx) => {
    const before = await findMaker(ctx, id)
    expectVersion(before.version, version)
    const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
    const after = checked(makerFields, { ...before, ...given } as MakerInput)
    const { role, name } = after
    const others = await ctx.db.maker.count({ where: { problemId, role, name, id: { not: id } } })
    if (others > 0) throw new Refusal('MAKER_TAKEN', { name, field: 'name' })
    await ctx.db.maker.update({ where: { id }, data: { ...after, version: { increment: 1 } } })
    return [[before, after]]
  })
}

/** Deletes a generator or validator. */
export async function removeMaker(ctx: Context, id: number): Promise<Problem> {
  const { problemId } = await findMaker(ctx, id)
  return change(ctx, problemId, async (ctx) => {
    const before = await findMaker(ctx, id)
    await ctx.db.maker.delete({ where: { id } })
    return [[before, null]]
  })
}

const scriptFields = z.object({
  text: z.string().max(MAX_SCRIPT).refine(isText),
  solution: z.number().int().nullish(),
})

/**
 * Saves the test script, and the solution that answers it; null: the first one expected to be accepted; left out: as
 * before. Throws CONFLICT when the script is not at `version`, if that is given; 0: there is none.
 */
export async function saveScript(
  ctx: Context,
  problemId: number,
  input: z.input<typeof scriptFields>,
  version?: number | null,
): Promise<Problem> {
  return changeKept(ctx, problemId, 'makers', async (ctx) => {
    const { text, solution } = checked(scriptFields, input)
    const before = await ctx.db.testScript.findUnique({ where: { problemId } })
    expectVersion(before?.version ?? 0, version)
    const solutionId = solution === undefined ? (before?.solutionId ?? null) : solution
    if (typeof solution === 'number') {
      const where = { id: solution, problemId, expected: { has: 'ACCEPTED' as const } }
      if ((await ctx.db.solution.count({ where })) === 0)
        throw new Refusal('INVALID_INPUT', { fields: { solution: { code: 'NOT_OFFERED' } } })
    }
    const after = { text, solutionId }
    const update = { ...after, version: { increment: 1 } }
    await ctx.db.testScript.upsert({ where: { problemId }, create: { problemId, ...after }, update })
    const words = difference(
      { script: before?.text ?? '', answersBy: before?.solutionId ?? null },
      { script: text, answersBy: solutionId },
    )
    return Object.keys(words.after ?? {}).length > 0 ? words : null
  })
}

/** Generators and validators of a problem; null for viewers who may not manage it. */
export async function makersOf(ctx: Context, problemId: number): Promise<Maker[] | null> {
  if (!(await manages(ctx, problemId))) return null
  return ctx.db.maker.findMany({ where: { problemId }, orderBy: [{ role: 'asc' }, { id: 'asc' }] })
}

/** A test script and what it makes. */
export type Script = {
  text: string
  solutionId: number | null
  /** 0: it was never saved. */
  version: number
  /** Number of cases that the problem has now. */
  caseCount: number
  cases: PlannedCase[]
  faults: ScriptFault[]
}

/**
 * Test script of a problem, and the cases it makes of the present ones; null for viewers who may not manage
 * it.
 */
export async function scriptOf(ctx: Context, problemId: number): Promise<Script | null> {
  if (!(await manages(ctx, problemId))) return null
  const { testset, testScript, makers, ...problem } = await ctx.db.problem.findUniqueOrThrow({
    where: { id: problemId },
    include: {
      testset: { select: { manifest: true } },
      testScript: true,
      makers: { where: { role: 'GENERATOR' }, select: { name: true }, orderBy: { id: 'asc' } },
    },
  })
  const { text, solutionId, version } = testScript ?? { text: '', solutionId: null, version: 0 }
  const base = (testset?.manifest as TestsetManifest | undefined)?.cases ?? []
  const plan = planCases(text, { generators: makers, base, rules: rulesOfProblem(problem) })
  return { text, solutionId, version, caseCount: base.length, ...plan }
}

async function manages(ctx: Context, problemId: number): Promise<boolean> {
  return canManageProblem(readerOf(ctx), await findProblemByNumber(ctx, problemId))
}

async function findMaker(ctx: Context, id: number): Promise<Maker> {
  const row = await ctx.db.maker.findUnique({ where: { id } })
  if (!row) throw new Refusal('NOT_FOUND')
  return row
}

type Said = Pick<Maker, 'role' | 'name' | 'language' | 'source' | 'files' | 'convention'>
const nameOf = ({ role, name }: Said) => `${role === 'VALIDATOR' ? 'validators' : 'generators'}.${name}`

/** `changeKept` with an audit entry of the changes. */
const change = (
  ctx: Context,
  problemId: number,
  act: (ctx: Context) => Promise<readonly Change<Said>[]>,
): Promise<Problem> =>
  changeKept(ctx, problemId, 'makers', async (ctx) => wordsOfChanges(await act(ctx), nameOf, wordsOf))

/** A program for the audit, with its source code. */
const wordsOf = ({ name, language, convention, source, files }: Said) => ({
  name,
  language,
  convention,
  source,
  ...(Object.keys(filesOf(files)).length > 0 ? { files } : {}),
})
