/**
 * A page consists of a line in the route table, which everybody loads, and an entry, which loads with the page. The
 * line, in
 * modules/<noun>/<noun>Routes.ts, names path, guard and entry only:
 *
 *   export const problemRoutes: RouteObject[] = [
 *     page({ path: 'problem/:problemID', entry: () => import('./problemEntry.tsx') }),
 *   ]
 *
 * The entry, in modules/<noun>/<page>Entry.tsx, has everything else, so that a page adds only its line to the first
 * load:
 *
 *   export default {
 *     title: (t) => t('problem:page.title'),
 *     query,                                  // default import of '../../__generated__/ProblemPageQuery.graphql.ts'
 *     variables: (param, search) => ({ id: param('problemID') }),
 *     component: ProblemPage,
 *     skeleton: <ProblemSkeleton />,          // the final layout in grey, while the data loads
 *     marks: { footer: false },               // what the page changes of the shell
 *   } satisfies PageEntry<ProblemPageQuery>
 *
 *   export function ProblemPage({ queryRef }: PageProps<ProblemPageQuery>) {
 *     const { problem } = usePreloadedQuery(graphql`query ProblemPageQuery($id: String!) { … }`, queryRef)
 *     useTitle(problem.title)                 // from app/title.ts, when the title depends on the data
 *
 * A page that is often the first one also has its query in modules/<noun>/<page>Ask.ts, with
 * `export default { query, variables } satisfies PageAsk<…>`, which imports the artifact and its address only:
 *
 *     page({ path: 'home', ask: () => import('./homeAsk.ts'), entry: () => import('./homeEntry.tsx') }),
 *
 * The entry spreads it (`...ask`). Then data and code load in parallel, and first-paint.js sends the query before the
 * program is loaded.
 *
 * - Words need no registration: a module that calls `t('problem:…')` loads the catalogue `problem`. Code of the first
 *   load uses `app`, `ui` and `verdict` only; the build refuses other catalogues there.
 * - The build reads the lines (client/vite.config.ts): `path` is a literal, `entry` and `ask` are arrows that import one
 *   file, `children` is an array literal. first-paint.js loads the entry and its words beside the program.
 * - Every component selects its fields in a fragment of its own, named after the file.
 * - The whole state of a list is in the URL: `variables` reads it from `search`, links and forms write it. A changed
 *   search loads in a transition; the old rows stay until the new ones arrive.
 * - `guard: requireLogin`, or `requireLoginFor(filter)` (app/session/guards.ts), redirects guests before anything is
 *   loaded; the server authorizes all the same.
 * - Links are MUI's `<Link href>` and `<Button href>`: router links that preload the entry and then the data.
 * - An error in a page reaches the route's error boundary; NOT_FOUND shows the 404 page. Wrap a part that can fail
 *   alone in `<Section>` (app/Section.tsx).
 * - What few viewers open (dialogs, tools of managers) is a lazyPart() (ui/lazyPart.ts).
 * - Back shows the stored data at once and refetches behind it. A page that loads within GRACE is shown without its
 *   skeleton; React would otherwise show the skeleton for a third of a second.
 */

import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react'
import { loadQuery, type PreloadedQuery } from 'react-relay'
import {
  type LoaderFunctionArgs,
  type RouteObject,
  type ShouldRevalidateFunction,
  useLoaderData,
} from 'react-router-dom'
import type { ConcreteRequest, OperationType } from 'relay-runtime'
import { __internal, createOperationDescriptor } from 'relay-runtime'
import { wordsHere } from '../../locales/needed.ts'
import type { Translator } from '../../locales/phrases.ts'
import { environment } from './environment.ts'
import { isReadSince, noteChange } from './freshness.ts'
import { isOffline, whenOnline } from './list/connection.ts'
import { Pending } from './pending.tsx'
import type { PageHandle } from './preload.ts'
import { retryImport } from './retryImport.ts'
import { session } from './session.ts'
import { shell } from './shell.ts'

export type PageProps<Q extends OperationType = OperationType> = { queryRef: PreloadedQuery<Q> }

type Param = (name: string) => string

