import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Problem } from '#prisma/generated/client.ts'
import { addContest, addJudged, timesOf } from '../../support/contests.ts'
import { addGroupRoles, type GroupRoles, NAMES, type Name } from '../../support/groupRoles.ts'
import { addGroup } from '../../support/groups.ts'
import { addJudgeable, globalId } from '../../support/judgeable.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

/** What the administrators of a group may do to its rows through REST, and what others are answered (area-rules G8, G9, G12). */

let site: Site
let stage: GroupRoles
/** Owners: of another group, and of one that is disbanded. */
const others = {} as Record<'elsewhere' | 'disbanded', Person>
let made = 0

beforeAll(async () => {
  site = await startSite()
  stage = await addGroupRoles(site)
  for (const name of ['elsewhere', 'disbanded'] as const) {
    others[name] = await addPerson(site, name)
    await addGroup(site, others[name], name, name === 'disbanded' ? { disbandedAt: new Date() } : {})
  }
})
afterAll(() => site?.close())
beforeEach(async () => void (await site.prisma.throttle.deleteMany()))

const EVERYBODY = ['guest', ...NAMES, 'elsewhere', 'disbanded'] as const
type Who = (typeof EVERYBODY)[number]

const tokenOf = (who: Who): string | null => {
  if (who === 'guest') return null
  return (who === 'elsewhere' || who === 'disbanded' ? others[who] : stage.people[who]).token
}

const rest = (who: Who, method: string, path: string, body?: object) =>
  site.rest(method, path, { token: tokenOf(who), ...(body ? { body } : {}) })

/** A problem of the group that is in none of its lists yet. */
const addOwn = (columns: Partial<Pick<Problem, 'groupId' | 'authorId' | 'visibility'>> = {}) =>
  addJudgeable(site, `ALPHA${++made}`, {
    groupId: stage.group.id,
    authorId: stage.people.author.id,
    visibility: 'HIDDEN',
    ...columns,
  })

const ADMINS: Name[] = ['admin', 'author', 'root', 'owner']

/** Refusals of somebody whom the door does not let through: the same for every row, whether there is one or not. */
const turnedAway = (who: Who): number => (who === 'guest' ? 401 : 403)

