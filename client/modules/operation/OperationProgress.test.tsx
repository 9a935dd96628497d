import { ThemeProvider } from '@mui/material/styles'
import { act, cleanup, render, screen } from '@testing-library/react'
import { commitLocalUpdate, graphql, RelayEnvironmentProvider, useLazyLoadQuery } from 'react-relay'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { createMockEnvironment } from 'relay-test-utils'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { wordsHere } from '../../../locales/needed.ts'
import type { OperationProgressTestQuery } from '../../__generated__/OperationProgressTestQuery.graphql.ts'
import { theme } from '../../app/theme.ts'
import { startWords } from '../../app/words.ts'
import { OperationProgress } from './OperationProgress.tsx'

beforeAll(async () => {
  localStorage.setItem('locale', 'en-US')
  await startWords()
  await wordsHere()
})
afterEach(cleanup)

const onChange = vi.fn()

function Shown() {
  const { operations } = useLazyLoadQuery<OperationProgressTestQuery>(
    graphql`
      query OperationProgressTestQuery {
        operations(first: 1) {
          edges {
            node {
              ...OperationProgress_operation
            }
          }
        }
      }
    `,
    {},
  )
  return operations?.edges.map(({ node }) => (
    <OperationProgress key="one" operation={node} name="Import" cancelText="" onChange={onChange}>
      Import
    </OperationProgress>
  ))
}

it('tells of a change once it is drawn, also when it is drawn before the event is told', async () => {
  const environment = createMockEnvironment()
  const router = createMemoryRouter([{ path: '/', element: <Shown /> }])
  render(
    <ThemeProvider theme={theme}>
      <RelayEnvironmentProvider environment={environment}>
        <RouterProvider router={router} />
      </RelayEnvironmentProvider>
    </ThemeProvider>,
  )
  const operation = { __typename: 'Operation', id: 'many', state: 'RUNNING', total: 2, done: 1, refused: 0 }
  const node = { ...operation, failure: null, viewerCanCancel: false, resultUrl: null }
  await act(async () =>
    environment.mock.resolveMostRecentOperation({ data: { operations: { edges: [{ node }] } } } as never),
  )
  await screen.findByText(/1 of 2 done/)
  expect(onChange).not.toHaveBeenCalled()
  await act(async () =>
    commitLocalUpdate(environment, (store) => {
      store.get('many')?.setValue(2, 'done').setValue('DONE', 'state')
    }),
  )
  await screen.findByText(/2 of 2 done/)
  await act(async () =>
    commitLocalUpdate(environment, (store) => {
      store.get('many')?.setValue(2, 'refused')
    }),
  )
  await screen.findByText(/0 succeeded/)
  screen.getByRole('button', { name: '2 refused' })
  expect(onChange).toHaveBeenCalledTimes(1)
})
