import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Group } from '#prisma/generated/client.ts'
import { commenting } from '../../support/commenting.ts'
import { openContestSite } from '../../support/contestSite.ts'
import { tellContest } from '../../support/contests.ts'
import { addGroup, setStanding } from '../../support/groups.ts'
import { addJudgeable, globalId } from '../../support/judgeable.ts'
import { addPerson, type Person } from '../../support/people.ts'

/** Who organises a contest of a group, through every door; its row is made by hand. */

const arena = openContestSite()
const { people, problems, call, makeContest, put, sent, rank } = arena
const { list, write, reply, said } = commenting(arena)

const NAMES = ['admin', 'otherAdmin', 'groupRoot', 'groupOwner', 'member', 'leaver', 'stranger'] as const
type Name = (typeof NAMES)[number] | 'staff' | 'root'
const who = {} as Record<Name, Person>
let group: Group
beforeAll(async () => {
  for (const name of NAMES) who[name] = await addPerson(arena.site, name)
  who.staff = people.rival
  who.root = people.root
  group = await addGroup(arena.site, who.groupOwner, 'organised')
  const standings = { admin: 'ADMIN', otherAdmin: 'ADMIN', groupRoot: 'ROOT', member: 'MEMBER' } as const
  for (const [name, standing] of Object.entries(standings))
    await setStanding(arena.site, group, who[name as Name], standing)
  for (const one of [people.ada, people.bob]) await setStanding(arena.site, group, one, 'MEMBER')
})
beforeEach(async () => void (await arena.site.prisma.throttle.deleteMany()))

/** A contest of the group that somebody owns, with one problem. */
async function contestOf(owner: Person, change: object = {}): Promise<number> {
  const id = await makeContest({ openPrint: true, ...change })
  await put(id, problems.sum.id, 'A')
  const data = { ownerId: owner.id, groupId: group.id, version: { increment: 1 } }
  await tellContest(arena.site, await arena.site.prisma.contest.update({ where: { id }, data }))
  return id
}

const ask = (person: Person, query: string, variables: object = {}) =>
  arena.site.graphql(query, variables, person)

/** Who may as organisers, of a contest of each of these owners (area-rules G8, G12). */
const CASES: [asking: Name, owner: Name, may: boolean][] = [
  ['admin', 'admin', true],
  ['groupRoot', 'admin', true],
  ['groupOwner', 'admin', true],
  ['root', 'admin', true],
  ['otherAdmin', 'admin', false],
  ['member', 'admin', false],
  ['stranger', 'admin', false],
  ['staff', 'admin', false],
  // Owners whose role in the group lends them nothing any more.
  ['member', 'member', false],
  ['leaver', 'leaver', false],
  ['staff', 'staff', false],
]