describe('a hidden problem of a group, by REST', () => {
  const MANAGERS: Who[] = ['author', 'root', 'owner', 'siteProblemAdmin', 'siteRoot']
  /** The site's staff who manage problems somewhere, and administrators of groups: they get as far as the row. */
  const PAST_THE_DOOR: Who[] = [...MANAGERS, ...ADMINS, 'siteAdmin', 'elsewhere']

  it.each(EVERYBODY)('is read and changed by %s if they manage it (area-rules G8, G9)', async (who) => {
    const { id } = await addOwn()
    const acts: [method: string, path: (pid: number) => string, body?: (pid: number) => object][] = [
      ['GET', (pid) => `/api/admin/problem?pid=${pid}`],
      ['GET', (pid) => `/api/admin/problem/get-problem-cases?pid=${pid}`],
      ['GET', (pid) => `/api/admin/contest/problem?pid=${pid}`],
      ['PUT', () => '/api/admin/problem', (pid) => ({ problem: { id: pid, difficulty: 2 } })],
      ['PUT', () => '/api/admin/contest/problem', (pid) => ({ problem: { id: pid, difficulty: 1 } })],
      ['PUT', () => '/api/admin/problem/change-problem-auth', (pid) => ({ id: pid, auth: 2 })],
      ['POST', () => '/api/admin/problem/test-script', (pid) => ({ pid, text: '' })],
    ]
    const missing = 4_711_000
    for (const [method, path, body] of acts) {
      const answer = await rest(who, method, path(id), body?.(id))
      const ofNone = await rest(who, method, path(missing), body?.(missing))
      if (MANAGERS.includes(who)) expect([path(id), answer.status]).toEqual([path(id), 200])
      else expect([path(id), answer]).toEqual([path(id), ofNone])
      if (!MANAGERS.includes(who))
        expect([path(id), answer.status]).toEqual([
          path(id),
          PAST_THE_DOOR.includes(who) ? 404 : turnedAway(who),
        ])
    }
  })

  it.each(EVERYBODY)('is deleted by %s if they manage it (area-rules G9)', async (who) => {
    const { id } = await addOwn()
    const { status } = await rest(who, 'DELETE', `/api/admin/problem?pid=${id}`)
    const may = MANAGERS.includes(who)
    expect(status === 200).toBe(may)
    expect((await site.prisma.problem.count({ where: { id } })) === 0).toBe(may)
  })

  it('shows who sees it in the group but does not manage it no more than that (area-rules G9)', async () => {
    const { id } = await addOwn({ visibility: 'GROUP' })
    for (const [who, status] of [
      ['admin', 403],
      ['elsewhere', 404],
      ['member', 403],
    ] as const) {
      expect((await rest(who, 'GET', `/api/admin/problem?pid=${id}`)).status, who).toBe(status)
      expect((await rest(who, 'DELETE', `/api/admin/problem?pid=${id}`)).status, who).toBe(status)
    }
  })

  it('lends administrators of a group nothing of the site (area-rules G8)', async () => {
    const ofSite = await addOwn({ groupId: null, authorId: stage.people.author.id, visibility: 'PUBLIC' })
    const before = await site.prisma.problem.count()
    for (const who of ['author', 'root', 'owner'] as const)
      for (const [method, path, body] of [
        ['GET', `/api/admin/problem?pid=${ofSite.id}`],
        ['PUT', '/api/admin/problem', { problem: { id: ofSite.id, difficulty: 2 } }],
        ['DELETE', `/api/admin/problem?pid=${ofSite.id}`],
        ['GET', '/api/admin/problem/get-problem-list'],
        ['POST', '/api/admin/problem', { problem: { title: 'Of the site' } }],
        ['POST', '/api/admin/contest/problem', { problem: { title: 'Of the site' } }],
      ] as const)
        expect([path, (await rest(who, method, path, body)).status]).toEqual([path, 403])
    expect(await site.prisma.problem.count()).toBe(before)
  })

  it('is changed and deleted in bulk over GraphQL by those who manage it (area-rules G9)', async () => {
    const change = `mutation ($input: ChangeProblemVisibilityInput!) { changeProblemVisibility(input: $input) { done } }`
    const remove = 'mutation ($input: RemoveProblemsInput!) { removeProblems(input: $input) { done } }'
    for (const who of EVERYBODY) {
      const { id } = await addOwn()
      const ids = [globalId('Problem', id)]
      const ask = (query: string, input: object) => site.graphql(query, { input }, { token: tokenOf(who) })
      const changed = await ask(change, { ids, visibility: 'GROUP' })
      const may = MANAGERS.includes(who)
      expect((changed.data?.changeProblemVisibility.done.length ?? 0) === (may ? 1 : 0), who).toBe(true)
      const removed = await ask(remove, { ids })
      expect((removed.data?.removeProblems.done.length ?? 0) === (may ? 1 : 0), who).toBe(true)
      if (!PAST_THE_DOOR.includes(who))
        expect(changed.errors?.[0]?.extensions?.code).toBe(who === 'guest' ? 'UNAUTHENTICATED' : 'FORBIDDEN')
    }
  })
})

