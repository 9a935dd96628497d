import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../app/toasts.ts'
import { formatDateTime } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useWorkbench } from './workbenchContext.ts'

/** Tells that another tab saved other code, and offers it; this tab keeps its own until it is taken. */
export function AsideBar() {
  const { t } = useTranslation()
  const { draft, family, replaceCode, template } = useWorkbench()
  const { aside } = useSyncExternalStore(draft.watch, draft.state)
  if (!aside || aside.family !== family) return null

  const take = () => {
    const before = draft.code(aside.family) ?? template
    replaceCode(aside.code)
    draft.settle()
    toast.success(t('problem:editor.asideTaken'), {
      label: t('problem:editor.undo'),
      onClick: () => replaceCode(before),
    })
  }

  return (
    <Box
      role="status"
      sx={{
        flex: 'none',
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        px: 3,
        py: 1.5,
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: 'accent.subtle',
        typography: 'dense',
      }}
    >
      <Icon name="info" />
      <Box sx={{ flex: 1, minWidth: 160 }} title={formatDateTime(aside.savedAt)}>
        {t('problem:editor.aside')}
      </Box>
      <Button size="small" onClick={take}>
        {t('problem:editor.asideTake')}
      </Button>
      <Button size="small" variant="text" onClick={() => draft.settle()}>
        {t('problem:editor.asideKeep')}
      </Button>
    </Box>
  )
}
