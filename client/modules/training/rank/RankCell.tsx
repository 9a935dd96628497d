import Box from '@mui/material/Box'
import { type VerdictCode, type VerdictName, verdictCode } from '../../../ui/text/verdicts.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'

export const SOLVED_TINT = {
  color: 'board.solved.fg',
  bgcolor: 'board.solved.bg',
  borderRadius: 0.5,
  forcedColorAdjust: 'none',
} as const

export const CELL_TINT = (code: VerdictCode) =>
  ({
    color: `verdict.${code}.fg`,
    bgcolor: `verdict.${code}.bg`,
    borderRadius: 0.5,
    forcedColorAdjust: 'none',
  }) as const

type Props = {
  /** Number of the problem in the training, from 1. */
  order: number
  /** Undefined: not tried. */
  result: { readonly verdict: VerdictName; readonly timeMs: number | null | undefined } | undefined
}

/** Result of a user in a problem: least run time (ms) when solved, else the last verdict. */
export function RankCell({ order, result }: Props) {
  const { t } = useTranslation()
  const code = result && verdictCode(result.verdict)
  const time = result?.timeMs
  const isSolved = typeof time === 'number'
  const words = !code
    ? t('training:rank.cellUntried', { order })
    : isSolved
      ? t('training:rank.cellSolved', { order, time })
      : t('training:rank.cellTried', { order, verdict: t(`verdict:${code}`) })
  return (
    <Box component="td" aria-label={words} title={code && words}>
      <Box
        aria-hidden
        sx={{
          display: 'grid',
          placeItems: 'center',
          height: 36,
          mx: '1.5px',
          typography: 'boardCell',
          ...(isSolved ? SOLVED_TINT : code ? CELL_TINT(code) : { color: 'board.untried.fg' }),
        }}
      >
        {isSolved ? time : (code ?? '·')}
      </Box>
    </Box>
  )
}
