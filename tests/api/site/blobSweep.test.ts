import { existsSync } from 'node:fs'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { contentOf, hashOf } from '#server/core/blobs.ts'
import { blobHolders, sweepBlobs, sweepStrays } from '#server/modules/file/blobSweep.ts'
import { storeFile, sweepFiles } from '#server/modules/file/file.ts'
import { startMaking } from '#server/modules/generator/making.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { addProblem } from '../../support/problems.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let root: Person
let problemId: number
/** A connection of its own, as another server has. */
let other: pg.Client
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  problemId = (
    await addProblem(site, root, 'P1', { annexes: [{ name: 'a.txt', content: Buffer.from('a') }] })
  ).id
  other = new pg.Client({ connectionString: site.databaseUrl })
  await other.connect()
})
afterAll(async () => {
  await other?.end()
  await site?.close()
})

const HOUR = 3600_000
const later = (hours: number) => contextOf(site, null, new Date(Date.now() + hours * HOUR))
/** Two sweeps: now, and so many hours later. */
const sweep = async (hours = 25) => {
  await sweepBlobs(later(0))
  await sweepBlobs(later(hours))
}
const filesDir = () => join(site.settings.dataDir, 'files')
const pathOf = (hash: string) => join(filesDir(), hash.slice(0, 2), hash)

let count = 0
/** Bytes that nobody else has stored. */
const fresh = (text = `bytes ${++count}`) => site.house.blobs.put(Buffer.from(text))
/** Whether there is a row, and whether there are bytes. */
const state = async (hash: string) => ({
  row: (await site.prisma.blob.count({ where: { hash } })) === 1,
  bytes: await site.house.blobs.has(hash),
})
const KEPT = { row: true, bytes: true }
const GONE = { row: false, bytes: false }

/** The connections that wait for a lock. */
const waiting = async (at: number) =>
  vi.waitFor(async () => {
    const { rows } = await other.query(
      `select count(*)::int as "n" from pg_stat_activity where "datname" = current_database() and "wait_event_type" = 'Lock'`,
    )
    expect(rows[0].n).toBe(at)
  })

/** What holds a blob, by the column: makes a row that does, and answers what removes it again. */
const HOLDERS: Record<string, (hash: string) => Promise<() => Promise<unknown>>> = {
  '"Annex"."blobHash"': async (blobHash) => {
    const { id } = await site.prisma.annex.create({ data: { problemId, name: blobHash, blobHash, size: 1 } })
    return () => site.prisma.annex.delete({ where: { id } })
  },
  '"File"."blobHash"': async (hash) => {
    const place = `${hash.slice(0, 2)}/${hash}`
    const data = {
      id: hash,
      use: 'SLIDE',
      name: 'old',
      mediaType: 'image/png',
      size: 1,
      hash,
      place,
    } as const
    await site.prisma.file.create({ data: { ...data, blobHash: hash, createdAt: new Date(0) } })
    return async () => {
      await sweepFiles(later(0))
      // Others may hold the same bytes: those of a blob do not go with the file.
      expect(await site.house.blobs.has(hash)).toBe(true)
    }
  },
  '"MadeCase"."answerHash"': (hash) => made({ answerHash: hash }),
  '"MadeCase"."inputHash"': (hash) => made({ inputHash: hash }),
  '"OutputFile".hash': async (hash) => {
    const files = { create: { name: '1.out', hash, size: 1 } }
    await site.prisma.outputSet.create({ data: { id: hash, userId: root.id, files } })
    return () => site.prisma.outputSet.delete({ where: { id: hash } })
  },
  '"TestBlob".hash': async (hash) => {
    const { id } = await addProblem(site, root, `H${++count}`, {
      testcases: [{ input: { hash, size: 1, name: '1.in' }, answer: '', subtask: 0, score: 0 }],
    })
    return () => site.prisma.problem.delete({ where: { id } })
  },
  '"TestUploadFile".hash': async (hash) => {
    const files = { create: { name: '1.in', hash, size: 1, notes: [] } }
    await site.prisma.testUpload.create({ data: { id: hash, ownerId: root.id, files } })
    return () => site.prisma.testUpload.delete({ where: { id: hash } })
  },
}
async function made(hashes: { inputHash?: string; answerHash?: string }) {
  const cases = { create: { index: 1, ...hashes } }
  const { id } = await site.prisma.making.create({
    data: { id: `making ${++count}`, problemId, kind: 'MAKE', task: {}, plan: [], cases },
  })
  return () => site.prisma.making.delete({ where: { id } })
}

