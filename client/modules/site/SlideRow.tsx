import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type { SlideRow_slide$key } from '../../__generated__/SlideRow_slide.graphql.ts'
import { OrderHandle } from '../../ui/table/OrderHandle.tsx'
import { RowMenu } from '../../ui/table/RowMenu.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

type Props = {
  slide: SlideRow_slide$key
  name: string
  place: number
  total: number
  onMove: (from: number, to: number) => void
  onSay: (words: string) => void
  onEdit: () => void
  onRemove: () => void
}

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

/** A slide with its drag handle. */
export function SlideRow({ slide, name, place, total, onMove, onSay, onEdit, onRemove }: Props) {
  const { t } = useTranslation()
  const { imageUrl, title, subtitle, href } = useFragment(
    graphql`
      fragment SlideRow_slide on CarouselSlide {
        imageUrl
        title
        subtitle
        href
      }
    `,
    slide,
  )
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        p: 1.5,
        borderRadius: 1,
        border: 1,
        borderColor: 'line.subtle',
        bgcolor: 'surface.main',
      }}
    >
      <OrderHandle name={name} place={place} total={total} onMove={onMove} onSay={onSay} />
      <Box
        component="img"
        src={imageUrl}
        alt=""
        loading="lazy"
        sx={{
          flex: 'none',
          width: 88,
          height: 56,
          borderRadius: 0.67,
          objectFit: 'cover',
          bgcolor: 'surface.fill',
        }}
      />
      <Box sx={{ flex: 1, minWidth: 0, typography: 'dense' }}>
        <Box title={title} sx={{ ...oneLine, fontWeight: 600, color: title ? undefined : 'text.tertiary' }}>
          {name}
        </Box>
        <Box title={subtitle} sx={{ ...oneLine, typography: 'caption', color: 'text.secondary' }}>
          {subtitle}
        </Box>
        {href && (
          <Box title={href} sx={{ ...oneLine, typography: 'caption', color: 'text.tertiary' }}>
            {href}
          </Box>
        )}
      </Box>
      <RowMenu
        name={name}
        acts={[
          { label: t('site:slides.edit'), icon: 'settings', onClick: onEdit },
          { label: t('site:slides.remove'), icon: 'cross', onClick: onRemove, destructive: true },
        ]}
      />
    </Box>
  )
}
