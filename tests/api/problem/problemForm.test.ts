import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashOfProgram } from '#server/modules/problem/authoring/editing.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { addProblem } from '../../support/problems.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let root: Person
let chief: Person
let teacher: Person
let other: Person
let ada: Person
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  chief = await addPerson(site, 'chief', { role: 'PROBLEM_ADMIN' })
  teacher = await addPerson(site, 'teacher', { role: 'ADMIN' })
  other = await addPerson(site, 'other', { role: 'ADMIN' })
  ada = await addPerson(site, 'ada')
})
afterAll(() => site.close())

type Answer = { data?: unknown; errors?: readonly { extensions?: Record<string, unknown> }[] }
const codeOf = (answer: Answer) => answer.errors?.[0]?.extensions?.code

const SETTING = `version displayId visibility timeLimitMs author viewerCanPublish viewerCanRemove
  words { locale title description } languageKeys checker { kind program { languageKey source passes } }
  dependents { submissionCount }`
const CREATE = `mutation ($changes: ProblemChanges!) { createProblem(input: { changes: $changes }) {
  id number displayId tags { name } setting { ${SETTING} } } }`
const UPDATE = `mutation ($id: ID!, $version: Int, $changes: ProblemChanges!) {
  updateProblem(input: { id: $id, version: $version, changes: $changes }) { tags { name } setting { ${SETTING} } } }`
const SHOW = `mutation ($ids: [ID!]!, $visibility: ProblemVisibility!) {
  changeProblemVisibility(input: { ids: $ids, visibility: $visibility }) { done refused { rowId code } } }`
const REMOVE = 'mutation ($ids: [ID!]!) { removeProblems(input: { ids: $ids }) { done refused { code } } }'
const LIST = `query ($keyword: String, $mine: Boolean, $visibility: ProblemVisibility) {
  managedProblems(keyword: $keyword, mine: $mine, visibility: $visibility, first: 100) {
    totalCount edges { node { displayId } } } }`

const words = (title: string, description = '') => [{ locale: 'EN_US', title, description }]
const create = async (changes: object, asker = teacher) => {
  const answer = await site.graphql(CREATE, { changes }, asker)
  expect(answer.errors).toBeUndefined()
  return answer.data.createProblem
}
const update = (id: string, version: number | null, changes: object, asker: Person | object = teacher) =>
  site.graphql(UPDATE, { id, version, changes }, asker)
const listed = async (asker: Person, filter: object = {}) =>
  (await site.graphql(LIST, filter, asker)).data.managedProblems.edges.map(
    ({ node }: { node: { displayId: string } }) => node.displayId,
  )

