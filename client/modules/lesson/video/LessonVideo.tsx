import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useRef, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { LessonVideo_lesson$key } from '../../../__generated__/LessonVideo_lesson.graphql.ts'
import { session } from '../../../relay/session.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { nameOf } from '../nameOf.ts'
import { useProgress } from '../useProgress.ts'
import { formatSeconds } from './formatSeconds.ts'

/** The position is kept this often (ms) while the video plays. */
const EVERY = 10_000
/** A position nearer to the beginning or the end (s) is not resumed at. */
const MARGIN = 3

/** The video of a lesson; continues at the viewer's last position and marks the lesson as finished at its end. */
export function LessonVideo(props: { lesson: LessonVideo_lesson$key }) {
  const { t } = useTranslation()
  const lesson = useFragment(
    graphql`
      fragment LessonVideo_lesson on Lesson {
        id
        key
        title
        viewerIsDone
        viewerSeconds
        video {
          url
          posterUrl
        }
      }
    `,
    props.lesson,
  )
  const { id, video, viewerIsDone, viewerSeconds } = lesson
  const { keep } = useProgress(id)
  const player = useRef<HTMLVideoElement>(null)
  const [start] = useState(viewerSeconds)
  const [resumed, setResumed] = useState<number | null>(null)
  const kept = useRef({ at: 0, seconds: start })
  const keepNow = useRef((_: boolean) => {})
  keepNow.current = (isForced) => {
    const seconds = player.current?.currentTime ?? 0
    const isDue = isForced || Date.now() - kept.current.at >= EVERY
    if (session.token === null || !isDue || Math.abs(seconds - kept.current.seconds) < 1) return
    kept.current = { at: Date.now(), seconds }
    void keep({ seconds })
  }
  useEffect(() => {
    const hide = () => {
      if (document.visibilityState === 'hidden') keepNow.current(true)
    }
    document.addEventListener('visibilitychange', hide)
    return () => document.removeEventListener('visibilitychange', hide)
  }, [])
  if (!video) return null
  return (
    <Box sx={{ mt: 4 }}>
      <Box
        component="video"
        ref={player}
        src={video.url}
        poster={video.posterUrl ?? undefined}
        aria-label={t('lesson:video.label', { title: nameOf(lesson) })}
        controls
        playsInline
        preload="metadata"
        onLoadedMetadata={({ currentTarget }) => {
          if (start < MARGIN || start > currentTarget.duration - MARGIN) return
          currentTarget.currentTime = start
          setResumed(start)
        }}
        onTimeUpdate={() => keepNow.current(false)}
        onPause={() => keepNow.current(true)}
        onEnded={() => {
          if (session.token !== null) void keep({ seconds: 0, ...(viewerIsDone ? {} : { isDone: true }) })
        }}
        sx={{
          display: 'block',
          width: '100%',
          aspectRatio: '16 / 9',
          borderRadius: 1,
          bgcolor: 'common.black',
        }}
      />
      {resumed !== null && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: 1, typography: 'dense' }}>
          <Box component="span" role="status" sx={{ color: 'text.secondary' }}>
            {t('lesson:video.resume', { time: formatSeconds(resumed) })}
          </Box>
          <Button
            size="small"
            variant="text"
            onClick={() => {
              if (player.current) player.current.currentTime = 0
              setResumed(null)
            }}
          >
            {t('lesson:video.restart')}
          </Button>
        </Box>
      )}
    </Box>
  )
}
