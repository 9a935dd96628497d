import { asLocale, DEFAULT_LOCALE } from '#locales/i18n.ts'
import { type Formula, formulasOf } from '#server/shared/markdown/tree.ts'
import { builder } from '../../builder.ts'
import { LocaleEnum } from '../../enums.ts'
import { annexUrl } from './annex.ts'

const FormulaObject = builder.objectRef<Formula>('Formula').implement({
  description: 'A formula as it is shown.',
  fields: (t) => ({
    source: t.string({
      description: 'TeX, with single spaces for white space.',
      resolve: ({ source }) => source.replace(/\s+/g, ' ').trim(),
    }),
    display: t.exposeBoolean('display', { description: 'Whether it stands in lines of its own.' }),
    html: t.exposeString('html', { description: 'What KaTeX makes of it.' }),
  }),
})

export const Statement = builder.prismaObject('Statement', {
  description: 'The words of a problem in one language.',
  select: { locale: true },
  fields: (t) => ({
    locale: t.field({
      type: LocaleEnum,
      description: 'Language they are in.',
      resolve: ({ locale }) => asLocale(locale) ?? DEFAULT_LOCALE,
    }),
    title: t.exposeString('title', { description: 'Its title.' }),
    description: t.exposeString('description', { description: 'Markdown.' }),
    input: t.exposeString('input', { description: 'Markdown on what programs read.' }),
    output: t.exposeString('output', { description: 'Markdown on what programs write.' }),
    hint: t.exposeString('hint', { description: 'Markdown.' }),
    source: t.exposeString('source', { description: 'Where the problem comes from.' }),
    descriptionTree: t.field({
      type: 'MarkdownTree',
      description: '`description` as HTML.',
      select: { description: true },
      resolve: ({ description }, _, ctx) => ctx.house.markdown.treeOf(description),
    }),
    inputTree: t.field({
      type: 'MarkdownTree',
      description: '`input` as it is drawn.',
      select: { input: true },
      resolve: ({ input }, _, ctx) => ctx.house.markdown.treeOf(input),
    }),
    outputTree: t.field({
      type: 'MarkdownTree',
      description: '`output` as it is drawn.',
      select: { output: true },
      resolve: ({ output }, _, ctx) => ctx.house.markdown.treeOf(output),
    }),
    hintTree: t.field({
      type: 'MarkdownTree',
      description: '`hint` as it is drawn.',
      select: { hint: true },
      resolve: ({ hint }, _, ctx) => ctx.house.markdown.treeOf(hint),
    }),
    sourceTree: t.field({
      type: 'MarkdownTree',
      description: '`source` as it is drawn.',
      select: { source: true },
      resolve: ({ source }, _, ctx) => ctx.house.markdown.treeOf(source),
    }),
    formulas: t.field({
      type: [FormulaObject],
      description: 'Formulas of the texts as KaTeX sets them; there may be further ones.',
      deprecationReason: 'The trees have the HTML of their formulas.',
      complexity: { field: 10, multiplier: 1 },
      select: { description: true, input: true, output: true, hint: true, source: true },
      resolve: async ({ description, input, output, hint, source }, _, ctx) => {
        const texts = [description, input, output, hint, source]
        return formulasOf((await Promise.all(texts.map(ctx.house.markdown.treeOf))).flat())
      },
    }),
  }),
})

export const Sample = builder.prismaObject('Sample', {
  description: 'An example of a statement.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Its place among them.' }),
    input: t.exposeString('input', { description: 'What a program reads.' }),
    output: t.exposeString('output', { description: 'Expected output.' }),
  }),
})

export const Template = builder.prismaObject('ProblemTemplate', {
  description: 'Code that submissions begin with.',
  fields: (t) => ({
    languageKey: t.exposeString('languageKey', { description: 'Language key.' }),
    code: t.exposeString('code', { description: 'The code.' }),
  }),
})

export const Annex = builder.prismaNode('Annex', {
  description: 'A file that comes with a problem.',
  id: { field: 'id' },
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['annex', row.id] }),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name under which it is saved.' }),
    sizeBytes: t.exposeInt('size', { description: 'How long it is.' }),
    url: t.string({ description: 'Where it is fetched on this site.', resolve: (annex) => annexUrl(annex) }),
  }),
})
