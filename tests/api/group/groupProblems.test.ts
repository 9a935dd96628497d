import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { switches } from '#server/modules/site/site.ts'
import { addGroupRoles, type GroupRoles, NAMES, type Name } from '../../support/groupRoles.ts'
import { APPROVED, addGroup } from '../../support/groups.ts'
import { addJudgeable, globalId } from '../../support/judgeable.ts'
import { addPerson, contextOf } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

/** Problems that are of a group: which states there are of them, who sees and changes them, and what a save may make of them. */

let site: Site
let groupId: number

beforeAll(async () => {
  site = await startSite()
  await switches.set(contextOf(site, await addPerson(site, 'chief', { role: 'ROOT' })), {
    submitIntervalSeconds: 0,
  })
  groupId = (await addGroup(site, await addPerson(site, 'owner'), 'states')).id
})

afterAll(() => site?.close())

const VISIBILITIES = ['PUBLIC', 'HIDDEN', 'CONTEST_ONLY', 'GROUP'] as const
const APPLICATIONS = [null, 'ASKED', 'APPROVED', 'REFUSED'] as const

/** What the table of visibility.ts allows: of the site, and of a group. */
const OF_SITE = ['PUBLIC null false', 'HIDDEN null false', 'CONTEST_ONLY null false']
const OF_GROUP = [
  ...['GROUP null', 'GROUP ASKED', 'GROUP REFUSED', 'HIDDEN null', 'HIDDEN REFUSED'],
  ...['CONTEST_ONLY null', 'CONTEST_ONLY REFUSED'],
].flatMap((state) => [`${state} false`, `${state} true`])
const SHOWN = 'PUBLIC APPROVED true'

describe.each([
  ['the site', false],
  ['a group', true],
])('a problem of %s', (_, isOfGroup) => {
  it('is in one of the states there are, no matter who writes it (area-rules G10, G11)', async () => {
    const { id } = await addJudgeable(site, `STATE${isOfGroup}`, {
      visibility: 'HIDDEN',
      groupId: isOfGroup ? groupId : null,
    })
    const taken: string[] = []
    for (const visibility of VISIBILITIES)
      for (const application of APPLICATIONS)
        for (const wasApproved of [false, true]) {
          const written = site.prisma.$executeRaw`
            update "Problem" set "visibility" = ${visibility}::"ProblemVisibility",
              "application" = ${application}::"ProblemApplication",
              "approvedAt" = case when ${wasApproved}::boolean then now() end
            where "id" = ${id}`
          const name = `${visibility} ${application} ${wasApproved}`
          await written.then(
            () => taken.push(name),
            (error) => expect(String(error)).toContain('Problem_state_check'),
          )
        }
    expect(taken.toSorted()).toEqual((isOfGroup ? [...OF_GROUP, SHOWN] : OF_SITE).toSorted())
  })
})

const STATES = {
  group: { visibility: 'GROUP' },
  asked: { visibility: 'GROUP', application: 'ASKED' },
  hidden: { visibility: 'HIDDEN' },
  contest: { visibility: 'CONTEST_ONLY' },
  approved: APPROVED,
  returned: { visibility: 'GROUP', approvedAt: new Date() },
} as const
type State = keyof typeof STATES

const STAFF: Name[] = ['siteProblemAdmin', 'siteRoot']
const MANAGERS: Name[] = ['author', 'root', 'owner', ...STAFF]
const MEMBERS: Name[] = ['member', 'admin', ...MANAGERS]
const EVERYBODY = ['guest', ...NAMES] as const
type Who = (typeof EVERYBODY)[number]

/** Who sees a problem of `author`, and who manages it. */
const RULES: Record<State, { seen: readonly Who[]; managed: readonly Name[] }> = {
  group: { seen: MEMBERS, managed: MANAGERS },
  asked: { seen: MEMBERS, managed: MANAGERS },
  hidden: { seen: MANAGERS, managed: MANAGERS },
  contest: { seen: MANAGERS, managed: MANAGERS },
  approved: { seen: EVERYBODY, managed: STAFF },
  returned: { seen: MEMBERS, managed: MANAGERS },
}

