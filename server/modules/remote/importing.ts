import type { Contest, ContestProblem, Problem, TrainingProblem } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import { hashOf } from '../../core/blobs.ts'
import { advisoryLock } from '../../core/db.ts'
import { Refusal } from '../../core/errors.ts'
import { isShowable, pictureTypeOf } from '../../core/pictures.ts'
import { attempt, transact } from '../../events.ts'
import { canSeeBanks } from '../../policy/judging.ts'
import { type Bank, BankFault, type BankProblem } from '../bank/bank.ts'
import { languageKeyAt } from '../bank/languages.ts'
import type { BankSession } from '../bank/session.ts'
import { addContestProblem } from '../contest/contestProblems.ts'
import { linkAnnexes, tagsNamed } from '../package/importing.ts'
import { Annexes, annexLink } from '../package/latex/statement.ts'
import type { ProblemInput } from '../problem/authoring/authoring.ts'
import { type StoredParts, storeParts, writeProblem } from '../problem/authoring/authoring.ts'
import { MAX_TITLE } from '../problem/authoring/problemFields.ts'
import { addTrainingProblem } from '../training/problems.ts'
import { refusalOfFault, requireBank } from './accounts.ts'
import { SigningIn, sessionOf, signIn } from './work.ts'

/** Pictures that are asked for, and that may stay without an answer: each of them takes half a minute. */
const MOST_PICTURES = 40
const MOST_UNANSWERED = 3
const PICTURE_BYTES = 5 * 1024 * 1024
const PICTURE = /!\[([^\]\n]{0,300})\]\((https?:\/\/[^)\s]{1,1000})\)/g
const MOST_TEXT = 200_000
const MOST_SAMPLES = 20

/** A problem of a bank that was read, with its files. */
export type Fetched = {
  bank: Bank
  bankKey: string
  displayId: string
  given: BankProblem
  annexes: { name: string; content: Uint8Array }[]
}

/** Id of a bank's problem on this site: `CF-1234A` (area-rules B2). */
export const displayIdOf = (bank: Bank, bankKey: string): string => `${bank.key}-${bankKey}`.toUpperCase()

/** The problem that was imported from a bank under this id, also when an administrator has renamed it; null: none was. */
const findImported = (ctx: Context, bank: Bank, bankKey: string): Promise<Problem | null> =>
  ctx.db.problem.findFirst({
    where: {
      OR: [{ displayId: displayIdOf(bank, bankKey) }, { bank: bank.key, bankKey, removedAt: null }],
    },
  })

/** Refuses with BANK_PROBLEM_THERE a problem that was imported before (area-rules B3). */
async function requireNew(ctx: Context, bank: Bank, bankKey: string): Promise<void> {
  const known = await findImported(ctx, bank, bankKey)
  if (known) throw new Refusal('BANK_PROBLEM_THERE', { displayId: known.displayId, field: 'id' })
}

/** The bank, and its id of what somebody typed. Refuses with BANK_OFF and BANK_PROBLEM_ID. */
export async function requireProblemId(
  ctx: Context,
  key: string,
  text: string,
): Promise<{ bank: Bank; bankKey: string }> {
  authorize(ctx, canSeeBanks(readerOf(ctx)))
  const bank = await requireBank(ctx, key)
  const bare = text.trim().replace(new RegExp(`^${bank.key}-`, 'i'), '')
  const bankKey = bank.readId(bare)
  if (bankKey === null) throw new Refusal('BANK_PROBLEM_ID', { bank: bank.name, field: 'id' })
  return { bank, bankKey }
}

