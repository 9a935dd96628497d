import { useEffect, useRef } from 'react'
import { toast } from '../../app/toasts.ts'
import { retryImport } from '../../relay/retryImport.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { REDUCED_MOTION } from './useReducedMotion.ts'

/** Delay after the fortune appears (ms). */
const PAUSE = 3000

/** Returns a function that plays the joke; leaving the page cancels it. */
export function useJoke() {
  const { t } = useTranslation()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const ended = useRef<() => void>(undefined)

  useEffect(
    () => () => {
      clearTimeout(timer.current)
      ended.current?.()
    },
    [],
  )

  return () => {
    timer.current = setTimeout(async () => {
      if (matchMedia(REDUCED_MOTION).matches) return toast.info(t('home:joke.still'))
      toast.info(t('home:joke.falling'))
      const { letEverythingFall } = await retryImport(() => import('./joke.ts'))
      ended.current = letEverythingFall(() => toast.info(t('home:joke.over')))
    }, PAUSE)
  }
}