describe('a problem in its form', () => {
  it('begins hidden, numbered, with usual limits, and belongs to anyone who made it', async () => {
    const made = await create({ words: words('First') })
    expect(made.displayId).toBe(`P${made.number}`)
    expect(made.setting).toMatchObject({
      version: 1,
      visibility: 'HIDDEN',
      timeLimitMs: 1000,
      author: 'teacher',
      viewerCanPublish: false,
      viewerCanRemove: false,
      checker: { kind: 'DEFAULT', program: null },
    })
    const { errors } = await site.graphql(CREATE, { changes: { timeLimitMs: 0, words: words('') } }, teacher)
    expect(Object.keys(errors?.[0]?.extensions?.fields as object).toSorted()).toEqual([
      'statements',
      'timeMs',
    ])
  })

  it('takes long statements in both languages', async () => {
    const description = '题'.repeat(150_000)
    const { setting } = await create({
      words: [...words('Long', description), { locale: 'ZH_CN', title: '长', description }],
    })
    expect(setting.words.map((row: { description: string }) => row.description.length)).toEqual([
      150_000, 150_000,
    ])
  })

  it('keeps what others changed meanwhile, and refuses a field that both changed with their text', async () => {
    const { id } = await create({ displayKey: 'MERGE', words: words('Title', 'Text') })
    expect(
      (await update(id, 1, { words: [{ locale: 'EN_US', title: 'New' }] })).data.updateProblem.setting
        .version,
    ).toBe(2)
    const merged = await update(
      id,
      1,
      { timeLimitMs: 2000, words: [{ locale: 'EN_US', description: 'Other' }] },
      chief,
    )
    expect(merged.data.updateProblem.setting).toMatchObject({
      version: 3,
      timeLimitMs: 2000,
      words: [{ title: 'New', description: 'Other' }],
    })
    const refused = await update(id, 1, { words: [{ locale: 'EN_US', title: 'Mine' }], timeLimitMs: 3000 })
    expect(codeOf(refused)).toBe('CONFLICT')
    expect(refused.errors?.[0]?.extensions).toMatchObject({ version: 3, field: 'timeMs', theirs: '2000' })
    const same = await update(id, 1, { timeLimitMs: 2000 })
    expect(same.data.updateProblem.setting.version).toBe(3)
    const forced = await update(id, null, { timeLimitMs: 4000 })
    expect(forced.data.updateProblem.setting).toMatchObject({ version: 4, timeLimitMs: 4000 })
  })

  it('refuses a rule that was changed beside the tests meanwhile', async () => {
    const { id } = await create({ displayKey: 'RULES', words: words('Rules') })
    const tests = {
      problemId: id,
      caseMode: 'UNTIL_FAILURE',
      cases: [{ input: { text: '1' }, answer: { text: '1' } }],
    }
    const saved = await site.graphql(
      'mutation ($input: SaveTestsetInput!) { saveTestset(input: $input) { version: id } }',
      { input: tests },
      teacher,
    )
    expect(saved.errors).toBeUndefined()
    expect(codeOf(await update(id, 1, { caseMode: 'ALL' }))).toBe('CONFLICT')
  })

  it('speaks a second language as long as that has words', async () => {
    const { id } = await create({ words: words('Two') })
    const locales = async (change: object) =>
      (await update(id, null, { words: [change] })).data.updateProblem.setting.words.map(
        ({ locale }: { locale: string }) => locale,
      )
    expect(await locales({ locale: 'ZH_CN', title: '二' })).toEqual(['EN_US', 'ZH_CN'])
    expect(await locales({ locale: 'ZH_CN', title: '' })).toEqual(['EN_US'])
  })

  it('makes tags on the spot, once', async () => {
    const made = await create({ words: words('Tags'), tags: [{ name: 'Segment tree' }] })
    expect(made.tags).toEqual([{ name: 'Segment tree' }])
    const again = await create(
      { words: words('Tags'), tags: [{ name: ' segment TREE ' }, { name: 'Trie' }] },
      other,
    )
    expect(again.tags).toEqual([{ name: 'Segment tree' }, { name: 'Trie' }])
    expect(await site.prisma.auditEntry.count({ where: { action: 'tag.created' } })).toBe(2)
  })

  it('takes no checker that no judge host has compiled, unless it is the one it has', async () => {
    const program = { languageKey: 'cpp17', source: 'int main() { return 0; }' }
    const { id } = await create({ words: words('Checked') })
    const change = { checker: { kind: 'PROGRAM', program } }
    expect(codeOf(await update(id, null, change))).toBe('CHECKER_NOT_COMPILED')
    const hash = hashOfProgram({ language: program.languageKey, source: program.source })
    await site.prisma.compiledProgram.create({ data: { hash } })
    expect(codeOf(await update(id, null, change))).toBeUndefined()
    await site.prisma.compiledProgram.deleteMany()
    expect(codeOf(await update(id, null, { ...change, timeLimitMs: 1500 }))).toBeUndefined()
    const edited = { checker: { kind: 'PROGRAM', program: { ...program, source: `${program.source}\n` } } }
    expect(codeOf(await update(id, null, edited))).toBe('CHECKER_NOT_COMPILED')
    expect(codeOf(await update(id, null, { interactor: program }))).toBeUndefined()
  })

  it('keeps the passes of a checker, and refuses a number of them that cannot be', async () => {
    const program = { languageKey: 'cpp17', source: 'int main() { return 100; }' }
    const hash = hashOfProgram({ language: program.languageKey, source: program.source })
    await site.prisma.compiledProgram.create({ data: { hash } })
    const { id } = await create({ words: words('Passes'), checker: { kind: 'PROGRAM', program } })
    const save = (passes: number) =>
      update(id, null, { checker: { kind: 'PROGRAM', program: { ...program, passes } } })
    for (const passes of [5, 1])
      expect((await save(passes)).data.updateProblem.setting.checker.program.passes).toBe(passes)
    for (const passes of [0, -1, 101]) {
      const { errors } = await save(passes)
      expect(errors?.[0]?.extensions).toMatchObject({ fields: { 'checker.passes': {} } })
    }
  })

  it('says in the audit who changed what, before and after', async () => {
    const { id, number } = await create({ words: words('Audited') })
    await update(id, null, { timeLimitMs: 1234 }, chief)
    const entries = await site.prisma.auditEntry.findMany({
      where: { subject: `Problem:${number}` },
      orderBy: { id: 'asc' },
    })
    expect(entries.map(({ actorId, action }) => [actorId, action])).toEqual([
      [teacher.id, 'problem.created'],
      [chief.id, 'problem.changed'],
    ])
    expect(entries[1]?.details).toEqual({ before: { timeMs: 1000 }, after: { timeMs: 1234 } })
  })
})

