import { fetchQuery } from 'react-relay'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import query from '../__generated__/LayoutQuery.graphql.ts'
import { environment } from './environment.ts'
import { RefusedError, UnreachableError } from './refusal.ts'
import { session } from './session.ts'
import { connectShell } from './shell.ts'

const asked = vi.fn()
connectShell({
  words: String,
  tell: () => undefined,
  askToSignIn: asked,
  tellOffline: asked,
  recheckViewer: () => undefined,
})

type Answer = { status?: number; headers?: Record<string, string>; body: unknown }

/** The requests the server received while it answers with this. */
function serverAnswers({ status = 200, headers = {}, body }: Answer) {
  const sent: Headers[] = []
  vi.stubGlobal('fetch', async (_: string, { headers: own }: { headers: Record<string, string> }) => {
    sent.push(new Headers(own))
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })
  })
  return sent
}

const site = {
  shortName: 'OJ',
  name: 'OJ',
  registrationOpen: true,
  openPublicDiscussion: false,
  recordName: '',
  recordUrl: '',
  projectName: '',
  projectUrl: '',
  id: 'site',
}
const fine = { data: { site, viewer: null } }
const refused = (code: string, parameters = {}) => ({
  data: null,
  errors: [{ message: code, extensions: { code, ...parameters } }],
})

const ask = () => fetchQuery(environment, query, {}, { fetchPolicy: 'network-only' }).toPromise()

beforeEach(() => {
  localStorage.clear()
  session.signIn('first')
  asked.mockClear()
})
afterEach(() => vi.unstubAllGlobals())

describe('the environment', () => {
  it('takes the answer to what was asked before it was here, once and for the same reader', async () => {
    const body = JSON.stringify({ query: query.params.text, operationName: query.params.name, variables: {} })
    const early = () => ({
      body,
      token: 'first',
      language: document.documentElement.lang,
      at: performance.now(),
      answer: Promise.resolve(new Response(JSON.stringify(fine))),
    })
    const sent = serverAnswers({ body: fine })
    window.asked = early()
    await ask()
    expect(sent).toEqual([])
    await ask()
    expect(sent).toHaveLength(1)
    window.asked = { ...early(), token: 'another' }
    await ask()
    expect(sent).toHaveLength(2)
    window.asked = { ...early(), answer: Promise.resolve(null) }
    await ask()
    expect(sent).toHaveLength(3)
  })

  it('tells an early question that comes too late that it is asked already', async () => {
    delete window.asked
    serverAnswers({ body: fine })
    await ask()
    expect(window.asked).toBeNull()
  })

  it('sends the bare token and the language of the page', async () => {
    document.documentElement.lang = 'en-US'
    const [headers] = [serverAnswers({ body: fine }), await ask()][0] as Headers[]
    expect(headers?.get('Authorization')).toBe('first')
    expect(headers?.get('Accept-Language')).toBe('en-US')
  })

  it('takes over a renewed token, and no other header', async () => {
    serverAnswers({ body: fine, headers: { Authorization: 'second', 'Refresh-Token': 'true' } })
    await ask()
    expect(localStorage.getItem('token')).toBe('second')
    serverAnswers({ body: fine, headers: { Authorization: 'third' } })
    await ask()
    expect(session.token).toBe('second')
  })

  it('forgets a session the server does not know, and reads again as a guest', async () => {
    const tokens: (string | null)[] = []
    vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
      const token = new Headers(headers).get('Authorization')
      tokens.push(token)
      return token
        ? new Response(JSON.stringify(refused('UNAUTHENTICATED')), { status: 401 })
        : new Response(JSON.stringify(fine))
    })
    await expect(ask()).resolves.toMatchObject({ viewer: null })
    expect(tokens).toEqual(['first', null])
    expect(session.token).toBeNull()
    expect(localStorage.getItem('token')).toBeNull()
    expect(asked).not.toHaveBeenCalled()
  })

  it('asks a guest for a login where one is needed', async () => {
    session.signOut()
    serverAnswers({ body: refused('UNAUTHENTICATED') })
    await expect(ask()).rejects.toBeInstanceOf(RefusedError)
    expect(asked).toHaveBeenCalledOnce()
  })

  it('does not sign out anyone who signed in while the old answer was on its way', async () => {
    vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
      if (new Headers(headers).get('Authorization') === 'newer') return new Response(JSON.stringify(fine))
      session.signIn('newer')
      return new Response(JSON.stringify(refused('UNAUTHENTICATED')), { status: 401 })
    })
    await ask()
    expect(session.token).toBe('newer')
    expect(asked).not.toHaveBeenCalled()
  })

  it('keeps a newer login when the answer to an older one comes late with a renewed token', async () => {
    const readers: (string | null)[] = []
    vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
      const reader = new Headers(headers).get('Authorization')
      readers.push(reader)
      if (reader === 'newer') return new Response(JSON.stringify(fine))
      session.signIn('newer')
      const renewed = { Authorization: 'first, renewed', 'Refresh-Token': 'true' }
      const theirs = { data: { ...fine.data, site: { ...site, shortName: 'of the first reader' } } }
      return new Response(JSON.stringify(theirs), { headers: renewed })
    })
    expect(await ask()).toMatchObject({ site: { shortName: 'OJ' } })
    expect(readers).toEqual(['first', 'newer'])
    expect(session.token).toBe('newer')
    expect(localStorage.getItem('token')).toBe('newer')
  })

  it('says what was refused, and for which field', async () => {
    serverAnswers({ body: refused('USERNAME_TAKEN', { field: 'username' }) })
    const error = await ask()?.catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'USERNAME_TAKEN', field: 'username' })
  })

  it.each([
    [{ status: 200, body: { data: null, errors: [{ message: 'Unexpected error.' }] } }, 'server'],
    [{ status: 500, body: '<h1>no</h1>' }, 'server'],
    [{ status: 502, body: '<h1>no</h1>' }, 'network'],
  ] as const)('tells a broken server from one that is away: %o', async (answer, reason) => {
    serverAnswers(answer)
    await expect(ask()).rejects.toMatchObject({ reason })
  })

  it('says that nobody answers', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
    const error = await ask()?.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(UnreachableError)
    expect(error).toMatchObject({ reason: 'network' })
  })
})

describe('the session', () => {
  const elsewhere = (newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue }))
  const heard: string[] = []
  session.subscribe((change) => heard.push(change))

  it('follows the other tabs', () => {
    heard.length = 0
    elsewhere(null)
    expect(session.token).toBeNull()
    elsewhere('theirs')
    expect(session.token).toBe('theirs')
    // A renewed token belongs to the same login.
    elsewhere('theirs, renewed')
    expect(session.token).toBe('theirs, renewed')
    expect(heard).toEqual(['lostElsewhere', 'adopted'])
  })

  it('tells a login that ended by itself from one that was given up', () => {
    heard.length = 0
    session.signIn('mine')
    localStorage.setItem('token-ended', 'mine')
    elsewhere(null)
    expect(heard).toEqual(['signedIn', 'refused'])
    session.signIn('theirs, renewed')
  })

  it('is lost when all storage is cleared', () => {
    heard.length = 0
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
    expect(heard).toEqual(['lostElsewhere'])
  })
})
