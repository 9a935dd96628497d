import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endSessionsOf, sweepSessions } from '#server/modules/user/session.ts'
import { addPerson, contextOf, PASSWORD, type Person, signIn } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite({ TRUST_PROXY: 'on', RATE_MUTATIONS: '100000', RATE_REQUESTS: '100000' })
})
afterAll(() => site.close())

const HOUR = 3600_000
const LOGIN =
  'mutation ($input: LoginInput!) { login(input: $input) { token viewer { user { id username } sessions { current ip userAgent } } } }'
const REVOKE = `mutation ($id: ID!) { revokeSession(input: { id: $id }) {
  sessionId viewer { sessions { id } } } }`

const login = (username: string, password: string, headers: Record<string, string> = {}) =>
  site.graphql(LOGIN, { input: { username, password } }, { headers })

const codeOf = ({ errors }: { errors?: { extensions?: { code?: string } }[] }) =>
  errors?.[0]?.extensions?.code

const whoami = async (token: string) => {
  const { http, data } = await site.graphql('{ viewer { user { username } } }', {}, { token })
  return http === 200 ? data.viewer.user.username : http
}

/** Moves the clock of one login by moving its row. */
const age = (person: Person, hours: number) =>
  site.prisma.session.update({
    where: { id: person.sessionId },
    data: {
      issuedAt: new Date(Date.now() - hours * HOUR),
      expiresAt: new Date(Date.now() + (24 - hours) * HOUR),
    },
  })

