import type { Verdict } from '#judge/protocol.ts'
import type { FakeHost } from '../../support/fakeHost.ts'
import { outcome } from '../../support/fakeHost.ts'
import { globalId } from '../../support/judgeable.ts'

const SUBMIT = 'mutation ($input: SubmitInput!) { submit(input: $input) { number } }'
const SOURCE = `int main() { /* ${'long enough to be taken for a program '.repeat(2)} */ return 0; }`
/** Verdicts as often as they come. */
export const VERDICTS: readonly Verdict[] = [
  ...(['ACCEPTED', 'ACCEPTED', 'ACCEPTED', 'WRONG_ANSWER', 'WRONG_ANSWER'] as const),
  ...(['WRONG_ANSWER', 'TIME_LIMIT_EXCEEDED', 'RUNTIME_ERROR', 'COMPILE_ERROR', 'JUDGE_ERROR'] as const),
]

export const below = (most: number) => Math.floor(Math.random() * most)
export const one = <Of>(of: readonly Of[]): Of => of[below(of.length)] as Of

export type Sender = { send(person: number, problem: number): Promise<number> }

/** Submits to a contest through the graph; answers the number of the submission. */
export function openSender(url: string, tokens: readonly string[], contest: number): Sender {
  const contestId = globalId('Contest', contest)
  return {
    async send(person, problem) {
      const input = {
        contestId,
        problemId: globalId('Problem', problem),
        language: 'cpp17o2',
        source: SOURCE,
      }
      const answer = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: tokens[person] ?? '' },
        body: JSON.stringify({ query: SUBMIT, variables: { input } }),
      })
      const { data, errors } = (await answer.json()) as {
        data?: { submit?: { number: number } }
        errors?: unknown
      }
      if (!data?.submit) throw new Error(JSON.stringify(errors))
      return data.submit.number
    },
  }
}

/** Judges each submission of the queue in `slots` slots; answers how to stop. */
export function judgeAll(host: FakeHost, slots: number, judge: (number: number) => Promise<Verdict>) {
  let isOver = false
  const slot = async () => {
    while (!isOver) {
      const taken = await host.takeSubmission()
      taken.end(outcome(await judge(taken.task.submissionId)))
    }
  }
  for (let i = 0; i < slots; i++) void slot()
  return () => {
    isOver = true
  }
}
