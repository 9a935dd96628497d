/**
 * A page is a line in the table of paths, which everybody loads, and an entry, which comes with the page. The line, in
 * modules/<noun>/<noun>Routes.ts, names path, guard and entry, and nothing else:
 *
 *   export const problemRoutes: RouteObject[] = [
 *     page({ path: 'problem/:problemID', entry: () => import('./problemEntry.tsx') }),
 *   ]
 *
 * The entry, in modules/<noun>/<page>Entry.tsx, has all that the page needs, so that another page costs the first load
 * of the others its line only:
 *
 *   export default {
 *     title: (t) => t('problem:page.title'),
 *     query,                                  // default import of '../../__generated__/ProblemPageQuery.graphql.ts'
 *     variables: (param, search) => ({ id: param('problemID') }),
 *     component: ProblemPage,
 *     skeleton: <ProblemSkeleton />,          // the final layout in grey, while the data is on its way
 *     marks: { footer: false },               // what the page changes of the shell around it
 *   } satisfies PageEntry<ProblemPageQuery>
 *
 *   export function ProblemPage({ queryRef }: PageProps<ProblemPageQuery>) {
 *     const { problem } = usePreloadedQuery(graphql`query ProblemPageQuery($id: String!) { … }`, queryRef)
 *     useTitle(problem.title)                 // from app/title.ts, when the title is known only here
 *
 * A page that many come to first names what it asks for in a file of its own as well, modules/<noun>/<page>Ask.ts with
 * `export default { query, variables } satisfies PageAsk<…>`, which knows nothing but the artifact and its address:
 *
 *     page({ path: 'home', ask: () => import('./homeAsk.ts'), entry: () => import('./homeEntry.tsx') }),
 *
 * The entry spreads it (`...ask`). Then data and code come together, and first-paint.js sends the question of the first
 * page long before the program is here.
 *
 * - Words need no line anywhere: a module that says `t('problem:…')` brings the catalogue `problem` with it. What is in
 *   everybody's first load says `app`, `ui` and `verdict` only; the build refuses other words there.
 * - The build reads the lines (client/vite.config.ts): `path` is a literal, `entry` and `ask` arrows that import one,
 *   `children` an array written there. first-paint.js loads the entry of the address, with its words, beside the program.
 * - Every part that reads a field selects it in a fragment of its own, named after the file.
 * - The whole state of a list is in the URL: `variables` reads it from `search`, links and forms write it there.
 *   A changed search loads again in a transition; the old rows stay until the new ones are here.
 * - `guard: requireLogin`, or `requireLoginFor(filter)` (app/guards.ts), turns guests away before anything is loaded;
 *   the server decides all the same.
 * - Links are MUI's `<Link href>` and `<Button href>`: they are router links and warm the page behind them, its entry
 *   and then its data.
 * - An error in a page reaches the route's own boundary, NOT_FOUND shows the 404 page. A section that can fail
 *   alone gets a `<Section>` boundary (app/Section.tsx).
 * - What few readers open (dialogs, tools of managers) is a lazyPart() (ui/lazyPart.ts) of the page.
 * - What was loaded is shown at once on Back, and read again behind it. A page that comes within GRACE is shown
 *   without its skeleton; React would otherwise hold the skeleton for a third of a second.
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
import { createOperationDescriptor } from 'relay-runtime'
import { wordsHere } from '../../locales/needed.ts'
import type { Translator } from '../../locales/phrases.ts'
import { environment } from './environment.ts'
import { isReadSince, noteChange } from './freshness.ts'
import { isOffline, whenOnline } from './list/connection.ts'
import { Pending } from './pending.tsx'
import { persistently } from './persistently.ts'
import { session } from './session.ts'
import { shell } from './shell.ts'
import type { PageHandle } from './warm.ts'

export type PageProps<Q extends OperationType = OperationType> = { queryRef: PreloadedQuery<Q> }

type Param = (name: string) => string

/** What a page changes of the shell around it. */
export type ShellMarks = {
  /** No footer: the page fills the window. */
  footer?: false
  /** No top bar either: focus mode. */
  bare?: true
  /** A frame with bars of its own, and its own main part of the page. */
  framed?: true
  /** One sends from here: a silent network must be noticed before that. */
  sends?: true
}

