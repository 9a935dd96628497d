import Box from '@mui/material/Box'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { Verdict } from '../../../ui/text/Verdict.tsx'
import type { StateName, VerdictName } from '../../../ui/text/verdicts.ts'

export type Outcome = {
  verdict: VerdictName | null | undefined
  state?: StateName | null
  score: number | null | undefined
}

/** Verdict as a chip, with its score if it has one. */
export const OutcomeChip = ({ verdict, state = verdict ? 'DONE' : 'QUEUED', score }: Outcome) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
    <Verdict form="chip" verdict={verdict} state={state} />
    {typeof score === 'number' && (
      <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {score}
      </Box>
    )}
  </Box>
)

/** Verdict before and after. */
export const VerdictChange = ({ before, after }: { before: Outcome; after: Outcome }) => (
  <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
    <OutcomeChip {...before} />
    <Box component="span" sx={{ display: 'inline-flex', color: 'text.tertiary' }}>
      <Icon name="right" size={14} />
    </Box>
    <OutcomeChip {...after} />
  </Box>
)
