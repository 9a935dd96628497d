import type { ProblemChange } from '#prisma/generated/enums.ts'

/** What the fields of a problem are to readers, by the beginnings of their addresses; what stands first is said first. */
const KINDS: readonly (readonly [ProblemChange, RegExp])[] = [
  ['LIMITS', /^(timeMs|memoryMb|stackMb|outputBytes)$/],
  ['STATEMENT', /^statements\./],
  ['SAMPLES', /^samples$/],
  ['JUDGING', /^(scoring|caseMode|checker|interactor|judgeFiles|userFiles|fileIo|outputOnly|languageKeys)$/],
  ['TAGS', /^tagIds$/],
  ['DIFFICULTY', /^difficulty$/],
]

type Save = {
  /** Addresses of the fields that it changes. */
  changed: readonly string[]
  becomesPublic: boolean
  changesTests: boolean
}

/** What a save changed for readers: the weightiest of it. Null: nothing that they notice. */
export function changeOf({ changed, becomesPublic, changesTests }: Save): ProblemChange | null {
  if (becomesPublic) return 'NEW'
  if (changesTests) return 'TESTS'
  return KINDS.find(([, of]) => changed.some((address) => of.test(address)))?.[0] ?? null
}
