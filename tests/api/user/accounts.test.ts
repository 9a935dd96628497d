import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { globalId } from '../../support/judgeable.ts'
import { addPerson, PASSWORD, type Person, signIn } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let root: Person
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
})
afterAll(() => site.close())

const codeOf = (answer: { errors?: readonly { extensions?: Record<string, unknown> }[] }) =>
  answer.errors?.[0]?.extensions?.code
const accountId = ({ id }: { id: string }) => globalId('Account', id)

const LIST = `query ($keyword: String, $role: Role, $isBanned: Boolean, $onlyStaff: Boolean) {
  accounts(keyword: $keyword, role: $role, isBanned: $isBanned, onlyStaff: $onlyStaff) {
    totalCount edges { node { id email realname isBanned version user { id username role } } } } }`
const CHANGE = `mutation ($input: ChangeAccountInput!) { changeAccount(input: $input) {
  version email realname isBanned user { username role titleName titleColor } } }`
const CREATE = `mutation ($input: CreateAccountInput!) { createAccount(input: $input) {
  email realname user { id username role } } }`
const END = `mutation ($input: EndAccountsInput!) { endAccounts(input: $input) {
  done refused { rowId code message } } }`

const change = (person: { id: string }, input: object, asker: object = root) =>
  site.graphql(CHANGE, { input: { id: accountId(person), ...input } }, asker)
const create = (input: object, asker: object = root) => site.graphql(CREATE, { input }, asker)
const end = (people: { id: string }[], asker: object = root) =>
  site.graphql(END, { input: { ids: people.map(accountId) } }, asker)
const namesIn = async (filter: object): Promise<string[]> =>
  (await site.graphql(LIST, filter, root)).data.accounts.edges.map(
    ({ node }: { node: { user: { username: string } } }) => node.user.username,
  )
const login = (username: string, password: string) =>
  site.rest('POST', '/api/login', { body: { username, password } })
const auditOf = async ({ id }: { id: string }) =>
  site.prisma.auditEntry.findMany({ where: { subject: `User:${id}` }, orderBy: { id: 'asc' } })

