import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Training } from '#prisma/generated/client.ts'
import { addGroupRoles } from '../../support/groupRoles.ts'
import { addGroup, setStanding } from '../../support/groups.ts'
import { globalId } from '../../support/judgeable.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { addProblem } from '../../support/problems.ts'
import { change, ROOTS, type Stage, testRoles } from '../../support/roleTable.ts'
import { startSite } from '../../support/site.ts'

/** Copies of trainings, for the next term (issue 22). */

const stage = {} as Stage
let categoryId = 0
/** Numbers of problems: public, hidden on the site, of the group, hidden in the group. */
const problems = { open: 0, hidden: 0, ofGroup: 0, ofRoot: 0 }
let made = 0

beforeAll(async () => {
  const site = await startSite()
  Object.assign(stage, { site, ...(await addGroupRoles(site)) })
  const { group, people } = stage
  const category = { name: 'Knots', nameKey: 'knots', color: '#335577' }
  categoryId = (await site.prisma.trainingCategory.create({ data: category })).id
  const add = async (displayId: string, author: Person, fields: object) => {
    const { id } = await addProblem(site, people.siteRoot, displayId)
    await site.prisma.problem.update({ where: { id }, data: { authorId: author.id, ...fields } })
    return id
  }
  const inside = { groupId: group.id }
  problems.open = await add('P1', people.siteRoot, {})
  problems.hidden = await add('P2', people.siteRoot, { visibility: 'HIDDEN' })
  problems.ofGroup = await add('ALPHA1', people.author, { ...inside, visibility: 'GROUP' })
  problems.ofRoot = await add('ALPHA2', people.root, { ...inside, visibility: 'HIDDEN' })
})
afterAll(() => stage.site?.close())
beforeEach(async () => void (await stage.site.prisma.throttle.deleteMany()))

const ALL = ['ofGroup', 'open', 'hidden', 'ofRoot'] as const

/** A training with all problems, in this order; of the author in the group, if not told otherwise. */
const training = (fields: object = {}) =>
  stage.site.prisma.training.create({
    data: {
      title: 'Tides',
      description: 'Of tides',
      rank: 7,
      categoryId,
      groupId: stage.group.id,
      ownerId: stage.people.author.id,
      problems: { create: ALL.map((name, at) => ({ problemId: problems[name], rank: 10 * (at + 1) })) },
      registrations: { create: { userId: stage.people.member.id } },
      ...fields,
    },
  })

const ANSWER = 'training { number title isVisible viewerCanManage } leftOut { displayIds problemCount }'
const copy = (who: Person, { id }: Training, wanted: object = {}) =>
  stage.site.graphql(...change('copyTraining', { id: globalId('Training', id), ...wanted }, ANSWER), {
    token: who.token,
  })
const rowOf = (id: number) =>
  stage.site.prisma.training.findUniqueOrThrow({
    where: { id },
    include: { problems: { orderBy: { rank: 'asc' } }, registrations: true },
  })

testRoles(stage, async () => ({ id: (await training()).id }), {
  'copies a training of the group': {
    who: ['author', ...ROOTS],
    graph: ({ id }) => change('copyTraining', { id: globalId('Training', id) }, 'training { number }'),
  },
})

describe('a copy in the same place', () => {
  it('has the fields and problems in order, is hidden, and nobody is registered', async () => {
    const from = await training({ access: 'PRIVATE', password: 'sesame' })
    const { data } = await copy(stage.people.root, from, { title: 'Tides, spring' })
    const { training: made, leftOut } = data.copyTraining
    expect(made).toMatchObject({ title: 'Tides, spring', isVisible: false, viewerCanManage: true })
    expect(leftOut).toEqual({ displayIds: [], problemCount: 0 })
    const row = await rowOf(made.number)
    expect(row).toMatchObject({
      rank: 7,
      description: 'Of tides',
      access: 'PRIVATE',
      password: 'sesame',
      visible: false,
      categoryId,
      groupId: stage.group.id,
      ownerId: stage.people.root.id,
      registrations: [],
    })
    expect(row.problems.map(({ problemId, rank }) => [problemId, rank])).toEqual(
      ALL.map((name, at) => [problems[name], 10 * (at + 1)]),
    )
    expect(await stage.site.prisma.trainingCell.count({ where: { trainingId: made.number } })).toBe(0)
    const entry = await stage.site.prisma.auditEntry.findFirstOrThrow({
      where: { action: 'training.copied', subject: `Training:${made.number}` },
    })
    expect(entry).toMatchObject({
      actorId: stage.people.root.id,
      groupId: stage.group.id,
      details: { after: { from: from.id, leftOut: 0 } },
    })
    expect(JSON.stringify(entry)).not.toContain('sesame')
  })

  it('on the site is for its author and super administrators (area-rules T11)', async () => {
    const from = await training({ groupId: null, ownerId: stage.people.siteAdmin.id, title: 'Site' })
    const { siteAdmin, siteRoot, siteProblemAdmin, owner } = stage.people
    for (const who of [siteAdmin, siteRoot])
      expect((await copy(who, from)).data.copyTraining.training.title).toBe('Site')
    for (const who of [siteProblemAdmin, owner])
      expect((await copy(who, from)).errors?.[0]?.extensions?.code).toBe('FORBIDDEN')
  })
})

