import { beforeAll, describe, expect, it } from 'vitest'
import { rehearse } from '#server/modules/contest/organising/rehearsal.ts'
import { ADD, IMPORT, openBankSite } from '../../support/bankSite.ts'
import { contextOf } from '../../support/people.ts'

/** Importing problems of other judges, area-rules B1 to B4, B10 and B12, against judges in memory. */

const arena = openBankSite(['HDU', 'CF', 'GYM', 'SPOJ', 'LIBRE'])
const { people } = arena

const SWITCH = 'mutation($input: SwitchBankInput!) { switchBank(input: $input) { isOn } }'
const problemOf = (displayId: string) =>
  arena.site.prisma.problem.findUniqueOrThrow({
    where: { displayId },
    include: { statements: true, samples: true, tags: { include: { tag: true } }, annexes: true },
  })
const importIt = (who: keyof typeof people | null, bank: string, problem: string) =>
  arena.ask(who && people[who], IMPORT, { input: { bank, problem } })
const codeOf = ({ errors }: Awaited<ReturnType<typeof importIt>>) => errors?.[0]?.extensions?.code
const rest = (who: keyof typeof people, path: string) =>
  arena.site.rest('GET', path, { token: people[who].token })

describe('a bank', () => {
  it('is off until a super administrator enters an account (area-rules B1)', async () => {
    expect(codeOf(await importIt('staff', 'HDU', '1001'))).toBe('BANK_OFF')
    await arena.addAccount('HDU')
    expect(codeOf(await importIt('staff', 'HDU', 'x-y'))).toBe('BANK_PROBLEM_ID')
  })

  it('of LibreOJ needs a switch besides (area-rules B1)', async () => {
    await arena.addAccount('LIBRE')
    expect(codeOf(await importIt('staff', 'LIBRE', '1'))).toBe('BANK_OFF')
    await arena.ask(people.root, SWITCH, { input: { bank: 'LIBRE', isEnabled: true } })
    expect(codeOf(await importIt('staff', 'LIBRE', '999999'))).toBe('BANK_NO_PROBLEM')
  })

  it('of gym uses the accounts of Codeforces (area-rules B1)', async () => {
    await arena.addAccount('CF')
    const { errors } = await arena.ask(people.root, ADD, {
      input: { bank: 'GYM', username: 'robot', password: 'right password' },
    })
    expect(errors?.[0]?.extensions?.code).toBe('INVALID_INPUT')
    await arena.importProblem('GYM', '100777A')
    expect(await problemOf('GYM-100777A')).toMatchObject({ bank: 'GYM', bankKey: '100777A' })
  })
})

