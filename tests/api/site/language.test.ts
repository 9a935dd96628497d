import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { enlist } from '#judge/health/liveness.ts'
import { LANGUAGES } from '#judge/languages.ts'
import type { HostProfile } from '#judge/protocol.ts'
import { syncLanguages } from '#server/modules/site/language.ts'
import { globalId } from '../../support/judgeable.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { addProblem } from '../../support/problems.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let choosy: number
const sessions: pg.Client[] = []
beforeAll(async () => {
  site = await startSite()
  const root = await addPerson(site, 'root', { role: 'ROOT' })
  choosy = (await addProblem(site, root, 'L1', { languageKeys: ['python3', 'c11'] })).id
})
afterAll(() => site.close())
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.end()
  await site.prisma.judgeHost.deleteMany()
  await site.prisma.language.updateMany({ data: { enabled: true } })
})

const QUERY = `{ languages { key name description contentType compileCommand template editorLanguage limitFactor family baseKey }
  problem(displayId: "L1") { languages { key description } } }`

const SUBMIT = 'mutation ($input: SubmitInput!) { submit(input: $input) { id } }'

const keys = (languages: { key: string }[]) => languages.map(({ key }) => key)

/** A judge host that lives: with the lock that proves it, until the test is over. */
async function addHost(languages: [key: string, version: string][]) {
  const session = new pg.Client({ connectionString: site.databaseUrl })
  await session.connect()
  sessions.push(session)
  const profile = { languages: languages.map(([key, version]) => ({ key, version })), slots: 1 }
  await enlist(session, { id: randomUUID(), name: 'host', ...profile } as HostProfile, [])
}

/** A judge host that was last heard of so many seconds ago. */
const addSilentHost = (language: string, secondsAgo: number) =>
  site.prisma.judgeHost.create({
    data: {
      id: randomUUID(),
      name: 'silent',
      profile: { languages: [{ key: language, version: '1' }], slots: 1 },
      workerIds: [],
      beatAt: new Date(Date.now() - secondsAgo * 1000),
    },
  })

it('are all offered while no host is alive, in the order of the table', async () => {
  await addSilentHost('python3', 60)
  const { data } = await site.graphql(QUERY)
  expect(keys(data.languages)).toEqual(LANGUAGES.map(({ key }) => key))
  expect(data.languages[0]).toMatchObject({
    key: 'c11',
    name: 'C',
    description: 'GCC',
    contentType: 'text/x-csrc',
    editorLanguage: 'c',
    limitFactor: 1,
    family: 'C',
    baseKey: null,
  })
  const families = new Map(
    data.languages.map(({ key, family, baseKey }: Record<string, string>) => [key, { family, baseKey }]),
  )
  expect(families.get('cpp17o2')).toEqual({ family: 'C++', baseKey: 'cpp17' })
  expect(families.get('pypy3')).toEqual({ family: 'Python', baseKey: null })
  expect(families.get('node')).toEqual({ family: 'JavaScript', baseKey: null })
  expect(data.languages[0].compileCommand).toContain('-std=c11')
  const node = data.languages.find(({ key }: { key: string }) => key === 'node')
  expect(node).toMatchObject({ compileCommand: 'node main.js', limitFactor: 2 })
  expect(keys(data.problem.languages)).toEqual(['c11', 'python3'])
})

it('are those that some live host has, with its version', async () => {
  await addHost([
    ['c11', '12.2.0'],
    ['java', '17.0.9'],
  ])
  await addHost([['python3', '3.11.2']])
  await addSilentHost('rust', 30)
  const { data } = await site.graphql(QUERY)
  expect(keys(data.languages)).toEqual(['c11', 'java', 'python3'])
  expect(data.languages[0].description).toBe('GCC 12.2.0')
  expect(data.problem.languages).toEqual([
    { key: 'c11', description: 'GCC 12.2.0' },
    { key: 'python3', description: 'Python 3.11.2' },
  ])
})

it('can be closed by an administrator, and stay closed when the table is read again', async () => {
  await site.prisma.language.updateMany({ where: { key: 'c11' }, data: { enabled: false } })
  await site.prisma.language.updateMany({ where: { key: 'java' }, data: { name: 'Cafe' } })
  await syncLanguages(site.house)
  const { data } = await site.graphql(QUERY)
  expect(keys(data.languages)).not.toContain('c11')
  expect(keys(data.languages)).toContain('java')
  expect(data.languages.some(({ name }: { name: string }) => name === 'Cafe')).toBe(false)
  expect(await site.prisma.language.count({ where: { bank: 'ME' } })).toBe(LANGUAGES.length)
})

/** Whether programs in each language are taken, as far as the language goes. */
async function taken(author: Person): Promise<string[]> {
  const problemId = globalId('Problem', choosy)
  const codes = await Promise.all(
    LANGUAGES.map(async ({ key: language }) => {
      const input = { problemId, language, source: '' }
      const { errors } = await site.graphql(SUBMIT, { input }, author)
      return { language, code: errors?.[0]?.extensions?.code }
    }),
  )
  expect(new Set(codes.map(({ code }) => code))).toEqual(new Set(['CODE_EMPTY', 'LANGUAGE_NOT_OFFERED']))
  return codes.filter(({ code }) => code === 'CODE_EMPTY').map(({ language }) => language)
}

