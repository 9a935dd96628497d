import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBus } from '#server/core/bus.ts'
import { type AnyEvent, hear } from '#server/events.ts'
import { type Site, startSite } from '../support/site.ts'

/** The connection that hears events, where the network to the database fails. */

let site: Site
let proxy: Server
/** The sockets of each connection, in the order of arrival. */
const lines: { client: Socket; database: Socket }[] = []
let address: string

beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: 'silent' })
  const url = new URL(site.databaseUrl)
  const socketFolder = url.searchParams.get('host')
  const target = socketFolder
    ? { path: `${socketFolder}/.s.PGSQL.${url.port || 5432}` }
    : { host: url.hostname, port: Number(url.port || 5432) }
  proxy = createServer((client) => {
    const database = connect(target as never)
    for (const socket of [client, database]) socket.on('error', () => {})
    client.pipe(database).pipe(client)
    lines.push({ client, database })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as { port: number }
  url.hostname = '127.0.0.1'
  url.port = `${port}`
  url.searchParams.delete('host')
  address = url.href
}, 60_000)
afterAll(async () => {
  for (const { client, database } of lines) for (const socket of [client, database]) socket.destroy()
  proxy?.close()
  await site?.close()
})

it('is opened again when the network drops it without a word', async () => {
  const events = createBus<AnyEvent>(() => {})
  let interruptions = 0
  events.onInterruption(() => interruptions++)
  const heard: string[] = []
  events.listen(({ name }) => heard.push(name))
  const hush = await hear(address, { events, log: site.house.log }, 2000)
  const tell = () =>
    site.prisma.$executeRaw`select pg_notify('events', '{"name":"notice.changed","payload":{"noticeId":1}}')`
  /** Tells until it is heard: a busy machine may answer too late, and is asked again on a new connection. */
  const isHeard = async () => {
    const before = heard.length
    const asked = async () => {
      await tell()
      return heard.length
    }
    await expect.poll(asked, { timeout: 30_000 }).toBeGreaterThan(before)
  }
  await isHeard()

  const silenced = lines.length
  const before = interruptions
  for (const { client, database } of lines) {
    client.unpipe(database)
    database.unpipe(client)
  }
  await expect.poll(() => interruptions, { timeout: 30_000 }).toBeGreaterThan(before)
  expect(lines.length).toBeGreaterThan(silenced)
  await isHeard()
  await hush()
})
