import { useEffect, useRef, useState } from 'react'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay'
import type { useHeadsQuery } from '../../__generated__/useHeadsQuery.graphql.ts'

/** Cases per request. */
const PIECE = 50

export type Heads = { input: string; answer: string | null }

/** First bytes of the cases in sight, loaded in batches and once per case. */
export function useHeads(testset: string | null, wanted: readonly number[]): ReadonlyMap<number, Heads> {
  const environment = useRelayEnvironment()
  const [heads, setHeads] = useState<ReadonlyMap<number, Heads>>(new Map())
  const asked = useRef(new Set<string>())
  const pieces = [...new Set(wanted.map((index) => Math.floor((index - 1) / PIECE)))].sort((a, b) => a - b)
  const key = pieces.join()

  useEffect(() => {
    if (testset === null || key === '') return
    for (const piece of key.split(',').map(Number)) {
      const name = `${testset} ${piece}`
      if (asked.current.has(name)) continue
      asked.current.add(name)
      fetchQuery<useHeadsQuery>(
        environment,
        graphql`
          query useHeadsQuery($id: ID!, $fromIndex: Int!, $toIndex: Int!) {
            node(id: $id) {
              ... on Testset {
                cases(fromIndex: $fromIndex, toIndex: $toIndex) {
                  index
                  input {
                    head {
                      text
                    }
                  }
                  answer {
                    head {
                      text
                    }
                  }
                }
              }
            }
          }
        `,
        { id: testset, fromIndex: piece * PIECE + 1, toIndex: (piece + 1) * PIECE },
      ).subscribe({
        next: ({ node }) => {
          const found = (node?.cases ?? []).map(({ index, input, answer }): [number, Heads] => [
            index,
            { input: input.head.text, answer: answer?.head.text ?? null },
          ])
          setHeads((before) => new Map([...before, ...found]))
        },
        // The table works without them.
        error: () => asked.current.delete(name),
      })
    }
  }, [environment, testset, key])

  return heads
}
