import { beforeAll, describe, expect, it } from 'vitest'
import { openContestSite } from '../../support/contestSite.ts'
import { globalId } from '../../support/judgeable.ts'
import type { Person } from '../../support/people.ts'

/** Organisers rejudge, correct and cancel in contests of their own, and nobody else but super administrators does. */

const arena = openContestSite()
const { people, problems, call, makeContest, put, sent } = arena
const ask = (who: Person | null, query: string, variables: object = {}) =>
  arena.site.graphql(query, variables, who ?? {})

let cid: number
beforeAll(async () => {
  cid = await makeContest()
  await put(cid, problems.sum.id, 'A')
})

const RIGHTS = `viewerCanRejudge viewerCanCorrect viewerCanCancel judgements { verdict }`
const submissionOf = (who: Person | null, number: number) =>
  ask(who, `query ($n: Int!) { submission(number: $n) { ${RIGHTS} } }`, { n: number })

const ACTS = {
  correctSubmission: 'correctSubmission(input: { id: $id, verdict: WRONG_ANSWER }) { verdict manual }',
  cancelSubmission: 'cancelSubmission(input: { id: $id }) { verdict manual }',
  rejudgeSubmission: 'rejudgeSubmission(input: { id: $id }) { state }',
}
type Act = keyof typeof ACTS
const act = (who: Person | null, name: Act, number: number) =>
  ask(who, `mutation ($id: ID!) { ${ACTS[name]} }`, { id: globalId('Submission', number) })

describe('a submission of a contest', () => {
  it('says to its organisers alone that they may rejudge, correct and cancel it', async () => {
    const row = await sent(people.ada, cid, problems.sum.id, 5)
    for (const who of [people.owner, people.root])
      expect((await submissionOf(who, row.id)).data.submission).toEqual({
        viewerCanRejudge: true,
        viewerCanCorrect: true,
        viewerCanCancel: true,
        judgements: [{ verdict: 'ACCEPTED' }],
      })
    for (const who of [people.ada, people.bob, people.rival])
      expect((await submissionOf(who, row.id)).data.submission).toEqual({
        viewerCanRejudge: false,
        viewerCanCorrect: false,
        viewerCanCancel: false,
        judgements: null,
      })
    const contest = 'query ($n: Int!) { contest(number: $n) { viewerCanRejudge } }'
    const seen = async (who: Person | null) =>
      (await ask(who, contest, { n: cid })).data.contest.viewerCanRejudge
    expect(await Promise.all([null, people.ada, people.rival, people.owner, people.root].map(seen))).toEqual([
      ...[false, false, false, true, true],
    ])
  })

  it('is corrected, cancelled and rejudged by them at both doors, and by nobody else', async () => {
    const row = await sent(people.ada, cid, problems.sum.id, 6)
    const paths = ['manual-judge?status=-1&', 'cancel-judge?', 'rejudge?'].map(
      (path) => `/api/admin/judge/${path}submitId=${row.id}`,
    )
    for (const who of [null, people.ada, people.bob, people.rival]) {
      for (const name of Object.keys(ACTS) as Act[])
        expect((await act(who, name, row.id)).errors?.[0]?.extensions?.code).toBe(
          who ? 'FORBIDDEN' : 'UNAUTHENTICATED',
        )
      for (const path of paths) expect((await call(who, 'GET', path)).status).toBe(who ? 403 : 401)
    }
    expect((await act(people.owner, 'correctSubmission', row.id)).data.correctSubmission).toEqual({
      verdict: 'WRONG_ANSWER',
      manual: true,
    })
    expect((await act(people.owner, 'cancelSubmission', row.id)).data.cancelSubmission.verdict).toBe(
      'CANCELLED',
    )
    expect((await act(people.owner, 'rejudgeSubmission', row.id)).data.rejudgeSubmission.state).toBe('QUEUED')
    const other = await sent(people.bob, cid, problems.sum.id, 7)
    const answers = []
    for (const path of paths)
      answers.push((await call(people.owner, 'GET', path.replace(String(row.id), String(other.id)))).status)
    expect(answers).toEqual([200, 200, 200])
  })

  it('of practice or of another contest cannot be rejudged, corrected or cancelled by them', async () => {
    const theirs = await sent(people.ada, cid, problems.sum.id, 8)
    await arena.site.prisma.submission.update({ where: { id: theirs.id }, data: { contestId: null } })
    for (const name of Object.keys(ACTS) as Act[])
      expect((await act(people.owner, name, theirs.id)).errors?.[0]?.extensions?.code).toBe('FORBIDDEN')
  })
})

describe('a rejudging of a problem of a contest', () => {
  const START = `mutation ($input: RejudgeContestProblemInput!) { rejudgeContestProblem(input: $input) {
    id number hold operation { id state total } } }`
  const start = (who: Person | null) =>
    ask(who, START, { input: { contestId: globalId('Contest', cid), problemNumber: problems.sum.id } })

  it('is begun, seen, dropped and followed by its organisers', async () => {
    await sent(people.bob, cid, problems.sum.id, 9)
    for (const who of [null, people.ada, people.rival])
      expect((await start(who)).errors?.[0]?.extensions?.code).toBe(who ? 'FORBIDDEN' : 'UNAUTHENTICATED')
    const begun = await start(people.owner)
    expect(begun.errors).toBeUndefined()
    const { id, number, operation } = begun.data.rejudgeContestProblem
    expect(operation).toMatchObject({ id: expect.any(String), total: expect.any(Number) })
    const held = `query ($n: Int!, $r: Int!, $id: ID!) {
      contest(number: $n) { heldRejudgings { number } }
      rejudging(number: $r) { entries(first: 5) { edges { node { submission { number } } } } }
      node(id: $id) { id } }`
    const seen = await ask(people.owner, held, { n: cid, r: number, id })
    expect(seen.errors).toBeUndefined()
    expect(seen.data).toMatchObject({ contest: { heldRejudgings: [{ number }] }, node: { id } })
    expect(seen.data.rejudging.entries.edges.length).toBeGreaterThan(0)
    for (const who of [people.ada, people.rival]) {
      const { data } = await ask(who, held, { n: cid, r: number, id })
      expect(data?.node ?? null).toBeNull()
      const drop = await ask(who, 'mutation ($id: ID!) { dropRejudging(input: { id: $id }) { hold } }', {
        id,
      })
      expect(['FORBIDDEN', 'NOT_FOUND']).toContain(drop.errors?.[0]?.extensions?.code)
    }
    const drop = await ask(
      people.owner,
      'mutation ($id: ID!) { dropRejudging(input: { id: $id }) { hold } }',
      {
        id,
      },
    )
    expect(drop.data?.dropRejudging).toEqual({ hold: 'DROPPED' })
  })
})
