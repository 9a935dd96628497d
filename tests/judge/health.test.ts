import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { leftOf, leftOnMachine, memoryGroups, rationOf } from '#judge/health/memory.ts'
import { freePort } from '#server/launch/database/postgres.ts'
import { hungry, openMemoryGroup } from './support/memoryGroup.ts'
import { openWard, SLOW, type Ward } from './support/ward.ts'

let ward: Ward
beforeAll(async () => {
  ward = await openWard()
})
afterEach(() => ward.clear())
afterAll(() => ward.close())

const isRoot = process.getuid?.() === 0

test.runIf(isRoot)('a full disk: others do the work, and it comes back', async () => {
  const { queue } = ward
  const folder = await mkdtemp(join(tmpdir(), 'small-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', folder])
  try {
    const small = await ward.start({ JUDGE_NAME: 'small', CACHE_DIR: folder, JUDGE_LEAST_DISK_MIB: '32' })
    expect(await ward.judged(await queue.submit(ward.task('')))).toMatchObject({ hostName: 'small' })

    await writeFile(join(folder, 'ballast'), Buffer.alloc(80 * 1024 ** 2))
    expect(await ward.illness('small')).toMatch(/^@hostDisk \{"free":\d+\}$/)
    const large = await ward.start({ JUDGE_NAME: 'large' })
    const elsewhere = await queue.submit(ward.task(' '))
    expect(await ward.judged(elsewhere)).toMatchObject({ hostName: 'large', verdict: 'ACCEPTED', attempt: 1 })

    await large.kill('SIGTERM')
    const waiting = await queue.submit(ward.task('  '))
    await rm(join(folder, 'ballast'))
    await ward.recovery('small')
    expect(await ward.judged(waiting)).toMatchObject({ hostName: 'small', verdict: 'ACCEPTED' })
    await small.kill('SIGTERM')
  } finally {
    execFileSync('umount', ['-l', folder])
    await rm(folder, { recursive: true, force: true })
  }
})

test.runIf(isRoot)('a disk without room for one more file is full', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'few-files-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512m,nr_inodes=2k', 'tmpfs', folder])
  try {
    await ward.start({ JUDGE_NAME: 'crowded', CACHE_DIR: folder, JUDGE_LEAST_DISK_MIB: '32' })
    const files = Array.from({ length: 1500 }, (_, i) => join(folder, `file-${i}`))
    await Promise.all(files.map((file) => writeFile(file, '')))
    expect(await ward.illness('crowded')).toBe('@hostDisk {"free":0}')
    await Promise.all(files.map((file) => rm(file)))
    await ward.recovery('crowded')
  } finally {
    execFileSync('umount', ['-l', folder])
    await rm(folder, { recursive: true, force: true })
  }
})

test('a container that has used up its memory: others do the work, and it comes back', async (context) => {
  const group = openMemoryGroup(800)
  if (!group) return context.skip()
  try {
    const host = await ward.start({ JUDGE_NAME: 'contained', JUDGE_LEAST_MEMORY_MIB: '300' })
    group.add(host.process.pid ?? 0)
    const glutton = await hungry(group, 650)
    const reason = await ward.illness('contained')
    const [, free] = /^@hostMemory \{"free":(\d+)\}$/.exec(reason) ?? []
    expect(Number(free)).toBeLessThan(300)
    await ward.start({ JUDGE_NAME: 'free' })
    const sent = await ward.queue.submit(ward.task('   '))
    expect(await ward.judged(sent)).toMatchObject({ hostName: 'free', verdict: 'ACCEPTED', attempt: 1 })
    await glutton.end()
    await ward.recovery('contained')
    await host.kill('SIGTERM')
  } finally {
    await ward.clear()
    await group.remove()
  }
})

test('told twice to stop, a host gives back what it does and leaves in order', async () => {
  const { queue } = ward
  const host = await ward.start()
  const cases = Array.from({ length: 20 }, (_, i) => ({
    index: i + 1,
    subtask: 0,
    score: 0,
    input: queue.keep('1 2\n', '1.in'),
    answer: queue.keep('3\n', '1.out'),
  }))
  const sent = await queue.submit(ward.task('', { source: SLOW, cases }))
  await ward.until(async () => (await ward.outcome(sent)).tape.startsWith('A') || null)
  host.process.kill('SIGTERM')
  await host.said('stopping')
  await host.kill('SIGTERM')
  expect(host.process.exitCode).toBe(0)
  await expect(host.said('a rejection nobody handled')).rejects.toThrow('never said')
  const { rows } = await queue.db.query('select locked_at from graphile_worker.jobs where key = $1', [
    sent.judgementId,
  ])
  expect(rows).toEqual([{ locked_at: null }])
  await queue.db.query(`update "Judgement" set state = 'DONE' where id = $1`, [sent.judgementId])
})

