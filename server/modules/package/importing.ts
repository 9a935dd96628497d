import { LOCALES } from '#locales/i18n.ts'
import type { Problem } from '#prisma/generated/client.ts'
import { authorize, type Context } from '../../context.ts'
import { advisoryLock } from '../../core/db.ts'
import { type Refusal, refusalOf } from '../../core/errors.ts'
import { attempt } from '../../events.ts'
import { may } from '../../policy/viewer.ts'
import { annexUrl } from '../problem/annex.ts'
import { type StoredParts, storeParts, writeProblem } from '../problem/authoring/authoring.ts'
import { OWN_BANK } from '../site/language.ts'
import { PackageFiles } from '../testset/files.ts'
import type { Unpacked } from '../testset/unpack.ts'
import type { Found, PackageProblem, ReadOptions } from './format.ts'
import { findProblems } from './formats.ts'
import { annexLink } from './latex/statement.ts'
import { keepMakers } from './makers.ts'
import { normalize } from './normalize.ts'
import { keepRefereeTests } from './refereeTests.ts'
import { Notes, type PackageReport, type ProblemReport } from './report.ts'
import { keepSolutions } from './solutions.ts'

export type ImportOptions = Partial<ReadOptions> & {
  /** Author, for viewers who manage all problems; default: the viewer. */
  authorId?: string
  /** Whether to publish the problems; requires the right to publish. */
  publish?: boolean
  /** Whether published problems have the visibility that the package states. */
  asStated?: boolean
}

/**
 * Imports all problems of a package. Each is imported completely or refused; refusals are in the report and
 * do not affect others.
 */
export async function importPackage(
  ctx: Context,
  unpacked: Unpacked,
  options: ImportOptions = {},
): Promise<PackageReport> {
  authorize(ctx, may(ctx, 'problem.manage'))
  if (options.publish) authorize(ctx, may(ctx, 'problem.publish'))
  const { format, found } = findProblems(new PackageFiles(unpacked, '', unpacked.name))
  const problems: ProblemReport[] = []
  for (const one of found) {
    problems.push(await keepOne(ctx, await prepareOne(ctx, unpacked, found, one, options), options))
  }
  return { format, problems }
}

/** Reads the problems of a package without saving; throws what cannot be read. */
export function readPackage(
  unpacked: Unpacked,
  { points = null }: Partial<ReadOptions> = {},
): { problem: PackageProblem; report: ProblemReport }[] {
  const { found } = findProblems(new PackageFiles(unpacked, '', unpacked.name))
  return found.map((one) => {
    const { at, read } = one
    const notes = new Notes()
    noteLeft(unpacked, found, one, notes)
    const problem = normalize(read(notes, { points }), notes)
    const report = { at, title: titleOf(problem), displayId: null, refusal: null, notes: notes.list }
    return { problem, report }
  })
}

/** Adds entries skipped while unpacking to the notes of their problem, or of the first. */
function noteLeft({ left = [] }: Unpacked, found: readonly Found[], one: Found, notes: Notes): void {
  for (const { file, key } of left) {
    const owner = found.find(({ at }) => at !== '' && file.startsWith(`${at}/`)) ?? found[0]
    if (owner === one) notes.leftOut(key, {}, file)
  }
}

const titleOf = ({ statements }: PackageProblem) => statements[0]?.title ?? null

/** A problem of a package that was read or refused. */
export type Prepared = {
  at: string
  notes: Notes
  problem: PackageProblem | null
  stored: StoredParts | null
  refusal: Refusal | null
}

/**
 * Reads a problem of a package and stores the bytes of its tests, by hash; they may stay when it is refused.
 */
export async function prepareOne(
  ctx: Context,
  unpacked: Unpacked,
  found: readonly Found[],
  one: Found,
  { points = null }: Partial<ReadOptions>,
): Promise<Prepared> {
  const notes = new Notes()
  noteLeft(unpacked, found, one, notes)
  const { at } = one
  try {
    const problem = normalize(one.read(notes, { points }), notes)
    const stored = await storePackageParts(ctx, problem)
    return { at, notes, problem, stored, refusal: null }
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    return { at, notes, problem: null, stored: null, refusal }
  }
}

/** Saves a problem that was read, and returns its report. */
export async function keepOne(
  ctx: Context,
  { at, notes, problem, stored, refusal }: Prepared,
  options: ImportOptions,
): Promise<ProblemReport> {
  const title = problem && titleOf(problem)
  const report = (displayId: string | null, refusal: Refusal | null): ProblemReport => ({
    at,
    title,
    displayId,
    notes: notes.list,
    refusal: refusal && { code: refusal.code, parameters: refusal.parameters },
  })
  if (!problem || !stored) return report(null, refusal)
  try {
    const { displayId } = await keepProblem(ctx, problem, stored, options, notes)
    return report(displayId, null)
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    return report(null, refusal)
  }
}

