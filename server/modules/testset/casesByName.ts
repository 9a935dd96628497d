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
 * Missing files are refused; a missing answer is empty in a new upload, and none in a case that has none.
 */
export async function casesNamed(
  ctx: Context,
  from: UploadOfPlace | { testsetId: number },
  cases: readonly NamedCase[],
): Promise<TestcaseInput[]> {
  const { files, lines, bare } =
    'uploadId' in from ? await filesOfUpload(ctx, from) : await filesOfVersion(ctx, from.testsetId)
  return cases.map(({ input, output, score, subtask }, at) => {
    const question = files.get(input)
    const isBare = output === '' && bare.has(input)
    const answer = files.get(output) ?? ('uploadId' in from ? '' : null)
    if (!question || (answer === null && !isBare))
      throw new Refusal('INVALID_INPUT', { field: `testcases.${at + 1}` })
    return { input: question, answer, score, subtask, line: lines.get(pairOf(input, output)) ?? null }
  })
}

/** Files by name, lines of the script by both names of their cases, and the inputs that have no answer. */
type Files = { files: Map<string, StoredTest>; lines: Map<string, string>; bare: Set<string> }

async function filesOfUpload(ctx: Context, { uploadId, groupId = null }: UploadOfPlace): Promise<Files> {
  const upload = await findUploadFor(ctx, uploadId, { groupId })
  const rows = await ctx.db.testUploadFile.findMany({ where: { uploadId: upload.id } })
  const files = new Map(rows.map(({ name, hash, size }) => [name, { name, hash, size }]))
  return { files, lines: new Map(), bare: new Set() }
}

const pairOf = (input: string, output: string) => `${input}/${output}`

async function filesOfVersion(ctx: Context, id: number): Promise<Files> {
  const { manifest } = await ctx.db.testset.findUniqueOrThrow({ where: { id }, select: { manifest: true } })
  const { cases } = manifest as TestsetManifest
  return {
    files: new Map(
      cases
        .flatMap(({ input, answer }) => (answer ? [input, answer] : [input]))
        .map((file) => [file.name, file]),
    ),
    lines: new Map(
      cases.flatMap(({ input, answer, line }) =>
        line ? [[pairOf(input.name, answer?.name ?? ''), line] as const] : [],
      ),
    ),
    bare: new Set(cases.flatMap(({ input, answer }) => (answer ? [] : input.name))),
  }
}
