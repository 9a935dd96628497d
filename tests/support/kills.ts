import { setTimeout as pause } from 'node:timers/promises'
import type { CrashingSite, Part } from './crashingSite.ts'
import { PARTS } from './crashingSite.ts'
import { randomShare } from './seededRandom.ts'

export type Survival = {
  kills: Record<Part, number>
  /** How often a server and its database fell within 50 ms, and how many connections to the database were broken. */
  doubleKills: number
  cuts: number
  trials: number
  rejudgings: number
  /** Submissions the server has said yes to, and all that are in the database. */
  accepted: number
  stored: number
  /** Accepted submissions without a final judgement, or with a wrong one. */
  lost: number[]
  /** Submissions with a judgement that nobody asked for, and outcomes counted more or less than once. */
  doubled: number
  /** From each kill to the next verdict (ms). */
  recoveries: number[]
}

/** So many submissions wait or are judged at any time. */
const LOAD = 6
const MAX_CALM = 600
/** Every so many programs are tried out as well. */
const TRIAL_EVERY = 4
/** A kill of server and database at once, of all kills; and connections cut, of all rounds. */
const DOUBLE = 0.15
const CUT = 0.2
const AT_ONCE = 50

/** Some are right and some wrong, a case takes some 30 ms of CPU, and every third has to be compiled. */
const programOf = (number: number, right: boolean) => `#include <stdio.h>
#include <time.h>
int main(void) {
  int a, b;
  if (scanf("%d%d", &a, &b) != 2) return 1;
  while (clock() < 30000);
  printf("%d\\n", a + b${right ? '' : ' + 1'}); /* ${number - (number % 3)} */
}
`

/**
 * Kills parts of the site in random order while submissions come in and are judged, until `enough` says so; then
 * waits until everything is judged and settled, and takes stock.
 */
export async function killAndCount(
  site: CrashingSite,
  { seed, rounds }: { seed: number; rounds: number },
): Promise<Survival> {
  const roll = randomShare(seed)
  const kills: Record<Part, number> = { judge: 0, server: 0, database: 0 }
  const recoveries: number[] = []
  const sent = new Map<number, 'ACCEPTED' | 'WRONG_ANSWER'>()

  let calm = false
  let [count, trials, doubleKills, cuts, rejudgings] = [0, 0, 0, 0, 0]
  const load = async () => {
    while (!calm) {
      const [row] = await site.rows<{ open: number }>(
        `select count(*)::int as open from "Submission" where "state" <> 'DONE' and "countedVerdict" is null`,
      )
      if ((row?.open ?? 0) >= LOAD) {
        await pause(20)
        continue
      }
      const number = count++
      const right = number % 2 === 0
      const id = await site.send(programOf(number, right))
      if (number % TRIAL_EVERY === 0 && (await site.tryOut(programOf(number, right)))) trials++
      if (id === null) await pause(50)
      else sent.set(id, right ? 'ACCEPTED' : 'WRONG_ANSWER')
    }
  }
  const loading = load()
  const judgedSince = async (at: Date) => {
    for (;;) {
      const [row] = await site.rows<{ since: number }>(
        `select count(*)::int as since from "Judgement" where "endedAt" > $1 and "startedAt" > $1`,
        [at],
      )
      if (row && row.since > 0) return
      await pause(10)
    }
  }

  /** One part falls, or a server together with its database; false when there was nothing left to kill. */
  const strike = async (): Promise<boolean> => {
    const part = PARTS[Math.floor(roll() * PARTS.length)] ?? 'judge'
    const [both, between] = [part !== 'judge' && roll() < DOUBLE, roll() * AT_ONCE]
    if (!(await site.kill(part))) return false
    kills[part]++
    if (!both) return true
    await pause(between)
    const other = part === 'server' ? 'database' : 'server'
    if (await site.kill(other)) {
      kills[other]++
      doubleKills++
    }
    return true
  }

  await judgedSince(new Date(0))
  for (let round = 0; round < rounds; round++) {
    // Each part is hit at any point of what it does.
    await pause(roll() * MAX_CALM)
    // After a third and two thirds of the way everything is rejudged, under the same kills.
    while (rejudgings < Math.floor((3 * round) / rounds)) {
      if (await site.rejudgeAll()) rejudgings++
      else await pause(100)
    }
    const at = new Date()
    if (roll() < CUT) cuts += await site.cutConnections()
    else if (!(await strike())) {
      round--
      continue
    }
    // Sometimes two fall at once, and sometimes one before all is well again.
    if (roll() < 0.2) continue
    await judgedSince(at)
    recoveries.push(Date.now() - at.getTime())
  }
  calm = true
  await loading
  await settled(site)
  const stock = await takeStock(site, sent)
  return { kills, doubleKills, cuts, trials, rejudgings, recoveries, accepted: sent.size, ...stock }
}

/** Nothing is left to judge or to count. */
async function settled(site: CrashingSite): Promise<void> {
  for (;;) {
    const [row] = await site.rows<{ open: number }>(
      `select (select count(*) from "Submission" where "state" <> 'DONE' or "countedVerdict" is distinct from "verdict")
         + (select count(*) from "Trial" where "state" <> 'DONE')
         + (select count(*) from "Operation" where "state" in ('QUEUED', 'RUNNING'))
         + (select count(*) from graphile_worker.jobs where task_identifier in ('judge', 'trial', 'settle', 'rejudge')
            and attempts < max_attempts) as open`,
    )
    if (Number(row?.open) === 0) return
    await pause(50)
  }
}

type Stock = {
  id: number
  verdict: string
  judgements: number
  /** Judgements that a rejudging made for it. */
  anew: number
  open: number
  final: number
  runs: number
}

async function takeStock(site: CrashingSite, sent: ReadonlyMap<number, string>) {
  const rows = await site.rows<Stock>(
    `select s.id, s.verdict::text, count(distinct j.id)::int as judgements,
       count(distinct e."judgementId")::int as anew,
       count(distinct j.id) filter (where j.state <> 'DONE')::int as open,
       count(distinct j.id) filter (where j.state = 'DONE' and j.verdict = s.verdict and j.id = s."judgementId")::int as final,
       count(r.index)::int as runs
     from "Submission" s
     left join "Judgement" j on j."submissionId" = s.id
     left join "Run" r on r."judgementId" = j.id and j.id = s."judgementId"
     left join "RejudgingEntry" e on e."submissionId" = s.id
     group by s.id`,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const lost = [...sent].filter(([id, verdict]) => {
    const row = byId.get(id)
    return row?.final !== 1 || row.open > 0 || row.verdict !== verdict || row.runs === 0
  })
  const [tally] = await site.rows<{ total: number; accepted: number; wrongAnswer: number }>(
    'select total, accepted, "wrongAnswer" from "ProblemTally" where "problemId" = $1',
    [site.problemId],
  )
  const of = (verdict: string) => rows.filter((row) => row.verdict === verdict).length
  const miscounted =
    Math.abs((tally?.total ?? 0) - rows.length) +
    Math.abs((tally?.accepted ?? 0) - of('ACCEPTED')) +
    Math.abs((tally?.wrongAnswer ?? 0) - of('WRONG_ANSWER'))
  return {
    stored: rows.length,
    lost: lost.map(([id]) => id),
    doubled: rows.filter(({ judgements, anew }) => judgements !== 1 + anew).length + miscounted,
  }
}