describe.each(Object.entries(STATES) as [State, (typeof STATES)[State]][])(
  'a problem of a group that is %s',
  (state, columns) => {
    let stage: GroupRoles
    let problem: Awaited<ReturnType<typeof addJudgeable>>
    let annexId: number
    const tokenOf = (who: Who) => (who === 'guest' ? null : stage.people[who].token)

    beforeAll(async () => {
      stage = await addGroupRoles(site, state)
      const { group, people } = stage
      problem = await addJudgeable(site, `${state.toUpperCase()}1`, {
        groupId: group.id,
        authorId: people.author.id,
        ...columns,
      })
      const { blobHash } = await site.house.blobs
        .putAll([Buffer.from(state)])
        .then(([hash = '']) => ({ blobHash: hash }))
      const annex = { problemId: problem.id, name: 'a.txt', size: state.length, blobHash }
      annexId = (await site.prisma.annex.create({ data: annex })).id
    })

    it.each(EVERYBODY)('is shown to %s through every door or none (area-rules G9, G10, G11)', async (who) => {
      const token = tokenOf(who)
      const { displayId, id, globalId: node, testsetId } = problem
      const { data: nodes } = await site.graphql(
        `query ($node: ID!, $annex: ID!, $tests: ID!) {
          problem: node(id: $node) { id } annex: node(id: $annex) { id } tests: node(id: $tests) { id } }`,
        { node, annex: globalId('Annex', annexId), tests: globalId('Testset', testsetId ?? 0) },
        { token },
      )
      const named = await site.graphql(
        `query ($displayId: String!, $number: String!) {
          named: problem(displayId: $displayId) { viewerCanManage testset { id } annexes { name } }
          numbered: problem(displayId: $number) { number } }`,
        { displayId, number: String(id) },
        { token },
      )
      const seen = RULES[state].seen.includes(who)
      const manages = (RULES[state].managed as readonly Who[]).includes(who)
      expect(Object.values(nodes).map((one) => one !== null)).toEqual([seen, seen, manages])
      const testset = manages ? { id: expect.any(String) } : null
      const shown = { viewerCanManage: manages, testset, annexes: [{ name: 'a.txt' }] }
      expect(named.data).toEqual(seen ? { named: shown, numbered: { number: id } } : null)
      const rest = await site.rest('GET', `/api/get-problem-detail?problemId=${displayId}`, { token })
      expect(rest.status === 200).toBe(seen)
      if (seen) expect(rest.data.problem.auth).toBe({ hidden: 2, contest: 3 }[state as string] ?? 1)
    })

    it.each(EVERYBODY)('is changed by %s if they manage it (area-rules G9, G11)', async (who) => {
      const manages = (RULES[state].managed as readonly Who[]).includes(who)
      const input = { id: problem.globalId, changes: { sharesCode: false } }
      const { errors } = await site.graphql(
        'mutation ($input: UpdateProblemInput!) { updateProblem(input: $input) { id } }',
        { input },
        { token: tokenOf(who) },
      )
      expect(errors === undefined).toBe(manages)
    })

    it('is in no list, count and choice of the site before it was approved, for nobody (area-rules G10)', async () => {
      const isListed = state === 'approved'
      for (const who of EVERYBODY) {
        const { data } = await site.graphql(
          `query ($keyword: String!) { problems(keyword: $keyword) { totalCount edges { node { number } } }
            site { recentProblems { number } } }`,
          { keyword: problem.displayId },
          { token: tokenOf(who) },
        )
        expect(data.problems.totalCount).toBe(isListed ? 1 : 0)
        expect(data.problems.edges).toEqual(isListed ? [{ node: { number: problem.id } }] : [])
        const recent = data.site.recentProblems.map(({ number }: { number: number }) => number)
        expect(recent.includes(problem.id)).toBe(isListed)
      }
      for (const who of ['siteAdmin', ...STAFF] as const) {
        const { data } = await site.graphql(
          'query ($keyword: String!) { managedProblems(keyword: $keyword) { totalCount } }',
          { keyword: problem.displayId },
          { token: tokenOf(who) },
        )
        expect(data.managedProblems.totalCount).toBe(isListed && who !== 'siteAdmin' ? 1 : 0)
      }
    })

    it('takes what members send where it is GROUP, and what all send once it is public (area-rules G8, G11)', async () => {
      const { people } = stage
      for (const name of ['stranger', 'applicant', 'left', 'member', 'author', 'siteProblemAdmin'] as const) {
        await site.graphql(
          'mutation ($input: SubmitInput!) { submit(input: $input) { number } }',
          { input: { problemId: problem.globalId, language: 'cpp17o2', source: 'int main() { return 0; }' } },
          { token: people[name].token },
        )
        const isMember = name === 'member' || name === 'author'
        const takes = state === 'approved' || (isMember && RULES[state].seen.includes('member'))
        const sent = { problemId: problem.id, userId: people[name].id }
        expect(await site.prisma.submission.count({ where: sent }), name).toBe(takes ? 1 : 0)
      }
    })
  },
)
