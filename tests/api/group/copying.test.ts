import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { switches } from '#server/modules/site/site.ts'
import { addGroupRoles } from '../../support/groupRoles.ts'
import { setStanding } from '../../support/groups.ts'
import { globalId } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { addProblem } from '../../support/problems.ts'
import { change, ROOTS, type Stage, testRoles } from '../../support/roleTable.ts'
import { type Loose, startSite } from '../../support/site.ts'

/** Copies of a whole group, for the next term (issue 22). */

const stage = {} as Stage
let made = 0

beforeAll(async () => {
  const site = await startSite()
  Object.assign(stage, { site, ...(await addGroupRoles(site)) })
  const { group, people } = stage
  await setStanding(site, group, people.owner, 'ROOT')
  await site.prisma.group.update({ where: { id: group.id }, data: { access: 'CODE', code: 'sesame' } })
  await limit({ groupSolved: 0, groupsOwned: 1000, groupsPerDay: 1000 })
  const category = { name: 'Knots', nameKey: 'knots', color: '#335577' }
  const { id: categoryId } = await site.prisma.trainingCategory.create({ data: category })
  const open = await addProblem(site, people.siteRoot, 'P1')
  const own = await addProblem(site, people.siteRoot, 'ALPHA1')
  await site.prisma.problem.update({
    where: { id: own.id },
    data: { groupId: group.id, visibility: 'GROUP', authorId: people.author.id },
  })
  const links = [own, open].map(({ id: problemId }, at) => ({ problemId, rank: at + 1 }))
  for (const fields of [
    { title: 'Tides' },
    { title: 'Knots', access: 'PRIVATE' as const, password: 'anchor' },
  ])
    await site.prisma.training.create({
      data: {
        ...fields,
        description: 'Of tides',
        categoryId,
        groupId: group.id,
        ownerId: people.author.id,
        problems: { create: links },
      },
    })
  const words = { groupId: group.id, authorId: people.author.id, content: 'Bring a pen' }
  for (const hidden of [false, true])
    await site.prisma.groupNotice.create({ data: { ...words, title: hidden ? 'Draft' : 'First', hidden } })
})
afterAll(() => stage.site?.close())
beforeEach(async () => void (await stage.site.prisma.throttle.deleteMany()))

const limit = (fields: object) =>
  switches.set(contextOf(stage.site, stage.people.siteRoot), fields as Parameters<typeof switches.set>[1])

const NOTHING = { withTrainings: false, withNotices: false, withMembers: 'NONE' }
const wanted = (fields: object = {}) => ({
  id: globalId('Group', stage.group.id),
  name: `Next term ${++made}`,
  shortName: `NEXT${made}`,
  code: 'newone',
  ...NOTHING,
  ...fields,
})
const copy = (who: Person, fields: object = {}) =>
  stage.site.graphql(
    ...change(
      'copyGroup',
      wanted(fields),
      'group { number name viewerStanding memberCount } leftOut { displayIds problemCount }',
    ),
    { token: who.token },
  )
const codeOf = ({ errors }: Loose) => errors?.[0]?.extensions?.code
const contentOf = async (groupId: number) => {
  const where = { where: { groupId }, orderBy: { id: 'asc' as const } }
  const [trainings, notices, members] = await Promise.all([
    stage.site.prisma.training.findMany({ ...where, include: { problems: true } }),
    stage.site.prisma.groupNotice.findMany(where),
    stage.site.prisma.groupMember.findMany(where),
  ])
  return { trainings, notices, members }
}

testRoles(stage, async () => ({}), {
  'copies the group': { who: ROOTS, graph: () => change('copyGroup', wanted(), 'group { number }') },
})

