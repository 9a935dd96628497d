import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ROOT } from '#server/env.ts'
import { type Mischief, openMiddle } from './support/middle.ts'
import type { TestHost } from './support/queue.ts'
import { openWard, SLOW, SUM, type Ward } from './support/ward.ts'
import { openWorkshop, plainTask } from './support/workshop.ts'

let ward: Ward
let folder: string
beforeAll(async () => {
  ward = await openWard()
  folder = await mkdtemp(join(tmpdir(), 'faults-'))
})
afterEach(() => ward.clear())
afterAll(async () => {
  await ward.close()
  await rm(folder, { recursive: true, force: true })
})

const cache = (name: string) => ({ JUDGE_NAME: name, CACHE_DIR: join(folder, name) })
const OTHER = { language: 'python3', source: 'print(sum(map(int, input().split())))' }

/** The sandbox of a host: its only child of that name. */
async function sandboxOf({ process: { pid } }: TestHost): Promise<number> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ')
  for (const child of children) {
    const name = await readFile(`/proc/${child}/comm`, 'utf8').catch(() => '')
    if (name.trim() === 'sandboxd') return Number(child)
  }
  throw new Error('this host has no sandbox')
}

test('test data that arrives damaged is waited for, and judged when it is whole', async () => {
  const { queue } = ward
  await ward.start(cache('careful'))
  const damaged = ward.task('\n')
  const hash = damaged.cases[0]?.input.hash ?? ''
  const whole = queue.blobs.get(hash) ?? Buffer.alloc(0)
  queue.blobs.set(hash, Buffer.from('9 9\n\n'))
  const sent = await queue.submit(damaged)
  expect(await ward.illness('careful')).toMatch(/^@hostTestset\nblob [0-9a-f]{64} arrived as/)
  await ward.until(async () => (await ward.outcome(sent)).state === 'QUEUED' || null)
  queue.blobs.set(hash, whole)
  await ward.recovery('careful')
  expect(await ward.judged(sent)).toMatchObject({ verdict: 'ACCEPTED', attempt: 2 })
})

test('a testset that is damaged at the site fails its submissions and nobody else', async () => {
  const { queue } = ward
  await ward.start(cache('patient'))
  const damaged = ward.task('\n\n')
  queue.blobs.set(damaged.cases[0]?.input.hash ?? '', Buffer.from('no'))
  const sent = await queue.submit(damaged)
  await ward.illness('patient')
  const other = await queue.submit(ward.task('\t'))
  const failed = await ward.judged(sent)
  expect(failed).toMatchObject({ verdict: 'JUDGE_ERROR' })
  expect(failed.message).toMatch(/^@hostFailed\nblob [0-9a-f]{64} arrived as/)
  expect(await ward.judged(other)).toMatchObject({ verdict: 'ACCEPTED' })
})

test('test data that changes where it is kept: others do the work, and it comes back', async () => {
  const { queue } = ward
  const north = await ward.start({ ...cache('north'), JUDGE_LANGUAGES: 'c11,python3' })
  const kept = ward.task('\n \n')
  const hash = kept.cases[0]?.input.hash ?? ''
  expect(await ward.judged(await queue.submit(kept))).toMatchObject({ verdict: 'ACCEPTED' })

  // Same length, other numbers; and for now the site has nothing better to offer.
  const whole = queue.blobs.get(hash) ?? Buffer.alloc(0)
  await writeFile(join(folder, 'north', 'blobs', hash), '5 5\n\n \n')
  queue.blobs.set(hash, Buffer.from('gone wrong'))
  const sent = await queue.submit({ ...kept, ...OTHER })
  expect(await ward.illness('north')).toMatch(
    /^@hostTestset\nblob [0-9a-f]{64} became [0-9a-f]{64} in the cache$/,
  )

  await ward.start(cache('south'))
  const elsewhere = await queue.submit(ward.task('\t\t'))
  expect(await ward.judged(elsewhere)).toMatchObject({ hostName: 'south', verdict: 'ACCEPTED' })
  queue.blobs.set(hash, whole)
  await ward.recovery('north')
  expect(await ward.judged(sent)).toMatchObject({ hostName: 'north', verdict: 'ACCEPTED', attempt: 2 })
  await north.kill('SIGTERM')
})

/** What was built, in a place of its own, so that its sandbox can be taken away. */
async function installation() {
  const place = join(folder, 'installation')
  await mkdir(join(place, 'judge/sandbox/build'), { recursive: true })
  await mkdir(join(place, 'build'))
  await copyFile(join(ROOT, 'build/judge.mjs'), join(place, 'build/judge.mjs'))
  await symlink(join(ROOT, 'judge/testlib'), join(place, 'judge/testlib'))
  await symlink(join(ROOT, 'node_modules'), join(place, 'node_modules'))
  const binary = join(place, 'judge/sandbox/build/sandboxd')
  await copyFile(join(ROOT, 'judge/sandbox/build/sandboxd'), binary)
  return { entry: [join(place, 'build/judge.mjs')], binary }
}

