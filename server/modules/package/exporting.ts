import { comparisonOf } from '#judge/needs.ts'
import type { CheckingProgram, TestsetManifest } from '#judge/protocol.ts'
import { asLocale, type Locale } from '#locales/i18n.ts'
import type { Problem } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { canManageProblem } from '../../policy/problem.ts'
import { findProblem } from '../problem/problem.ts'
import { nameOf } from '../tag/tag.ts'
import { checkerOf, fileIoOf, filesOf, rulesOfProblem } from '../testset/testsetRules.ts'
import type { PackageProblem, Written, WrittenFormat } from './format.ts'
import { WRITERS } from './formats.ts'
import { annexLink } from './latex/statement.ts'
import { makersOfProblem } from './makers.ts'
import { refereeTestsOfProblem } from './refereeTests.ts'
import { type Note, Notes } from './report.ts'
import { solutionsOf } from './solutions.ts'
import { packZip } from './zip.ts'

export type Exported = { name: string; zip: Uint8Array; notes: Note[] }

/** Language of tag names in a format. */
const TAG_LOCALE: Record<WrittenFormat, Locale> = { icpc: 'en-US', hoj: 'zh-CN' }

/** A problem as a package of a format; for viewers who may see its tests. */
export async function exportPackage(
  ctx: Context,
  displayId: string,
  format: WrittenFormat,
): Promise<Exported> {
  const { stem, files, notes } = await writtenProblem(ctx, displayId, format)
  const name = format === 'hoj' ? `problem_export_${stem}.zip` : `${stem}.zip`
  return { name, zip: await packZip(files), notes }
}

/** Files of a package in a format; `stem` is the display id as a file name. */
export async function writtenProblem(
  ctx: Context,
  displayId: string,
  format: WrittenFormat,
): Promise<{ stem: string; title: string; files: Written; notes: Note[] }> {
  const problem = await packagedProblem({ ...ctx, locale: TAG_LOCALE[format] }, displayId)
  const notes = new Notes()
  const files = WRITERS[format](problem, notes)
  const stem = problem.displayId.replace(/[^\p{L}\p{N}_.-]/gu, '_')
  return { stem, title: problem.statements[0]?.title ?? '', files, notes: notes.list }
}

/** A problem with all its parts, as packages carry it. */
export async function packagedProblem(
  ctx: Context,
  displayId: string,
): Promise<PackageProblem & { displayId: string }> {
  const problem = await findProblem(ctx, displayId)
  authorize(ctx, canManageProblem(readerOf(ctx), problem))
  const { id } = problem
  const parts = await ctx.db.problem.findUniqueOrThrow({
    where: { id },
    select: {
      statements: { orderBy: { locale: 'asc' } },
      samples: { orderBy: { index: 'asc' } },
      templates: { orderBy: { languageKey: 'asc' } },
      annexes: { orderBy: { id: 'asc' } },
      tags: { include: { tag: true }, orderBy: { tagId: 'asc' } },
      testset: { select: { manifest: true } },
    },
  })
  if (!parts.testset) throw new Refusal('NO_TESTS')
  const testcases = await casesOf(ctx, parts.testset.manifest as TestsetManifest)
  const makers = await makersOfProblem(ctx, id)
  return {
    ...plainFieldsOf(problem),
    statements: parts.statements.flatMap(({ problemId: _, locale, ...texts }) => {
      const known = asLocale(locale)
      const words = { ...texts, ...withAnnexLinks(texts) }
      return known ? [{ ...words, locale: known }] : []
    }),
    samples: parts.samples.map(({ input, output }) => ({ input, output })),
    templates: Object.fromEntries(parts.templates.map(({ languageKey, code }) => [languageKey, code])),
    tags: parts.tags.map(({ tag }) => nameOf(tag, ctx)).filter(Boolean),
    annexes: await Promise.all(
      parts.annexes.map(async ({ name, blobHash }) => ({
        name,
        content: await ctx.house.blobs.readBytes(blobHash),
      })),
    ),
    testcases,
    solutions: await solutionsOf(ctx, id),
    ...makers,
    unmade: makers.script !== '' && needsAnswers(problem) && testcases.some(({ answer }) => answer === null),
    refereeTests: await refereeTestsOfProblem(ctx, id),
  }
}

/** Whether a built-in checker compares outputs with answers; checker programs and interactors may need none. */
const needsAnswers = (problem: Problem) => comparisonOf(rulesOfProblem(problem)) !== null

const plainFieldsOf = (problem: Problem) => ({
  displayId: problem.displayId,
  // Members of a group are nobody elsewhere.
  visibility: problem.visibility === 'GROUP' ? ('HIDDEN' as const) : problem.visibility,
  difficulty: problem.difficulty,
  scoring: problem.scoring,
  caseMode: problem.caseMode,
  timeMs: problem.timeMs,
  memoryMb: problem.memoryMb,
  stackMb: problem.stackMb,
  outputBytes: problem.outputBytes,
  checker: checkerOf(problem),
  interactor: problem.interactor as CheckingProgram | null,
  fileIo: fileIoOf(problem),
  outputOnly: problem.outputOnly,
  userFiles: filesOf(problem.userFiles),
  judgeFiles: filesOf(problem.judgeFiles),
  openCases: problem.openCases,
  codeShare: problem.codeShare,
  languageKeys: problem.languageKeys,
})

type Texts = Pick<PackageProblem['statements'][number], 'description' | 'input' | 'output' | 'hint'>

/** Replaces annex URLs of this site by file names. */
function withAnnexLinks({ description, input, output, hint }: Texts): Texts {
  const plain = (text: string) =>
    text.replace(/\]\(\/(?:api\/public\/file|problem-files)\/\d+\/([^)\s]+)/g, (whole, name: string) => {
      try {
        return `](${annexLink(decodeURIComponent(name))}`
      } catch {
        return whole
      }
    })
  return { description: plain(description), input: plain(input), output: plain(output), hint: plain(hint) }
}

/** Case name: `3-all-equal.in` is the third case, called all-equal. */
const aboutOf = (fileName: string) => /^\d+-(.+)\.in$/.exec(fileName)?.[1]

async function casesOf(ctx: Context, manifest: TestsetManifest): Promise<PackageProblem['testcases']> {
  const cases: PackageProblem['testcases'] = []
  for (const { input, answer, subtask, score, line } of manifest.cases) {
    const name = aboutOf(input.name)
    cases.push({
      input: await ctx.house.blobs.readBytes(input.hash),
      answer: answer && (await ctx.house.blobs.readBytes(answer.hash)),
      subtask,
      score,
      ...(name === undefined ? {} : { name }),
      ...(line ? { line } : {}),
    })
  }
  return cases
}
