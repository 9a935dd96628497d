import { builder } from '../../builder.ts'
import { VerdictEnum } from '../../enums.ts'
import { expectedOf } from './expected.ts'
import { languageOfSource } from './languages.ts'
import type { SolutionInput } from './solution.ts'

/** A program, as somebody brings it to be kept with a problem. */
export const SolutionInputType = builder.inputType('SolutionInput', {
  description: 'A program that is kept with a problem, to verify its tests with.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'What its author calls it; of its name there is one.' }),
    languageKey: t.string({ description: 'Language key; default: by the extension of the name.' }),
    source: t.string({ required: true, description: 'Source code.' }),
    expected: t.field({
      type: [VerdictEnum],
      description: 'The outcomes it may have; none: nothing is expected. Left out: as its name or text says.',
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
