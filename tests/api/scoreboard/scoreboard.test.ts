import { describe, expect, it, vi } from 'vitest'
import { minutes, openContestSite } from '../../support/contestSite.ts'
import { addJudgeable, globalId } from '../../support/judgeable.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { cellsOf } from '../../support/spreadsheets.ts'

/** The board of a contest through REST and the graph; how it is counted is board.test.ts. */

const arena = openContestSite()
const { people, problems, call, makeContest, put, rank, sent } = arena

const WRONG = { verdict: 'WRONG_ANSWER', score: 0, oiRankScore: 0 } as const

describe('a scoreboard', () => {
  it('counts no submission of a super administrator whose account was deleted since (contest-rules 4)', async () => {
    const boss = await addPerson(arena.site, 'boss', { role: 'ROOT' })
    const cid = await makeContest()
    await put(cid, problems.sum.id, 'A')
    await sent(boss, cid, problems.sum.id, 1)
    await sent(people.ada, cid, problems.sum.id, 10)
    const names = async () =>
      (await rank(people.bob, cid)).data.records.map(({ username }: { username: string }) => username)
    expect(await names()).toEqual(['ada'])
    const text = 'mutation ($input: EndAccountsInput!) { endAccounts(input: $input) { done } }'
    const input = { ids: [globalId('Account', boss.id)] }
    const { data } = await arena.site.graphql(text, { input }, people.root)
    expect(data.endAccounts.done).toEqual(input.ids)
    // An edit invalidates the terms of the board.
    const edited = await call(people.owner, 'GET', `/api/admin/contest?cid=${cid}`)
    await call(people.owner, 'PUT', '/api/admin/contest', { ...edited.data, description: 'Other rules' })
    expect(await names()).toEqual(['ada'])
    const { data: again } = await rank(people.ada, cid)
    expect(again.records.at(-1)).toMatchObject({ username: 'ada', rank: 1 })
  })

  it('is one page for clients that ask for more rows than a page of a list has', async () => {
    const cid = await makeContest({ openRank: true })
    for (const [limit, size] of [
      [501, 501],
      [999_999, 10_000],
    ]) {
      expect((await rank(people.ada, cid, { limit })).data.size).toBe(size)
      const open = await call(null, 'POST', '/api/get-contest-outside-scoreboard', { cid, limit })
      expect(open.data.size).toBe(size)
    }
  })

  it('ranks an ACM contest, with stars, first solutions, penalties and awards', async () => {
    const cid = await makeContest({
      starAccount: ['bob'],
      awardType: 2,
      openRank: true,
      awardConfigList: [{ priority: 1, name: 'Gold', background: '#e6bf25', color: '#fff', num: 1 }],
    })
    await put(cid, problems.sum.id, 'A')
    await put(cid, problems.path.id, 'B')
    await sent(people.ada, cid, problems.sum.id, 5, WRONG)
    await sent(people.ada, cid, problems.sum.id, 10)
    await sent(people.bob, cid, problems.sum.id, 7)
    await sent(people.team7, cid, problems.path.id, 20, { verdict: 'COMPILE_ERROR', score: null })
    await sent(people.owner, cid, problems.sum.id, 1)
    const { data } = await rank(people.ada, cid)
    // The own row stands in front once more, and counts.
    expect(data.total).toBe(4)
    expect(data.records.map(({ username }: { username: string }) => username)).toEqual([
      'ada',
      'bob',
      'ada',
      'team7',
    ])
    const [, bob, ada, team7] = data.records
    expect(bob).toMatchObject({ rank: -1, isWinAward: false, ac: 1, totalTime: 7 * 60 })
    expect(bob.submissionInfo.A).toEqual({ isAC: true, isFirstAC: true, ACTime: 420, errorNum: 0 })
    expect(ada).toMatchObject({ rank: 1, awardName: 'Gold', ac: 1, total: 2, totalTime: 600 + 1200 })
    expect(ada.submissionInfo.A).toEqual({ isAC: true, isFirstAC: false, ACTime: 600, errorNum: 1 })
    expect(team7).toMatchObject({ rank: 2, isWinAward: false, ac: 0, total: 1 })
    expect(team7.submissionInfo.B).toEqual({ errorNum: 0 })
    const open = await call(null, 'POST', '/api/get-contest-outside-scoreboard', { cid, removeStar: true })
    expect(open.data.records.map(({ username }: { username: string }) => username)).toEqual(['ada', 'team7'])
    const graph = `query ($cid: Int!, $after: String) { contest(number: $cid) { scoreboard { isSealed
      rows(first: 2, after: $after) { totalCount pageInfo { hasNextPage endCursor } edges { node {
      rank name awardName total cost tries cells { displayId solvedAtSecond isFirst wrongTries } } } } } } }`
    const pageBehind = async (after: string | null) =>
      (await arena.site.graphql(graph, { cid, after })).data.contest.scoreboard.rows
    const page = await pageBehind(null)
    expect(page).toMatchObject({
      totalCount: 3,
      pageInfo: { hasNextPage: true },
      edges: [{ node: { rank: null, name: 'bob' } }, { node: { rank: 1, awardName: 'Gold', cost: 1800 } }],
    })
    expect(await pageBehind(page.pageInfo.endCursor)).toMatchObject({
      totalCount: 3,
      pageInfo: { hasNextPage: false },
      edges: [{ node: { rank: 2, cells: [{ displayId: 'B' }] } }],
    })
  })

  it('hides from the freeze on how tries went, also from organisers who do not ask, until the thaw (contest-rules 6, 10, 11)', async () => {
    const sealRankTime = minutes(-30).toJSON()
    const cid = await makeContest({
      sealRank: true,
      sealRankTime,
      autoRealRank: false,
    })
    await put(cid, problems.sum.id, 'A')
    await vi.waitFor(() =>
      expect(arena.site.house.timetable.at(new Date()).contests.sealed.has(cid)).toBe(true),
    )
    await sent(people.ada, cid, problems.sum.id, 10, WRONG)
    await sent(people.ada, cid, problems.sum.id, 45)
    const cells = async (who: Person, wish: object = {}) =>
      (await rank(who, cid, wish)).data.records[0].submissionInfo.A
    const sealed = { errorNum: 1, tryNum: 1 }
    const open = { isAC: true, isFirstAC: true, ACTime: 45 * 60, errorNum: 1 }
    expect(await cells(people.bob)).toEqual(sealed)
    expect(await cells(people.bob, { forceRefresh: true })).toEqual(sealed)
    expect(await cells(people.owner)).toEqual(sealed)
    expect(await cells(people.owner, { forceRefresh: true })).toEqual(open)
    const counted = await call(people.bob, 'GET', `/api/get-contest-problem?cid=${cid}`)
    expect(counted.data).toMatchObject([{ ac: 0, total: 1 }])
    const thaw = 'mutation ($id: ID!) { thawContest(input: { id: $id }) { thawsAt } }'
    const id = globalId('Contest', cid)
    expect((await arena.site.graphql(thaw, { id }, people.owner)).errors?.[0]?.extensions?.code).toBe(
      'CONTEST_NOT_SEALED',
    )
    const over = { endTime: minutes(-1).toJSON(), sealRankTime }
    await call(people.owner, 'PUT', '/api/admin/contest', { id: cid, ...over })
    expect(await cells(people.bob)).toEqual(sealed)
    expect((await arena.site.graphql(thaw, { id }, people.rival)).errors?.[0]?.extensions?.code).toBe(
      'FORBIDDEN',
    )
    expect((await arena.site.graphql(thaw, { id }, people.owner)).errors).toBeUndefined()
    await vi.waitFor(async () => expect(await cells(people.bob)).toEqual(open))
  })

  it('adds up an OI contest: the last, or the best; one that did not compile is 0 (contest-rules 7)', async () => {
    for (const [word, score, time] of [
      ['Recent', 30, {}],
      ['Highest', 100, { A: 5 }],
    ] as const) {
      const cid = await makeContest({ type: 1, oiRankScoreType: word })
      const problem = await addJudgeable(arena.site, `OI${word}`, { scoring: 'OI' })
      await put(cid, problem.id, 'A')
      await sent(people.ada, cid, problem.id, 5)
      await sent(people.ada, cid, problem.id, 9, { verdict: 'PARTIALLY_ACCEPTED', score: 30 })
      await sent(people.bob, cid, problem.id, 9, { verdict: 'COMPILE_ERROR', score: null })
      const { data } = await rank(people.team7, cid)
      expect(data.records).toMatchObject([
        { username: 'ada', rank: 1, totalScore: score, submissionInfo: { A: score }, timeInfo: time },
        { username: 'bob', rank: 2, totalScore: 0, submissionInfo: { A: 0 } },
      ])
      const asked = { pidList: [problem.id], isContestProblemList: true, cid, containsEnd: false }
      const own = await call(people.ada, 'POST', '/api/get-user-problem-status', asked)
      expect(own.data[problem.id]).toEqual({ status: word === 'Recent' ? 8 : 0, score })
    }
  })

  it('follows verdicts, rejudgings and changes of who counts', async () => {
    const cid = await makeContest()
    await put(cid, problems.sum.id, 'A')
    const { id } = await sent(people.ada, cid, problems.sum.id, 5)
    const solved = async () => (await rank(people.bob, cid)).data.records.map(({ ac }: { ac: number }) => ac)
    expect(await solved()).toEqual([1])
    await sent(people.team7, cid, problems.sum.id, 8)
    await vi.waitFor(async () => expect(await solved()).toEqual([1, 1]))
    await arena.site.prisma.submission.update({ where: { id }, data: { verdict: 'WRONG_ANSWER' } })
    await arena.site.prisma.$executeRaw`select pg_notify('events', ${JSON.stringify({
      name: 'submission.judged',
      payload: { submissionId: id, userId: people.ada.id, problemId: problems.sum.id, contestId: cid },
    })})`
    await vi.waitFor(async () => expect(await solved()).toEqual([1, 0]))
    await arena.site.prisma.user.update({ where: { id: people.team7.id }, data: { role: 'ROOT' } })
    await vi.waitFor(async () => expect(await solved()).toEqual([0]))
    await arena.site.prisma.user.update({ where: { id: people.team7.id }, data: { role: 'USER' } })
  })

  it('is a spreadsheet for its organisers', async () => {
    const cid = await makeContest({
      starAccount: ['bob'],
      sealRank: true,
      sealRankTime: minutes(-30).toJSON(),
      autoRealRank: false,
    })
    await put(cid, problems.sum.id, 'A')
    await put(cid, problems.path.id, 'B')
    await vi.waitFor(() =>
      expect(arena.site.house.timetable.at(new Date()).contests.sealed.has(cid)).toBe(true),
    )
    await sent(people.ada, cid, problems.sum.id, 5, WRONG)
    await sent(people.ada, cid, problems.sum.id, 10)
    await sent(people.ada, cid, problems.path.id, 40)
    for (const minute of [6, 45]) await sent(people.bob, cid, problems.path.id, minute, WRONG)
    const ask = (who: Person | null, forceRefresh: boolean, language = 'en-US', more = '') =>
      fetch(
        `${arena.site.url}/api/file/download-contest-rank?cid=${cid}&forceRefresh=${forceRefresh}${more}`,
        { headers: { 'accept-language': language, ...(who ? { authorization: who.token } : {}) } },
      )
    expect((await ask(null, false)).status).toBe(401)
    for (const who of [people.ada, people.rival]) expect((await ask(who, false)).status).toBe(403)
    const sealed = await ask(people.owner, false)
    expect(sealed.headers.get('content-type')).toBe('application/xlsx')
    expect(sealed.headers.get('content-disposition')).toBe(`attachment;filename=contest_${cid}_rank.xlsx`)
    const rowsOf = async (answer: Response) => cellsOf(Buffer.from(await answer.arrayBuffer()))
    expect(await rowsOf(sealed)).toEqual([
      [
        ...['Rank', 'Username', 'ShowName', 'Real Name', 'School', 'AC', 'Total Submission'],
        ...['Total Penalty Time', 'A', 'B'],
      ],
      ['1', 'ada', 'ada', '1', '3', '1800', '+(2)', '?(1)'],
      ['*', 'bob', 'bob', '0', '2', '0', '-(1+1)'],
    ])
    const [chinese] = await rowsOf(await ask(people.owner, false, 'zh-CN'))
    expect(chinese?.slice(2, 5)).toEqual(['ShowName', 'Real Name', 'School'])
    // As the page of this site asks for it.
    const [translated] = await rowsOf(await ask(people.owner, false, 'zh-CN', '&localized=true'))
    expect(translated).toEqual([
      ...['排名', '用户名', '显示名', '真实姓名', '学校', '通过数', '提交数', '罚时（秒）', 'A', 'B', '奖项'],
    ])
    const oi = await makeContest({ type: 1 })
    const problem = await addJudgeable(arena.site, 'OISHEET', { scoring: 'OI' })
    await put(oi, problem.id, 'A')
    const path = `/api/file/download-contest-rank?cid=${oi}&forceRefresh=false`
    const scored = await fetch(`${arena.site.url}${path}`, { headers: { authorization: people.owner.token } })
    expect((await rowsOf(scored))[0]).toEqual([
      ...['Rank', 'Username', 'ShowName', 'Real Name', 'School', 'Total Score', 'A'],
    ])
    const [, ada] = await rowsOf(await ask(people.owner, true))
    expect(ada?.slice(3)).toEqual(['2', '3', '4200', '+(2)', '+(1)'])
    const bare = `/api/file/download-contest-rank?cid=${cid}`
    expect(await call(people.owner, 'GET', bare)).toMatchObject({ http: 400, status: 400 })
  })

  it.each(['containEnd', 'containsEnd'])(
    'is a spreadsheet with what came after the end by %s',
    async (name) => {
      const times = { startTime: minutes(-60).toJSON(), endTime: minutes(-10).toJSON() }
      const cid = await makeContest({ ...times, duration: 3000, allowEndSubmit: true })
      await put(cid, problems.sum.id, 'A')
      await sent(people.ada, cid, problems.sum.id, 55)
      const ask = async (asked: string) => {
        const path = `/api/file/download-contest-rank?cid=${cid}&forceRefresh=true${asked}`
        const answer = await fetch(`${arena.site.url}${path}`, {
          headers: { authorization: people.owner.token },
        })
        return cellsOf(Buffer.from(await answer.arrayBuffer()))
      }
      expect(await ask('')).toHaveLength(1)
      expect((await ask(`&${name}=true`))[1]?.at(-1)).toBe('+(1)*')
    },
  )
})