/** What a page changes of the shell. */
export type ShellMarks = {
  /** No footer: the page fills the window. */
  footer?: false
  /** No top bar either: focus mode. */
  bare?: true
  /** The page has bars and a main element of its own. */
  framed?: true
  /** The page submits: a broken connection must be noticed before that. */
  sends?: true
}

/** Title, not-found text and marks are known once the entry is loaded. */
export type TitledHandle = PageHandle &
  ShellMarks & {
    title?: (t: Translator, search: URLSearchParams) => string
    absent?: (t: Translator, param: Param) => string
  }

/** Refuses guests a page, or some of its filters. */
export type Guard = {
  concerns: (search: URLSearchParams) => boolean
  /** Redirect for a guest. */
  turnAway: (to: URL) => Response
}

/** Query of a page. */
export type PageAsk<Q extends OperationType> = {
  query: ConcreteRequest
  variables?: (param: Param, search: URLSearchParams) => Q['variables']
}

/** Everything of a page; default export of its entry. */
export type PageEntry<Q extends OperationType> = PageAsk<Q> & {
  title?: (t: Translator, search: URLSearchParams) => string
  /** Text when the server finds nothing at this address. */
  absent?: (t: Translator, param: Param) => string
  component: ComponentType<PageProps<Q>>
  skeleton?: ReactNode
  shouldRevalidate?: ShouldRevalidateFunction
  marks?: ShellMarks
}

type PageLine<Q extends OperationType> = {
  path: string
  guard?: Guard
  /** The query of the entry, in a small file of its own: data and code load in parallel. */
  ask?: () => Promise<{ default: PageAsk<Q> }>
  entry: () => Promise<{ default: PageEntry<Q> }>
  children?: RouteObject[]
}

/** A page that loads faster (ms) is shown without a skeleton. */
const GRACE = 150

/** Grace of the first page (ms): longer, because the skeleton of index.html is shown already. */
const FIRST_GRACE = 1000

/** Whether a page was rendered. */
let begun = false

/** Preloaded data is valid for a click within this time (ms). */
const FRESH = 20_000

const isFresh = ({ token, at }: { token: string | null; at: number }) =>
  token === session.token && Date.now() - at < FRESH && isReadSince(at)

type Loaded<Q extends OperationType> = { queryRef: PreloadedQuery<Q>; entry: PageEntry<Q> }

/** Resolves when a query has its answer, or none. */
const settled = async ({ source }: PreloadedQuery<OperationType>) => {
  await source?.toPromise().catch(() => undefined)
}

/**
 * End of an equal request that is on its way, if there is one. Relay would answer a load by its response, which may be older
 * than the change that the load is for.
 */
const endOfEqual = (query: ConcreteRequest, values: object) =>
  __internal
    .getPromiseForActiveRequest(environment, createOperationDescriptor(query, values).request)
    ?.catch(() => undefined)

const pause = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, time))

