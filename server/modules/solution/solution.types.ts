import { builder } from '../../builder.ts'
import { VerdictEnum } from '../../enums.ts'
import { expectedOf } from './expected.ts'
import { languageOfSource } from './languages.ts'
import type { SolutionInput } from './solution.ts'

/** A solution to save with a problem. */
export const SolutionInputType = builder.inputType('SolutionInput', {
  description: 'A solution of a problem, to verify its tests with.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name, unique in the problem.' }),
    languageKey: t.string({ description: 'Language key; default: by the extension of the name.' }),
    source: t.string({ required: true, description: 'Source code.' }),
    expected: t.field({
      type: [VerdictEnum],
      description: 'Expected verdicts; empty: no expectation. Default: by name or source.',
    }),
  }),
})

type Given = typeof SolutionInputType.$inferInput

export const solutionOf = ({ name, source, languageKey, expected }: Given): SolutionInput => ({
  name,
  source,
  language: languageKey ?? languageOfSource(name, source) ?? '',
  expected: expected ? [...expected] : expectedOf(name, source),
})
