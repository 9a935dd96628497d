import { afterAll, beforeAll, expect, it } from 'vitest'
import { correctSubmission } from '#server/modules/judging/correction.ts'
import { settle } from '#server/modules/judging/settle.ts'
import { updateProblem } from '#server/modules/problem/authoring/editing.ts'
import { addJudged } from '../../support/homework.ts'
import { whileLocked } from '../../support/overlap.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { addProblem } from '../../support/problems.ts'
import { addPoints, balanceOf } from '../../support/shop.ts'
import { type Site, startSite } from '../../support/site.ts'

/** Outcomes that are counted at the same time, and while the difficulty of their problem changes. */

let site: Site
let root: Person
let made = 0
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
})
afterAll(() => site.close())

/** Somebody with ten points, who solved the first of two problems; somebody else failed at both. */
async function scene() {
  made += 1
  const person = await addPerson(site, `solver${made}`)
  const other = await addPerson(site, `other${made}`)
  await addPoints(site, person, 10)
  const problems = [await addProblem(site, root, `S${made}A`), await addProblem(site, root, `S${made}B`)]
  const [first, second] = problems.map(({ id }) => id) as [number, number]
  for (const problemId of [first, second])
    await addJudged(site, { userId: other.id, problemId, groupId: null }, 'WRONG_ANSWER')
  const judged = await addJudged(site, { userId: person.id, problemId: first, groupId: null }, 'ACCEPTED')
  return { person, first, second, judged }
}

/** An accepted submission that is not counted yet; its number. */
const uncounted = async ({ id: userId }: Person, problemId: number): Promise<number> => {
  const row = { userId, problemId, language: 'cpp17', codeLength: 10, ip: '127.0.0.1' }
  const { id } = await site.prisma.submission.create({
    data: { ...row, state: 'DONE', verdict: 'ACCEPTED' },
  })
  return id
}

const rankOf = ({ id: userId }: Person) => site.prisma.userRank.findUniqueOrThrow({ where: { userId } })

it('a new outcome and a corrected one of a person are counted at once', async () => {
  const { person, second, judged } = await scene()
  const sent = await uncounted(person, second)
  await whileLocked(
    site,
    ['PointBalance', 'userId', person.id],
    [
      () => correctSubmission(contextOf(site, root), judged, { verdict: 'WRONG_ANSWER' }),
      () => settle(contextOf(site, null), sent),
    ],
  )
  expect(await rankOf(person)).toMatchObject({ solved: 1, submitted: 2, score: 10 })
  expect(await balanceOf(site, person)).toBe(20)
})

it('a new outcome and a corrected one of a person are counted in a training at once (area-rules T6)', async () => {
  const { person, first, second, judged } = await scene()
  const category = { name: 'Basics', nameKey: 'basics', color: '#335577' }
  const { id: trainingId } = await site.prisma.training.create({
    data: {
      title: 'Tides',
      description: 'Of tides',
      owner: { connect: { id: root.id } },
      category: { create: category },
      problems: { create: [first, second].map((problemId, rank) => ({ problemId, rank })) },
      registrations: { create: { userId: person.id } },
    },
  })
  const sent = await uncounted(person, second)
  await whileLocked(
    site,
    ['UserRank', 'userId', person.id],
    [
      () => settle(contextOf(site, null), sent),
      () => correctSubmission(contextOf(site, root), judged, { verdict: 'WRONG_ANSWER' }),
    ],
  )
  const where = { trainingId_userId: { trainingId, userId: person.id } }
  expect(await site.prisma.trainingRegistration.findUniqueOrThrow({ where })).toMatchObject({ solved: 1 })
  expect(await rankOf(person)).toMatchObject({ solved: 1, submitted: 2, score: 10 })
})

it('a new outcome is counted while the difficulty of a solved problem changes', async () => {
  const { person, first, second } = await scene()
  const sent = await uncounted(person, second)
  await whileLocked(
    site,
    ['PointBalance', 'userId', person.id],
    [
      () => updateProblem(contextOf(site, root), first, { difficulty: 'HARD' }),
      () => settle(contextOf(site, null), sent),
    ],
  )
  expect(await rankOf(person)).toMatchObject({ solved: 2, score: 24 })
  expect(await balanceOf(site, person)).toBe(34)
})

it('an outcome that is being counted gets the points of the new difficulty (area-rules S2)', async () => {
  const { person, second } = await scene()
  const sent = await uncounted(person, second)
  await whileLocked(
    site,
    ['PointBalance', 'userId', person.id],
    [
      () => settle(contextOf(site, null), sent),
      () => updateProblem(contextOf(site, root), second, { difficulty: 'HARD' }),
    ],
  )
  expect(await rankOf(person)).toMatchObject({ solved: 2, score: 24 })
  expect(await balanceOf(site, person)).toBe(34)
})

it('the first outcomes of a problem, two of one person, are counted at once', async () => {
  const { person } = await scene()
  const other = await addPerson(site, 'another')
  const { id } = await addProblem(site, root, 'FRESH')
  // As those of groups are before their first outcome.
  await site.prisma.problemTally.deleteMany({ where: { problemId: id } })
  const sent = [await uncounted(person, id), await uncounted(other, id), await uncounted(person, id)]
  await whileLocked(
    site,
    ['UserRank', 'userId', person.id],
    sent.map((one) => () => settle(contextOf(site, null), one)),
  )
  const tally = await site.prisma.problemTally.findUniqueOrThrow({ where: { problemId: id } })
  expect(tally).toMatchObject({ total: 3, accepted: 3 })
})