/** Reads a problem with its pictures. Refuses with the fault of the bank; writes nothing. */
export async function fetchProblem(ctx: Context, bank: Bank, bankKey: string): Promise<Fetched> {
  const account = await ctx.db.bankAccount.findFirst({
    where: { bank: bank.accountsOf, suspendedFor: null },
    orderBy: [{ session: { sort: 'asc', nulls: 'last' } }, { id: 'asc' }],
  })
  const session = sessionOf(ctx.house, bank, account)
  try {
    const given = await readAs(
      () => bank.readProblem(session, bankKey),
      ({ languageIds }) => !bank.restrictsLanguages || languageIds !== null,
      async () => {
        if (account) await signIn(ctx.house, bank, account, session)
      },
    )
    const annexes = new Annexes()
    const pictures: Pictures = { session, annexes, names: new Map(), unanswered: 0 }
    const copied = async (text: string) => copyPictures(text.slice(0, MOST_TEXT), pictures)
    const texts = {
      description: await copied(given.description),
      input: await copied(given.input),
      output: await copied(given.output),
      hint: await copied(given.hint),
    }
    if (given.pdf) {
      annexes.add('statement.pdf', given.pdf.content)
      texts.description = `[statement.pdf](${annexLink('statement.pdf')})\n\n${texts.description}`.trim()
    }
    return {
      bank,
      bankKey,
      displayId: displayIdOf(bank, bankKey),
      given: { ...given, ...texts },
      annexes: annexes.list,
    }
  } catch (error) {
    if (error instanceof BankFault) throw refusalOfFault(bank, error)
    if (error instanceof SigningIn) throw new Refusal('BANK_TOO_FAST', { bank: bank.name, words: '' })
    throw error
  } finally {
    await session.close()
  }
}

/** Reads, and once more after signing in where the bank shows members more. */
async function readAs<Answer>(
  read: () => Promise<Answer>,
  isWhole: (answer: Answer) => boolean,
  enter: () => Promise<void>,
): Promise<Answer> {
  try {
    const answer = await read()
    if (isWhole(answer)) return answer
  } catch (error) {
    if (!(error instanceof BankFault) || error.kind !== 'SIGNED_OUT') throw error
  }
  await enter()
  return read()
}

/** Pictures of a problem: their names by their addresses; null: it cannot be copied. */
type Pictures = {
  session: BankSession
  annexes: Annexes
  names: Map<string, string | null>
  unanswered: number
}

/** Copies the pictures of a text; one that cannot be copied becomes a link to its place. */
async function copyPictures(text: string, pictures: Pictures): Promise<string> {
  const { names } = pictures
  for (const [, , url = ''] of text.matchAll(PICTURE)) {
    if (names.has(url) || names.size >= MOST_PICTURES || pictures.unanswered >= MOST_UNANSWERED) continue
    names.set(url, await copyPicture(url, pictures))
  }
  return text.replace(PICTURE, (_, alt: string, url: string) => {
    const name = names.get(url) ?? null
    return name === null ? `[${alt || url}](${url})` : `![${alt}](${annexLink(name)})`
  })
}

/** Name of a copied picture; null: it cannot be copied. */
async function copyPicture(url: string, pictures: Pictures): Promise<string | null> {
  const content = await pictureAt(url, pictures)
  const type = content && pictureTypeOf(content)
  if (!content || !type || !isShowable(content)) return null
  // Named by its content, so that importing again finds the same name.
  const name = `${hashOf(content).slice(0, 12)}.${type.slice(type.indexOf('/') + 1)}`
  pictures.annexes.add(name, content)
  return name
}

async function pictureAt(url: string, pictures: Pictures): Promise<Uint8Array | null> {
  try {
    const answer = await pictures.session.get(url, { mostBytes: PICTURE_BYTES })
    return answer.status === 200 ? answer.bytes() : null
  } catch (error) {
    if (!(error instanceof BankFault)) throw error
    if (error.kind === 'UNREACHABLE') pictures.unanswered++
    return null
  }
}

const within = (value: number, least: number, most: number) =>
  Math.min(Math.max(Math.round(value) || least, least), most)

/** What a save takes of the bank's problem. */
export function fieldsOfFetched({ bank, given, displayId }: Fetched) {
  const source = given.origin ? `[${given.origin}](${given.url})` : given.url
  return {
    timeMs: within(given.timeMs, 1, 600_000),
    memoryMb: within(given.memoryMb, 1, 4096),
    languageKeys: given.languageIds?.map((id) => languageKeyAt(bank, { id })) ?? [],
    samples: given.samples.slice(0, MOST_SAMPLES),
    statement: {
      locale: given.locale,
      title: given.title.trim().slice(0, MAX_TITLE) || displayId,
      description: given.description,
      input: given.input,
      output: given.output,
      hint: given.hint,
      source: source.slice(0, 1000),
    },
  }
}