describe('who may', () => {
  it('see a setting: those who manage the problem, through every door', async () => {
    const { id } = await create({ displayKey: 'SECRET', words: words('Secret') })
    const shown = { displayKey: 'OPEN', words: words('Open'), visibility: 'PUBLIC' }
    const open = await create(shown, chief)
    const node = 'query ($id: ID!) { node(id: $id) { ... on Problem { setting { version } } } }'
    for (const asker of [teacher, chief, root])
      expect((await site.graphql(node, { id }, asker)).data.node.setting).toEqual({ version: 1 })
    for (const asker of [other, ada, {}]) {
      expect((await site.graphql(node, { id }, asker)).data?.node ?? null).toBeNull()
      expect((await site.graphql(node, { id: open.id }, asker)).data.node.setting).toBeNull()
      const named = '{ problem(displayId: "OPEN") { setting { version } } }'
      expect((await site.graphql(named, {}, asker)).data.problem.setting).toBeNull()
    }
    expect((await site.graphql(node, { id: open.id }, teacher)).data.node.setting).toBeNull()
  })

  it('list, make and change problems', async () => {
    const { id } = await create({ displayKey: 'OWNED', words: words('Owned') })
    for (const [asker, code] of [
      [ada, 'FORBIDDEN'],
      [{}, 'UNAUTHENTICATED'],
    ] as const) {
      expect(codeOf(await site.graphql(LIST, {}, asker))).toBe(code)
      expect(codeOf(await site.graphql(CREATE, { changes: { words: words('No') } }, asker))).toBe(code)
      expect(codeOf(await site.graphql(SHOW, { ids: [id], visibility: 'HIDDEN' }, asker))).toBe(code)
      expect(codeOf(await site.graphql(REMOVE, { ids: [id] }, asker))).toBe(code)
      const compile = 'mutation { compileChecker(input: { languageKey: "cpp17", source: "x" }) { ok } }'
      expect(codeOf(await site.graphql(compile, {}, asker))).toBe(code)
    }
    for (const asker of [other, ada])
      expect(codeOf(await update(id, null, { timeLimitMs: 5 }, asker))).toBe('NOT_FOUND')
    expect(codeOf(await update(id, null, { timeLimitMs: 5 }, {}))).toBe('UNAUTHENTICATED')
    expect(codeOf(await update('VXNlcjox', null, { timeLimitMs: 5 }))).toBe('NOT_FOUND')
    expect(await listed(other)).not.toContain('OWNED')
    for (const asker of [teacher, chief, root]) expect(await listed(asker)).toContain('OWNED')
    expect(await listed(chief, { mine: true })).not.toContain('OWNED')
    expect(await listed(chief, { keyword: 'TEACH' })).toContain('OWNED')
    expect(await listed(chief, { keyword: 'owned', visibility: 'PUBLIC' })).toEqual([])
    const rights = async (asker: Person) =>
      (await site.graphql('{ viewer { canPublishProblems canRemoveProblems } }', {}, asker)).data.viewer
    for (const asker of [teacher, ada])
      expect(await rights(asker)).toEqual({ canPublishProblems: false, canRemoveProblems: false })
    for (const asker of [chief, root])
      expect(await rights(asker)).toEqual({ canPublishProblems: true, canRemoveProblems: true })
  })

  it('publish: problem administrators, one by one and many at once', async () => {
    const { id } = await create({ displayKey: 'PUB', words: words('Pub') })
    expect(codeOf(await update(id, null, { visibility: 'PUBLIC' }))).toBe('PROBLEM_PUBLISHING')
    const bulk = async (asker: Person) =>
      (await site.graphql(SHOW, { ids: [id, 'UHJvYmxlbTo5OTk5OTk='], visibility: 'PUBLIC' }, asker)).data
        .changeProblemVisibility
    expect((await bulk(teacher)).refused.map(({ code }: { code: string }) => code)).toEqual([
      'PROBLEM_PUBLISHING',
      'NOT_FOUND',
    ])
    expect(await bulk(chief)).toMatchObject({ done: [id], refused: [{ code: 'NOT_FOUND' }] })
    expect((await site.graphql('{ problem(displayId: "PUB") { title } }')).data.problem.title).toBe('Pub')
    expect(codeOf(await update(id, null, { timeLimitMs: 900 }))).toBeUndefined()
    expect(
      (await site.graphql(SHOW, { ids: [id], visibility: 'HIDDEN' }, teacher)).data.changeProblemVisibility
        .done,
    ).toEqual([id])
    expect((await site.graphql('{ problem(displayId: "PUB") { title } }')).data).toBeNull()
  })
})

