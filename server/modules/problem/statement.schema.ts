import { asLocale, DEFAULT_LOCALE } from '#locales/i18n.ts'
import { type Formula, formulasOf } from '#server/shared/markdown/tree.ts'
import { builder } from '../../builder.ts'
import { LocaleEnum } from '../../enums.ts'
import { annexUrl } from './annex.ts'

const FormulaObject = builder.objectRef<Formula>('Formula').implement({
  description: 'A rendered formula.',
  fields: (t) => ({
    source: t.string({
      description: 'TeX with normalized white space.',
      resolve: ({ source }) => source.replace(/\s+/g, ' ').trim(),
    }),
    display: t.exposeBoolean('display', { description: 'Whether it is displayed on its own lines.' }),
    html: t.exposeString('html', { description: 'HTML of KaTeX.' }),
  }),
})

export const Statement = builder.prismaObject('Statement', {
  description: 'Statement of a problem in one language.',
  select: { locale: true },
  fields: (t) => ({
    locale: t.field({
      type: LocaleEnum,
      description: 'Language.',
      resolve: ({ locale }) => asLocale(locale) ?? DEFAULT_LOCALE,
    }),
    title: t.exposeString('title', { description: 'Its title.' }),
    description: t.exposeString('description', { description: 'Markdown.' }),
    input: t.exposeString('input', { description: 'Input format, as Markdown.' }),
    output: t.exposeString('output', { description: 'Output format, as Markdown.' }),
    hint: t.exposeString('hint', { description: 'Markdown.' }),
    source: t.exposeString('source', { description: 'Source of the problem.' }),
    descriptionTree: t.field({
      type: 'MarkdownTree',
      description: '`description` as HTML.',
      select: { description: true },
      resolve: ({ description }, _, ctx) => ctx.house.markdown.treeOf(description),
    }),
    inputTree: t.field({
      type: 'MarkdownTree',
      description: '`input` as HTML.',
      select: { input: true },
      resolve: ({ input }, _, ctx) => ctx.house.markdown.treeOf(input),
    }),
    outputTree: t.field({
      type: 'MarkdownTree',
      description: '`output` as HTML.',
      select: { output: true },
      resolve: ({ output }, _, ctx) => ctx.house.markdown.treeOf(output),
    }),
    hintTree: t.field({
      type: 'MarkdownTree',
      description: '`hint` as HTML.',
      select: { hint: true },
      resolve: ({ hint }, _, ctx) => ctx.house.markdown.treeOf(hint),
    }),
    sourceTree: t.field({
      type: 'MarkdownTree',
      description: '`source` as HTML.',
      select: { source: true },
      resolve: ({ source }, _, ctx) => ctx.house.markdown.treeOf(source),
    }),
    formulas: t.field({
      type: [FormulaObject],
      description: 'Formulas of the texts, rendered by KaTeX; there may be more.',
      deprecationReason: 'The trees contain the HTML of their formulas.',
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
  description: 'A sample of a statement.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Its index.' }),
    input: t.exposeString('input', { description: 'Input.' }),
    output: t.exposeString('output', { description: 'Expected output.' }),
  }),
})

export const Template = builder.prismaObject('ProblemTemplate', {
  description: 'Template code.',
  fields: (t) => ({
    languageKey: t.exposeString('languageKey', { description: 'Language key.' }),
    code: t.exposeString('code', { description: 'Code.' }),
  }),
})

export const Annex = builder.prismaNode('Annex', {
  description: 'An attachment of a problem.',
  id: { field: 'id' },
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['annex', row.id] }),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'File name.' }),
    sizeBytes: t.exposeInt('size', { description: 'Size.' }),
    url: t.string({ description: 'Path on this site.', resolve: (annex) => annexUrl(annex) }),
  }),
})
