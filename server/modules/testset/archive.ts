import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { TestsetManifest } from '#judge/protocol.ts'
import type { Problem, Testset } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import { hashOf } from '../../core/blobs.ts'
import { Refusal } from '../../core/errors.ts'
import { canManageProblem, type OwnedProblem } from '../../policy/problem.ts'

/** Fixed time of all entries, so that equal versions give equal bytes. */
const LONG_AGO = new Date(Date.UTC(2000, 0, 1))

/** Current tests of a problem, for viewers who may see them. */
export async function findTests(
  ctx: Context,
  problem: OwnedProblem & Pick<Problem, 'id' | 'testsetId'>,
): Promise<Testset> {
  authorize(ctx, canManageProblem(readerOf(ctx), problem))
  const { testsetId } = problem
  const testset = testsetId === null ? null : await ctx.db.testset.findUnique({ where: { id: testsetId } })
  if (!testset) throw new Refusal('NO_TESTS')
  return testset
}

/**
 * A version of the tests as a zip, packed while it is downloaded; uploading it again gives the same version.
 */
export function archiveOf(
  ctx: Context,
  testset: Pick<Testset, 'manifest'>,
): { hash: string; open(): Promise<Readable> } {
  const { cases } = testset.manifest as TestsetManifest
  return zipOf(
    ctx,
    cases.flatMap(({ input, answer }) => (answer ? [input, answer] : [input])),
  )
}

/** Blobs under their names as a zip, packed while it is downloaded. */
export function zipOf(
  ctx: Context,
  files: readonly { name: string; hash: string; size: number }[],
): { hash: string; open(): Promise<Readable> } {
  return {
    hash: hashOf(files.map(({ name, hash }) => `${hash} ${name}`).join('\n')),
    open: async () => {
      const zip = new ZipFile()
      const packed = new PassThrough()
      zip.on('error', (error) => packed.destroy(error as Error))
      zip.outputStream.on('error', (error) => packed.destroy(error))
      for (const { name, hash, size } of files) {
        // Lazily: each file is opened when it is packed.
        zip.addReadStreamLazy(name, { mtime: LONG_AGO, mode: 0o100644, size }, (give) => {
          ctx.house.blobs.read(hash).then(
            (stream) => give(null, stream),
            (error) => give(error, undefined as never),
          )
        })
      }
      zip.end()
      return zip.outputStream.pipe(packed)
    },
  }
}
