import type { SeedCase } from './types.ts'

/** An input under a name that says what it is there for. */
export type NamedInput = [name: string, input: string]

/** Cases of an ACM problem: no scores, no groups. */
export const acmCases = (inputs: NamedInput[], answer: (input: string) => string): SeedCase[] =>
  inputs.map(([name, input]) => ({ input, answer: answer(input), subtask: 0, score: 0, name }))

/** Cases of an OI problem without groups: the full score in equal parts, the last cases taking what is over. */
export function scoredCases(
  inputs: NamedInput[],
  answer: (input: string) => string,
  full: number,
): SeedCase[] {
  const share = Math.floor(full / inputs.length)
  const over = full % inputs.length
  return inputs.map(([name, input], index) => ({
    input,
    answer: answer(input),
    subtask: 0,
    score: share + (index >= inputs.length - over ? 1 : 0),
    name,
  }))
}

/** Cases of an OI problem in groups; every case carries the full score of its group. */
export const subtaskCases = (
  groups: { score: number; inputs: NamedInput[] }[],
  answer: (input: string) => string,
): SeedCase[] =>
  groups.flatMap(({ score, inputs }, index) =>
    inputs.map(([name, input]) => ({ input, answer: answer(input), subtask: index + 1, score, name })),
  )
