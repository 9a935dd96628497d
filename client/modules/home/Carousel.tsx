import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { type KeyboardEvent, Suspense, type TouchEvent, useEffect, useRef, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { Carousel_site$data, Carousel_site$key } from '../../__generated__/Carousel_site.graphql.ts'
import type { CarouselSubscription } from '../../__generated__/CarouselSubscription.graphql.ts'
import { useLive } from '../../relay/useLive.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { BANNER } from './HomeFrame.tsx'
import { SlideButton, SlideWords, type Vars } from './SlideWords.tsx'
import { useReducedMotion } from './useReducedMotion.ts'

/** Loaded on demand: on most visits no contest is running. */
const RunningSlide = lazyPart(async () => (await import('./RunningSlide.tsx')).RunningSlide)

/** Time a slide stays (ms). */
const STAY = 5000

/** Shortest swipe that changes the slide (px). */
const SWIPE = 40

type Slide = Carousel_site$data['carousel'][number]
type Contest = Carousel_site$data['recentContests'][number]

type Props = { site: Carousel_site$key; name: string }

/**
 * Banner of the home page: the running contest, then the pictures. It advances by itself except while hovered
 * or focused, with reduced motion, or after the viewer stopped it.
 */
export function Carousel({ site, name }: Props) {
  const { t } = useTranslation()
  const { carousel, recentContests } = useFragment(
    graphql`
      fragment Carousel_site on Site {
        carousel {
          id
          imageUrl
          title
          subtitle
          href
        }
        recentContests {
          id
          title
          status
          endsAt
          isRegistered
          ...RunningSlide_contest
        }
      }
    `,
    site,
  )
  const [running] = recentContests
    .filter(({ status }) => status === 'RUNNING')
    .toSorted((one, other) => (comesAt(one) < comesAt(other) ? -1 : 1))
  const slides: (Slide | Contest)[] = running ? [running, ...carousel] : [...carousel]
  useLive<CarouselSubscription>(
    graphql`
      subscription CarouselSubscription {
        carouselSlidesChanged {
          site {
            ...Carousel_site
          }
        }
      }
    `,
    {},
  )
  const still = useReducedMotion()
  const [at, setAt] = useState(0)
  const [held, setHeld] = useState(false)
  const [stopped, setStopped] = useState(false)
  const [settled, setSettled] = useState(false)
  const touched = useRef(0)
  const many = slides.length > 1
  const current = at < slides.length ? at : 0
  const runs = many && !held && !stopped && !still

  useEffect(() => {
    if (!runs) return
    const timer = setTimeout(() => setAt((current + 1) % slides.length), STAY)
    return () => clearTimeout(timer)
  }, [runs, current, slides.length])

  // Load the other pictures after the page itself.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), STAY / 2)
    return () => clearTimeout(timer)
  }, [])
  const comesNext = (index: number) => settled && (index - current + slides.length) % slides.length <= 1

  const go = (by: number) => many && setAt((current + by + slides.length) % slides.length)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') go(1)
    else if (event.key === 'ArrowLeft') go(-1)
    else return
    event.preventDefault()
  }
  const onTouchEnd = (event: TouchEvent) => {
    const moved = (event.changedTouches[0]?.clientX ?? touched.current) - touched.current
    if (Math.abs(moved) > SWIPE) go(moved < 0 ? 1 : -1)
  }

  return (
    <Box
      component="section"
      // Dark in either theme.
      data-theme="dark"
      aria-roledescription={t('home:carousel.role')}
      aria-label={t('home:carousel.label')}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onTouchStart={(event) => {
        touched.current = event.touches[0]?.clientX ?? 0
      }}
      onTouchEnd={onTouchEnd}
      sx={{
        position: 'relative',
        height: BANNER,
        borderRadius: 1.67,
        overflow: 'hidden',
        bgcolor: 'surface.canvas',
        color: 'text.primary',
        colorScheme: 'dark',
        // Border over the pictures: on a dark page their edge would be invisible.
        '&::after': {
          content: '""',
          position: 'absolute',
          inset: 0,
          borderRadius: 'inherit',
          pointerEvents: 'none',
          boxShadow: ({ vars }: { vars: Vars }) => `inset 0 0 0 1px ${vars.palette.line.default}`,
        },
      }}
    >
      <Box aria-live={runs ? 'off' : 'polite'} sx={{ height: '100%' }}>
        {slides.length === 0 && (
          <PictureWords title={name} subtitle={t('home:carousel.empty')} href="/problem" />
        )}
        {slides.map((slide, index) => (
          <Page
            key={slide.id}
            slide={slide}
            shown={index === current}
            first={index === 0}
            fetches={index === current || comesNext(index)}
            label={t('home:carousel.slide', { number: index + 1, total: slides.length })}
          />
        ))}
      </Box>
      {many && (
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
                aria-label={t('home:carousel.go', { number: index + 1, title: slide.title })}
                aria-current={index === current}
                onClick={() => setAt(index)}
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
      )}
    </Box>
  )
}

/** Sort key of running contests: those the viewer registered for first, then by end. */
const comesAt = ({ isRegistered, endsAt }: Contest) => `${isRegistered ? 0 : 1} ${endsAt}`

type PageProps = { slide: Slide | Contest; shown: boolean; first: boolean; fetches: boolean; label: string }

const Page = ({ slide, shown, first, fetches, label }: PageProps) => {
  const { t } = useTranslation()
  const [fetched, setFetched] = useState(fetches)
  if (fetches && !fetched) setFetched(true)
  return (
    <Box
      role="group"
      aria-roledescription={t('home:carousel.slideRole')}
      aria-label={label}
      inert={!shown}
      sx={{
        position: 'absolute',
        inset: 0,
        opacity: shown ? 1 : 0,
        visibility: shown ? 'visible' : 'hidden',
        transition: 'opacity 420ms, visibility 420ms',
      }}
    >
      {'imageUrl' in slide ? (
        <>
          <Box
            component="img"
            src={fetched ? slide.imageUrl : undefined}
            alt=""
            fetchPriority={first ? 'high' : undefined}
            sx={{
              position: 'absolute',
              inset: 0,
              width: '100%',
              height: '100%',
              objectFit: 'cover',
              objectPosition: 'right',
            }}
          />
          <PictureWords title={slide.title} subtitle={slide.subtitle} href={slide.href} />
        </>
      ) : (
        <Suspense fallback={null}>
          <RunningSlide contest={slide} />
        </Suspense>
      )}
    </Box>
  )
}

type WordsProps = { title: string; subtitle: string; href: string | null | undefined }

const PictureWords = ({ title, subtitle, href }: WordsProps) => {
  const { t } = useTranslation()
  return (
    <SlideWords
      title={title}
      subtitle={subtitle}
      acts={
        href && (
          <SlideButton isFirst href={href}>
            {t('home:carousel.open')}
          </SlideButton>
        )
      }
    />
  )
}