describe('blobs that nothing holds', () => {
  it('go with their bytes a day after a sweep found them, and not before', async () => {
    const hash = await fresh()
    await sweep(23)
    expect(await state(hash)).toEqual(KEPT)
    await sweep()
    expect(await state(hash)).toEqual(GONE)
    expect(await fresh(`bytes ${count}`)).toBe(hash)
    expect(await state(hash)).toEqual(KEPT)
  })

  it('are kept a day more when they are stored again', async () => {
    const hash = await fresh()
    await sweepBlobs(later(-25))
    await fresh(`bytes ${count}`)
    await sweepBlobs(later(0))
    expect(await state(hash)).toEqual(KEPT)
  })

  it('go however many there are', async () => {
    const hashes = await site.house.blobs.putAll(
      Array.from({ length: 120 }, (_, at) => Buffer.from(`many ${at}`)),
    )
    await sweep()
    expect(await site.prisma.blob.count({ where: { hash: { in: hashes } } })).toBe(0)
    expect(existsSync(pathOf(hashes[119] ?? ''))).toBe(false)
  })
})

describe('a holder', () => {
  it('is each foreign key to Blob, and each of them is tried here', async () => {
    const columns = await blobHolders(site.prisma)
    expect(columns.map(({ table, column }) => `${table}.${column}`)).toEqual(Object.keys(HOLDERS))
  })

  it.each(Object.keys(HOLDERS))('%s keeps a blob, also where its twin is removed', async (column) => {
    const hold = HOLDERS[column]
    if (!hold) throw new Error('no such holder')
    const hash = await fresh()
    const release = await hold(hash)
    const releaseTwin = await (column === '"TestBlob".hash'
      ? made({ inputHash: hash })
      : HOLDERS['"TestBlob".hash']?.(hash))
    await releaseTwin?.()
    await sweep()
    expect(await state(hash)).toEqual(KEPT)
    // The day begins when nothing holds it any more, however long ago it was stored.
    await sweepBlobs(later(50))
    await release()
    await sweep(23)
    expect(await state(hash)).toEqual(KEPT)
    await sweepBlobs(later(25))
    expect(await state(hash)).toEqual(GONE)
  })

  it('is every version of the tests, also one that is current no more', async () => {
    const { id } = await addProblem(site, root, 'OLD', {
      testcases: [{ input: 'first version', answer: '', subtask: 0, score: 0 }],
    })
    await addProblem(site, root, 'OLD', {
      id,
      testcases: [{ input: 'second version', answer: '', subtask: 0, score: 0 }],
    })
    await sweep()
    for (const text of ['first version', 'second version']) expect(await state(hashOf(text))).toEqual(KEPT)
  })

  it('cannot be written for a blob that is gone', async () => {
    const hash = await fresh()
    await sweep()
    await expect(HOLDERS['"Annex"."blobHash"']?.(hash)).rejects.toThrow()
    await expect(HOLDERS['"TestBlob".hash']?.(hash)).rejects.toThrow()
  })
})

/** Columns with hashes of something else than blobs. */
const OTHER_HASHES = [
  ...[
    'AccountDraft.passwordHash',
    'Challenge.answerHash',
    'CompiledProgram.hash',
    'File.hash',
    'Session.previousHash',
  ],
  ...['Session.tokenHash', 'User.passwordHash'],
]
/** Columns that name blobs of a problem's tests, which TestBlob holds. */
const OF_TESTS = ['Judgement.task', 'Making.task', 'Testset.manifest']

describe('the datamodel', () => {
  const undeclared = async () => {
    const { rows } = await other.query<{ column: string }>(
      `select "table_name" || '.' || "column_name" as "column" from information_schema.columns
       where "table_schema" = 'public' and "column_name" ~* 'hash' order by 1`,
    )
    const holders = (await blobHolders(site.prisma)).map((one) =>
      `${one.table}.${one.column}`.replaceAll('"', ''),
    )
    const known = new Set([...holders, ...OTHER_HASHES, 'Blob.hash'])
    return rows.map(({ column }) => column).filter((column) => !known.has(column))
  }

  it('has no hash that is neither a foreign key to Blob nor known to be of something else', async () => {
    expect(await undeclared()).toEqual([])
    await other.query('alter table "Trial" add column "inputHash" text')
    expect(await undeclared()).toEqual(['Trial.inputHash'])
    await other.query('alter table "Trial" drop column "inputHash"')
  })

  it('names blobs in no other column, whatever that is called', async () => {
    const ctx = contextOf(site, root)
    await site.prisma.maker.create({
      data: { problemId, role: 'VALIDATOR', name: 'v', language: 'cpp17', source: 'int main() {}' },
    })
    await startMaking(ctx, problemId, 'CHECK')
    const { displayId } = await site.prisma.problem.findUniqueOrThrow({ where: { id: problemId } })
    const sent = await site.rest('POST', '/api/submit-problem-judge', {
      ...root,
      body: { pid: displayId, language: 'C++ 17', code: 'int main() {}', cid: 0, isRemote: false },
    })
    expect(sent).toMatchObject({ status: 200 })
    const { rows } = await other.query<{ table: string; column: string }>(
      `select "table_name" as "table", "column_name" as "column" from information_schema.columns
       where "table_schema" = 'public' and "data_type" in ('text', 'jsonb', 'json', 'ARRAY') order by 1, 2`,
    )
    const naming: string[] = []
    for (const { table, column } of rows) {
      const found = await other.query(
        `select from "${table}" t, lateral regexp_matches(t."${column}"::text, '[0-9a-f]{64}', 'g') m
         join "Blob" b on b."hash" = m[1] limit 1`,
      )
      if (found.rowCount) naming.push(`${table}.${column}`)
    }
    const holders = Object.keys(HOLDERS).map((column) => column.replaceAll('"', ''))
    const known = new Set([...holders, ...OF_TESTS, 'Blob.hash'])
    expect(naming).toEqual(expect.arrayContaining(OF_TESTS))
    expect(naming.filter((column) => !known.has(column))).toEqual([])
  })
})

