import pg from 'pg'

/** Counts the SQL statements that all connections of this process started while `work` ran. */
export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    count++
    return Reflect.apply(query, this, args)
  } as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return count
}

/** The lowest of five counts, because statements of the server's own timers are counted too. */
export async function leastStatementCount(work: () => Promise<unknown>): Promise<number> {
  const counts: number[] = []
  for (let turn = 0; turn < 5; turn++) counts.push(await countStatements(work))
  return Math.min(...counts)
}
