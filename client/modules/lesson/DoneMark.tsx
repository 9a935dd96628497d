import Box from '@mui/material/Box'
import { Icon } from '../../ui/controls/Icon.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

/** Whether the viewer finished a lesson, or all or some lessons of a group. */
export function DoneMark({ done, partly }: { done: boolean; partly: boolean }) {
  const { t } = useTranslation()
  return (
    <Box
      component="span"
      {...(done ? { role: 'img', 'aria-label': t('lesson:tree.done') } : { 'aria-hidden': true })}
      sx={{
        flex: 'none',
        width: 14,
        height: 14,
        mr: 1,
        borderRadius: '50%',
        display: 'grid',
        placeItems: 'center',
        border: 1,
        borderColor: done || partly ? 'text.secondary' : 'line.strong',
        bgcolor: done ? 'text.secondary' : 'transparent',
        backgroundImage: ({ vars }) =>
          partly && !done
            ? `linear-gradient(90deg, transparent 50%, ${vars.palette.text.secondary} 50%)`
            : 'none',
        color: 'background.paper',
        forcedColorAdjust: 'none',
      }}
    >
      {done && <Icon name="check" size={10} />}
    </Box>
  )
}