describe('a copy of a group', () => {
  it('has its settings, a new code, and its copier as owner', async () => {
    const { root } = stage.people
    const { data } = await copy(root)
    const { number, ...rest } = data.copyGroup.group
    expect(rest).toMatchObject({ viewerStanding: 'ROOT', memberCount: 1 })
    const { brief, description } = stage.group
    const row = await stage.site.prisma.group.findUniqueOrThrow({ where: { id: number } })
    expect(row).toMatchObject({
      ...{ brief, description, access: 'CODE', code: 'newone', visible: true, ownerId: root.id },
    })
    const { trainings, notices, members } = await contentOf(number)
    expect([trainings, notices]).toEqual([[], []])
    expect(members.map(({ userId, standing }) => [userId, standing])).toEqual([[root.id, 'ROOT']])
    expect(data.copyGroup.leftOut).toEqual({ displayIds: [], problemCount: 0 })
  })

  it('takes along hidden copies of trainings, and announcements; own problems stay and are named once (area-rules T10)', async () => {
    const { owner } = stage.people
    const { data } = await copy(owner, { withTrainings: true, withNotices: true })
    expect(data.copyGroup.leftOut).toEqual({ displayIds: ['ALPHA1'], problemCount: 1 })
    const { number } = data.copyGroup.group
    const { trainings, notices } = await contentOf(number)
    expect(
      trainings.map(({ title, visible, ownerId, password, problems }) => [
        ...[title, visible, ownerId, password, problems.length],
      ]),
    ).toEqual([
      ['Tides', false, owner.id, null, 1],
      ['Knots', false, owner.id, 'anchor', 1],
    ])
    expect(notices.map(({ title, hidden, authorId }) => [title, hidden, authorId])).toEqual([
      ['First', false, owner.id],
      ['Draft', true, owner.id],
    ])
    const entry = await stage.site.prisma.auditEntry.findFirstOrThrow({
      where: { action: 'group.copied', groupId: number },
    })
    expect(entry.details).toEqual({
      after: { from: stage.group.id, notices: 2, trainings: 2, members: 0, leftOut: 1 },
    })
  })

  it.each([
    ['ADMINS', ['admin', 'author', 'owner']],
    ['ALL', ['admin', 'author', 'member', 'owner']],
  ] as const)('takes along %s with their standings and welcomes them', async (withMembers, names) => {
    const { root, ...people } = stage.people
    const { data } = await copy(root, { withMembers })
    const { number, memberCount } = data.copyGroup.group
    expect(memberCount).toBe(names.length + 1)
    const { members } = await contentOf(number)
    const standings = new Map(members.map(({ userId, standing }) => [userId, standing]))
    const expected = { member: 'MEMBER', admin: 'ADMIN', author: 'ADMIN', owner: 'ROOT' }
    for (const name of names) {
      expect(standings.get(people[name].id)).toBe(expected[name])
      const told = await stage.site.prisma.notification.findMany({
        where: { userId: people[name].id, link: `/group/${number}` },
      })
      expect(told.map(({ messageKey }) => messageKey)).toEqual(['groupWelcome'])
    }
  })

  it('makes no member of a deleted account, not even of the former owner', async () => {
    const { root, owner } = stage.people
    const ended = (endedAt: Date | null) =>
      stage.site.prisma.user.update({ where: { id: owner.id }, data: { endedAt } })
    await ended(new Date())
    const { data } = await copy(root, { withMembers: 'ADMINS' })
    await ended(null)
    const { members } = await contentOf(data.copyGroup.group.number)
    expect(members.map(({ userId }) => userId)).not.toContain(owner.id)
    expect(members).toHaveLength(3)
  })

  it('lets new members see nothing of the old group (area-rules G2)', async () => {
    const { owner } = stage.people
    const { data } = await copy(owner, { withTrainings: true, withNotices: true })
    const { number } = data.copyGroup.group
    const reader = await addPerson(stage.site, `reader${made}`)
    await setStanding(stage.site, { id: number }, reader, 'ROOT')
    await stage.site.prisma.group.update({ where: { id: stage.group.id }, data: { visible: false } })
    const query = `query ($number: Int!, $id: ID!) {
      group(number: $number) { name code managedNotices { edges { node { title author { username } } } }
        members { edges { node { user { username } } } } }
      managedTrainings(filter: { groupId: $id }) { edges { node { title owner { username }
        managedProblems { problem { displayId } } } } } }`
    const seen = await stage.site.graphql(
      query,
      { number, id: globalId('Group', number) },
      { token: reader.token },
    )
    await stage.site.prisma.group.update({ where: { id: stage.group.id }, data: { visible: true } })
    expect(seen.errors).toBeUndefined()
    const text = JSON.stringify(seen.data)
    expect(text).toContain('P1')
    expect(text).not.toMatch(new RegExp(`ALPHA1|sesame|${stage.group.name}|${stage.people.author.username}`))
  })
})

describe('copying a group is refused', () => {
  const nothingIsMade = async (act: () => Promise<string | undefined>) => {
    const count = () => Promise.all([stage.site.prisma.group.count(), stage.site.prisma.training.count()])
    const before = await count()
    const code = await act()
    expect(await count()).toEqual(before)
    return code
  }

  it('beyond the limits of creating groups, which staff do not have (area-rules G1)', async () => {
    const { root, siteRoot } = stage.people
    for (const [fields, code] of [
      [{ groupSolved: 20 }, 'GROUP_SOLVED_TOO_FEW'],
      [{ groupsOwned: 0 }, 'GROUPS_OWNED'],
      [{ groupsPerDay: 0 }, 'GROUPS_TODAY'],
    ] as const) {
      await limit({ groupSolved: 0, groupsOwned: 1000, groupsPerDay: 1000, ...fields })
      expect(await nothingIsMade(async () => codeOf(await copy(root, { withTrainings: true })))).toBe(code)
      expect(codeOf(await copy(siteRoot))).toBeUndefined()
    }
    await limit({ groupSolved: 0, groupsOwned: 1000, groupsPerDay: 1000 })
  })

  it.each([
    ['the name of the old group', () => ({ name: stage.group.name }), 'name'],
    ['a short name that is taken', () => ({ shortName: stage.group.shortName }), 'shortName'],
    ['no code where users apply', () => ({ code: null }), 'code'],
  ])('with %s', async (_, fields, field) => {
    const { root } = stage.people
    const code = await nothingIsMade(async () => {
      const { errors } = await copy(root, { ...fields(), withTrainings: true, withMembers: 'ALL' })
      expect(Object.keys((errors?.[0]?.extensions?.fields ?? {}) as object)).toContain(field)
      return errors?.[0]?.extensions?.code as string
    })
    expect(code).toBe('INVALID_INPUT')
  })

  it('with more than 100 trainings', async () => {
    const { root } = stage.people
    const { title, description, categoryId, groupId, ownerId } =
      await stage.site.prisma.training.findFirstOrThrow()
    const row = { title, description, categoryId, groupId, ownerId }
    await stage.site.prisma.training.createMany({ data: Array.from({ length: 99 }, () => row) })
    const code = await nothingIsMade(async () => {
      const { errors } = await copy(root, { withTrainings: true })
      expect(errors?.[0]?.extensions).toMatchObject({ field: 'withTrainings' })
      return errors?.[0]?.extensions?.code as string
    })
    expect(code).toBe('INVALID_INPUT')
    expect(codeOf(await copy(root))).toBeUndefined()
  })
})