test('a sandbox that can build no slot: others do the work, and it comes back', async () => {
  const { entry, binary } = await installation()
  const built = await openWard(entry)
  const { queue } = built
  try {
    const host = await built.start(cache('boxless'))
    expect(await built.judged(await queue.submit(built.task('')))).toMatchObject({ hostName: 'boxless' })
    const sandbox = await sandboxOf(host)
    await rename(binary, `${binary}.away`)
    process.kill(sandbox, 'SIGKILL')
    const trial = await queue.tryOut({
      version: plainTask.version,
      limits: plainTask.limits,
      fileIo: null,
      userFiles: {},
      language: 'c11',
      source: SUM,
      input: '4 5',
      expected: '9',
      ignoreTrailingBlanks: true,
    })
    const sent = await queue.submit(built.task(' '))
    expect(await built.illness('boxless')).toMatch(/^@hostSandbox\n./)
    await rename(`${binary}.away`, binary)
    await built.recovery('boxless')
    expect(await built.judged(sent)).toMatchObject({ hostName: 'boxless', verdict: 'ACCEPTED' })
    // Test runs come first, so this one met the broken sandbox and was given back.
    const { rows } = await queue.db.query('select state, verdict, attempt from "Trial" where id = $1', [
      trial,
    ])
    expect(rows).toEqual([{ state: 'DONE', verdict: 'ACCEPTED', attempt: 2 }])

    // Once more, with somebody there to take the work.
    const again = await sandboxOf(host)
    await rename(binary, `${binary}.away`)
    process.kill(again, 'SIGKILL')
    const next = await queue.submit(built.task('  '))
    await built.illness('boxless')
    await rename(`${binary}.away`, binary)
    await built.start(cache('boxed'))
    expect(await built.judged(next)).toMatchObject({ verdict: 'ACCEPTED' })
    await built.recovery('boxless')
  } finally {
    await built.close()
  }
})

test('a task that stands still is done elsewhere, and its host comes back when it moves', async () => {
  const { queue } = ward
  const host = await ward.start({ ...cache('frozen'), JUDGE_STANDSTILL_S: '3' })
  const sent = await queue.submit(ward.task('', { source: SLOW }))
  await ward.until(async () => (await ward.outcome(sent)).state === 'RUNNING' || null)
  const sandbox = await sandboxOf(host)
  process.kill(sandbox, 'SIGSTOP')
  try {
    expect(await ward.illness('frozen')).toBe('@hostStalled')
    await ward.start(cache('moving'))
    expect(await ward.judged(sent)).toMatchObject({ hostName: 'moving', verdict: 'ACCEPTED', attempt: 2 })
  } finally {
    process.kill(sandbox, 'SIGCONT')
  }
  await ward.recovery('frozen')
})

test('a host to which the site gives nothing leaves the work to others', async () => {
  const { queue } = ward
  await ward.start({ ...cache('stranger'), JUDGE_SECRET: 'the secret of another site' })
  const sent = await queue.submit(ward.task('\n\t\n'))
  expect(await ward.illness('stranger')).toMatch(/^@hostLink\nthe site refuses blobs to this host: HTTP 401/)
  await ward.start(cache('friend'))
  expect(await ward.judged(sent)).toMatchObject({ hostName: 'friend', verdict: 'ACCEPTED' })
})

test('a wire that refuses, cuts, garbles and drips delays verdicts and changes none', async () => {
  const { queue } = ward
  const plan: Mischief[] = [
    'refuse',
    'error',
    'cut',
    'garble',
    'drip',
    'cut',
    'garble',
    'refuse',
    'cut',
    'drip',
  ]
  const middle = await openMiddle(queue.serverUrl, [...plan, ...plan])
  try {
    await ward.start({ ...cache('far'), SERVER_URL: middle.url })
    const sent = []
    for (let i = 1; i <= 5; i++) {
      // Long enough to be hurt: white space that a program passes over.
      sent.push(await queue.submit(ward.task(' \n'.repeat(20_000 * i))))
    }
    for (const one of sent) expect(await ward.judged(one)).toMatchObject({ verdict: 'ACCEPTED' })
    expect(new Set(middle.done)).toEqual(new Set(['nothing', ...plan]))
  } finally {
    await ward.clear()
    await middle.close()
  }
})

test.runIf(process.getuid?.() === 0)('a disk that fills up under an output is no wrong answer', async () => {
  const workshop = await openWorkshop(['c11'])
  const { scratchFolder } = workshop.shop
  const writing = (stream: string) =>
    `#include <stdio.h>\nint main(){FILE*f=${stream};for(int i=0;i<1<<20;i++)fputs("123\\n",f);return fclose(f);}`
  const sources = [
    { source: writing('stdout'), fileIo: null },
    { source: writing('fopen("out.txt","w")'), fileIo: { input: 'in.txt', output: 'out.txt' } },
  ]
  const answer = '123\n'.repeat(1 << 20)
  const judged = async (program: (typeof sources)[number]) =>
    (await workshop.judge({ ...program, cases: [workshop.testcase('1', answer)] })).report
  try {
    for (const program of sources) expect(await judged(program)).toMatchObject({ verdict: 'ACCEPTED' })
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', scratchFolder])
    for (const program of sources) {
      const { verdict, message } = await judged(program).catch((error: NodeJS.ErrnoException) => ({
        verdict: error.code,
        message: error.message,
      }))
      expect([verdict, message]).toEqual([
        expect.stringMatching(/^(?:JUDGE_ERROR|ENOSPC)$/),
        expect.stringMatching(/^@boxFailed|ENOSPC/),
      ])
    }
  } finally {
    execFileSync('umount', ['-l', scratchFolder])
    await workshop.close()
  }
})
