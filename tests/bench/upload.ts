/**
 * What it costs to bring 200 MB in through the HTTP door, as a form that is streamed to the storage: the time as a
 * multiple of copying and hashing the same bytes on the same disk in the same minute, and the memory of the server at
 * its peak above what it had before. The door takes 128 MiB a file, so the 200 MB come as two files.
 */
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, writeFileSync } from 'node:fs'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { createDatabase } from '../support/database.ts'
import { startTestServer } from '../support/postgres.ts'
import { type BuiltServer, residentOf, startBuiltServer } from './support/builtServer.ts'
import { median, timed } from './support/figures.ts'
import { fill } from './support/fillDatabase.ts'
import { signIn } from './support/httpConnection.ts'

const MB = 1_000_000
const SIZE = 100 * MB
const FILES = 2
const ROUNDS = 5
const BOUNDARY = 'a boundary that no file has'

/** A form with one file, written to disk: sending it costs the client no more than reading. */
async function writeForm(path: string, at: number): Promise<void> {
  const file = await open(path, 'w')
  await file.write(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${at}.zip"\r\n` +
      'Content-Type: application/zip\r\n\r\n',
  )
  for (let written = 0; written < SIZE; written += MB) await file.write(randomBytes(MB))
  await file.write(`\r\n--${BOUNDARY}--\r\n`)
  await file.close()
}

async function send({ url }: BuiltServer, path: string, authorization: string): Promise<void> {
  const outgoing = request(`${url}/api/file/upload-md-file`, {
    method: 'POST',
    headers: { authorization, 'content-type': `multipart/form-data; boundary="${BOUNDARY}"` },
  })
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
  await pipeline(createReadStream(path), outgoing)
  const [answer] = await answered
  const body = await text(answer)
  if (JSON.parse(body).status !== 200) throw new Error(body)
}

/** The same without a server: every byte is read, hashed and written. */
async function copy(path: string, to: string): Promise<void> {
  const hash = createHash('sha256')
  const measured = async function* (content: AsyncIterable<Uint8Array>) {
    for await (const chunk of content) {
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(createReadStream(path), measured, createWriteStream(to))
  hash.digest()
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
  const folder = await mkdtemp(join(tmpdir(), 'upload-'))
  const server = await startBuiltServer(database.url)
  const paths = Array.from({ length: FILES }, (_, at) => join(folder, `form-${at}`))
  for (const [at, path] of paths.entries()) await writeForm(path, at)

  const small = join(folder, 'small')
  await writeFile(
    small,
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\na\r\n--${BOUNDARY}--\r\n`,
  )
  for (let time = 0; time < 20; time++) await send(server, small, token)
  const idle = residentOf(server.process)
  writeFileSync(`/proc/${server.process.pid}/clear_refs`, '5')

  const sent: number[] = []
  const copied: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    copied.push(
      await timed(async () => {
        for (const path of paths) await copy(path, `${path}-copy`)
      }),
    )
    for (const path of paths) await rm(`${path}-copy`)
    sent.push(
      await timed(async () => {
        for (const path of paths) await send(server, path, token)
      }),
    )
  }
  const memory = (residentOf(server.process, true) - idle) / 1024
  const once = median(copied)
  const factor = median(sent) / once
  console.log(`copying and hashing: ${once.toFixed(0)} ms, uploading: ${median(sent).toFixed(0)} ms`)
  console.log(`upload/copy: ${factor.toFixed(2)}`)
  console.log(`upload-memory-mb: ${memory.toFixed(0)}`)

  await server.stop()
  await rm(folder, { recursive: true, force: true })
  await database.drop()
  await postgres.stop()
}

await main()