describe('login', () => {
  it('answers a token and the person, who is signed in for the rest of the answer', async () => {
    const person = await addPerson(site, 'Alan')
    const { data } = await login('alan', PASSWORD, {
      'user-agent': 'test browser',
      'x-forwarded-for': '10.1.2.3',
    })
    expect(data.login.viewer.user.username).toBe('Alan')
    expect(data.login.viewer.sessions).toEqual([
      { current: true, ip: '10.1.2.3', userAgent: 'test browser' },
      { current: false, ip: '', userAgent: '' },
    ])
    expect(data.login.token).toMatch(/^[\w-]{43}$/)
    expect(await whoami(data.login.token)).toBe('Alan')
    const rows = await site.prisma.session.findMany({ where: { userId: person.id } })
    expect(JSON.stringify(rows)).not.toContain(data.login.token)
  })

  it('hands the token over in a header of the REST answer, where scripts may read it', async () => {
    await addPerson(site, 'edsger')
    const answer = await site.rest('POST', '/api/login', { body: { username: 'edsger', password: PASSWORD } })
    expect(answer).toMatchObject({ http: 200, status: 200, msg: 'success' })
    expect(answer.headers.get('access-control-expose-headers')).toContain('Authorization')
    const token = answer.headers.get('authorization') ?? ''
    expect(await whoami(token)).toBe('edsger')
    const { data } = await site.rest('GET', '/api/get-user-auth-info', { token })
    expect(data).toEqual({ roles: ['default_user'], permissions: null })
  })

  it('says the same of a wrong name and a wrong password', async () => {
    await addPerson(site, 'known')
    const password = await login('known', 'not this one')
    const name = await login('unknown', PASSWORD)
    expect(codeOf(password)).toBe('WRONG_CREDENTIALS')
    expect(name.errors?.[0]?.message).toBe(password.errors?.[0]?.message)
    expect(name.errors?.[0]?.extensions).toEqual(password.errors?.[0]?.extensions)
    expect(codeOf(await login('', ''))).toBe('WRONG_CREDENTIALS')
    const rest = await site.rest('POST', '/api/login', { body: { username: 'known', password: { $ne: '' } } })
    expect(rest).toMatchObject({ http: 400, status: 400, data: null })
    const body = { username: 'known', password: 'not this one' }
    for (const [locale, msg] of [
      ['en-US', 'Please check your username or password'],
      ['zh-CN', '请检查你的用户名或密码'],
    ] as const) {
      const answer = await site.rest('POST', '/api/login', { body, locale })
      expect(answer).toMatchObject({ http: 200, status: 400, msg })
    }
  })

  it('is locked for half an hour after twenty failures from one address, and for no other address', async () => {
    await addPerson(site, 'besieged')
    const attacker = { 'x-forwarded-for': '10.9.9.9' }
    const answers = await Promise.all(Array.from({ length: 30 }, () => login('Besieged', 'guess', attacker)))
    expect(answers.filter((answer) => codeOf(answer) === 'WRONG_CREDENTIALS').length).toBeLessThan(20)
    const locked = await login('besieged', PASSWORD, attacker)
    expect(locked.errors?.[0]?.extensions).toMatchObject({ code: 'LOCKED_OUT', minutes: 30 })
    const body = { username: 'besieged', password: PASSWORD }
    const rest = await site.rest('POST', '/api/login', { body, headers: attacker })
    expect(rest).toMatchObject({ http: 200, status: 403 })
    expect(codeOf(await login('besieged', PASSWORD, { 'x-forwarded-for': '10.9.9.8' }))).toBeUndefined()

    await site.prisma.throttle.updateMany({
      where: { key: { contains: '10.9.9.9' } },
      data: { expiresAt: new Date(Date.now() - 1) },
    })
    expect(codeOf(await login('besieged', PASSWORD, attacker))).toBeUndefined()
  })

  it('is locked for all IPv6 addresses of one machine', async () => {
    await addPerson(site, 'surrounded')
    const tried = Array.from({ length: 20 }, (_, at) =>
      login('surrounded', 'guess', { 'x-forwarded-for': `2001:db8:1:2:${at}::7` }),
    )
    await Promise.all(tried)
    const from = (address: string) => login('surrounded', PASSWORD, { 'x-forwarded-for': address })
    expect(codeOf(await from('2001:db8:1:2:ffff::1'))).toBe('LOCKED_OUT')
    expect(codeOf(await from('2001:db8:1:3::1'))).toBeUndefined()
  })

  it('forgets failures after a success', async () => {
    await addPerson(site, 'clumsy')
    for (let round = 0; round < 2; round++) {
      for (let tries = 0; tries < 11; tries++) await login('clumsy', 'oops')
      expect(codeOf(await login('clumsy', PASSWORD))).toBeUndefined()
    }
  })

  it('is refused to disabled accounts, whose tokens are dead', async () => {
    const person = await addPerson(site, 'banned')
    await site.prisma.user.update({ where: { id: person.id }, data: { disabled: true } })
    expect(codeOf(await login('banned', 'wrong one'))).toBe('WRONG_CREDENTIALS')
    expect(codeOf(await login('banned', PASSWORD))).toBe('ACCOUNT_DISABLED')
    expect(await whoami(person.token)).toBe(401)
  })

  it('of the administration is for staff alone', async () => {
    await addPerson(site, 'visitor')
    await addPerson(site, 'setter', { role: 'PROBLEM_ADMIN' })
    const enter = (username: string, password = PASSWORD) =>
      site.rest('POST', '/api/admin/login', { body: { username, password } })
    expect(await enter('visitor')).toMatchObject({ http: 200, status: 403, data: null })
    expect((await enter('visitor')).headers.get('authorization')).toBeNull()
    expect(await enter('setter', 'wrong')).toMatchObject({ status: 400 })
    const staff = await enter('setter')
    expect(staff.data.roleList).toEqual(['problem_admin'])
    const token = staff.headers.get('authorization') ?? ''
    expect(await site.rest('GET', '/api/admin/logout', { token })).toMatchObject({ status: 200 })
    expect(await whoami(token)).toBe(401)

    const ask = (username: string) =>
      site.graphql(
        'mutation ($input: LoginAsStaffInput!) { loginAsStaff(input: $input) { token viewer { canEnterAdmin adminPages } } }',
        { input: { username, password: PASSWORD } },
      )
    expect(await ask('visitor')).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] })
    const { loginAsStaff } = (await ask('setter')).data
    expect(loginAsStaff.viewer).toEqual({
      canEnterAdmin: true,
      adminPages: expect.arrayContaining(['DASHBOARD', 'PROBLEMS', 'TAGS', 'PACKAGES', 'CONTESTS']),
    })
    expect(await whoami(loginAsStaff.token)).toBe('setter')
  })

  it('opens to each role the pages that its permissions are for, and tells them to nobody else', async () => {
    const keeper = await addPerson(site, 'keeper', { role: 'ROOT' })
    const member = await addPerson(site, 'member')
    const PAGES = '{ viewer { adminPages } }'
    const open = (await site.graphql(PAGES, {}, { token: keeper.token })).data.viewer
    expect(open.adminPages).toEqual(expect.arrayContaining(['DASHBOARD', 'USERS', 'SWITCHES', 'AUDIT']))
    const setter = await addPerson(site, 'problemsetter', { role: 'ADMIN' })
    const staffs = await site.graphql(PAGES, {}, { token: setter.token })
    expect([...staffs.data.viewer.adminPages].sort()).toEqual([
      'BANKS',
      'CONTESTS',
      'DASHBOARD',
      'DISCUSSIONS',
      'PACKAGES',
      'POINTS',
      'PROBLEMS',
      'SHOP_ITEMS',
      'SHOP_ORDERS',
      'TRAININGS',
    ])
    expect((await site.graphql(PAGES, {}, { token: member.token })).data.viewer.adminPages).toEqual([])
    expect((await site.graphql(PAGES)).data.viewer).toBeNull()
  })
})

