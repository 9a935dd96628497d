import type { TestsetManifest } from '#judge/protocol.ts'
import type { Prisma, Testset } from '#prisma/generated/client.ts'
import { type Context, readerOf } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { managedProblems, visibleTestsets } from '../../policy/problem.ts'
import { decodeText } from '../../shared/decodeText.ts'
import { compareTestsets, type TestsetComparison } from './comparing.ts'
import type { TestsetVersion } from './testset.ts'
import { RULE_COLUMNS, rulesOf } from './testsetRules.ts'

/** Columns that `versionOfRow` reads. */
export const VERSION_COLUMNS = {
  id: true,
  problemId: true,
  manifest: true,
  rules: true,
  problem: { select: RULE_COLUMNS },
} satisfies Prisma.TestsetSelect

type VersionRow = Prisma.TestsetGetPayload<{ select: typeof VERSION_COLUMNS }>

/** Cases and settings of a version. */
export const versionOfRow = (row: VersionRow): TestsetVersion => ({
  manifest: row.manifest as TestsetManifest,
  rules: rulesOf(row, row.problem),
})

/** Whether the viewer manages a problem, by number. */
export const managesProblem = async (ctx: Context, id: number): Promise<boolean> =>
  (await ctx.db.problem.count({ where: { AND: [{ id }, managedProblems(readerOf(ctx))] } })) > 0

/** Versions of a problem that the viewer may see, newest first. */
export const testsetListing = (ctx: Context, problemId: number) =>
  ({
    where: { AND: [{ problemId }, visibleTestsets(readerOf(ctx))] },
    orderBy: { id: 'desc' },
  }) satisfies Prisma.TestsetFindManyArgs

/** A version that the viewer may see. */
export async function findTestset(ctx: Context, id: number): Promise<VersionRow> {
  const row = await ctx.db.testset.findFirst({
    where: { AND: [{ id }, visibleTestsets(readerOf(ctx))] },
    select: VERSION_COLUMNS,
  })
  if (!row) throw new Refusal('NOT_FOUND')
  return row
}

/** Version number, from 1 per problem. */
export const numberOfTestset = (ctx: Context, { id, problemId }: Pick<Testset, 'id' | 'problemId'>) =>
  ctx.db.testset.count({ where: { problemId, id: { lte: id } } })

/** Changes of a version from another version of its problem, or from the previous one. */
export async function comparisonOf(
  ctx: Context,
  row: VersionRow,
  since: number | null,
): Promise<TestsetComparison> {
  const { id, problemId } = row
  const before = await ctx.db.testset.findFirst({
    where: { problemId, ...(since === null ? { id: { lt: id } } : { id: since }) },
    orderBy: { id: 'desc' },
    select: VERSION_COLUMNS,
  })
  if (since !== null && !before) throw new Refusal('NOT_FOUND')
  return compareTestsets(before && versionOfRow(before), versionOfRow(row))
}

const MOST_HEAD = 2048

/** Beginning of a test file, as text. */
export type TestHead = { text: string; isWhole: boolean }

export async function headOf(
  ctx: Context,
  { hash, size }: { hash: string; size: number },
): Promise<TestHead> {
  const bytes = await ctx.house.blobs.readHead(hash, MOST_HEAD)
  const isWhole = bytes.length >= size
  return { text: decodeText(isWhole ? bytes : wholeCharacters(bytes)), isWhole }
}

/** Drops a UTF-8 character that is cut off at the end. */
function wholeCharacters(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) break
    if (byte >= 0xc0) return bytes.subarray(0, bytes.length - back)
  }
  return bytes
}
