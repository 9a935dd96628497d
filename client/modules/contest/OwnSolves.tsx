import { useEffect } from 'react'
import { graphql, useLazyLoadQuery } from 'react-relay'
import type { OwnSolvesQuery } from '../../__generated__/OwnSolvesQuery.graphql.ts'
import type { Solve } from './ContestRail.tsx'
import { useOwnStatuses } from './useOwnOutcomes.ts'

const query = graphql`
  query OwnSolvesQuery($number: Int!) {
    contest(number: $number) {
      id
      problems {
        id
        displayId
        viewerStatus {
          state
          verdict
          sentAt
        }
      }
    }
  }
`

type Props = { number: number; onSolves: (solves: readonly Solve[]) => void }

/** Reports which problems the viewer has solved and when, live. */
export function OwnSolves({ number, onSolves }: Props) {
  const { contest } = useLazyLoadQuery<OwnSolvesQuery>(
    query,
    { number },
    { fetchPolicy: 'store-and-network' },
  )
  useOwnStatuses(contest?.id ?? null, number)
  const solves = (contest?.problems ?? []).flatMap(({ displayId, viewerStatus }): Solve[] =>
    viewerStatus?.verdict === 'ACCEPTED' ? [{ displayId, at: viewerStatus.sentAt }] : [],
  )
  const text = JSON.stringify(solves)
  useEffect(() => onSolves(JSON.parse(text)), [onSolves, text])
  return null
}
