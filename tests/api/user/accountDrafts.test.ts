import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepDrafts } from '#server/modules/user/creation/accountDrafts.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'
import { cellsOf } from '../../support/spreadsheets.ts'

let site: Site
let root: Person
let other: Person
let people: readonly (readonly [asker: { token?: string }, code: string, http: number])[]
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  other = await addPerson(site, 'root2', { role: 'ROOT' })
  people = [
    [await addPerson(site, 'plain'), 'FORBIDDEN', 403],
    [await addPerson(site, 'admin', { role: 'ADMIN' }), 'FORBIDDEN', 403],
    [await addPerson(site, 'setter', { role: 'PROBLEM_ADMIN' }), 'FORBIDDEN', 403],
    [{}, 'UNAUTHENTICATED', 401],
  ]
})
afterAll(() => site.close())

const codeOf = (answer: { errors?: readonly { extensions?: Record<string, unknown> }[] }) =>
  answer.errors?.[0]?.extensions?.code

const SERIES = { prefix: 'team', suffix: '队', from: 8, to: 40, passwordLength: 25 }
const generate = (input: object = {}, asker: object = root) =>
  site.graphql(
    'mutation ($input: GenerateAccountsInput!) { generateAccounts(input: $input) { id kind total } }',
    { input: { ...SERIES, ...input } },
    asker,
  )
const stateOf = async (id: string, asker: object = root) =>
  (
    await site.graphql(
      `{ node(id: "${id}") { ... on Operation { state done resultUrl failure } } }`,
      {},
      asker,
    )
  ).data?.node
const numberOf = (id: string) => Number(Buffer.from(id, 'base64').toString().split(':')[1])
const isOver = (id: string) =>
  expect.poll(async () => (await stateOf(id)).state, { timeout: 60_000 }).toMatch(/DONE|FAILED/)
const login = (username: string, password: string) =>
  site.rest('POST', '/api/login', { body: { username, password } })

const fetchResult = (path: string, { token }: { token?: string }) =>
  fetch(`${site.url}${path}`, { headers: { ...(token ? { authorization: token } : {}) } })

async function send(path: string, csv: string | Uint8Array, asker: { token?: string } = root) {
  const form = new FormData()
  form.append('file', new Blob([csv as string]), 'people.csv')
  const headers = { 'accept-language': 'en-US', ...(asker.token ? { authorization: asker.token } : {}) }
  const answer = await fetch(`${site.url}/api/admin/user/${path}`, { method: 'POST', headers, body: form })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  return { http: answer.status, ...((await answer.json()) as any) }
}

/** Everything the database holds, as text. */
async function dump(): Promise<string> {
  const tables = await site.prisma.$queryRaw<{ name: string }[]>`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) "name" from pg_tables
    where schemaname in ('public', 'graphile_worker')`
  const rows = await Promise.all(
    tables.map(({ name }) => site.prisma.$queryRawUnsafe(`select t::text from ${name} t`)),
  )
  return JSON.stringify(rows)
}

