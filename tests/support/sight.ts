import type { Problem } from '#prisma/generated/client.ts'
import type { GuardedNoun } from '#server/policy/visible.ts'
import { addGroup } from './groups.ts'
import { addPerson, type Person } from './people.ts'
import { addProblem } from './problems.ts'
import type { Site } from './site.ts'

export type Who = 'guest' | 'ada' | 'bob' | 'root'
export const EVERYBODY: readonly Who[] = ['guest', 'ada', 'bob', 'root']

/** What the examples are made on: ada has sent code to a problem that everybody sees and to a hidden one of root. */
export type SightFixture = {
  site: Site
  /** `gone` is disabled. */
  people: Record<'root' | 'ada' | 'bob' | 'gone', Person>
  shown: Problem
  hidden: Problem
  /** Numbers of ada's submissions to the two. */
  open: number
  closed: number
  /** Id of a group that only `gone` is in. */
  group: number
}

/** A row that not everybody may see. */
export type SightExample = {
  /** Type of its node. */
  type: string
  /** Makes it; the key of the row. */
  make(stage: SightFixture): Promise<number | string>
  seers: readonly Who[]
}

/** What a file of tests/sight/ says of its noun. */
export type SightFile = {
  /** An example of each noun that the policy exports in `sight`. */
  sight?: Partial<Record<GuardedNoun, SightExample>>
  /** Further nodes: other faces of these nouns, and what a rule of its own guards. */
  faces?: readonly SightExample[]
  /** Types of nodes that are for everybody, because nobody did anything to be in them. */
  open?: readonly string[]
}

/** A submission of ada's with the verdict ACCEPTED. */
export const submissionOf = (stage: Pick<SightFixture, 'people'>, problemId: number) => ({
  problemId,
  userId: stage.people.ada.id,
  language: 'cpp17',
  codeLength: 1,
  ip: '',
  state: 'DONE' as const,
  verdict: 'ACCEPTED' as const,
  code: { create: { source: 'secret code' } },
})

export async function addSightFixture(site: Site): Promise<SightFixture> {
  const person = (name: string, fields: object = {}) =>
    addPerson(site, name, { email: `${name}@judge.test`, ...fields })
  const people = {
    root: await person('root', { role: 'ROOT' }),
    ada: await person('ada'),
    bob: await person('bob'),
    gone: await person('gone'),
  }
  await site.prisma.user.update({ where: { id: people.gone.id }, data: { disabled: true } })
  const shown = await addProblem(site, people.root, 'P1')
  const hidden = await addProblem(site, people.root, 'H1', {
    visibility: 'HIDDEN',
    annexes: [{ name: 'secret.txt', content: Buffer.from('secret annex') }],
  })
  const send = async ({ id }: Problem) =>
    (await site.prisma.submission.create({ data: submissionOf({ people }, id) })).id
  const [open, closed] = [await send(shown), await send(hidden)]
  const group = await addGroup(site, people.gone, 'secret')
  return { site, people, shown, hidden, open, closed, group: group.id }
}
