import { useState } from 'react'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { useLessonsLiveQuery } from '../../__generated__/useLessonsLiveQuery.graphql.ts'
import type { useLessonsLiveSubscription } from '../../__generated__/useLessonsLiveSubscription.graphql.ts'
import { useLive } from '../../relay/useLive.ts'
import { useSpread } from '../../relay/useReadAgain.ts'

/** All viewers reload spread over this time (ms) when somebody changes a lesson. */
const WITHIN = 800

/** Keeps contents and open lesson live; returns a number that changes when expanded nodes have to be read again. */
export function useLessonsLive(): number {
  const [stamp, setStamp] = useState(0)
  const environment = useRelayEnvironment()
  const { revalidate } = useRevalidator()
  const readAgain = useSpread(() => {
    setStamp((before) => before + 1)
    // The contents are read apart from the page: a navigation may interrupt its reload.
    fetchQuery<useLessonsLiveQuery>(
      environment,
      graphql`
        query useLessonsLiveQuery {
          ...LessonTree_query
        }
      `,
      {},
      { fetchPolicy: 'network-only' },
    ).subscribe({ error: () => undefined })
    return revalidate()
  }, WITHIN)
  useLive<useLessonsLiveSubscription>(
    graphql`
      subscription useLessonsLiveSubscription {
        lessonsChanged {
          change
          rowId
          lesson {
            id
            key
            title
            isGroup
          }
        }
      }
    `,
    {},
    { onEvent: readAgain, onReturn: readAgain },
  )
  return stamp
}
