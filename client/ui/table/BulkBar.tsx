import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import type { ReactNode } from 'react'
import { Icon } from '../controls/Icon.tsx'
import { FormAlert } from '../form/FormAlert.tsx'
import { useTranslation } from '../useTranslation.ts'
import type { Selection } from './useSelection.ts'

/** Result of a bulk action: how many rows were done, and why others were refused. */
export type BulkOutcome = {
  done: number
  /** What was done; a number of rows when left out. */
  words?: string
  refused: readonly { rowId: string; code: string; message: string }[]
}

type Props = {
  selection: Selection
  /** Result of the last action, until dismissed. */
  outcome?: BulkOutcome | null
  onDismiss?: () => void
  /** Name of a row. */
  nameOf: (id: string) => string
  /** Buttons. */
  children: ReactNode
}

/** Bulk actions of the selected rows, and the last result. Renders nothing without either. */
export function BulkBar({ selection, outcome, onDismiss, nameOf, children }: Props) {
  const { t } = useTranslation()
  const { chosen, clear } = selection
  if (chosen.size === 0 && !outcome) return null
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label={t('ui:table.bulk')}
      sx={{ mb: 3, px: 3, py: 2, display: 'grid', gap: 2, bgcolor: 'surface.selected' }}
    >
      {chosen.size > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
          <Box role="status" sx={{ typography: 'button', mr: 1, fontVariantNumeric: 'tabular-nums' }}>
            {t('ui:table.chosen', { count: chosen.size })}
          </Box>
          {children}
          <Button variant="text" size="small" sx={{ ml: 'auto' }} onClick={clear}>
            {t('ui:table.clear')}
          </Button>
        </Box>
      )}
      {outcome && (
        <Box sx={{ display: 'grid', gap: 2 }}>
          <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, typography: 'dense' }}>
            <Icon name="check" size={14} />
            {outcome.words ?? t('ui:table.done', { count: outcome.done })}
            {onDismiss && (
              <Button variant="text" size="small" sx={{ ml: 'auto' }} onClick={onDismiss}>
                {t('ui:close')}
              </Button>
            )}
          </Box>
          {outcome.refused.length > 0 && (
            <FormAlert>
              {t('ui:table.refused', { count: outcome.refused.length })}
              <Box component="ul">
                {outcome.refused.map(({ rowId, message }) => (
                  <li key={rowId}>{t('ui:table.refusedRow', { name: nameOf(rowId), message })}</li>
                ))}
              </Box>
            </FormAlert>
          )}
        </Box>
      )}
    </Paper>
  )
}
