import Box from '@mui/material/Box'
import { toast } from '../../../app/toasts.ts'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { useModeration } from '../useModeration.ts'

type Props = {
  post: {
    readonly id: string
    readonly title: string
    readonly isPinned: boolean
    readonly isDisabled: boolean
  }
  field: 'shown' | 'pinned'
  /** Its meaning stands beside it; otherwise a column says it. */
  withWords?: boolean
}

/** Switch that shows or pins a post at once. */
export function PostSwitch({ post: { id, title, isPinned, isDisabled }, field, withWords }: Props) {
  const { t } = useTranslation()
  const { change, pending } = useModeration()
  const words = t(field === 'shown' ? 'discussion:admin.states.SHOWN' : 'discussion:pinned')
  const toggle = async (on: boolean) => {
    const answer = await change([id], field === 'shown' ? { isDisabled: !on } : { isPinned: on })
    const [refused] = answer?.refused ?? []
    if (refused) toast.error(refused.message)
  }
  return (
    <Box
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        verticalAlign: 'middle',
        gap: 2,
        minHeight: { xs: 44, md: 0 },
      }}
    >
      <Switch
        checked={field === 'shown' ? !isDisabled : isPinned}
        disabled={pending}
        onChange={(on) => void toggle(on)}
        aria-label={t('discussion:admin.switch', { state: words, title })}
      />
      {withWords && (
        <Box component="span" aria-hidden sx={{ typography: 'dense' }}>
          {words}
        </Box>
      )}
    </Box>
  )
}
