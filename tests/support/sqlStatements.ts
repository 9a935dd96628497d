import pg from 'pg'

/** A statement that a connection started, with its values. */
export type Statement = { text: string; values: readonly unknown[] }

/** The SQL statements that all connections of this process started while `work` ran. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args as [string | { text: string; values?: unknown[] }, unknown[] | undefined]
    if (typeof first === 'string') statements.push({ text: first, values: second ?? [] })
    else statements.push({ text: first.text, values: first.values ?? second ?? [] })
    return Reflect.apply(query, this, args)
  } as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return statements
}

/** Counts the SQL statements that all connections of this process started while `work` ran. */
export const countStatements = async (work: () => Promise<unknown>): Promise<number> =>
  (await statementsOf(work)).length

/** The lowest of five counts, because statements of the server's own timers are counted too. */
export async function leastStatementCount(work: () => Promise<unknown>): Promise<number> {
  const counts: number[] = []
  for (let turn = 0; turn < 5; turn++) counts.push(await countStatements(work))
  return Math.min(...counts)
}
