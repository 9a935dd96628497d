/**
 * What a scoreboard costs: taking in one verdict and making the patch that tells of it, of 2,000 teams, 13 problems and
 * 40,000 submissions, and the same with ten times the submissions beside it; and building it from the database against
 * only reading the rows.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Verdict } from '#prisma/generated/enums.ts'
import { contextOfHouse } from '#server/context.ts'
import { createLog } from '#server/core/log.ts'
import { readSettings } from '#server/env.ts'
import { Publication } from '#server/modules/scoreboard/publication.ts'
import { publishedBoard } from '#server/modules/scoreboard/published.ts'
import { Board, type BoardTerms, type Judged } from '#server/modules/scoreboard/scoring/board.ts'
import { RULES } from '#server/modules/scoreboard/scoring/rules.ts'
import type { BoardHead } from '#server/shared/board/wire.ts'
import { openHouse } from '#server/start.ts'
import { addBoard } from '../support/bigBoard.ts'
import { createDatabase } from '../support/database.ts'
import { startTestServer } from '../support/postgres.ts'
import { median } from './support/figures.ts'
import { fill } from './support/fillDatabase.ts'

const TEAMS = 2000
const PROBLEMS = 13
const SUBMISSIONS = 40_000
const HOURS = 5
const TIMES = 300

const START = Date.parse('2026-01-01T00:00:00Z')
const at = (hours: number) => new Date(START + hours * 3600_000)

const TERMS: BoardTerms = {
  rule: RULES.acm,
  startsAt: at(0),
  freezesAt: at(HOURS - 1),
  endsAt: at(HOURS),
  problems: new Set(Array.from({ length: PROBLEMS }, (_, index) => index + 1)),
  uncounted: new Set(),
  stars: new Set(),
  disqualified: new Set(),
  awardKind: 'PERCENTAGE',
  tiers: [{ name: 'gold', background: '#e6bf25', color: '#ffffff', number: 10 }],
}
const VIEW = { sealed: true, late: false, withoutStars: false, withDisqualified: false }
const VERDICTS: readonly Verdict[] = ['ACCEPTED', 'WRONG_ANSWER', 'WRONG_ANSWER', 'TIME_LIMIT_EXCEEDED']

const below = (most: number) => Math.floor(Math.random() * most)

const judged = (number: number, hours: number): Judged => ({
  number,
  userId: `team${below(TEAMS)}`,
  problem: 1 + below(PROBLEMS),
  createdAt: at(hours),
  verdict: VERDICTS[below(VERDICTS.length)] ?? 'ACCEPTED',
  score: null,
  timeMs: 5,
})

const HEAD: BoardHead = {
  contest: 1,
  type: 'ACM',
  isSealed: true,
  isLate: false,
  awardKind: 'PERCENTAGE',
  tiers: TERMS.tiers,
  startsAt: START,
  freezesAt: START + 4 * 3600_000,
  endsAt: START + 5 * 3600_000,
  problems: [],
}
const person = (userId: string) => ({
  userId,
  username: userId,
  name: userId,
  school: null,
  avatar: null,
  realname: null,
})

/** Median times (µs) from a verdict to the patch that tells of it, with so many submissions and with others by turns. */
function patches(sizes: readonly number[]): number[] {
  const sides = sizes.map((submissions) => {
    const all = Array.from({ length: submissions }, (_, index) =>
      judged(index + 1, (HOURS * index) / submissions),
    )
    const began = performance.now()
    const board = new Board(TERMS, all)
    board.table(VIEW)
    const published = new Publication(board)
    published.renew({ head: HEAD, view: VIEW, naming: 'USERNAME', person })
    console.log(
      `${submissions} submissions: built and published in ${(performance.now() - began).toFixed(0)} ms`,
    )
    return { board, published, next: submissions + 1, times: [] as number[] }
  })
  for (let turn = 0; turn < TIMES; turn++)
    for (const side of sides) {
      const one = judged(side.next++, HOURS - 1.5)
      const { version } = side.published
      const from = performance.now()
      side.board.put(one)
      side.published.renew({ head: HEAD, view: VIEW, naming: 'USERNAME', person })
      side.published.since(version)
      side.times.push((performance.now() - from) * 1000)
    }
  return sides.map(({ times }) => median(times.slice(TIMES / 10)))
}

/** How many times as long as reading its rows it takes to read, build and publish a board. */
async function rebuild(): Promise<number> {
  const postgres = await startTestServer()
  const database = await createDatabase(postgres)
  await fill(database.url, { problems: PROBLEMS, users: 20, submissions: 100 })
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
  const settings = readSettings({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    JUDGE_SECRET: '-'.repeat(32),
  })
  const house = await openHouse(settings, createLog('error', 'bench'))
  const { prisma } = house.database
  await prisma.$executeRaw`update "User" set "role" = 'ROOT' where "id" = (select min("id") from "User")`
  const contestId = await addBoard(database.url, {
    teams: TEAMS,
    problems: PROBLEMS,
    startsIn: -300,
    freezesIn: -60,
    endsIn: 60,
  })
  const ctx = contextOfHouse(house)
  const took = async (work: () => Promise<unknown>) => {
    const from = performance.now()
    await work()
    return performance.now() - from
  }
  const read = () =>
    prisma.submission.findMany({
      where: { contestId, state: 'DONE' },
      select: {
        id: true,
        userId: true,
        problemId: true,
        createdAt: true,
        verdict: true,
        score: true,
        timeMs: true,
        state: true,
      },
    })
  const reads: number[] = []
  const rebuilds: number[] = []
  let rows = 0
  for (let turn = 0; turn < 7; turn++) {
    reads.push(await took(async () => (rows = (await read()).length)))
    // What a process does that has lost its line to the database for a moment.
    house.events.interrupt()
    rebuilds.push(await took(() => publishedBoard(ctx, contestId, { view: 'PUBLIC', late: false })))
  }
  console.log(
    `${rows} rows: read in ${median(reads).toFixed(0)} ms, a board in ${median(rebuilds).toFixed(0)} ms`,
  )
  await house.database.close()
  await database.drop()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
  return median(rebuilds.slice(1)) / median(reads.slice(1))
}

patches([SUBMISSIONS, SUBMISSIONS])
const [one = 0, ten = 0] = patches([SUBMISSIONS, SUBMISSIONS * 10])
console.log(`rebuild/read: ${(await rebuild()).toFixed(2)}`)
console.log(`patch-10x/1x: ${(ten / one).toFixed(2)}`)
console.log(`patch-us: ${one.toFixed(0)}`)
