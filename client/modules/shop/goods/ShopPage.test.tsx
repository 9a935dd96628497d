import { ThemeProvider } from '@mui/material/styles'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { loadQuery, RelayEnvironmentProvider } from 'react-relay'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { createMockEnvironment } from 'relay-test-utils'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { wordsHere } from '../../../../locales/needed.ts'
import query, { type ShopPageQuery } from '../../../__generated__/ShopPageQuery.graphql.ts'
import { theme } from '../../../app/theme.ts'
import { toast } from '../../../app/toasts.ts'
import { startWords } from '../../../app/words.ts'
import { ShopPage } from './ShopPage.tsx'

beforeAll(async () => {
  localStorage.setItem('locale', 'en-US')
  await startWords()
  await wordsHere()
})
afterEach(cleanup)

it('warns a guest who puts goods into the cart that the shop needs a login', async () => {
  const warning = vi.spyOn(toast, 'warning')
  const environment = createMockEnvironment()
  const queryRef = loadQuery<ShopPageQuery>(environment, query, { first: 16, offset: 0 })
  const node = { __typename: 'ShopItem', id: 'flask', name: 'Flask', picture: '', price: 5, stock: 3 }
  const shopItems = { totalCount: 1, edges: [{ node: { ...node, mostPerOrder: null } }] }
  environment.mock.resolveMostRecentOperation({ data: { viewer: null, points: null, shopItems } } as never)
  render(
    <ThemeProvider theme={theme}>
      <RelayEnvironmentProvider environment={environment}>
        <RouterProvider
          router={createMemoryRouter([{ path: '/', element: <ShopPage queryRef={queryRef} /> }])}
        />
      </RelayEnvironmentProvider>
    </ThemeProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: /Flask/ }))
  await vi.waitFor(() => expect(warning).toHaveBeenCalledWith('Please login first'))
})
