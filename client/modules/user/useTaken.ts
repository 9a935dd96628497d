/** Asks, when a field is left, whether an account with this name or address exists. */
import { useRef, useState } from 'react'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay'
import type { useTakenQuery } from '../../__generated__/useTakenQuery.graphql.ts'

type Kind = 'username' | 'email'

export function useTaken() {
  const environment = useRelayEnvironment()
  const [known, setKnown] = useState<ReadonlyMap<string, boolean>>(new Map())
  const asked = useRef(new Set<string>())

  const keyOf = (kind: Kind, value: string) => `${kind} ${value.trim()}`

  /** Asks once for each value; an answer that does not come decides nothing, the server asks again. */
  const look = (kind: Kind, value: string) => {
    const key = keyOf(kind, value)
    if (!value.trim() || asked.current.has(key)) return
    asked.current.add(key)
    fetchQuery<useTakenQuery>(
      environment,
      graphql`
        query useTakenQuery($username: String, $email: String) {
          accountTaken(username: $username, email: $email) {
            username
            email
          }
        }
      `,
      { [kind]: value.trim() },
      { fetchPolicy: 'network-only' },
    ).subscribe({
      next: ({ accountTaken }) => setKnown((before) => new Map(before).set(key, accountTaken[kind])),
      error: () => asked.current.delete(key),
    })
  }

  return {
    look,
    /** True, false, or undefined while nobody knows. */
    isTaken: (kind: Kind, value: string) => known.get(keyOf(kind, value)),
  }
}
