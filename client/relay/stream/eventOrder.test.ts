import { fetchQuery, requestSubscription } from 'react-relay'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Socket } from '../../../tests/support/fakeSocket.ts'
import { silentShell } from '../../../tests/support/silentShell.ts'
import query, { type LayoutQuery } from '../../__generated__/LayoutQuery.graphql.ts'
import subscription from '../../__generated__/SiteLiveSubscription.graphql.ts'
import { environment, forgetReader } from '../environment.ts'
import { connectShell } from '../shell.ts'

connectShell(silentShell)

let answers: ((name: string) => void)[] = []
let heard: string[] = []
let dispose = () => {}

const siteOf = (name: string) => ({
  id: 'site',
  shortName: name,
  name,
  registrationOpen: true,
  openPublicDiscussion: false,
  openPublicJudge: true,
  recordName: '',
  recordUrl: '',
  projectName: '',
  projectUrl: '',
})

/** Sends the query, which waits until the test answers it. */
const ask = () => fetchQuery<LayoutQuery>(environment, query, {}, { fetchPolicy: 'network-only' }).toPromise()

const nameShown = () => environment.getStore().getSource().get('site')?.name

const socket = () => Socket.all.at(-1) as Socket

/** The stream brings this name. */
function tell(name: string) {
  const id = socket().sent.find(({ type }) => type === 'subscribe')?.id
  const data = { siteChanged: siteOf(name) }
  socket().onmessage({ data: JSON.stringify({ type: 'next', id, payload: { data } }) })
}

beforeEach(async () => {
  localStorage.clear()
  answers = []
  heard = []
  vi.stubGlobal('WebSocket', Socket)
  vi.stubGlobal('fetch', () => {
    return new Promise((resolve) => {
      answers.push((name) =>
        resolve(new Response(JSON.stringify({ data: { site: siteOf(name), viewer: null } }))),
      )
    })
  })
  const before = Socket.all.length
  ;({ dispose } = requestSubscription(environment, {
    subscription,
    variables: {},
    onNext: () => heard.push(String(nameShown())),
  }))
  await vi.waitFor(() => expect(Socket.all.length).toBe(before + 1))
  await socket().open()
  await vi.waitFor(() => expect(socket().sent.at(-1)).toMatchObject({ type: 'subscribe' }))
})
afterEach(() => {
  dispose()
  forgetReader()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('applies events after answers that were on their way when they came, in their order and once', async () => {
  const [first, second] = [ask(), ask()]
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  tell('newer')
  tell('newest')
  expect(heard).toEqual([])
  answers[0]?.('older')
  await Promise.all([first, second])
  await vi.waitFor(() => expect(heard).toEqual(['newer', 'newest']))
  expect(nameShown()).toBe('newest')
})

it('applies events at once while nothing is asked, and after two seconds beside a slow answer', async () => {
  tell('first')
  expect(heard).toEqual(['first'])
  vi.useFakeTimers()
  const asked = ask()
  tell('second')
  await vi.advanceTimersByTimeAsync(1_900)
  expect(heard).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(100)
  expect(heard).toEqual(['first', 'second'])
  answers[0]?.('second')
  await vi.advanceTimersByTimeAsync(10)
  await asked
})

it('applies held events before another reader comes', async () => {
  const asked = ask()
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  tell('first')
  forgetReader()
  expect(heard).toEqual(['first'])
  answers[0]?.('first')
  await asked
})

it('applies events beside a request that fails', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  const asked = ask()
  tell('first')
  await expect(asked).rejects.toThrow()
  await vi.waitFor(() => expect(heard).toEqual(['first']))
})