describe('accounts', () => {
  it('are for super administrators, through every door', async () => {
    const plain = await addPerson(site, 'plain')
    const admin = await addPerson(site, 'admin', { role: 'ADMIN' })
    const setter = await addPerson(site, 'setter', { role: 'PROBLEM_ADMIN' })
    for (const [asker, code, http] of [
      [plain, 'FORBIDDEN', 403],
      [admin, 'FORBIDDEN', 403],
      [setter, 'FORBIDDEN', 403],
      [{}, 'UNAUTHENTICATED', 401],
    ] as const) {
      expect(codeOf(await site.graphql(LIST, {}, asker))).toBe(code)
      expect(codeOf(await change(plain, { role: 'ROOT' }, asker))).toBe(code)
      expect(codeOf(await end([plain], asker))).toBe(code)
      expect(codeOf(await create({ username: 'cuckoo', password: PASSWORD }, asker))).toBe(code)
      for (const [method, path] of [
        ['GET', 'get-user-list'],
        ['PUT', 'edit-user'],
        ['DELETE', 'delete-user'],
      ] as const)
        expect(await site.rest(method, `/api/admin/user/${path}`, asker)).toMatchObject({ http })
    }
    const node = 'query ($id: ID!) { node(id: $id) { id ... on Account { email user { username } } } }'
    const ask = (asker: object) => site.graphql(node, { id: accountId(plain) }, asker)
    expect((await ask(root)).data.node).toMatchObject({ id: accountId(plain), user: { username: 'plain' } })
    for (const asker of [plain, admin, setter, {}]) expect(codeOf(await ask(asker))).toBe('NOT_FOUND')
  })

  it('are created one at a time, with a role, and can be logged in to at once', async () => {
    const input = { username: 'goshawk', password: 'goshawk-1', email: 'Goshawk@birds.test' }
    const { data } = await create({ ...input, realname: '红隼', role: 'NO_SUBMIT' })
    expect(data.createAccount).toMatchObject({
      email: 'Goshawk@birds.test',
      realname: '红隼',
      user: { username: 'goshawk', role: 'NO_SUBMIT' },
    })
    expect(await login('goshawk', 'goshawk-1')).toMatchObject({ status: 200 })
    const id = Buffer.from(data.createAccount.user.id, 'base64').toString().slice('User:'.length)
    expect(await auditOf({ id })).toMatchObject([
      {
        action: 'user.created',
        actorId: root.id,
        details: { after: { username: 'goshawk', role: 'NO_SUBMIT' } },
      },
    ])
    const plain = await create({ username: 'falcon', password: PASSWORD })
    expect(plain.data.createAccount).toMatchObject({ email: null, realname: null, user: { role: 'USER' } })
  })

  it('are not created with what an account cannot have, and nothing is left of the try', async () => {
    await create({ username: 'lammergeier', password: PASSWORD, email: 'lammergeier@birds.test' })
    for (const [input, code] of [
      [{ username: ' Lammergeier' }, 'USERNAME_TAKEN'],
      [{ username: 'lamrnergeier' }, 'USERNAME_ALIKE'],
      [{ username: 'two words' }, 'USERNAME_INVALID'],
      [{ username: 'buzzard', email: 'LAMMERGEIER@birds.test' }, 'EMAIL_TAKEN'],
      [{ username: 'buzzard', email: 'nowhere' }, 'EMAIL_INVALID'],
      [{ username: 'buzzard', password: 'short' }, 'PASSWORD_LENGTH'],
      [{ username: 'buzzard', realname: 'x'.repeat(51) }, 'INVALID_INPUT'],
    ] as const)
      expect(codeOf(await create({ password: PASSWORD, ...input })), JSON.stringify(input)).toBe(code)
    // Two at once: one account, one refusal.
    const twins = await Promise.all(
      ['merlin', 'Merlin'].map((username) => create({ username, password: PASSWORD })),
    )
    expect(twins.map(codeOf).toSorted()).toEqual(['USERNAME_TAKEN', undefined])
    expect(await namesIn({ keyword: 'buzzard' })).toEqual([])
  })

  it('are found by name, address and real name, and listed by role and ban', async () => {
    const one = await addPerson(site, 'heron', { email: 'Grey@birds.test' })
    await addPerson(site, 'stork', { role: 'MUTED' })
    await change(one, { realname: '苍鹭 Ardea', isBanned: true })
    for (const keyword of ['HERO', 'grey@BIRDS', 'ardea', '苍鹭'])
      expect(await namesIn({ keyword })).toEqual(['heron'])
    expect(await namesIn({ keyword: '%' })).toEqual([])
    expect(await namesIn({ role: 'MUTED' })).toEqual(['stork'])
    expect(await namesIn({ isBanned: true })).toEqual(['heron'])
    expect(await namesIn({ onlyStaff: true })).toEqual(['setter', 'admin', 'root'])
    expect((await site.rest('GET', '/api/admin/user/get-user-list?onlyAdmin=true', root)).data.total).toBe(3)
  })

  it('change from the version that was read, and keep names apart', async () => {
    const robin = await addPerson(site, 'robin', { email: 'robin@birds.test' })
    await addPerson(site, 'wren', { email: 'wren@birds.test' })
    const { data } = await change(robin, {
      version: 1,
      username: 'Robin2',
      email: 'r2@birds.test',
      realname: 'R. B.',
      role: 'NO_SUBMIT',
      titleName: 'Singer',
      titleColor: '#2657d4',
    })
    expect(data.changeAccount).toEqual({
      version: 2,
      email: 'r2@birds.test',
      realname: 'R. B.',
      isBanned: false,
      user: { username: 'Robin2', role: 'NO_SUBMIT', titleName: 'Singer', titleColor: '#2657d4' },
    })
    for (const [input, code] of [
      [{ version: 1, realname: 'late' }, 'CONFLICT'],
      [{ username: 'WREN' }, 'USERNAME_TAKEN'],
      [{ username: 'wrеn' }, 'USERNAME_ALIKE'],
      [{ username: 'a b' }, 'USERNAME_INVALID'],
      [{ email: 'Wren@birds.test' }, 'EMAIL_TAKEN'],
      [{ email: 'nowhere' }, 'EMAIL_INVALID'],
      [{ password: 'short' }, 'PASSWORD_LENGTH'],
      [{ titleColor: 'red;background:url(//x)' }, 'INVALID_INPUT'],
    ] as const)
      expect([input, codeOf(await change(robin, input))]).toEqual([input, code])
    // The same name in other letters, and no address, are no hindrance.
    expect((await change(robin, { username: 'ROBIN2', email: '' })).data.changeAccount).toMatchObject({
      email: null,
      user: { username: 'ROBIN2' },
    })
    expect(codeOf(await change({ id: 'f'.repeat(32) }, {}))).toBe('NOT_FOUND')
  })

  it('have names on one line, without characters that nobody sees', async () => {
    const swift = await addPerson(site, 'swift')
    const input = { realname: 'S.\n\u202eW.', titleName: 'Sin\u200bger\tbird' }
    expect((await change(swift, input)).data.changeAccount).toMatchObject({
      realname: 'S. W.',
      user: { titleName: 'Singer bird' },
    })
  })

  it('lose their logins with another password, role or ban, open sockets included', async () => {
    for (const [name, input, after] of [
      ['finch', { password: 'another one' }, 'another one'],
      ['tit', { role: 'MUTED' }, PASSWORD],
      ['owl', { isBanned: true }, null],
    ] as const) {
      const person = await addPerson(site, name)
      const raised = await site.subscribe('subscription { profileChanged { id } }', {}, person)
      await change(person, { realname: 'stays' })
      expect(await raised.next()).toHaveProperty('data.profileChanged')
      await change(person, input)
      await expect(
        (async () => {
          for (;;) await raised.next()
        })(),
      ).rejects.toBeTruthy()
      expect((await site.rest('GET', '/api/get-user-auth-info', person)).http).toBe(401)
      expect((await login(name, after ?? PASSWORD)).status).toBe(after ? 200 : 403)
    }
  })

  it('leave the site with somebody who may do everything', async () => {
    expect(codeOf(await change(root, { role: 'USER' }))).toBe('ACCOUNT_LAST_ROOT')
    expect(codeOf(await change(root, { isBanned: true }))).toBe('ACCOUNT_OWN')
    expect((await end([root])).data.endAccounts.refused).toMatchObject([{ code: 'ACCOUNT_OWN' }])
    const [one, other] = [
      await addPerson(site, 'root2', { role: 'ROOT' }),
      await addPerson(site, 'root3', { role: 'ROOT' }),
    ]
    // Three who take the role of each other at once: one of them is left.
    const people = [root, one, other]
    const answers = await Promise.all(
      people.map((person, place) => change(people[(place + 1) % 3] ?? root, { role: 'USER' }, person)),
    )
    expect(answers.some((answer) => codeOf(answer) === 'ACCOUNT_LAST_ROOT')).toBe(true)
    expect(await site.prisma.user.count({ where: { role: 'ROOT' } })).toBe(1)
    await site.prisma.user.update({ where: { id: root.id }, data: { role: 'ROOT' } })
    await site.prisma.user.updateMany({ where: { id: { in: [one.id, other.id] } }, data: { role: 'USER' } })
    root = { ...root, ...(await signIn(site, root)) }
  })

  it('are written down, and no password with them', async () => {
    const crow = await addPerson(site, 'crow')
    await change(crow, { realname: 'Corvus', password: 'never written' })
    const entries = await auditOf(crow)
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ['user.changed', { before: { realname: null }, after: { realname: 'Corvus' } }],
      ['user.passwordSet', {}],
    ])
    expect(JSON.stringify(entries)).not.toContain('never written')
  })
})

