import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Suspense, use } from 'react'
import { createMemoryRouter, RouterProvider, useSearchParams } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { flag, listAddress, text } from './listAddress.ts'
import { useFilter } from './useFilter.ts'

afterEach(cleanup)

const things = listAddress('/things', { keyword: text('keyword'), mine: flag('mine') }, { size: 30 })
const never = new Promise<never>(() => undefined)

/** A list that is not drawn any more once it is filtered. */
function Things() {
  const list = things.read(useSearchParams()[0])
  const filter = useFilter(things, list)
  return (
    <>
      <button type="button" onClick={() => filter({ keyword: 'tide' })}>
        Tide
      </button>
      <button type="button" onClick={() => filter({ mine: true })}>
        Mine
      </button>
      {things.isFiltered(list) && use(never)}
    </>
  )
}

it.each([
  ['read', () => never],
  ['drawn', () => null],
])('keeps the filter that was chosen before, while its list is not %s yet', async (_, filtered) => {
  const router = createMemoryRouter(
    [
      {
        path: '/things',
        loader: ({ request }) => (new URL(request.url).search.includes('mine') ? null : filtered()),
        element: (
          <Suspense>
            <Things />
          </Suspense>
        ),
        hydrateFallbackElement: <p>Loading</p>,
      },
    ],
    { initialEntries: ['/things?x'], hydrationData: { loaderData: { 0: null } } },
  )
  render(<RouterProvider router={router} />)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Tide' })))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Mine' })))
  await expect.poll(() => router.state.location.search).toBe('?keyword=tide&mine=true')
})
