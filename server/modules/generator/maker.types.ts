import { MakerRole } from '#prisma/generated/enums.ts'
import { builder } from '../../builder.ts'
import { filesByName, ProgramFileInput } from '../../enums.ts'
import { languageOfSource } from '../solution/languages.ts'
import type { MakerInput } from './maker.ts'

export const MakerRoleEnum = builder.enumType(MakerRole, {
  name: 'MakerRole',
  description: 'Role of a program in the cases of its problem.',
})

export const ConventionEnum = builder.enumType('ValidatorConvention', {
  description: 'How a validator accepts an input.',
  values: {
    TESTLIB: { value: 'testlib', description: 'By exit code 0.' },
    KATTIS: { value: 'kattis', description: 'By exit code 42.' },
  } as const,
})

/** A generator or validator to save with a problem. */
export const MakerInputType = builder.inputType('MakerInput', {
  description: 'A generator or validator.',
  fields: (t) => ({
    role: t.field({ type: MakerRoleEnum, required: true, description: 'Role.' }),
    name: t.string({ required: true, description: 'One word, unique per role.' }),
    languageKey: t.string({ description: 'Language key; default: by the extension of the name.' }),
    source: t.string({ required: true, description: 'Source code.' }),
    files: t.field({ type: [ProgramFileInput], description: 'Its files; default: none.' }),
    convention: t.field({ type: ConventionEnum, description: 'How it accepts an input; default TESTLIB.' }),
  }),
})

export const makerOf = ({
  languageKey,
  convention,
  files,
  ...given
}: typeof MakerInputType.$inferInput): MakerInput => ({
  ...given,
  files: filesByName(files ?? []),
  language: languageKey ?? languageOfSource(given.name, given.source) ?? '',
  convention: convention ?? 'testlib',
})
