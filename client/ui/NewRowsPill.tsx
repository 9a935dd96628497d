import ButtonBase from '@mui/material/ButtonBase'
import { useTranslation } from 'react-i18next'
import { Icon } from './Icon.tsx'

/** New rows wait behind this, so that nothing moves under the reader's eyes. Nothing while there are none. */
export function NewRowsPill({ count, onShow }: { count: number; onShow: () => void }) {
  const { t } = useTranslation()
  if (count === 0) return null
  return (
    <ButtonBase
      onClick={onShow}
      sx={{
        gap: 1.5,
        height: 28,
        px: 3,
        borderRadius: 3.5,
        typography: 'dense',
        fontWeight: 600,
        fontVariantNumeric: 'tabular-nums',
        color: 'accent.fg',
        bgcolor: 'accent.subtle',
        boxShadow: ({ vars }) => `inset 0 0 0 1px ${vars.palette.accent.border}`,
      }}
    >
      <Icon name="arrow-up" size={14} />
      {t('ui:newRows', { count })}
    </ButtonBase>
  )
}
