import { useEffect, useRef } from 'react'
import { fetchQuery, graphql, useLazyLoadQuery, useRelayEnvironment } from 'react-relay'
import query, { type TrialResultQuery } from '../../../__generated__/TrialResultQuery.graphql.ts'
import type { TrialResultSubscription } from '../../../__generated__/TrialResultSubscription.graphql.ts'
import { found } from '../../../relay/found.ts'
import { useLive } from '../../../relay/useLive.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { TrialOutcome } from './TrialOutcome.tsx'

type Props = {
  id: string
  /** Called when the run ends, with words that announce it. */
  onTried: (words: string) => void
  onEdit?: () => void
  hidesInput?: boolean
}

/** Follows one test run to its end. */
export function TrialResult({ id, onTried, ...look }: Props) {
  const { t } = useTranslation()
  const environment = useRelayEnvironment()
  const { node } = useLazyLoadQuery<TrialResultQuery>(
    graphql`
      query TrialResultQuery($id: ID!) {
        node(id: $id) {
          ... on Trial @alias(as: "trial") {
            id
            state
            ...TrialOutcome_trial
          }
        }
      }
    `,
    { id },
    { fetchPolicy: 'store-or-network' },
  )
  const trial = found(node?.trial)
  useLive<TrialResultSubscription>(
    graphql`
      subscription TrialResultSubscription($id: ID!) {
        trialChanged(id: $id) {
          id
          state
          ...TrialOutcome_trial
        }
      }
    `,
    { id },
    {
      // Reload: events during an outage were missed.
      onReturn: () => {
        fetchQuery<TrialResultQuery>(environment, query, { id }, { fetchPolicy: 'network-only' }).subscribe({
          error: () => {},
        })
      },
    },
  )
  const before = useRef(trial.state)
  useEffect(() => {
    if (before.current !== 'DONE' && trial.state === 'DONE') onTried(t('problem:trial.done'))
    before.current = trial.state
  }, [trial.state, onTried, t])

  return <TrialOutcome trial={trial} {...look} />
}
