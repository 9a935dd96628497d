import type { CaseSpec } from '#judge/protocol.ts'
import { difference } from '../audit/audit.ts'
import type { TestsetVersion } from './testset.ts'

/** How a case changed between two versions; the first value that applies. */
export const CASE_CHANGES = ['ADDED', 'REMOVED', 'CONTENT', 'SCORE', 'GROUP', 'MOVED'] as const
export type CaseChangeKind = (typeof CASE_CHANGES)[number]

export type CaseChange = { kind: CaseChangeKind; before: CaseSpec | null; after: CaseSpec | null }

/** A changed setting, as texts; values that are not text are JSON. */
export type RuleChange = { field: string; before: string | null; after: string | null }

export type TestsetComparison = { cases: CaseChange[]; rules: RuleChange[] }

const contentOf = ({ input, answer }: CaseSpec) => `${input.hash} ${answer?.hash ?? ''}`

const textOf = (value: unknown): string | null => {
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * Compares two versions. Cases with equal contents are the same; of the others, those with the same input
 * name were changed, and the rest were added or removed.
 */
export function compareTestsets(before: TestsetVersion | null, after: TestsetVersion): TestsetComparison {
  const left = new Set(before?.manifest.cases ?? [])
  const partners = new Map<CaseSpec, CaseSpec>()
  for (const keyOf of [contentOf, ({ input }: CaseSpec) => input.name]) {
    const byKey = new Map<string, CaseSpec[]>()
    for (const one of left) byKey.set(keyOf(one), [...(byKey.get(keyOf(one)) ?? []), one])
    for (const one of after.manifest.cases) {
      if (partners.has(one)) continue
      const partner = byKey.get(keyOf(one))?.shift()
      if (!partner) continue
      partners.set(one, partner)
      left.delete(partner)
    }
  }
  const cases = after.manifest.cases.flatMap((one): CaseChange[] => {
    const partner = partners.get(one) ?? null
    const kind = kindOf(partner, one)
    return kind ? [{ kind, before: partner, after: one }] : []
  })
  const gone = [...left].map((one): CaseChange => ({ kind: 'REMOVED', before: one, after: null }))
  const rules = before ? difference(before.rules, after.rules) : { before: {}, after: {} }
  const fields = [...new Set([...Object.keys(rules.before ?? {}), ...Object.keys(rules.after ?? {})])]
  return {
    cases: [...cases, ...gone],
    rules: fields.map((field) => ({
      field,
      before: textOf(rules.before?.[field]),
      after: textOf(rules.after?.[field]),
    })),
  }
}

function kindOf(before: CaseSpec | null, after: CaseSpec): CaseChangeKind | null {
  if (!before) return 'ADDED'
  if (contentOf(before) !== contentOf(after)) return 'CONTENT'
  if (before.score !== after.score) return 'SCORE'
  if (before.subtask !== after.subtask) return 'GROUP'
  return before.index === after.index ? null : 'MOVED'
}
