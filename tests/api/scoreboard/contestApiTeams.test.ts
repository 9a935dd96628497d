import { describe, expect, it } from 'vitest'
import { unpackZip } from '#server/modules/testset/unpack.ts'
import { basic, openContestApi } from '../../support/contestFeed.ts'
import { minutes } from '../../support/contestSite.ts'
import { addJudgeable, globalId } from '../../support/judgeable.ts'
import { zippedOf } from '../../support/packages.ts'
import type { Person } from '../../support/people.ts'
import type { Loose } from '../../support/site.ts'

/** ACM contests over the CLICS Contest API, as programs of teams use them: `submit` of DOMjudge among them. */

const { arena, people, problems, makeContest, put, sent, ask, read, running, queued } = openContestApi()

const ada = basic('ada')
const WRONG = { verdict: 'WRONG_ANSWER', score: 0 } as const
const idsOf = (objects: Loose[]) => objects.map(({ id }) => id)

const zipped = (files: Record<string, string>) => [
  { mime: 'application/zip', data: Buffer.from(zippedOf(files)).toString('base64') },
]
const SOURCE = 'int main() { return 7; }'
const SENT = { problem_id: 'A', language_id: 'cpp17', files: zipped({ 'a.cpp': SOURCE }) }

const post = (path: string, body: object, login = ada, headers: Record<string, string> = {}) =>
  fetch(`${arena.site.url}${path}`, {
    method: 'POST',
    headers: { authorization: login, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const submit = (cid: number, change: object = {}, login = ada) =>
  post(`/api/contests/${cid}/submissions`, { ...SENT, ...change }, login)

const codeOf = async ({ id }: Loose) =>
  arena.site.prisma.submission.findUniqueOrThrow({
    where: { id: Number(id) },
    select: {
      userId: true,
      contestId: true,
      problemId: true,
      language: true,
      code: { select: { source: true } },
    },
  })

describe('a contest that a team reads', () => {
  it('has its own submissions alone, and the board as it sees it', async () => {
    const cid = await running()
    const own = await queued(people.ada, cid, problems.path.id)
    const submissions = await read(`/contests/${cid}/submissions`, ada)
    expect(submissions.every(({ team_id }: Loose) => team_id === people.ada.id)).toBe(true)
    expect(submissions).toHaveLength(3)
    expect(submissions.at(-1).id).toBe(String(own.id))
    const judgements = await read(`/contests/${cid}/judgements`, ada)
    expect(judgements.map(({ judgement_type_id }: Loose) => judgement_type_id)).toEqual(['WA', 'AC'])
    const [ofBob] = await arena.site.prisma.submission.findMany({
      where: { contestId: cid, userId: people.bob.id },
    })
    for (const path of [
      `submissions/${ofBob?.id}`,
      `judgements/judgement-${ofBob?.id}`,
      `submissions/${ofBob?.id}/files`,
    ])
      expect((await ask(`/contests/${cid}/${path}`, ada)).status, path).toBe(404)
    expect(idsOf(await read(`/contests/${cid}/problems`, ada))).toEqual(['A', 'B'])
    const board = await read(`/contests/${cid}/scoreboard`, ada)
    expect(board.rows.map(({ score }: Loose) => score.num_solved)).toEqual([1, 1])
    const teams = idsOf(await read(`/contests/${cid}/teams`, ada))
    expect(teams).toEqual(expect.arrayContaining(board.rows.map(({ team_id }: Loose) => team_id)))
    expect(await read(`/contests/${cid}/awards`, ada)).toEqual([])
    expect(await read(`/contests/${cid}/state`, ada)).toMatchObject({ frozen: null, finalized: null })
  })

  it('is what its access says, and names the account', async () => {
    const cid = await running()
    const { capabilities, endpoints } = await read(`/contests/${cid}/access`, ada)
    expect(capabilities).toEqual(['team_submit', 'team_clar'])
    for (const { type } of endpoints)
      expect((await ask(`/contests/${cid}${type === 'contest' ? '' : `/${type}`}`, ada)).status, type).toBe(
        200,
      )
    const { id } = people.ada
    expect(await read(`/contests/${cid}/account`, ada)).toMatchObject({
      id,
      username: 'ada',
      type: 'team',
      team_id: id,
    })
    expect(await read(`/contests/${cid}/account`)).toMatchObject({ username: 'owner', type: 'admin' })
  })

  it('keeps outcomes since the freeze from all but their own team (contest-rules 11)', async () => {
    const cid = await makeContest({ openRank: true, sealRank: true, sealRankTime: minutes(-30).toJSON() })
    await put(cid, problems.sum.id, 'A')
    await sent(people.ada, cid, problems.sum.id, 40)
    await sent(people.bob, cid, problems.sum.id, 45)
    const told = async (login: string, who: Person) => {
      const { rows } = await read(`/contests/${cid}/scoreboard`, login)
      return rows.find(({ team_id }: Loose) => team_id === who.id).problems[0]
    }
    for (const who of [people.ada, people.bob])
      expect(await told(ada, who)).toMatchObject({ solved: false, num_pending: 1, num_judged: 0 })
    expect(await told(basic('owner'), people.bob)).toMatchObject({ solved: true, num_pending: 0 })
    const judgements = await read(`/contests/${cid}/judgements`, ada)
    expect(judgements.map(({ judgement_type_id }: Loose) => judgement_type_id)).toEqual(['AC'])
    // A twin whose try of the other team was wrong looks the same.
    const twin = await makeContest({ openRank: true, sealRank: true, sealRankTime: minutes(-30).toJSON() })
    await put(twin, problems.sum.id, 'A')
    await sent(people.ada, twin, problems.sum.id, 40)
    await sent(people.bob, twin, problems.sum.id, 45, WRONG)
    const rowsOf = async (id: number) => (await read(`/contests/${id}/scoreboard`, ada)).rows
    expect(await rowsOf(twin)).toEqual(await rowsOf(cid))
  })

  it('says that nothing is pending after judgements that count nothing, and of upsolving', async () => {
    const cid = await running({ allowEndSubmit: true })
    const pending = async () => {
      const { rows } = await read(`/contests/${cid}/scoreboard`, ada)
      return rows
        .find(({ team_id }: Loose) => team_id === people.ada.id)
        .problems.map(({ num_pending }: Loose) => num_pending)
    }
    for (const verdict of ['CANCELLED', 'JUDGE_ERROR', 'PARTIALLY_ACCEPTED'])
      await sent(people.ada, cid, problems.path.id, 12, { verdict, score: null })
    expect(await pending()).toEqual([0, 0])
    await queued(people.ada, cid, problems.path.id)
    expect(await pending()).toEqual([0, 1])
    // Their contest ended before the last one was sent.
    await arena.site.prisma.contest.update({ where: { id: cid }, data: { endsAt: minutes(-35) } })
    expect(await pending()).toEqual([0, 0])
    expect(await read(`/contests/${cid}/submissions`, ada)).toHaveLength(3)
  })

  it('has no problems before its start, and tells no label', async () => {
    const soon = { startTime: minutes(60).toJSON(), endTime: minutes(120).toJSON(), duration: 3600 }
    const cid = await makeContest(soon)
    await put(cid, problems.sum.id, 'A')
    expect(idsOf(await read('/contests', ada))).toContain(String(cid))
    for (const type of ['problems', 'submissions', 'judgements'])
      expect(await read(`/contests/${cid}/${type}`, ada), type).toEqual([])
    expect(await read(`/contests/${cid}/state`, ada)).toMatchObject({ started: null })
    for (const problem_id of ['A', 'Z']) {
      const answers = [
        await submit(cid, { problem_id }),
        await post(`/api/contests/${cid}/clarifications`, { text: 'Why?', problem_id }),
      ]
      for (const answer of answers) expect(answer.status, problem_id).toBe(403)
    }
  })

  it('is listed while it admits the team, and closed to others', async () => {
    const locked = await makeContest({ auth: 1, pwd: 'secret' })
    const ruled = await makeContest({ openAccountLimit: true, accountLimitRule: '<extra>team7</extra>' })
    const hidden = await makeContest({ visible: false })
    const over = await makeContest({
      startTime: minutes(-120).toJSON(),
      endTime: minutes(-60).toJSON(),
      duration: 3600,
    })
    const open = await running()
    const listed = idsOf(await read('/contests', ada))
    expect(listed).toContain(String(open))
    for (const cid of [locked, ruled, hidden, over]) expect(listed, `${cid}`).not.toContain(String(cid))
    expect((await ask(`/contests/${locked}/problems`, ada)).status).toBe(403)
    expect((await ask(`/contests/${hidden}`, ada)).status).toBe(404)
    expect((await submit(hidden)).status).toBe(404)
    expect((await submit(locked)).status).toBe(403)
    await arena.site.prisma.participation.create({
      data: { contestId: locked, userId: people.ada.id, registeredAt: new Date(), fits: true },
    })
    expect(idsOf(await read('/contests', ada))).toContain(String(locked))
    expect(await read(`/contests/${locked}/problems`, ada)).toEqual([])
  })
})

describe('a team that submits', () => {
  it('sends a zip as JSON, which is judged like any other submission', async () => {
    const cid = await running()
    const answer = await submit(cid)
    expect(answer.status).toBe(200)
    const made = await answer.json()
    expect(made).toMatchObject({ language_id: 'cpp17', problem_id: 'A', team_id: people.ada.id })
    expect(made.id).toMatch(/^\d+$/)
    // Older versions of Python read no time that ends in Z.
    expect(made.time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/)
    expect(await codeOf(made)).toEqual({
      userId: people.ada.id,
      contestId: cid,
      problemId: problems.sum.id,
      language: 'cpp17',
      code: { source: SOURCE },
    })
    expect(idsOf(await read(`/contests/${cid}/submissions`, ada))).toContain(made.id)
    const file = await ask(`/${made.files[0].href}`, ada)
    expect(file.headers.get('content-type')).toBe('application/zip')
  })

  it('sends a form, as the program of DOMjudge does at its address', async () => {
    const cid = await running()
    const [contest] = (await read('/v4/contests', ada)).filter(({ id }: Loose) => id === String(cid))
    expect(contest.shortname).toBe(String(cid))
    const languages = await read(`/v4/contests/${cid}/languages`, ada)
    const language = languages.find(({ extensions }: Loose) => extensions.includes('cc'))
    // Of the versions of a language, the newest is found first.
    expect(language.id).toBe('cpp23o2')
    const form = new FormData()
    form.append('problem', 'b')
    form.append('language', language.id)
    form.append('code[]', new Blob([`\ufeff${SOURCE}`]), 'b.cc')
    const send = (body: FormData) =>
      fetch(`${arena.site.url}/api/v4/contests/${cid}/submissions`, {
        method: 'POST',
        headers: { authorization: ada },
        body,
      })
    const answer = await send(form)
    expect(answer.status).toBe(200)
    const made = await answer.json()
    expect(made.problem_id).toBe('B')
    expect(await codeOf(made)).toMatchObject({ problemId: problems.path.id, code: { source: SOURCE } })
    form.append('code[]', new Blob(['more']), 'more.cc')
    expect((await send(form)).status).toBe(400)
    const none = new FormData()
    none.append('problem', 'A')
    expect((await send(none)).status).toBe(400)
  })

  it('is told what is wrong, and nothing is taken in', async () => {
    const cid = await running()
    const count = () => arena.site.prisma.submission.count({ where: { contestId: cid } })
    const before = await count()
    const statuses = async (changes: object[]) =>
      Promise.all(changes.map(async (change) => (await submit(cid, change)).status))
    expect(
      await statuses([
        { problem_id: 'Z' },
        { language_id: 'lolcode' },
        { team_id: people.bob.id },
        { files: [] },
        { files: zipped({ 'a.cpp': SOURCE, 'b.cpp': SOURCE }) },
        { files: zipped({}) },
        { files: [{ data: 'bm8gemlw' }] },
        { files: [{ data: '%' }] },
        { files: zipped({ 'a.cpp': 'a'.repeat(70_000) }) },
        { files: zipped({ 'a.cpp': 'a'.repeat(50_000_000) }) },
        { files: zipped({ '../a.cpp': SOURCE }) },
        { files: zipped({ 'a.cpp': 'a\u0000b' }) },
        { problem_id: 7 },
      ]),
    ).toEqual([404, 400, 403, 400, 400, 400, 400, 400, 400, 400, 400, 400, 400])
    const broken = await fetch(`${arena.site.url}/api/contests/${cid}/submissions`, {
      method: 'POST',
      headers: { authorization: ada, 'content-type': 'application/json' },
      body: '{',
    })
    expect(broken.status).toBe(400)
    expect(await count()).toBe(before)
    const over = await makeContest({
      startTime: minutes(-120).toJSON(),
      endTime: minutes(-60).toJSON(),
      duration: 3600,
    })
    await put(over, problems.sum.id, 'A')
    expect((await submit(over)).status).toBe(403)
    expect((await submit(cid, {}, 'nonsense')).status).toBe(401)
  })

  it('sends files of output to a problem that is output only', async () => {
    const cid = await running()
    const outputs = await addJudgeable(arena.site, 'FILES', { outputOnly: true })
    await put(cid, outputs.id, 'F')
    const files = zipped({ '1.out': '3\n', '2.out': '7\n' })
    const sent = await submit(cid, { problem_id: 'F', language_id: 'cpp', files })
    expect(sent.status).toBe(200)
    const { id, language_id } = await sent.json()
    expect(language_id).toBe('output')
    const set = await arena.site.prisma.submission.findUniqueOrThrow({
      where: { id: Number(id) },
      include: { outputSet: { include: { files: true } } },
    })
    expect(set.outputSet?.files.map(({ name }) => name).sort()).toEqual(['1.out', '2.out'])
    // As the form of DOMjudge: a zip, and files of one name in two folders.
    const form = new FormData()
    const zip = zippedOf({ 'a/1.out': '3', 'b/1.out': '4', '2.out': '7' })
    form.append('code[]', new Blob([Buffer.from(zip)]), 'answers.zip')
    form.append('problem', 'F')
    form.append('language', 'cpp')
    const formed = await fetch(`${arena.site.url}/api/v4/contests/${cid}/submissions`, {
      method: 'POST',
      headers: { authorization: ada },
      body: form,
    })
    expect(formed.status).toBe(200)
    const { outputSet } = await arena.site.prisma.submission.findUniqueOrThrow({
      where: { id: Number((await formed.json()).id) },
      include: { outputSet: { include: { files: true } } },
    })
    expect(outputSet?.files.map(({ name }) => name).sort()).toEqual(['2.out', 'a/1.out', 'b/1.out'])
    const fetched = await fetch(`${arena.site.url}/api/contests/${cid}/submissions/${id}/files`, {
      headers: { authorization: ada },
    })
    const inside = await unpackZip(new Uint8Array(await fetched.arrayBuffer()))
    expect([...inside].map(([name, content]) => [name, Buffer.from(content).toString()])).toEqual([
      ['1.out', '3\n'],
      ['2.out', '7\n'],
    ])
    expect(
      (await submit(cid, { problem_id: 'F', files: zipped({ 'a.cpp': 'x', 'b.cpp': '' }) })).status,
    ).toBe(400)
  })

  it('is a program: pages of other sites may not send with a password that a browser remembers', async () => {
    const cid = await running()
    const path = `/api/contests/${cid}/submissions`
    expect((await post(path, SENT, ada, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await post(path, SENT, ada, { origin: 'null' })).status).toBe(403)
    expect((await post(path, SENT, ada, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await post(path, SENT, ada, { origin: arena.site.url })).status).toBe(200)
  })
})

describe('a team that asks', () => {
  it('writes a comment of the contest, which its organisers answer', async () => {
    const cid = await running()
    const ask = (body: object, login = ada) => post(`/api/contests/${cid}/clarifications`, body, login)
    const asked = await ask({ text: 'Is n even?', problem_id: 'A' })
    expect(asked.status).toBe(200)
    const question = await asked.json()
    expect(question).toMatchObject({ text: 'A: Is n even?', from_team_id: people.ada.id })
    const answered = await ask({ text: 'Read again.', reply_to_id: question.id }, basic('owner'))
    expect(answered.status).toBe(200)
    expect(await read(`/contests/${cid}/clarifications`, ada)).toMatchObject([
      { id: question.id, text: 'A: Is n even?', from_team_id: people.ada.id },
      { reply_to_id: question.id, text: 'Read again.', to_team_id: people.ada.id },
    ])
    // In a running contest a question is between its team and the jury (contest-rules 24).
    expect(await read(`/contests/${cid}/clarifications`, basic('bob'))).toEqual([])
    expect((await ask({ text: 'x', problem_id: 'Z' })).status).toBe(404)
    expect((await ask({ text: '' })).status).toBe(400)
    expect((await ask({ text: 'x', from_team_id: people.bob.id })).status).toBe(403)
    expect((await ask({ text: 'x', reply_to_id: 'comment-999' })).status).toBe(404)
    expect((await ask({ text: 'x', reply_to_id: question.id }, basic('bob'))).status).toBe(404)
    // A comment of another contest.
    const other = await running()
    const elsewhere = await post(`/api/contests/${other}/clarifications`, { text: 'y' })
    const { id } = await elsewhere.json()
    expect((await ask({ text: 'x', reply_to_id: id })).status).toBe(404)
    expect(await read(`/contests/${other}/clarifications`, ada)).toHaveLength(1)
  })

  it('reads no answers of other teams from between an end and its extension (contest-rules 24)', async () => {
    const cid = await running()
    const { id } = await (await post(`/api/contests/${cid}/clarifications`, { text: 'Why?' })).json()
    const { endsAt } = await arena.site.prisma.contest.findUniqueOrThrow({ where: { id: cid } })
    const endAt = async (at: Date) => {
      const input = { id: globalId('Contest', cid), fields: { endsAt: at.toJSON() } }
      const change = 'mutation ($input: UpdateContestInput!) { updateContest(input: $input) { id } }'
      expect((await arena.site.graphql(change, { input }, people.owner)).errors).toBeUndefined()
    }
    await endAt(minutes(-1))
    const answer = { text: 'Because.', reply_to_id: id }
    expect((await post(`/api/contests/${cid}/clarifications`, answer, basic('bob'))).status).toBe(200)
    expect(await read(`/contests/${cid}/clarifications`, ada)).toHaveLength(2)
    await endAt(endsAt)
    expect(idsOf(await read(`/contests/${cid}/clarifications`, ada))).toEqual([id])
    expect(await read(`/contests/${cid}/clarifications`)).toHaveLength(2)
  })
})
