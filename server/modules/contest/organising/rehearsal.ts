import { OUTPUT } from '#judge/outputs.ts'
import { LOCALES } from '#locales/i18n.ts'
import type { Contest } from '#prisma/generated/client.ts'
import { type Context, readerOf } from '../../../context.ts'
import { canManageProblem, OWNED_PROBLEM } from '../../../policy/problem.ts'
import { languageBankOf } from '../../bank/languages.ts'
import { hostLanguages, languagesOfEach, OWN_BANK, shownLanguageName } from '../../site/language.ts'
import { usernameKeyOf } from '../../user/username.ts'
import { problemsOf } from '../contest.ts'

/** Findings about a contest before it starts; those of the first list keep users from taking part. */
export const REHEARSAL_CODES = [
  ...(['NO_PROBLEMS', 'NO_TESTS', 'PROBLEM_HIDDEN', 'NO_HOST', 'NO_LANGUAGE', 'NO_ACCOUNT'] as const),
  ...(['NO_SOLUTION', 'STATEMENT_MISSING', 'TIME_LIMIT_APART', 'MEMORY_LIMIT_APART'] as const),
  ...(['HOST_LACKS_LANGUAGE', 'PROBLEM_PUBLIC', 'THAWS_BY_ITSELF', 'NOT_VISIBLE', 'STAR_UNKNOWN'] as const),
] as const
export type RehearsalCode = (typeof REHEARSAL_CODES)[number]

const BLOCKING: ReadonlySet<RehearsalCode> = new Set([
  ...(['NO_PROBLEMS', 'NO_TESTS', 'PROBLEM_HIDDEN', 'NO_HOST', 'NO_LANGUAGE', 'NO_ACCOUNT'] as const),
])

/** A finding about a contest. */
export type Finding = {
  code: RehearsalCode
  /** Label of the problem. */
  problem: string | null
  /** Language, host, limit or user it is about; null: none. */
  about: string | null
  /** Hidden problem that the viewer can make visible in contests; null: no fix here. */
  showable: number | null
}

export const isBlocking = ({ code }: Finding): boolean => BLOCKING.has(code)

/** A limit is suspicious when it differs from the median by this factor. */
const APART = 5

const middleOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

/** Values far from the median; none when there are fewer than three. */
const isApart = (value: number, values: readonly number[]): boolean => {
  const middle = middleOf(values)
  return values.length >= 3 && (value >= middle * APART || value * APART <= middle)
}

const PROBLEM = {
  id: true,
  ...OWNED_PROBLEM,
  timeMs: true,
  memoryMb: true,
  outputOnly: true,
  bank: true,
  languageKeys: true,
  testsetId: true,
  statements: { select: { locale: true, title: true } },
  solutions: {
    select: { expected: true, judgement: { select: { verdict: true, testsetId: true } } },
  },
} as const

type Worded = { statements: readonly { locale: string; title: string }[] }

/** Whether a problem has a statement in a language. */
const isIn = ({ statements }: Worded, locale: string): boolean =>
  statements.some((one) => one.locale === locale && one.title.trim() !== '')

/** Banks that have an account in service; the others can judge nothing (area-rules B1). */
async function servingBanks(ctx: Context): Promise<ReadonlySet<string>> {
  const accounts = await ctx.db.bankAccount.findMany({
    where: { suspendedFor: null },
    select: { bank: true },
  })
  return new Set(accounts.map(({ bank }) => bank))
}

/** Names of star users that no account has. */
async function unknownStars(ctx: Context, { stars }: Contest): Promise<string[]> {
  const known = await ctx.db.user.findMany({
    where: { usernameKey: { in: stars.map(usernameKeyOf) }, endedAt: null },
    select: { usernameKey: true },
  })
  const keys = new Set(known.map(({ usernameKey }) => usernameKey))
  return stars.filter((name) => !keys.has(usernameKeyOf(name)))
}

/** Findings for an organiser before a contest starts. */
export async function rehearse(ctx: Context, contest: Contest): Promise<Finding[]> {
  const links = await problemsOf(ctx, contest)
  const rows = await ctx.db.problem.findMany({
    where: { id: { in: links.map(({ problemId }) => problemId) } },
    select: PROBLEM,
  })
  const byId = new Map(rows.map((row) => [row.id, row]))
  const problems = links.flatMap(({ problemId, displayId }) => {
    const row = byId.get(problemId)
    return row ? [{ ...row, label: displayId }] : []
  })
  const findings: Finding[] = []
  const say = (code: RehearsalCode, problem: string | null = null, about: string | null = null) =>
    findings.push({ code, problem, about, showable: null })

  if (problems.length === 0) say('NO_PROBLEMS')
  const [hosts, offered, serving] = await Promise.all([
    hostLanguages(ctx),
    languagesOfEach(ctx, problems),
    servingBanks(ctx),
  ])
  if (hosts.length === 0) say('NO_HOST')
  const run = problems.filter(({ outputOnly }) => !outputOnly)
  const times = run.map(({ timeMs }) => timeMs)
  const memories = run.map(({ memoryMb }) => memoryMb)
  for (const [at, problem] of problems.entries()) {
    const { label, visibility, testsetId, solutions, timeMs, memoryMb, outputOnly } = problem
    const elsewhere = languageBankOf(problem.bank)
    if (elsewhere !== null && !serving.has(elsewhere)) say('NO_ACCOUNT', label, problem.bank)
    if (testsetId === null && elsewhere === null) say('NO_TESTS', label)
    if (visibility === 'HIDDEN') {
      const showable = canManageProblem(readerOf(ctx), problem) ? problem.id : null
      findings.push({ code: 'PROBLEM_HIDDEN', problem: label, about: null, showable })
    }
    if (visibility === 'PUBLIC') say('PROBLEM_PUBLIC', label)
    if (!outputOnly && (offered[at] ?? []).length === 0) say('NO_LANGUAGE', label)
    const proves = solutions.some(
      ({ expected, judgement }) =>
        judgement?.verdict === 'ACCEPTED' &&
        judgement.testsetId === testsetId &&
        (expected.length === 0 || expected.includes('ACCEPTED')),
    )
    if (testsetId !== null && !proves) say('NO_SOLUTION', label)
    // One language is enough, unless all other problems have both.
    for (const locale of LOCALES)
      if (
        !isIn(problem, locale) &&
        problems.every((one) => one === problem || isIn(one, locale)) &&
        problems.length > 1
      )
        say('STATEMENT_MISSING', label, locale)
    if (outputOnly) continue
    if (isApart(timeMs, times)) say('TIME_LIMIT_APART', label, String(timeMs))
    if (isApart(memoryMb, memories)) say('MEMORY_LIMIT_APART', label, String(memoryMb))
  }
  const wanted = new Set(offered.flat().flatMap(({ key, bank }) => (bank === OWN_BANK ? [key] : [])))
  if (problems.some(({ outputOnly }) => outputOnly)) wanted.add(OUTPUT)
  for (const { name, languages } of hosts) {
    const has = new Set((languages ?? []).map(({ key }) => key))
    const lacks = [...wanted].filter((key) => !has.has(key))
    if (lacks.length === 0) continue
    const names = await Promise.all(lacks.map((key) => shownLanguageName(ctx, key)))
    say('HOST_LACKS_LANGUAGE', null, `${name}: ${names.join(', ')}`)
  }
  if (contest.freezesAt && contest.thawsByItself) say('THAWS_BY_ITSELF')
  if (!contest.visible) say('NOT_VISIBLE')
  for (const name of await unknownStars(ctx, contest)) say('STAR_UNKNOWN', null, name)
  return findings
}