describe('while the sweep runs', () => {
  it('bytes that are stored again wait for it and are whole after it', async () => {
    const hash = await fresh()
    await other.query(`
      create function wait() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(4); return old; end $$;
      create trigger wait before delete on "Blob" for each row execute function wait();
      select pg_advisory_lock(4)`)
    const swept = sweep()
    await waiting(1)
    const stored = fresh(`bytes ${count}`)
    await waiting(2)
    await other.query('select pg_advisory_unlock(4); drop trigger wait on "Blob"; drop function wait')

    await swept
    expect(await stored).toBe(hash)
    expect(await state(hash)).toEqual(KEPT)
  })

  it.each([
    ['stored', `update "Blob" set "unheldAt" = null where "hash" = $1`],
    [
      'held',
      `insert into "Annex" ("problemId", "name", "blobHash", "size") select min("id"), 'held', $1, 1 from "Problem"`,
    ],
  ])('what another server has just %s stays, before and after its commit', async (_, statement) => {
    const hash = await fresh()
    await sweepBlobs(later(-25))
    await other.query('begin')
    await other.query(statement, [hash])
    await sweepBlobs(later(0))
    expect(await state(hash)).toEqual(KEPT)
    await other.query('commit')
    await sweepBlobs(later(0))
    expect(await state(hash)).toEqual(KEPT)
  })

  it('two sweeps at once remove everything once', async () => {
    const hashes = await site.house.blobs.putAll(
      Array.from({ length: 120 }, (_, at) => Buffer.from(`two ${at}`)),
    )
    await Promise.all([sweep(), sweep()])
    await sweep()
    expect(await site.prisma.blob.count({ where: { hash: { in: hashes } } })).toBe(0)
  })

  it('a crash between bytes and row leaves a row whose bytes come back when they are stored again', async () => {
    const [stored, left] = [await fresh(), await fresh('left')]
    await other.query(`
      create function crash() returns trigger language plpgsql as $$ begin raise 'crash'; end $$;
      create constraint trigger crash after delete on "Blob" deferrable initially deferred
        for each row execute function crash()`)
    await expect(sweep()).rejects.toThrow()
    await other.query('drop trigger crash on "Blob"; drop function crash')
    expect(await state(stored)).toEqual({ row: true, bytes: false })
    await fresh(`bytes ${count}`)
    expect(await state(stored)).toEqual(KEPT)
    await sweep()
    expect(await state(left)).toEqual(GONE)
  })
})

describe('what crashes have left in the storage', () => {
  it('is found: bytes without a row a day later, old files and drafts at once, and nothing else', async () => {
    const stray = hashOf('stray')
    const file = await storeFile(
      contextOf(site, root),
      'MARKDOWN_FILE',
      { name: 'a.bin', content: contentOf(Buffer.from('file')) },
      'application/octet-stream',
      { ownerId: root.id, groupId: null },
    )
    const place = (path: string) => join(filesDir(), path)
    const strays = [
      `${stray.slice(0, 2)}/${stray}`,
      'files/ab/abcd',
      'drafts/old',
      'drafts/new',
      'files/ab/new',
    ]
    for (const path of strays) {
      await mkdir(join(place(path), '..'), { recursive: true })
      await writeFile(place(path), 'stray')
    }
    const old = new Date(Date.now() - 25 * HOUR)
    for (const path of ['files/ab/abcd', 'drafts/old', file.place]) await utimes(place(path), old, old)
    const hash = await fresh()
    await sweepStrays(later(0))
    expect(strays.map((path) => existsSync(place(path)))).toEqual([true, false, false, true, true])
    expect(existsSync(place(file.place))).toBe(true)
    expect(await state(stray)).toEqual(KEPT)
    await sweep()
    expect(await state(stray)).toEqual(GONE)
    expect(await state(hash)).toEqual(GONE)
    expect(await readdir(join(filesDir(), 'drafts'))).toEqual(['new'])
  })
})
