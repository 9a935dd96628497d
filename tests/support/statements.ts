import pg from 'pg'

/** How many statements all connections of this process to databases have started while `work` ran. */
export async function statements(work: () => Promise<unknown>): Promise<number> {
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

/** The least of a few countings: what the server does by itself in between counts as well. */
export async function leastStatements(work: () => Promise<unknown>): Promise<number> {
  const counts: number[] = []
  for (let turn = 0; turn < 5; turn++) counts.push(await statements(work))
  return Math.min(...counts)
}
