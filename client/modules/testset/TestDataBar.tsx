import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { ButtonWithReason } from '../../ui/controls/ButtonWithReason.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { MOST_CASES } from './testRows.ts'

type Props = {
  caseCount: number
  /** Number of rows with errors. */
  faultCount: number
  changed: boolean
  /** Whether files are being uploaded or read. */
  isBusy: boolean
  isSaving: boolean
  onType: () => void
  /** Null: the problem has no scores to split. */
  onSplit: (() => void) | null
  onDiscard: () => void
  onSave: () => void
}

/** Actions below the cases: type a case, split the scores, discard, save. */
export function TestDataBar({ caseCount, faultCount, changed, isBusy, isSaving, ...on }: Props) {
  const { t } = useTranslation()
  const isEmpty = caseCount === 0
  const toFix =
    caseCount > MOST_CASES
      ? t('testset:tooMany', { max: MOST_CASES })
      : faultCount > 0
        ? t('testset:toFix', { count: faultCount })
        : null
  const barred = isEmpty ? t('testset:barred.none') : changed ? null : t('testset:barred.same')
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        px: 4,
        py: 3,
        borderTop: 1,
        borderColor: 'divider',
        // Visible below a long list, too.
        position: changed ? 'sticky' : 'static',
        bottom: 0,
        zIndex: 2,
        bgcolor: 'background.paper',
        borderRadius: 1,
      }}
    >
      <Button onClick={on.onType} startIcon={<Icon name="plus" />}>
        {t('testset:type')}
      </Button>
      {on.onSplit && !isEmpty && <Button onClick={on.onSplit}>{t('testset:split')}</Button>}
      <Box
        role="status"
        sx={{
          flex: '1 1 200px',
          typography: 'dense',
          textAlign: 'right',
          color: toFix === null ? 'text.secondary' : 'verdict.WA.fg',
        }}
      >
        {toFix ?? (changed ? t('testset:unsaved') : !isEmpty && t('ui:table.moveHint'))}
      </Box>
      {changed && <Button onClick={on.onDiscard}>{t('testset:discard')}</Button>}
      <ButtonWithReason
        variant="contained"
        disabledReason={isBusy ? t('testset:barred.busy') : (toFix ?? barred)}
        loading={isSaving}
        onClick={on.onSave}
      >
        {t('testset:save')}
      </ButtonWithReason>
    </Box>
  )
}
