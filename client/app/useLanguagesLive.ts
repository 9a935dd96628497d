import { useEffect, useRef } from 'react'
import { graphql } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { useLanguagesLiveSubscription } from '../__generated__/useLanguagesLiveSubscription.graphql.ts'
import { useLive } from '../relay/useLive.ts'

/** Subscribed pages reload at a random moment within this time (ms). */
const SPREAD = 1000

/** Reloads the page when the set of languages changes. */
export function useLanguagesLive(): void {
  const { revalidate } = useRevalidator()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLive<useLanguagesLiveSubscription>(
    graphql`
      subscription useLanguagesLiveSubscription {
        languagesChanged {
          shortName
        }
      }
    `,
    {},
    {
      onEvent: () => {
        clearTimeout(timer.current)
        timer.current = setTimeout(() => void revalidate(), Math.random() * SPREAD)
      },
    },
  )
}
