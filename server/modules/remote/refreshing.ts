import type { Problem } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import { hashOf } from '../../core/blobs.ts'
import { Refusal } from '../../core/errors.ts'
import { transact } from '../../events.ts'
import { canManageProblem } from '../../policy/problem.ts'
import type { Bank } from '../bank/bank.ts'
import { linkAnnexes } from '../package/importing.ts'
import { storeAnnexes, writeProblem } from '../problem/authoring/authoring.ts'
import { lockProblem } from '../problem/authoring/editing.ts'
import {
  addressed,
  changedAddresses,
  fieldsOf,
  type ProblemFields,
} from '../problem/authoring/problemFields.ts'
import { findProblemByNumber } from '../problem/problem.ts'
import { languageNameOf } from '../site/language.ts'
import { requireBank } from './accounts.ts'
import { type Fetched, fetchProblem, fieldsOfFetched } from './importing.ts'

/** A field that differs between a problem and its bank; texts as they are shown in forms. */
export type BankChange = { field: string; before: string; after: string }

/** Addresses of stored files become names again, as a fetched text has them. */
const withNames = (text: string): string =>
  text.replace(/\]\((?:\/api\/public\/file|\/problem-files)\/\d+\/([^)\s]+)\)/g, '](annex:$1)')

type Addressed = Readonly<Record<string, unknown>>

/** A field as lines of text; a list has a line for each of its values. */
const shown = (value: unknown): string =>
  Array.isArray(value) ? value.join('\n') : value === undefined || value === null ? '' : String(value)

/** Fields with an address for each text of a sample, `samples.1.input`, and the languages by their names. */
function inParts({ samples, languageKeys, ...fields }: Addressed, bank: Bank): Addressed {
  const texts = (samples as ProblemFields['samples']).flatMap(({ input, output }, at) => [
    [`samples.${at + 1}.input`, input],
    [`samples.${at + 1}.output`, output],
  ])
  const chosen = (languageKeys as string[]).map(languageNameOf)
  const offered = bank.languages.filter(({ isRetired }) => !isRetired)
  const languages = chosen.length > 0 ? chosen : offered.map(({ name }) => name)
  return { ...fields, ...Object.fromEntries(texts), languageKeys: languages }
}

/** A problem of a bank that the viewer may change, with what the bank shows now. */
async function readAgain(
  ctx: Context,
  number: number,
): Promise<{ problem: Problem; bank: Bank; fetched: Fetched }> {
  const problem = await findProblemByNumber(ctx, number)
  authorize(ctx, canManageProblem(readerOf(ctx), problem))
  if (problem.bankKey === null) throw new Refusal('BANK_NOT_IMPORTED')
  const bank = await requireBank(ctx, problem.bank)
  return { problem, bank, fetched: await fetchProblem(ctx, bank, problem.bankKey) }
}

/** The fields of a problem, and as they would be with what its bank shows now. */
async function bothOf(ctx: Context, problem: Problem, fetched: Fetched) {
  const fields = await fieldsOf(ctx, problem)
  const { statement, ...limits } = fieldsOfFetched(fetched)
  const statements = fields.statements.map((row) => ({
    ...row,
    description: withNames(row.description),
    input: withNames(row.input),
    output: withNames(row.output),
    hint: withNames(row.hint),
  }))
  const before: ProblemFields = { ...fields, statements }
  const others = statements.filter(({ locale }) => locale !== statement.locale)
  const after: ProblemFields = { ...before, ...limits, statements: [...others, statement] }
  return { before, after }
}

/** What has changed at the bank since a problem was imported; empty: nothing. Writes nothing. */
export async function bankChangesOf(ctx: Context, number: number): Promise<BankChange[]> {
  const { problem, bank, fetched } = await readAgain(ctx, number)
  const { before, after } = await bothOf(ctx, problem, fetched)
  const was = inParts(addressed(before, problem.authorId), bank)
  const now = inParts(addressed(after, problem.authorId), bank)
  return changedAddresses(was, now).map((field) => ({
    field,
    before: shown(was[field]),
    after: shown(now[field]),
  }))
}

/** Takes over statement, samples, limits and languages as the bank shows them now; the rest of the problem stays. */
export async function takeBankChanges(ctx: Context, number: number): Promise<Problem> {
  const { problem, fetched } = await readAgain(ctx, number)
  const known = await ctx.db.annex.findMany({ where: { problemId: problem.id } })
  const missing = fetched.annexes.filter(
    ({ name, content }) => !known.some((row) => row.name === name && row.blobHash === hashOf(content)),
  )
  const stored = await storeAnnexes(ctx, missing)
  return transact(ctx, async (ctx) => {
    // Others may have changed it while the bank answered.
    const now = await lockProblem(ctx, problem.id)
    authorize(ctx, canManageProblem(readerOf(ctx), now))
    const { after } = await bothOf(ctx, now, fetched)
    const names = missing.map(({ name }) => name)
    await ctx.db.annex.deleteMany({ where: { problemId: problem.id, name: { in: names } } })
    await ctx.db.annex.createMany({ data: stored.map((annex) => ({ ...annex, problemId: problem.id })) })
    const saved = await writeProblem(
      ctx,
      now,
      { ...after, testcases: null },
      { manifest: null, annexes: null },
    )
    await linkAnnexes(ctx, problem.id)
    return saved
  })
}
