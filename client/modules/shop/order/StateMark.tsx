import Box from '@mui/material/Box'
import { Icon, type IconName } from '../../../ui/controls/Icon.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { STATE_WORDS } from '../addresses.ts'

type State = keyof typeof STATE_WORDS

const MARKS: Record<State, { icon: IconName; color: string }> = {
  WAITING: { icon: 'clock', color: 'text.secondary' },
  SHIPPED: { icon: 'check', color: 'verdict.AC.fg' },
  REFUSED: { icon: 'slash-circle', color: 'text.tertiary' },
}

/** State of an order with its icon. */
export function StateMark({ state }: { state: string }) {
  const { t } = useTranslation()
  const known = state as State
  const { icon, color } = MARKS[known] ?? MARKS.WAITING
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        verticalAlign: 'middle',
        alignItems: 'center',
        gap: 1.5,
        color,
        fontWeight: 500,
        whiteSpace: 'nowrap',
      }}
    >
      <Icon name={icon} size={14} />
      {t(`shop:state.${STATE_WORDS[known] ?? 'waiting'}`)}
    </Box>
  )
}
