import { afterAll, beforeAll, expect, it } from 'vitest'
import { removeContest } from '#server/modules/contest/organising/organising.ts'
import { giveSeats } from '#server/modules/contest/organising/seatAssignment.ts'
import { rejudgeContestProblem, rejudgeSubmission } from '#server/modules/judging/rejudging.ts'
import { startExport } from '#server/modules/package/exportWork.ts'
import { updateProblem } from '#server/modules/problem/authoring/editing.ts'
import { removeProblem } from '#server/modules/problem/managing.ts'
import { removeTag } from '#server/modules/tag/tagging.ts'
import { addContest, addJudged, timesOf } from '../../support/contests.ts'
import { addGroup, setStanding } from '../../support/groups.ts'
import { addJudgeable, globalId } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { addProblem } from '../../support/problems.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let root: Person
let ada: Person
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  ada = await addPerson(site, 'ada')
})
afterAll(() => site.close())

/** Acts on one row of each noun, of a group or of the site. */
async function actsOn(name: string, groupId: number | null) {
  const ctx = contextOf(site, root)
  const since = await site.prisma.auditEntry.aggregate({ _max: { id: true } })
  const { id: before } = (await site.prisma.operation.findFirst({ orderBy: { id: 'desc' } })) ?? { id: 0 }
  const fields = { authorId: root.id, groupId, visibility: groupId === null ? 'PUBLIC' : 'HIDDEN' } as const
  const problem = await addJudgeable(site, `${name}1`, fields)
  const contest = await addContest(site, { type: 'ACM', ownerId: root.id, ...timesOf('running') })
  await site.prisma.contest.update({ where: { id: contest.id }, data: { groupId } })
  await site.prisma.contestProblem.create({
    data: { contestId: contest.id, problemId: problem.id, displayId: 'A', title: 'A', position: 1 },
  })
  const tag = await site.prisma.tag.create({ data: { names: { 'en-US': name }, bank: 'OJ', groupId } })
  const sent = await addJudged(site, ada, {
    problemId: problem.id,
    contestId: contest.id,
    createdAt: contest.startsAt,
  })
  await site.prisma.submission.update({ where: { id: sent.id }, data: { groupId } })
  await giveSeats(ctx, contest.id, [{ username: 'ada', seat: '1' }])
  await rejudgeSubmission(ctx, sent.id)
  await rejudgeContestProblem(ctx, {
    contestId: contest.id,
    problemId: problem.id,
    isHeld: false,
    reason: '',
  })
  await startExport(ctx, [problem.id], 'hoj')
  await updateProblem(ctx, problem.id, { difficulty: 'HARD' })
  await removeTag(ctx, tag.id)
  await removeProblem(ctx, problem.id)
  await removeContest(ctx, contest.id)
  return {
    entries: await site.prisma.auditEntry.findMany({ where: { id: { gt: since._max.id ?? 0 } } }),
    operations: await site.prisma.operation.findMany({ where: { id: { gt: before } } }),
  }
}

it('writes the group of a row on audit entries and operations about it', async () => {
  const group = await addGroup(site, root, 'ICPC')
  const [own, others] = [await actsOn('G', group.id), await actsOn('S', null)]
  const namesOf = ({ entries, operations }: typeof own) => [
    ...new Set([...entries.map(({ action }) => action), ...operations.map(({ kind }) => kind)]),
  ]
  expect(namesOf(own).sort()).toEqual(
    [
      ...['contest.removed', 'contest.seatsGiven', 'operation.begun', 'problem.changed', 'problem.removed'],
      ...['rejudging.started', 'submission.rejudged', 'tag.removed'],
      ...['CONTEST_REMOVAL', 'PROBLEM_EXPORT', 'REJUDGING', 'SINGLE_REJUDGING'],
    ].sort(),
  )
  expect(namesOf(others).sort()).toEqual(namesOf(own).sort())
  for (const [{ entries, operations }, groupId] of [
    [own, group.id],
    [others, null],
  ] as const)
    for (const row of [...entries, ...operations]) expect(row).toMatchObject({ groupId })
})

it('shows an export of a group to the staff who began it only while they administer the group (area-rules G5)', async () => {
  const group = await addGroup(site, root, 'PAST')
  const staff = await addPerson(site, 'staff', { role: 'ADMIN' })
  await setStanding(site, group, staff, 'ADMIN')
  const problem = await addProblem(site, root, 'PAST1')
  const mine = { authorId: staff.id, groupId: group.id, visibility: 'HIDDEN' } as const
  await site.prisma.problem.update({ where: { id: problem.id }, data: mine })
  const { data } = await site.graphql(
    'mutation ($input: ExportProblemsInput!) { exportProblems(input: $input) { id } }',
    { input: { ids: [globalId('Problem', problem.id)], format: 'HOJ' } },
    { token: staff.token },
  )
  const { id } = data.exportProblems
  const result = `/api/operation/${atob(id).split(':')[1]}/result`
  const doors = async () => {
    const query = 'query ($id: ID!) { node(id: $id) { id } operations { totalCount } }'
    const { node, operations } = (await site.graphql(query, { id }, { token: staff.token })).data
    const file = await fetch(`${site.url}${result}`, { headers: { authorization: staff.token } })
    return { node: node?.id ?? null, listed: operations.totalCount, file: file.headers.get('content-type') }
  }
  await expect.poll(doors).toMatchObject({ node: id, listed: 1, file: 'application/octet-stream' })
  await setStanding(site, group, staff, null)
  expect(await doors()).toEqual({ node: null, listed: 0, file: 'application/json; charset=utf-8' })
})
