import type { Locale } from '#locales/i18n.ts'
import { createTranslator, type Translator } from '#locales/translator.ts'
import type { Outcome } from '../solution/expected.ts'
import type { FormatKey } from './format.ts'
import type { Note, PackageReport, ProblemReport } from './report.ts'
import type { Verification } from './verifying.ts'

/** A report in the viewer's language, line by line. */
export function sayReport({ format, problems }: PackageReport, locale: Locale): string[] {
  const t = createTranslator(locale)
  return [
    t('package:line.format', { format: t(`package:format.${format satisfies FormatKey}`) }),
    ...problems.flatMap((problem) => [sayProblem(problem, t), ...sayNotes(problem.notes, locale)]),
  ]
}

function sayProblem({ at, title, displayId, refusal }: ProblemReport, t: Translator): string {
  const place = at || t('package:line.package')
  if (!refusal) {
    return t('package:line.imported', { at: place, displayId: displayId ?? '', title: title ?? '' })
  }
  const { field } = refusal.parameters
  const reason = t(`refusal:${refusal.code}`, refusal.parameters)
  return t('package:line.refused', {
    at: place,
    reason: field === undefined ? reason : `${reason} (${field})`,
  })
}

/** Refused problems with reasons, one per line, for clients that show messages as HTML. */
export const refusedInHtml = (problems: readonly ProblemReport[], locale: Locale): string => {
  const t = createTranslator(locale)
  return problems.map((problem) => escaped(sayProblem(problem, t))).join('<br>')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

/** Notes by kind (understood, converted, left out), one per line with the file it is about. */
export function sayNotes(notes: readonly Note[], locale: Locale): string[] {
  const t = createTranslator(locale)
  return notes.map(({ kind, key, file, parameters }) => {
    const words = t(`package:note.${key}`, parameters as never) as unknown as string
    const said = { kind: t(`package:kind.${kind}`), words }
    return file ? t('package:line.noteOnFile', { ...said, file }) : t('package:line.note', said)
  })
}

/** Results of the solutions, and how many were as expected. */
export function sayVerifications(verifications: readonly Verification[], locale: Locale): string[] {
  const t = createTranslator(locale)
  if (verifications.length === 0) return [t('package:line.noSolutions')]
  const judged = verifications.filter(({ outcome }) => outcome !== null)
  const good = judged.filter(({ asExpected }) => asExpected !== false).length
  return [
    ...verifications.map((one) => saySolution(one, t)),
    t('package:line.verified', { good, count: judged.length }),
  ]
}

function saySolution(
  { name, language, expected, score, outcome, asExpected }: Verification,
  t: Translator,
): string {
  const wanted = expected.join(' / ') || t('package:line.anything')
  return t('package:line.solution', {
    name,
    language,
    got: outcome ? sayOutcome(outcome, t) : t('package:verify.notOffered'),
    expected: score === null ? wanted : t('package:line.score', { verdict: wanted, score }),
    outcome: t(
      outcome === null
        ? 'package:verify.notJudged'
        : asExpected === null
          ? 'package:verify.nothingExpected'
          : asExpected
            ? 'package:verify.asExpected'
            : 'package:verify.otherwise',
    ),
  })
}

const sayOutcome = ({ report: { verdict, score } }: Outcome, t: Translator) =>
  score === null ? verdict : t('package:line.score', { verdict, score })
