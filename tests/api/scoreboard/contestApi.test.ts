import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { emit } from '#server/events.ts'
import { settle } from '#server/modules/judging/settle.ts'
import { minutes, openContestSite } from '../../support/contestSite.ts'
import { tellContest } from '../../support/contests.ts'
import { addPerson, contextOf, PASSWORD, type Person, signIn } from '../../support/people.ts'
import type { Loose } from '../../support/site.ts'
import { filesOf } from '../../support/spreadsheets.ts'

/** ACM contests over the CLICS Contest API, as tools of the ICPC read them: collections, board, and the event feed. */

const arena = openContestSite(async () => ({ RECHECK_MS: '300' }))
const { people, problems, call, makeContest, put, sent } = arena

const WRONG = { verdict: 'WRONG_ANSWER', score: 0, oiRankScore: 0 } as const

const basic = (name: string, password = PASSWORD) =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`

const ask = (path: string, login: string | null = basic('owner'), init: RequestInit = {}) =>
  fetch(`${arena.site.url}/api${path}`, { ...init, headers: login === null ? {} : { authorization: login } })

const read = async (path: string, login?: string): Promise<Loose> => {
  const answer = await ask(path, login)
  expect(answer.status, path).toBe(200)
  return answer.json()
}

/** An event feed that is read as it comes; `objects` are those that it left, by type and id. */
class Feed {
  readonly objects: Map<string, Loose>
  readonly #aborter = new AbortController()
  token = ''
  text = ''
  ended = false
  #fault: unknown = null

  constructor(objects: ReadonlyMap<string, Loose> = new Map()) {
    this.objects = new Map(objects)
  }

  async open(cid: number, query = '', login = basic('owner')): Promise<this> {
    const answer = await fetch(`${arena.site.url}/api/contests/${cid}/event-feed${query}`, {
      headers: { authorization: login },
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
    let rest = ''
    for await (const piece of body) {
      this.text += Buffer.from(piece).toString()
      const lines = (rest + Buffer.from(piece).toString()).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines.filter((line) => line !== '')) this.#hear(JSON.parse(line))
    }
    this.ended = true
  }

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

const open: Feed[] = []
const follow = async (...args: Parameters<Feed['open']>) => {
  const feed = await new Feed().open(...args)
  open.push(feed)
  await expect.poll(() => feed.get('state')).not.toBeNull()
  return feed
}
afterEach(() => {
  for (const feed of open.splice(0)) feed.close()
})

let deputy: Person

beforeAll(async () => {
  deputy = await addPerson(arena.site, 'deputy', { role: 'ADMIN' })
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

describe('who reads the Contest API', () => {
  it('are organisers, who log in by HTTP Basic or a token', async () => {
    const cid = await running()
    expect(await read('', undefined)).toEqual({
      version: '2023-06',
      version_url: 'https://ccs-specs.icpc.io/2023-06/contest_api',
      provider: { name: expect.any(String) },
    })
    expect((await ask('', null)).status).toBe(200)
    for (const login of [basic('owner'), people.owner.token, people.root.token])
      expect(await read(`/contests/${cid}`, login)).toMatchObject({
        id: String(cid),
        duration: expect.stringMatching(/^[12]:\d\d:\d\d\.\d{3}$/),
      })
    for (const path of [
      '/contests',
      `/contests/${cid}`,
      `/contests/${cid}/teams`,
      `/contests/${cid}/event-feed`,
    ]) {
      const guest = await ask(path, null)
      expect(guest.status, path).toBe(401)
      expect(guest.headers.get('www-authenticate')).toContain('Basic')
      const wrong = await ask(path, basic('owner', 'wrong password'))
      expect(wrong.status, path).toBe(401)
      expect(await wrong.json()).toEqual({ code: 401, message: expect.stringMatching(/\S/) })
      expect((await ask(path, basic('ada'))).status, path).toBe(403)
    }
    for (const path of ['', '/teams', '/scoreboard', '/event-feed', '/submissions/1/files', '/access'])
      expect((await ask(`/contests/${cid}${path}`, basic('deputy'))).status, path).toBe(403)
    expect(await read('/contests', basic('deputy'))).toEqual([])
    const listed = (await read('/contests')).map(({ id }: Loose) => id)
    expect(listed).toContain(String(cid))
    const oi = await makeContest({ type: 1 })
    expect((await read('/contests')).map(({ id }: Loose) => id)).not.toContain(String(oi))
    for (const path of [
      `/contests/${oi}`,
      `/contests/${oi}/teams`,
      '/contests/0',
      '/contests/x',
      `/contests/${cid}/runs`,
    ])
      expect((await ask(path)).status, path).toBe(404)
  })

  it('opens one session for many requests, and another one when that has ended', async () => {
    const teacher = await addPerson(arena.site, 'teacher', { role: 'ADMIN' })
    const sessions = () =>
      arena.site.prisma.session.findMany({ where: { userId: teacher.id }, orderBy: { id: 'asc' } })
    const before = (await sessions()).length
    await Promise.all(Array.from({ length: 6 }, () => read('/contests', basic('teacher'))))
    await read('/contests', basic('teacher'))
    const opened = (await sessions()).slice(before)
    expect(opened).toHaveLength(1)
    await arena.site.prisma.session.updateMany({
      where: { userId: teacher.id },
      data: { expiresAt: new Date() },
    })
    await read('/contests', basic('teacher'))
    expect(await sessions()).toHaveLength(before + 2)
    await arena.site.prisma.user.update({ where: { id: teacher.id }, data: { disabled: true } })
    expect((await ask('/contests', basic('teacher'))).status).toBe(403)
  })

  it('refuses headers that are no login, and unknown ids', async () => {
    const cid = await running()
    const basics = [':', 'owner', `owner:${'x'.repeat(5000)}`, '\ud800:x'].map(
      (text) => `Basic ${Buffer.from(text).toString('base64')}`,
    )
    for (const login of [...basics, 'Basic', 'Basic !', 'Bearer x', 'x'.repeat(2000), 'Basic /w=='])
      expect((await ask(`/contests/${cid}`, login)).status, login.slice(0, 40)).toBe(401)
    expect((await ask(`/contests/${cid}`, basic('a\u0000b'))).status).toBe(400)
    for (const id of ['%00', 'a%2F..', '1'.repeat(250), '%F0%9F%98%80'])
      for (const path of [`/contests/${id}`, `/contests/${cid}/teams/${id}`, `/contests/${cid}/${id}`])
        expect((await ask(path)).status, path).toBe(404)
    expect((await ask(`/contests/${cid}/event-feed?since_token=%00`)).status).toBe(400)
  })

  it('takes no cookie, and lets pages of others ask with a login of their own', async () => {
    const cookie = `JSESSIONID=${people.owner.token}`
    const answer = await fetch(`${arena.site.url}/api/contests`, { headers: { cookie } })
    expect(answer.status).toBe(401)
    const preflight = await fetch(`${arena.site.url}/api/contests/1/teams`, { method: 'OPTIONS' })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization')
    expect((await ask('/contests')).headers.get('access-control-allow-origin')).toBe('*')
  })
})

describe('the objects of a contest', () => {
  it('are collections that refer to each other, each object also at its own address', async () => {
    const cid = await running({ starAccount: ['bob'] })
    const waiting = await queued(people.team7, cid, problems.sum.id)
    const access = await read(`/contests/${cid}/access`)
    for (const { type, properties } of access.endpoints) {
      if (type === 'contest' || type === 'state') continue
      const objects = await read(`/contests/${cid}/${type}`)
      for (const one of objects) {
        expect(await read(`/contests/${cid}/${type}/${one.id}`)).toEqual(one)
        expect(properties, type).toEqual(expect.arrayContaining(Object.keys(one)))
      }
    }
    const submissions = await read(`/contests/${cid}/submissions`)
    expect(submissions.map(({ problem_id, language_id }: Loose) => [problem_id, language_id])).toEqual([
      ['A', 'cpp17'],
      ['A', 'cpp17'],
      ['B', 'python3'],
      ['A', 'cpp17'],
    ])
    expect(submissions.at(-1).id).toBe(String(waiting.id))
    const judgements = await read(`/contests/${cid}/judgements`)
    expect(judgements.map(({ judgement_type_id }: Loose) => judgement_type_id)).toEqual(['WA', 'AC', 'AC'])
    const ofTeam = await read(`/contests/${cid}/submissions?team_id=${people.ada.id}&problem_id=A`)
    expect(ofTeam).toEqual(submissions.slice(0, 2))
    expect(await read(`/contests/${cid}/submissions?team_id=`)).toEqual([])
    const languages = (await read(`/contests/${cid}/languages`)).map(({ id }: Loose) => id)
    expect(languages).toEqual(expect.arrayContaining(['c11', 'cpp17', 'java', 'python3']))
    expect((await ask(`/contests/${cid}/teams/nobody`)).status).toBe(404)
  })

  it('have the source of each submission, for organisers of its contest alone', async () => {
    const [cid, other] = [await running(), await running()]
    const [first] = await read(`/contests/${cid}/submissions`)
    const [file] = first.files
    expect(file).toMatchObject({ mime: 'application/zip', filename: 'files.zip' })
    const zip = await ask(`/${file.href}`)
    expect(zip.headers.get('content-type')).toBe('application/zip')
    const files = await filesOf(Buffer.from(await zip.arrayBuffer()))
    expect(files).toEqual({ [`${first.id}.cpp`]: 'the code of ada' })
    expect((await ask(`/contests/${other}/submissions/${first.id}/files`)).status).toBe(404)
    expect((await ask(`/${file.href}`, basic('ada'))).status).toBe(403)
  })

  it('are a scoreboard in whole minutes, of all teams or of a group (contest-rules 3, 12)', async () => {
    const cid = await running({ starAccount: ['bob'] })
    await queued(people.team7, cid, problems.sum.id)
    await arena.site.prisma.participation.create({
      data: { contestId: cid, userId: people.team7.id, registeredAt: new Date() },
    })
    const board = await read(`/contests/${cid}/scoreboard`)
    const rows = ({ rows }: Loose) =>
      rows.map(({ rank, team_id, score }: Loose) => [rank, team_id, score.num_solved, score.total_time])
    expect(rows(board)).toEqual([
      [1, people.bob.id, 1, 20],
      [1, people.ada.id, 1, 30],
      [2, people.team7.id, 0, 0],
    ])
    expect(board.rows[1].problems).toEqual([
      { problem_id: 'A', num_judged: 2, num_pending: 0, solved: true, time: 10 },
      { problem_id: 'B', num_judged: 0, num_pending: 0, solved: false },
    ])
    expect(board.rows[2].problems[0]).toMatchObject({ num_judged: 0, num_pending: 1 })
    expect(rows(await read(`/contests/${cid}/scoreboard?group_id=unofficial`))).toEqual([
      [1, people.bob.id, 1, 20],
    ])
    expect(
      rows(await read(`/contests/${cid}/scoreboard?group_id=official`)).map(([rank]: Loose) => rank),
    ).toEqual([1, 2])
    expect((await ask(`/contests/${cid}/scoreboard?group_id=x`)).status).toBe(404)
  })
})

describe('the event feed', () => {
  it('tells a submission, its judgement, another one and its end as they happen', async () => {
    const cid = await running()
    const feed = await follow(cid)
    expect(feed.get('contest')).toMatchObject({ id: String(cid), penalty_time: 20 })
    expect(feed.get('state')).toMatchObject({ started: expect.any(String), ended: null, finalized: null })
    expect(feed.all('submissions')).toHaveLength(3)
    const { id, judge, payload } = await queued(people.team7, cid, problems.path.id)
    await expect
      .poll(() => feed.get('submissions', id))
      .toMatchObject({ team_id: people.team7.id, problem_id: 'B' })
    expect(feed.get('judgements', `judgement-${id}`)).toBeNull()
    const { from, to } = await judge('WRONG_ANSWER')
    await expect
      .poll(() => feed.get('judgements', `judgement-${id}`))
      .toMatchObject({
        judgement_type_id: 'WA',
        start_time: from.toISOString(),
        end_time: to.toISOString(),
      })
    await judge('ACCEPTED')
    await expect.poll(() => feed.get('judgements', `judgement-${id}`)?.judgement_type_id).toBe('AC')
    expect(feed.get('awards', 'first-to-solve-B')).toMatchObject({ team_ids: [people.bob.id] })
    // A failure of the judge counts nowhere, and is no submission for others.
    await judge('JUDGE_ERROR')
    await expect.poll(() => feed.get('submissions', id)).toBeNull()
    expect(feed.get('judgements', `judgement-${id}`)).toBeNull()
    await judge('ACCEPTED')
    await expect.poll(() => feed.get('judgements', `judgement-${id}`)?.judgement_type_id).toBe('AC')
    await arena.site.prisma.submission.update({ where: { id }, data: { state: 'QUEUED', verdict: null } })
    await emit(contextOf(arena.site, null), 'submission.changed', payload)
    await expect.poll(() => feed.get('judgements', `judgement-${id}`)).toBeNull()
    expect(feed.get('submissions', id)).not.toBeNull()
  })

  it('tells teams, problems, questions with their answers, and announcements', async () => {
    const cid = await running()
    const feed = await follow(cid)
    await arena.site.prisma.participation.create({
      data: { contestId: cid, userId: people.team7.id, registeredAt: new Date() },
    })
    await emit(contextOf(arena.site, null), 'participation.changed', {
      contestId: cid,
      userId: people.team7.id,
    })
    await expect
      .poll(() => feed.get('teams', people.team7.id))
      .toMatchObject({ name: 'team7', group_ids: ['official'] })
    await arena.site.prisma.user.update({ where: { id: people.team7.id }, data: { school: 'North Shore' } })
    await emit(contextOf(arena.site, null), 'profile.changed', { userId: people.team7.id })
    await expect.poll(() => feed.get('teams', people.team7.id)?.organization_id).toBeTruthy()
    const { organization_id } = feed.get('teams', people.team7.id)
    // A team of another school that comes to stand above keeps the ids of both.
    await arena.site.prisma.user.update({ where: { id: people.bob.id }, data: { school: 'South Shore' } })
    await sent(people.bob, cid, problems.sum.id, 40)
    await emit(contextOf(arena.site, null), 'profile.changed', { userId: people.bob.id })
    await expect.poll(() => feed.get('teams', people.bob.id)?.organization_id).toBeTruthy()
    expect(feed.get('teams', people.team7.id)).toMatchObject({ organization_id })
    expect(feed.all('organizations').map(({ name }) => name)).toEqual(['North Shore', 'South Shore'])
    await put(cid, problems.spare.id, 'C')
    await expect.poll(() => feed.get('problems', 'C')).toMatchObject({ ordinal: 3, name: 'Problem C' })
    const asked = await call(people.ada, 'POST', '/api/comment', { cid, content: 'Is n positive?' })
    expect(asked).toMatchObject({ status: 200 })
    const key = `comment-${asked.data.id}`
    await expect
      .poll(() => feed.get('clarifications', key))
      .toMatchObject({
        from_team_id: people.ada.id,
        text: 'Is n positive?',
      })
    await call(people.owner, 'POST', '/api/reply', {
      cid,
      quoteId: asked.data.id,
      quoteType: 'Comment',
      reply: { commentId: asked.data.id, toUid: people.ada.id, toName: 'ada', content: 'Yes.' },
    })
    await expect
      .poll(() => feed.all('clarifications').at(-1))
      .toMatchObject({
        reply_to_id: key,
        to_team_id: people.ada.id,
        text: 'Yes.',
      })
    expect(feed.all('clarifications').at(-1)).not.toHaveProperty('from_team_id')
    await call(people.owner, 'POST', '/api/admin/contest/announcement', {
      cid,
      announcement: { title: 'Lunch', content: 'At noon.', status: 0 },
    })
    await expect.poll(() => feed.all('clarifications').map(({ text }) => text)).toContain('Lunch\n\nAt noon.')
  })

  it('tells the freeze, the end and the thaw, and ends its updates when all is judged', async () => {
    const cid = await running({ sealRank: true, sealRankTime: minutes(-20).toJSON(), autoRealRank: false })
    const feed = await follow(cid)
    expect(feed.get('state')).toMatchObject({ frozen: expect.any(String), ended: null })
    const late = await queued(people.team7, cid, problems.path.id)
    const change = async (data: object) =>
      tellContest(
        arena.site,
        await arena.site.prisma.contest.update({
          where: { id: cid },
          data: { ...data, version: { increment: 1 } },
        }),
      )
    await change({ endsAt: minutes(-1) })
    await expect.poll(() => feed.get('state')).toMatchObject({ ended: expect.any(String), finalized: null })
    await late.judge('ACCEPTED')
    await expect.poll(() => feed.get('state')).toMatchObject({ finalized: expect.any(String), thawed: null })
    expect(feed.get('state').end_of_updates).toBeNull()
    await change({ thawsAt: new Date() })
    await expect.poll(() => feed.get('state').end_of_updates).toBeTruthy()
    expect(feed.text.trimEnd().split('\n').at(-1)).toContain('"end_of_updates":"')
  })

  it('goes on from a token, also with what was removed meanwhile, and refuses unknown ones', async () => {
    const cid = await running()
    const feed = await follow(cid)
    const [one, other] = [
      await queued(people.team7, cid, problems.path.id),
      await queued(people.bob, cid, problems.sum.id),
    ]
    await expect.poll(() => feed.get('submissions', other.id)).not.toBeNull()
    const { token } = feed
    feed.close()
    await one.judge('JUDGE_ERROR')
    await other.judge('WRONG_ANSWER')
    const again = await new Feed(feed.objects).open(cid, `?since_token=${token}`)
    open.push(again)
    await expect.poll(() => again.get('judgements', `judgement-${other.id}`)).not.toBeNull()
    expect(again.get('submissions', one.id)).toBeNull()
    expect(again.text).not.toContain('"type":"contest"')
    for (const unknown of [
      '1',
      'x.1',
      `${token}9`,
      token.replace(/^./, (letter) => (letter === '0' ? '1' : '0')),
    ])
      expect((await ask(`/contests/${cid}/event-feed?since_token=${unknown}`)).status, unknown).toBe(400)
    // Tokens of a person are unknown to others.
    expect((await ask(`/contests/${cid}/event-feed?since_token=${token}`, people.root.token)).status).toBe(
      400,
    )
  })

  it('ends with the session, and with the right to organise', async () => {
    const cid = await running()
    const { token, sessionId } = await signIn(arena.site, people.owner)
    const feed = await follow(cid, '', token)
    const own = await follow(cid, '', people.root.token)
    await arena.site.prisma.session.update({ where: { id: sessionId }, data: { expiresAt: new Date() } })
    await emit(contextOf(arena.site, null), 'session.ended', { userId: people.owner.id, sessionId })
    await expect.poll(() => feed.ended).toBe(true)
    expect(own.ended).toBe(false)
    const lent = await follow(cid, '', people.owner.token)
    await arena.site.prisma.contest.update({
      where: { id: cid },
      data: { ownerId: deputy.id, version: { increment: 1 } },
    })
    await emit(contextOf(arena.site, null), 'contest.changed', { contestId: cid })
    await expect.poll(() => lent.ended).toBe(true)
    expect(own.ended).toBe(false)
  })

  it('is kept alive by newlines, and ends when a login is ended past the events', async () => {
    const cid = await running()
    const { token, sessionId } = await signIn(arena.site, people.owner)
    const feed = await follow(cid, '', token)
    await expect.poll(() => feed.text.endsWith('\n\n\n')).toBe(true)
    expect(feed.ended).toBe(false)
    await arena.site.prisma.session.update({ where: { id: sessionId }, data: { expiresAt: new Date() } })
    await expect.poll(() => feed.ended).toBe(true)
  })

  it('is open at most twenty times for one account', async () => {
    const cid = await running()
    const feeds = await Promise.all(Array.from({ length: 20 }, () => follow(cid)))
    expect((await ask(`/contests/${cid}/event-feed`)).status).toBe(429)
    expect(await read(`/contests/${cid}/state`)).toMatchObject({ ended: null })
    feeds[0]?.close()
    await expect
      .poll(async () => {
        const answer = await ask(`/contests/${cid}/event-feed`)
        await answer.body?.cancel()
        return answer.status
      })
      .toBe(200)
  })
})
