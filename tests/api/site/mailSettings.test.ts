import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPerson, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'
import { type SmtpServer, startSmtp } from '../../support/smtp.ts'

let site: Site
let root: Person
let admin: Person
let post: SmtpServer
let port: number
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  admin = await addPerson(site, 'admin', { role: 'ADMIN' })
  post = await startSmtp()
  port = post.port
})
afterAll(async () => {
  post.close()
  await site.close()
})

const SECRET = 'the-mail-password-4711'
const CHANGE =
  'mutation ($input: ChangeMailSettingsInput!) { changeMailSettings(input: $input) { host port secure hasPassword } }'
const TRY =
  'mutation ($input: TryMailInput!) { tryMail(input: $input) { address fault isAnswer isInOutbox } }'
const code = (answer: { errors?: readonly { extensions?: Record<string, unknown> }[] }) =>
  answer.errors?.[0]?.extensions?.code

const tryRest = (email: string) =>
  site.rest('POST', '/api/admin/config/test-email', { ...root, body: { email } })

describe('the settings of mail', () => {
  it('say of a test mail without a server that it was only put into the outbox', async () => {
    const { data } = await site.graphql(TRY, { input: { address: 'keeper@example.org' } }, root)
    expect(data.tryMail).toMatchObject({ fault: null, isInOutbox: true })
    const { status, msg } = await tryRest('keeper@example.org')
    expect(status).not.toBe(200)
    expect(msg).toContain('outbox')
  })

  it('send through the server that was set, with its login, and say what it answers', async () => {
    const server = { host: '127.0.0.1', port, secure: false, username: 'judge@example.org', password: SECRET }
    const { data } = await site.graphql(CHANGE, { input: server }, root)
    expect(data.changeMailSettings).toEqual({ host: '127.0.0.1', port, secure: false, hasPassword: true })

    const sent = await site.graphql(TRY, { input: { address: 'keeper@example.org' } }, root)
    expect(sent.data.tryMail).toMatchObject({ address: 'keeper@example.org', fault: null, isInOutbox: false })
    const login = post.lines.find((line) => line.startsWith('AUTH PLAIN'))?.split(' ')[2] ?? ''
    expect(Buffer.from(login, 'base64').toString()).toBe(`\0judge@example.org\0${SECRET}`)
    expect(post.lines).toContain('MAIL FROM:<judge@example.org>')

    const refused = await site.graphql(TRY, { input: { address: 'nobody@example.org' } }, root)
    expect(refused.data.tryMail.fault).toContain('nobody lives here')
    expect(refused.data.tryMail.isAnswer).toBe(true)
    expect((await tryRest('nobody@example.org')).msg).toContain('nobody lives here')
  })

  it('do not make the mail server say what it did not, when nothing answers', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const nobody = (closed.address() as AddressInfo).port
    closed.close()
    await site.graphql(CHANGE, { input: { port: nobody } }, root)
    const { data } = await site.graphql(TRY, { input: { address: 'keeper@example.org' } }, root)
    await site.graphql(CHANGE, { input: { port } }, root)
    expect(data.tryMail.fault).toContain('ECONNREFUSED')
    expect(data.tryMail.isAnswer).toBe(false)
  })

  it('give the password to nobody: no field, no REST call, no audit entry', async () => {
    const graph = await site.graphql(
      '{ mailSettings { host hasPassword } auditEntries(first: 20) { edges { node { changes { field before after } } } } }',
      {},
      root,
    )
    expect(graph.data.mailSettings.hasPassword).toBe(true)
    const rest = await site.rest('GET', '/api/admin/config/get-email-config', root)
    expect(rest.data).toMatchObject({ emailHost: '127.0.0.1', emailPort: port, emailPassword: null })
    const changes = JSON.stringify(graph.data.auditEntries)
    expect(changes).toContain('"field":"password"')
    for (const text of [JSON.stringify(graph), JSON.stringify(rest.data)]) expect(text).not.toContain(SECRET)
    const fields = await site.graphql('{ __type(name: "MailSettings") { fields { name } } }', {}, root)
    expect(fields.data.__type.fields.map(({ name }: { name: string }) => name)).not.toContain('password')
  })

  it('keep the password when REST sends an empty one', async () => {
    const body = { emailHost: 'localhost', emailPassword: '', emailSsl: false }
    await site.rest('PUT', '/api/admin/config/set-email-config', { ...root, body })
    const { data } = await site.graphql('{ mailSettings { host hasPassword } }', {}, root)
    expect(data.mailSettings).toEqual({ host: 'localhost', hasPassword: true })
    expect((await tryRest('a@example.org')).status).toBe(200)
  })

  it('refuse what is not a server, no port and no sender', async () => {
    for (const input of [{ host: 'a b' }, { port: 0 }, { port: 70_000 }, { from: 'a@b\r\nBcc: x@y' }])
      expect(code(await site.graphql(CHANGE, { input }, root))).toBe('INVALID_INPUT')
    const trial = await site.graphql(TRY, { input: { address: 'no address' } }, root)
    expect(trial.errors?.[0]?.extensions?.fields).toEqual({ address: 'This is not a valid e-mail address' })
    const { errors } = await site.graphql(CHANGE, { input: { from: 'nobody' } }, root)
    expect(errors?.[0]?.extensions?.fields).toEqual({ from: 'This is not a valid e-mail address' })
  })

  it('are for administrators of the site alone', async () => {
    for (const [asker, refusal, status] of [
      [admin, 'FORBIDDEN', 403],
      [{}, 'UNAUTHENTICATED', 401],
    ] as const) {
      expect(code(await site.graphql('{ mailSettings { host } }', {}, asker))).toBe(refusal)
      expect(code(await site.graphql(CHANGE, { input: { host: 'x' } }, asker))).toBe(refusal)
      expect(code(await site.graphql(TRY, { input: { address: 'a@b.org' } }, asker))).toBe(refusal)
      for (const [method, path] of [
        ['GET', 'get-email-config'],
        ['PUT', 'set-email-config'],
        ['POST', 'test-email'],
        ['GET', 'get-db-and-redis-config'],
        ['PUT', 'set-db-and-redis-config'],
      ] as const) {
        const answer = await site.rest(
          method,
          `/api/admin/config/${path}`,
          method === 'GET' ? asker : { ...asker, body: {} },
        )
        expect(answer.status).toBe(status)
      }
    }
  })

  it('tell where the database is without its password, and change no connection', async () => {
    const { data } = await site.rest('GET', '/api/admin/config/get-db-and-redis-config', root)
    expect(data).toMatchObject({ dbPassword: null, redisPassword: null })
    expect(data.dbName).toBeTruthy()
    const refused = await site.rest('PUT', '/api/admin/config/set-db-and-redis-config', { ...root, body: {} })
    expect(refused.status).toBe(403)
  })
})
