import { act, cleanup, render, screen } from '@testing-library/react'
import { Suspense, startTransition, use, useState } from 'react'
import { RelayEnvironmentProvider } from 'react-relay'
import { createMockEnvironment } from 'relay-test-utils'
import { afterEach, expect, it } from 'vitest'
import query, { type pageTestQuery } from '../../__generated__/pageTestQuery.graphql.ts'
import { useFreshQuery } from './useFreshQuery.ts'

afterEach(cleanup)

const never = new Promise<never>(() => {})
const Waiting = () => use(never)

function Dialog(_: { isBusy: boolean }) {
  const { problem } = useFreshQuery<pageTestQuery>(query, { id: 'a1' })
  return <p>{problem.title}</p>
}

let set: (state: { isOpen: boolean; isBusy: boolean }) => void

function Parent() {
  const [{ isOpen, isBusy }, setState] = useState({ isOpen: true, isBusy: false })
  set = setState
  return (
    <>
      {isOpen && <Dialog isBusy={isBusy} />}
      {isBusy && <Waiting />}
    </>
  )
}

it('asks again after a render that was discarded', async () => {
  const environment = createMockEnvironment()
  render(
    <RelayEnvironmentProvider environment={environment}>
      <Suspense>
        <Parent />
      </Suspense>
    </RelayEnvironmentProvider>,
  )
  const answer = (title: string) =>
    act(async () =>
      environment.mock.resolveMostRecentOperation({ data: { problem: { id: 'key', title } } } as never),
    )
  await answer('Before')
  await screen.findByText('Before')
  // A transition that renders the dialog once more, and waits.
  await act(async () => startTransition(() => set({ isOpen: true, isBusy: true })))
  await act(async () => set({ isOpen: false, isBusy: false }))
  expect(screen.queryByText('Before')).toBeNull()
  await act(async () => set({ isOpen: true, isBusy: false }))
  expect(environment.mock.getAllOperations()).toHaveLength(1)
  await answer('After')
  await screen.findByText('After')
})
