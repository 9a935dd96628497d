import { afterAll, beforeAll, beforeEach } from 'vitest'
import { addTargets, type Targets } from '../../support/groupProblems.ts'
import { addGroupRoles } from '../../support/groupRoles.ts'
import { globalId } from '../../support/judgeable.ts'
import {
  type Action,
  ADMINS,
  change,
  MEMBERS,
  node,
  ROOTS,
  type Stage,
  testRoles,
  type Who,
} from '../../support/roleTable.ts'
import { startSite } from '../../support/site.ts'

/** Every role × every action on problems of a group × every door (area-rules G8, G9, G10, G11). */

const stage = {} as Stage
let made = 0

beforeAll(async () => {
  const site = await startSite()
  Object.assign(stage, { site, ...(await addGroupRoles(site)) })
})
afterAll(() => stage.site?.close())
beforeEach(async () => void (await stage.site.prisma.throttle.deleteMany()))

/** Managers of the problems of `author`, who is an admin of the group. */
const MANAGERS: readonly Who[] = ['author', ...ROOTS, 'siteProblemAdmin']
const STAFF: readonly Who[] = ['siteProblemAdmin', 'siteRoot']

const aim = () => addTargets(stage)

const id = (number: number) => globalId('Problem', number)
const inGroup = (gid: number, fields: string) =>
  [`query ($number: Int!) { group(number: $number) { ${fields} } }`, { number: gid }] as const
const dto = (fields: object) => ({ problem: { title: 'Knots', timeLimit: 1000, auth: 1, ...fields } })

const ACTIONS: Record<string, Action<Targets>> = {
  'lists them': {
    who: MEMBERS,
    rest: ({ gid }) => ['GET', `/api/group/get-problem-list?gid=${gid}`],
    graph: ({ gid }) => [
      'query ($group: Int) { problems(groupNumber: $group) { totalCount } }',
      { group: gid },
    ],
  },
  'lists them to manage them': {
    who: ADMINS,
    rest: ({ gid }) => ['GET', `/api/group/get-admin-problem-list?gid=${gid}`],
    graph: ({ gid }) => inGroup(gid, 'managedProblems { totalCount }'),
  },
  'lists the tags that they may have': {
    who: ADMINS,
    rest: ({ gid }) => ['GET', `/api/group/get-all-problem-tags?gid=${gid}`],
    graph: ({ gid }) => inGroup(gid, 'managedProblems { totalCount }'),
  },
  'lists the tags of the group': {
    who: MEMBERS,
    graph: ({ gid }) => inGroup(gid, 'tags { name } problemTags { name }'),
  },
  'opens a hidden one': {
    who: MANAGERS,
    rest: ({ hidden }) => ['GET', `/api/group/problem?pid=${hidden}`],
    graph: ({ hidden }) => node('Problem', hidden, 'title'),
  },
  'reads the tests of one': {
    who: MANAGERS,
    rest: ({ shown }) => ['GET', `/api/group/get-problem-cases?pid=${shown}`],
    graph: ({ hidden }) => node('Problem', hidden, 'testset { id }'),
  },
  'creates one': {
    who: ADMINS,
    rest: ({ gid }) => ['POST', '/api/group/problem', dto({ gid, problemId: `R${++made}` })],
    graph: ({ gid }) =>
      change('createProblem', {
        groupId: globalId('Group', gid),
        changes: { displayKey: `G${++made}`, words: [{ locale: 'EN_US', title: 'Knots' }] },
      }),
  },
  'edits one': {
    who: MANAGERS,
    rest: ({ shown }) => ['PUT', '/api/group/problem', { problem: { id: shown, difficulty: 2 } }],
    graph: ({ shown }) => change('updateProblem', { id: id(shown), changes: { sharesCode: true } }),
  },
  'hides one': {
    who: MANAGERS,
    rest: ({ shown }) => ['PUT', `/api/group/change-problem-auth?pid=${shown}&auth=2`],
    graph: ({ shown }) => change('updateProblem', { id: id(shown), changes: { visibility: 'HIDDEN' } }),
  },
  'deletes one': {
    who: MANAGERS,
    rest: ({ shown }) => ['DELETE', `/api/group/problem?pid=${shown}`],
    graph: ({ shown }) => change('removeProblems', { ids: [id(shown)] }, 'done refused { code }'),
  },
  'applies for the site': {
    who: MANAGERS,
    rest: ({ shown }) => ['PUT', `/api/group/apply-public?pid=${shown}&isApplied=true`],
    graph: ({ shown }) => change('applyForSite', { id: id(shown), isApplied: true }),
  },
  'cancels an application': {
    who: MANAGERS,
    rest: ({ asked }) => ['PUT', `/api/group/apply-public?pid=${asked}&isApplied=false`],
    graph: ({ asked }) => change('applyForSite', { id: id(asked), isApplied: false }),
  },
  'lists the applications': {
    who: STAFF,
    rest: () => ['GET', '/api/admin/group-problem/list'],
    graph: () => ['query { problemApplications { totalCount } }', {}],
  },
  'answers an application': {
    who: STAFF,
    rest: ({ asked }) => ['PUT', '/api/admin/group-problem/change-progress', { pid: asked, progress: 2 }],
    graph: ({ asked }) => change('answerApplication', { id: id(asked), answer: 'REFUSED' }),
  },
  'edits an approved one': {
    who: STAFF,
    rest: ({ approved }) => ['PUT', '/api/group/problem', { problem: { id: approved, difficulty: 2 } }],
    graph: ({ approved }) => change('updateProblem', { id: id(approved), changes: { sharesCode: true } }),
  },
  'takes an approved one off the site': {
    who: STAFF,
    rest: ({ approved }) => [
      'PUT',
      '/api/admin/group-problem/change-progress',
      { pid: approved, progress: 3 },
    ],
    graph: ({ approved }) => change('answerApplication', { id: id(approved), answer: 'ASKED' }),
  },
  'deletes an approved one': {
    who: STAFF,
    rest: ({ approved }) => ['DELETE', `/api/group/problem?pid=${approved}`],
    graph: ({ approved }) => change('removeProblems', { ids: [id(approved)] }, 'done refused { code }'),
  },
}

testRoles(stage, aim, ACTIONS)
