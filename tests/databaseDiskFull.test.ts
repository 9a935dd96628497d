import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { ROOT } from '#server/env.ts'
import { openSmallDisk } from './support/smallDisk.ts'

const RUN = join(ROOT, 'tests', 'support', 'runDatabase.ts')
const PATIENT = { timeout: 30_000, interval: 50 }

it('the embedded database on a full disk falls, says so once, and is back with all it had when there is room', async () => {
  const disk = await openSmallDisk(128, [process.execPath, '--import', 'tsx', RUN])
  const said: string[] = []
  createInterface({ input: disk.program.stdout }).on('line', (line) => said.push(line))
  const heard = (words: string) => vi.waitFor(() => expect(said.join('\n')).toContain(words), PATIENT)
  const ask = async (sql: string) => {
    const [url] = said.filter((line) => line.startsWith('postgresql:'))
    const client = new pg.Client({ connectionString: url ?? '' })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
  try {
    await heard('postgresql:')
    await ask('create table kept as select 7 as number')
    disk.fill()
    // Until the log of PostgreSQL wants another file, which ends it.
    const write = async () => {
      for (;;) await ask(`select pg_logical_emit_message(true, 'x', repeat('x', 4000000))`)
    }
    await expect(write()).rejects.toMatchObject({ code: '53100' })
    await heard('database: the disk is full')
    disk.clear()
    expect(await vi.waitFor(() => ask('select number from kept'), PATIENT)).toEqual([{ number: 7 }])
    await ask('insert into kept values (8)')
    expect(said.filter((line) => line.startsWith('database:'))).toEqual([
      'database: fell, starting again',
      'database: the disk is full; PostgreSQL starts again when there is room',
    ])
  } finally {
    await disk.close()
  }
})
