import pg from 'pg'
import { EVENT_CHANNEL } from '#judge/protocol.ts'
import { caseSpec } from '../../support/judgeable.ts'
import { fill } from './fillDatabase.ts'

/** A contest on an empty database. */
export type Venue = {
  contest: number
  /** Ids of its problems. */
  problems: number[]
  startsAt: number
  freezesAt: number
  endsAt: number
}

/** Submissions outside the contest, so that no table is empty. */
const PRACTICE = 12

/** People who can take part, and problems with tests that nobody fetches; `contestants` of the people are no organisers. */
export async function fillVenue(databaseUrl: string, contestants: number, problems: number): Promise<void> {
  await fill(databaseUrl, { problems, users: contestants + 1, submissions: PRACTICE })
  const manifest = JSON.stringify({ version: 1, cases: [caseSpec(1), caseSpec(2), caseSpec(3)] })
  await asking(databaseUrl, async (ask) => {
    await ask(
      `with "made" as (
         insert into "Testset" ("problemId", "manifest", "caseCount") select "id", $1::jsonb, 3 from "Problem"
         where "testsetId" is null returning "id", "problemId"
       ) update "Problem" p set "testsetId" = "made"."id" from "made" where p."id" = "made"."problemId"`,
      [manifest],
    )
  })
}

/** Opens a contest that starts in a moment and lasts so many seconds; its last fifth is frozen. */
export async function openVenue(
  databaseUrl: string,
  {
    contestants,
    problems,
    lasts,
    startsIn,
  }: Record<'contestants' | 'problems' | 'lasts' | 'startsIn', number>,
): Promise<Venue> {
  const startsAt = Math.ceil((Date.now() + startsIn) / 1000) * 1000
  const endsAt = startsAt + lasts * 1000
  const freezesAt = startsAt + Math.floor(lasts * 0.8) * 1000
  return asking(databaseUrl, async (ask) => {
    const [made] = await ask(
      `insert into "Contest" ("type", "ownerId", "title", "startsAt", "freezesAt", "endsAt", "boardIsOpen", "thawsByItself",
         "updatedAt")
       values ('ACM', md5('u' || $1::int), 'Replay', $2, $3, $4, true, false, now()) returning "id"`,
      [contestants + 1, new Date(startsAt), new Date(freezesAt), new Date(endsAt)],
    )
    const contest = Number(made?.id)
    const rows = await ask(
      `insert into "ContestProblem" ("contestId", "problemId", "displayId", "title", "position", "updatedAt")
       select $1, "id", chr((64 + row_number() over (order by "id"))::int), 'Problem', row_number() over (order by "id"), now()
       from (select "id" from "Problem" order by "id" limit $2) p returning "problemId"`,
      [contest, problems],
    )
    const event = { name: 'contest.changed', payload: { contestId: contest } }
    await ask('select pg_notify($1, $2)', [EVENT_CHANNEL, JSON.stringify(event)])
    return { contest, problems: rows.map(({ problemId }) => Number(problemId)), startsAt, freezesAt, endsAt }
  })
}

type Ask = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

async function asking<Of>(databaseUrl: string, work: (ask: Ask) => Promise<Of>): Promise<Of> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await work(async (text, values = []) => (await client.query(text, values)).rows)
  } finally {
    await client.end()
  }
}
