import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Skeleton from '@mui/material/Skeleton'
import { useTranslation } from '../../ui/useTranslation.ts'

/** Captcha picture; a click loads a new one. */
export function CaptchaImage({ image, onReload }: { image: string | null; onReload: () => void }) {
  const { t } = useTranslation()
  return (
    <ButtonBase
      onClick={onReload}
      aria-label={t('user:captcha.reload')}
      title={t('user:captcha.reload')}
      sx={{ flex: 'none', width: 129, height: 40, borderRadius: 1, overflow: 'hidden' }}
    >
      {image ? (
        <Box
          component="img"
          src={image}
          alt={t('user:captcha.image')}
          sx={{ width: '100%', height: '100%', objectFit: 'cover' }}
        />
      ) : (
        <Skeleton variant="rectangular" width="100%" height="100%" />
      )}
    </ButtonBase>
  )
}
