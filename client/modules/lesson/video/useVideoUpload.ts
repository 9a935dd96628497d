import { useCallback, useEffect, useRef, useState } from 'react'
import { upload } from '../../../relay/files/upload.ts'
import { shell } from '../../../relay/shell.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import type { VideoValue } from '../admin/lessonValues.ts'
import { md5Of } from './md5Of.ts'
import { sendVideo, UploadError } from './sendVideo.ts'
import { videoFacts } from './videoFacts.ts'

const MOST_BYTES = 2 ** 30

export type VideoUpload = {
  file: File
  state: 'reading' | 'sending' | 'publishing' | 'paused' | 'failed'
  /** Share that is read or sent, from 0 to 1. */
  share: number
  /** Why it failed. */
  words: string | null
}

/** Uploads one video; a paused, failed or interrupted upload of a file continues where the server has it. */
export function useVideoUpload(onDone: (video: VideoValue, isKnown: boolean) => void) {
  const { t } = useTranslation()
  const [current, setCurrent] = useState<VideoUpload | null>(null)
  const end = useRef<AbortController | null>(null)
  const md5s = useRef(new WeakMap<File, string>())
  const done = useRef(onDone)
  done.current = onDone

  const start = useCallback(
    async (file: File | null) => {
      end.current?.abort()
      if (!file) return shell().tell(t('lesson:upload.none'), 'error')
      const fail = (words: string) => setCurrent({ file, state: 'failed', share: 0, words })
      if (!/\.mp4$/i.test(file.name) || (file.type !== '' && file.type !== 'video/mp4'))
        return fail(t('lesson:upload.type'))
      if (file.size > MOST_BYTES) return fail(t('lesson:upload.size'))
      const control = new AbortController()
      const { signal } = control
      end.current = control
      const show = (state: VideoUpload['state'], share: number) => {
        if (end.current === control && !signal.aborted) setCurrent({ file, state, share, words: null })
      }
      try {
        show('reading', 0)
        const facts = videoFacts(file)
        const md5 =
          md5s.current.get(file) ??
          (await md5Of(file, { signal, onProgress: (share) => show('reading', share) }))
        if (md5 === null) return fail(t('lesson:upload.md5'))
        md5s.current.set(file, md5)
        const { path, isKnown } = await sendVideo(file, md5, {
          signal,
          onProgress: (share) => show('sending', share),
          onPublishing: () => show('publishing', 1),
        })
        const { durationSeconds, poster } = await facts
        // A video without a picture is as good.
        const picture = poster && (await upload('markdownPicture', poster, { signal }).catch(() => null))
        signal.throwIfAborted()
        setCurrent(null)
        done.current({ url: path, posterUrl: picture?.link ?? null, durationSeconds }, isKnown)
      } catch (error) {
        if (signal.aborted) return
        fail(error instanceof UploadError ? t(`lesson:upload.${error.fault}`) : shell().words(error))
      }
    },
    [t],
  )

  useEffect(() => () => end.current?.abort(), [])

  return {
    current,
    start,
    pause: () => {
      end.current?.abort()
      setCurrent((upload) => upload && { ...upload, state: 'paused' })
    },
    cancel: () => {
      end.current?.abort()
      setCurrent(null)
    },
  }
}
