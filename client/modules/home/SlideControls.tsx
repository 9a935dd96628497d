import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { Icon } from '../../ui/controls/Icon.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import type { useSlideshow } from './useSlideshow.ts'

type Props = {
  show: ReturnType<typeof useSlideshow>
  slides: readonly { id: string; title: string }[]
}

/** Pause button and one dot per slide. */
export function SlideControls({ show, slides }: Props) {
  const { t } = useTranslation()
  const { current, still, stopped, setStopped, onKeyDown } = show
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys act on the buttons inside
    <div onKeyDown={onKeyDown}>
      <Box
        sx={{
          position: 'absolute',
          right: { xs: 8, md: 16 },
          top: { xs: 6, md: 'auto' },
          bottom: { md: 10 },
          px: 0.5,
          borderRadius: 2,
          // Backdrop, so that the dots are visible over any picture.
          background: ({ vars }) => `color-mix(in srgb, ${vars.palette.surface.canvas} 72%, transparent)`,
          display: 'flex',
          alignItems: 'center',
        }}
      >
        {!still && (
          <ButtonBase
            aria-label={t(stopped ? 'home:carousel.play' : 'home:carousel.pause')}
            onClick={() => setStopped(!stopped)}
            sx={{ width: 24, height: 24, borderRadius: 1, opacity: 0.7, '&:hover': { opacity: 1 } }}
          >
            <Icon name={stopped ? 'play' : 'pause'} size={14} />
          </ButtonBase>
        )}
        {slides.map((slide, index) => (
          <ButtonBase
            key={slide.id}
            aria-label={
              slide.title
                ? t('home:carousel.go', { number: index + 1, title: slide.title })
                : t('home:carousel.goUnnamed', { number: index + 1 })
            }
            aria-current={index === current}
            onClick={() => show.show(index)}
            sx={{ minWidth: 24, height: 24, px: 1, borderRadius: 1 }}
          >
            <Box
              component="span"
              sx={{
                width: index === current ? 28 : 8,
                height: 4,
                borderRadius: 0.5,
                bgcolor: index === current ? 'text.primary' : 'line.strong',
                transition: 'width 220ms',
              }}
            />
          </ButtonBase>
        ))}
      </Box>
    </div>
  )
}
