import { describe, expect, it } from 'vitest'
import { minutes, openContestSite } from '../../support/contestSite.ts'

/** Contests as clients and scripts of the reference system send and read them. */

const arena = openContestSite()
const { people, problems, call, makeContest, put } = arena

describe('a contest of a foreign client', () => {
  it('takes what the form sends for cleared colours and lines, and names a wrong field', async () => {
    const award = (change: object) => ({
      starAccount: ['bob', ' '],
      awardType: 2,
      awardConfigList: [{ priority: 1, name: 'Gold', background: null, color: null, num: '1', ...change }],
    })
    const cid = await makeContest(award({}))
    const { data } = await call(people.owner, 'GET', `/api/admin/contest?cid=${cid}`)
    expect(data).toMatchObject({
      starAccount: ['bob'],
      awardConfigList: [{ name: 'Gold', background: '#ffffff', color: '#000000', num: 1 }],
    })
    const wrong = await call(people.owner, 'PUT', '/api/admin/contest', { id: cid, ...award({ num: '1.5' }) })
    expect(wrong).toMatchObject({ http: 200, status: 400, msg: 'Number: Enter a whole number' })
    const clock = { id: cid, endTime: minutes(-90).toJSON() }
    const ends = await call(people.owner, 'PUT', '/api/admin/contest', clock)
    expect(ends).toMatchObject({ status: 400, msg: expect.not.stringContaining('endsAt') })
  })

  it('names the first field that lacks, in words', async () => {
    const times = { startTime: minutes(60).toJSON(), endTime: minutes(120).toJSON() }
    const lacking = async (body: object) =>
      (await call(people.owner, 'POST', '/api/admin/contest', { type: 0, ...body })).msg
    expect(await lacking(times)).toBe('Title is required')
    expect(await lacking({ title: 'Clockless', endTime: times.endTime })).toBe('Start is required')
    const cid = await makeContest()
    const wordless = { cid, announcement: { title: '', content: 'At noon.', status: 0 } }
    const answer = await call(people.owner, 'POST', '/api/admin/contest/announcement', wordless)
    expect(answer).toMatchObject({ http: 200, status: 400, msg: 'Title is required' })
  })

  it('takes numbers and flags as texts, and texts as numbers', async () => {
    const cid = await makeContest({
      title: 2024,
      sealRank: 'false',
      visible: 'true',
      openPrint: 1,
      openRank: '',
    })
    const { data } = await call(people.owner, 'GET', `/api/admin/contest?cid=${cid}`)
    expect(data).toMatchObject({
      title: '2024',
      sealRank: false,
      visible: true,
      openPrint: true,
      openRank: false,
    })
    const change = { id: `${cid}`, auth: '1', pwd: 123456, starAccount: [2021001] }
    expect(await call(people.owner, 'PUT', '/api/admin/contest', change)).toMatchObject({ status: 200 })
    expect((await call(people.owner, 'GET', `/api/admin/contest?cid=${cid}`)).data).toMatchObject({
      auth: 1,
      pwd: '123456',
      starAccount: ['2021001'],
    })
    const notice = { cid: `${cid}`, announcement: { title: 1, content: 'At noon.', status: '0' } }
    const path = '/api/admin/contest/announcement'
    expect(await call(people.owner, 'POST', path, notice)).toMatchObject({ status: 200 })
    const wrong = await call(people.owner, 'PUT', '/api/admin/contest', { id: cid, visible: 'perhaps' })
    expect(wrong).toMatchObject({ http: 400, status: 400 })
  })

  it('finds its problems by labels in any case', async () => {
    const cid = await makeContest()
    await put(cid, problems.sum.id, 'A')
    const at = (displayId: string) =>
      call(people.ada, 'GET', `/api/get-contest-problem-details?cid=${cid}&displayId=${displayId}`)
    expect((await at('a')).data.problem).toMatchObject({ problemId: 'A' })
    for (const pattern of ['_', '%25']) expect(await at(pattern)).toMatchObject({ status: 404 })
    const sent = { cid, pid: 'a', language: 'C++ 17', code: 'int main() { return 0; }' }
    expect(await call(people.ada, 'POST', '/api/submit-problem-judge', sent)).toMatchObject({ status: 200 })
    expect((await put(cid, problems.path.id, 'a')).status).toBe(400)
  })

  it('counts registrations where there are any, as clients show every number', async () => {
    const cid = await makeContest({ auth: 1, pwd: 'sesame' })
    const count = async () => (await call(people.ada, 'GET', `/api/get-contest-info?cid=${cid}`)).data.count
    expect(await count()).toBeNull()
    await call(people.ada, 'POST', '/api/register-contest', { cid, password: 'sesame' })
    expect(await count()).toBe(1)
    const list = await call(null, 'GET', '/api/get-contest-list?limit=100')
    const counts = list.data.records.map((row: { id: number; count: number | null }) => [row.id, row.count])
    expect(new Map(counts).get(cid)).toBe(1)
    expect(counts.map(([, shown]: [number, number | null]) => shown)).not.toContain(0)
  })
})
