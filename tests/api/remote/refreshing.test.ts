import { afterAll, beforeAll, expect, it } from 'vitest'
import { updateProblem } from '#server/modules/problem/authoring/editing.ts'
import { takeBankChanges } from '#server/modules/remote/refreshing.ts'
import { startFakeBank } from '../../support/banks/all.ts'
import { overlap } from '../../support/overlap.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

const hdu = await startFakeBank('HDU')
const gym = await startFakeBank('CF')
let site: Site
let root: Person
beforeAll(async () => {
  site = await startSite({
    BANK_ORIGINS: `HDU=${hdu.origin},CF=${gym.origin},GYM=${gym.origin}`,
    BANK_WAIT_PERCENT: '1',
    RATE_MUTATIONS: '100000',
  })
  root = await addPerson(site, 'bankroot', { role: 'ROOT' })
  for (const bank of ['HDU', 'CF'])
    await ask('mutation ($input: AddBankAccountInput!) { addBankAccount(input: $input) { id } }', {
      bank,
      username: 'robot',
      password: 'right password',
    })
})
afterAll(async () => {
  await site.close()
  await hdu.close()
  await gym.close()
})

const ask = async (query: string, input: object) => {
  const { data, errors } = await site.graphql(query, { input }, { token: root.token })
  expect(errors).toBeUndefined()
  return data
}

const importing = async (bank: string, problem: string) =>
  (
    await ask(
      `mutation ($input: ImportBankProblemInput!) { importBankProblem(input: $input) {
        number title origin { key name url } annexes { name url } setting { languages { key } } } }`,
      { bank, problem },
    )
  ).importBankProblem

it('takes over what another judge shows now, and leaves the rest', async () => {
  const problem = await importing('HDU', '1001')
  expect(problem).toMatchObject({
    title: 'Two Baskets',
    origin: { key: 'HDU', name: 'HDU', url: expect.stringContaining('pid=1001') },
  })
  expect(problem.setting.languages[0].key).toMatch(/^hdu-/)
  await site.house.database.prisma.statement.updateMany({
    where: { problemId: problem.number },
    data: { title: 'Three Baskets' },
  })
  await site.house.database.prisma.sample.updateMany({
    where: { problemId: problem.number },
    data: { output: '7' },
  })
  await site.house.database.prisma.problem.update({
    where: { id: problem.number },
    data: { languageKeys: ['hdu-0', 'hdu-5'] },
  })
  const changes = await site.graphql(
    'query ($number: Int!) { bankChanges(number: $number) { field before after } }',
    { number: problem.number },
    { token: root.token },
  )
  const { bankChanges } = changes.data
  expect(bankChanges).toHaveLength(3)
  expect(bankChanges).toContainEqual({
    field: expect.stringMatching(/^statements\..*\.title$/),
    before: 'Three Baskets',
    after: 'Two Baskets',
  })
  expect(bankChanges).toContainEqual({ field: 'samples.1.output', before: '7', after: expect.any(String) })
  expect(bankChanges).toContainEqual({
    field: 'languageKeys',
    before: 'G++\nJava',
    after: expect.stringContaining('G++\n'),
  })
  const taken = await ask(
    'mutation ($input: RefreshBankProblemInput!) { refreshBankProblem(input: $input) { title } }',
    { number: problem.number },
  )
  expect(taken.refreshBankProblem.title).toBe('Two Baskets')
})

it('keeps what others change while the other judge answers', async () => {
  const { number } = await importing('HDU', '1002')
  await site.prisma.statement.updateMany({ where: { problemId: number }, data: { title: 'Old' } })
  const before = await site.prisma.problem.findUniqueOrThrow({ where: { id: number } })
  await overlap(
    site,
    contextOf(site, root),
    (ctx) => updateProblem(ctx, number, { visibility: 'HIDDEN', difficulty: 'HARD' }),
    () => takeBankChanges(contextOf(site, root), number),
  )
  const after = await site.prisma.problem.findUniqueOrThrow({ where: { id: number } })
  expect(after).toMatchObject({ visibility: 'HIDDEN', difficulty: 'HARD', version: before.version + 2 })
  const [statement] = await site.prisma.statement.findMany({ where: { problemId: number } })
  expect(statement?.title).not.toBe('Old')
})

it('is for programs alone, which are all that another judge takes', async () => {
  const { number } = await importing('HDU', '1003')
  await expect(updateProblem(contextOf(site, root), number, { outputOnly: true })).rejects.toMatchObject({
    code: 'OUTPUT_ONLY_PLAIN',
    parameters: { field: 'outputOnly' },
  })
})

it('serves a statement that is a PDF inline, and other files as downloads', async () => {
  const { annexes } = await importing('GYM', '100777C')
  expect(annexes).toMatchObject([{ name: 'statement.pdf' }])
  const answer = await fetch(`${site.url}${annexes[0].url}`)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('content-disposition')).toBeNull()
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  // By its name alone a file is no PDF.
  const { prisma } = site.house.database
  const picture = await prisma.annex.findFirstOrThrow({ where: { name: { endsWith: '.png' } } })
  await prisma.annex.update({ where: { id: picture.id }, data: { name: 'page.pdf' } })
  const other = await fetch(`${site.url}/api/public/file/${picture.id}/page.pdf`)
  expect(other.headers.get('content-type')).toBe('application/octet-stream')
  expect(other.headers.get('content-disposition')).toMatch(/^attachment/)
})
