import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { coercionOf } from '#server/doors/rest/coercers.ts'
import { openApi } from '#server/doors/rest/openapi.ts'
import { type Call, registeredCalls } from '#server/doors/rest/router.ts'
import { addContestProblem } from '#server/modules/contest/contestProblems.ts'
import { addBankAccount } from '#server/modules/remote/accounts.ts'
import { createTraining } from '#server/modules/training/saving.ts'
import { startFakeBank } from '../support/banks/all.ts'
import type { RunningFakeBank } from '../support/banks/fakeBank.ts'
import { minutes, openContestSite } from '../support/contestSite.ts'
import { addContest, timesOf } from '../support/contests.ts'
import { addGroup } from '../support/groups.ts'
import { addPerson, contextOf, type Person, signIn } from '../support/people.ts'
import { type Area, BUILT, OURS } from '../support/restPaths.ts'
import { ADDRESS, addItem } from '../support/shop.ts'

/** Walks the table of all documented paths, on a real site, as everybody who may call them or not. */

type Who = 'A' | 'G' | 'L' | 'S' | 'RP' | 'R'
type Line = { who: Who; method: string; path: string; required: string[]; area: string; name: string }

const linesOf = (areas: Area): Line[] =>
  Object.entries(areas).flatMap(([area, text]) =>
    text
      .trim()
      .split('\n')
      .map((line) => {
        const [who = '', method = '', path = '', required = ''] = line.trim().split(' ')
        const needed = required ? required.split(',') : []
        return { who: who as Who, method, path, required: needed, area, name: `${method} ${path}` }
      }),
  )

const built = linesOf(BUILT)
const ours = linesOf(OURS)
const calls = new Map(registeredCalls().map((call) => [`${call.method} ${call.path}`, call]))

let fake: RunningFakeBank

const arena = openContestSite(async () => {
  fake = await startFakeBank('CF')
  return { BANK_ORIGINS: `CF=${fake.origin}` }
})
const people = {} as Record<'guest', null> & Record<'user' | 'teacher' | 'setter' | 'root', Person>
/** What stands for the parameters of a call. */
const given: Record<string, string | number | boolean> = {}
/** The same for calls of groups, which know no contest of the site. */
const givenInGroup: typeof given = {}
/** And of imports from another judge, each of another problem there. */
const OF_BANK: Readonly<Record<string, typeof given>> = Object.fromEntries(
  [
    ['problem', '4242A'],
    ['training', '4242B1'],
    ['contest', '92101'],
  ].map(([noun, problemId = '']) => [
    `/api/admin/${noun}/import-remote-oj-problem`,
    { name: 'CF', problemId, displayId: 'Z' },
  ]),
)

beforeAll(async () => {
  const { site, people: there, problems, makeContest, put, sent } = arena
  people.guest = null
  people.root = there.root
  people.teacher = there.owner
  people.setter = await addPerson(site, 'setter', { role: 'PROBLEM_ADMIN' })
  people.user = there.ada
  await addBankAccount(contextOf(site, there.root), {
    bank: 'CF',
    username: 'robot',
    password: 'right password',
  })
  const cid = await makeContest({
    openRank: true,
    openPrint: true,
    sealRank: true,
    sealRankTime: minutes(-50).toJSON(),
    startTime: minutes(-60).toJSON(),
    endTime: minutes(-30).toJSON(),
    duration: 1800,
    autoRealRank: false,
  })
  await put(cid, problems.sum.id, 'A')
  const { id } = await sent(there.ada, cid, problems.sum.id, 5)
  const words = { title: 'Tides', description: 'On tides', content: 'They come', categoryId: 1 }
  const { id: did } = await site.prisma.discussion.create({ data: { ...words, authorId: there.owner.id } })
  const group = await addGroup(site, people.root, 'tides')
  const category = await site.prisma.trainingCategory.create({
    data: { name: 'Basics', nameKey: 'basics', color: '#335577' },
  })
  const { id: tid } = await createTraining(
    contextOf(site, people.root),
    { title: 'Tides', description: 'Of tides', categoryId: category.id, access: 'PUBLIC', password: null },
    group.id,
  )
  const { id: ofGroup } = await addContest(site, {
    ...timesOf('running'),
    type: 'ACM',
    title: 'Tides',
    ownerId: people.root.id,
    groupId: group.id,
  })
  await addContestProblem(contextOf(site, people.root), ofGroup, problems.sum.id, { displayId: 'A' })
  Object.assign(givenInGroup, { cid: ofGroup })
  Object.assign(given, {
    cid,
    tid,
    gid: group.id,
    did,
    toLike: true,
    contestID: cid,
    pid: problems.sum.id,
    problemId: 'SUM',
    displayId: 'A',
    submitId: id,
    beforeContestSubmit: false,
    forceRefresh: false,
    email: 'new@judge.test',
    splitType: 'user',
    ...(await addBought()),
    md5: 'f'.repeat(32),
  })
})
/** Goods to delete and an order to ship. */
async function addBought() {
  const { id } = await addItem(arena.site, 'Cup')
  const { id: hid } = await arena.site.prisma.shopOrder.create({
    data: { userId: people.user.id, total: 10, ...ADDRESS },
  })
  return { id, hid, approve: 1, username: 'ada' }
}
afterAll(async () => {
  expect(Object.keys(given)).not.toEqual([])
  await fake.close()
})

