import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { needsOf } from '#judge/needs.ts'
import type { JudgeTask, TrialTask } from '#judge/protocol.ts'
import { ensureJudgeRole } from '#server/launch/database/judgeRole.ts'
import { createDatabase } from '#tests/support/database.ts'
import type { TestServer } from '#tests/support/postgres.ts'

export type OnMessage = { name: string; payload: Record<string, unknown> }
type Line = Record<string, unknown> & { message: string }

/** A judge host as a process of its own, the way it runs in earnest. */
export type TestHost = {
  process: ChildProcess
  /** Resolves with the first line of its log whose message is this, past lines included. */
  said: (message: string) => Promise<Line>
  kill: (signal: NodeJS.Signals) => Promise<void>
}

/** What hosts need of the site: a database with their role, and a door that hands out blobs. */
export type TestQueue = {
  db: pg.Pool
  /** Hears every event. */
  listener: pg.Client
  blobs: Map<string, Buffer>
  /** Where hosts fetch them. */
  serverUrl: string
  keep: (content: string, name: string) => { hash: string; size: number; name: string }
  startHost: (env?: Record<string, string>) => Promise<TestHost>
  /** A submission of a program, with its judgement in the queue. */
  submit: (task: Omit<JudgeTask, 'judgementId' | 'submissionId' | 'attempt'>) => Promise<Submitted>
  tryOut: (task: Omit<TrialTask, 'trialId'>) => Promise<string>
  /** Resolves when an event of this name (about this submission) has been heard, past events included. */
  heard: (name: string, id?: number | string) => Promise<OnMessage>
  events: OnMessage[]
  close: () => Promise<void>
}

export type Submitted = { submissionId: number; judgementId: string }

const ROOT = new URL('../../../', import.meta.url).pathname
const SECRET = 'a secret of the tests'
/** How node runs a host: as it is built, which starts in a tenth of the time that its source takes. */
export const BUILT_HOST = ['build/judge.mjs']

