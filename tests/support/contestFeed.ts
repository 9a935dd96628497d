import { afterEach, expect } from 'vitest'
import { emit } from '#server/events.ts'
import { settle } from '#server/modules/judging/settle.ts'
import { minutes, openContestSite } from './contestSite.ts'
import { contextOf, PASSWORD, type Person } from './people.ts'
import type { Loose } from './site.ts'

const WRONG = { verdict: 'WRONG_ANSWER', score: 0, oiRankScore: 0 } as const

export const basic = (name: string, password = PASSWORD) =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`

/** An event feed that is read as it comes; `objects` are those that it left, by type and id. */
export class ContestFeed {
  readonly objects: Map<string, Loose>
  readonly #aborter = new AbortController()
  token = ''
  text = ''
  ended = false
  #fault: unknown = null

  constructor(objects: ReadonlyMap<string, Loose> = new Map()) {
    this.objects = new Map(objects)
  }

  /** Opens the feed at an address with an Authorization header, and reads it until it ends or is closed. */
  async open(address: string, authorization: string): Promise<this> {
    const answer = await fetch(address, {
      headers: { authorization },
      signal: this.#aborter.signal,
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson')
    void this.#take(answer.body as unknown as AsyncIterable<Uint8Array>).catch((error: Error) => {
      if (error.name !== 'AbortError') this.#fault = error
    })
    return this
  }

  async #take(body: AsyncIterable<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const piece of body) {
      const text = decoder.decode(piece, { stream: true })
      this.text += text
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines.filter((line) => line !== '')) this.#hear(JSON.parse(line))
    }
    this.ended = true
  }

  /** Takes a notification; what an object refers to must be there. */
  #hear({ type, id, data, token }: Loose): void {
    if (data === null) this.objects.delete(`${type} ${id}`)
    else {
      for (const [name, value] of Object.entries(data)) {
        const [, noun] = /^(?:from_|to_|reply_to_)?(\w+)_id$/.exec(name) ?? []
        if (noun && name !== 'reply_to_id')
          expect([...this.objects.keys()], `${name} ${value}`).toContain(
            `${noun.replace('_', '-')}s ${value}`,
          )
      }
      this.objects.set(`${type} ${id}`, data)
    }
    if (token !== undefined) this.token = token
  }

  get(type: string, id: string | number | null = null): Loose {
    if (this.#fault) throw this.#fault
    return this.objects.get(`${type} ${id}`) ?? null
  }

  all = (type: string): Loose[] =>
    [...this.objects].flatMap(([key, data]) => (key.startsWith(`${type} `) ? [data] : []))

  close = () => this.#aborter.abort()
}

/** A site for the tests of one file about the Contest API, with its contests, requests and feeds. */
export function openContestApi() {
  const arena = openContestSite(async () => ({ RECHECK_MS: '300' }))
  const { people, problems, call, makeContest, put, sent } = arena

  const ask = (path: string, login: string | null = basic('owner'), init: RequestInit = {}) =>
    fetch(`${arena.site.url}/api${path}`, {
      ...init,
      headers: login === null ? {} : { authorization: login },
    })

  const read = async (path: string, login?: string): Promise<Loose> => {
    const answer = await ask(path, login)
    expect(answer.status, path).toBe(200)
    return answer.json()
  }

  const open: ContestFeed[] = []
  /** Opens a feed, which after a token begins with what another one left. */
  const openFeed = async (cid: number, query = '', login = basic('owner'), before?: ContestFeed) => {
    const address = `${arena.site.url}/api/contests/${cid}/event-feed${query}`
    const feed = await new ContestFeed(before?.objects).open(address, login)
    open.push(feed)
    return feed
  }
  const follow = async (...args: Parameters<typeof openFeed>) => {
    const feed = await openFeed(...args)
    await expect.poll(() => feed.get('state')).not.toBeNull()
    return feed
  }
  afterEach(() => {
    for (const feed of open.splice(0)) feed.close()
  })

  /** A contest that runs, with two problems and three tries. */
  async function running(change: object = {}): Promise<number> {
    const cid = await makeContest({ openRank: true, ...change })
    await put(cid, problems.sum.id, 'A')
    await put(cid, problems.path.id, 'B')
    await sent(people.ada, cid, problems.sum.id, 5, WRONG)
    await sent(people.ada, cid, problems.sum.id, 10.5)
    await sent(people.bob, cid, problems.path.id, 20, { language: 'python3' })
    return cid
  }

  /** A submission that waits for its judgement; `judge` gives it. */
  async function queued(who: Person, cid: number, problemId: number) {
    const { id } = await sent(who, cid, problemId, 30, { state: 'QUEUED', verdict: null, score: null })
    const payload = { submissionId: id, userId: who.id, problemId, contestId: cid, groupId: null }
    const ctx = () => contextOf(arena.site, null)
    await emit(ctx(), 'submission.created', payload)
    const judge = async (verdict: 'ACCEPTED' | 'WRONG_ANSWER' | 'JUDGE_ERROR') => {
      const [from, to] = [minutes(-29), minutes(-28)]
      await arena.site.prisma.judgement.update({
        where: { id: `j${id}` },
        data: { startedAt: from, endedAt: to },
      })
      await arena.site.prisma.submission.update({ where: { id }, data: { state: 'DONE', verdict } })
      await settle(ctx(), id)
      await emit(ctx(), 'submission.judged', payload)
      return { from, to }
    }
    return { id, judge, payload }
  }

  return {
    arena,
    people,
    problems,
    call,
    makeContest,
    put,
    sent,
    ask,
    read,
    openFeed,
    follow,
    running,
    queued,
  }
}
