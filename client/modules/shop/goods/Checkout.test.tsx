import { ThemeProvider } from '@mui/material/styles'
import { act, cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { RelayEnvironmentProvider } from 'react-relay'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { createMockEnvironment } from 'relay-test-utils'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { wordsHere } from '../../../../locales/needed.ts'
import { theme } from '../../../app/theme.ts'
import { startWords } from '../../../app/words.ts'
import { Checkout } from './Checkout.tsx'

beforeAll(async () => {
  localStorage.setItem('locale', 'en-US')
  await startWords()
  await wordsHere()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('opens on plain http, where browsers have no crypto.randomUUID', async () => {
  const getRandomValues = crypto.getRandomValues.bind(crypto)
  vi.stubGlobal('crypto', { getRandomValues })
  const environment = createMockEnvironment()
  const page = (
    <Suspense>
      <Checkout
        lines={[{ item: 'one', quantity: 1 }]}
        total={5}
        typed={null}
        onBought={() => {}}
        onClose={() => {}}
      />
    </Suspense>
  )
  render(
    <ThemeProvider theme={theme}>
      <RelayEnvironmentProvider environment={environment}>
        <RouterProvider router={createMemoryRouter([{ path: '/', element: page }])} />
      </RelayEnvironmentProvider>
    </ThemeProvider>,
  )
  await act(async () =>
    environment.mock.resolveMostRecentOperation({ data: { ownShopOrders: { edges: [] } } } as never),
  )
  expect(await screen.findByRole('textbox', { name: /Receiver/ })).toBeTruthy()
})