/** Stores the files of a fetched problem; the returned function writes the problem, in a transaction. */
async function prepareFetched(ctx: Context, fetched: Fetched): Promise<(ctx: Context) => Promise<Problem>> {
  const stored = await storeParts(ctx, { testcases: null, annexes: fetched.annexes })
  return (ctx) => keepFetched(ctx, fetched, stored)
}

/** Writes a fetched problem: public, ACM, of middle difficulty, end blanks significant (area-rules B2). */
function keepFetched(ctx: Context, fetched: Fetched, stored: StoredParts): Promise<Problem> {
  const { bank, bankKey, displayId, given } = fetched
  const { statement, ...limits } = fieldsOfFetched(fetched)
  return attempt(ctx, async (ctx) => {
    // Of two imports at once the second one finds the problem of the first.
    await advisoryLock(ctx.db, 'problem', displayId)
    await requireNew(ctx, bank, bankKey)
    const input: Omit<ProblemInput, 'id' | 'annexes'> = {
      ...limits,
      displayId,
      difficulty: 'MID',
      scoring: 'ACM',
      caseMode: 'ALL',
      visibility: 'PUBLIC',
      stackMb: 128,
      outputBytes: null,
      checker: { kind: 'default', ignoreTrailingBlanks: false },
      interactor: null,
      fileIo: null,
      userFiles: {},
      judgeFiles: {},
      openCases: bank.openCases,
      codeShare: false,
      statements: [statement],
      testcases: null,
      templates: {},
      tagIds: await tagsNamed(
        ctx,
        given.tags.length > 0 ? given.tags.slice(0, 50) : [bank.name],
        null,
        bank.key,
      ),
    }
    const problem = await writeProblem(ctx, null, input, stored, null, { bank: bank.key, bankKey })
    await linkAnnexes(ctx, problem.id)
    return problem
  })
}

/** Imports one problem into the problem list. Refuses one that is there with BANK_PROBLEM_THERE (area-rules B3). */
export async function importBankProblem(ctx: Context, key: string, text: string): Promise<Problem> {
  const keep = await prepareImport(ctx, key, text)
  return keep(ctx)
}

/** Reads a problem that is not here, with its files; the returned function writes it. Refuses one that is here. */
export async function prepareImport(
  ctx: Context,
  key: string,
  text: string,
): Promise<(ctx: Context) => Promise<Problem>> {
  const { bank, bankKey } = await requireProblemId(ctx, key, text)
  await requireNew(ctx, bank, bankKey)
  return prepareFetched(ctx, await fetchProblem(ctx, bank, bankKey))
}

/** Links the problem as it is there, or imports it and links it at once: refused, neither is done. */
async function linkImported<Linked>(
  ctx: Context,
  [key, text]: [bank: string, id: string],
  link: (ctx: Context, problem: Problem) => Promise<Linked>,
): Promise<Linked> {
  const { bank, bankKey } = await requireProblemId(ctx, key, text)
  const known = await findImported(ctx, bank, bankKey)
  if (known) return link(ctx, known)
  const keep = await prepareFetched(ctx, await fetchProblem(ctx, bank, bankKey))
  try {
    return await transact(ctx, async (ctx) => link(ctx, await keep(ctx)))
  } catch (error) {
    // Somebody else imported it meanwhile.
    const there = await findImported(ctx, bank, bankKey)
    if (there) return link(ctx, there)
    throw error
  }
}

/** Links a bank's problem to a training, imported first when it is not there (area-rules B3). */
export const importIntoTraining = (
  ctx: Context,
  { bank, id, trainingId }: { bank: string; id: string; trainingId: number },
): Promise<TrainingProblem> =>
  linkImported(ctx, [bank, id], (ctx, problem) =>
    addTrainingProblem(ctx, trainingId, { id: problem.id }, 'PUBLIC'),
  )

type IntoContest = { bank: string; id: string; contestId: Contest['id']; displayId: string }

/** Links a bank's problem to a contest, which takes it off the public list (area-rules B3). */
export const importIntoContest = (
  ctx: Context,
  { bank, id, contestId, displayId }: IntoContest,
): Promise<ContestProblem> =>
  linkImported(ctx, [bank, id], (ctx, problem) =>
    addContestProblem(ctx, contestId, problem.id, { displayId }, true),
  )
