import { Terms } from '../../ui/markdown/Prose.tsx'
import { Verdict } from '../../ui/text/Verdict.tsx'
import type { VerdictCode } from '../../ui/text/verdicts.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

/** Verdicts of this judge, accepted first; remote judges add their own. */
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

/** Every verdict with its explanation. */
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
