import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CaseSpec } from '#judge/protocol.ts'
import { ensureJudgeRole } from '#server/launch/database/judgeRole.ts'
import { switches } from '#server/modules/site/site.ts'
import { BUILT_HOST, launchHost, type TestHost } from '../judge/support/queue.ts'
import { SUM } from '../judge/support/ward.ts'
import { borrowBrowser, returnBrowser } from '../support/browser.ts'
import { addJudgeable } from '../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../support/people.ts'
import { type Site, startSite } from '../support/site.ts'
import { visit } from '../support/visitor.ts'

let site: Site
let browser: Browser
let alice: Person
let problemId: string
let folder: string
let inputHash: string
const hosts: TestHost[] = []

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), borrowBrowser()])
  folder = mkdtempSync(join(tmpdir(), 'judge-health-'))
  const root = await addPerson(site, 'chief', { role: 'ROOT' })
  alice = await addPerson(site, 'alice')
  await switches.set(contextOf(site, root), { submitIntervalSeconds: 0 })
  const [input = '', answer = ''] = await site.house.blobs.putAll([Buffer.from('1 2\n'), Buffer.from('3\n')])
  inputHash = input
  const spec: CaseSpec = {
    index: 1,
    subtask: 0,
    score: 0,
    input: { hash: input, size: 4, name: '1.in' },
    answer: { hash: answer, size: 2, name: '1.out' },
  }
  problemId = (await addJudgeable(site, 'D1001', { cases: [spec] })).globalId
})
afterAll(async () => {
  await Promise.all(hosts.map((host) => host.kill('SIGKILL')))
  await returnBrowser(browser)
  await site?.close()
  rmSync(folder, { recursive: true, force: true })
})

const SUBMIT = 'mutation ($input: SubmitInput!) { submit(input: $input) { number } }'
const send = async (note: string): Promise<number> => {
  const input = { problemId, language: 'c11', source: `${SUM}\n// ${note}` }
  return (await site.graphql(SUBMIT, { input }, alice)).data.submit.number
}

const start = async (name: string, cacheFolder: string) => {
  const host = launchHost(BUILT_HOST, {
    DATABASE_URL: (await ensureJudgeRole(site.databaseUrl, 'password of the tests')) ?? site.databaseUrl,
    SERVER_URL: site.url,
    JUDGE_SECRET: site.settings.judgeSecret,
    JUDGE_NAME: name,
    JUDGE_LANGUAGES: 'c11',
    JUDGE_SLOTS: '1',
    JUDGE_LEAST_DISK_MIB: '32',
    CACHE_DIR: cacheFolder,
  })
  hosts.push(host)
  await host.said('waiting for work')
  return host
}

const LIVE = 'subscription { judgingChanged { hosts { name reason } lanes { expectedWaitMs } } }'
type Live = { data: { judgingChanged: { hosts: { name: string; reason: string | null }[] } } }

it.runIf(process.getuid?.() === 0)(
  'a host whose disk is full says so to everybody, live, and so it does when it is well again',
  async () => {
    const small = join(folder, 'small')
    execFileSync('mkdir', [small])
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', small])
    const [reader, other] = [
      await visit(browser, site.url, null, { locale: 'zh-CN' }),
      await visit(browser, site.url, null, { locale: 'en-US', theme: 'dark', width: 390 }),
    ]
    const live = await site.subscribe<Live>(LIVE, {}, { locale: 'en-US' })
    const heard = async (holds: (reason: string | null) => boolean) => {
      for (;;) {
        const { hosts } = (await live.next()).data.judgingChanged
        const told = hosts.find(({ name }) => name === 'narrow')
        if (told && holds(told.reason)) return told.reason
      }
    }
    try {
      await start('narrow', small)
      for (const { page } of [reader, other]) await page.goto(`${site.url}/judging`)
      const card = (page: typeof reader.page, name: string) =>
        page.getByRole('article').filter({ hasText: name })
      await card(reader.page, 'narrow').getByText('正常服务').waitFor()
      await card(other.page, 'narrow').getByText('In service').waitFor()
      const first = await send('first')
      await reader.page.getByText('评测 1 次').waitFor()

      writeFileSync(join(small, 'ballast'), Buffer.alloc(80 * 1024 ** 2))
      expect(await heard((reason) => reason !== null)).toMatch(/^The disk is full: \d+ MiB left$/)
      await card(reader.page, 'narrow')
        .getByText(/暂停服务 · 磁盘空间不足，仅剩 \d+ MiB/)
        .waitFor()
      await card(other.page, 'narrow')
        .getByText(/Out of service · The disk is full: \d+ MiB left/)
        .waitFor()

      // Its work goes elsewhere.
      const second = await send('second')
      await start('wide', join(folder, 'wide'))
      await reader.page.getByText('评测 2 次').waitFor()
      const rows = await site.prisma.submission.findMany({ orderBy: { id: 'asc' } })
      expect(rows.map(({ id, verdict, judgedBy }) => [id, verdict, judgedBy])).toEqual([
        [first, 'ACCEPTED', 'narrow'],
        [second, 'ACCEPTED', 'wide'],
      ])

      rmSync(join(small, 'ballast'))
      expect(await heard((reason) => reason === null)).toBe(null)
      await card(reader.page, 'narrow').getByText('正常服务').waitFor()
      await card(other.page, 'narrow').getByText('In service').waitFor()
      expect([...reader.complaints, ...other.complaints]).toEqual([])
    } finally {
      live.close()
      await Promise.all([reader.close(), other.close()])
      await Promise.all(hosts.map((host) => host.kill('SIGKILL')))
      execFileSync('umount', ['-l', small])
    }
  },
)

it('a host that gets damaged test data says so, and judges when the site has mended it', async () => {
  const places = readdirSync(site.settings.dataDir, { recursive: true }).map(String)
  const blob = join(site.settings.dataDir, places.find((place) => place.endsWith(inputHash)) ?? 'none')
  const reader = await visit(browser, site.url, null, { locale: 'zh-CN' })
  writeFileSync(blob, '1 3\n')
  try {
    await start('careful', join(folder, 'careful'))
    await reader.page.goto(`${site.url}/judging`)
    const card = reader.page.getByRole('article').filter({ hasText: 'careful' })
    const number = await send('third')
    await card.getByText('暂停服务 · 测试数据已损坏').waitFor()
    // What is wrong inside is for those who run the site.
    expect(await card.textContent()).not.toContain(inputHash)
    writeFileSync(blob, '1 2\n')
    await card.getByText('正常服务').waitFor()
    await expect
      .poll(async () => (await site.prisma.submission.findUnique({ where: { id: number } }))?.verdict, {
        timeout: 30_000,
      })
      .toBe('ACCEPTED')
    expect(reader.complaints).toEqual([])
  } finally {
    await reader.close()
    await Promise.all(hosts.map((host) => host.kill('SIGKILL')))
  }
})
