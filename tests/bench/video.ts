/**
 * What it costs to bring in a video of 500 MB in fragments, broken off five times and continued: the time as a multiple
 * of copying the same bytes with fsync on the same disk in the same minute, and the memory of the server at its peak
 * above what it had before.
 */
import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createDatabase } from '../support/database.ts'
import { FRAGMENT, LESSON_VIDEO, md5Of } from '../support/lessons.ts'
import { startTestServer } from '../support/postgres.ts'
import { type BuiltServer, residentOf, startBuiltServer } from './support/builtServer.ts'
import { timed } from './support/figures.ts'
import { fill } from './support/fillDatabase.ts'
import { signIn } from './support/httpConnection.ts'

const MB = 1_000_000
const SIZE = 500 * MB
const BREAKS = 5

/** An mp4 whose last box players skip; returns its MD5. */
async function writeVideo(path: string): Promise<string> {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(SIZE - LESSON_VIDEO.byteLength, 0)
  head.write('free', 4, 'latin1')
  const rest = randomBytes(SIZE - LESSON_VIDEO.byteLength - 8)
  const bytes = Buffer.concat([LESSON_VIDEO, head, rest])
  await writeFile(path, bytes)
  return md5Of(bytes)
}

const ask = async ({ url }: BuiltServer, path: string, authorization: string) =>
  (
    (await (await fetch(`${url}${path}`, { headers: { authorization } })).json()) as {
      data: { offset: number }
    }
  ).data

async function send(server: BuiltServer, path: string, md5: string, authorization: string): Promise<void> {
  const file = await open(path, 'r')
  const query = `md5=${md5}&name=a.mp4`
  let { offset } = await ask(server, `/shopapi/uploadCheck?${query}`, authorization)
  const breaks = Array.from({ length: BREAKS }, (_, at) => ((at + 1) * SIZE) / (BREAKS + 1))
  while (offset < SIZE) {
    const bytes = new Uint8Array(Math.min(FRAGMENT, SIZE - offset))
    await file.read(bytes, 0, bytes.byteLength, offset)
    const form = new FormData()
    form.append('md5', md5)
    form.append('offset', String(offset))
    form.append('fileName', 'a.mp4')
    form.append('file', new Blob([bytes]), 'a.mp4')
    const isBroken = breaks[0] !== undefined && offset > breaks[0]
    const signal = isBroken ? AbortSignal.timeout(1) : null
    const answer = await fetch(`${server.url}/shopapi/uploadFragmentation`, {
      method: 'POST',
      headers: { authorization },
      body: form,
      signal,
    }).catch(() => null)
    if (isBroken) breaks.shift()
    const next = answer ? ((await answer.json()) as { data: number }).data : -1
    offset = next >= 0 ? next : (await ask(server, `/shopapi/uploadCheck?${query}`, authorization)).offset
  }
  await file.close()
  const { offset: end } = await ask(server, `/shopapi/publichFile?${query}`, authorization)
  if (end !== SIZE) throw new Error('the video was not published')
}

async function copy(path: string, to: string): Promise<void> {
  await copyFile(path, to)
  const file = await open(to, 'r+')
  await file.sync()
  await file.close()
}

async function main() {
  const postgres = await startTestServer()
  const database = await createDatabase(postgres)
  await fill(database.url, { problems: 1, users: 1, submissions: 1 })
  const [token = ''] = await signIn(database.url, 1)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(
    `update "User" set "role" = 'ROOT' where "id" = (select "userId" from "Session" limit 1)`,
  )
  await client.end()
  const folder = await mkdtemp(join(tmpdir(), 'video-'))
  const server = await startBuiltServer(database.url)
  try {
    const path = join(folder, 'video.mp4')
    const md5 = await writeVideo(path)
    await readFile(path)
    await ask(server, `/shopapi/uploadCheck?md5=${md5}&name=a`, token)
    const idle = residentOf(server.process)
    let peak = idle
    const watch = setInterval(() => {
      peak = Math.max(peak, residentOf(server.process))
    }, 50)
    const copied = await timed(() => copy(path, join(folder, 'copy.mp4')))
    const sent = await timed(() => send(server, path, md5, token))
    clearInterval(watch)
    console.log(`copying ${copied.toFixed(0)} ms, uploading ${sent.toFixed(0)} ms`)
    console.log(`upload-memory-mb: ${((peak - idle) / 1024).toFixed(0)}`)
    console.log(`upload/copy: ${(sent / copied).toFixed(2)}`)
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
    await database.drop()
    await postgres.stop()
  }
}

await main()
