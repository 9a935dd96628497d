import { beforeEach, describe, expect, it } from 'vitest'
import { openTrainingSite } from '../../support/trainings.ts'

const stage = openTrainingSite()
const { call, judged, make, people, problems } = stage

/** On every page of a group, clients of the reference system send its number along. */
describe('T10: a public problem in a training of a group', () => {
  let gid: number
  beforeEach(async () => {
    gid = stage.groupId
    const tid = await make(people.groupRoot, { gid })
    const path = '/api/group/add-training-problem-from-public'
    const added = await call(people.groupRoot, 'POST', path, { tid, pid: problems.one, displayId: 'P1' })
    expect(added).toMatchObject({ status: 200 })
  })

  it('opens there, while a problem of another group does not', async () => {
    const at = (problemId: string, group: number) =>
      call(people.member, 'GET', `/api/get-problem-detail?problemId=${problemId}&gid=${group}`)
    expect(await at('P1', gid)).toMatchObject({ status: 200, data: { problem: { problemId: 'P1' } } })
    expect(await at('CLUB1', gid)).toMatchObject({ status: 200 })
    expect(await at('CLUB1', gid + 1)).toMatchObject({ status: 404 })
  })

  it('T12: is practice: own status and own submissions are those of the site', async () => {
    const number = await judged(people.member, problems.one, 'ACCEPTED')
    await judged(people.member, problems.groups, 'WRONG_ANSWER', { groupId: gid })
    const status = await call(people.member, 'POST', '/api/get-user-problem-status', {
      pidList: [problems.one, problems.groups],
      isContestProblemList: false,
      cid: null,
      gid: String(gid),
    })
    expect(status.data).toEqual({
      [problems.one]: { status: 0, score: null },
      [problems.groups]: { status: -1, score: null },
    })
    const own = (problemId: string, more = '') =>
      call(
        people.member,
        'GET',
        `/api/get-submission-list?onlyMine=true&problemID=${problemId}&completeProblemID=true&gid=${gid}${more}`,
      )
    expect((await own('p1')).data.records).toMatchObject([{ submitId: number, displayPid: 'P1' }])
    expect((await own('CLUB1')).data.records).toMatchObject([{ status: -1, displayPid: 'CLUB1' }])
    const group = await call(people.member, 'GET', `/api/get-submission-list?onlyMine=false&gid=${gid}`)
    expect(group.data.total).toBe(1)
  })

  it('tells of the progress in no other group', async () => {
    await judged(people.member, problems.groups, 'ACCEPTED', { groupId: gid })
    const asked = { pidList: [problems.groups], isContestProblemList: false, gid: gid + 1 }
    const { data } = await call(people.member, 'POST', '/api/get-user-problem-status', asked)
    expect(data).toEqual({ [problems.groups]: { status: -10, score: null } })
  })
})
