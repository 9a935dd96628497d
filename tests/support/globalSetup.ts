import type { TestProject } from 'vitest/node'
import { startTestServer, type TestServer } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestServer
  }
}

type Server = Awaited<ReturnType<typeof startTestServer>>

/** Every project that needs a database has this setup, in one process: they share one server. */
const shared = globalThis as { testServer?: { started: Promise<Server>; users: number } }

/** Boots the test server for the first project that asks; `teardown` stops it after the last. */
export async function setup(project: TestProject) {
  shared.testServer ??= { started: startTestServer(), users: 0 }
  const lease = shared.testServer
  lease.users++
  const server = await lease.started
  const { url, template, seeded } = server
  project.provide('testServer', { url, template, seeded })
}

export async function teardown() {
  const lease = shared.testServer
  if (!lease || --lease.users > 0) return
  delete shared.testServer
  await (await lease.started).stop()
}
