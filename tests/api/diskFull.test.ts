import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from 'graphql-ws'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import { keepRunning } from '#server/launch/program.ts'
import { createDatabase } from '../support/database.ts'
import { openDatabaseProxy } from '../support/databaseProxy.ts'
import { addPerson, type Person } from '../support/people.ts'
import { type Site, startSite } from '../support/site.ts'
import { openSmallDisk, type SmallDisk } from '../support/smallDisk.ts'
import { uploadFile } from '../support/uploadFile.ts'

let disk: SmallDisk
let site: Site
let root: Person
beforeAll(async () => {
  disk = await openSmallDisk(8)
  site = await startSite({ STORAGE_URL: `file:${disk.path}/files`, LOG_LEVEL: 'silent' })
  root = await addPerson(site, 'root', { role: 'ROOT' })
})
afterAll(async () => {
  await site.close()
  await disk.close()
})

const upload = (locale: string) =>
  uploadFile(site, '/api/file/upload-md-file', Buffer.alloc(2 ** 17), { as: root, name: 'a.bin', locale })
const isFull = async () => (await site.graphql('{ judging { isDiskFull } }')).data.judging.isDiskFull
const socketUrl = ({ url }: Site) => `${url.replace('http', 'ws')}/graphql`
/** How the server closes a socket that says who it is for. */
async function closeOf(site: Site, { token }: Person) {
  const socket = new WebSocket(socketUrl(site), 'graphql-transport-ws')
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'connection_init', payload: { Authorization: token } }))
  return once(socket, 'close')
}
const PATIENT = { timeout: 20_000, interval: 100 }

it('uploads to a full disk are refused in words and as an alert, and accepted again when there is room', async () => {
  expect(await upload('en-US')).toMatchObject({ status: 200 })
  expect(await isFull()).toBe(false)
  disk.fill()
  expect(await upload('en-US')).toMatchObject({
    http: 500,
    status: 500,
    msg: expect.stringContaining('disk is full'),
  })
  expect(await upload('zh-CN')).toMatchObject({ status: 500, msg: expect.stringContaining('磁盘已满') })
  expect(await isFull()).toBe(true)
  disk.clear()
  expect(await upload('en-US')).toMatchObject({ status: 200 })
  await vi.waitFor(async () => expect(await isFull()).toBe(false), { timeout: 40_000, interval: 500 })
})

it('the judging page shows when the disk becomes full and when it has room again', async () => {
  const stream = await site.subscribe('subscription { judgingChanged { isDiskFull } }', {}, root)
  const told = async () => (await stream.next()).data.judgingChanged.isDiskFull
  expect(await told()).toBe(false)
  disk.fill()
  expect(await told()).toBe(true)
  disk.clear()
  expect(await told()).toBe(false)
  stream.close()
})

it('a database without room or on its way up answers with a code that may be tried again', async () => {
  const { pool } = site.house.database
  const raised = (code: string) =>
    site.prisma.$executeRawUnsafe(
      `create or replace function fail() returns trigger language plpgsql as
       $$ begin raise exception 'no' using errcode = '${code}'; end $$`,
    )
  await raised('53100')
  await pool.query('create trigger fail before insert on "SiteNotice" for each row execute function fail()')
  const create = () =>
    site.graphql(
      `mutation ($input: CreateSiteNoticeInput!) { createSiteNotice(input: $input) { id } }`,
      { input: { texts: [{ locale: 'EN_US', title: 'a', content: 'b' }] } },
      root,
    )
  const codeOf = async () => (await create()).errors?.[0]?.extensions?.code
  expect(await codeOf()).toBe('STORAGE_FULL')
  await raised('57P01')
  expect(await codeOf()).toBe('UNAVAILABLE')
  await pool.query('drop trigger fail on "SiteNotice"')
})

it('a database that restarts is UNAVAILABLE over both doors, and everything goes on after it', async () => {
  const database = await createDatabase()
  const line = await openDatabaseProxy(database.url)
  const far = await startSite({ DATABASE_URL: line.url, LOG_LEVEL: 'silent' })
  try {
    const ada = await addPerson(far, 'ada')
    const who = () => far.graphql('{ viewer { user { username } } }', {}, ada)
    await line.cut()
    expect((await who()).errors?.[0]?.extensions?.code).toBe('UNAVAILABLE')
    // What is asked of the database in SQL, and by the rules of Prisma.
    for (const query of ['{ judging { waiting } }', '{ problems(first: 1) { totalCount } }'])
      expect((await far.graphql(query)).errors?.[0]?.extensions?.code).toBe('UNAVAILABLE')
    const rest = await far.rest('GET', '/api/get-user-auth-info', { token: ada.token })
    expect(rest).toMatchObject({ http: 500, status: 500, msg: expect.stringContaining('restarting') })
    expect(rest.headers.get('retry-after')).toBe('5')
    const [code, reason] = await closeOf(far, ada)
    expect([code, String(reason)]).toEqual([1013, 'UNAVAILABLE'])
    const client = createClient({
      url: socketUrl(far),
      webSocketImpl: WebSocket,
      retryAttempts: 1000,
      retryWait: async () => {},
      connectionParams: { Authorization: ada.token },
    })
    const live = client.iterate({ query: 'subscription { judgingChanged { isDiskFull } }' })
    const first = live.next()
    await line.mend()
    expect(await first).toMatchObject({ value: { data: { judgingChanged: { isDiskFull: false } } } })
    await client.dispose()
    await vi.waitFor(async () => expect((await who()).data?.viewer.user.username).toBe('ada'), PATIENT)
  } finally {
    await far.close()
    await line.cut()
    await database.drop()
  }
})

it('a launcher survives that its logs cannot be written, says so, and writes on when there is room', async () => {
  const said: string[] = []
  const logs = join(disk.path, 'logs')
  disk.fill()
  const program = keepRunning({
    name: 'talker',
    env: {},
    logs,
    say: (line: string) => said.push(line),
    args: ['-e', 'process.send({ kind: "ready" }); setInterval(() => console.log("x".repeat(5000)), 20)'],
  })
  try {
    await program.ready
    await vi.waitFor(() => expect(said.join('\n')).toContain('cannot write its log: ENOSPC'), PATIENT)
    const { length } = said
    const pid = program.pid()
    disk.clear()
    await vi.waitFor(() => expect(said.slice(length).join('\n')).toContain('the log goes on'), PATIENT)
    expect(program.pid()).toBe(pid)
    const file = join(logs, 'talker.log')
    expect(existsSync(file) && readFileSync(file, 'utf8')).toContain('xxxx')
  } finally {
    await program.stop()
  }
})
