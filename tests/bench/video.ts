/**
 * Uploads a video of 500 MB as our page does, in requests of 16 fragments, broken off five times and continued. Prints
 * the memory of the server at its peak above that before, and the time as a multiple of two copies of the same bytes,
 * both with fsync on the same disk in the same minute. `upload/copy`: a process reads the bytes, computes the MD5 that
 * area-rules L8 demands and writes them. `upload/plain-copy`: the kernel copies, and no process sees the bytes.
 *
 * The uploader writes raw requests: browsers build forms natively, and those of Node took as long as the server.
 */
import { createHash, randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import pg from 'pg'
import { createDatabase } from '../support/database.ts'
import { FRAGMENT, fragmentsPath, LESSON_VIDEO, md5Of } from '../support/lessons.ts'
import { startTestServer } from '../support/postgres.ts'
import { type BuiltServer, residentOf, startBuiltServer } from './support/builtServer.ts'
import { timed } from './support/figures.ts'
import { fill } from './support/fillDatabase.ts'
import { signIn } from './support/httpConnection.ts'

const MB = 1_000_000
const SIZE = 500 * MB
const BREAKS = 5
/** Pause (ms) before a broken upload is continued. */
const PAUSE = 50
const REQUEST_BYTES = 16 * FRAGMENT

const agent = new Agent({ keepAlive: true })

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

const BOUNDARY = 'a-boundary-that-no-video-has'

const HEAD = Buffer.from(
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\nContent-Type: video/mp4\r\n\r\n`,
)
const TAIL = Buffer.from(`\r\n--${BOUNDARY}--\r\n`)

type Fragments = { md5: string; offset: number; bytes: Uint8Array; breakOff: boolean }

/** Sends fragments; the new offset, or -1 when the connection broke. */
function sendFragments(
  { url }: BuiltServer,
  { md5, offset, bytes, breakOff }: Fragments,
  authorization: string,
): Promise<number> {
  const headers = {
    authorization,
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    'content-length': HEAD.byteLength + bytes.byteLength + TAIL.byteLength,
  }
  return new Promise((resolve) => {
    const sent = request(
      `${url}${fragmentsPath(md5, offset)}`,
      { method: 'POST', headers, agent },
      (answer) => {
        json(answer).then(
          (body) => resolve((body as { data: number }).data),
          () => resolve(-1),
        )
      },
    )
    sent.on('error', () => resolve(-1))
    sent.write(HEAD)
    sent.write(bytes)
    sent.end(TAIL)
    if (breakOff) setTimeout(() => sent.destroy(), 20)
  })
}

async function send(server: BuiltServer, path: string, md5: string, authorization: string): Promise<void> {
  const file = await open(path, 'r')
  const query = `md5=${md5}&name=a.mp4`
  const check = () => ask(server, `/shopapi/uploadCheck?${query}`, authorization)
  let { offset } = await check()
  const bytes = new Uint8Array(REQUEST_BYTES)
  const breaks = Array.from({ length: BREAKS }, (_, at) => ((at + 1) * SIZE) / (BREAKS + 1))
  let losses = 0
  while (offset < SIZE) {
    const { bytesRead } = await file.read(bytes, 0, REQUEST_BYTES, offset)
    const breakOff = breaks[0] !== undefined && offset > breaks[0]
    if (breakOff) breaks.shift()
    const fragments = { md5, offset, bytes: bytes.subarray(0, bytesRead), breakOff }
    const next = await sendFragments(server, fragments, authorization)
    if (next < 0 && ++losses > 2 * BREAKS) throw new Error('the fragments are not taken')
    // What the broken connection still holds is stored meanwhile.
    if (next < 0) await new Promise((resolve) => setTimeout(resolve, PAUSE))
    offset = next >= 0 ? next : (await check()).offset
  }
  await file.close()
  const { offset: end } = await ask(server, `/shopapi/publichFile?${query}`, authorization)
  if (end !== SIZE) throw new Error('the video was not published')
}

async function copyPlainly(path: string, to: string): Promise<void> {
  await copyFile(path, to)
  const file = await open(to, 'r+')
  await file.sync()
  await file.close()
}

async function copyHashed(path: string, to: string): Promise<void> {
  const [from, file] = [await open(path, 'r'), await open(to, 'w')]
  const md5 = createHash('md5')
  const bytes = new Uint8Array(FRAGMENT)
  for (let at = 0; at < SIZE; ) {
    const { bytesRead } = await from.read(bytes, 0, FRAGMENT, at)
    md5.update(bytes.subarray(0, bytesRead))
    await file.write(bytes, 0, bytesRead, at)
    at += bytesRead
  }
  md5.digest()
  await file.sync()
  await Promise.all([from.close(), file.close()])
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
  let watch: NodeJS.Timeout | undefined
  try {
    const path = join(folder, 'video.mp4')
    const md5 = await writeVideo(path)
    await readFile(path)
    await ask(server, `/shopapi/uploadCheck?md5=${md5}&name=a`, token)
    const idle = residentOf(server.process)
    let peak = idle
    watch = setInterval(() => {
      peak = Math.max(peak, residentOf(server.process))
    }, 50)
    const plain = await timed(() => copyPlainly(path, join(folder, 'plain.mp4')))
    const copied = await timed(() => copyHashed(path, join(folder, 'copy.mp4')))
    const sent = await timed(() => send(server, path, md5, token))
    console.log(
      `copying plainly ${plain.toFixed(0)} ms, with MD5 ${copied.toFixed(0)} ms, uploading ${sent.toFixed(0)} ms`,
    )
    console.log(`upload/plain-copy: ${(sent / plain).toFixed(2)}`)
    console.log(`upload-memory-mb: ${((peak - idle) / 1024).toFixed(0)}`)
    console.log(`upload/copy: ${(sent / copied).toFixed(2)}`)
  } finally {
    clearInterval(watch)
    agent.destroy()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
    await database.drop()
    await postgres.stop()
  }
}

await main()