describe('generated accounts', () => {
  it('come all at once, with passwords that their maker alone reads for half an hour', async () => {
    const { id, kind, total } = (await generate()).data.generateAccounts
    expect([kind, total]).toEqual(['USER_GENERATION', 33])
    await isOver(id)
    const { resultUrl } = await stateOf(id)
    expect((await stateOf(id, other)).resultUrl).toBeNull()
    for (const asker of [other, ...people.map(([asker]) => asker)])
      expect((await fetchResult(resultUrl, asker)).ok).toBe(false)
    const answer = await fetchResult(resultUrl, root)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const [head, ...rows] = await cellsOf(Buffer.from(await answer.arrayBuffer()))
    expect(head).toEqual(['用户名', '密码'])
    expect(rows.map(([name]) => name)).toEqual(Array.from({ length: 33 }, (_, at) => `team${at + 8}队`))
    expect(new Set(rows.map(([, password]) => password)).size).toBe(33)
    for (const [, password] of rows) expect(password).toMatch(/^\w{25}$/)
    expect(await login('team8队', rows[0]?.[1] ?? '')).toMatchObject({ status: 200 })
    expect(await login('team8队', rows[1]?.[1] ?? '')).toMatchObject({ status: 400 })
    expect(await site.prisma.auditEntry.count({ where: { action: 'user.created', actorId: root.id } })).toBe(
      33,
    )
    expect(
      await site.prisma.auditEntry.count({ where: { action: 'operation.begun', actorId: root.id } }),
    ).toBe(1)

    // Neither the database nor a file shows a password while it can be fetched.
    const kept = await dump()
    for (const [, password = 'none'] of rows) expect(kept).not.toContain(password)
    expect(await site.prisma.file.count()).toBe(0)

    const at = (minutes: number) => contextOf(site, null, new Date(Date.now() + minutes * 60_000))
    await sweepDrafts(at(29))
    expect((await fetchResult(resultUrl, root)).status).toBe(200)
    await site.prisma.operation.update({
      where: { id: numberOf(id) },
      data: { resultExpiresAt: new Date(Date.now() - 1) },
    })
    expect((await fetchResult(resultUrl, root)).status).toBe(404)
    expect((await stateOf(id)).resultUrl).toBeNull()
    await sweepDrafts(at(0))
    expect(await site.prisma.accountDraft.count()).toBe(0)
  })

  it('are refused as a whole when one name is taken, and outside the bounds', async () => {
    const before = await site.prisma.user.count()
    const refused = await generate({ from: 39, to: 45 })
    expect(refused.errors?.[0]?.message).toBe(
      'No accounts were created: 2 are invalid, the first is team39队',
    )
    for (const input of [
      { from: -1 },
      { from: 9, to: 8 },
      { from: 1, to: 10_001 },
      { passwordLength: 5 },
      { passwordLength: 26 },
    ])
      expect([input, codeOf(await generate(input))]).toEqual([input, 'INVALID_INPUT'])
    for (const prefix of ['a b', 'a/b', 'x'.repeat(19)])
      expect(codeOf(await generate({ prefix }))).toBe('ACCOUNTS_UNUSABLE')
    expect(await site.prisma.user.count()).toBe(before)
    expect(await site.prisma.accountDraft.count()).toBe(0)
  })

  it('are not made at all when somebody takes one of the names meanwhile, nor when they are cancelled', async () => {
    const { id } = (await generate({ prefix: 'race', from: 1, to: 60 })).data.generateAccounts
    await addPerson(site, 'RACE60队')
    await isOver(id)
    expect(await stateOf(id)).toMatchObject({ state: 'FAILED', failure: expect.stringContaining('race60队') })
    const second = (await generate({ prefix: 'dropped', from: 1, to: 60 })).data.generateAccounts.id
    const cancel = 'mutation ($id: ID!) { cancelOperation(input: { id: $id }) { state } }'
    expect((await site.graphql(cancel, { id: second }, root)).data.cancelOperation.state).toBe('CANCELLED')
    await sweepDrafts(contextOf(site, null))
    expect(await site.prisma.accountDraft.count()).toBe(0)
    const made = { OR: [{ username: { startsWith: 'race' } }, { username: { startsWith: 'dropped' } }] }
    expect(await site.prisma.user.count({ where: made })).toBe(0)
  })

  it('are for super administrators, through every door', async () => {
    const path = '/api/admin/user'
    for (const [asker, code, http] of people) {
      expect(codeOf(await generate({}, asker))).toBe(code)
      expect(await site.rest('POST', `${path}/generate-user`, { ...asker, body: {} })).toMatchObject({ http })
      expect(await site.rest('POST', `${path}/insert-batch-user`, { ...asker, body: {} })).toMatchObject({
        http,
      })
      expect(await send('check-csv', 'a,b', asker)).toMatchObject({ http })
      expect(await send('import-csv', 'a,b', asker)).toMatchObject({ http })
      expect((await fetchResult('/api/file/generate-user-excel?key=1', asker)).status).toBe(http)
    }
  })

  it('come as the reference system gives them: a key, and a spreadsheet for it', async () => {
    const body = { prefix: '=1+', suffix: '', number_from: 1, number_to: '3', password_length: 6 }
    const { data, status } = await site.rest('POST', '/api/admin/user/generate-user', { ...root, body })
    expect(status).toBe(200)
    const path = `/api/file/generate-user-excel?key=${data.key}`
    const answer = await fetchResult(path, root)
    expect(answer.headers.get('content-type')).toBe('application/xlsx')
    expect(answer.headers.get('content-disposition')).toBe(`attachment;filename=accounts-${data.key}.xlsx`)
    const [, first = []] = await cellsOf(Buffer.from(await answer.arrayBuffer()))
    // A name that looks like a formula is a text of the sheet (`cellsOf` finds no formula in it).
    expect(first[0]).toBe('=1+1')
    expect(await login('=1+1', first[1] ?? '')).toMatchObject({ status: 200 })
    for (const [wrong, asker] of [
      [path, other],
      ['/api/file/generate-user-excel?key=0', root],
      ['/api/file/generate-user-excel?key=../../etc', root],
    ] as const) {
      const refused = await fetchResult(wrong, asker)
      expect(refused.status).toBe(404)
      expect(refused.headers.get('content-type')).toContain('application/json')
      expect(await refused.json()).toMatchObject({ status: 404, data: null })
    }
    expect(await site.rest('POST', '/api/admin/user/generate-user', { ...root, body })).toMatchObject({
      http: 200,
      status: 400,
      msg: 'No accounts were created: 3 are invalid, the first is =1+1',
    })
  })
})