describe.each(CASES)(
  '%s, in a contest of a group owned by %s (area-rules G8, G12): %s',
  (asking, owner, may) => {
    let cid: number
    let person: Person
    beforeAll(async () => {
      cid = await contestOf(who[owner])
      person = who[asking]
    })

    it('reads what organisers read', async () => {
      const row = await sent(people.ada, cid, problems.sum.id, 5, { groupId: group.id })
      const board = await fetch(`${arena.site.url}/api/contest-scoreboard/${cid}?view=JURY`, {
        headers: { authorization: person.token },
      })
      expect(board.status === 200).toBe(may)
      for (const path of [
        `/api/get-contest-ac-info?cid=${cid}&limit=20&currentPage=1`,
        `/api/get-contest-print?cid=${cid}&limit=15&currentPage=1`,
      ])
        expect((await call(person, 'GET', path)).status === 200).toBe(may)
      const { contest } = (
        await ask(
          person,
          `query ($cid: Int!) { contest(number: $cid) { canManage viewerCanRejudge setting { password stars }
           managedNotices { title }
           acceptedRuns(first: 1) { totalCount } printQueue(first: 1) { totalCount } } }`,
          { cid },
        )
      ).data
      expect(contest?.canManage ?? false).toBe(may)
      expect(contest?.viewerCanRejudge ?? false).toBe(may)
      for (const field of ['setting', 'managedNotices', 'acceptedRuns', 'printQueue'])
        expect((contest?.[field] ?? null) !== null).toBe(may)
      const { data } = await ask(
        person,
        `query ($n: Int!) { submission(number: $n) { viewerCanRejudge judgements { verdict } source } }`,
        { n: row.id },
      )
      expect(data?.submission?.viewerCanRejudge ?? false).toBe(may)
      expect((data?.submission?.judgements ?? null) !== null).toBe(may)
      expect((data?.submission?.source ?? null) !== null).toBe(may)
    })

    it('does what organisers do', async () => {
      const row = await sent(people.bob, cid, problems.sum.id, 6, { groupId: group.id })
      const print = await arena.site.prisma.contestPrint.create({
        data: { contestId: cid, userId: people.bob.id, content: 'x'.repeat(60) },
      })
      const contestId = globalId('Contest', cid)
      const acts: [string, object][] = [
        [
          'mutation ($input: CreateContestNoticeInput!) { createContestNotice(input: $input) { __typename } }',
          { contestId, title: 'Told', content: 'To all' },
        ],
        [
          'mutation ($input: ClaimAcceptedRunInput!) { claimAcceptedRun(input: $input) { __typename } }',
          { contestNumber: cid, submissionNumber: row.id, isClaimed: true },
        ],
        [
          'mutation ($input: CheckContestPrintInput!) { checkContestPrint(input: $input) { __typename } }',
          { number: print.id, isPrinted: true },
        ],
        [
          'mutation ($input: UpdateContestInput!) { updateContest(input: $input) { __typename } }',
          { id: contestId, fields: { description: 'Other rules' } },
        ],
        [
          'mutation ($input: OrderContestProblemsInput!) { orderContestProblems(input: $input) { __typename } }',
          { contestId, problemNumbers: [problems.sum.id] },
        ],
        [
          'mutation ($input: CorrectSubmissionInput!) { correctSubmission(input: $input) { __typename } }',
          { id: globalId('Submission', row.id), verdict: 'WRONG_ANSWER' },
        ],
        [
          'mutation ($input: RejudgeContestProblemInput!) { rejudgeContestProblem(input: $input) { operation { state } } }',
          { contestId, problemNumber: problems.sum.id },
        ],
      ]
      for (const [mutation, input] of acts) {
        const { data, errors } = await ask(person, mutation, { input })
        expect([mutation, data !== null && errors === undefined]).toEqual([mutation, may])
        if (!may) expect(['FORBIDDEN', 'NOT_FOUND']).toContain(errors?.[0]?.extensions?.code)
      }
    })
  },
)

it('knows of no contest that a group hides, for anyone who is not in it (area-rules G8)', async () => {
  const cid = await contestOf(who.admin, { visible: false })
  // Both make contests somewhere, and so ask as organisers do.
  const founder = await addPerson(arena.site, 'founder')
  await addGroup(arena.site, founder, 'another')
  const runs = (person: Person, number = cid) =>
    call(person, 'GET', `/api/get-contest-ac-info?cid=${number}&limit=20&currentPage=1`)
  for (const person of [founder, who.staff]) {
    expect((await runs(person)).status).toBe(404)
    expect((await runs(person, 4711)).status).toBe(404)
  }
  expect((await runs(who.groupRoot)).status).toBe(200)
  // Nor of a hidden one of the site, which only a group lets the viewer organise.
  const ofSite = await makeContest({ visible: false })
  expect((await runs(founder, ofSite)).status).toBe(404)
  expect((await runs(who.staff, ofSite)).status).toBe(403)
})