/** Titles, absent texts and marks are there as soon as the entry is. */
export type TitledHandle = PageHandle &
  ShellMarks & {
    title?: (t: Translator, search: URLSearchParams) => string
    absent?: (t: Translator, param: Param) => string
  }

/** Turns guests away from a page, or from some of what its address can ask for. */
export type Guard = {
  concerns: (search: URLSearchParams) => boolean
  /** Where to go instead. */
  turnAway: (to: URL) => Response
}

/** What a page asks the server. */
export type PageAsk<Q extends OperationType> = {
  query: ConcreteRequest
  variables?: (param: Param, search: URLSearchParams) => Q['variables']
}

/** All that comes with a page; the default export of its entry. */
export type PageEntry<Q extends OperationType> = PageAsk<Q> & {
  title?: (t: Translator, search: URLSearchParams) => string
  /** What to say when the server has nothing at this address. */
  absent?: (t: Translator, param: Param) => string
  component: ComponentType<PageProps<Q>>
  skeleton?: ReactNode
  shouldRevalidate?: ShouldRevalidateFunction
  marks?: ShellMarks
}

type PageLine<Q extends OperationType> = {
  path: string
  guard?: Guard
  /** The same as in the entry, in a small file of its own: the page is asked for while its code is on its way. */
  ask?: () => Promise<{ default: PageAsk<Q> }>
  entry: () => Promise<{ default: PageEntry<Q> }>
  children?: RouteObject[]
}

/** A page that needs less than this (ms) is shown without a skeleton. */
const GRACE = 150

/** The first one has longer: the skeleton of index.html stands already, and drawing another one would keep it waiting. */
const FIRST_GRACE = 1000

/** Whether a page of ours was drawn. */
let begun = false

/** What a hover loaded serves the click that follows within this time (ms). */
const FRESH = 20_000

const isFresh = ({ token, at }: { token: string | null; at: number }) =>
  token === session.token && Date.now() - at < FRESH && isReadSince(at)

type Loaded<Q extends OperationType> = { queryRef: PreloadedQuery<Q>; entry: PageEntry<Q> }

const settled = (queryRef: PreloadedQuery<OperationType>) =>
  new Promise<void>((resolve) => {
    const { source } = queryRef
    if (!source) return resolve()
    source.subscribe({ next: () => resolve(), error: () => resolve(), complete: () => resolve() })
  })

const pause = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, time))

/** Keeps data for as long as the page that shows it, across StrictMode's rehearsals. */
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

  const take = (ask: PageAsk<Q>, values: Q['variables']) => {
    const key = JSON.stringify(values)
    const kept = warmed.get(key)
    warmed.delete(key)
    if (kept && isFresh(kept)) return kept.queryRef
    kept?.queryRef.dispose()
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
    // What did not come is asked for again by the click.
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
      const { default: entry } = await persistently(line.entry)
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
    line.ask ? (await persistently(line.ask)).default : comingEntry()

  /** Whether code and data are here already, so that the page can be shown without a network. */
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
    const code = here ?? comingEntry()
    const ask = here ?? (await comingAsk())
    const queryRef = take(ask, variablesOf(ask, params, to.searchParams))
    const entry = await code
    await Promise.race([settled(queryRef), grace])
    if (signal.aborted) queryRef.dispose()
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
    // A page reads again because something happened, which what was loaded ahead may not know.
    if (change.currentUrl.href === change.nextUrl.href) noteChange()
    return here?.shouldRevalidate?.(change) ?? change.defaultShouldRevalidate
  }

  return { path, loader, handle, shouldRevalidate, children, element: <Page /> }
}
