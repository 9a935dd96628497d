import { findCheckingLanguage, findLanguage } from '#judge/languages.ts'
import { builder } from '../../builder.ts'
import { baseKeyOf, descriptionsOf, familyOf, offeredLanguages, templateOf } from './language.ts'
import { allLanguages, changeLanguage, watchLanguages } from './offering.ts'

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
    template: t.string({ description: 'Code to begin with.', resolve: templateOf }),
    judgeTemplate: t.exposeString('template', { description: 'The same, before anybody changed it.' }),
    isOffered: t.exposeBoolean('enabled', { description: 'Whether the site takes programs in it.' }),
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
  allLanguages: t.field({
    description: 'Every language that the judge knows, offered or not; for administrators of the site.',
    type: [Language],
    nullable: true,
    resolve: (_, __, ctx) => allLanguages(ctx),
  }),
}))

const ChangeInput = builder.inputType('ChangeLanguageInput', {
  description: 'What becomes of a language; what is left out stays.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: [Language], description: 'The language.' }),
    isOffered: t.boolean({ description: 'Whether the site takes programs in it.' }),
    template: t.string({ description: 'Code to begin with; null: that of the judge.' }),
  }),
})

builder.mutationFields((t) => ({
  changeLanguage: t.field({
    type: Language,
    description: 'Offers a language or no longer, or gives it another template.',
    refuses: ['FORBIDDEN', 'LAST_LANGUAGE'],
    args: { input: t.arg({ type: ChangeInput, required: true }) },
    resolve: (_, { input: { id, isOffered, template } }, ctx) =>
      changeLanguage(ctx, Number(id.id) || 0, { isOffered: isOffered ?? undefined, template }),
  }),
}))

builder.subscriptionFields((t) => ({
  languagesChanged: t.field({
    type: 'Site',
    description: 'The site, whenever languages are offered, closed or begin with other code.',
    subscribe: (_, __, ctx) => watchLanguages(ctx),
    resolve: () => ({}),
  }),
}))