it('ranks and counts neither the owner nor roots of the group, wherever they are by now (contest-rules 4, 21)', async () => {
  const cid = await contestOf(who.leaver)
  const names = ['admin', 'groupRoot', 'groupOwner', 'leaver', 'member', 'root'] as const
  for (const [minute, name] of names.entries())
    await sent(who[name], cid, problems.sum.id, minute + 1, { groupId: group.id })
  const ranked = async () =>
    (await rank(people.root, cid)).data.records.map(({ username }: { username: string }) => username)
  expect(await ranked()).toEqual(['admin', 'member'])
  const counted = async () => {
    const { data } = await ask(
      people.root,
      'query ($cid: Int!) { contest(number: $cid) { problems { tally { total } } acceptedRuns(first: 9) { totalCount } } }',
      { cid },
    )
    return [data.contest.problems[0].tally.total, data.contest.acceptedRuns.totalCount]
  }
  expect(await counted()).toEqual([2, 2])
  // Open boards follow who is a root.
  const live = await arena.site.subscribe(
    `subscription ($cid: Int!) { scoreboardChanged(number: $cid, view: PUBLIC) { goneUsernames } }`,
    { cid },
    people.root,
  )
  await live.next()
  await setStanding(arena.site, group, who.admin, 'ROOT')
  expect((await live.next()).data.scoreboardChanged.goneUsernames).toEqual(['admin'])
  expect(await ranked()).toEqual(['member'])
  expect(await counted()).toEqual([1, 1])
  await setStanding(arena.site, group, who.admin, 'ADMIN')
  await vi.waitFor(async () => expect(await ranked()).toEqual(['admin', 'member']))
  live.close()
})

describe('what is said in a contest of a group', () => {
  it('is official by its owner, also one who left, by roots of the group and by super administrators (contest-rules 24)', async () => {
    const cid = await contestOf(who.leaver)
    for (const name of ['admin', 'groupRoot', 'groupOwner', 'leaver', 'member', 'staff', 'root'] as const)
      await arena.site.prisma.comment.create({
        data: { contestId: cid, authorId: who[name].id, content: `by ${name}` },
      })
    const official = ['by groupOwner', 'by groupRoot', 'by leaver', 'by root']
    const heard = async (person: Person) => [...(await said(person, cid))].sort()
    expect(await heard(people.ada)).toEqual(official)
    expect(await heard(who.member)).toEqual([...official, 'by member'].sort())
    // Rights now: who left reads nothing there any more, and an ADMIN moderates what they own alone.
    expect((await list(who.leaver, cid)).status).toBe(404)
    expect(await heard(who.admin)).toEqual([...official, 'by admin'].sort())
    for (const name of ['groupRoot', 'groupOwner', 'root'] as const)
      expect(await heard(who[name])).toHaveLength(7)
  })

  it('is answered by organisers and its author alone where an official said it (contest-rules 24)', async () => {
    const cid = await contestOf(who.admin)
    const ofRoot = await write(who.groupRoot, cid, 'A word to all')
    expect((await reply(who.member, ofRoot, 'Why?')).status).toBe(403)
    expect((await reply(who.otherAdmin, ofRoot, 'Why?')).status).toBe(403)
    for (const name of ['admin', 'groupOwner', 'groupRoot'] as const)
      expect((await reply(who[name], ofRoot, 'So it is')).status).toBe(200)
    const official = async (id: number) => {
      const { data } = await ask(
        people.root,
        'query ($id: ID!) { node(id: $id) { ... on Comment { isOfficial } } }',
        {
          id: globalId('Comment', id),
        },
      )
      return data.node.isOfficial
    }
    expect(await official(ofRoot)).toBe(true)
    const ofMember = await write(who.member, cid, 'A question')
    expect(await official(ofMember)).toBe(false)
    // An official word is told to all who follow, at once.
    const live = await arena.site.subscribe(
      'subscription ($id: ID!) { commentsChanged(subjectId: $id, view: PUBLIC) { change commentId } }',
      { id: globalId('Contest', cid) },
      people.ada,
    )
    await write(who.member, cid, 'Another question')
    const ofOwner = await write(who.groupOwner, cid, 'Another word')
    const { commentId } = (await live.next()).data.commentsChanged
    expect(commentId).toBe(globalId('Comment', ofOwner))
    live.close()
  })
})

it('is organised no longer, from one moment to the next, by an ADMIN who is one no more (area-rules G5)', async () => {
  const cid = await contestOf(who.admin)
  const board = async () => {
    const headers = { authorization: who.admin.token }
    return (await fetch(`${arena.site.url}/api/contest-scoreboard/${cid}?view=JURY`, { headers })).status
  }
  expect(await board()).toBe(200)
  await setStanding(arena.site, group, who.admin, 'MEMBER')
  expect(await board()).toBe(403)
  await setStanding(arena.site, group, who.admin, null)
  expect(await board()).not.toBe(200)
  await setStanding(arena.site, group, who.admin, 'ADMIN')
  expect(await board()).toBe(200)
})

