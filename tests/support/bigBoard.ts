import pg from 'pg'
import { EVENT_CHANNEL } from '#judge/protocol.ts'
import { hashPassword } from '#server/core/password.ts'
import { PASSWORD } from './people.ts'

type Wish = {
  teams: number
  problems: number
  type?: 'ACM' | 'OI'
  /** Minutes from now at which it starts, freezes and ends. */
  startsIn: number
  freezesIn: number | null
  endsIn: number
  isOpen?: boolean
}

const COLORS = ['#e5484d', '#f5c542', '#3b82f6', '#30a46c', '#f2843a', '#8e4ec6']
const SCHOOLS = ['Mingchuan University', '青岚师范大学', 'Harrow Bay University', '北澜理工大学']
const NAMES = [
  '栈溢出的下午',
  'Segment Tree Huggers',
  '风起时提交',
  'O(1) Nap',
  'Not long long Again',
  '教练请喝奶茶',
]

const query = async (databaseUrl: string, text: string, values: unknown[] = []) => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

const idOf = (team: number) => (0xb0a4d000 + team).toString(16).padStart(32, '0')

/** A contest with teams that have submitted, written past the rules; team1, team2, … sign in with PASSWORD. */
export async function addBoard(databaseUrl: string, wish: Wish): Promise<number> {
  const { teams, problems, type = 'ACM', startsIn, freezesIn, endsIn, isOpen = true } = wish
  const ask = (text: string, values?: unknown[]) => query(databaseUrl, text, values)
  const hash = await hashPassword(PASSWORD)
  for (let team = 1; team <= teams; team++)
    await ask(
      `insert into "User" ("id", "username", "usernameKey", "passwordHash", "nickname", "school", "updatedAt")
       values ($1, $2, $2, $3, $4, $5, now()) on conflict do nothing`,
      [idOf(team), `team${team}`, hash, `${NAMES[team % 6]} ${team}`, SCHOOLS[team % 4]],
    )
  const awards = [
    { name: '金牌', background: '#e6bf25', color: '#ffffff', number: 10 },
    { name: '银牌', background: '#b4c0c7', color: '#ffffff', number: 20 },
    { name: '铜牌', background: '#cd7f32', color: '#ffffff', number: 30 },
  ]
  const [contest] = await ask(
    `insert into "Contest" ("type", "ownerId", "title", "startsAt", "freezesAt", "endsAt", "boardIsOpen", "shownName",
       "awardKind", "awards", "stars", "thawsByItself", "updatedAt")
     values ($1::"ContestType", (select "id" from "User" order by "role" = 'ROOT' desc, "id" limit 1), 'Autumn Invitational', now() + $2 * interval '1 minute',
       now() + $3::int * interval '1 minute', now() + $4 * interval '1 minute', $5, 'NICKNAME',
       'PERCENTAGE', $6, '{team5}', false, now()) returning "id"`,
    [type, startsIn, freezesIn, endsIn, isOpen, JSON.stringify(awards)],
  )
  const found = await ask(`select "id" from "Problem" order by "id" limit $1`, [problems])
  for (const [place, { id }] of found.entries()) {
    const letter = String.fromCharCode(65 + place)
    await ask(
      `insert into "ContestProblem" ("contestId", "problemId", "displayId", "title", "color", "position", "updatedAt")
       values ($1, $2, $3, $4, $5, $6, now())`,
      [contest.id, id, letter, `Problem ${letter}`, COLORS[place % 6], place],
    )
  }
  // The same in every run: how strong a team is decides what it solves, and when.
  await ask(
    `insert into "Submission" ("problemId", "userId", "contestId", "language", "codeLength", "ip", "createdAt", "state",
       "verdict", "score", "timeMs", "caseCount", "tape", "judgementId")
     select "problemId", "userId", $1, 'cpp17', 10, '127.0.0.1', now() + "at" * interval '1 minute', 'DONE',
       (case when "accepted" then 'ACCEPTED' else 'WRONG_ANSWER' end)::"Verdict",
       case when "accepted" then 100 else ("luck" % 4) * 20 end, 10 + "luck" % 90, 3, 'AAA', null
     from (select p."problemId", u."id" as "userId",
         $2 + ((t * 37 + p."position" * 53 + n * 29) % $3) as "at",
         (t * 7 + p."position" * 11 + n * 5) % 97 as "luck",
         n = 2 and (t * 13 + p."position" * 29) % 100 > p."position" * 7 + t * 100 / $4 / 3 as "accepted"
       from generate_series(1, $4::int) t
       join "User" u on u."username" = 'team' || t
       cross join "ContestProblem" p cross join generate_series(1, 2) n
       where p."contestId" = $1 and ((t * 3 + p."position" * 5 + n) % 10 > 2)) shots`,
    [contest.id, startsIn, Math.max(1, Math.min(endsIn, 0) - startsIn), teams],
  )
  await tell(databaseUrl, 'contest.changed', { contestId: contest.id })
  return contest.id
}

const tell = (databaseUrl: string, name: string, payload: object) =>
  query(databaseUrl, 'select pg_notify($1, $2)', [EVENT_CHANNEL, JSON.stringify({ name, payload })])

/** A submission of a team that is judged at this moment. */
export async function judgeNow(
  databaseUrl: string,
  {
    contest,
    team,
    letter,
    accepted = true,
  }: { contest: number; team: number; letter: string; accepted?: boolean },
): Promise<void> {
  const [sent] = await query(
    databaseUrl,
    `insert into "Submission" ("problemId", "userId", "contestId", "language", "codeLength", "ip", "state", "verdict", "score",
       "timeMs", "caseCount", "tape")
     select "problemId", $2, $1, 'cpp17', 10, '127.0.0.1', 'DONE', $4::"Verdict", 100, 5, 3, 'AAA'
     from "ContestProblem" where "contestId" = $1 and "displayId" = $3 returning "id", "problemId", "userId"`,
    [contest, idOf(team), letter, accepted ? 'ACCEPTED' : 'WRONG_ANSWER'],
  )
  const { id: submissionId, problemId, userId } = sent
  await tell(databaseUrl, 'submission.judged', { submissionId, problemId, userId, contestId: contest })
}