const pathOf = (path: string) => path.replace(/:\w+/g, 'nothing')

async function ask(line: Line, who: Person | null, query = '') {
  const { method } = line
  // Anyone who logs out needs no other login after it.
  const token = who && line.path.endsWith('logout') ? (await signIn(arena.site, who)).token : who?.token
  const response = await fetch(`${arena.site.url}${pathOf(line.path)}${query}`, {
    method,
    headers: {
      'accept-language': 'en-US',
      ...(token ? { authorization: token } : {}),
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(method === 'GET' ? {} : { body: '{}' }),
  })
  const isEnvelope = response.headers.get('content-type')?.startsWith('application/json')
  return {
    http: response.status,
    envelope: isEnvelope ? ((await response.json()) as { status: number; data: unknown; msg: string }) : null,
  }
}

/** Which roles a letter lets through. */
const LETS: Record<Who, (keyof typeof people)[]> = {
  A: ['guest', 'user', 'teacher', 'setter', 'root'],
  G: ['guest', 'user', 'teacher', 'setter', 'root'],
  L: ['user', 'teacher', 'setter', 'root'],
  S: ['teacher', 'setter', 'root'],
  RP: ['setter', 'root'],
  R: ['root'],
}
const EVERYBODY = LETS.A

const requiredOf = ({ query }: Call): string[] =>
  Object.entries((query as { shape?: Record<string, unknown> }).shape ?? {}).flatMap(([name, field]) =>
    coercionOf(field)?.required ? [name] : [],
  )

describe('the table of paths', () => {
  it('has each path once, all that are built and no other', () => {
    const names = [...built, ...ours].map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect([...built, ...ours].map(({ name }) => name).sort()).toEqual([...calls.keys()].sort())
  })

  it('has the whole shop', () => {
    expect(built.filter(({ path }) => path.startsWith('/shopapi/'))).toHaveLength(27)
  })

  it('has the same areas as the OpenAPI document', () => {
    const { paths } = openApi() as { paths: Record<string, Record<string, { tags: string[] }>> }
    for (const { method, path, area, name } of [...built, ...ours]) {
      const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      expect([name, operation?.tags]).toEqual([name, [area]])
    }
  })
})

describe.each([...built, ...ours])('$name', (line) => {
  const call = calls.get(line.name)

  it('is open to its roles only, and answers in the envelope', async () => {
    for (const role of EVERYBODY) {
      const { http, envelope } = await ask(line, people[role])
      const told = `${role}: ${http} ${envelope?.msg}`
      if (!LETS[line.who].includes(role)) {
        expect(http, told).toBe(role === 'guest' ? 401 : 403)
        expect(envelope, told).toMatchObject({ status: http, data: null })
        continue
      }
      // A download refuses with the real status of everything; other rules speak inside the envelope.
      if (!call?.download) expect([200, 400], told).toContain(http)
      else expect(http, told).not.toBe(401)
      if (envelope) expect(Object.keys(envelope).sort(), told).toEqual(['data', 'msg', 'status'])
      else expect(call?.download, told).toBe(true)
    }
  })
})

describe.each([...built, ...ours].filter(({ required }) => required.length > 0))('$name', (line) => {
  const call = calls.get(line.name)

  it('answers HTTP 400 naming a parameter when the required ones are missing', async () => {
    expect(call && requiredOf(call).sort()).toEqual([...line.required].sort())
    const { http, envelope } = await ask(line, people.root)
    expect([http, envelope?.status]).toEqual([400, 400])
    expect(line.required.some((name) => envelope?.msg.includes(name))).toBe(true)
  })
})

/** Reads that need more than stands in this site; tests of their own have them. */
const NEED_MORE = [
  ...['resubmit', 'get-test-judge-result', 'made-cases', 'generate-user-excel', 'comment-like', '/judge/'],
  ...['reply', 'comments', 'download-contest-print-text', 'delete-md-img', 'export-problem', '/:', 'clone'],
  ...['get-register-code', 'get-change-email-code', 'logout', 'download-testcase', 'group/problem'],
  ...['group/get-problem-cases', 'getNoteById', 'publichFile', 'full-screen'],
]

describe.each(
  built.filter(({ method, path }) => method === 'GET' && !NEED_MORE.some((part) => path.includes(part))),
)('$name', (line) => {
  it('answers in the declared shape', async () => {
    const wanted = {
      ...given,
      ...(line.path.startsWith('/api/group/') ? givenInGroup : {}),
      ...(OF_BANK[line.path] ?? {}),
    }
    const query = line.required.map((name) => `${name}=${wanted[name]}`).join('&')
    const { http, envelope } = await ask(line, people.root, `?${query}`)
    expect([http, envelope?.status ?? 200, envelope?.msg ?? ''], `${http} ${envelope?.msg}`).toEqual([
      ...[200, 200],
      envelope ? 'success' : '',
    ])
  })
})
