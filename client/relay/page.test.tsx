import { act, cleanup, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { graphql, RelayEnvironmentProvider, usePreloadedQuery } from 'react-relay'
import { createMemoryRouter, RouterProvider, replace, useRouteError } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { silentShell } from '../../tests/support/silentShell.ts'
import query, { type pageTestQuery } from '../__generated__/pageTestQuery.graphql.ts'
import { environment } from './environment.ts'
import { type Guard, type PageEntry, type PageProps, page } from './page.tsx'
import { warm, warmRoutes } from './preload.ts'
import { RefusedError } from './refusal.ts'
import { connectShell } from './shell.ts'

connectShell(silentShell)

function ProblemPage({ queryRef }: PageProps<pageTestQuery>) {
  const { problem } = usePreloadedQuery<pageTestQuery>(
    graphql`
      query pageTestQuery($id: String!) {
        problem(displayId: $id) {
          title
        }
      }
    `,
    queryRef,
  )
  return <h1>{problem.title}</h1>
}

function Failed() {
  const error = useRouteError()
  return <p>failed: {error instanceof RefusedError ? error.code : String(error)}</p>
}

let asked: string[] = []
let answer: (id: string) => Promise<unknown>

beforeEach(() => {
  asked = []
  answer = async (id) => ({ data: { problem: { id: `key ${id}`, title: `Problem ${id}` } } })
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { id } = JSON.parse(body).variables
    asked.push(id)
    return new Response(JSON.stringify(await answer(id)))
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function open(path: string, guard?: Guard) {
  const routes = [
    page<pageTestQuery>({
      path: 'problem/:id',
      guard,
      entry: async () => ({
        default: {
          query,
          variables: (param) => ({ id: param('id') }),
          component: ProblemPage,
          skeleton: <p>skeleton</p>,
        },
      }),
    }),
    { path: 'home', element: <p>home</p> },
  ].map((route) => ({ ...route, errorElement: <Failed /> }))
  warmRoutes(routes)
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  render(
    <StrictMode>
      <RelayEnvironmentProvider environment={environment}>
        <RouterProvider router={router} />
      </RelayEnvironmentProvider>
    </StrictMode>,
  )
  return router
}

describe('page', () => {
  it('shows what the address asks for, once, and keeps it while it is shown', async () => {
    open('/problem/a1')
    await screen.findByText('Problem a1')
    expect(asked).toEqual(['a1'])
  })

  it('shows its skeleton while the answer takes long', async () => {
    let give = (_: unknown) => {}
    answer = () => new Promise((resolve) => (give = resolve))
    open('/problem/slow')
    await screen.findByText('skeleton')
    give({ data: { problem: { id: 'key slow', title: 'At last' } } })
    await screen.findByText('At last')
  })

  it('loads again when the address changes', async () => {
    const router = open('/problem/b1')
    await screen.findByText('Problem b1')
    await act(() => router.navigate('/problem/b2'))
    await screen.findByText('Problem b2')
    expect(asked).toEqual(['b1', 'b2'])
  })

  /** Answers wait for their titles from now on. */
  const holdAnswers = () => {
    const gives: ((title: string) => void)[] = []
    answer = (id) =>
      new Promise((resolve) => {
        gives.push((title) => resolve({ data: { problem: { id: `key ${id}`, title } } }))
      })
    return gives
  }

  it('loads again after an answer that may be older than the change', async () => {
    const router = open('/problem/d1')
    await screen.findByText('Problem d1')
    const gives = holdAnswers()
    void router.revalidate()
    await vi.waitFor(() => expect(gives).toHaveLength(1))
    void router.revalidate()
    void router.revalidate()
    gives[0]?.('Before')
    await vi.waitFor(() => expect(gives).toHaveLength(2))
    gives[1]?.('After')
    await screen.findByText('After')
    expect(asked).toEqual(['d1', 'd1', 'd1'])
  })

  it('loads again after the request of a load that it ended, however often', async () => {
    const router = open('/home')
    await screen.findByText('home')
    const gives = holdAnswers()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    void router.navigate('/problem/e1')
    await vi.advanceTimersByTimeAsync(0)
    expect(gives).toHaveLength(1)
    for (let times = 0; times < 3; times++) {
      void router.revalidate()
      // Longer than a load waits for its answer before the skeleton is shown.
      await vi.advanceTimersByTimeAsync(1500)
    }
    vi.useRealTimers()
    expect(gives).toHaveLength(1)
    gives[0]?.('Before')
    await vi.waitFor(() => expect(gives).toHaveLength(2))
    gives[1]?.('At last')
    await screen.findByText('At last')
    expect(asked).toEqual(['e1', 'e1'])
  })

  it('uses what hovering a link loaded', async () => {
    const router = open('/home')
    await screen.findByText('home')
    warm('/problem/c1')
    warm('/problem/c1')
    await vi.waitFor(() => expect(asked).toEqual(['c1']))
    await act(() => router.navigate('/problem/c1'))
    await screen.findByText('Problem c1')
    expect(asked).toEqual(['c1'])
  })

  it('asks for its data while its code is on its way', async () => {
    let give = (_: { default: PageEntry<pageTestQuery> }) => {}
    const ask = { query, variables: (param: (name: string) => string) => ({ id: param('id') }) }
    const routes = [
      page<pageTestQuery>({
        path: 'problem/:id',
        ask: async () => ({ default: ask }),
        entry: () => new Promise((resolve) => (give = resolve)),
      }),
    ]
    render(
      <RelayEnvironmentProvider environment={environment}>
        <RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/problem/e1'] })} />
      </RelayEnvironmentProvider>,
    )
    await vi.waitFor(() => expect(asked).toEqual(['e1']))
    give({ default: { ...ask, component: ProblemPage } })
    await screen.findByText('Problem e1')
    expect(asked).toEqual(['e1'])
  })

  it('hands a refusal to the boundary of the route', async () => {
    answer = async () => ({ data: null, errors: [{ message: '', extensions: { code: 'NOT_FOUND' } }] })
    open('/problem/none')
    await screen.findByText('failed: NOT_FOUND')
  })

  it('asks nothing for a reader the guard turns away', async () => {
    open('/problem/d1', { concerns: () => true, turnAway: () => replace('/home') })
    await screen.findByText('home')
    warm('/problem/d1')
    expect(asked).toEqual([])
  })
})
