import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { Icon } from '../controls/Icon.tsx'
import tokens from '../tokens.json'
import { useTranslation } from '../useTranslation.ts'

const { topBar, rowDesk } = tokens.spacing

/**
 * Button that shows the new rows, which wait so that the list does not move. It precedes the list, takes no
 * space, and sticks below the table head. Renders nothing for 0.
 */
export function NewRowsPill({ count, onShow }: { count: number; onShow: () => void }) {
  const { t } = useTranslation()
  if (count === 0) return null
  return (
    <Box
      sx={{
        position: 'sticky',
        top: topBar,
        zIndex: 'appBar',
        height: 0,
        display: 'flex',
        justifyContent: 'center',
        pointerEvents: 'none',
      }}
    >
      <ButtonBase
        onClick={onShow}
        sx={{
          pointerEvents: 'auto',
          mt: `${rowDesk + 6}px`,
          gap: 1.5,
          height: 28,
          px: 3,
          borderRadius: 3.5,
          typography: 'dense',
          fontWeight: 600,
          fontVariantNumeric: 'tabular-nums',
          color: 'accent.fg',
          bgcolor: 'accent.subtle',
          boxShadow: ({ vars }) =>
            `inset 0 0 0 1px ${vars.palette.accent.border}, ${vars.palette.elevation.menu}`,
        }}
      >
        <Icon name="arrow-up" size={14} />
        {t('ui:newRows', { count })}
      </ButtonBase>
    </Box>
  )
}
