/**
 * How well copied solutions are found, and how fast. `found`: of 20 copies planted among 50 independent solutions of one
 * problem, each reordered, reworded, padded and renamed, the pairs with their originals that are reported. `false`: pairs
 * reported among the 50 alone, and pairs with the copies that are none. `similarity/read`: comparing 500 programs
 * pairwise over a plain read of them from the database; median of nine turns.
 */
import pg from 'pg'
import { findSimilar, type Program } from '#server/modules/similarity/matching.ts'
import { createDatabase } from '../support/database.ts'
import { startTestServer } from '../support/postgres.ts'
import { disguised, independentSolutions } from '../support/solutions.ts'
import { median, timed } from './support/figures.ts'

const COPIES = 20
const PROGRAMS = 500
const TURNS = 9

const solutions = independentSolutions()
const originals: Program[] = solutions.map((solution, id) => ({ id, ...solution }))
const copyOf = (of: number, seed: number) => {
  const original = solutions[of]
  if (!original) throw new Error(`there is no solution ${of}`)
  return disguised(original, seed)
}

/** Every seed plants other copies. */
function quality(seed: number): { found: number; wrong: number } {
  const copies = Array.from({ length: COPIES }, (_, at) => {
    const of = (at * 7 + seed) % originals.length
    return { of, program: { id: 100 + at, ...copyOf(of, seed * 1_000 + at) } }
  })
  const pairs = findSimilar([...originals, ...copies.map(({ program }) => program)])
  const planted = new Set(copies.map(({ of, program }) => `${of} ${program.id}`))
  const hits = pairs.filter(({ a, b }) => planted.has(`${a} ${b}`)).length
  const alone = findSimilar(originals).length
  return {
    found: hits,
    wrong: alone + pairs.filter(({ a, b }) => b >= 100 && !planted.has(`${a} ${b}`)).length,
  }
}

/** The least found and the most wrong of several plantings. */
function worst(): { found: number; wrong: number } {
  const all = [0, 1, 2, 3, 4].map(quality)
  console.log(
    `five plantings: found ${all.map(({ found }) => found)}, false ${all.map(({ wrong }) => wrong)}`,
  )
  return {
    found: Math.min(...all.map(({ found }) => found)),
    wrong: Math.max(...all.map(({ wrong }) => wrong)),
  }
}

async function main() {
  const { found, wrong } = worst()
  const postgres = await startTestServer()
  const database = await createDatabase(postgres)
  const db = new pg.Client(database.url)
  await db.connect()
  const sources = Array.from({ length: PROGRAMS }, (_, at) => copyOf(at % solutions.length, at))
  // Past the foreign keys: only the sources are read.
  await db.query('set session_replication_role = replica')
  await db.query(
    'insert into "SubmissionCode" ("submissionId", "source") select * from unnest($1::int[], $2::text[])',
    [sources.map((_, at) => at + 1), sources.map(({ source }) => source)],
  )
  const read = async () =>
    (
      await db.query<{ submissionId: number; source: string }>(
        'select "submissionId", "source" from "SubmissionCode"',
      )
    ).rows
  const [reads, comparisons]: [number[], number[]] = [[], []]
  let pairs = 0
  for (let turn = 0; turn <= TURNS; turn++) {
    let programs: Program[] = []
    const reading = await timed(async () => {
      programs = (await read()).map(({ submissionId, source }) => ({
        id: submissionId,
        language: sources[submissionId - 1]?.language ?? '',
        source,
      }))
    })
    const comparing = await timed(async () => {
      pairs = findSimilar(programs).length
    })
    // The first turn compiles code and fills caches.
    if (turn === 0) continue
    reads.push(reading)
    comparisons.push(comparing)
  }
  console.log(
    `${PROGRAMS} programs: compared in ${median(comparisons).toFixed(0)} ms (${pairs} pairs kept), read in ${median(reads).toFixed(1)} ms`,
  )
  console.log(`found: ${found}`)
  console.log(`false: ${wrong}`)
  console.log(`similarity/read: ${(median(comparisons) / median(reads)).toFixed(1)}`)
  await db.end()
  await database.drop()
  await postgres.stop()
}

await main()
