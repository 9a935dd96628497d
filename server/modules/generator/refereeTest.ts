import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { RefereeTestTask } from '#judge/making/makingProtocol.ts'
import { usesChecker } from '#judge/needs.ts'
import type { CheckingProgram } from '#judge/protocol.ts'
import type { Problem, RefereeTest } from '#prisma/generated/client.ts'
import { RefereeRole } from '#prisma/generated/enums.ts'
import type { Context } from '../../context.ts'
import { checked } from '../../core/checked.ts'
import { Refusal } from '../../core/errors.ts'
import { decodeText } from '../../shared/decodeText.ts'
import { changeKept } from '../problem/authoring/keeping.ts'
import { managesProblem } from '../testset/versions.ts'

/** Limits: tests of validators and checker per problem, bytes of a file and of all files. */
export const MOST_TESTS = 200
export const MOST_SIDE = 1024 ** 2
export const MOST_ALL = 4 * 1024 ** 2

const HEAD = 2048

const side = z.custom<Uint8Array>((given) => given instanceof Uint8Array && given.byteLength <= MOST_SIDE)

const testFields = z.object({
  role: z.enum(RefereeRole),
  name: z.string().trim().min(1).max(100),
  accepts: z.boolean(),
  input: side,
  answer: side.nullable(),
  output: side.nullable(),
})

export type RefereeTestInput = z.input<typeof testFields>

/**
 * Saves tests of validators and checker; each replaces the one with its role and name. A missing answer or
 * output of a checker test is empty.
 */
export async function saveRefereeTests(
  ctx: Context,
  problemId: number,
  given: readonly RefereeTestInput[],
): Promise<Problem> {
  return change(ctx, problemId, async (ctx) => {
    const { tests } = checked(z.object({ tests: z.array(testFields).min(1).max(MOST_TESTS) }), {
      tests: [...given],
    })
    for (const { role, name, ...rest } of tests) {
      const data = { ...sidesOf(role, rest), accepts: rest.accepts }
      const where = { problemId_role_name: { problemId, role, name } }
      await ctx.db.refereeTest.upsert({ where, create: { ...data, problemId, role, name }, update: data })
    }
    const rows = await ctx.db.refereeTest.findMany({ where: { problemId } })
    if (rows.length > MOST_TESTS) throw new Refusal('INVALID_INPUT', { field: 'tests', max: MOST_TESTS })
    if (sizeOf(rows) > MOST_ALL)
      throw new Refusal('FILE_TOO_LARGE', { field: 'tests', max: MOST_ALL / 1024 ** 2 })
  })
}

/** Files that a test of that role has. */
export function sidesOf(
  role: RefereeRole,
  { input, answer, output }: Pick<RefereeTestInput, 'input' | 'answer' | 'output'>,
) {
  const own = (bytes: Uint8Array | null) => new Uint8Array(bytes ?? [])
  const isChecked = role === 'CHECKER'
  return { input: own(input), answer: isChecked ? own(answer) : null, output: isChecked ? own(output) : null }
}

/** Bytes of all files of tests. */
export const sizeOf = (tests: readonly Pick<RefereeTestInput, 'input' | 'answer' | 'output'>[]): number =>
  tests
    .flatMap(({ input, answer, output }) => [input, answer, output])
    .reduce((sum, bytes) => sum + (bytes?.byteLength ?? 0), 0)

/** Deletes a test of validators or checker. */
export async function removeRefereeTest(ctx: Context, id: number): Promise<Problem> {
  const row = await ctx.db.refereeTest.findUnique({ where: { id }, select: { problemId: true } })
  if (!row) throw new Refusal('NOT_FOUND')
  return change(ctx, row.problemId, async (ctx) => {
    await ctx.db.refereeTest.delete({ where: { id } })
  })
}

/** Tests of validators and checker of a problem; null for viewers who may not manage it. */
export async function refereeTestsOf(ctx: Context, problemId: number): Promise<RefereeTest[] | null> {
  if (!(await managesProblem(ctx, problemId))) return null
  return ctx.db.refereeTest.findMany({ where: { problemId }, orderBy: [{ role: 'asc' }, { name: 'asc' }] })
}

/** Beginning of a file as text; null when the test has none. */
export const headOfSide = (bytes: Uint8Array | null): { text: string; isWhole: boolean } | null =>
  bytes && { text: decodeText(bytes.subarray(0, HEAD)), isWhole: bytes.byteLength <= HEAD }

/** A test as stored with a making. */
export type PlannedRefereeTest = Pick<RefereeTest, 'role' | 'name' | 'accepts'>

/** Tests that a making runs: where an interactor decides alone, there is no checker to test. */
export async function plannedTests(
  ctx: Context,
  problemId: number,
  problem: Pick<Problem, 'interactor'>,
): Promise<RefereeTest[]> {
  const interactor = problem.interactor as CheckingProgram | null
  const role = usesChecker({ interactor }) ? {} : { role: 'VALIDATOR' as const }
  return ctx.db.refereeTest.findMany({
    where: { problemId, ...role },
    orderBy: [{ role: 'asc' }, { name: 'asc' }],
  })
}

/** Task of a host for each test; indexes continue after the tests of the problem. */
export const testTasksOf = (tests: readonly RefereeTest[], caseCount: number): RefereeTestTask[] => {
  const coded = (bytes: Uint8Array | null) => Buffer.from(bytes ?? []).toString('base64')
  return tests.map(({ role, accepts, input, answer, output }, at) => ({
    index: caseCount + at + 1,
    accepts,
    input: coded(input),
    checked: role === 'CHECKER' ? { output: coded(output), answer: coded(answer) } : null,
  }))
}

/** Tests for the audit: what each expects, and a hash of its files. */
async function wordsOf(ctx: Context, problemId: number) {
  const rows = await ctx.db.refereeTest.findMany({ where: { problemId }, orderBy: { id: 'asc' } })
  return rows.map(({ role, name, accepts, input, answer, output }) => {
    const hash = createHash('sha256')
    for (const bytes of [input, answer, output]) hash.update(bytes ?? '').update('\0')
    return `${role} ${name}: ${accepts ? 'accept' : 'refuse'} ${hash.digest('hex').slice(0, 12)}`
  })
}

/** `changeKept` with an audit entry of the removed and added tests. */
const change = (ctx: Context, problemId: number, act: (ctx: Context) => Promise<void>): Promise<Problem> =>
  changeKept(ctx, problemId, 'makers', async (ctx) => {
    const before = await wordsOf(ctx, problemId)
    await act(ctx)
    const after = await wordsOf(ctx, problemId)
    const left = before.filter((one) => !after.includes(one))
    const come = after.filter((one) => !before.includes(one))
    if (left.length + come.length === 0) return null
    return { before: { refereeTests: left }, after: { refereeTests: come } }
  })
