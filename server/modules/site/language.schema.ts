import { findCheckingLanguage, findLanguage } from '#judge/languages.ts'
import { builder } from '../../builder.ts'
import { baseKeyOf, descriptionsOf, familyOf, offeredLanguages } from './language.ts'

const Language = builder.prismaNode('Language', {
  description: 'A language that programs are written in.',
  id: { field: 'id' },
  fields: (t) => ({
    key: t.exposeString('key', { description: 'What programs call it by.' }),
    name: t.exposeString('name', { description: 'What people call it.' }),
    contentType: t.exposeString('contentType', { description: 'Its media type.' }),
    description: t.loadable({
      type: 'String',
      description: 'Compiler or interpreter and its version, as a live host reported it.',
      loaderOptions: { cache: false },
      load: (keys: string[], ctx) => descriptionsOf(ctx, keys),
      resolve: (language) => language.key,
    }),
    compileCommand: t.exposeString('compileCommand', { description: 'How it is compiled.' }),
    template: t.exposeString('template', { description: 'Code to begin with.' }),
    editorLanguage: t.string({
      description: 'Monaco language id.',
      resolve: ({ key }) => findLanguage(key)?.monaco ?? 'plaintext',
    }),
    family: t.string({
      description: 'What it and its other versions are called together.',
      resolve: ({ key }) => familyOf(key),
    }),
    baseKey: t.string({
      nullable: true,
      description: 'Key of the language that this one is the optimised build of.',
      resolve: ({ key }) => baseKeyOf(key),
    }),
    canCheck: t.boolean({
      description: 'Whether checkers and interactors can be written in it.',
      resolve: ({ key }) => findCheckingLanguage(key) !== null,
    }),
    limitFactor: t.float({
      description: '1 for C and C++, 2 for the others: factor on time and memory limits.',
      resolve: ({ key }) => findLanguage(key)?.timeFactor ?? 1,
    }),
  }),
})

builder.queryFields((t) => ({
  languages: t.field({
    description: 'Languages that can be submitted in now, the most wanted first.',
    type: [Language],
    resolve: (_, __, ctx) => offeredLanguages(ctx),
  }),
}))
