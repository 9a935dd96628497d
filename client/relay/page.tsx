/**
 * A page is a route that names its path, its query and its code together, so that both leave at once:
 *
 *   export const problemRoutes: RouteObject[] = [
 *     page<ProblemPageQuery>({
 *       path: 'problem/:problemID',
 *       title: (t) => t('problem:title'),
 *       query: ProblemPageQueryArtifact,      // default import of '../../__generated__/ProblemPageQuery.graphql.ts'
 *       variables: (param, search) => ({ id: param('problemID') }),
 *       component: () => import('./ProblemPage.tsx'),
 *       skeleton: <ProblemSkeleton />,        // the final layout in grey; small, it is in the first load
 *     }),
 *   ]
 *
 *   export default function ProblemPage({ queryRef }: PageProps<ProblemPageQuery>) {
 *     const { problem } = usePreloadedQuery(graphql`query ProblemPageQuery($id: String!) { … }`, queryRef)
 *     useTitle(problem.title)                 // from app/title.ts, when the title is known only here
 *
 * - Every part that reads a field selects it in a fragment of its own, named after the file.
 * - The whole state of a list is in the URL: `variables` reads it from `search`, links and forms write it there.
 *   A changed search loads again in a transition; the old rows stay until the new ones are here.
 * - `guard: requireLogin`, or `requireLoginFor(filter)` (app/guards.ts), turns guests away; the server decides
 *   all the same.
 * - Links are MUI's `<Link href>` and `<Button href>`: they are router links and warm the page behind them.
 * - An error in a page reaches the route's own boundary, NOT_FOUND shows the 404 page. A section that can fail
 *   alone gets a `<Section>` boundary (app/Section.tsx).
 * - What was loaded is shown at once on Back, and read again behind it. A page that comes within GRACE is shown
 *   without its skeleton; React would otherwise hold the skeleton for a third of a second.
 */
import type { TFunction } from 'i18next'
import { type ComponentType, type ReactNode, Suspense, use, useEffect } from 'react'
import { loadQuery, type PreloadedQuery } from 'react-relay'
import {
  type LoaderFunctionArgs,
  type RouteObject,
  type ShouldRevalidateFunction,
  useLoaderData,
} from 'react-router-dom'
import type { ConcreteRequest, OperationType } from 'relay-runtime'
import { createOperationDescriptor } from 'relay-runtime'
import { isOffline, whenOnline } from './connection.ts'
import { environment } from './environment.ts'
import { Pending } from './pending.tsx'
import { persistently } from './persistently.ts'
import { session } from './session.ts'
import { shell } from './shell.ts'
import type { PageHandle } from './warm.ts'

export type PageProps<Q extends OperationType = OperationType> = { queryRef: PreloadedQuery<Q> }

export type TitledHandle = PageHandle & {
  title?: (t: TFunction, search: URLSearchParams) => string
  absent?: (t: TFunction, param: Param) => string
}

type Param = (name: string) => string

/** Turns guests away from a page, or from some of what its address can ask for. */
export type Guard = {
  concerns: (search: URLSearchParams) => boolean
  /** Where to go instead. */
  turnAway: (to: URL) => Response
}

type PageOptions<Q extends OperationType> = {
  path: string
  title?: (t: TFunction, search: URLSearchParams) => string
  /** The artifact; of a page few people open, how to load it, so that it is not in everybody's first load. */
  query: ConcreteRequest | (() => Promise<{ default: ConcreteRequest }>)
  variables?: (param: Param, search: URLSearchParams) => Q['variables']
  /** What to say when the server has nothing at this address. */
  absent?: (t: TFunction, param: Param) => string
  component: () => Promise<{ default: ComponentType<PageProps<Q>> }>
  skeleton?: ReactNode
  guard?: Guard
  children?: RouteObject[]
  shouldRevalidate?: ShouldRevalidateFunction
  /** Further marks for the shell, such as `{ footer: false }`. */
  handle?: Record<string, unknown>
}

/** A page that needs less than this (ms) is shown without a skeleton. */
const GRACE = 150

/** The first one has longer: the skeleton of index.html stands already, and drawing another one would keep it waiting. */
const FIRST_GRACE = 1000

/** Whether a page of ours was drawn. */
let begun = false

/** What a hover loaded serves the click that follows within this time (ms). */
const FRESH = 20_000

type Loaded<Q extends OperationType> = { queryRef: PreloadedQuery<Q> }

const settled = (queryRef: PreloadedQuery<OperationType>) =>
  new Promise<void>((resolve) => {
    const { source } = queryRef
    if (!source) return resolve()
    source.subscribe({ next: () => resolve(), error: () => resolve(), complete: () => resolve() })
  })

const pause = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, time))

