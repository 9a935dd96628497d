import pg from 'pg'

/** Resolves when every submission of a site is judged. */
export async function untilJudged(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const open = `select from "Submission" where "state" <> 'DONE' limit 1`
  while ((await client.query(open)).rowCount) await new Promise((resolve) => setTimeout(resolve, 500))
  await client.end()
}
