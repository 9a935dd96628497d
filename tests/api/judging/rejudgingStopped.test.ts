import { afterAll, beforeAll, expect, it } from 'vitest'
import { runOperation } from '#server/modules/operation/running.ts'
import { works } from '#server/works.ts'
import { outcome } from '../../support/fakeHost.ts'
import { addJudged } from '../../support/homework.ts'
import { type JudgingSite, openJudgingSite } from '../../support/judgingSite.ts'
import { contextOf } from '../../support/people.ts'

let room: JudgingSite

beforeAll(async () => {
  room = await openJudgingSite()
})
afterAll(() => room?.close())

it('a stopped rejudging leaves the mark, the rank and the points of what waited', async () => {
  const { alice, root } = room.people
  const { id } = await room.addProblem()
  const sent = await room.judged('ACCEPTED')
  const figures = async () => {
    const where = { userId: alice.id }
    const rank = await room.site.prisma.userRank.findUnique({ where })
    const points = await room.site.prisma.pointBalance.findUnique({ where })
    return [(await room.progress())?.verdict, rank?.solved, points?.balance]
  }
  const before = await figures()
  expect(before[0]).toBe('ACCEPTED')

  const blockers = await room.occupy()
  const { data } = await room.rejudgeMany({ problemId: room.problem.globalId })
  await room.until(sent.id, ({ state }) => state === 'QUEUED')
  // First verdicts are judged before rejudgings, so another one of hers ends meanwhile.
  await addJudged(room.site, { userId: alice.id, problemId: id, groupId: null }, 'WRONG_ANSWER')
  expect(await figures()).toEqual(before)

  const stopped = await room.site.graphql(
    'mutation ($id: ID!) { cancelOperation(input: { id: $id }) { state } }',
    { id: data.rejudge.operation.id },
    root,
  )
  expect(stopped.errors).toBeUndefined()
  const { operationId } = await room.rejudgingOf(data.rejudge.number)
  await runOperation(contextOf(room.site, null), works, operationId)
  expect(await room.rowOf(sent.number)).toMatchObject({ state: 'DONE', verdict: 'ACCEPTED' })
  expect(await figures()).toEqual(before)
  for (const one of blockers) one.end(outcome('ACCEPTED'))
})
