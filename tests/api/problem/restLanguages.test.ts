import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeHost, startFakeHost } from '../../support/fakeHost.ts'
import { addJudgeable } from '../../support/judgeable.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { type Loose, type Site, startSite } from '../../support/site.ts'

let site: Site
let host: FakeHost
let chief: Person
beforeAll(async () => {
  site = await startSite()
  host = await startFakeHost(site.databaseUrl, { languages: ['c11', 'cpp17o2', 'python3'] })
  chief = await addPerson(site, 'chief', { role: 'PROBLEM_ADMIN' })
})
afterAll(async () => {
  await host.stop()
  await site.close()
})

const read = async (path: string) => (await site.rest('GET', path, chief)).data

/** What the reference system's form sends: the languages and templates that it was shown, `change` of them. */
async function save(pid: number, change: (shown: Loose[]) => Loose[] = (shown) => shown) {
  const problem = await read(`/api/admin/problem?pid=${pid}`)
  const shown = await read(`/api/get-problem-languages?pid=${pid}`)
  const templates = await read(`/api/get-problem-code-template?pid=${pid}`)
  const languages = change(shown)
  const codeTemplates = templates.filter(({ lid }: Loose) => languages.some(({ id }) => id === lid))
  const body = { problem, languages, codeTemplates, samples: [], tags: [], judgeMode: problem.judgeMode }
  expect(await site.rest('PUT', '/api/admin/problem', { ...chief, body })).toMatchObject({ status: 200 })
}

const languagesOf = async (id: number) =>
  new Set((await site.prisma.problem.findUniqueOrThrow({ where: { id } })).languageKeys)
const templatesOf = async (problemId: number) =>
  (await site.prisma.problemTemplate.findMany({ where: { problemId } })).map(({ languageKey }) => languageKey)

const without = (name: string) => (shown: Loose[]) => shown.filter((one) => one.name !== name)

describe('a form of the reference system that is saved', () => {
  it('leaves a problem that takes every language so, until one is taken away', async () => {
    const { id } = await addJudgeable(site, 'EVERY1')
    await save(id)
    expect(await languagesOf(id)).toEqual(new Set())
    await save(id, without('Python3'))
    expect(await languagesOf(id)).toEqual(new Set(['c11', 'cpp17o2']))
  })

  it('leaves the languages that are not offered now, with their templates', async () => {
    const { id } = await addJudgeable(site, 'SOME1', { languageKeys: ['c11', 'rust', 'python3'] })
    for (const [languageKey, code] of [
      ['c11', 'int main(void) {}'],
      ['rust', 'fn main() {}'],
    ] as const)
      await site.prisma.problemTemplate.create({ data: { problemId: id, languageKey, code } })
    await save(id)
    expect(await languagesOf(id)).toEqual(new Set(['c11', 'rust', 'python3']))
    expect(new Set(await templatesOf(id))).toEqual(new Set(['c11', 'rust']))
    await save(id, without('C'))
    expect(await languagesOf(id)).toEqual(new Set(['rust', 'python3']))
    expect(await templatesOf(id)).toEqual(['rust'])
  })

  it('can be saved where no language was shown', async () => {
    const { id: away } = await addJudgeable(site, 'AWAY1', { languageKeys: ['rust'] })
    const { id: answers } = await addJudgeable(site, 'ANSWERS1', { outputOnly: true })
    for (const id of [away, answers]) await save(id)
    expect(await languagesOf(away)).toEqual(new Set(['rust']))
    expect(await languagesOf(answers)).toEqual(new Set())
  })
})
