import { Terms } from '../../ui/markdown/Prose.tsx'
import { Verdict } from '../../ui/text/Verdict.tsx'
import type { VerdictCode } from '../../ui/text/verdicts.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

/** Those that our own judge gives, the good one first; those of remote banks and lists come with them. */
const CODES = [
  'AC',
  'PA',
  'WA',
  'PE',
  'TLE',
  'MLE',
  'OLE',
  'RE',
  'CE',
  'SE',
  'CA',
  'PD',
  'CP',
  'JG',
] as const satisfies readonly VerdictCode[]

/** Every verdict, and what to make of it. */
export function VerdictList() {
  const { t } = useTranslation()
  return (
    <Terms
      terms={CODES.map((code) => ({
        key: code,
        term: <Verdict code={code} />,
        meaning: t(`introduction:verdict.${code}`),
      }))}
    />
  )
}