/** Keeps data for as long as the page that shows it, across StrictMode's rehearsals. */
export function useOwned({ queryRef }: Loaded<OperationType>) {
  useEffect(() => {
    const pending = leaving.get(queryRef)
    if (pending !== undefined) clearTimeout(pending)
    return () => {
      leaving.set(
        queryRef,
        setTimeout(() => queryRef.dispose(), 1000),
      )
    }
  }, [queryRef])
}

const leaving = new WeakMap<object, ReturnType<typeof setTimeout>>()

export function page<Q extends OperationType>(options: PageOptions<Q>): RouteObject {
  const { path, variables, skeleton = null, guard, children, shouldRevalidate } = options

  const isClosed = (search: URLSearchParams) => !session.token && (guard?.concerns(search) ?? false)

  let code: Promise<{ default: ComponentType<PageProps<Q>> }> | null = null
  let codeIsHere = false
  const loadCode = () => {
    code ??= persistently(options.component).then(
      (module) => {
        // As React marks a promise it has seen: with this, use() answers at once.
        Object.assign(code ?? {}, { status: 'fulfilled', value: module })
        codeIsHere = true
        return module
      },
      (error) => {
        code = null
        throw error
      },
    )
    return code
  }

  const { query } = options
  let request = typeof query === 'function' ? null : query
  const loadRequest = async () => {
    if (request === null && typeof query === 'function') request = (await persistently(query)).default
  }

  const warmed = new Map<string, { queryRef: PreloadedQuery<Q>; token: string | null; at: number }>()

  const variablesOf = (params: Record<string, string | undefined>, search: URLSearchParams): Q['variables'] =>
    variables?.((name) => params[name] ?? '', search) ?? {}

  const load = (values: Q['variables'], policy: 'store-or-network' | 'store-and-network') => {
    if (request === null) throw new Error(`The query of ${path} is not here yet`)
    return loadQuery<Q>(environment, request, values, { fetchPolicy: policy })
  }

  /** Whether code and data are here already, so that the page can be shown without a network. */
  const isHere = (values: Q['variables']) =>
    codeIsHere &&
    request !== null &&
    environment.check(createOperationDescriptor(request, values)).status === 'available'

  const take = (values: Q['variables']) => {
    const key = JSON.stringify(values)
    const kept = warmed.get(key)
    warmed.delete(key)
    if (kept && kept.token === session.token && Date.now() - kept.at < FRESH) return kept.queryRef
    kept?.queryRef.dispose()
    return load(values, isOffline() ? 'store-or-network' : 'store-and-network')
  }

  const handle: TitledHandle = {
    ...options.handle,
    title: options.title,
    absent: options.absent,
    concernsOnlyUsers: (search) => guard?.concerns(search) ?? false,
    warm(params, search) {
      if (isClosed(search) || isOffline()) return
      loadCode().catch(() => undefined)
      if (request === null) {
        loadRequest().catch(() => undefined)
        return
      }
      const values = variablesOf(params, search)
      const key = JSON.stringify(values)
      const kept = warmed.get(key)
      if (kept && kept.token === session.token && Date.now() - kept.at < FRESH) return
      kept?.queryRef.dispose()
      for (const [old, { queryRef, at }] of warmed) {
        if (Date.now() - at < FRESH) continue
        queryRef.dispose()
        warmed.delete(old)
      }
      const queryRef = load(values, 'store-and-network')
      warmed.set(key, { queryRef, token: session.token, at: Date.now() })
      // What did not come is asked for again by the click.
      queryRef.source?.subscribe({
        error: () => warmed.get(key)?.queryRef === queryRef && warmed.delete(key),
      })
    },
  }

  const loader = async ({ params, request: { url, signal } }: LoaderFunctionArgs) => {
    const to = new URL(url)
    if (guard && isClosed(to.searchParams)) throw guard.turnAway(to)
    const values = variablesOf(params, to.searchParams)
    if (isOffline() && !isHere(values)) {
      shell().tellOffline()
      await whenOnline(signal)
    }
    const chunk = loadCode().catch(() => undefined)
    if (request === null) await loadRequest()
    const queryRef = take(values)
    await Promise.race([Promise.all([chunk, settled(queryRef)]), pause(begun ? GRACE : FIRST_GRACE)])
    if (signal.aborted) queryRef.dispose()
    return { queryRef } satisfies Loaded<Q>
  }

  function PageCode(loaded: Loaded<Q>) {
    const Component = use(loadCode()).default
    return <Component {...loaded} />
  }

  function Page() {
    const loaded = useLoaderData<Loaded<Q>>()
    useOwned(loaded)
    useEffect(() => {
      begun = true
    }, [])
    return (
      <Suspense fallback={<Pending>{skeleton}</Pending>}>
        <PageCode {...loaded} />
      </Suspense>
    )
  }

  return { path, loader, handle, shouldRevalidate, children, element: <Page /> }
}
