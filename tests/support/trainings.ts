import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Verdict } from '#prisma/generated/enums.ts'
import { settle } from '#server/modules/judging/settle.ts'
import { addGroup, setStanding } from './groups.ts'
import { addPerson, contextOf, type Person } from './people.ts'
import { addProblem } from './problems.ts'
import { type Site, startSite } from './site.ts'

const NAMES = ['ada', 'bob', 'member', 'groupAdmin', 'groupRoot', 'chief', 'outsider'] as const
type Name = 'root' | 'staff' | 'otherStaff' | 'problemAdmin' | (typeof NAMES)[number]
type ProblemName = 'one' | 'two' | 'hidden' | 'groups' | 'groupsHidden'

/** Fields of a training that nothing is wrong with. */
export const WORDS = { title: 'Tides', description: 'Of tides', rank: 1000, auth: 'Public', status: true }

/** The body of a call that saves a training. */
export const trainingBody = (training: object = {}) => ({
  training: { ...WORDS, ...training },
  trainingCategory: { id: 1 },
})

const HOUR = 3_600_000
type Sent = { timeMs?: number; hours?: number; contestId?: number; groupId?: number }

/**
 * Starts a site with people, a group of `chief` and problems, shared by the tests of a file and set before the first
 * test. Trainings, submissions and rate limits are cleared before each.
 */
export function openTrainingSite() {
  const stage = {
    site: null as unknown as Site,
    people: {} as Record<Name, Person>,
    groupId: 0,
    /** Numbers. */
    problems: {} as Record<ProblemName, number>,
  }
  const { people, problems } = stage
  const call = (who: Person | null, method: string, path: string, body?: unknown) =>
    stage.site.rest(method, path, { ...(who ? { token: who.token } : {}), body })
  const list = async (who: Person | null, query = '') =>
    (await call(who, 'GET', `/api/get-training-list?${query}`)).data

  beforeAll(async () => {
    const site = await startSite()
    stage.site = site
    people.root = await addPerson(site, 'root', { role: 'ROOT' })
    people.staff = await addPerson(site, 'staff', { role: 'ADMIN' })
    people.otherStaff = await addPerson(site, 'otherStaff', { role: 'ADMIN' })
    people.problemAdmin = await addPerson(site, 'problemAdmin', { role: 'PROBLEM_ADMIN' })
    for (const name of NAMES) people[name] = await addPerson(site, name)
    problems.one = (await addProblem(site, people.root, 'P1')).id
    problems.two = (await addProblem(site, people.root, 'P2')).id
    problems.hidden = (await addProblem(site, people.root, 'P3', { visibility: 'HIDDEN' })).id
    const group = await addGroup(site, people.chief, 'club')
    stage.groupId = group.id
    await setStanding(site, group, people.member, 'MEMBER')
    await setStanding(site, group, people.groupAdmin, 'ADMIN')
    await setStanding(site, group, people.groupRoot, 'ROOT')
    const ofGroup = async (displayId: string, visibility: 'GROUP' | 'HIDDEN') => {
      const { id } = await addProblem(site, people.root, displayId)
      await site.prisma.problem.update({ where: { id }, data: { groupId: group.id, visibility } })
      return id
    }
    problems.groups = await ofGroup('CLUB1', 'GROUP')
    problems.groupsHidden = await ofGroup('CLUB2', 'HIDDEN')
    const category = { name: 'Basics', nameKey: 'basics', color: '#335577' }
    await site.prisma.trainingCategory.create({ data: category })
  })
  afterAll(() => stage.site?.close())
  beforeEach(async () => {
    const { prisma } = stage.site
    await prisma.training.deleteMany()
    await prisma.submission.deleteMany()
    await prisma.problemProgress.deleteMany()
    await prisma.groupProgress.deleteMany()
    await prisma.throttle.deleteMany()
  })

  return Object.assign(stage, {
    call,
    ask: (who: Person | null, query: string, variables: object = {}) =>
      stage.site.graphql(query, variables, who ?? {}),
    /** Creates a training over REST; its number. */
    async make(who: Person, training: object = {}): Promise<number> {
      const path = 'gid' in training ? '/api/group/training' : '/api/admin/training'
      expect(await call(who, 'POST', path, trainingBody(training))).toMatchObject({ status: 200 })
      return (await stage.site.prisma.training.findFirstOrThrow({ orderBy: { id: 'desc' } })).id
    },
    add: (who: Person, tid: number, pid: number) =>
      call(who, 'POST', '/api/admin/training/add-problem-from-public', { tid, pid, displayId: 'ignored' }),
    register: (who: Person, tid: number, password = 'sesame') =>
      call(who, 'POST', '/api/register-training', { tid, password }),
    list,
    titles: async (who: Person | null, query = ''): Promise<string[]> =>
      (await list(who, query)).records.map(({ title }: { title: string }) => title),
    detail: (who: Person | null, tid: number) => call(who, 'GET', `/api/get-training-detail?tid=${tid}`),
    problemIds: async (who: Person, tid: number) =>
      ((await call(who, 'GET', `/api/get-training-problem-list?tid=${tid}`)).data ?? []).map(
        ({ problemId }: { problemId: string }) => problemId,
      ),
    rank: async (who: Person, tid: number, query = '') =>
      (await call(who, 'GET', `/api/get-training-rank?tid=${tid}&${query}`)).data,
    /** A judged submission that many hours from now, counted; its number. */
    async judged(who: Person, problemId: number, verdict: Verdict, sent: Sent = {}): Promise<number> {
      const { timeMs = 10, hours = 0, ...venue } = sent
      const { id } = await stage.site.prisma.submission.create({
        data: {
          ...venue,
          problemId,
          userId: who.id,
          verdict,
          timeMs,
          state: 'DONE',
          language: 'cpp17o2',
          codeLength: 9,
          ip: '127.0.0.1',
          createdAt: new Date(Date.now() + hours * HOUR),
        },
      })
      await settle(contextOf(stage.site, null), id)
      return id
    },
  })
}
