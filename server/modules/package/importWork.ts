import { readFile, stat } from 'node:fs/promises'
import type { Operation, Prisma } from '#prisma/generated/client.ts'
import { authorize, type Context } from '../../context.ts'
import type { Incoming } from '../../core/blobs.ts'
import { Refusal } from '../../core/errors.ts'
import { canPublishProblems } from '../../policy/problem.ts'
import { may } from '../../policy/viewer.ts'
import { removeResult } from '../file/file.ts'
import { startOperation, type Work } from '../operation/operation.ts'
import { PACKAGE_BOUNDS, PackageFiles } from '../testset/files.ts'
import { type Unpacked, unpackZip } from '../testset/unpack.ts'
import { unpackArchives } from './dmoj/archive.ts'
import type { Found, PointsReading } from './format.ts'
import { findProblems } from './formats.ts'
import { keepOne, prepareOne } from './importing.ts'

const MIB = 2 ** 20

/** Size limits of a package unpacked in memory; larger ones need the command. */
export const BOUNDS = { ...PACKAGE_BOUNDS, totalBytes: 512 * MIB }

/** Unpacks an uploaded file: a zip, or an XML file of FPS. */
export async function unpackBrought(ctx: Context, { name, content }: Incoming): Promise<Unpacked> {
  const draft = await ctx.house.blobs.spool(content)
  try {
    if (/\.(?:xml|fps)$/i.test(name)) {
      const { fileBytes } = BOUNDS
      if ((await stat(draft.path)).size > fileBytes)
        throw new Refusal('PACKAGE_TOO_LARGE', { bound: 'fileBytes', max: fileBytes })
      return new Map([['problems.xml', new Uint8Array(await readFile(draft.path))]])
    }
    return await unpackArchives(await unpackZip(draft.path, { name, bounds: BOUNDS }), BOUNDS)
  } finally {
    await draft.remove()
  }
}

type Opened = { name: string; unpacked: Unpacked; found: Found[] }

/** The last opened package, cached for the next step, and until when (ms). */
let held: { fileId: string; opened: Promise<Opened>; timer: NodeJS.Timeout } | null = null
const HELD_MS = 60_000

function letGo(): void {
  clearTimeout(held?.timer)
  held = null
}

/** A package that the viewer uploaded. */
async function openFile(ctx: Context, fileId: string): Promise<Opened> {
  const file = await ctx.db.file.findFirst({
    where: { id: fileId, use: 'PACKAGE', ownerId: ctx.viewer?.id ?? '' },
  })
  if (!file) throw new Refusal('NOT_FOUND')
  const open = async () => {
    const content = await ctx.house.blobs.readAt(file.place)
    const unpacked = await unpackBrought(ctx, { name: file.name, content })
    return {
      name: file.name,
      unpacked,
      found: findProblems(new PackageFiles(unpacked, '', unpacked.name)).found,
    }
  }
  const opened = held?.fileId === fileId ? held.opened : open()
  letGo()
  held = { fileId, opened, timer: setTimeout(letGo, HELD_MS).unref() }
  // A failure may pass: the next call opens the package again.
  opened.catch(() => {
    if (held?.opened === opened) letGo()
  })
  return opened
}

/**
 * Starts the import of an uploaded package; its problems are owned by the viewer. A file that is no package
 * is refused at once.
 */
export async function startImport(
  ctx: Context,
  fileId: string,
  { publish, points }: { publish: boolean; points: PointsReading | null },
): Promise<Operation> {
  authorize(ctx, may(ctx, 'problem.manage'))
  if (publish) authorize(ctx, canPublishProblems(ctx))
  const { name, found } = await openFile(ctx, fileId)
  return startOperation(ctx, 'PROBLEM_IMPORT', { fileId, name, publish, points }, { total: found.length })
}

/** Imports one problem per step; a refused problem does not affect others. */
export const problemImportWork: Work<'PROBLEM_IMPORT'> = {
  step: async (ctx, { input: { fileId, publish, points }, done }) => {
    authorize(ctx, may(ctx, 'problem.manage'))
    const { unpacked, found } = await openFile(ctx, fileId)
    const one = found[done]
    if (!one) throw new Refusal('NOT_FOUND')
    const prepared = await prepareOne(ctx, unpacked, found, one, { points: points ?? null })
    return async (ctx) => {
      const { at, title, displayId, refusal, notes } = await keepOne(ctx, prepared, { publish })
      const subject = [displayId, title ?? at].filter(Boolean).join(' ') || fileId
      return [{ subject, refusal, notes: notes as Prisma.InputJsonArray }]
    }
  },
  // The package is no longer needed, and it holds tests.
  result: async (ctx, { input: { fileId } }) => {
    letGo()
    if (await ctx.db.file.findUnique({ where: { id: fileId } })) await removeResult(ctx, fileId)
    return null
  },
}
