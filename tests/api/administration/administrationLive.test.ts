import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeContest } from '#server/modules/contest/organising/organising.ts'
import { createGroupNotice } from '#server/modules/group/notices.ts'
import { saveProblem } from '#server/modules/problem/authoring/authoring.ts'
import { changeVisibility, removeProblem } from '#server/modules/problem/managing.ts'
import { askForPublication } from '#server/modules/problem/publication/publication.ts'
import { addTagGroup } from '#server/modules/tag/tag.ts'
import { addContest, timesOf } from '../../support/contests.ts'
import { addGroup, setStanding } from '../../support/groups.ts'
import { globalId } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { addProblem, problemInput } from '../../support/problems.ts'
import { type Site, startSite } from '../../support/site.ts'

/** What open lists of the administration hear of, hidden rows included. */

let site: Site
let root: Person
let chief: Person
let teacher: Person
let leader: Person
let member: Person
let group: Awaited<ReturnType<typeof addGroup>>
let groupId: string
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  chief = await addPerson(site, 'chief', { role: 'PROBLEM_ADMIN' })
  teacher = await addPerson(site, 'teacher', { role: 'ADMIN' })
  leader = await addPerson(site, 'leader')
  member = await addPerson(site, 'member')
  group = await addGroup(site, root, 'club')
  groupId = globalId('Group', group.id)
  await setStanding(site, group, leader, 'ADMIN')
  await setStanding(site, group, member, 'MEMBER')
})
afterAll(() => site?.close())

const CHANGED =
  'subscription ($list: AdministrationList!, $groupId: ID) { administrationChanged(list: $list, groupId: $groupId) }'

const follow = (person: Person | null, list: string, groupId: string | null = null) =>
  site.subscribe(CHANGED, { list, groupId }, { token: person?.token })

/** Expects that each act is told to a list. */
async function expectTold(person: Person, list: string, of: string | null, acts: (() => Promise<unknown>)[]) {
  const line = await follow(person, list, of)
  for (const act of acts) {
    const told = line.next()
    await act()
    expect(await told).toEqual({ data: { administrationChanged: list } })
  }
  line.close()
}