describe('an imported problem', () => {
  beforeAll(async () => {
    await arena.importProblem('CF', 'cf-4242a')
  })

  it('is public, ACM, of difficulty 1, with end blanks significant (area-rules B2)', async () => {
    const problem = await problemOf('CF-4242A')
    expect(problem).toMatchObject({
      bank: 'CF',
      visibility: 'PUBLIC',
      scoring: 'ACM',
      difficulty: 'MID',
      checker: { kind: 'default', ignoreTrailingBlanks: false },
      openCases: true,
      languageKeys: [],
      authorId: people.staff.id,
    })
    const shown = await rest('ada', '/api/get-problem-detail?problemId=CF-4242A')
    expect(shown.data.problem).toMatchObject({
      auth: 1,
      type: 0,
      difficulty: 1,
      isRemoveEndBlank: false,
      openCaseResult: true,
      isRemote: true,
    })
    expect(shown.data.languages).toEqual(expect.arrayContaining(['GNU G++17', 'GNU G++23 (64 bit)']))
    expect(shown.data.languages).not.toContain('C++ With O2')
    expect(shown.data.languages).not.toContain('GNU G++14')
  })

  it('has its samples, limits, tags, source and pictures on this site (area-rules B2)', async () => {
    const problem = await problemOf('CF-4242A')
    expect(problem.samples.length).toBeGreaterThan(0)
    expect(problem.timeMs).toBeGreaterThan(0)
    expect(problem.tags.map(({ tag }) => tag.bank)).toContain('CF')
    const [statement] = problem.statements
    const text = [statement?.description, statement?.input, statement?.output, statement?.hint].join('\n')
    expect(statement?.source).toContain('codeforces.com')
    for (const [, url = ''] of text.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g))
      expect(url).toMatch(/^\/api\/public\/file\//)
  })

  it('keeps its cases closed but of Codeforces and its gym (area-rules B2, B10)', async () => {
    const problem = await arena.importProblem('HDU', '1001').catch(() => null)
    const [hdu] = await arena.site.prisma.problem.findMany({ where: { bank: 'HDU' } })
    expect(problem).not.toBeNull()
    expect(hdu?.openCases).toBe(false)
    const languages = await rest('ada', `/api/languages?pid=${hdu?.id}`)
    expect(languages.data.map(({ oj }: { oj: string }) => oj)).toEqual(Array(7).fill('HDU'))
    const number = await arena.send(people.ada, hdu?.id ?? 0, 'int main(){ return 7; }', 'hdu-0')
    await arena.done(number)
    const cases = await rest('ada', `/api/get-all-case-result?submitId=${number}`)
    expect(cases).toMatchObject({ status: 200, data: null })
  })

  it('without tags of its own gets one of the bank (area-rules B2)', async () => {
    const [hdu] = await arena.site.prisma.problem.findMany({
      where: { bank: 'HDU' },
      include: { tags: { include: { tag: true } } },
    })
    expect(hdu?.tags.map(({ tag }) => tag)).toMatchObject([{ bank: 'HDU', names: { 'en-US': 'HDU' } }])
  })

  it('takes the languages that SPOJ allows (area-rules B2)', async () => {
    await arena.addAccount('SPOJ')
    await arena.importProblem('SPOJ', 'OLD_GATE')
    const { languageKeys } = await problemOf('SPOJ-OLD_GATE')
    expect(languageKeys).toEqual(['spoj-11', 'spoj-62'])
  })

  it('is refused a second time in the problem list, and linked into trainings (area-rules B3)', async () => {
    expect(codeOf(await importIt('staff', 'CF', '4242A'))).toBe('BANK_PROBLEM_THERE')
    expect(
      await rest('staff', '/api/admin/problem/import-remote-oj-problem?name=CF&problemId=4242A'),
    ).toMatchObject({
      status: 400,
    })
    const training = await arena.site.prisma.training.create({
      data: {
        title: 'Lanterns',
        description: '',
        rank: 1,
        access: 'PUBLIC',
        owner: { connect: { id: people.staff.id } },
        category: { create: { name: 'Banks', nameKey: 'banks', color: '#112233' } },
      },
    })
    const linked = await rest(
      'staff',
      `/api/admin/training/import-remote-oj-problem?name=CF&problemId=4242A&tid=${training.id}`,
    )
    expect(linked).toMatchObject({ status: 200 })
    expect((await problemOf('CF-4242A')).visibility).toBe('PUBLIC')
    expect(await arena.site.prisma.trainingProblem.count({ where: { trainingId: training.id } })).toBe(1)
  })

  it('is made auth 3 by a contest, where acceptance is 100 and all else 0 (area-rules B3, B12)', async () => {
    const now = Date.now()
    const contest = await arena.site.prisma.contest.create({
      data: {
        type: 'OI',
        ownerId: people.staff.id,
        title: 'Scores',
        startsAt: new Date(now - 60_000),
        endsAt: new Date(now + 3_600_000),
      },
    })
    const linked = await rest(
      'staff',
      `/api/admin/contest/import-remote-oj-problem?name=CF&problemId=4242B1&cid=${contest.id}&displayId=A`,
    )
    expect(linked).toMatchObject({ status: 200 })
    const problem = await problemOf('CF-4242B1')
    expect(problem.visibility).toBe('CONTEST_ONLY')
    // Refused by the contest, a problem is not imported either: the public list would show it.
    const path = `/api/admin/contest/import-remote-oj-problem?name=CF&problemId=92101&cid=${contest.id}&displayId=A`
    expect(await rest('staff', path)).toMatchObject({ status: 400 })
    expect(await arena.site.prisma.problem.count({ where: { bankKey: '92101' } })).toBe(0)
    const send = async (source: string) => {
      const sent = await arena.site.rest('POST', '/api/submit-problem-judge', {
        token: people.ada.token,
        body: { pid: 'A', cid: contest.id, language: 'GNU G++17', code: source, isRemote: true },
      })
      expect(sent).toMatchObject({ status: 200, data: { status: 5 } })
      return arena.done(sent.data.submitId)
    }
    await arena.site.rest('POST', '/api/register-contest', {
      token: people.ada.token,
      body: { cid: contest.id, password: '' },
    })
    const wrong = await send('int main(){ return 1; } // verdict: WA')
    expect(wrong).toMatchObject({ verdict: 'WRONG_ANSWER', score: 0, countedVerdict: 'WRONG_ANSWER' })
    const right = await send('int main(){ return 2; }')
    expect(right).toMatchObject({ verdict: 'ACCEPTED', score: 100 })
    // A fault of the bank takes no points away.
    arena.fakeOf('CF').fault('poll', 'CHANGED')
    const failed = await send('int main(){ return 3; }')
    expect(failed).toMatchObject({ verdict: 'SUBMISSION_FAILED', score: null })
    arena.fakeOf('CF').fault('poll', null)
    await arena.site.prisma.bankAccount.updateMany({ data: { suspendedFor: null } })
    const board = await arena.site.rest('POST', '/api/get-contest-rank', {
      token: people.staff.token,
      body: { cid: contest.id, currentPage: 1, limit: 30, forceRefresh: true, removeStar: false },
    })
    expect(board.data.records).toMatchObject([{ username: 'ada', totalScore: 100 }])
    // The check before a contest misses no tests of it, and says when no account could judge it.
    const codes = async () =>
      (await rehearse(contextOf(arena.site, people.staff), contest))
        .filter(({ problem }) => problem === 'A')
        .map(({ code }) => code)
    expect(await codes()).not.toContain('NO_TESTS')
    expect(await codes()).not.toContain('NO_ACCOUNT')
    const suspended = { suspendedFor: 'CAPTCHA' } as const
    await arena.site.prisma.bankAccount.updateMany({ where: { bank: 'CF' }, data: suspended })
    expect(await codes()).toContain('NO_ACCOUNT')
    await arena.site.prisma.bankAccount.updateMany({ data: { suspendedFor: null } })
    // Times are those of arrival here.
    expect(Math.abs(right.createdAt.getTime() - Date.now())).toBeLessThan(60_000)
  })

  it('shows limits without a factor for Codeforces and its gym alone (area-rules B4)', async () => {
    const query = 'query($id: String!) { problem(displayId: $id) { languages { name limitFactor } } }'
    const factorsOf = async (id: string) => {
      const { data } = await arena.ask(people.ada, query, { id })
      return new Set(data.problem.languages.map(({ limitFactor }: { limitFactor: number }) => limitFactor))
    }
    expect(await factorsOf('CF-4242A')).toEqual(new Set([1]))
    expect(await factorsOf('GYM-100777A')).toEqual(new Set([1]))
    const [hdu] = await arena.site.prisma.problem.findMany({ where: { bank: 'HDU' } })
    expect(await factorsOf(hdu?.displayId ?? '')).toEqual(new Set([1, 2]))
  })
})

