import { useEffect } from 'react'
import { fetchQuery, graphql, useLazyLoadQuery, useRelayEnvironment } from 'react-relay'
import type { OwnSolvesQuery } from '../../__generated__/OwnSolvesQuery.graphql.ts'
import type { Solve } from './ContestRail.tsx'
import { useOwnJudged } from './useOwnOutcomes.ts'

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

/** Tells which problems of a contest the reader has solved and when, as it comes. */
export function OwnSolves({ number, onSolves }: Props) {
  const environment = useRelayEnvironment()
  const { contest } = useLazyLoadQuery<OwnSolvesQuery>(
    query,
    { number },
    { fetchPolicy: 'store-and-network' },
  )
  const again = () =>
    fetchQuery<OwnSolvesQuery>(environment, query, { number }, { fetchPolicy: 'network-only' })
      // Whoever lost the line hears again when it is back.
      .subscribe({ error: () => {} })
  useOwnJudged(contest?.id ?? null, again)
  const solves = (contest?.problems ?? []).flatMap(({ displayId, viewerStatus }): Solve[] =>
    viewerStatus?.verdict === 'ACCEPTED' ? [{ displayId, at: viewerStatus.sentAt }] : [],
  )
  const text = JSON.stringify(solves)
  useEffect(() => onSolves(JSON.parse(text)), [onSolves, text])
  return null
}