describe('a CSV file', () => {
  const GOOD = [
    '\ufeffUsername,Password,E-mail,Real name,Gender,Nickname,School',
    'mary,somerville,mary@example.org,Mary S.,female,,"Burntisland, Fife"',
    '',
    'emmy,noether82,,Emmy ""N"",0,"two\nlines",',
    '张三,password1,,,男,,',
  ].join('\r\n')

  it('is looked at first: what would come of it, and what is wrong by line', async () => {
    const sound = await send('check-csv', GOOD)
    expect(sound.data).toMatchObject({ total: 3, faultCount: 0, faults: [] })
    expect(sound.data.rows[0]).toEqual({
      username: 'mary',
      email: 'mary@example.org',
      realname: 'Mary S.',
      gender: 'female',
      nickname: null,
      school: 'Burntisland, Fife',
    })
    expect(JSON.stringify(sound)).not.toContain('somerville')
    const bad = [
      'root,password1',
      'ok1,password1,same@example.org',
      'ok2,password1,SAME@example.org',
      'OK1,password1',
      'short,12345',
      ',password1',
      'nopassword,',
      'ok4,password1,no address',
      `ok5,password1,,${'x'.repeat(51)}`,
      'two words,password1',
      'r\u043e\u043et,password1',
    ]
    const { data } = await send('check-csv', bad.join('\n'))
    expect(data).toMatchObject({ total: 11, faultCount: 10 })
    expect(data.faults.map((one: { line: number; field: string }) => [one.line, one.field])).toEqual([
      [1, 'username'],
      [3, 'email'],
      [4, 'username'],
      [5, 'password'],
      [6, 'username'],
      [7, 'password'],
      [8, 'email'],
      [9, 'realname'],
      [10, 'username'],
      [11, 'username'],
    ])
    expect(data.faults[3].message).toBe('A password has 6 to 20 characters')
    const repeated = 'Another line of the file has it, too, or one that looks like it.'
    expect([0, 1, 2, 9].map((place) => data.faults[place].message)).toEqual([
      'The username already exists.',
      repeated,
      repeated,
      'This username looks like an existing one.',
    ])
    const before = await site.prisma.user.count()
    expect(await send('import-csv', bad.join('\n'))).toMatchObject({ http: 200, status: 400 })
    expect(await site.prisma.user.count()).toBe(before)
    expect(await send('check-csv', 'a,"b')).toMatchObject({
      msg: 'Invalid CSV: a quote opened in line 1 is never closed',
    })
    for (const empty of ['', '\ufeff\r\n', 'username,password']) {
      expect((await send('check-csv', empty)).status).toBe(400)
    }
    const many = Array.from({ length: 10_001 }, (_, at) => `n${at},password1`).join('\n')
    expect(await send('check-csv', many)).toMatchObject({ msg: 'At most 10000 accounts at a time' })
  })

  it('is read by the names of its columns, in any order, and refused where one is unknown', async () => {
    const named = await send('check-csv', '学校,用户名,昵称,密码\r\n第一中学,小三,三儿,password1\r\n')
    expect(named.data).toMatchObject({ total: 1, faultCount: 0 })
    expect(named.data.rows).toMatchObject([
      {
        username: '小三',
        nickname: '三儿',
        school: '第一中学',
        realname: null,
        email: null,
        gender: 'secrecy',
      },
    ])
    expect(await send('check-csv', 'username,password,grade\nann,password1,3')).toMatchObject({
      status: 400,
      msg: 'The first line names a column “grade”, which users do not have',
    })
  })

  it('with the first names of the usual order has all seven columns; another name that is missing is asked for', async () => {
    const { data } = await send('check-csv', 'Username,Password\nwren,password1,wren@birds.test,Jenny\n')
    expect(data.rows).toMatchObject([{ username: 'wren', email: 'wren@birds.test', realname: 'Jenny' }])
    expect(
      await send('check-csv', 'password,username\npassword1,ann,,\npassword1,bob,,B school'),
    ).toMatchObject({
      status: 400,
      msg: 'Line 3: the first line has no name for the column with “B school”',
    })
  })

  it('becomes accounts, and its passwords rest nowhere', async () => {
    const { data } = await send('import-csv', GOOD)
    const id = Buffer.from(`Operation:${data.operation}`).toString('base64')
    await isOver(id)
    expect(await stateOf(id)).toMatchObject({ state: 'DONE', done: 3, resultUrl: null })
    expect(await site.prisma.accountDraft.count({ where: { operationId: data.operation } })).toBe(0)
    expect(await site.prisma.user.findUnique({ where: { usernameKey: 'mary' } })).toMatchObject({
      email: 'mary@example.org',
      emailKey: 'mary@example.org',
      realname: 'Mary S.',
      gender: 'female',
      nickname: null,
      school: 'Burntisland, Fife',
      role: 'USER',
      disabled: false,
    })
    expect(await site.prisma.user.findUnique({ where: { usernameKey: 'emmy' } })).toMatchObject({
      gender: 'male',
    })
    expect(await login('张三', 'password1')).toMatchObject({ status: 200 })
    const kept = await dump()
    for (const password of ['somerville', 'noether82']) expect(kept).not.toContain(password)
    // The same again is refused, since all names are taken by now.
    expect(await send('import-csv', GOOD)).toMatchObject({ http: 200, status: 400 })
  })
})