/** `entry` is how node runs a host. */
export async function openQueue(
  server?: TestServer,
  entry: readonly string[] = BUILT_HOST,
): Promise<TestQueue> {
  const database = await createDatabase(server)
  const role = await ensureJudgeRole(database.url, 'password of the tests')
  if (!role) throw new Error('the tests need a database account that may make roles')
  const folder = await mkdtemp(join(tmpdir(), 'queue-'))
  const blobs = new Map<string, Buffer>()
  const door = createServer((request, response) => {
    if (request.headers.authorization !== `Bearer ${SECRET}`) return response.writeHead(401).end()
    const blob = blobs.get(request.url?.split('/').at(-1) ?? '')
    return blob ? response.end(blob) : response.writeHead(404).end()
  })
  await once(door.listen(0, '127.0.0.1'), 'listening')
  const serverUrl = `http://127.0.0.1:${(door.address() as AddressInfo).port}`

  const db = new pg.Pool({ connectionString: database.url })
  db.on('error', () => undefined)
  const listener = new pg.Client({ connectionString: database.url })
  await listener.connect()
  const { events, heard } = await hearken(listener)
  const { problemId, userId } = await people(db)
  const hosts: TestHost[] = []

  return {
    db,
    listener,
    blobs,
    serverUrl,
    events,
    heard,
    keep: (content, name) => {
      const bytes = Buffer.from(content)
      const hash = createHash('sha256').update(bytes).digest('hex')
      blobs.set(hash, bytes)
      return { hash, size: bytes.length, name }
    },
    startHost: async (env = {}) => {
      const host = launchHost(entry, {
        DATABASE_URL: role,
        SERVER_URL: serverUrl,
        JUDGE_SECRET: SECRET,
        CACHE_DIR: join(folder, 'cache'),
        JUDGE_SLOTS: '1',
        // Trying every language of a machine takes longer than most tests.
        JUDGE_LANGUAGES: 'c11,cpp17o2,python3',
        ...env,
      })
      hosts.push(host)
      await host.said('waiting for work')
      return host
    },
    submit: async (task) => {
      const judgementId = randomUUID()
      const { rows } = await db.query(
        `insert into "Submission" ("problemId", "userId", language, "codeLength", ip, "judgementId")
         values ($1, $2, $3, $4, '127.0.0.1', $5) returning id`,
        [problemId, userId, task.language, task.source.length, judgementId],
      )
      const submissionId = Number(rows[0].id)
      await db.query(
        `with made as (insert into "Judgement" (id, "submissionId", task) values ($1, $2, $3::jsonb))
         select graphile_worker.add_job('judge', json_build_object('judgementId', $1::text), job_key => $1,
           priority => 2000, flags => $4::text[])`,
        [judgementId, submissionId, JSON.stringify(task), needsOf(task)],
      )
      return { submissionId, judgementId }
    },
    tryOut: async (task) => {
      const id = randomUUID()
      await db.query(
        `with made as (insert into "Trial" (id, "userId", "problemId", task) values ($1, $2, $3, $4::jsonb))
         select graphile_worker.add_job('trial', json_build_object('trialId', $1::text), job_key => $1,
           priority => 1000, flags => $5::text[])`,
        [id, userId, problemId, JSON.stringify(task), needsOf(task)],
      )
      return id
    },
    close: async () => {
      await Promise.all(hosts.map((host) => host.kill('SIGKILL')))
      await Promise.all([db.end(), listener.end()])
      await database.drop()
      door.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Starts a host with these settings and no others. */
export function launchHost(entry: readonly string[], env: Record<string, string>): TestHost {
  const child = spawn(process.execPath, [...entry], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: Line[] = []
  const waiting = new Set<() => void>()
  createInterface({ input: child.stdout }).on('line', (text) => {
    lines.push(JSON.parse(text))
    for (const look of waiting) look()
  })
  const gone = once(child, 'exit')
  return {
    process: child,
    said: (message) => {
      const line = new Promise<Line>((resolve) => {
        const look = () => {
          const found = lines.find((line) => line.message === message)
          if (!found) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      })
      const end = gone.then(() => {
        throw new Error(`the host is gone and never said "${message}": ${JSON.stringify(lines)}`)
      })
      return Promise.race([line, end])
    },
    kill: async (signal) => {
      child.kill(signal)
      await gone
    },
  }
}

/** Who listens hears a thousand submissions without looking at a thousand events for each. */
async function hearken(db: pg.Client) {
  const events: OnMessage[] = []
  const first = new Map<string, OnMessage>()
  const waiting = new Map<string, ((event: OnMessage) => void)[]>()
  const keyOf = (name: string, id?: unknown) => `${name} ${id ?? ''}`
  db.on('notification', ({ payload }) => {
    const event: OnMessage = JSON.parse(payload ?? '{}')
    events.push(event)
    const { submissionId, trialId } = event.payload
    for (const key of new Set([undefined, submissionId, trialId].map((id) => keyOf(event.name, id)))) {
      if (!first.has(key)) first.set(key, event)
      for (const tell of waiting.get(key) ?? []) tell(event)
      waiting.delete(key)
    }
  })
  await db.query('listen events')
  const heard = (name: string, id?: number | string) =>
    new Promise<OnMessage>((resolve) => {
      const key = keyOf(name, id)
      const past = first.get(key)
      if (past) return resolve(past)
      return waiting.set(key, [...(waiting.get(key) ?? []), resolve])
    })
  return { events, heard }
}

async function people(db: pg.Pool) {
  const userId = randomUUID().replaceAll('-', '')
  await db.query(
    `insert into "User" (id, username, "usernameKey", "passwordHash", "updatedAt") values ($1, 'ann', 'ann', '', now())`,
    [userId],
  )
  const { rows } = await db.query(
    `insert into "Problem" ("displayId", "sortKey", keywords, "updatedAt") values ('P1', '02P1', '', now()) returning id`,
  )
  return { userId, problemId: Number(rows[0].id) }
}
