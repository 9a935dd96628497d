import { useRef } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { useTrainingLive_training$key } from '../../__generated__/useTrainingLive_training.graphql.ts'
import type { useTrainingLiveSubscription } from '../../__generated__/useTrainingLiveSubscription.graphql.ts'
import { useLive } from '../../relay/useLive.ts'
import { useReadAgain } from '../../relay/useReadAgain.ts'

/** All viewers reload spread over this time (ms) when a manager changes the training. */
const WITHIN = 800

/**
 * Keeps an open page of a training live: its words change in place, and a new version reloads the page. A registration is
 * no new version; it reloads the page of a viewer who may not see the problems and may have registered in another tab.
 */
export function useTrainingLive(props: useTrainingLive_training$key) {
  const { id, version, lookBar } = useFragment(
    graphql`
      fragment useTrainingLive_training on Training {
        id
        version
        lookBar
      }
    `,
    props,
  )
  const readAgain = useReadAgain(WITHIN)
  const known = useRef({ id, version })
  if (known.current.id !== id || known.current.version < version) known.current = { id, version }

  useLive<useTrainingLiveSubscription>(
    graphql`
      subscription useTrainingLiveSubscription($id: ID!) {
        trainingChanged(id: $id) {
          id
          title
          access
          updatedAt
          version
          category {
            id
            number
            name
            color
          }
        }
      }
    `,
    { id },
    {
      onEvent: ({ trainingChanged: now }) => {
        const isNew = now.version !== known.current.version
        known.current = { id, version: now.version }
        if (isNew || lookBar) readAgain()
      },
    },
  )
}