describe('insert-batch-user', () => {
  it('makes accounts of the rows that are right, and names the others', async () => {
    const users = [
      ['ada', 'lovelace', 'ada@example.org', 'Ada L.', '1', 'Countess', 'London'],
      ['ADA', 'lovelace', '', '', '', '', ''],
      ['alan', 'short', '', '', '', '', ''],
      ['grace', 'hopper1906', 'ada@example.org', '', '', '', ''],
      ['kurt', 'incomplete', null, null, '0', null, null],
      'no row',
    ]
    const answer = await site.rest('POST', '/api/admin/user/insert-batch-user', { ...root, body: { users } })
    expect(answer).toMatchObject({
      http: 200,
      status: 400,
      msg: '2 accounts were created, 4 failed: ADA, alan, grace, ?',
    })
    expect(await site.prisma.user.findUnique({ where: { usernameKey: 'ada' } })).toMatchObject({
      email: 'ada@example.org',
      realname: 'Ada L.',
      gender: 'female',
      school: 'London',
    })
    expect(await login('kurt', 'incomplete')).toMatchObject({ status: 200 })
    expect(
      await site.rest('POST', '/api/admin/user/insert-batch-user', {
        ...root,
        body: { users: [['sofia', 'kovalevskaya']] },
      }),
    ).toMatchObject({ http: 200, status: 200, data: null })
  })

  it('keeps names on one line, without characters that nobody sees', async () => {
    const row = [
      'noether',
      'noether1918',
      '',
      ' Emmy\n\u202eN. ',
      '',
      'Em\u200b\tmy ',
      'Göttingen\r\n\u2066Uni',
    ]
    const path = '/api/admin/user/insert-batch-user'
    expect(await site.rest('POST', path, { ...root, body: { users: [row] } })).toMatchObject({ status: 200 })
    expect(await site.prisma.user.findUnique({ where: { usernameKey: 'noether' } })).toMatchObject({
      realname: 'Emmy N.',
      nickname: 'Em my',
      school: 'Göttingen Uni',
    })
  })
})
