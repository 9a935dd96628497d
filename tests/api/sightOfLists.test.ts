import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emit } from '#server/events.ts'
import { sight as ofJudging } from '../sight/judging.ts'
import { sight as ofSite } from '../sight/site.ts'
import { globalId } from '../support/judgeable.ts'
import { contextOf } from '../support/people.ts'
import { addProblem } from '../support/problems.ts'
import { askSocket, openRawSocket } from '../support/rawSocket.ts'
import { addSightFixture, EVERYBODY, type SightFixture, submissionOf, type Who } from '../support/sight.ts'
import { type Site, startSite } from '../support/site.ts'

/** What lists, single rows, REST, files and subscriptions show everybody of what not everybody may see. */

let site: Site
let stage: SightFixture
let people: SightFixture['people']
const rows = { problem: 0, annex: 0, submission: 0, open: 0, siteNotice: 0, trial: '' }

beforeAll(async () => {
  site = await startSite()
  stage = await addSightFixture(site)
  people = stage.people
  const annex = await site.prisma.annex.findFirstOrThrow({ where: { problemId: stage.hidden.id } })
  Object.assign(rows, {
    problem: stage.hidden.id,
    annex: annex.id,
    submission: stage.closed,
    open: stage.open,
    siteNotice: await ofSite.siteNotice.make(stage),
    trial: await ofJudging.trial.make(stage),
  })
})
afterAll(() => site.close())

const as = (who: Who) => (who === 'guest' ? {} : { token: people[who].token })

