import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Context } from '../../context.ts'
import { hashOf } from '../../core/blobs.ts'
import { CONTESTS, officials } from '../../policy/officials.ts'
import { problemsOf } from '../contest/contest.ts'
import { findManagedContest } from '../contest/organising/organising.ts'
import { extensionOf } from '../site/language.ts'

export const SPLITS = ['USER', 'PROBLEM'] as const
export type Split = (typeof SPLITS)[number]

/** A name that leads nowhere else in an archive. */
const plain = (name: string): string => name.replace(/[/\\:*?"<>|\0]/g, '_').replace(/^\.+$/, '_')

/** yyyyMMddHHmmss in UTC. */
const stamp = (at: Date): string => at.toISOString().replace(/\D/g, '').slice(0, 14)

/** A file of the archive; `hash`: of a file of output. */
type CodeFile = { id: number; createdAt: Date; path: string; hash: string | null }

/**
 * The accepted code of a contest of the viewer's as a zip with a folder for each person or problem. In OI, where scores
 * count, it is the last submission of each person and problem, with its score in the name.
 */
export async function acceptedCode(
  ctx: Context,
  contestId: number,
  { by, withoutStaff }: { by: Split; withoutStaff: boolean },
): Promise<{ hash: string; open(): Promise<Readable> }> {
  const contest = await findManagedContest(ctx, contestId)
  const { type, startsAt, endsAt } = contest
  const isOi = type === 'OI'
  const labels = new Map((await problemsOf(ctx, contest)).map((link) => [link.problemId, link.displayId]))
  const rows = await ctx.db.submission.findMany({
    where: {
      contestId,
      state: 'DONE',
      createdAt: { gte: startsAt, lt: endsAt },
      ...(isOi ? { score: { not: null } } : { verdict: 'ACCEPTED' }),
      problemId: { in: [...labels.keys()] },
      ...(withoutStaff ? { byOfficial: false, NOT: { user: officials(CONTESTS, contest) } } : {}),
    },
    select: {
      id: true,
      problemId: true,
      userId: true,
      createdAt: true,
      score: true,
      language: true,
      user: { select: { username: true } },
      outputSet: { select: { files: { select: { name: true, hash: true }, orderBy: { name: 'asc' } } } },
    },
    orderBy: { id: 'asc' },
  })
  const kept = isOi ? [...new Map(rows.map((row) => [`${row.userId} ${row.problemId}`, row])).values()] : rows
  const taken = new Set<string>()
  const files = kept.flatMap(({ id, problemId, user, createdAt, score, language, outputSet }): CodeFile[] => {
    const [folder, name] = [plain(user.username), plain(labels.get(problemId) ?? '_')]
    const path = by === 'USER' ? `${folder}/${name}` : `${name}/${folder}`
    const wanted = `${path}${isOi ? `_${score ?? 0}` : ''}_(${stamp(createdAt)})`
    // Files of output have a folder in the place of the file.
    const ending = outputSet ? '' : `.${extensionOf(language)}`
    const full = taken.has(wanted + ending) ? `${wanted}_${id}${ending}` : wanted + ending
    taken.add(wanted + ending)
    if (!outputSet) return [{ id, createdAt, path: full, hash: null }]
    return outputSet.files.map(({ name, hash }) => ({ id, createdAt, path: `${full}/${name}`, hash }))
  })
  return {
    hash: hashOf(files.map(({ id, path }) => `${id} ${path}`).join('\n')),
    open: async () => {
      const zip = new ZipFile()
      const packed = new PassThrough()
      zip.on('error', (error) => packed.destroy(error as Error))
      zip.outputStream.on('error', (error) => packed.destroy(error))
      // One after another: each code is read when its turn comes.
      for (const file of files)
        zip.addReadStreamLazy(file.path, { mtime: file.createdAt, mode: 0o100644 }, (give) => {
          contentOf(ctx, file).then(
            (content) => give(null, content),
            (error) => give(error, undefined as never),
          )
        })
      zip.end()
      return zip.outputStream.pipe(packed)
    },
  }
}

/** The code of a submission, or (with a hash) one of its files of output. */
async function contentOf(ctx: Context, { id, hash }: Pick<CodeFile, 'id' | 'hash'>): Promise<Readable> {
  if (hash !== null) return ctx.house.blobs.read(hash)
  const code = await ctx.db.submissionCode.findUnique({ where: { submissionId: id } })
  return Readable.from([Buffer.from(code?.source ?? '')])
}
