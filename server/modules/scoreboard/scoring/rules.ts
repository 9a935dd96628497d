import type { Contest } from '#prisma/generated/client.ts'
import { acm } from './acm.ts'
import { oiHighest, oiRecent } from './oi.ts'
import type { Rule } from './rule.ts'

/** The register of rules. */
export const RULES = { acm: acm(), oiRecent, oiHighest } satisfies Record<string, Rule>

/** Scoring rule of a contest. */
export const ruleOf = ({ type, oiScoring }: Pick<Contest, 'type' | 'oiScoring'>): Rule => {
  if (type === 'ACM') return RULES.acm
  return oiScoring === 'RECENT' ? RULES.oiRecent : RULES.oiHighest
}
