import type { TestProject } from 'vitest/node'
import { startTestServer, type TestServer } from './postgres.ts'
import { beginSeeding } from './seeding.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestServer
  }
}

type Server = Awaited<ReturnType<typeof startTestServer>>
type Lease = { started: Promise<Server>; seeding: Promise<unknown>; users: number }

/** Every project that needs a database has this setup, in one process: they share one server. */
const shared = globalThis as { testServer?: Lease }

/**
 * Boots the test server for the first project that asks; `teardown` stops it after the last. The site that browser tests
 * copy is seeded and judged beside the rounds before theirs: tests that need it wait for it (see `copySeeded`).
 */
export async function setup(project: TestProject) {
  shared.testServer ??= { started: startTestServer(), seeding: Promise.resolve(), users: 0 }
  const lease = shared.testServer
  lease.users++
  const server = await lease.started
  const { url, template, seeded } = server
  if (project.name === 'e2e') {
    lease.seeding = (await beginSeeding(server)).done
  }
  project.provide('testServer', { url, template, seeded })
}

export async function teardown() {
  const lease = shared.testServer
  if (!lease || --lease.users > 0) return
  delete shared.testServer
  await lease.seeding
  await (await lease.started).stop()
}
