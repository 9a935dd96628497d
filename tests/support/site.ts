import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from 'graphql-ws'
import WebSocket from 'ws'
import type { PrismaClient } from '#prisma/generated/client.ts'
import type { House } from '#server/context.ts'
import { createLog } from '#server/core/log.ts'
import { readSettings, type Settings } from '#server/env.ts'
import { startServer } from '#server/start.ts'
import { createAnswerChecker } from './answerChecker.ts'
import { createDatabase } from './database.ts'

export type GraphqlAnswer<Data> = {
  http: number
  headers: Headers
  data: Data
  errors?: {
    message: string
    path?: (string | number)[]
    extensions?: { code?: string; [key: string]: unknown }
  }[]
}

export type RestAnswer = {
  http: number
  headers: Headers
  /** The envelope. */
  status: number
  msg: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  data: any
}

/** Headers of an answer without its second, in which two equal answers differ. */
function undated(headers: Headers): Headers {
  const kept = new Headers(headers)
  kept.delete('date')
  return kept
}

type Asking = { token?: string | null; locale?: string; headers?: Record<string, string> }

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export type Loose = any

/** A subscription under way: `next()` waits for one value, `close()` ends it. */
export type Following<Data> = { next(): Promise<Data>; close(): void; received: Data[] }

export type Site = {
  url: string
  databaseUrl: string
  settings: Settings
  house: House
  prisma: PrismaClient
  graphql<Data = Loose>(query: string, variables?: object, asking?: Asking): Promise<GraphqlAnswer<Data>>
  rest(method: string, path: string, asking?: Asking & { body?: unknown }): Promise<RestAnswer>
  /** Resolves once the server has taken the subscription. */
  subscribe<Data = Loose>(query: string, variables?: object, asking?: Asking): Promise<Following<Data>>
  close(): Promise<void>
}

/** How long a test waits for something that should come at once. */
const PATIENCE = 10_000

/** Boots the real server on a fresh database and a free port, without the client's files. */
export async function startSite(env: Record<string, string> = {}): Promise<Site> {
  const database = await createDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'site-'))
  const settings = readSettings({
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PUBLIC_URL: 'http://judge.test',
    JUDGE_SECRET: 'a secret of the tests alone, long enough',
    LOG_LEVEL: 'error',
    // One address asks for what a hundred visitors would, and much of it for the first time.
    COST_PER_MINUTE: '0',
    // Tests write rows past the rules, which nobody is told of, and read them at once.
    SHARE_MS: '0',
    ...env,
  })
  const answers = createAnswerChecker()
  // Sweeps of a minute that turns would do what a test is about to do, or undo it.
  const server = await startServer(settings, createLog(settings.logLevel, 'test'), {
    ...answers,
    sweeps: false,
  })
  const { url, house } = server
  const followings = new Set<() => unknown>()

  const headersOf = ({ token, locale, headers }: Asking): Record<string, string> => ({
    ...(token ? { authorization: token } : {}),
    'accept-language': locale ?? 'en-US',
    ...headers,
  })

  return {
    url,
    databaseUrl: database.url,
    settings,
    house,
    prisma: house.database.prisma,
    async graphql(query, variables = {}, asking = {}) {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headersOf(asking) },
        body: JSON.stringify({ query, variables }),
      })
      return {
        http: response.status,
        headers: undated(response.headers),
        ...((await response.json()) as object),
      } as Loose
    },
    async rest(method, path, asking = {}) {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...(asking.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headersOf(asking),
        },
        ...(asking.body === undefined ? {} : { body: JSON.stringify(asking.body) }),
      })
      return {
        http: response.status,
        headers: undated(response.headers),
        ...((await response.json()) as object),
      } as Loose
    },
    async subscribe(query, variables = {}, asking = {}) {
      const client = createClient({
        url: `${url.replace('http', 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        retryAttempts: 0,
        connectionParams: { Authorization: asking.token ?? '', 'Accept-Language': asking.locale ?? 'en-US' },
      })
      const received: Loose[] = []
      const waiting: { resolve(value: Loose): void; reject(error: unknown): void }[] = []
      let failure: unknown = null
      const fail = (error: unknown) => {
        failure = error
        for (const one of waiting.splice(0)) one.reject(error)
      }
      const connected = new Promise<void>((resolve) => {
        client.on('connected', () => resolve())
        client.on('closed', () => resolve())
      })
      client.subscribe(
        { query, variables: variables as Record<string, unknown> },
        {
          next: (value) => {
            const one = waiting.shift()
            if (one) one.resolve(value)
            else received.push(value)
          },
          error: fail,
          complete: () => fail(new Error('the subscription ended')),
        },
      )
      await connected
      // A query answered over the same socket after the subscribe message proves that the server has taken that one.
      await new Promise<void>((resolve) => {
        client.subscribe(
          { query: '{ __typename }' },
          { next: () => {}, error: () => resolve(), complete: () => resolve() },
        )
      })
      const close = () => void client.dispose()
      followings.add(close)
      return {
        received,
        close,
        next: () =>
          new Promise((resolve, reject) => {
            if (received.length > 0) return resolve(received.shift())
            if (failure) return reject(failure)
            const one = { resolve, reject }
            waiting.push(one)
            setTimeout(() => reject(new Error('nothing came')), PATIENCE).unref()
          }),
      }
    },
    async close() {
      for (const close of followings) close()
      await server.stop()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
      answers.verify()
    },
  }
}