describe('an account that is ended', () => {
  it('is blank and closed, keeps its name, and leaves what it sent', async () => {
    const swan = await addPerson(site, 'swan', { email: 'swan@birds.test' })
    await site.prisma.user.update({ where: { id: swan.id }, data: { signature: 'Cygnus', school: 'Lake' } })
    const problem = await site.prisma.problem.create({
      data: { displayId: 'P1', sortKey: 'P1', keywords: '', authorId: swan.id },
    })
    const { data } = await end([swan, root, swan])
    expect(data.endAccounts).toMatchObject({
      done: [accountId(swan)],
      refused: [{ rowId: accountId(root), code: 'ACCOUNT_OWN' }],
    })
    expect((await site.rest('GET', '/api/get-user-auth-info', swan)).http).toBe(401)
    expect((await login('swan', PASSWORD)).status).toBe(400)
    expect(await namesIn({ keyword: 'swan' })).toEqual([])
    const { data: seen } = await site.graphql(
      `{ user(username: "swan") { id } node(id: "${globalId('User', swan.id)}") { ... on User { username nickname isEnded role } }
         accountTaken(username: "Swan", email: "swan@birds.test") { username email } }`,
    )
    expect(seen).toEqual({
      user: null,
      node: { username: 'deleted user', nickname: null, isEnded: true, role: 'USER' },
      accountTaken: { username: true, email: false },
    })
    const chinese = await site.graphql(
      `{ node(id: "${globalId('User', swan.id)}") { ... on User { username } } }`,
      {},
      { locale: 'zh-CN' },
    )
    expect(chinese.data.node.username).toBe('已注销用户')
    await site.prisma.problem.update({ where: { id: problem.id }, data: { visibility: 'PUBLIC' } })
    for (const [locale, words] of [
      ['zh-CN', '已注销用户'],
      ['en-US', 'deleted user'],
    ] as const) {
      const shown = await site.rest('GET', '/api/get-problem-detail?problemId=P1', { locale })
      expect(shown.data.problem.author).toBe(words)
    }
    const row = await site.prisma.user.findUniqueOrThrow({ where: { id: swan.id } })
    expect(JSON.stringify({ ...row, usernameKey: '', looks: [] })).not.toMatch(/swan|Cygnus|Lake/i)
    expect(await site.prisma.problem.findUnique({ where: { id: problem.id } })).toMatchObject({
      authorId: swan.id,
    })
    expect(await auditOf(swan)).toMatchObject([{ action: 'user.ended', actorId: root.id }])
  })
})