describe('a dead token', () => {
  it('is refused with a real 401 where a login is needed, and passes as a guest where none is', async () => {
    const token = 'x'.repeat(43)
    expect((await site.graphql('{ viewer { user { id } } }', {}, { token })).http).toBe(401)
    expect(await site.rest('GET', '/api/get-user-auth-info', { token })).toMatchObject({
      http: 401,
      status: 401,
    })
    expect(await site.rest('GET', '/api/get-user-auth-info')).toMatchObject({ http: 401, status: 401 })
    expect(await site.rest('GET', '/api/captcha', { token })).toMatchObject({ http: 200, status: 200 })
  })

  it('is one whose day is over', async () => {
    const person = await addPerson(site, 'yesterday')
    await age(person, 23.9)
    expect(await whoami(person.token)).toBe('yesterday')
    const other = await addPerson(site, 'dayBefore')
    await age(other, 24.1)
    expect(await whoami(other.token)).toBe(401)
  })
})

describe('renewal', () => {
  it('hands one new token to those who come after half a day, and keeps the old one to its end', async () => {
    const person = await addPerson(site, 'regular')
    await age(person, 11.9)
    const early = await site.graphql('{ viewer { user { id } } }', {}, { token: person.token })
    expect(early.headers.get('refresh-token')).toBeNull()

    await age(person, 12.1)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        index % 2
          ? site.rest('GET', '/api/get-user-auth-info', { token: person.token })
          : site.graphql('{ viewer { user { id } } }', {}, { token: person.token }),
      ),
    )
    expect(answers.map(({ http }) => http)).toEqual(Array(8).fill(200))
    const winners = answers.filter(({ headers }) => headers.get('refresh-token') === 'true')
    expect(winners).toHaveLength(1)
    const renewed = winners[0]?.headers.get('authorization') ?? ''
    expect(renewed).not.toBe(person.token)
    expect(await whoami(renewed)).toBe('regular')
    expect(await whoami(person.token)).toBe('regular')

    const row = await site.prisma.session.findUniqueOrThrow({ where: { id: person.sessionId } })
    expect(row.expiresAt.getTime() - Date.now()).toBeGreaterThan(23.9 * HOUR)
    expect((row.previousUntil?.getTime() ?? 0) - Date.now()).toBeLessThan(12 * HOUR)
    await site.prisma.session.update({
      where: { id: person.sessionId },
      data: { previousUntil: new Date(Date.now() - 1) },
    })
    expect(await whoami(person.token)).toBe(401)
    expect(await whoami(renewed)).toBe('regular')
  })

  it('waits for an answer that can carry it: a socket renews nothing', async () => {
    const person = await addPerson(site, 'listener')
    await age(person, 13)
    const following = await site.subscribe(
      'subscription { unreadChanged { total } }',
      {},
      { token: person.token },
    )
    following.close()
    const next = await site.graphql('{ viewer { user { id } } }', {}, { token: person.token })
    expect(next.headers.get('refresh-token')).toBe('true')
  })
})

