import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Icon } from '../../controls/Icon.tsx'
import { formatDateTime } from '../../text/format.ts'
import { useTranslation } from '../../useTranslation.ts'

type Props = {
  /** Time of the restored draft, from `useFormDraft`; null: none was restored. */
  foundAt: number | null
  /** Returns to the saved values, where no `FormBar` does. */
  onDiscard?: () => void
}

/** Says above a form that its draft was restored. */
export function DraftNote({ foundAt, onDiscard }: Props) {
  const { t } = useTranslation()
  if (foundAt === null) return null
  return (
    <Box
      role="status"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        px: 3,
        py: 1,
        borderRadius: 1,
        typography: 'dense',
        bgcolor: 'accent.subtle',
      }}
    >
      <Icon name="clock" size={14} />
      {t('draft:found', { time: formatDateTime(foundAt) })}
      {onDiscard && (
        <Button size="small" variant="text" onClick={onDiscard} sx={{ ml: 'auto' }}>
          {t('ui:form.discard')}
        </Button>
      )}
    </Box>
  )
}
