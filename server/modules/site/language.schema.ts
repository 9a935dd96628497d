import { findCheckingLanguage, findLanguage } from '#judge/languages.ts'
import { builder } from '../../builder.ts'
import { baseKeyOf, descriptionsOf, familyOf, offeredLanguages, shownNameOf, templateOf } from './language.ts'
import { allLanguages, changeLanguage, moveLanguage, watchLanguages } from './offering.ts'

const Language = builder.prismaNode('Language', {
  description: 'A language that programs are written in.',
  id: { field: 'id' },
  fields: (t) => ({
    key: t.exposeString('key', { description: 'What programs call it by.' }),
    name: t.string({ description: 'What people call it.', resolve: shownNameOf }),
    judgeName: t.exposeString('name', { description: 'The same, before anybody changed it.' }),
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
    name: t.string({ description: 'What people call it; null: as the judge does.' }),
    template: t.string({ description: 'Code to begin with; null: that of the judge.' }),
  }),
})

const MoveInput = builder.inputType('MoveLanguageInput', {
  description: 'Which language goes where.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: [Language], description: 'The language.' }),
    beforeId: t.globalID({ for: [Language], description: 'The one it comes before; none: behind all.' }),
  }),
})

builder.mutationFields((t) => ({
  changeLanguage: t.field({
    type: Language,
    description: 'Offers a language or no longer, or gives it another name or template.',
    refuses: ['FORBIDDEN', 'LAST_LANGUAGE', 'LANGUAGE_TAKEN'],
    args: { input: t.arg({ type: ChangeInput, required: true }) },
    resolve: (_, { input: { id, isOffered, name, template } }, ctx) =>
      changeLanguage(ctx, Number(id.id) || 0, { isOffered: isOffered ?? undefined, name, template }),
  }),
  moveLanguage: t.field({
    type: 'Site',
    description: 'Offers a language before another one, or behind all.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: MoveInput, required: true }) },
    resolve: async (_, { input: { id, beforeId } }, ctx) => {
      await moveLanguage(ctx, Number(id.id) || 0, beforeId ? Number(beforeId.id) || 0 : null)
      return {}
    },
  }),
}))

builder.subscriptionFields((t) => ({
  languagesChanged: t.field({
    type: 'Site',
    description:
      'The site, whenever languages are offered, closed, put in another order, or get another name or code to begin with.',
    subscribe: (_, __, ctx) => watchLanguages(ctx),
    resolve: () => ({}),
  }),
}))