describe('devices', () => {
  const SESSIONS = '{ viewer { sessions { id current } } }'

  it('are listed for their owner and can be ended one by one, connections included', async () => {
    const phone = await addPerson(site, 'owner')
    const { data } = await login('owner', PASSWORD)
    const laptop = data.login.token
    const stranger = await addPerson(site, 'nosy')
    const listed = await site.graphql(SESSIONS, {}, { token: laptop })
    const [current, other] = listed.data.viewer.sessions
    expect([current.current, other.current]).toEqual([true, false])

    const query = 'query ($id: ID!) { node(id: $id) { id ... on Session { ip } } }'
    const peek = await site.graphql(query, { id: other.id }, { token: stranger.token })
    expect(codeOf(peek)).toBe('NOT_FOUND')
    expect(codeOf(await site.graphql(REVOKE, { id: other.id }, { token: stranger.token }))).toBe('NOT_FOUND')
    expect(codeOf(await site.graphql(REVOKE, { id: other.id }))).toBe('UNAUTHENTICATED')

    const live = await site.subscribe('subscription { unreadChanged { total } }', {}, { token: phone.token })
    const revoked = await site.graphql(REVOKE, { id: other.id }, { token: laptop })
    expect(revoked.data.revokeSession.sessionId).toBe(other.id)
    const left = revoked.data.revokeSession.viewer.sessions as { id: string }[]
    expect(left.map(({ id }) => id)).not.toContain(other.id)
    expect(left.length).toBeGreaterThan(0)
    await expect(live.next()).rejects.toBeDefined()
    expect(await whoami(phone.token)).toBe(401)
    expect(await whoami(laptop)).toBe('owner')
    expect((await site.graphql(SESSIONS, {}, { token: laptop })).data.viewer.sessions).toHaveLength(1)
    expect(codeOf(await site.graphql(REVOKE, { id: other.id }, { token: laptop }))).toBe('NOT_FOUND')
  })

  it('log out one at a time', async () => {
    const desk = await addPerson(site, 'leaver')
    const couch = (await login('leaver', PASSWORD)).data.login.token
    const phone = (await login('leaver', PASSWORD)).data.login.token
    const out = await site.graphql('mutation { logout { sessionId viewer { email } } }', {}, { token: couch })
    expect(out.data.logout).toEqual({ sessionId: expect.any(String), viewer: null })
    expect(await whoami(couch)).toBe(401)
    expect(await site.rest('GET', '/api/logout', { token: phone })).toMatchObject({ http: 200, status: 200 })
    expect(await whoami(phone)).toBe(401)
    expect(await whoami(desk.token)).toBe('leaver')
  })

  it('can all be ended but one', async () => {
    const kept = await addPerson(site, 'careful')
    const others = [
      (await login('careful', PASSWORD)).data.login.token,
      (await login('careful', PASSWORD)).data.login.token,
    ]
    expect(await endSessionsOf(contextOf(site, kept), kept.id, kept.sessionId)).toBe(2)
    for (const token of others) expect(await whoami(token)).toBe(401)
    expect(await whoami(kept.token)).toBe('careful')
  })

  it('are forgotten half a year after their end, except the last one of each account', async () => {
    const old = await addPerson(site, 'longGone')
    const last = await signIn(site, old)
    const recent = await addPerson(site, 'backSoon')
    const DAY = 24
    await age(old, 184 * DAY)
    await age({ ...old, ...last }, 183 * DAY)
    await age(recent, 180 * DAY)
    await sweepSessions(contextOf(site, null))
    const left = await site.prisma.session.findMany({ where: { userId: { in: [old.id, recent.id] } } })
    expect(left.map(({ id }) => id).sort()).toEqual([last.sessionId, recent.sessionId].sort())
  })
})