describe.each(EVERYBODY)('to %s', (who) => {
  const sees = who === 'root'

  it('lists show what they may see, and count no more', async () => {
    const { data, errors } = await site.graphql(
      `{ problems { totalCount edges { node { displayId } } }
         byName: problems(keyword: "H1") { totalCount }
         submissions { totalCount edges { node { number problem { displayId } } } }
         ofHidden: submissions(filter: { problem: "H1" }) { totalCount edges { node { number } } }
         site { siteNotices { totalCount edges { node { title } } } recentProblems { displayId } } }`,
      {},
      as(who),
    )
    expect(errors).toBeUndefined()
    // The public list is the same for all.
    expect(data.problems).toEqual({ totalCount: 1, edges: [{ node: { displayId: 'P1' } }] })
    expect(data.byName.totalCount).toBe(0)
    const numbers = data.submissions.edges.map(({ node }: { node: { number: number } }) => node.number)
    expect(numbers).toEqual(sees ? [rows.submission, rows.open] : [rows.open])
    expect(data.submissions.totalCount).toBe(numbers.length)
    expect(data.ofHidden.totalCount).toBe(sees ? 1 : 0)
    expect(data.ofHidden.edges).toHaveLength(sees ? 1 : 0)
    expect(JSON.stringify(data.site)).not.toMatch(/Secret news|H1/)
  })

  it('single rows are as absent as rows that never were', async () => {
    const ask = async (query: string) => {
      const { data, errors } = await site.graphql(query, {}, as(who))
      return { data, code: errors?.[0]?.extensions?.code, message: errors?.[0]?.message }
    }
    for (const [there, absent] of [
      ['{ problem(displayId: "H1") { title } }', '{ problem(displayId: "H2") { title } }'],
      [`{ submission(number: ${rows.submission}) { source } }`, '{ submission(number: 99999) { source } }'],
      [
        `{ node(id: "${globalId('SiteNotice', rows.siteNotice)}") { id } }`,
        `{ node(id: "${globalId('SiteNotice', 99999)}") { id } }`,
      ],
    ] as const) {
      if (sees) expect((await ask(there)).code).toBeUndefined()
      else expect(await ask(there)).toEqual(await ask(absent))
    }
  })

  it('people show no more than their names, and to themselves what is theirs', async () => {
    const { data } = await site.graphql(
      `{ ada: node(id: "${globalId('User', people.ada.id)}") { ... on User { username } }
         gone: node(id: "${globalId('User', people.gone.id)}") { ... on User { username } }
         viewer { user { username } email } }`,
      {},
      as(who),
    )
    expect([data.ada.username, data.gone.username]).toEqual(['ada', 'gone'])
    expect(data.viewer).toEqual(
      who === 'guest' ? null : { user: { username: who }, email: `${who}@judge.test` },
    )
  })

  it('the code of an open submission stays with those who may read it', async () => {
    const { data } = await site.graphql(
      `{ submission(number: ${rows.open}) { source viewerCanSeeSource } }`,
      {},
      as(who),
    )
    const reads = who === 'ada' || sees
    expect(data.submission).toEqual({ source: reads ? 'secret code' : null, viewerCanSeeSource: reads })
  })

  it('REST and files tell the same', async () => {
    for (const path of [
      '/api/get-problem-detail?problemId=H1',
      `/api/get-problem-languages?pid=${rows.problem}`,
      `/api/get-problem-code-template?pid=${rows.problem}&language=C`,
      `/api/get-submission-detail?submitId=${rows.submission}`,
      `/api/get-all-case-result?submitId=${rows.submission}`,
      '/api/get-submission-list?problemID=H1',
      `/api/get-test-judge-result?testJudgeKey=${rows.trial}`,
      `/api/get-last-ac-code?pid=${rows.problem}`,
    ]) {
      const response = await fetch(`${site.url}${path}`, {
        headers: who === 'guest' ? {} : { authorization: people[who].token },
      })
      const text = await response.text()
      expect(response.status, path).toBeLessThan(500)
      if (!sees) expect(text, path).not.toMatch(/secret|Sum H1|求和 H1/i)
    }
    const file = await fetch(`${site.url}/problem-files/${rows.annex}/secret.txt`, {
      headers: who === 'guest' ? {} : { authorization: people[who].token },
    })
    expect(file.status).toBe(sees ? 200 : 404)
  })

  it('subscriptions are silent about what they may not see', async () => {
    const raw = await openRawSocket(site.url, {
      init: { 'Accept-Language': 'en-US', ...(who === 'guest' ? {} : { Authorization: people[who].token }) },
    })
    try {
      const follow = (id: string, query: string) => raw.send({ id, type: 'subscribe', payload: { query } })
      follow(
        'one',
        `subscription { submissionChanged(id: "${globalId('Submission', rows.submission)}") { number source } }`,
      )
      follow('trial', `subscription { trialChanged(id: "${globalId('Trial', rows.trial)}") { input } }`)
      follow('list', 'subscription { submissionsChanged { submission { number } } }')
      follow('news', 'subscription { siteNoticeChanged { title } }')
      await askSocket(raw, 'settled', { query: '{ __typename }' })

      const one = await raw.frame(({ id }) => id === 'one')
      if (sees) expect(one.payload.data.submissionChanged.number).toBe(rows.submission)
      else expect(JSON.stringify(one.payload)).toMatch(/NOT_FOUND/)
      const trial = await raw.frame(({ id }) => id === 'trial')
      if (who === 'ada') expect(trial.payload.data.trialChanged.input).toBe('secret input')
      else expect(JSON.stringify(trial.payload)).toMatch(/NOT_FOUND|UNAUTHENTICATED/)

      const ctx = contextOf(site, null)
      const of = (submissionId: number, problemId: number) => ({
        submissionId,
        problemId,
        userId: people.ada.id,
        contestId: null,
      })
      await emit(ctx, 'notice.changed', { noticeId: rows.siteNotice, wasListed: false, isNew: false })
      await emit(ctx, 'submission.judged', of(rows.submission, rows.problem))
      await emit(ctx, 'submission.judged', of(rows.open, 1))
      const heard = await raw.frame(({ id }) => id === 'list')
      expect(heard.payload.data.submissionsChanged.submission.number).toBe(sees ? rows.submission : rows.open)
      if (sees)
        expect((await raw.frame(({ id }) => id === 'news')).payload.data.siteNoticeChanged.title).toBe(
          'Secret news',
        )
      else {
        await askSocket(raw, 'again', { query: '{ __typename }' })
        expect(raw.left().filter(({ id }) => id === 'news')).toEqual([])
      }
    } finally {
      raw.socket.terminate()
    }
  })
})

it('refuses anyone who follows a submission when its problem is hidden', async () => {
  const problem = await addProblem(site, people.root, 'P2')
  const { id } = await site.prisma.submission.create({ data: submissionOf(stage, problem.id) })
  const raw = await openRawSocket(site.url)
  const query = `subscription { submissionChanged(id: "${globalId('Submission', id)}") { number } }`
  raw.send({ id: '1', type: 'subscribe', payload: { query } })
  const next = () => raw.frame((frame) => frame.id === '1')
  expect((await next()).payload.data.submissionChanged.number).toBe(id)
  await site.prisma.problem.update({ where: { id: problem.id }, data: { visibility: 'HIDDEN' } })
  const event = { submissionId: id, problemId: problem.id, userId: people.ada.id, contestId: null }
  await emit(contextOf(site, null), 'submission.judged', event)
  const { payload } = await next()
  expect(payload.errors[0].extensions.code).toBe('NOT_FOUND')
  expect(payload.data?.submissionChanged ?? null).toBeNull()
  expect((await next()).type).toBe('complete')
  raw.socket.terminate()
})
