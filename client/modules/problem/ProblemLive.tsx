import { useEffect, useMemo, useRef } from 'react'
import { graphql, useFragment } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { ProblemLive_problem$key } from '../../__generated__/ProblemLive_problem.graphql.ts'
import type { ProblemLiveHostsSubscription } from '../../__generated__/ProblemLiveHostsSubscription.graphql.ts'
import type { ProblemLiveSubscription } from '../../__generated__/ProblemLiveSubscription.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { useLive } from '../../relay/useLive.ts'
import { useReadAgain } from '../../relay/useReadAgain.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

type Props = {
  problem: ProblemLive_problem$key
  /** Subscribes to saves; left out in a contest, whose own stream reports them. */
  subscribes: boolean
  /** No language can be judged: waits for the first judge host. */
  needsHost: boolean
}

/** Reloads an open problem page after each save, and says so when its statement, samples or limits changed. */
export function ProblemLive({ problem, subscribes, needsHost }: Props) {
  const { t } = useTranslation()
  const { problemId, updatedAt, statement, samples, timeLimitMs, memoryLimitMib } = useFragment(
    graphql`
      fragment ProblemLive_problem on ProblemSheet {
        problemId
        ... on Problem {
          updatedAt
        }
        statement {
          locale
          descriptionTree
          inputTree
          outputTree
          hintTree
        }
        samples {
          index
          input
          output
        }
        timeLimitMs
        memoryLimitMib
      }
    `,
    problem,
  )
  const readAgain = useReadAgain()
  const known = useRef(updatedAt)
  useLive<ProblemLiveSubscription>(
    graphql`
      subscription ProblemLiveSubscription($id: ID!) {
        problemChanged(id: $id) {
          id
          updatedAt
        }
      }
    `,
    subscribes ? { id: problemId } : null,
    {
      onEvent: ({ problemChanged: now }) => {
        if (now.updatedAt === known.current) return
        known.current = now.updatedAt
        readAgain()
      },
    },
  )
  useFirstHost(needsHost)
  const { locale } = statement
  const text = useMemo(
    () => JSON.stringify([statement, samples, timeLimitMs, memoryLimitMib]),
    [statement, samples, timeLimitMs, memoryLimitMib],
  )
  const shown = useRef({ locale, text })
  useEffect(() => {
    const before = shown.current
    shown.current = { locale, text }
    if (before.locale === locale && before.text !== text) toast.info(t('problem:page.edited'))
  }, [locale, text, t])
  return null
}

/** Reloads the page when the first judge host connects, which brings its languages. */
function useFirstHost(isNeeded: boolean) {
  const { revalidate } = useRevalidator()
  useLive<ProblemLiveHostsSubscription>(
    graphql`
      subscription ProblemLiveHostsSubscription {
        judgingChanged {
          hostCount
        }
      }
    `,
    isNeeded ? {} : null,
    {
      onEvent: ({ judgingChanged }) => {
        if (judgingChanged.hostCount > 0) void revalidate()
      },
    },
  )
}