it('are those that programs may be sent in', async () => {
  const author = await addPerson(site, 'author')
  const offered = async () => keys((await site.graphql('{ languages { key } }')).data.languages)
  await site.prisma.language.updateMany({ where: { key: 'java' }, data: { enabled: false } })
  await addSilentHost('rust', 30)
  expect(await taken(author)).toEqual(await offered())
  await addHost([
    ['c11', '12.2.0'],
    ['java', '17'],
  ])
  await addHost([['python3', '3.11.2']])
  expect(await taken(author)).toEqual(await offered())
  expect(await taken(author)).toEqual(['c11', 'python3'])
})

it('keep a language that the table no longer has out of the offer', async () => {
  const old = { name: 'Old', contentType: '', description: '', compileCommand: '', template: '' }
  const row = await site.prisma.language.create({ data: { key: 'algol', ...old } })
  const { data } = await site.graphql(QUERY)
  expect(keys(data.languages)).not.toContain('algol')
  await site.prisma.language.delete({ where: { id: row.id } })
})

it('have the old shape through the REST door, for the site and for a problem', async () => {
  await addHost([
    ['c11', '12.2.0'],
    ['python3', '3.11.2'],
    ['java', '17'],
  ])
  const all = await site.rest('GET', '/api/languages')
  expect(all.data).toHaveLength(3)
  expect(all.data[0]).toEqual({
    id: expect.any(Number),
    contentType: 'text/x-csrc',
    description: 'GCC 12.2.0',
    name: 'C',
    compileCommand: expect.stringContaining('gcc'),
    template: expect.stringContaining('scanf'),
    codeTemplate: expect.stringContaining('//TEMPLATE BEGIN\nint add('),
    isSpj: true,
    oj: 'ME',
    seq: expect.any(Number),
    gmtCreate: null,
    gmtModified: null,
  })
  const ofBanks: { oj: string; codeTemplate: string | null }[] = (
    await site.rest('GET', '/api/languages?all=true')
  ).data
  expect(ofBanks.filter(({ oj }) => oj === 'ME')).toHaveLength(3)
  expect(new Set(ofBanks.map(({ oj }) => oj))).toEqual(
    new Set(['ME', 'HDU', 'POJ', 'CF', 'AC', 'SPOJ', 'LIBRE']),
  )
  expect(ofBanks.filter(({ oj }) => oj !== 'ME').every(({ codeTemplate }) => codeTemplate === null)).toBe(
    true,
  )
  expect((await site.rest('GET', `/api/languages?pid=${choosy}`)).data).toHaveLength(3)
  const own = await site.rest('GET', `/api/get-problem-languages?pid=${choosy}`)
  expect(own.data.map(({ name }: { name: string }) => name)).toEqual(['C', 'Python3'])
  expect(await site.rest('GET', '/api/get-problem-languages?pid=99999')).toMatchObject({ status: 404 })
  expect(await site.rest('GET', '/api/get-problem-languages')).toMatchObject({ status: 400 })
})

const CHANGE = `mutation ($input: ChangeLanguageInput!) {
  changeLanguage(input: $input) { key isOffered template judgeTemplate } }`