/** Retains the query while its page is mounted, also through StrictMode's double effects. */
export function useOwned({ queryRef }: Pick<Loaded<OperationType>, 'queryRef'>) {
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

export function page<Q extends OperationType>({ path, guard, children, ...line }: PageLine<Q>): RouteObject {
  const isClosed = (search: URLSearchParams) => !session.token && (guard?.concerns(search) ?? false)

  const warmed = new Map<string, { queryRef: PreloadedQuery<Q>; token: string | null; at: number }>()

  const variablesOf = (
    { variables }: PageAsk<Q>,
    params: Record<string, string | undefined>,
    search: URLSearchParams,
  ): Q['variables'] => variables?.((name) => params[name] ?? '', search) ?? {}

  const load = (
    { query }: PageAsk<Q>,
    values: Q['variables'],
    fetchPolicy: 'store-or-network' | 'store-and-network',
  ) => loadQuery<Q>(environment, query, values, { fetchPolicy })

  const take = async (ask: PageAsk<Q>, values: Q['variables'], signal: AbortSignal) => {
    const key = JSON.stringify(values)
    const kept = warmed.get(key)
    warmed.delete(key)
    if (kept && isFresh(kept)) return kept.queryRef
    kept?.queryRef.dispose()
    await endOfEqual(ask.query, values)
    signal.throwIfAborted()
    return load(ask, values, isOffline() ? 'store-or-network' : 'store-and-network')
  }

  const warmData = (ask: PageAsk<Q>, values: Q['variables']) => {
    const key = JSON.stringify(values)
    const kept = warmed.get(key)
    if (kept && isFresh(kept)) return
    kept?.queryRef.dispose()
    for (const [old, { queryRef, at }] of warmed) {
      if (Date.now() - at < FRESH) continue
      queryRef.dispose()
      warmed.delete(old)
    }
    const queryRef = load(ask, values, 'store-and-network')
    warmed.set(key, { queryRef, token: session.token, at: Date.now() })
    // A failed preload is retried by the click.
    queryRef.source?.subscribe({
      error: () => warmed.get(key)?.queryRef === queryRef && warmed.delete(key),
    })
  }

  const handle: TitledHandle = {
    concernsOnlyUsers: (search) => guard?.concerns(search) ?? false,
    async warm(params, search) {
      if (isClosed(search) || isOffline()) return
      comingEntry().catch(() => undefined)
      const ask = here ?? (await comingAsk().catch(() => null))
      if (ask && !isClosed(search) && !isOffline()) warmData(ask, variablesOf(ask, params, search))
    },
  }

  let here: PageEntry<Q> | null = null
  let coming: Promise<PageEntry<Q>> | null = null

  const loadEntry = async () => {
    try {
      const { default: entry } = await retryImport(line.entry)
      await wordsHere()
      Object.assign(handle, entry.marks, { title: entry.title, absent: entry.absent })
      here = entry
      return entry
    } catch (error) {
      coming = null
      throw error
    }
  }

  const comingEntry = () => {
    coming ??= loadEntry()
    return coming
  }

  const comingAsk = async (): Promise<PageAsk<Q>> =>
    line.ask ? (await retryImport(line.ask)).default : comingEntry()

  /** Whether code and data are available, so that the page works offline. */
  const isHere = (params: Record<string, string | undefined>, search: URLSearchParams) =>
    here !== null &&
    environment.check(createOperationDescriptor(here.query, variablesOf(here, params, search))).status ===
      'available'

  const loader = async ({ params, request: { url, signal } }: LoaderFunctionArgs) => {
    const to = new URL(url)
    if (guard && isClosed(to.searchParams)) throw guard.turnAway(to)
    if (isOffline() && !isHere(params, to.searchParams)) {
      shell().tellOffline()
      await whenOnline(signal)
    }
    const grace = pause(begun ? GRACE : FIRST_GRACE)
    // Browsers keep the failure of a chunk until the document is left: the page opens in a new one.
    const orAnew = (error: unknown): Promise<never> => {
      if (!begun || isOffline() || signal.aborted) throw error
      location.assign(url)
      return new Promise(() => {})
    }
    const code = here ?? comingEntry().catch(orAnew)
    const ask = here ?? (await comingAsk().catch(orAnew))
    const queryRef = await take(ask, variablesOf(ask, params, to.searchParams), signal)
    const entry = await code
    await Promise.race([settled(queryRef), grace])
    // The load that follows waits for this request, which brings it nearer to its end than giving it up.
    if (signal.aborted) void settled(queryRef).then(queryRef.dispose)
    return { queryRef, entry } satisfies Loaded<Q>
  }

  function Page() {
    const loaded = useLoaderData<Loaded<Q>>()
    useOwned(loaded)
    useEffect(() => {
      begun = true
    }, [])
    const { component: Component, skeleton } = loaded.entry
    return (
      <Suspense fallback={<Pending>{skeleton}</Pending>}>
        <Component queryRef={loaded.queryRef} />
      </Suspense>
    )
  }

  const shouldRevalidate: ShouldRevalidateFunction = (change) => {
    // A page revalidates because of a change, which preloaded data may miss.
    if (change.currentUrl.href === change.nextUrl.href) noteChange()
    return here?.shouldRevalidate?.(change) ?? change.defaultShouldRevalidate
  }

  return { path, loader, handle, shouldRevalidate, children, element: <Page /> }
}