/** Saves a problem of a package with all its parts in one transaction; hidden while it has no tests. */
export async function storePackageProblem(
  ctx: Context,
  problem: PackageProblem,
  options: ImportOptions,
  notes: Notes,
): Promise<Problem> {
  authorize(ctx, may(ctx, 'problem.manage'))
  const stored = await storePackageParts(ctx, problem)
  return keepProblem(ctx, problem, stored, options, notes)
}

/** Stores the bytes of its tests and annexes; a problem without tests gets no testset. */
const storePackageParts = (ctx: Context, { testcases, annexes }: PackageProblem): Promise<StoredParts> =>
  storeParts(ctx, { testcases: testcases.length > 0 ? testcases : null, annexes })

/** Longest short name of a problem (characters). */
const MAX_KEY = 100

const keepPackageKey = (ctx: Context, id: number, key: string) =>
  ctx.db.problem.update({ where: { id }, data: { packageKey: key.slice(0, MAX_KEY).toLowerCase() } })

async function keepProblem(
  ctx: Context,
  problem: PackageProblem,
  stored: StoredParts,
  { authorId, publish, asStated }: ImportOptions,
  notes: Notes,
): Promise<Problem> {
  const {
    tags,
    solutions,
    makers,
    script,
    answersBy,
    unmade,
    refereeTests,
    visibility,
    packageKey,
    ...fields
  } = problem
  const published = (asStated && visibility) || 'PUBLIC'
  const testcases = problem.testcases.length > 0 ? problem.testcases : null
  return attempt(ctx, async (ctx) => {
    const input = {
      ...fields,
      testcases,
      // Without tests nobody can solve it.
      visibility: publish && testcases && !unmade ? published : ('HIDDEN' as const),
      tagIds: await tagsNamed(ctx, tags, notes),
      ...(authorId === undefined ? {} : { authorId }),
    }
    const saved = await writeProblem(ctx, null, input, stored)
    if (packageKey) await keepPackageKey(ctx, saved.id, packageKey)
    await linkAnnexes(ctx, saved.id)
    await keepSolutions(ctx, saved.id, solutions)
    await keepMakers(ctx, saved.id, { makers, script, answersBy })
    await keepRefereeTests(ctx, saved.id, refereeTests)
    return saved
  })
}

/** Numbers of a bank's tags by name, in any language; missing ones are created. */
export async function tagsNamed(
  ctx: Context,
  wanted: readonly string[],
  notes: Notes | null = null,
  bank: string = OWN_BANK,
): Promise<number[]> {
  if (wanted.length === 0) return []
  // Serializes imports and authors, so that the same new tag is created once.
  await advisoryLock(ctx.db, 'tags')
  const rows = await ctx.db.tag.findMany({
    where: { bank, groupId: null },
    select: { id: true, names: true },
  })
  const byName = new Map<string, number>()
  for (const { id, names } of rows) {
    for (const locale of LOCALES) {
      const name = (names as Partial<Record<string, string>>)[locale]
      if (name) byName.set(name.toLowerCase(), byName.get(name.toLowerCase()) ?? id)
    }
  }
  const made: string[] = []
  for (const name of wanted) {
    if (byName.has(name.toLowerCase())) continue
    const locale = /\p{Script=Han}/u.test(name) ? 'zh-CN' : 'en-US'
    const tag = await ctx.db.tag.create({ data: { names: { [locale]: name }, bank } })
    byName.set(name.toLowerCase(), tag.id)
    made.push(name)
  }
  notes?.understood('tags', { count: wanted.length })
  if (made.length > 0) notes?.converted('tagsNew', { names: made.join(', ') })
  return [...new Set(wanted.flatMap((name) => byName.get(name.toLowerCase()) ?? []))]
}

/** Replaces annex names in statements by their URLs, once annexes have numbers. */
export async function linkAnnexes(ctx: Context, problemId: number): Promise<void> {
  const where = { problemId }
  const annexes = await ctx.db.annex.findMany({ where, select: { id: true, name: true } })
  if (annexes.length === 0) return
  const urls = new Map(annexes.map((annex) => [annexLink(annex.name), annexUrl(annex)]))
  const link = (text: string) =>
    text.replace(/(\]\(|\]:\s?)(annex:[^)\s]+)/g, (whole, before: string, annex: string) => {
      const url = urls.get(annex)
      return url === undefined ? whole : before + url
    })
  for (const { locale, description, input, output, hint } of await ctx.db.statement.findMany({ where })) {
    const linked = {
      description: link(description),
      input: link(input),
      output: link(output),
      hint: link(hint),
    }
    const changed = linked.description + linked.input + linked.output + linked.hint
    if (changed === description + input + output + hint) continue
    await ctx.db.statement.update({ where: { problemId_locale: { problemId, locale } }, data: linked })
    ctx.house.markdown.keep(Object.values(linked))
  }
}
