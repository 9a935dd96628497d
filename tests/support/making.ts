import { afterAll, beforeAll, expect } from 'vitest'
import type { MadeReport, MakingReport } from '#judge/making/makingProtocol.ts'
import { addSolutions } from '#server/modules/solution/solution.ts'
import { globalId } from './judgeable.ts'
import { type JudgingSite, openJudgingSite } from './judgingSite.ts'
import { addPerson, contextOf, type Person } from './people.ts'
import { addProblem } from './problems.ts'

/** What tests about making cases read of a problem. */
const PROBLEM = `id number testset { id caseCount cases { index score subtask input { name bytes } answer { bytes } } }
  makers { number role name languageKey source files { name content } convention version }
  refereeTests { number role name accepts input { text isWhole } answer { text } output { text } }
  testScript { text version solutionNumber madeCount keptCount faults { line kind about } }
  making { id kind state verdict message isOutdated acceptedAt startedBy { username } refused { part name message }
    cases { index scriptLine command isDone fault message inputBytes inputHead answerBytes verdict timeMs duplicateOf }
    tests { role name accepts isDone fault message }
    stress { line firstName secondName seconds spentMs tried seed finding { seed command isUsable inputBytes
      sides { name fault verdict timeMs message outputBytes } } }
    texts(index: 2) { input isInputWhole answer } }`

export const GEN = { role: 'GENERATOR', name: 'gen.cpp', source: '#include "testlib.h"\nint main() {}' }
export const VALIDATOR = {
  role: 'VALIDATOR',
  name: 'validator',
  languageKey: 'cpp17',
  source: 'int main() {}',
}

/** A making that came to its end. */
export const ENDED: MakingReport = { verdict: 'ACCEPTED', message: null, refused: [] }

/** A site with a fake host, for the tests of one file about makings, and what they do with it. */
export function openMakings() {
  let room: JudgingSite
  /** Manages problems, but not those of others. */
  let other: Person
  beforeAll(async () => {
    room = await openJudgingSite()
    other = await addPerson(room.site, 'other', { role: 'ADMIN' })
  })
  afterAll(() => room?.close())

  const act = async (mutation: string, input: object, asking: Person | null = room.people.chief) => {
    const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`
    const { data, errors } = await room.site.graphql(
      `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${PROBLEM} } }`,
      { input },
      asking ?? {},
    )
    return { row: data?.[mutation], code: errors?.[0]?.extensions?.code, error: errors?.[0] }
  }
  const seen = async (id: string, asking: Person | null = room.people.chief) =>
    (
      await room.site.graphql(
        `query ($id: ID!) { node(id: $id) { ... on Problem { ${PROBLEM} } } }`,
        { id },
        asking ?? {},
      )
    ).data.node

  const follow = (problemId: string, asking: Person | null = room.people.chief) =>
    room.site.subscribe(
      `subscription ($problemId: ID!) { makingChanged(problemId: $problemId) { ${PROBLEM} } }`,
      { problemId },
      asking ?? undefined,
    )

  let count = 0
  /** A problem of the chief with two cases made by hand, a generator, a validator, and a solution. */
  async function prepared({ script = '', change = {} }: { script?: string; change?: object } = {}) {
    const { chief } = room.people
    const { id } = await addProblem(room.site, chief, `MAKE${++count}`, change)
    const problemId = globalId('Problem', id)
    const { code } = await act('saveMakers', { problemId, makers: [GEN, VALIDATOR] })
    expect(code).toBeUndefined()
    await addSolutions(contextOf(room.site, chief), id, [
      { name: 'wrong', language: 'cpp17', source: 'wrong', expected: ['WRONG_ANSWER'] },
      { name: 'main', language: 'cpp17', source: 'main', expected: ['ACCEPTED'] },
    ])
    if (script) expect((await act('saveTestScript', { problemId, text: script })).code).toBeUndefined()
    return { id, problemId }
  }

  /** Bytes that a host has given to the site. */
  async function keep(text: string) {
    const bytes = Buffer.from(text)
    const hash = await room.site.house.blobs.put(bytes)
    return { hash, size: bytes.length }
  }

  const good = async (
    index: number,
    input: string,
    answer: string | null = `${input}!`,
  ): Promise<MadeReport> => ({
    index,
    fault: null,
    message: null,
    input: await keep(input),
    inputHead: input,
    ...{
      answer: answer === null ? null : await keep(answer),
      verdict: 'ACCEPTED',
      timeMs: 3,
      memoryKb: 1000,
    },
  })

  /** Waits on the stream until the making is as wanted. */
  async function until(
    live: Awaited<ReturnType<typeof follow>>,
    wanted: (
      making: {
        state: string
        cases: { isDone: boolean }[]
        stress: { tried: number } | null
      } | null,
    ) => boolean,
  ) {
    for (;;) {
      const { makingChanged } = (await live.next()).data
      if (wanted(makingChanged.making)) return makingChanged
    }
  }

  return {
    act,
    seen,
    follow,
    prepared,
    good,
    until,
    get room() {
      return room
    },
    get other() {
      return other
    },
  }
}
