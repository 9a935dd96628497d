import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunReport } from '#judge/protocol.ts'
import { outcome, run } from '../../support/fakeHost.ts'
import { addJudgeable, caseSpec, globalId } from '../../support/judgeable.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { caseOfInput } from '../../support/samples.ts'
import { openSubmitSite, type SubmitSite } from '../../support/submitSite.ts'

/** Stands in whatever only the author of the problem may read. */
const SECRET = 'the answer is 7'

const WORDS: Partial<RunReport> = {
  message: 'look again',
  judgeMessage: `expected more: ${SECRET}`,
  // The program copied its input.
  outputHead: SECRET,
  errorHead: SECRET,
  transcript: {
    verdict: 'WRONG_ANSWER',
    programBytes: 2,
    interactorBytes: 3_000_000_000,
    gap: { after: 1, lines: 4_000 },
    lines: [
      { by: 'PROGRAM', text: '5', end: null, open: false },
      { by: 'INTERACTOR', text: SECRET, end: { left: 70, text: `${SECRET}\\x00` }, open: true },
    ],
  },
}

const SAMPLE = { index: 1, input: '3 4', output: '8' }

const CASES = `cases { runs { index message judgeMessage outputHead errorHead sample { index input output } transcript {
  verdict programBytes interactorBytes gap { after lines } lines { by text end { left text } open }
} } }`

let sending: SubmitSite
let contestant: Person
let author: Person
let formerAuthor: Person
let staff: Person
let problemAdmin: Person
let sent: { id: string; number: number }

beforeAll(async () => {
  sending = await openSubmitSite()
  const { site, host } = sending
  contestant = await addPerson(site, 'contestant')
  author = await addPerson(site, 'author', { role: 'ADMIN' })
  formerAuthor = await addPerson(site, 'former')
  staff = await addPerson(site, 'staff', { role: 'ADMIN' })
  problemAdmin = await addPerson(site, 'examiner', { role: 'PROBLEM_ADMIN' })
  const problem = await addJudgeable(site, 'W1001', {
    authorId: author.id,
    cases: [caseSpec(1), caseOfInput(2, '3 4\r\n')],
    samples: { create: [{ ...SAMPLE, index: 2, input: '3 5' }, SAMPLE] },
  })
  sent = await sending.send(contestant, { problemId: problem.globalId })
  const taken = await host.takeSubmission(sent.number)
  taken.report({ kind: 'running', caseCount: 2 })
  taken.report({ kind: 'run', run: run(1, 'WRONG_ANSWER', WORDS) })
  taken.report({ kind: 'run', run: run(2, 'ACCEPTED', { outputHead: '7', errorHead: 'oh' }) })
  taken.end(outcome('WRONG_ANSWER'))
  await sending.settled(sent.number)
})
afterAll(() => sending.close())

const viewers = () => ({
  none: [contestant, formerAuthor, staff, {} as Person],
  all: [author, problemAdmin, sending.root],
})

/** Everything that a viewer is answered at every door that leads to a run. */
async function everyDoor(who: Person): Promise<Record<string, unknown>> {
  const { site } = sending
  const ask = async (query: string, variables: object = {}) => site.graphql(query, variables, who)
  const first = async (subscription: string, variables: object) => {
    const live = await site.subscribe(subscription, variables, who)
    const event = await live.next()
    live.close()
    return event
  }
  const { id, number } = sent
  return {
    field: await ask(`query ($number: Int!) { submission(number: $number) { ${CASES} } }`, { number }),
    node: await ask(`query ($id: ID!) { node(id: $id) { ... on Submission { ${CASES} } } }`, { id }),
    list: await ask(`{ submissions(first: 5) { edges { node { ${CASES} } } } }`),
    ofProblem: await ask(
      `query ($id: ID!) { node(id: $id) { ... on Problem { viewerSubmissions(first: 5) { edges { node { ${CASES} } } } } } }`,
      {
        id: globalId(
          'Problem',
          (await site.prisma.submission.findUniqueOrThrow({ where: { id: number } })).problemId,
        ),
      },
    ),
    live: await first(`subscription ($id: ID!) { submissionChanged(id: $id) { ${CASES} } }`, { id }),
  }
}

