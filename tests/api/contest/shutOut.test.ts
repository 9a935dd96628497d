import { beforeAll, describe, expect, it } from 'vitest'
import type { ContestAccess } from '#prisma/generated/enums.ts'
import { fitsRule, writeRule } from '#server/policy/accountRule.ts'
import { commenting } from '../../support/commenting.ts'
import { openContestSite } from '../../support/contestSite.ts'
import { globalId } from '../../support/judgeable.ts'
import { addPerson, type Person } from '../../support/people.ts'

/** Whom the account rule of a contest shuts out: no door shows them what was sent and said there. */

const arena = openContestSite()
const { people, problems, call, makeContest, put, sent } = arena
const { write, reply, ask } = commenting(arena)

const RULE = writeRule({ prefix: 'team', suffix: '', start: 1, end: 9, extra: ['ada'] })
const NAMES = ['guest', 'stranger', 'shutOut', 'registered', 'organiser'] as const
type Name = (typeof NAMES)[number]
const who = {} as Record<Name, Person | null>

beforeAll(async () => {
  who.guest = null
  who.stranger = people.bob
  who.shutOut = await addPerson(arena.site, 'left')
  who.registered = people.team7
  who.organiser = people.owner
})

const ACCESS = { PUBLIC: 0, PRIVATE: 1, PROTECTED: 2 } as const
const EXPECTED: Record<ContestAccess, readonly Name[]> = {
  PUBLIC: ['stranger', 'shutOut', 'registered', 'organiser'],
  PROTECTED: ['stranger', 'shutOut', 'registered', 'organiser'],
  PRIVATE: ['registered', 'organiser'],
}

/** A running contest with a submission, a comment and a reply; `shutOut` registered before the rule was made. */
async function stageOf(access: ContestAccess) {
  const cid = await makeContest({ auth: ACCESS[access], pwd: 'sesame' })
  await put(cid, problems.sum.id, 'A')
  for (const name of ['shutOut', 'registered'] as const)
    await call(who[name], 'POST', '/api/register-contest', { cid, password: 'sesame' })
  const rule = { openAccountLimit: true, accountLimitRule: RULE }
  expect((await call(people.owner, 'PUT', '/api/admin/contest', { id: cid, ...rule })).status).toBe(200)
  const row = await sent(people.owner, cid, problems.sum.id, 5)
  const comment = await write(people.owner, cid, 'Read the rules')
  const answer = await reply(people.owner, comment, 'All of them')
  return { cid, row, comment, answer: answer.data.id as number }
}

/** Which doors show something of the contest to somebody. */
async function doorsOf(
  person: Person | null,
  { cid, row, comment, answer }: Awaited<ReturnType<typeof stageOf>>,
) {
  const node = async (type: string, id: number, field: string) => {
    const query = `query ($id: ID!) { node(id: $id) { ... on ${type} { ${field} } } }`
    const { data } = await ask(person, query, { id: globalId(type, id) })
    return Boolean(data?.node)
  }
  const list = await ask(
    person,
    'query ($filter: SubmissionFilter) { submissions(filter: $filter) { totalCount edges { node { number } } } }',
    { filter: { contestId: globalId('Contest', cid) } },
  )
  const thread = await ask(
    person,
    'query ($cid: Int!) { contest(number: $cid) { comments { totalCount edges { node { content } } } } }',
    { cid },
  )
  const stream = await arena.site.subscribe(
    'subscription ($id: ID!) { submissionChanged(id: $id) { number } }',
    { id: globalId('Submission', row.id) },
    person ?? {},
  )
  const heard = await stream.next()
  stream.close()
  const detail = await call(person, 'GET', `/api/get-submission-detail?submitId=${row.id}`)
  const rows = await call(
    person,
    'GET',
    `/api/contest-submissions?contestID=${cid}&limit=30&currentPage=1&beforeContestSubmit=false`,
  )
  const said = await call(person, 'GET', `/api/comments?currentPage=1&limit=10&cid=${cid}`)
  return {
    node: await node('Submission', row.id, 'number'),
    commentNode: await node('Comment', comment, 'content replies { edges { node { content } } }'),
    replyNode: await node('Reply', answer, 'content'),
    list: (list.data?.submissions?.edges ?? []).length > 0,
    count: (list.data?.submissions?.totalCount ?? 0) > 0,
    comments: (thread.data?.contest?.comments?.totalCount ?? 0) > 0,
    stream: Boolean(heard.data?.submissionChanged),
    restDetail: Boolean(detail.data?.submission),
    restList: (rows.data?.total ?? 0) > 0,
    restComments: (said.data?.commentList?.total ?? 0) > 0,
  }
}

describe.each(['PUBLIC', 'PROTECTED', 'PRIVATE'] as const)('a %s contest with an account rule', (access) => {
  let stage: Awaited<ReturnType<typeof stageOf>>
  beforeAll(async () => {
    stage = await stageOf(access)
  })

  it.each(NAMES)('shows %s the same at every door', async (name) => {
    const doors = await doorsOf(who[name], stage)
    const isIn = EXPECTED[access].includes(name)
    expect(doors).toEqual(Object.fromEntries(Object.keys(doors).map((door) => [door, isIn])))
  })
})

it('is open and closed again as the rule or the name changes', async () => {
  const stage = await stageOf('PRIVATE')
  const left = who.shutOut as Person
  const sees = async () => new Set(Object.values(await doorsOf(left, stage)))
  const rename = (username: string) =>
    arena.site.prisma.user.update({
      where: { id: left.id },
      data: { username, usernameKey: username, looks: [username] },
    })
  expect(await sees()).toEqual(new Set([false]))
  await rename('team8')
  expect(await sees()).toEqual(new Set([true]))
  await rename('left')
  expect(await sees()).toEqual(new Set([false]))
  await call(people.owner, 'PUT', '/api/admin/contest', { id: stage.cid, openAccountLimit: false })
  expect(await sees()).toEqual(new Set([true]))
})

it('an account rule matches the same names, in any case, in PostgreSQL as in TypeScript', async () => {
  expect(fitsRule('<prefix>Team</prefix><start>1</start><end>9</end>', 'tEAM8')).toBe(true)
  const texts = ['', 'a', 'Team', '7', '队', '0']
  const names = [
    '',
    'team7',
    'TEAM8',
    'team07',
    'team10',
    'a',
    'a7a',
    '77',
    'ada',
    '队3队',
    'team',
    'team77',
    'x 1',
  ]
  const rules: (string | null)[] = [null, '', 'nonsense', '<prefix>a', '<start>1</start><end>x</end>']
  for (const prefix of texts)
    for (const suffix of texts)
      for (const [start, end] of [
        [0, 10],
        [7, 7],
        [8, 3],
        [70, 999_999_999],
      ] as const)
        rules.push(writeRule({ prefix, suffix, start, end, extra: ['ada', 'x'] }))
  rules.push('<extra>ada\u3000a7a\n77</extra>', '<prefix></prefix><start> 1 </start><end>9\n</end>')
  const pairs = rules.flatMap((rule) => names.map((name) => ({ rule, name })))
  const said = await arena.site.prisma.$queryRaw<{ fits: boolean }[]>`
    select fits_account_rule(pair->>'rule', pair->>'name') as "fits"
    from jsonb_array_elements(${JSON.stringify(pairs)}::jsonb) with ordinality as t(pair, at) order by at`
  const differ = pairs.filter(({ rule, name }, at) => said[at]?.fits !== fitsRule(rule, name))
  expect(differ).toEqual([])
})