describe('a hidden contest of a group, by REST', () => {
  const MANAGERS: Who[] = ['author', 'root', 'owner', 'siteRoot']

  const addOwnContest = async (columns: object = {}) => {
    const of = { type: 'ACM' as const, ownerId: stage.people.author.id, groupId: stage.group.id }
    const contest = { ...of, ...timesOf('running'), visible: false, ...columns }
    return addContest(site, contest)
  }

  it.each(EVERYBODY)(
    'is read, changed and deleted by %s if they organise it (area-rules G8, G12)',
    async (who) => {
      const { id: cid } = await addOwnContest()
      const problem = await addOwn({ visibility: 'GROUP' })
      const pid = problem.id
      const sent = { problemId: pid, contestId: cid, createdAt: new Date() }
      await addJudged(site, stage.people.member, sent, { groupId: stage.group.id })
      const linked = { cid, pid, displayId: 'A', displayTitle: 'Sum' }
      const acts: [method: string, path: string, body?: object][] = [
        ['GET', `/api/admin/contest?cid=${cid}`],
        ['PUT', '/api/admin/contest', { id: cid, title: 'Day', description: 'Other rules' }],
        ['PUT', `/api/admin/contest/change-contest-visible?cid=${cid}&visible=false`],
        ['GET', `/api/admin/contest/get-problem-list?cid=${cid}`],
        ['GET', `/api/admin/contest/get-problem-list?cid=${cid}&queryExisted=false`],
        ['POST', '/api/admin/contest/add-problem-from-public', { cid, pid, displayId: 'A' }],
        ['PUT', '/api/admin/contest/contest-problem', linked],
        ['GET', `/api/admin/contest/contest-problem?cid=${cid}&pid=${pid}`],
        ['GET', `/api/admin/contest/announcement?cid=${cid}`],
        [
          'POST',
          '/api/admin/contest/announcement',
          { cid, announcement: { title: 'Told', content: 'To all' } },
        ],
        ['GET', `/api/admin/judge/rejudge-contest-problem?cid=${cid}&pid=${pid}`],
        ['DELETE', `/api/admin/contest/problem?cid=${cid}&pid=${pid}`],
        ['DELETE', `/api/admin/contest?cid=${cid}`],
      ]
      for (const [method, path, body] of acts) {
        const { status } = await rest(who, method, path, body)
        if (MANAGERS.includes(who)) expect([path, status]).toEqual([path, 200])
        else expect([path, status >= 401 && status <= 404]).toEqual([path, true])
      }
      const { removedAt } = (await site.prisma.contest.findUnique({ where: { id: cid } })) ?? {
        removedAt: new Date(),
      }
      expect(removedAt !== null).toBe(MANAGERS.includes(who))
    },
  )

  it('is no other to outsiders than one that does not exist (area-rules G8)', async () => {
    const { id: cid } = await addOwnContest()
    for (const who of [
      'guest',
      'stranger',
      'left',
      'applicant',
      'disbanded',
      'elsewhere',
      'siteAdmin',
    ] as const)
      expect(await rest(who, 'GET', `/api/admin/contest?cid=${cid}`), who).toEqual(
        await rest(who, 'GET', '/api/admin/contest?cid=4711000'),
      )
  })

  it('gets problems of the group and public ones, and no others (area-rules G8)', async () => {
    const { id: cid } = await addOwnContest()
    const elsewhere = await site.prisma.group.findFirstOrThrow({ where: { shortName: 'elsewhere' } })
    const choices = {
      shown: await addOwn({ visibility: 'GROUP', authorId: stage.people.root.id }),
      own: await addOwn(),
      public: await addOwn({ groupId: null, visibility: 'PUBLIC' }),
      hidden: await addOwn({ authorId: stage.people.root.id }),
      ofSite: await addOwn({ groupId: null }),
      ofOther: await addOwn({ groupId: elsewhere.id, visibility: 'GROUP' }),
    }
    const list = await rest(
      'author',
      'GET',
      `/api/admin/contest/get-problem-list?cid=${cid}&queryExisted=false&limit=50`,
    )
    const ids = list.data.problemList.records.map(({ id }: { id: number }) => id)
    expect(Object.entries(choices).flatMap(([name, { id }]) => (ids.includes(id) ? [name] : []))).toEqual([
      ...['shown', 'own', 'public'],
    ])
  })

  it('is cloned within its group (area-rules G8, G12)', async () => {
    const { id: cid } = await addOwnContest()
    for (const who of ['author', 'siteRoot'] as const) {
      expect((await rest(who, 'GET', `/api/admin/contest/clone?cid=${cid}`)).status).toBe(200)
      const clone = await site.prisma.contest.findFirstOrThrow({
        where: { clonedFrom: cid },
        orderBy: { id: 'desc' },
      })
      expect(clone).toMatchObject({ groupId: stage.group.id, ownerId: stage.people[who].id, visible: false })
    }
    expect((await rest('admin', 'GET', `/api/admin/contest/clone?cid=${cid}`)).status).toBe(404)
  })

  it('lends administrators of a group nothing of the site (area-rules G8)', async () => {
    const { id: cid } = await addOwnContest({ groupId: null, visible: true })
    for (const [method, path, body] of [
      ['GET', `/api/admin/contest?cid=${cid}`],
      ['PUT', '/api/admin/contest', { id: cid, title: 'Day', description: 'Other rules' }],
      ['DELETE', `/api/admin/contest?cid=${cid}`],
      ['GET', `/api/admin/contest/clone?cid=${cid}`],
      ['GET', '/api/admin/contest/get-contest-list'],
    ] as const)
      for (const who of ['author', 'root', 'owner'] as const)
        expect([path, (await rest(who, method, path, body)).status]).toEqual([path, 403])
  })

  it('is deleted over GraphQL by its organisers, who are told that they may', async () => {
    const { id } = await addOwnContest()
    const asked = { id: globalId('Contest', id), ids: [globalId('Contest', id)] }
    const ask = (who: Who, query: string, variables: object) =>
      site.graphql(query, variables, { token: tokenOf(who) })
    const may = 'query ($id: ID!) { node(id: $id) { ... on Contest { setting { canRemove } } } }'
    expect((await ask('author', may, { id: asked.id })).data.node.setting).toEqual({ canRemove: true })
    const remove = 'mutation ($input: RemoveContestsInput!) { removeContests(input: $input) { done } }'
    const input = { ids: asked.ids }
    expect((await ask('stranger', remove, { input })).errors?.[0]?.extensions?.code).toBe('FORBIDDEN')
    expect((await ask('admin', remove, { input })).data.removeContests.done).toHaveLength(0)
    expect((await ask('author', remove, { input })).data.removeContests.done).toHaveLength(1)
  })
})