describe('a problem that is removed', () => {
  it('goes with all its parts where nothing was submitted, by problem administrators', async () => {
    const { id, number } = await create({ displayKey: 'GONE', words: words('Gone') })
    expect(codeOf(await site.graphql(REMOVE, { ids: [id] }, teacher))).toBe('FORBIDDEN')
    expect((await site.graphql(REMOVE, { ids: [id] }, chief)).data.removeProblems.done).toEqual([id])
    expect(await site.prisma.problem.count({ where: { id: number } })).toBe(0)
    expect((await site.prisma.auditEntry.findFirst({ where: { action: 'problem.removed' } }))?.actorId).toBe(
      chief.id,
    )
    expect((await create({ displayKey: 'GONE', words: words('Again') })).displayId).toBe('GONE')
  })

  it('leaves what was submitted to it, and is nowhere itself', async () => {
    const problem = await addProblem(site, chief, 'USED')
    const id = Buffer.from(`Problem:${problem.id}`).toString('base64')
    const sent = await site.graphql(
      'mutation ($input: SubmitInput!) { submit(input: $input) { number } }',
      { input: { problemId: id, language: 'cpp17', source: 'int main() {}' } },
      ada,
    )
    expect(sent.errors).toBeUndefined()
    const { number } = sent.data.submit
    const setting = await site.graphql(`{ problem(displayId: "USED") { setting { ${SETTING} } } }`, {}, chief)
    expect(setting.data.problem.setting.dependents).toEqual({ submissionCount: 1 })
    expect((await site.graphql(REMOVE, { ids: [id] }, root)).data.removeProblems.done).toEqual([id])
    for (const asker of [root, chief, ada, {}]) {
      expect(codeOf(await site.graphql('{ problem(displayId: "USED") { title } }', {}, asker))).toBe(
        'NOT_FOUND',
      )
      expect(
        (await site.graphql('query ($id: ID!) { node(id: $id) { id } }', { id }, asker)).data?.node ?? null,
      ).toBeNull()
    }
    expect(await listed(root)).not.toContain('USED')
    expect(await listed(root)).not.toContain(`/${problem.id}`)
    expect((await addProblem(site, chief, 'USED')).displayId).toBe('USED')
    const left = await site.graphql(
      'query ($number: Int!) { submission(number: $number) { number problem { id } } }',
      { number },
      root,
    )
    expect(left.data.submission).toEqual({ number, problem: null })
  })
})
