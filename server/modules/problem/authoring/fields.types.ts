import type { CheckingProgram } from '#judge/protocol.ts'
import { builder } from '../../../builder.ts'
import { LocaleEnum } from '../../../enums.ts'
import type { ProblemFields } from './problemFields.ts'

type Words = ProblemFields['statements'][number]

export const SettingWords = builder.objectRef<Words>('ProblemWords').implement({
  description: 'The words of a problem in one language, as they are edited.',
  fields: (t) => ({
    locale: t.expose('locale', { type: LocaleEnum, description: 'The language.' }),
    title: t.exposeString('title', { description: 'Its title.' }),
    description: t.exposeString('description', { description: 'Markdown.' }),
    input: t.exposeString('input', { description: 'Markdown on what programs read.' }),
    output: t.exposeString('output', { description: 'Markdown on what programs write.' }),
    hint: t.exposeString('hint', { description: 'Markdown.' }),
    source: t.exposeString('source', { description: 'Where the problem comes from.' }),
  }),
})

export const SettingSample = builder.objectRef<ProblemFields['samples'][number]>('SettingSample').implement({
  description: 'An example of a statement, as it is edited.',
  fields: (t) => ({
    input: t.exposeString('input', { description: 'What a program reads.' }),
    output: t.exposeString('output', { description: 'What it should write.' }),
  }),
})

export const SettingProgram = builder.objectRef<CheckingProgram>('JudgingProgram').implement({
  description: 'A program that judges: a checker or an interactor.',
  fields: (t) => ({
    languageKey: t.exposeString('language', { description: 'Key of its language.' }),
    source: t.exposeString('source', { description: 'Its text.' }),
    convention: t.string({
      description:
        'testlib or kattis: how it is called and what its end means. polygon, of an interactor: as testlib, and the checker of the problem judges the file that it wrote.',
      resolve: ({ convention }) => convention ?? 'testlib',
    }),
    flags: t.stringList({
      description: 'Words after its arguments.',
      resolve: ({ flags }) => flags ?? [],
    }),
    passes: t.int({
      description:
        'Most runs of a submission on a case; what it leaves as nextpass.in is read by the next one.',
      resolve: ({ passes }) => passes ?? 1,
    }),
  }),
})
