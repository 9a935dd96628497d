import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, useSyncExternalStore } from 'react'
import { toast } from '../../app/toasts.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { formatDateTime } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { useWorkbench } from './workbenchContext.ts'

/** Offers newer code that another tab saved; this tab keeps its own until the reader takes it. */
export function AsideBar() {
  const { t } = useTranslation()
  const { draft, replaceCode, template } = useWorkbench()
  const { aside } = useSyncExternalStore(draft.watch, draft.state)
  if (!aside) return null

  const take = () => {
    const before = draft.code() ?? template
    replaceCode(aside.code)
    draft.settle()
    toast.success(t('sending:draft.asideTaken'), {
      label: t('problem:editor.undo'),
      onClick: () => replaceCode(before),
    })
  }

  return (
    <Bar title={formatDateTime(aside.savedAt)} text={t('sending:draft.aside')}>
      <Button size="small" onClick={take}>
        {t('sending:draft.asideTake')}
      </Button>
      <Button size="small" variant="text" onClick={() => draft.settle()}>
        {t('sending:draft.asideKeep')}
      </Button>
    </Bar>
  )
}

/**
 * Offers a template or an earlier text after the language changed; the current text stays until it is taken.
 */
export function OfferBar() {
  const { t } = useTranslation()
  const { draft, offer, setOffer, replaceCode, language } = useWorkbench()
  if (!offer || !language) return null

  const take = () => {
    const before = draft.code() ?? ''
    replaceCode(offer.code)
    setOffer(null)
    toast.success(t('sending:draft.offerTaken'), {
      label: t('problem:editor.undo'),
      onClick: () => replaceCode(before),
    })
  }

  return (
    <Bar text={t('sending:draft.offer')}>
      <Button size="small" onClick={take}>
        {t(`sending:draft.${offer.kind}Take`, { language: language.name })}
      </Button>
      <Button size="small" variant="text" onClick={() => setOffer(null)}>
        {t('sending:draft.asideKeep')}
      </Button>
    </Bar>
  )
}

type BarProps = { text: string; title?: string; children: ReactNode }

const Bar = ({ text, title, children }: BarProps) => (
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
    <Box sx={{ flex: 1, minWidth: 160 }} title={title}>
      {text}
    </Box>
    {children}
  </Box>
)
