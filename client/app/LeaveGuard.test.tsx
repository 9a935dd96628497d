import { act, cleanup, render, screen } from '@testing-library/react'
import { use } from 'react'
import { createMemoryRouter, RouterProvider, redirect } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { session } from '../relay/session.ts'
import { LeaveGuard } from './LeaveGuard.tsx'

beforeEach(() => session.signIn('a token'))
afterEach(cleanup)

const changed = { changed: true, isChanged: () => true }
const never = new Promise<never>(() => undefined)

it('lets a login return to a form while the page that took its place is not drawn yet', async () => {
  let isOver = false
  const Home = () => use(never)
  const router = createMemoryRouter(
    [
      { path: '/home', element: <Home /> },
      {
        path: '/setting',
        loader: () => (isOver ? redirect('/home') : null),
        element: (
          <>
            <p>The form</p>
            <LeaveGuard form={changed} />
          </>
        ),
        hydrateFallbackElement: <p>Loading</p>,
      },
    ],
    { initialEntries: ['/setting'] },
  )
  render(<RouterProvider router={router} />)
  await screen.findByText('The form')

  isOver = true
  await act(() => router.revalidate())
  await expect.poll(() => router.state.location.pathname).toBe('/home')
  expect(screen.getByText('The form')).toBeTruthy()

  isOver = false
  await act(() => router.navigate('/setting'))
  expect(router.state.location.pathname).toBe('/setting')
})
