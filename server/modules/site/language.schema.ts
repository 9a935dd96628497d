import { findCheckingLanguage } from '#judge/languages.ts'
import { builder } from '../../builder.ts'
import {
  baseKeyOf,
  descriptionsOf,
  editorLanguageOf,
  familyOf,
  limitFactorOf,
  offeredLanguages,
  shownNameOf,
  templateOf,
} from './language.ts'
import { allLanguages, changeLanguage, moveLanguage, watchLanguages } from './languageSettings.ts'

const Language = builder.prismaNode('Language', {
  description: 'A programming language.',
  id: { field: 'id' },
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Key.' }),
    version: t.exposeInt('version', { description: 'Version, for a later change.' }),
    name: t.string({ description: 'Name.', resolve: shownNameOf }),
    judgeName: t.exposeString('name', { description: 'Name before any change by an administrator.' }),
    contentType: t.exposeString('contentType', { description: 'Media type.' }),
    description: t.loadable({
      type: 'String',
      description: 'Compiler or interpreter and its version, as a live host reported it.',
      loaderOptions: { cache: false },
      load: (keys: string[], ctx) => descriptionsOf(ctx, keys),
      resolve: (language) => language.key,
    }),
    compileCommand: t.exposeString('compileCommand', { description: 'Compile command.' }),
    template: t.string({ description: 'Template code.', resolve: templateOf }),
    judgeTemplate: t.exposeString('template', { description: 'Name before any change by an administrator.' }),
    isOffered: t.exposeBoolean('enabled', { description: 'Whether it accepts submissions.' }),
    editorLanguage: t.string({
      description: 'Monaco language id.',
      resolve: ({ key }) => editorLanguageOf(key),
    }),
    family: t.string({
      description: 'Name of the family of its versions.',
      resolve: ({ key }) => familyOf(key),
    }),
    baseKey: t.string({
      nullable: true,
      description: 'Key of the language that it is the optimised build of.',
      resolve: ({ key }) => baseKeyOf(key),
    }),
    canCheck: t.boolean({
      description: 'Whether checkers and interactors can be written in it.',
      resolve: ({ key }) => findCheckingLanguage(key) !== null,
    }),
    limitFactor: t.float({
      description: 'Factor on time and memory limits: 1 for C and C++, 2 for others.',
      resolve: ({ key }) => limitFactorOf(key),
    }),
  }),
})

builder.queryFields((t) => ({
  languages: t.field({
    description: "Languages that accept submissions, in the site's order.",
    type: [Language],
    resolve: (_, __, ctx) => offeredLanguages(ctx),
  }),
  allLanguages: t.field({
    description: 'All languages of the judge, offered or not; for site administrators.',
    type: [Language],
    nullable: true,
    resolve: (_, __, ctx) => allLanguages(ctx),
  }),
}))

const ChangeInput = builder.inputType('ChangeLanguageInput', {
  description: 'Changes of a language; omitted fields stay.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: [Language], description: 'The language.' }),
    isOffered: t.boolean({ description: 'Whether it accepts submissions.' }),
    name: t.string({ description: "Name; null: the judge's." }),
    template: t.string({ description: "Template code; null: the judge's." }),
    version: t.int({
      description: 'The version it was changed from; a newer one is refused; default: overwrite.',
    }),
  }),
})

const MoveInput = builder.inputType('MoveLanguageInput', {
  description: 'A language to move.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: [Language], description: 'The language.' }),
    beforeId: t.globalID({
      for: [Language],
      description: 'The slide to put it before; default: at the end.',
    }),
  }),
})

builder.mutationFields((t) => ({
  changeLanguage: t.field({
    type: Language,
    description: 'Enables, disables, renames a language or changes its template.',
    refuses: ['FORBIDDEN', 'LAST_LANGUAGE', 'LANGUAGE_TAKEN', 'CONFLICT'],
    args: { input: t.arg({ type: ChangeInput, required: true }) },
    resolve: (_, { input: { id, isOffered, name, template, version } }, ctx) =>
      changeLanguage(ctx, Number(id.id) || 0, { isOffered: isOffered ?? undefined, name, template }, version),
  }),
  moveLanguage: t.field({
    type: 'Site',
    description: 'Moves a language before another one, or to the end.',
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
      'The site, whenever languages are enabled, disabled, moved, renamed or get another template.',
    subscribe: (_, __, ctx) => watchLanguages(ctx),
    resolve: () => ({}),
  }),
}))
