import { beforeAll, describe, expect, it } from 'vitest'
import { basic, openContestApi } from '../../support/contestFeed.ts'
import { globalId } from '../../support/judgeable.ts'
import { addPerson } from '../../support/people.ts'
import type { Loose } from '../../support/site.ts'
import { filesOf } from '../../support/spreadsheets.ts'

/** ACM contests over the CLICS Contest API, as tools of the ICPC read them: logins, collections and board. */

const { arena, people, problems, makeContest, ask, read, running, queued } = openContestApi()

beforeAll(async () => {
  await addPerson(arena.site, 'deputy', { role: 'ADMIN' })
})

describe('who reads the Contest API', () => {
  it('are those who log in by HTTP Basic or a token, and the feed organisers alone', async () => {
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
    }
    for (const who of ['ada', 'deputy'])
      expect((await ask(`/contests/${cid}/event-feed`, basic(who))).status).toBe(403)
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
    await Promise.all(Array.from({ length: 6 }, () => read('/contests', basic('teacher'))))
    expect(await sessions()).toHaveLength(before + 2)
    await arena.site.prisma.user.update({ where: { id: teacher.id }, data: { disabled: true } })
    expect((await ask('/contests', basic('teacher'))).status).toBe(403)
  })

  it('counts an old password once, however many requests of a program have it', async () => {
    const team = await addPerson(arena.site, 'team1')
    await read('/contests', basic('team1'))
    const statuses = async (password?: string) =>
      (await Promise.all(Array.from({ length: 25 }, () => ask('/contests', basic('team1', password))))).map(
        ({ status }) => status,
      )
    expect(new Set(await statuses())).toEqual(new Set([200]))
    const change = 'mutation ($input: ChangeAccountInput!) { changeAccount(input: $input) { id } }'
    const input = { id: globalId('Account', team.id), password: 'another one' }
    expect((await arena.site.graphql(change, { input }, people.root)).errors).toBeUndefined()
    expect(new Set(await statuses())).toEqual(new Set([401]))
    expect(new Set(await statuses('another one'))).toEqual(new Set([200]))
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
      if (['contest', 'state', 'account'].includes(type)) continue
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

  it('have the source of each submission, for organisers of its contest and for its author', async () => {
    const [cid, other] = [await running(), await running()]
    const [first] = await read(`/contests/${cid}/submissions`)
    const [file] = first.files
    expect(file).toMatchObject({ mime: 'application/zip', filename: 'files.zip' })
    const zip = await ask(`/${file.href}`)
    expect(zip.headers.get('content-type')).toBe('application/zip')
    const files = await filesOf(Buffer.from(await zip.arrayBuffer()))
    expect(files).toEqual({ [`${first.id}.cpp`]: 'the code of ada' })
    expect((await ask(`/contests/${other}/submissions/${first.id}/files`)).status).toBe(404)
    expect((await ask(`/${file.href}`, basic('ada'))).status).toBe(200)
    expect((await ask(`/${file.href}`, basic('bob'))).status).toBe(404)
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
