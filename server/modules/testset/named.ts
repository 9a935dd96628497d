import type { TestsetManifest } from '#judge/protocol.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import type { StoredTest, TestcaseInput } from './testset.ts'
import { findUploadFor } from './upload.ts'

/** What an upload is called where clients of the reference system name a folder. */
const PREFIX = 'upload:'

export const dirOfUpload = (id: string): string => PREFIX + id

/** The number of the upload in such a name; null for what names none. */
export const uploadOfDir = (dir: string): string | null =>
  dir.startsWith(PREFIX) ? dir.slice(PREFIX.length) : null

/** An upload, and the group of the problem that gets its tests; null or left out: the site. */
type UploadOfPlace = { uploadId: string; groupId?: number | null }

/** A test as those clients name it: by its files. */
export type NamedCase = { input: string; output: string; score: number; subtask: number }

/**
 * Tests out of the names of their files, which lie in an upload of the viewer or, without one, in the current version
 * of the problem. Files that are not there are refused; an answer that is not there is empty where the upload is new.
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

/** The lines of the script that made the cases of a version, by the names of both files. */
async function linesOfVersion(ctx: Context, id: number): Promise<Map<string, string>> {
  const { manifest } = await ctx.db.testset.findUniqueOrThrow({ where: { id }, select: { manifest: true } })
  return new Map(
    (manifest as TestsetManifest).cases.flatMap(({ input, answer, line }) =>
      line ? [[pairOf(input.name, answer?.name ?? ''), line] as const] : [],
    ),
  )
}