describe('a problem that is here', () => {
  it('is found when an administrator has renamed it (area-rules B3)', async () => {
    await arena.site.prisma.problem.update({
      where: { displayId: 'CF-4242A' },
      data: { displayId: 'LANTERNS' },
    })
    expect(codeOf(await importIt('staff', 'CF', '4242A'))).toBe('BANK_PROBLEM_THERE')
    await arena.site.prisma.problem.update({
      where: { displayId: 'LANTERNS' },
      data: { displayId: 'CF-4242A' },
    })
  })

  it('is one, when two import it at once (area-rules B3)', async () => {
    await arena.site.prisma.problem.deleteMany({ where: { displayId: 'GYM-100777A' } })
    const both = await Promise.all([1, 2].map(() => importIt('staff', 'GYM', '100777A')))
    expect(both.map(codeOf).toSorted()).toEqual(['BANK_PROBLEM_THERE', undefined])
    expect(await arena.site.prisma.problem.count({ where: { bank: 'GYM' } })).toBe(1)
  })
})

describe('a list', () => {
  it('of ids and ranges is imported in the background, each with its own result', async () => {
    const { data, errors } = await arena.ask(
      people.staff,
      'mutation($input: ImportBankProblemsInput!) { importBankProblems(input: $input) { id total } }',
      { input: { bank: 'CF', problems: '92101, 4242A\n777Z' } },
    )
    expect(errors).toBeUndefined()
    const number = Number(Buffer.from(data.importBankProblems.id, 'base64').toString().split(':')[1])
    await expect
      .poll(
        async () => (await arena.site.prisma.operation.findUniqueOrThrow({ where: { id: number } })).state,
        {
          timeout: 15_000,
        },
      )
      .toBe('DONE')
    const lines = await arena.site.prisma.operationLine.findMany({
      where: { operationId: number },
      orderBy: { id: 'asc' },
    })
    expect(lines.map(({ subject, code }) => [subject, code])).toEqual([
      ['CF-92101', null],
      [expect.stringMatching(/4242A/), 'BANK_PROBLEM_THERE'],
      [expect.stringMatching(/777Z/), 'BANK_NO_PROBLEM'],
    ])
    expect(await problemOf('CF-92101')).toMatchObject({ visibility: 'PUBLIC', bankKey: '92101' })
  })
})