describe('a list of the administration', () => {
  it('hears of hidden problems that are created, saved, shown in contests, offered and deleted', async () => {
    let id = 0
    const as = () => contextOf(site, teacher)
    await expectTold(root, 'PROBLEMS', null, [
      async () => ({ id } = await addProblem(site, teacher, 'HID1', { visibility: 'HIDDEN' })),
      () =>
        saveProblem(as(), problemInput('HID1', { id, testcases: null, visibility: 'HIDDEN', timeMs: 1500 })),
      () => askForPublication(as(), id),
      () => changeVisibility(as(), id, 'CONTEST_ONLY'),
      () => removeProblem(contextOf(site, root), id),
    ])
  })

  it('hears of hidden contests and their end', async () => {
    let id = 0
    const hidden = { type: 'ACM', ownerId: root.id, visible: false, ...timesOf('before') } as const
    await expectTold(root, 'CONTESTS', null, [
      async () => ({ id } = await addContest(site, hidden)),
      () => site.prisma.contest.update({ where: { id }, data: { title: 'Cup', version: 2 } }),
      () => removeContest(contextOf(site, root), id),
    ])
  })

  it('hears of hidden trainings and of the colours of their categories', async () => {
    const saveCategory = (input: object) =>
      site.graphql(
        'mutation ($input: SaveTrainingCategoryInput!) { saveTrainingCategory(input: $input) { id } }',
        { input },
        root,
      )
    let id = ''
    await expectTold(teacher, 'TRAININGS', null, [
      async () => {
        id = (await saveCategory({ name: 'Tides', color: '#335577' })).data.saveTrainingCategory.id
      },
      async () => {
        const categoryId = (await site.prisma.trainingCategory.findFirstOrThrow()).id
        const data = { title: 'Hidden', description: '', visible: false, ownerId: root.id, categoryId }
        await site.prisma.training.create({ data })
      },
      () => saveCategory({ id, name: 'Tides', color: '#775533' }),
    ])
  })

  it('hears of new accounts, their roles and bans, and of the audit entries about them', async () => {
    const audit = await follow(root, 'AUDIT')
    const { id } = await addPerson(site, 'novice')
    await expectTold(root, 'ACCOUNTS', null, [
      () => addPerson(site, 'newest'),
      () => site.prisma.user.update({ where: { id }, data: { role: 'ADMIN' } }),
      () => site.prisma.user.update({ where: { id }, data: { disabled: true } }),
    ])
    await site.prisma.auditEntry.create({
      data: { action: 'user.changed', subject: `User:${id}`, details: {} },
    })
    expect(await audit.next()).toEqual({ data: { administrationChanged: 'AUDIT' } })
    audit.close()
  })

  it('hears of the audit entries about groups', async () => {
    const notice = { title: 'Exam', content: 'On Monday', hidden: false }
    await expectTold(root, 'AUDIT', null, [() => createGroupNotice(contextOf(site, root), group.id, notice)])
    expect(await site.prisma.auditEntry.count({ where: { groupId: group.id } })).toBe(1)
  })

  it('hears of tags and their classifications', async () => {
    const names = (name: string) => ({ 'en-US': name, 'zh-CN': name })
    await expectTold(chief, 'TAGS', null, [
      () => addTagGroup(contextOf(site, root), { names: names('Graphs'), rank: 1, tags: [] }),
      () => site.prisma.tag.create({ data: { names: names('Trees') } }),
      () => site.prisma.tag.deleteMany(),
    ])
  })

  it('of a group hears of the hidden problems of that group alone, as the applications of all do', async () => {
    const ofGroup = async (displayId: string, groupId: number) => {
      const { id } = await addProblem(site, root, displayId, { visibility: 'HIDDEN' })
      return site.prisma.problem.update({ where: { id }, data: { groupId, version: { increment: 1 } } })
    }
    const other = await addGroup(site, root, 'other')
    const line = await follow(leader, 'PROBLEMS', groupId)
    const applications = await follow(chief, 'APPLICATIONS')
    await ofGroup('OTHER1', other.id)
    expect(await applications.next()).toEqual({ data: { administrationChanged: 'APPLICATIONS' } })
    expect(line.received).toEqual([])
    const { id } = await ofGroup('CLUB1', group.id)
    expect(await line.next()).toEqual({ data: { administrationChanged: 'PROBLEMS' } })
    await site.prisma.problem.update({ where: { id }, data: { visibility: 'GROUP', application: 'ASKED' } })
    expect(await applications.next()).toMatchObject({ data: {} })
    for (const each of [line, applications]) each.close()
  })

  it('is not told to viewers who may not read it', async () => {
    const code = async (person: Person | null, list: string, of: string | null = null) => {
      const line = await follow(person, list, of)
      const { errors } = (await line.next()) as { errors?: { extensions: { code: string } }[] }
      line.close()
      return errors?.[0]?.extensions.code
    }
    const lists = ['PROBLEMS', 'APPLICATIONS', 'CONTESTS', 'TRAININGS', 'ACCOUNTS', 'TAGS', 'AUDIT']
    for (const list of lists) {
      expect(await code(null, list)).toMatch(/^(UNAUTHENTICATED|FORBIDDEN)$/)
      expect(await code(leader, list)).toBe('FORBIDDEN')
      expect(await code(member, list, groupId)).toBe('FORBIDDEN')
    }
    for (const list of ['APPLICATIONS', 'ACCOUNTS', 'TAGS', 'AUDIT'])
      expect(await code(teacher, list)).toBe('FORBIDDEN')
    for (const list of ['ACCOUNTS', 'AUDIT']) expect(await code(chief, list)).toBe('FORBIDDEN')
  })

  it('ends for somebody who loses the right', async () => {
    const line = await follow(teacher, 'PROBLEMS')
    await site.prisma.user.update({ where: { id: teacher.id }, data: { role: 'USER' } })
    await addProblem(site, root, 'AFTER1', { visibility: 'HIDDEN' })
    await expect.poll(async () => await line.next().catch(() => 'ended')).not.toMatchObject({ data: {} })
    expect(line.received.filter((each) => (each as { data?: unknown }).data)).toEqual([])
  })
})
