import type { TestUploadFile } from '#prisma/generated/client.ts'
import { authorize, type Context } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { may } from '../../policy/viewer.ts'
import { PackageFiles } from '../testset/files.ts'
import type { Unpacked } from '../testset/unpack.ts'
import { findUploadFor } from '../testset/upload.ts'
import { unpackArchives } from './dmoj/archive.ts'
import type { FormatKey, ReadOptions } from './format.ts'
import { findProblems } from './formats.ts'
import { importPackage } from './importing.ts'
import { BOUNDS } from './importWork.ts'
import type { PackageReport } from './report.ts'

/** Files that distinguish a package from a plain folder. */
const SIGNS = /(?:^|\/)(?:problem\.(?:yaml|xml|conf)|(?:config|data|init|task)\.ya?ml|domjudge-problem\.ini)$/
/** Largest size (bytes) of such a file. */
const MOST_SIGN_BYTES = 1024 * 1024

/** Most problems in a folder; larger packages need the import page. */
const MOST_PROBLEMS = 20

/** Format of an uploaded package, and the number of its problems; null when it is none. */
export async function packageOfFiles(
  ctx: Context,
  files: readonly TestUploadFile[],
): Promise<{ format: FormatKey; count: number } | null> {
  if (!files.some(({ name }) => SIGNS.test(name))) return null
  // Formats are recognised by file names; only settings files are read.
  const read: Unpacked = new Map()
  for (const { name, hash, size } of files) {
    const isSign = SIGNS.test(name) && size > 0 && size <= MOST_SIGN_BYTES
    read.set(name, isSign ? await ctx.house.blobs.readBytes(hash) : new Uint8Array())
  }
  try {
    const { format, found } = findProblems(new PackageFiles(read))
    return { format, count: found.length }
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Imports the package of a viewer's upload. The upload is kept while one of its problems is refused. */
export async function importFolder(
  ctx: Context,
  uploadId: string,
  options: ReadOptions,
): Promise<PackageReport> {
  authorize(ctx, may(ctx, 'problem.manage'))
  const { id } = await findUploadFor(ctx, uploadId, { groupId: null })
  const files = await ctx.db.testUploadFile.findMany({ where: { uploadId: id }, orderBy: { name: 'asc' } })
  const { totalBytes, fileBytes } = BOUNDS
  const refuse = (bound: string, max: number) => new Refusal('PACKAGE_TOO_LARGE', { bound, max })
  if (files.some(({ size }) => size > fileBytes)) throw refuse('fileBytes', fileBytes)
  if (files.reduce((sum, { size }) => sum + size, 0) > totalBytes) throw refuse('totalBytes', totalBytes)
  const unpacked: Unpacked = new Map()
  for (const { name, hash } of files) unpacked.set(name, await ctx.house.blobs.readBytes(hash))
  await unpackArchives(unpacked, BOUNDS)
  const { found } = findProblems(new PackageFiles(unpacked, '', unpacked.name))
  if (found.length > MOST_PROBLEMS) throw refuse('problems', MOST_PROBLEMS)
  const report = await importPackage(ctx, unpacked, options)
  if (report.problems.every(({ refusal }) => refusal === null))
    await ctx.db.testUpload.deleteMany({ where: { id } })
  return report
}