describe('what only those who manage the problem may read', () => {
  it('is theirs, whole', async () => {
    const { message, judgeMessage, transcript } = WORDS
    for (const who of viewers().all) {
      const { field, node, live } = (await everyDoor(who)) as Record<string, { data: object }>
      const runs = [
        { index: 1, message, judgeMessage, transcript, outputHead: SECRET, errorHead: SECRET, sample: null },
        { index: 2, judgeMessage: null, transcript: null, outputHead: '7', errorHead: 'oh', sample: SAMPLE },
      ]
      expect(field?.data, who.username).toMatchObject({ submission: { cases: { runs } } })
      expect(node?.data).toMatchObject({ node: { cases: { runs } } })
      expect(live?.data).toMatchObject({ submissionChanged: { cases: { runs } } })
    }
  })

  it('is nobody else’s, at no door', async () => {
    for (const who of viewers().none) {
      const answers = await everyDoor(who)
      expect(JSON.stringify(answers), who.username).not.toContain(SECRET)
      expect(answers.field, who.username).toMatchObject({
        data: {
          submission: {
            cases: {
              runs: [
                {
                  index: 1,
                  message: 'look again',
                  judgeMessage: null,
                  transcript: null,
                  outputHead: null,
                  errorHead: null,
                  sample: null,
                },
                // What a sample of the statement is, is no secret, and neither is what came of it.
                { index: 2, outputHead: '7', errorHead: 'oh', sample: SAMPLE },
              ],
            },
          },
        },
      })
    }
  })

  it('does not leave through the REST door, no matter who asks', async () => {
    const { site } = sending
    for (const who of [...viewers().none, ...viewers().all]) {
      const answers = [
        await site.rest('GET', `/api/get-all-case-result?submitId=${sent.number}`, who),
        await site.rest('GET', `/api/get-submission-detail?submitId=${sent.number}`, who),
        await site.rest('GET', '/api/get-submission-list?limit=5', who),
        await site.rest('POST', '/api/check-submissions-status', {
          ...who,
          body: { submitIds: [sent.number] },
        }),
      ]
      expect(answers[0]).toMatchObject({
        status: 200,
        data: { judgeCaseList: [{ userOutput: 'look again' }, {}] },
      })
      expect(JSON.stringify(answers)).not.toContain(SECRET)
    }
  })

  it('does not come with the events of a list either', async () => {
    const { site, host } = sending
    const live = await site.subscribe(
      `subscription { submissionsChanged { submission { number state ${CASES} } } }`,
      {},
      contestant,
    )
    const again = await sending.send(contestant)
    const taken = await host.takeSubmission(again.number)
    taken.report({ kind: 'running', caseCount: 1 })
    taken.report({ kind: 'run', run: run(1, 'WRONG_ANSWER', WORDS) })
    taken.end(outcome('WRONG_ANSWER'))
    for (;;) {
      const { submission } = (await live.next()).data.submissionsChanged
      expect(JSON.stringify(submission)).not.toContain(SECRET)
      if (submission.number === again.number && submission.state === 'DONE') break
    }
    live.close()
    await sending.settled(again.number)
  })

  it('says what the judge says in the reader’s language', async () => {
    const { site, host } = sending
    const broken = await sending.send(contestant)
    const taken = await host.takeSubmission(broken.number)
    const complaint = '@interactorFailed\n@signal {"signal":11,"name":"SIGSEGV"}\nat line 3'
    taken.report({ kind: 'running', caseCount: 1 })
    taken.report({
      kind: 'run',
      run: run(1, 'RUNTIME_ERROR', { message: '@exitCode {"code":3}', judgeMessage: complaint }),
    })
    taken.end(outcome('JUDGE_ERROR', { message: complaint }))
    await sending.settled(broken.number)
    const ask = async (who: Person, locale: string) =>
      (
        await site.graphql(
          'query ($number: Int!) { submission(number: $number) { message cases { runs { judgeMessage } } } }',
          { number: broken.number },
          { ...who, locale },
        )
      ).data.submission
    const words = '本题的交互器运行失败\n程序被信号 11（SIGSEGV）终止\nat line 3'
    expect(await ask(sending.root, 'zh-CN')).toEqual({
      message: words,
      cases: { runs: [{ judgeMessage: words }] },
    })
    expect(await ask(contestant, 'en-US')).toEqual({
      message: 'The interactor of this problem failed',
      cases: { runs: [{ judgeMessage: null }] },
    })
  })

  it('is stored with the run', async () => {
    const { site } = sending
    const row = await site.prisma.run.findFirstOrThrow({
      where: { judgement: { submissionId: sent.number }, index: 1 },
    })
    expect(row).toMatchObject({
      message: 'look again',
      judgeMessage: WORDS.judgeMessage,
      transcript: WORDS.transcript,
    })
  })
})
