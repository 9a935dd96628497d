import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import LinearProgress from '@mui/material/LinearProgress'
import { Icon } from '../controls/Icon.tsx'
import { formatLength } from '../text/format.ts'
import { useTranslation } from '../useTranslation.ts'

type Upload = {
  id: number
  name: string
  size: number
  state: 'waiting' | 'sending' | 'failed'
  share: number
  words: string | null
}

type Props = {
  uploads: readonly Upload[]
  cancel: (id: number) => void
  retry: (id: number) => void
}

/** Running and failed uploads. */
export function UploadList({ uploads, cancel, retry }: Props) {
  const { t } = useTranslation()
  if (uploads.length === 0) return null
  return (
    <Box
      component="ul"
      aria-label={t('upload:list')}
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0,1fr)' }}
    >
      {uploads.map(({ id, name, size, state, share, words }) => {
        const failed = state === 'failed'
        return (
          <Box
            key={id}
            component="li"
            sx={{
              px: 3,
              py: 1.5,
              borderRadius: 1,
              border: 1,
              borderColor: failed ? 'verdict.WA.border' : 'accent.border',
              bgcolor: failed ? 'verdict.WA.bg' : 'accent.subtle',
              typography: 'dense',
            }}
          >
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
              <Icon name={failed ? 'alert' : 'file'} />
              <Box
                component="span"
                title={name}
                sx={{
                  fontWeight: 600,
                  minWidth: 0,
                  overflow: 'hidden',
                  textOverflow: 'ellipsis',
                  whiteSpace: 'nowrap',
                }}
              >
                {name}
              </Box>
              <Box component="span" sx={{ flex: 'none', color: 'text.secondary' }}>
                {formatLength(size)}
              </Box>
              <Box component="span" sx={{ ml: 'auto', flex: 'none', fontVariantNumeric: 'tabular-nums' }}>
                {state === 'waiting' ? t('upload:waiting') : failed ? null : `${Math.floor(share * 100)}%`}
              </Box>
              {failed && (
                <IconButton size="small" aria-label={t('upload:retry', { name })} onClick={() => retry(id)}>
                  <Icon name="retry" />
                </IconButton>
              )}
              <IconButton
                size="small"
                aria-label={t(failed ? 'upload:dismiss' : 'upload:cancel', { name })}
                onClick={() => cancel(id)}
              >
                <Icon name="cross" />
              </IconButton>
            </Box>
            {failed ? (
              <Box role="alert" sx={{ color: 'verdict.WA.fg' }}>
                {words}
              </Box>
            ) : (
              <LinearProgress
                variant="determinate"
                value={share * 100}
                aria-label={t('upload:progress', { name })}
                sx={{ mt: 1 }}
              />
            )}
          </Box>
        )
      })}
    </Box>
  )
}
