import { act, cleanup, render, screen } from '@testing-library/react'
import { use } from 'react'
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { useNavigateAfter } from './useNavigateAfter.ts'

afterEach(cleanup)

const never = new Promise<never>(() => undefined)

function open(other: { load?: () => unknown; draw?: () => unknown }) {
  let navigate: ReturnType<typeof useNavigateAfter> = () => {}
  function Form() {
    navigate = useNavigateAfter()
    return <Link to="/other">Other</Link>
  }
  function Other() {
    other.draw?.()
    return <p>The other page</p>
  }
  const router = createMemoryRouter(
    [
      { path: '/form', element: <Form /> },
      { path: '/other', loader: () => other.load?.() ?? null, element: <Other /> },
      { path: '/made', element: <p>What was made</p> },
    ],
    { initialEntries: ['/form'] },
  )
  render(<RouterProvider router={router} />)
  return {
    router,
    leave: () => act(async () => screen.getByRole('link').click()),
    answer: () => act(async () => navigate('/made')),
  }
}

it('leads on from the page that has asked', async () => {
  const { answer } = open({})
  await answer()
  expect(screen.getByText('What was made')).toBeTruthy()
})

it.each([
  ['drawn', {}],
  ['being drawn', { draw: () => use(never) }],
  ['being read', { load: () => never }],
])('leads nobody away from another page that is %s', async (_, other) => {
  const { router, leave, answer } = open(other)
  await leave()
  await answer()
  expect((router.state.navigation.location ?? router.state.location).pathname).toBe('/other')
})