describe('a copy in another group', () => {
  const other = async (who: Person, standing: 'ADMIN' | 'MEMBER' = 'ADMIN') => {
    const group = await addGroup(stage.site, stage.people.siteRoot, `other${++made}`)
    await setStanding(stage.site, group, who, standing)
    return group
  }

  it('has the problems that the group may take, and names the others to the copier (area-rules T10)', async () => {
    const { author } = stage.people
    const group = await other(author)
    const { data } = await copy(author, await training(), { groupId: globalId('Group', group.id) })
    const { training: made, leftOut } = data.copyTraining
    // The hidden problems of others are counted and not named.
    expect(leftOut).toEqual({ displayIds: ['ALPHA1'], problemCount: 3 })
    const row = await rowOf(made.number)
    expect(row.groupId).toBe(group.id)
    expect(row.problems.map(({ problemId }) => problemId)).toEqual([problems.open])
  })

  it('takes its own problems of that group', async () => {
    const { root } = stage.people
    const group = await other(root)
    const from = await training({ groupId: group.id, ownerId: root.id })
    const { data } = await copy(root, from, { groupId: globalId('Group', stage.group.id) })
    const row = await rowOf(data.copyTraining.training.number)
    expect(row.problems.map(({ problemId }) => problemId)).toEqual([
      problems.ofGroup,
      problems.open,
      problems.ofRoot,
    ])
    expect(data.copyTraining.leftOut.problemCount).toBe(1)
  })

  it('needs a password of its own when it is private', async () => {
    const { author } = stage.people
    const from = await training({ access: 'PRIVATE', password: 'sesame' })
    const groupId = globalId('Group', (await other(author)).id)
    const { errors } = await copy(author, from, { groupId })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'password' })
    const { data } = await copy(author, from, { groupId, password: 'other' })
    expect((await rowOf(data.copyTraining.training.number)).password).toBe('other')
  })

  it('is refused where the viewer creates no trainings, and leaves nothing behind (area-rules T11)', async () => {
    const { author } = stage.people
    const from = await training()
    const count = () => stage.site.prisma.training.count()
    const before = await count()
    const asMember = globalId('Group', (await other(author, 'MEMBER')).id)
    const hidden = await addGroup(stage.site, stage.people.siteRoot, `other${++made}`, { visible: false })
    for (const [groupId, code] of [
      [asMember, 'FORBIDDEN'],
      [globalId('Group', hidden.id), 'NOT_FOUND'],
    ])
      expect((await copy(author, from, { groupId })).errors?.[0]?.extensions?.code).toBe(code)
    expect(await count()).toBe(before)
  })

  it('tells its members nothing of what was left out', async () => {
    const { author } = stage.people
    const group = await other(author)
    const reader = await addPerson(stage.site, `reader${++made}`)
    await setStanding(stage.site, group, reader, 'ROOT')
    const { data } = await copy(author, await training(), { groupId: globalId('Group', group.id) })
    const number = data.copyTraining.training.number
    const seen = await stage.site.graphql(
      `query ($number: Int!) { training(number: $number) { title problemCount
        problems { problem { displayId } } managedProblems { problemNumber problem { displayId } } } }`,
      { number },
      { token: reader.token },
    )
    expect(seen.errors).toBeUndefined()
    expect(JSON.stringify(seen.data)).toContain('P1')
    expect(JSON.stringify(seen.data)).not.toContain('ALPHA')
    expect(seen.data.training.managedProblems).toHaveLength(1)
  })
})