test('the figures of a host', async () => {
  const port = await freePort()
  await ward.start({ JUDGE_METRICS_PORT: String(port) })
  await ward.judged(await ward.queue.submit(ward.task('\n')))
  const read = async (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  const text = await (await read('/metrics')).text()
  expect(text).toContain('# TYPE judge_judged_total counter\njudge_judged_total{verdict="ACCEPTED"} 1\n')
  expect(text).toMatch(/judge_run_seconds_bucket\{le="\+Inf"\} 1\n/)
  expect(text).toMatch(/judge_cache_bytes\{kind="testsets"\} [1-9]/)
  expect(text).toContain('judge_in_service 1\n')
  expect(text).toContain('judge_out_of_service{cause="disk"} 0\n')
  expect(text).toMatch(/process_resident_memory_bytes [1-9]\d{6,}\n/)
  expect((await read('/')).status).toBe(404)
  // Nothing that nobody can foresee is a label: no names of people, problems or machines.
  const labels = [...text.matchAll(/[{,](\w+)=/g)].map(([, label]) => label)
  expect([...new Set(labels)].toSorted()).toEqual(['cause', 'kind', 'le', 'verdict'])
})

test('a port that is taken costs a host its figures and nothing else', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  try {
    const host = await ward.start({ JUDGE_METRICS_PORT: String((taken.address() as AddressInfo).port) })
    await host.said('the figures of this host cannot be read')
    expect(await ward.judged(await ward.queue.submit(ward.task('\n\n\n')))).toMatchObject({
      verdict: 'ACCEPTED',
    })
  } finally {
    taken.close()
  }
})

test('available memory is read from the words of the kernel', () => {
  expect(leftOnMachine('MemTotal:  8000 kB\nMemAvailable:    1024 kB\n')).toBe(1024 ** 2)
  expect(leftOnMachine('')).toBe(null)
})

test.each([
  [
    'version 1, in a group of its own',
    '5:memory:/site/judge\n0::/\n',
    '35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory',
    ['/sys/fs/cgroup/memory', '/sys/fs/cgroup/memory/site/judge', '/sys/fs/cgroup/memory/site'],
  ],
  [
    'version 1, in a container that sees its own part',
    '9:cpu,memory:/docker/abc\n',
    '35 31 0:32 /docker/abc /sys/fs/cgroup/memory ro - cgroup cgroup rw,cpu,memory',
    ['/sys/fs/cgroup/memory'],
  ],
  [
    'version 2',
    '0::/system.slice/judge.service\n',
    '29 23 0:26 / /sys/fs/cgroup rw shared:4 - cgroup2 cgroup2 rw,nsdelegate',
    ['/sys/fs/cgroup', '/sys/fs/cgroup/system.slice/judge.service', '/sys/fs/cgroup/system.slice'],
  ],
  [
    'a process of another part',
    '0::/../other\n',
    '29 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw',
    ['/sys/fs/cgroup'],
  ],
  ['no hierarchy of memory', '5:cpu:/a\n', '35 31 0:32 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu', []],
])('the groups that limit memory: %s', (_, groups, mounts, folders) => {
  expect(memoryGroups(groups, `${mounts}\n`).map(({ folder }) => folder)).toEqual(folders)
})

test('a group of version 2 has what is only cached, files and names, still to give', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'group-'))
  const [group] = memoryGroups('0::/\n', `29 23 0:26 / ${folder} rw - cgroup2 cgroup2 rw\n`)
  if (!group) throw new Error('no group')
  // As at the root of a machine, which has none of the files.
  expect(leftOf(await rationOf(group))).toBe(null)
  await writeFile(join(folder, 'memory.current'), '900\n')
  const stat = 'anon 300\nfile 400\nslab_reclaimable 120\nslab_unreclaimable 40\nslab 160\n'
  await writeFile(join(folder, 'memory.stat'), `${stat}inactive_anon 7\ninactive_file 250\nactive_file 50\n`)
  await writeFile(join(folder, 'memory.max'), 'max\n')
  expect(leftOf(await rationOf(group))).toBe(null)
  await writeFile(join(folder, 'memory.max'), '1000\n')
  expect(leftOf(await rationOf(group))).toBe(1000 - 900 + 120 + 250 + 50)
  await rm(folder, { recursive: true })
})
