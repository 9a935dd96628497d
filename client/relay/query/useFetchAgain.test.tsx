import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { RelayEnvironmentProvider } from 'react-relay'
import { createMockEnvironment } from 'relay-test-utils'
import { afterEach, expect, it } from 'vitest'
import query, { type useOwnOutcomesQuery } from '../../__generated__/useOwnOutcomesQuery.graphql.ts'
import { useFetchAgain } from './useFetchAgain.ts'

afterEach(cleanup)

const answer = { data: { contest: null } }

function mounted() {
  const environment = createMockEnvironment()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <RelayEnvironmentProvider environment={environment}>{children}</RelayEnvironmentProvider>
  )
  const { result } = renderHook(() => useFetchAgain<useOwnOutcomesQuery>(query, { number: 1 }), { wrapper })
  return { environment, again: () => act(() => result.current()) }
}

const passed = () => act(() => new Promise((resolve) => setTimeout(resolve, 5)))

it('sends one more request for events during a request, and none without events', async () => {
  const { environment, again } = mounted()
  const pending = () => environment.mock.getAllOperations().length
  again()
  expect(pending()).toBe(1)
  again()
  again()
  expect(pending()).toBe(1)
  act(() => environment.mock.resolveMostRecentOperation(answer))
  await passed()
  expect(pending()).toBe(1)
  act(() => environment.mock.resolveMostRecentOperation(answer))
  await passed()
  expect(pending()).toBe(0)
})

it('loads again at an event after a failure', async () => {
  const { environment, again } = mounted()
  const pending = () => environment.mock.getAllOperations().length
  again()
  act(() => environment.mock.rejectMostRecentOperation(new Error('lost')))
  await passed()
  expect(pending()).toBe(0)
  again()
  expect(pending()).toBe(1)
})
