import Box from '@mui/material/Box'
import type { BoardHead, BoardRow } from '#server/shared/board/wire.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { formatDateTime } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

/** Number of tries whose result the freeze hides. */
export const pendingOf = (rows: readonly BoardRow[]): number =>
  rows.reduce(
    (sum, { cells }) => sum + [...cells.values()].reduce((tries, { pending }) => tries + pending, 0),
    0,
  )

/** Note on a frozen board: since when, and what a question mark means. Empty when the board is not frozen. */
export function FreezeNote({ head, rows }: { head: BoardHead; rows: readonly BoardRow[] }) {
  const { t } = useTranslation()
  if (!head.isSealed || head.freezesAt === null) return null
  const at = formatDateTime(head.freezesAt).slice(5, 16)
  const isAcm = head.type === 'ACM'
  return (
    <Box
      role="note"
      sx={{
        display: 'flex',
        alignItems: 'stretch',
        border: '1px solid',
        borderColor: 'board.pending.border',
        borderRadius: 1,
        bgcolor: 'background.paper',
        overflow: 'hidden',
        typography: 'dense',
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          px: 4,
          py: 2,
          fontWeight: 600,
          whiteSpace: 'nowrap',
          color: 'board.pending.fg',
          bgcolor: 'board.pending.bg',
          backgroundImage: ({ vars }) =>
            `repeating-linear-gradient(135deg, ${vars.palette.board.pending.hatch} 0 6px, transparent 6px 12px)`,
        }}
      >
        <Icon name="snowflake" />
        {t('scoreboard:frozen')}
      </Box>
      <Box
        sx={{
          flex: 1,
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 4,
          px: 4,
          py: 1.5,
        }}
      >
        <Box component="span" sx={{ color: 'text.secondary', flex: 1, minWidth: 160 }}>
          {isAcm ? t('scoreboard:frozenAs', { at }) : t('scoreboard:oiSealed', { at })}
          {isAcm && (
            <Box component="b" sx={{ ml: 1, px: 1, color: 'board.pending.fg', bgcolor: 'board.pending.bg' }}>
              ?
            </Box>
          )}
        </Box>
        {isAcm && (
          <Box component="span" sx={{ color: 'text.tertiary', fontVariantNumeric: 'tabular-nums' }}>
            {t('scoreboard:since', { count: pendingOf(rows) })}
          </Box>
        )}
      </Box>
    </Box>
  )
}
