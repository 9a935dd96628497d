import Box from '@mui/material/Box'
import { Verdict } from '../../ui/text/Verdict.tsx'
import type { StateName, VerdictName } from '../../ui/text/verdicts.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

export type OwnContestStatus = {
  readonly state: string | null | undefined
  readonly verdict: string | null | undefined
  readonly score: number | null | undefined
  readonly tries: number
}

type Props = { status: OwnContestStatus | null | undefined; scored: boolean }

/** The viewer's status of a contest problem: the verdict that counts, and the number of tries. */
export function OwnStatus({ status, scored }: Props) {
  const { t } = useTranslation()
  if (!status)
    return (
      <Box component="span" sx={{ typography: 'dense', color: 'text.tertiary', whiteSpace: 'nowrap' }}>
        {t('contest:problems.untried')}
      </Box>
    )
  const { state, verdict, score, tries } = status
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2, whiteSpace: 'nowrap' }}>
      <Verdict
        verdict={(verdict ?? null) as VerdictName | null}
        state={(state ?? null) as StateName | null}
      />
      {scored && typeof score === 'number' && (
        <Box component="b" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
          {score}
        </Box>
      )}
      {tries > 1 && verdict !== 'ACCEPTED' && (
        <Box component="span" sx={{ typography: 'caption', color: 'text.tertiary' }}>
          {t('contest:problems.tries', { count: tries })}
        </Box>
      )}
    </Box>
  )
}