describe('the calls of the reference system', () => {
  const path = (name: string) => `/api/admin/user/${name}`

  it('list accounts in its shape, without the password', async () => {
    const ibis = await addPerson(site, 'ibis', { role: 'NO_SUBMIT', email: 'ibis@birds.test' })
    const { data } = await site.rest('GET', path('get-user-list?keyword=ibis'), root)
    expect(data).toMatchObject({ total: 1, size: 10, current: 1 })
    expect(data.records[0]).toMatchObject({
      uid: ibis.id,
      username: 'ibis',
      email: 'ibis@birds.test',
      password: null,
      status: 0,
      roles: [{ id: 1003, role: 'no_subimit_user', status: 0 }],
    })
  })

  it('edit and delete them', async () => {
    const rook = await addPerson(site, 'rook')
    const body = {
      uid: rook.id,
      username: 'rook',
      realname: 'R',
      email: null,
      setNewPwd: false,
      password: '',
      type: 1001,
      status: 0,
      titleName: 'Tower',
      titleColor: '#000000',
    }
    expect(await site.rest('PUT', path('edit-user'), { ...root, body })).toMatchObject({ status: 200 })
    expect(await site.prisma.user.findUnique({ where: { id: rook.id } })).toMatchObject({
      role: 'ADMIN',
      realname: 'R',
      titleName: 'Tower',
    })
    for (const status of [2, -5])
      expect((await site.rest('PUT', path('edit-user'), { ...root, body: { ...body, status } })).status).toBe(
        400,
      )
    expect(await site.prisma.user.findUnique({ where: { id: rook.id } })).toMatchObject({ disabled: false })
    const password = { ...body, setNewPwd: true, password: 'brand new' }
    await site.rest('PUT', path('edit-user'), { ...root, body: password })
    expect((await login('rook', 'brand new')).status).toBe(200)
    const told = () => site.prisma.notification.findMany({ where: { userId: rook.id } })
    await expect
      .poll(async () => (await told()).map(({ messageKey }) => messageKey).sort())
      .toEqual(['passwordSet', 'roleChanged'])
    expect(await site.rest('PUT', path('edit-user'), { ...root, body: { ...body, type: 7 } })).toMatchObject({
      http: 200,
      status: 400,
    })
    const remove = (ids: string[]) => site.rest('DELETE', path('delete-user'), { ...root, body: { ids } })
    // All or none.
    expect(await remove([rook.id, root.id])).toMatchObject({ http: 200, status: 400 })
    expect(await namesIn({ keyword: 'rook' })).toEqual(['rook'])
    expect(await remove([])).toMatchObject({ http: 200, status: 400 })
    expect(await remove([rook.id])).toMatchObject({ status: 200 })
    expect(await namesIn({ keyword: 'rook' })).toEqual([])
  })
})
