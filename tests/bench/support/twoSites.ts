import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '#server/core/log.ts'
import { readSettings } from '#server/env.ts'
import { startServer } from '#server/start.ts'
import { runSql, startTestServer, withDatabase } from '../../support/postgres.ts'
import { median, quantile, shuffled, timed } from './figures.ts'
import { fill, type RowCounts } from './fillDatabase.ts'

const ROUNDS = 300
/** The first rounds fill caches and compile code for both alike. */
const WARM = 20

type Site = { url: string; databaseUrl: string; crowd: RowCounts; token: string | null }

/** What one reader opens on a site with that many. */
export type Ask = (round: number, crowd: RowCounts) => object

/**
 * A small site and a big one, each with a server of its own, and pages that are asked of both in turns. `enlarge` adds
 * to the big one what a crowd has not.
 */
export async function openTwoSites(
  crowds: { small: RowCounts; big: RowCounts },
  enlarge: (databaseUrl: string) => Promise<void> = async () => {},
) {
  const postgres = await startTestServer()
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
  const start = async (name: string, crowd: RowCounts) => {
    await runSql(postgres.url, `create database ${name} template ${postgres.template}`)
    const databaseUrl = withDatabase(postgres.url, name)
    const filled = await timed(() => fill(databaseUrl, crowd))
    if (name === 'big') await enlarge(databaseUrl)
    const { problems, users, submissions } = crowd
    console.log(
      `${name}: ${problems} problems, ${users} users, ${submissions} submissions made in ${Math.round(filled / 1000)} s`,
    )
    const settings = readSettings({
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      JUDGE_SECRET: 'only for this benchmark, and long enough',
      LOG_LEVEL: 'error',
      COST_PER_MINUTE: '0',
    })
    const server = await startServer(settings, createLog('error', name))
    return { site: { url: server.url, databaseUrl, crowd, token: null } as Site, server }
  }
  const small = await start('small', crowds.small)
  const big = await start('big', crowds.big)
  const sites = { small: small.site, big: big.site }

  const ask = async ({ url, token }: Site, query: string, variables: object) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: token }) },
      body: JSON.stringify({ query, variables }),
    })
    const answer = (await response.json()) as { errors?: { message: string }[] }
    if (answer.errors) throw new Error(answer.errors[0]?.message)
  }

  return {
    sites,
    houses: { small: small.server.house, big: big.server.house },
    /** How many times slower (p95) the big site answers these pages. */
    async compare(name: string, query: string, pages: readonly Ask[]): Promise<number> {
      const samples = { small: [] as number[], big: [] as number[] }
      for (let round = 0; round < ROUNDS + WARM; round++) {
        for (const which of shuffled(['small', 'big'] as const)) {
          const site = sites[which]
          const page = pages[round % pages.length]
          if (!page) continue
          const time = await timed(() => ask(site, query, page(round, site.crowd)))
          if (round >= WARM) samples[which].push(time)
        }
      }
      const show = (times: number[]) =>
        `median ${median(times).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms`
      console.log(`${name}: small ${show(samples.small)}; big ${show(samples.big)}`)
      return quantile(samples.big, 0.95) / quantile(samples.small, 0.95)
    },
    async close() {
      await small.server.stop()
      await big.server.stop()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
