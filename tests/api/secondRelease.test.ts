import { expect, it } from 'vitest'
import { openDatabase } from '#server/core/db.ts'
import { createDatabase } from '../support/database.ts'

it('a connection that graphile-worker releases twice goes back to the pool once', async () => {
  const own = await createDatabase()
  const database = openDatabase(own.url, 2)
  try {
    const { pool } = database
    await new Promise<void>((resolve, reject) => {
      pool.connect((error, _client, release) => {
        if (error) return reject(error)
        release()
        expect(release).not.toThrow()
        resolve()
      })
    })
    expect([pool.totalCount, pool.idleCount]).toEqual([1, 1])
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  } finally {
    await database.close()
    await own.drop()
  }
})
