import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/controls/Icon.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { Heart } from '../comment/Heart.tsx'

type Props = { likeCount: number; viewCount: number; commentCount: number }

/** Likes, views and comments of a post. */
export function Figures({ likeCount, viewCount, commentCount }: Props) {
  const { t } = useTranslation()
  return (
    <Box
      component="ul"
      aria-label={t('discussion:figures')}
      sx={{ display: 'flex', gap: 4, typography: 'dense', color: 'text.secondary' }}
    >
      <Figure
        icon={<Heart full={false} />}
        count={likeCount}
        words={t('discussion:likes', { count: likeCount })}
      />
      <Figure
        icon={<Icon name="eye" size={14} />}
        count={viewCount}
        words={t('discussion:views', { count: viewCount })}
      />
      <Figure
        icon={<Icon name="chat" size={14} />}
        count={commentCount}
        words={t('discussion:comments', { count: commentCount })}
      />
    </Box>
  )
}

function Figure({ icon, count, words }: { icon: ReactNode; count: number; words: string }) {
  const { i18n } = useTranslation()
  return (
    <Box
      component="li"
      title={words}
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        minWidth: 40,
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      {icon}
      <span aria-hidden>{formatNumber(count, i18n.language)}</span>
      <Box component="span" sx={visuallyHidden}>
        {words}
      </Box>
    </Box>
  )
}
