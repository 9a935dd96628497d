import type { TestsetManifest } from '#judge/protocol.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import type { StoredTest, TestcaseInput } from './testset.ts'
import { findUploadFor } from './upload.ts'

/** Prefix of an upload's name in place of a folder, for clients of the reference system. */
const PREFIX = 'upload:'

export const dirOfUpload = (id: string): string => PREFIX + id

/** Number of the upload in such a name; null when it names none. */
export const uploadOfDir = (dir: string): string | null =>
  dir.startsWith(PREFIX) ? dir.slice(PREFIX.length) : null

/** An upload, and the group of the problem that gets its tests; null or omitted: the site. */
type UploadOfPlace = { uploadId: string; groupId?: number | null }

/** A test by its file names, as those clients send it. */
export type NamedCase = { input: string; output: string; score: number; subtask: number }

/**
 * Cases by file names, from an upload of the viewer or, without one, from the current version of the problem.
 * Missing files are refused; a missing answer is empty in a new upload.
 */
export async function casesNamed(
  ctx: Context,
  from: UploadOfPlace | { testsetId: number },
  cases: readonly NamedCase[],
): Promise<TestcaseInput[]> {
  const lines = 'uploadId' in from ? new Map<string, string>() : await linesOfVersion(ctx, from.testsetId)
  const files =
    'uploadId' in from ? await filesOfUpload(ctx, from) : await filesOfVersion(ctx, from.testsetId)
  return cases.map(({ input, output, score, subtask }, at) => {
    const question = files.get(input)
    const answer = files.get(output)
    const misses = !question || (!answer && !('uploadId' in from))
    if (misses) throw new Refusal('INVALID_INPUT', { field: `testcases.${at + 1}` })
    const line = lines.get(pairOf(input, output)) ?? null
    return { input: question, answer: answer ?? '', score, subtask, line }
  })
}

async function filesOfUpload(
  ctx: Context,
  { uploadId, groupId = null }: UploadOfPlace,
): Promise<Map<string, StoredTest>> {
  const upload = await findUploadFor(ctx, uploadId, { groupId })
  const files = await ctx.db.testUploadFile.findMany({ where: { uploadId: upload.id } })
  return new Map(files.map(({ name, hash, size }) => [name, { name, hash, size }]))
}

async function filesOfVersion(ctx: Context, id: number): Promise<Map<string, StoredTest>> {
  const { manifest } = await ctx.db.testset.findUniqueOrThrow({ where: { id }, select: { manifest: true } })
  const { cases } = manifest as TestsetManifest
  return new Map(
    cases
      .flatMap(({ input, answer }) => (answer ? [input, answer] : [input]))
      .map((file) => [file.name, file]),
  )
}

const pairOf = (input: string, output: string) => `${input}/${output}`

/** Script lines of the cases of a version, by both file names. */
async function linesOfVersion(ctx: Context, id: number): Promise<Map<string, string>> {
  const { manifest } = await ctx.db.testset.findUniqueOrThrow({ where: { id }, select: { manifest: true } })
  return new Map(
    (manifest as TestsetManifest).cases.flatMap(({ input, answer, line }) =>
      line ? [[pairOf(input.name, answer?.name ?? ''), line] as const] : [],
    ),
  )
}
