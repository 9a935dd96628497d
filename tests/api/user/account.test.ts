import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '#server/core/password.ts'
import { findUserByName, requirePassword } from '#server/modules/user/user.ts'
import { noteLooks } from '#server/modules/user/username.ts'
import { addJudgeable } from '../../support/judgeable.ts'
import { addPerson, contextOf } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

/** What names and passwords may be, and how mails with codes leave. */

const SEND_CODE =
  'mutation ($email: String!) { sendRegisterCode(input: { email: $email }) { expireSeconds waitSeconds } }'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

describe('names', () => {
  const taken = (username: string) =>
    site.graphql('mutation ($input: RegisterInput!) { register(input: $input) { id } }', {
      input: { username, password: 'secret1', email: 'nobody@example.org', code: '000000' },
    })
  const codeOf = async (username: string) => (await taken(username)).errors?.[0]?.extensions?.code

  it('that look like one that somebody has are refused, Han beside Latin is not', async () => {
    await addPerson(site, 'Paypal')
    await addPerson(site, 'scope')
    for (const alike of ['Paypa1', 'PaypaI', 'Pаypal', 'раураl', 'ѕсоре', 'ｓcope'])
      expect(await codeOf(alike), alike).toMatch(/USERNAME_ALIKE|USERNAME_TAKEN/)
    expect(await codeOf('Pаypal')).toBe('USERNAME_ALIKE')
    // Only the code is wrong with these.
    for (const free of ['小明scope', 'Scope小明', 'scopes', '彼得'])
      expect(await codeOf(free), free).toBe('MAIL_CODE_WRONG')
  })

  it('that mean something in an address are refused', async () => {
    for (const path of ['.', '..', 'a/b', 'a\\b', 'a%2fb', 'a?b', 'a#b'])
      expect(await codeOf(path), path).toBe('USERNAME_INVALID')
    for (const fine of ['a.b', '...', 'a&b', 'a+b']) expect(await codeOf(fine), fine).toBe('MAIL_CODE_WRONG')
  })

  it('are found however they are typed', async () => {
    const ligature = await addPerson(site, 'ﬀoo7')
    const problem = await addJudgeable(site, 'N1')
    await site.prisma.submission.create({
      data: { problemId: problem.id, userId: ligature.id, language: 'cpp17', codeLength: 1, ip: '127.0.0.1' },
    })
    for (const typed of ['ﬀoo7', 'FFOO7', 'ffoo7', ' ｆｆｏｏ７ ']) {
      const { data } = await site.graphql(
        'query ($f: SubmissionFilter) { submissions(filter: $f) { totalCount } }',
        { f: { username: typed } },
      )
      expect(data.submissions.totalCount, typed).toBe(1)
      expect((await findUserByName(contextOf(site, null), typed))?.id).toBe(ligature.id)
    }
  })

  it('of older accounts are noted at the next start', async () => {
    const old = await addPerson(site, 'oldtimer')
    await site.prisma.user.update({ where: { id: old.id }, data: { looks: [] } })
    await noteLooks(site.house)
    expect(await codeOf('оldtimer')).toBe('USERNAME_ALIKE')
  })
})

describe('passwords', () => {
  const signIn = (username: string, password: string) =>
    site.rest('POST', '/api/login', { body: { username, password } })

  it('are as long as they have characters, at every door, however they were typed', async () => {
    const emoji = '🗝'.repeat(13)
    const parts = 'pa\u0308sswo\u0308rd'
    for (const [username, chosen, typed] of [
      ['thirteen', emoji, emoji],
      ['twenty', '🗝'.repeat(20), '🗝'.repeat(20)],
      ['parts', parts, parts.normalize('NFC')],
      ['whole', parts.normalize('NFC'), parts],
    ] as const) {
      const person = await addPerson(site, username)
      const passwordHash = await hashPassword(requirePassword(chosen))
      await site.prisma.user.update({ where: { id: person.id }, data: { passwordHash } })
      expect((await signIn(username, typed)).status, username).toBe(200)
    }
    // Anyone who chose one before passwords were composed is let in with the same keys.
    const early = await addPerson(site, 'early')
    const passwordHash = await hash(parts)
    await site.prisma.user.update({ where: { id: early.id }, data: { passwordHash } })
    expect((await signIn('early', parts)).status).toBe(200)
  })

  it('of accounts that have none take as long to refuse as those of others', async () => {
    await addPerson(site, 'withone')
    for (const [username, passwordHash] of [
      ['seeded', '!'],
      ['remote', ''],
    ] as const) {
      const { id } = await addPerson(site, username)
      await site.prisma.user.update({ where: { id }, data: { passwordHash } })
    }
    // In turns: what else the machine does is in the way of all of them alike.
    const names = ['withone', 'seeded', 'remote', 'nobody of that name']
    const shortest = names.map(() => Number.POSITIVE_INFINITY)
    // The shortest of many tries is that without other work on the machine.
    const areAlike = () => shortest.every((time) => time > (shortest[0] ?? 0) / 2)
    for (let round = 0; round < 5 || (round < 40 && !areAlike()); round++) {
      for (const [i, username] of names.entries()) {
        const began = performance.now()
        expect((await signIn(username, 'wrong password')).status).toBe(400)
        shortest[i] = Math.min(shortest[i] ?? 0, performance.now() - began)
      }
    }
    const [other = 0, ...theirs] = shortest
    for (const [i, time] of theirs.entries()) expect(time, names[i + 1]).toBeGreaterThan(other / 2)
  })
})

describe('a mail server that says nothing', () => {
  it('holds nobody up for long, and nobody is told that a mail is on its way', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
    const { port } = silent.address() as AddressInfo
    const held = await startSite({
      SMTP_URL: `smtp://127.0.0.1:${port}?greetingTimeout=1500`,
      LOG_LEVEL: 'silent',
    })
    try {
      const connected = once(silent, 'connection')
      const began = performance.now()
      const first = held.graphql(SEND_CODE, { email: 'held@example.org' })
      await connected
      const second = await held.graphql(SEND_CODE, { email: 'held@example.org' })
      expect(second.errors?.[0]?.extensions).toMatchObject({ code: 'MAIL_UNDER_WAY' })
      expect((await first).errors?.[0]?.extensions?.code).toBe('MAIL_FAILED')
      expect(performance.now() - began).toBeLessThan(12_000)
      // The next try need not wait.
      expect(await held.prisma.throttle.count({ where: { key: { contains: 'register mail' } } })).toBe(0)
    } finally {
      await held.close()
      silent.close()
    }
  })
})
