import type { CaseSpec } from '#judge/protocol.ts'
import type { Context } from '../../context.ts'

/** Both files of a case: names or contents. */
type Sides = { input: string; output: string }

/** Cases as file names. */
export const namesOfCases = (cases: readonly CaseSpec[]): Sides[] =>
  cases.map(({ input, answer }) => ({ input: input.name, output: answer?.name ?? '' }))

/** Cases that were sent as text with their contents, others by file names. */
export async function typedSides(ctx: Context, cases: readonly CaseSpec[]): Promise<Sides[]> {
  const { blobs } = ctx.house
  const textOf = async ({ hash }: { hash: string }) => Buffer.from(await blobs.readBytes(hash)).toString()
  const names = namesOfCases(cases)
  const sides: Sides[] = []
  for (const [at, { typed, input, answer }] of cases.entries()) {
    sides.push(
      typed
        ? { input: await textOf(input), output: answer ? await textOf(answer) : '' }
        : (names[at] ?? { input: '', output: '' }),
    )
  }
  return sides
}
