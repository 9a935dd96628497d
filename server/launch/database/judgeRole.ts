import pg from 'pg'

/**
 * Rights of a judge host: it writes judgements, trials and its liveness, and copies an outcome into the submission.
 * It never reads accounts or solutions, and never changes the code or author of a submission.
 */
const GRANTS = [
  'select, update on "Judgement"',
  'select, insert, update, delete on "Run"',
  'select on "Submission"',
  'update ("state", "verdict", "timeMs", "memoryKb", "score", "oiRankScore", "caseCount", "tape", "judgedBy", "countedVerdict") on "Submission"',
  'select ("submissionId", "endedAt") on "RejudgingEntry"',
  'select ("problemId", "judgementId") on "Solution"',
  'select, update on "Trial"',
  'select, update on "Making"',
  'select, insert, delete on "MadeCase"',
  'select, insert, update, delete on "JudgeHost"',
  'usage on schema graphile_worker',
  'select, insert, update, delete on all tables in schema graphile_worker',
  'usage, select on all sequences in schema graphile_worker',
  'execute on all functions in schema graphile_worker',
]

/**
 * Public functions of PostgreSQL that can fill the disk; only the owner of the database needs them. Revoking them needs a
 * superuser; PostgreSQL warns otherwise.
 */
const NOT_FOR_ALL = [
  'create on schema public',
  'execute on function lo_creat(int), lo_create(oid), lo_from_bytea(oid, bytea)',
]

/** PostgreSQL's code for a missing privilege. */
const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * Opens the queue's tables, which row level security closes to everybody but their owner. One transaction per table: a
 * policy locks its table, and several locks could deadlock with a running server.
 */
async function openQueue(client: pg.Client, role: string) {
  const { rows } = await client.query<{ relname: string }>(
    `select relname from pg_class
     where relnamespace = 'graphile_worker'::regnamespace and relkind = 'r' and relrowsecurity`,
  )
  for (const { relname } of rows) {
    const table = `graphile_worker.${client.escapeIdentifier(relname)}`
    await client.query(
      `drop policy if exists ${role} on ${table};
       create policy ${role} on ${table} to ${role} using (true) with check (true)`,
    )
  }
}

/** Name of the role when nobody has chosen one. */
const usualName = (url: URL): string => `${decodeURIComponent(url.pathname.slice(1))}_judge`

/** Refuses an existing role that can do more, because it would lose its rights. */
async function requireWeak(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_roles where rolname = $1 and (rolsuper or rolcreatedb or rolcreaterole or rolreplication
       or oid in (select datdba from pg_database) or rolname = current_user)`,
    [name],
  )
  if (rowCount) throw new Error(`The database account ${name} has rights that a judge host must not have.`)
}

/**
 * Creates the database role of the judge hosts with this password and the least rights, or brings it up to date.
 * Returns its connection string, or null when this account cannot create roles.
 */
export async function ensureJudgeRole(
  databaseUrl: string,
  password: string,
  chosenName?: string,
): Promise<string | null> {
  const url = new URL(databaseUrl)
  const name = chosenName ?? usualName(url)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await requireWeak(client, name)
    const role = client.escapeIdentifier(name)
    await client.query('begin')
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [name])
    const rights = 'login nosuperuser nocreatedb nocreaterole noreplication'
    await client.query(
      `${rowCount ? 'alter' : 'create'} role ${role} with ${rights} password ${client.escapeLiteral(password)}`,
    )
    for (const grant of GRANTS) await client.query(`grant ${grant} to ${role}`)
    const database = client.escapeIdentifier(decodeURIComponent(url.pathname.slice(1)))
    for (const right of [`temporary on database ${database}`, ...NOT_FOR_ALL]) {
      await client.query(`revoke ${right} from public`)
    }
    await client.query('commit')
    await openQueue(client, role)
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE) return null
    throw error
  } finally {
    await client.end()
  }
  url.username = encodeURIComponent(name)
  url.password = encodeURIComponent(password)
  return url.href
}
