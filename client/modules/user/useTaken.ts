/** Checks whether an account with this username or email address exists, when the field is left. */
import { useRef, useState } from 'react'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay'
import type { useTakenQuery } from '../../__generated__/useTakenQuery.graphql.ts'

type Kind = 'username' | 'email'

export function useTaken() {
  const environment = useRelayEnvironment()
  const [known, setKnown] = useState<ReadonlyMap<string, boolean>>(new Map())
  const asked = useRef(new Set<string>())

  const keyOf = (kind: Kind, value: string) => `${kind} ${value.trim()}`

  /** Queries each value once. A failed query decides nothing: the server checks on submit. */
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
    /** True, false, or undefined while unknown. */
    isTaken: (kind: Kind, value: string) => known.get(keyOf(kind, value)),
  }
}