it('ends the streams of organisers for anyone who the group lets organise no more (area-rules G5)', async () => {
  const cid = await contestOf(who.admin)
  const follow = (person: Person) =>
    arena.site.subscribe(
      'subscription ($cid: Int!) { scoreboardChanged(number: $cid, view: JURY) { version } }',
      { cid },
      person,
    )
  const [ending, staying] = await Promise.all([follow(who.groupRoot), follow(who.admin)])
  for (const live of [ending, staying]) expect((await live.next()).data).not.toBeNull()
  await setStanding(arena.site, group, who.groupRoot, 'MEMBER')
  expect((await ending.next()).errors?.[0]?.extensions?.code).toBe('FORBIDDEN')
  await sent(people.ada, cid, problems.sum.id, 5)
  expect((await staying.next()).data.scoreboardChanged.version).not.toBe('')
  await setStanding(arena.site, group, who.groupRoot, 'ROOT')
  for (const live of [ending, staying]) live.close()
})

it('is in no list of contests that the administration of the site reads', async () => {
  const title = 'Of a group, not of the site'
  await contestOf(who.staff, { title })
  await setStanding(arena.site, group, who.staff, 'ADMIN')
  for (const person of [who.staff, who.root]) {
    const path = `/api/admin/contest/get-contest-list?keyword=${encodeURIComponent(title)}`
    expect((await call(person, 'GET', path)).data.total).toBe(0)
  }
  await setStanding(arena.site, group, who.staff, null)
})

it('of the site is organised by its owner while a role lends it, and never ranks them (contest-rules 4, 11)', async () => {
  const cid = await makeContest({ sealRank: true, sealRankTime: new Date().toJSON() })
  await put(cid, problems.sum.id, 'A')
  await sent(people.owner, cid, problems.sum.id, 1)
  await sent(people.ada, cid, problems.sum.id, 2)
  const organised = async () =>
    (
      await ask(
        people.owner,
        'query ($cid: Int!) { contest(number: $cid) { canManage setting { stars } } }',
        { cid },
      )
    ).data.contest
  const setRole = (role: 'ADMIN' | 'USER') =>
    arena.site.prisma.user.update({ where: { id: people.owner.id }, data: { role } })
  expect(await organised()).toEqual({ canManage: true, setting: { stars: [] } })
  await setRole('USER')
  await vi.waitFor(async () => expect(await organised()).toEqual({ canManage: false, setting: null }))
  const { records } = (await rank(people.root, cid)).data
  expect(records.map(({ username }: { username: string }) => username)).toEqual(['ada'])
  await setRole('ADMIN')
  await vi.waitFor(async () => expect(await organised()).toMatchObject({ canManage: true }))
})

it('takes problems of its own group, which no other contest takes (area-rules G8)', async () => {
  const authored = { authorId: who.staff.id, groupId: group.id, visibility: 'HIDDEN' as const }
  const problem = await addJudgeable(arena.site, 'OFGROUP', authored)
  await setStanding(arena.site, group, who.staff, 'ADMIN')
  const add = async (person: Person, cid: number) => {
    const { errors } = await ask(
      person,
      'mutation ($input: AddContestProblemInput!) { addContestProblem(input: $input) { id } }',
      { input: { contestId: globalId('Contest', cid), problemNumber: problem.id, label: 'Z' } },
    )
    return errors?.[0]?.extensions?.code ?? 'ADDED'
  }
  const ofSite = await makeContest()
  await arena.site.prisma.contest.update({ where: { id: ofSite }, data: { ownerId: who.staff.id } })
  const another = await addGroup(arena.site, who.staff, 'elsewhere')
  const ofAnother = await contestOf(who.staff)
  await arena.site.prisma.contest.update({ where: { id: ofAnother }, data: { groupId: another.id } })
  for (const cid of [ofSite, ofAnother]) expect(await add(who.staff, cid)).toBe('NOT_FOUND')
  expect(await add(who.admin, await contestOf(who.admin))).toBe('NOT_FOUND')
  expect(await add(who.groupRoot, await contestOf(who.admin))).toBe('ADDED')
  expect(await add(who.staff, await contestOf(who.staff))).toBe('ADDED')
  await setStanding(arena.site, group, who.staff, null)
})
