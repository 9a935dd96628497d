/**
 * How much slower the lists of a big site are than those of a small one: 10,000 problems and 1,000,000 submissions
 * against a hundredth of that, the same pages with the same filters, each with its total, interleaved in one run.
 * The pages are those people open: mostly the first ten, with and without filters, and now and then one far behind.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '#server/core/log.ts'
import { readSettings } from '#server/env.ts'
import { startServer } from '#server/start.ts'
import { runSql, startTestServer, withDatabase } from '../support/postgres.ts'
import { fill } from './support/crowd.ts'
import { median, quantile, shuffled, timed } from './support/figures.ts'

const ROUNDS = 300

const PROBLEMS = `query Problems($offset: Int, $keyword: String, $difficulty: Difficulty, $tags: [Int!]) {
  problems(first: 30, offset: $offset, keyword: $keyword, difficulty: $difficulty, tags: $tags) {
    totalCount
    edges { node { id displayId title difficulty tags { id name color } tally { total accepted rate } viewerProgress { verdict } } }
  }
}`

const SUBMISSIONS = `query Submissions($offset: Int, $filter: SubmissionFilter) {
  submissions(first: 15, offset: $offset, filter: $filter) {
    totalCount
    edges { node { id number state verdict score timeMs memoryKb codeLength languageName tape caseCount judgedBy createdAt
      problem { id displayId title } user { id username avatar } } }
  }
}`

/** What one reader opens, `scale` being how many problems there are. */
type Ask = (round: number, scale: number) => object

const problemPages: Ask[] = [
  (round) => ({ offset: 30 * (round % 3) }),
  (round) => ({ offset: 0, difficulty: ['EASY', 'MID', 'HARD'][round % 3] }),
  (round, scale) => ({ offset: Math.floor((scale * (round % 10)) / 10 / 30) * 30 }),
]

const submissionPages: Ask[] = [
  (round) => ({ offset: 15 * (round % 10) }),
  (round) => ({ offset: 0, filter: { verdict: ['ACCEPTED', 'WRONG_ANSWER', 'COMPILE_ERROR'][round % 3] } }),
  (round) => ({ offset: 0, filter: { username: `user${1 + (round % 40)}` } }),
  (round) => ({ offset: 0, filter: { problem: `B${100001 + (round % 40)}`, exactProblem: true } }),
]

async function main() {
  const postgres = await startTestServer()
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
  const start = async (name: string, problems: number, users: number, submissions: number) => {
    await runSql(postgres.url, `create database ${name} template ${postgres.template}`)
    const url = withDatabase(postgres.url, name)
    const filled = await timed(() => fill(url, { problems, users, submissions }))
    console.log(
      `${name}: ${problems} problems, ${submissions} submissions made in ${Math.round(filled / 1000)} s`,
    )
    const settings = readSettings({
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      JUDGE_SECRET: 'only for this benchmark, and long enough',
      LOG_LEVEL: 'error',
      COST_PER_MINUTE: '0',
    })
    return { problems, server: await startServer(settings, createLog('error', name)) }
  }
  const small = await start('small', 100, 50, 10_000)
  const big = await start('big', 10_000, 5_000, 1_000_000)

  const ask = async (site: typeof small, query: string, variables: object) => {
    const response = await fetch(`${site.server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    })
    const answer = (await response.json()) as { errors?: { message: string }[] }
    if (answer.errors) throw new Error(answer.errors[0]?.message)
  }

  const lines: string[] = []
  for (const [name, query, pages] of [
    ['problem-list', PROBLEMS, problemPages],
    ['submission-list', SUBMISSIONS, submissionPages],
  ] as const) {
    const samples = { small: [] as number[], big: [] as number[] }
    for (let round = 0; round < ROUNDS + 20; round++) {
      for (const which of shuffled(['small', 'big'] as const)) {
        const site = which === 'small' ? small : big
        const page = pages[round % pages.length]
        if (!page) continue
        const time = await timed(() => ask(site, query, page(round, site.problems)))
        // The first rounds fill caches and compile code for both alike.
        if (round >= 20) samples[which].push(time)
      }
    }
    const show = (times: number[]) =>
      `median ${median(times).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms`
    console.log(`${name}: small ${show(samples.small)}; big ${show(samples.big)}`)
    lines.push(`${name}-1M/1k: ${(quantile(samples.big, 0.95) / quantile(samples.small, 0.95)).toFixed(2)}`)
  }
  await small.server.stop()
  await big.server.stop()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
  for (const line of lines) console.log(line)
}

await main()
