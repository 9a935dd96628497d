import { describe, expect, it } from 'vitest'
import { openContestSite } from '../../support/contestSite.ts'
import { addJudgeable } from '../../support/judgeable.ts'

const arena = openContestSite()
const { call, makeContest, people, problems, put, sent } = arena

const last = (pid: number | string, cid: number, who = people.ada) =>
  call(who, 'GET', `/api/get-last-ac-code?pid=${pid}&cid=${cid}`)
const NONE = { submitId: null, code: '', language: null }

describe("the caller's last accepted code in a contest", () => {
  it('is the newest one sent there, not that of practice or of somebody else', async () => {
    const { sum, path } = problems
    const cid = await makeContest()
    await put(cid, sum.id, 'A')
    await put(cid, path.id, 'B')
    expect((await last(sum.id, cid)).data).toEqual(NONE)
    await sent(people.bob, cid, sum.id, 3)
    const practice = { contestId: null }
    await sent(people.ada, cid, sum.id, 4, { ...practice, code: { create: { source: 'practised' } } })
    expect((await last(sum.id, cid)).data).toEqual(NONE)
    await sent(people.ada, cid, sum.id, 5)
    const { id } = await sent(people.ada, cid, sum.id, 6)
    await sent(people.ada, cid, sum.id, 7, { verdict: 'WRONG_ANSWER' })
    for (const pid of [sum.id, 'A']) {
      const { data } = await last(pid, cid)
      expect(data).toMatchObject({ submitId: id, language: 'C++ 17' })
      expect(data.code).toMatch(/^the code of ada\n/)
    }
    expect((await last(path.id, cid)).data).toEqual(NONE)
    expect((await last(sum.id, 0)).data.code).toMatch(/^practised\n/)
  })

  it('is nothing while an OI contest keeps the outcome from its sender (contest-rules 8)', async () => {
    const sealRankTime = new Date(Date.now() - 40 * 60_000).toJSON()
    for (const sealRank of [false, true]) {
      const cid = await makeContest({ type: 1, sealRank, sealRankTime: sealRank ? sealRankTime : null })
      const problem = await addJudgeable(arena.site, `OI${sealRank}`, { scoring: 'OI' })
      await put(cid, problem.id, 'A')
      const { id } = await sent(people.ada, cid, problem.id, 50)
      expect((await last(problem.id, cid)).data.submitId).toBe(sealRank ? null : id)
    }
  })

  it('is refused to those whom the contest does not let in', async () => {
    const cid = await makeContest({ auth: 1, pwd: 'sesame' })
    await put(cid, problems.spare.id, 'A')
    const refused = await last(problems.spare.id, cid)
    expect(refused.status).not.toBe(200)
    expect(await last(problems.spare.id, 99_999)).toMatchObject({ status: 404 })
  })
})