it('are offered, closed and given other templates by administrators of the site alone, at once', async () => {
  const root = await addPerson(site, 'keeper', { role: 'ROOT' })
  const teacher = await addPerson(site, 'teacher', { role: 'PROBLEM_ADMIN' })
  const all = '{ allLanguages { id key isOffered } }'
  const listed = (await site.graphql(all, {}, root)).data.allLanguages
  expect(keys(listed)).toEqual(LANGUAGES.map(({ key }) => key))
  const { id } = listed.find(({ key }: { key: string }) => key === 'python3')
  for (const asking of [teacher, {}]) {
    expect((await site.graphql(all, {}, asking)).data.allLanguages).toBeNull()
    const refused = await site.graphql(CHANGE, { input: { id, isOffered: false } }, asking)
    expect(refused.errors?.[0]?.extensions?.code).toBe('token' in asking ? 'FORBIDDEN' : 'UNAUTHENTICATED')
  }

  const live = await site.subscribe('subscription { languagesChanged { shortName } }', {})
  const closed = await site.graphql(CHANGE, { input: { id, isOffered: false } }, root)
  expect(closed.data.changeLanguage).toMatchObject({ key: 'python3', isOffered: false })
  await live.next()
  const now = (await site.graphql(QUERY)).data
  expect(keys(now.languages)).not.toContain('python3')
  expect(keys(now.problem.languages)).toEqual(['c11'])

  const own = await site.graphql(CHANGE, { input: { id, isOffered: true, template: 'print(2)\n' } }, root)
  expect(own.data.changeLanguage.template).toBe('print(2)\n')
  await live.next()
  live.close()
  // A process that starts leaves alone what an administrator changed.
  await syncLanguages(site.house)
  const rest = await site.rest('GET', '/api/languages')
  const python = rest.data.find(({ name }: { name: string }) => name === 'Python3')
  expect(python.template).toBe('print(2)\n')
  const back = await site.graphql(CHANGE, { input: { id, template: null } }, root)
  expect(back.data.changeLanguage.template).toBe(back.data.changeLanguage.judgeTemplate)
  expect(await site.prisma.auditEntry.count({ where: { action: 'language.changed' } })).toBe(3)

  await site.prisma.language.updateMany({ where: { key: { not: 'python3' } }, data: { enabled: false } })
  const last = await site.graphql(CHANGE, { input: { id, isOffered: false } }, root)
  expect(last.errors?.[0]?.extensions?.code).toBe('LAST_LANGUAGE')
  const forged = await site.graphql(
    CHANGE,
    { input: { id: globalId('Language', 99_999), isOffered: true } },
    root,
  )
  expect(forged.errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
})

it('are called and ordered as an administrator wants, everywhere and at once', async () => {
  const root = await addPerson(site, 'namer', { role: 'ROOT' })
  const teacher = await addPerson(site, 'reader', { role: 'PROBLEM_ADMIN' })
  await site.prisma.language.updateMany({ data: { enabled: true } })
  const all = async () =>
    (await site.graphql('{ allLanguages { id key name judgeName } }', {}, root)).data.allLanguages as {
      id: string
      key: string
      name: string
      judgeName: string
    }[]
  const idOf = async (wanted: string) => (await all()).find(({ key }) => key === wanted)?.id
  const change = (input: object, asking: object = root) =>
    site.graphql(
      `mutation ($input: ChangeLanguageInput!) { changeLanguage(input: $input) { name judgeName } }`,
      { input },
      asking,
    )
  const move = (input: object, asking: object = root) =>
    site.graphql(
      'mutation ($input: MoveLanguageInput!) { moveLanguage(input: $input) { shortName } }',
      { input },
      asking,
    )

  const python = await idOf('python3')
  const live = await site.subscribe('subscription { languagesChanged { shortName } }', {})
  expect((await change({ id: python, name: 'Python 3 (slow)' })).data.changeLanguage).toEqual({
    name: 'Python 3 (slow)',
    judgeName: 'Python3',
  })
  await live.next()
  const refused = async (id: unknown, name: string) =>
    (await change({ id, name })).errors?.[0]?.extensions?.code
  expect(await refused(await idOf('java'), 'python 3 (SLOW)')).toBe('LANGUAGE_TAKEN')
  expect(await refused(await idOf('java'), 'Python3')).toBe('LANGUAGE_TAKEN')
  expect(await refused(await idOf('java'), ' ')).toBe('INVALID_INPUT')

  const first = await move({ id: python, beforeId: (await all())[0]?.id })
  expect(first.errors).toBeUndefined()
  await live.next()
  live.close()
  expect((await all())[0]?.key).toBe('python3')
  expect((await move({ id: python, beforeId: null }, teacher)).errors?.[0]?.extensions?.code).toBe(
    'FORBIDDEN',
  )
  expect((await move({ id: python, beforeId: python })).errors?.[0]?.extensions?.code).toBe('NOT_FOUND')

  // A process that starts leaves both alone.
  await syncLanguages(site.house)
  const rest = (await site.rest('GET', '/api/languages')).data as { name: string; seq: number }[]
  expect(rest[0]?.name).toBe('Python 3 (slow)')
  expect(rest.map(({ seq }) => seq)).toEqual(rest.map(({ seq }) => seq).toSorted((a, b) => b - a))
  const offered = (await site.graphql('{ languages { key name } }')).data.languages
  expect(offered[0]).toEqual({ key: 'python3', name: 'Python 3 (slow)' })

  // Programs say the one name or the other, and lists say the new one.
  await addProblem(site, root, 'NAMED')
  for (const language of ['Python 3 (slow)', 'Python3']) {
    const sent = await site.rest('POST', '/api/submit-problem-judge', {
      ...root,
      body: { pid: 'NAMED', language, code: `print(${language.length})` },
    })
    expect(sent.data).toMatchObject({ language: 'Python 3 (slow)' })
    await site.prisma.throttle.deleteMany()
  }
  const { data } = await site.graphql(
    '{ submissions(first: 1, filter: { username: "namer" }) { edges { node { languageKey languageName } } } }',
    {},
    root,
  )
  expect(data.submissions.edges[0].node).toEqual({ languageKey: 'python3', languageName: 'Python 3 (slow)' })

  const noted = await site.prisma.auditEntry.findMany({
    where: { action: 'language.changed', subject: 'Language:python3', actorId: root.id },
    orderBy: { id: 'asc' },
  })
  expect(noted.map(({ details }) => details)).toMatchObject([
    { before: { name: 'Python3' }, after: { name: 'Python 3 (slow)' } },
    { after: { place: 1 } },
  ])
  expect((await change({ id: python, name: null })).data.changeLanguage.name).toBe('Python3')
})
