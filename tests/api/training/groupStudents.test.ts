import { describe, expect, it } from 'vitest'
import { setStanding } from '../../support/groups.ts'
import { hours, setTimes, timesInput } from '../../support/homework.ts'
import { globalId } from '../../support/judgeable.ts'
import type { Person } from '../../support/people.ts'
import { codeOf } from '../../support/posts.ts'
import { openTrainingSite } from '../../support/trainings.ts'

/** Who is a student of a group's training: the same people in its rank, its matrix and its counts. */

const stage = openTrainingSite()
const { ask, make, people, rank, register } = stage

const asMember = (who: Person, standing: 'MEMBER' | 'ADMIN' | null) =>
  setStanding(stage.site, { id: stage.groupId }, who, standing)

const LEAVE = 'mutation ($id: ID!) { leaveGroup(input: { id: $id }) { __typename } }'

describe('the rank of a private training of a group has present members (area-rules T5)', () => {
  const SHOWN = `query ($n: Int!) { training(number: $n) { registrationCount
    rankRows { totalCount edges { node { user { username } } } } matrix { username } } }`
  type Shown = { registrationCount: number; rankRows: { edges: { node: { user: { username: string } } }[] } }

  /** Names in the rank by both doors, and their count, which must agree; in the matrix they stand but for `assistants`. */
  async function students(tid: number, assistants: string[] = []): Promise<string[]> {
    const { data } = await ask(people.groupAdmin, SHOWN, { n: tid })
    const { registrationCount, rankRows, matrix } = data.training as Shown & {
      matrix: { username: string }[]
    }
    const graph = rankRows.edges.map(({ node }) => node.user.username).sort()
    const { records, total } = await rank(people.groupAdmin, tid)
    expect(records.map(({ username }: { username: string }) => username).sort()).toEqual(graph)
    const ofMatrix = graph.filter((name) => !assistants.includes(name))
    expect(matrix.map(({ username }) => username).sort()).toEqual(ofMatrix)
    expect([total, registrationCount]).toEqual([graph.length, graph.length])
    return graph
  }

  it('without those who left or were removed; admins are no students of the matrix', async () => {
    const tid = await make(people.groupAdmin, { auth: 'Private', privatePwd: 'sesame', gid: stage.groupId })
    const all = [people.member, people.ada, people.bob, people.outsider]
    for (const who of all) {
      await asMember(who, 'MEMBER')
      expect((await register(who, tid)).status).toBe(200)
    }
    expect(await students(tid)).toEqual(['ada', 'bob', 'member', 'outsider'])
    const group = globalId('Group', stage.groupId)
    expect((await ask(people.ada, LEAVE, { id: group })).errors).toBeUndefined()
    await asMember(people.bob, null)
    await asMember(people.outsider, 'ADMIN')
    expect(await students(tid, ['outsider'])).toEqual(['member', 'outsider'])
    // The registration counts again after a return.
    await asMember(people.bob, 'MEMBER')
    expect(await students(tid, ['outsider'])).toEqual(['bob', 'member', 'outsider'])
    const SAVE = `mutation ($id: ID!, $ends: Int) { updateTraining(input: { id: $id, fields: { password: "other" },
      endsRegistrations: $ends }) { registrationCount } }`
    const id = globalId('Training', tid)
    expect(codeOf(await ask(people.groupAdmin, SAVE, { id, ends: 4 }))).toBe('TRAINING_PASSWORD_ENDS')
    expect((await ask(people.groupAdmin, SAVE, { id, ends: 3 })).errors).toBeUndefined()
    expect(await stage.site.prisma.trainingRegistration.count({ where: { trainingId: tid } })).toBe(0)
    for (const who of [people.ada, people.bob, people.outsider]) await asMember(who, null)
  })
})

describe('the extension of a former student (area-rules T13)', () => {
  const EXTEND = 'mutation ($input: ExtendHomeworkInput!) { extendHomework(input: $input) { id } }'
  const BAR = 'query ($n: Int!) { training(number: $n) { lookBar } }'

  /** Closed homework of the group, which the extension of `ada` opens again. */
  async function extended() {
    const tid = await make(people.groupAdmin, { gid: stage.groupId })
    const { token } = people.groupAdmin
    await asMember(people.ada, 'MEMBER')
    await setTimes(stage.site, token, tid, timesInput({ dueAt: hours(-2), closesReading: true }))
    const bar = async () => (await ask(people.member, BAR, { n: tid })).data.training.lookBar
    const extend = async (who: Person, dueAt: Date | null) =>
      codeOf(
        await ask(people.groupAdmin, EXTEND, {
          input: { id: globalId('Training', tid), uid: who.id, dueAt, reason: 'ill' },
        }),
      )
    expect(await bar()).toBe('HOMEWORK_CLOSED')
    expect(await extend(people.ada, hours(5))).toBeUndefined()
    expect(await bar()).toBeNull()
    return { tid, bar, extend }
  }

  it.each([
    ['leaves', () => asMember(people.ada, null)],
    ['becomes an admin', () => asMember(people.ada, 'ADMIN')],
  ])('keeps the homework open to nobody once its student %s, live', async (_, go) => {
    const { tid, bar } = await extended()
    const line = await stage.site.subscribe(
      'subscription ($id: ID!) { trainingChanged(id: $id) { lookBar } }',
      { id: globalId('Training', tid) },
      people.member,
    )
    await go()
    let told = await line.next()
    while (told.data.trainingChanged.lookBar === null) told = await line.next()
    expect(told.data.trainingChanged.lookBar).toBe('HOMEWORK_CLOSED')
    line.close()
    expect(await bar()).toBe('HOMEWORK_CLOSED')
    await setTimes(
      stage.site,
      people.groupAdmin.token,
      tid,
      timesInput({ dueAt: hours(-1), closesReading: true }),
    )
    expect(await bar()).toBe('HOMEWORK_CLOSED')
    await asMember(people.ada, null)
    await asMember(people.ada, 'MEMBER')
    await expect.poll(bar).toBeNull()
  })

  it('is removed by a grader, and given to students only', async () => {
    const { tid, extend } = await extended()
    await asMember(people.ada, null)
    expect(await extend(people.ada, hours(9))).toBe('NOT_FOUND')
    expect(await extend(people.bob, null)).toBe('NOT_FOUND')
    expect(await extend(people.ada, null)).toBeUndefined()
    expect(await stage.site.prisma.homeworkExtension.count({ where: { trainingId: tid } })).toBe(0)
  })
})
