import { MakerRole } from '#prisma/generated/enums.ts'
import { builder } from '../../builder.ts'
import { filesByName, ProgramFileInput } from '../../enums.ts'
import { languageOfSource } from '../solution/languages.ts'
import type { MakerInput } from './maker.ts'

export const MakerRoleEnum = builder.enumType(MakerRole, {
  name: 'MakerRole',
  description: 'What a program does for the tests of its problem.',
})

export const ConventionEnum = builder.enumType('ValidatorConvention', {
  description: 'How a validator says yes.',
  values: {
    TESTLIB: { value: 'testlib', description: 'With exit code 0.' },
    KATTIS: { value: 'kattis', description: 'With exit code 42.' },
  } as const,
})

/** A generator or validator, as somebody brings it to be kept with a problem. */
export const MakerInputType = builder.inputType('MakerInput', {
  description: 'A generator or validator.',
  fields: (t) => ({
    role: t.field({ type: MakerRoleEnum, required: true, description: 'What it does.' }),
    name: t.string({ required: true, description: 'A word; of a role and name there is one.' }),
    languageKey: t.string({ description: 'Key of its language; left out: as its name ends.' }),
    source: t.string({ required: true, description: 'Its text.' }),
    files: t.field({ type: [ProgramFileInput], description: 'Files beside it; none when left out.' }),
    convention: t.field({ type: ConventionEnum, description: 'How it says yes; TESTLIB when left out.' }),
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
