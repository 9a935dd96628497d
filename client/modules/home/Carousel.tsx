import Box from '@mui/material/Box'
import { Suspense, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { Carousel_site$data, Carousel_site$key } from '../../__generated__/Carousel_site.graphql.ts'
import type { CarouselSubscription } from '../../__generated__/CarouselSubscription.graphql.ts'
import { useLive } from '../../relay/useLive.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { BANNER } from './HomeFrame.tsx'
import { SlideControls } from './SlideControls.tsx'
import { SlideButton, SlideWords, type Vars } from './SlideWords.tsx'
import { useSlideshow } from './useSlideshow.ts'

/** Loaded on demand: on most visits no contest is running. */
const RunningSlide = lazyPart(async () => (await import('./RunningSlide.tsx')).RunningSlide)

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
  const show = useSlideshow(slides.length)
  const { current, many, runs, comesNext } = show

  return (
    <Box
      component="section"
      // Dark in either theme.
      data-theme="dark"
      aria-roledescription={t('home:carousel.role')}
      aria-label={t('home:carousel.label')}
      {...show.frame}
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
      {many && <SlideControls show={show} slides={slides} />}
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
