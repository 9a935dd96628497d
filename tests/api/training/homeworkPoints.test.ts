import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emit } from '#server/events.ts'
import { setMark } from '#server/modules/training/homework/homework.ts'
import { addGroupRoles } from '../../support/groupRoles.ts'
import { addJudged, hours } from '../../support/homework.ts'
import { addJudgeable, globalId } from '../../support/judgeable.ts'
import { overlap } from '../../support/overlap.ts'
import { contextOf } from '../../support/people.ts'
import type { Stage } from '../../support/roleTable.ts'
import { type Loose, startSite } from '../../support/site.ts'
import { cellsOf } from '../../support/spreadsheets.ts'

/** Points of homework while its submissions are judged again, and after the problem changed (area-rules T13). */

const stage = {} as Stage
let problemId = 0
let training = 0

beforeAll(async () => {
  const site = await startSite({ LOG_LEVEL: 'silent' })
  Object.assign(stage, { site, ...(await addGroupRoles(site)) })
  const { group, people } = stage
  const own = { groupId: group.id, visibility: 'GROUP' as const, scoring: 'OI' as const }
  problemId = (await addJudgeable(site, 'ALPHA1', own)).id
  const category = { name: 'Knots', nameKey: 'knots', color: '#335577' }
  const { id: categoryId } = await site.prisma.trainingCategory.create({ data: category })
  const row = await site.prisma.training.create({
    data: {
      ...{
        title: 'Tides',
        description: 'Of tides',
        categoryId,
        groupId: group.id,
        ownerId: people.author.id,
      },
      homework: { create: { dueAt: hours(1), endsAt: hours(1) } },
      problems: { create: { problemId, rank: 1 } },
    },
  })
  training = row.id
})
afterAll(() => stage.site?.close())
beforeEach(async () => {
  await stage.site.prisma.submission.deleteMany()
  await stage.site.prisma.problem.update({ where: { id: problemId }, data: { fullScore: 100 } })
})

const submitted = (score: number) =>
  addJudged(
    stage.site,
    { userId: stage.people.member.id, problemId, groupId: stage.group.id },
    'PARTIALLY_ACCEPTED',
    { createdAt: hours(-1), score },
  )

async function cell(): Promise<Loose> {
  const text = 'query ($n: Int!) { training(number: $n) { matrix { username cells } } }'
  const { data } = await stage.site.graphql(text, { n: training }, stage.people.author)
  const name = stage.people.member.username
  return data.training.matrix.find(({ username }: Loose) => username === name).cells[0]
}

async function sheetRow(): Promise<string[] | undefined> {
  const file = await fetch(`${stage.site.url}/api/group/download-training-results?tid=${training}`, {
    headers: { Authorization: stage.people.author.token },
  })
  const rows = await cellsOf(Buffer.from(await file.arrayBuffer()))
  return rows.find(([username]) => username === stage.people.member.username)
}

describe('a rejudging', () => {
  it('marks the result as being judged, and shows its points again when it changed nothing', async () => {
    const { site, group, people } = stage
    const id = await submitted(60)
    expect(await cell()).toMatchObject({ isJudging: false, points: 60 })
    await site.prisma.submission.update({ where: { id }, data: { state: 'QUEUED', score: null } })
    expect(await cell()).toMatchObject({ isJudging: true, verdict: 'PARTIALLY_ACCEPTED', tries: 1 })
    expect((await sheetRow())?.at(-1)).toMatch(/^… −1 /)
    // The points of the problem are left out, those of the row are what is known.
    expect((await sheetRow())?.slice(1)).toEqual(['0', '0', '1', '0', expect.any(String)])

    const line = await site.subscribe(
      'subscription ($id: ID!) { matrixChanged(id: $id) { row { points cells } } }',
      { id: globalId('Training', training) },
      people.author,
    )
    await site.prisma.submission.update({ where: { id }, data: { state: 'DONE', score: 60 } })
    const of = { submissionId: id, userId: people.member.id, problemId, contestId: null, groupId: group.id }
    await emit(contextOf(site, null), 'submission.judged', of)
    const told = await line.next()
    expect(told.data.matrixChanged.row).toMatchObject({ points: 60, cells: [{ isJudging: false }] })
    line.close()
  })
})

it('earns 100 points at most when the full score of the problem was lowered', async () => {
  await submitted(80)
  await stage.site.prisma.problem.update({ where: { id: problemId }, data: { fullScore: 40 } })
  expect(await cell()).toMatchObject({ points: 100 })
})

it('reach the open page of a student also in a problem that was added meanwhile', async () => {
  const { site, group, people } = stage
  const line = await site.subscribe(
    'subscription ($id: ID!) { viewerRowChanged(id: $id) { points } }',
    { id: globalId('Training', training) },
    people.member,
  )
  const own = { groupId: group.id, visibility: 'GROUP' as const }
  const added = await addJudgeable(site, 'ALPHA2', own)
  const query = `tid=${training}&problemId=${added.displayId}`
  await site.rest('POST', `/api/group/add-training-problem-from-group?${query}`, people.author)
  expect((await line.next()).data.viewerRowChanged).toEqual({ points: 0 })
  const of = { userId: people.member.id, problemId: added.id, groupId: group.id }
  await addJudged(site, of, 'ACCEPTED')
  expect((await line.next()).data.viewerRowChanged).toEqual({ points: 100 })
  line.close()
})

it('marked by two teachers at once keep the first mark, which the second has not seen', async () => {
  const { site, people } = stage
  const key = { trainingId: training, userId: people.member.id, problemId }
  const [first, second] = [contextOf(site, people.siteRoot), contextOf(site, people.siteRoot)]
  const marked = overlap(
    site,
    first,
    (ctx) => setMark(ctx, key, { points: 40, note: '' }, null),
    () => setMark(second, key, { points: 90, note: '' }, null),
  )
  await expect(marked).rejects.toMatchObject({ code: 'CONFLICT' })
  const where = { trainingId_userId_problemId: key }
  expect(await site.prisma.trainingMark.findUnique({ where })).toMatchObject({ points: 40 })
  await site.prisma.trainingMark.delete({ where })
})