describe('importing again', () => {
  it('shows what changed at the bank, and takes it over', async () => {
    const { id } = await problemOf('CF-4242A')
    const CHANGES = 'query($number: Int!) { bankChanges(number: $number) { field before after } }'
    const changes = async () => (await arena.ask(people.staff, CHANGES, { number: id })).data.bankChanges
    expect(await changes()).toEqual([])
    const [statement] = (await problemOf('CF-4242A')).statements
    await arena.site.prisma.statement.updateMany({
      where: { problemId: id },
      data: { title: 'An old title' },
    })
    expect(await changes()).toEqual([
      { field: `statements.${statement?.locale}.title`, before: 'An old title', after: statement?.title },
    ])
    const taken = await arena.ask(
      people.staff,
      'mutation($input: RefreshBankProblemInput!) { refreshBankProblem(input: $input) { title } }',
      { input: { number: id } },
    )
    expect(taken.data.refreshBankProblem.title).toBe(statement?.title)
    expect(await changes()).toEqual([])
    const stranger = await arena.ask(people.ada, CHANGES, { number: id })
    expect(stranger.errors?.[0]?.extensions?.code).toBe('FORBIDDEN')
  })
})

describe('permission', () => {
  it.each([null, 'ada'] as const)('to import is for staff, not for %s (area-rules B2)', async (who) => {
    expect(codeOf(await importIt(who, 'CF', '1A'))).toBe(who ? 'FORBIDDEN' : 'UNAUTHENTICATED')
    const answer = await arena.site.rest(
      'GET',
      '/api/admin/problem/import-remote-oj-problem?name=CF&problemId=1A',
      {
        token: who ? people[who].token : null,
      },
    )
    expect(answer.http).toBe(who ? 403 : 401)
  })
})
