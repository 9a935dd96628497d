import { LOCALES, type Locale } from '#locales/i18n.ts'
import { builder } from '../../builder.ts'
import { authorize } from '../../context.ts'
import { BulkType, inBulk } from '../../doors/bulk.ts'
import { LocaleEnum } from '../../enums.ts'
import { may } from '../../policy/viewer.ts'
import { OWN_BANK } from '../site/language.ts'
import type { Names } from './tag.ts'
import { mergeTags, removeTag, removeTagGroup, saveTag, saveTagGroup } from './tagging.ts'

const TagNameInput = builder.inputType('TagNameInput', {
  description: 'Name of a tag or tag group in one language.',
  fields: (t) => ({
    locale: t.field({ type: LocaleEnum, required: true, description: 'The language.' }),
    name: t.string({ required: true, description: 'Name; empty for none.' }),
  }),
})

/** Names that are not empty. */
function namesOf(given: readonly { locale: Locale; name: string }[]): Names {
  const named = (locale: Locale) => given.find((one) => one.locale === locale)?.name.trim()
  return Object.fromEntries(
    LOCALES.flatMap((locale) => {
      const name = named(locale)
      return name ? [[locale, name]] : []
    }),
  )
}

type GlobalId = { typename: string; id: string }

/** Number of a row; 0 for ids of other types, which is not found. */
const numberOf = ({ typename, id }: GlobalId, wanted: 'Tag' | 'TagGroup'): number =>
  (typename === wanted && Number(id)) || 0

const groupOf = (id: GlobalId | null | undefined): number | null => (id ? numberOf(id, 'TagGroup') : null)

const SaveTagInput = builder.inputType('SaveTagInput', {
  description: 'A tag to save.',
  fields: (t) => ({
    id: t.globalID({ description: 'The tag; default: a new one.' }),
    names: t.field({ type: [TagNameInput], required: true, description: 'Names in all languages.' }),
    color: t.string({ description: 'Colour such as #2657d4; default: none.' }),
    groupId: t.globalID({ description: 'Tag group; default: none.' }),
    bank: t.string({ description: "Key of the problem bank; default: the site's own." }),
    version: t.int({
      description: 'The version it was changed from; a newer one is refused; default: overwrite.',
    }),
  }),
})

const SaveTagGroupInput = builder.inputType('SaveTagGroupInput', {
  description: 'A tag group to save.',
  fields: (t) => ({
    id: t.globalID({ description: 'The tag group; default: a new one.' }),
    names: t.field({ type: [TagNameInput], required: true, description: 'Names in all languages.' }),
    rank: t.int({ required: true, description: 'Rank; small ones come first.' }),
    bank: t.string({ description: "Key of the problem bank; default: the site's own." }),
    version: t.int({
      description: 'The version it was changed from; a newer one is refused; default: overwrite.',
    }),
  }),
})

const MergeTagsInput = builder.inputType('MergeTagsInput', {
  description: 'Two tags to merge.',
  fields: (t) => ({
    fromId: t.globalID({ required: true, description: 'Tag to delete.' }),
    intoId: t.globalID({ required: true, description: 'Tag to keep.' }),
  }),
})

const RemoveTagsInput = builder.inputType('RemoveTagsInput', {
  description: 'Tags to delete.',
  fields: (t) => ({ ids: t.globalIDList({ required: true, description: 'The tags.' }) }),
})

const RemoveTagGroupsInput = builder.inputType('RemoveTagGroupsInput', {
  description: 'Tag groups to delete.',
  fields: (t) => ({ ids: t.globalIDList({ required: true, description: 'The tag groups.' }) }),
})

/** Ids of a type; those of other types get 0, which is not found. */
const only = (wanted: string, ids: readonly GlobalId[]): GlobalId[] =>
  ids.map(({ typename, id }) => ({ typename, id: typename === wanted ? id : '0' }))

builder.mutationFields((t) => ({
  saveTag: t.prismaField({
    type: 'Tag',
    description: 'Creates or changes a tag. Names are unique in a bank.',
    refuses: ['FORBIDDEN', 'TAG_TAKEN', 'CONFLICT'],
    args: { input: t.arg({ type: SaveTagInput, required: true }) },
    resolve: (_query, _, { input: { id, names, color, groupId, bank, version } }, ctx) =>
      saveTag(ctx, {
        id: id ? numberOf(id, 'Tag') : null,
        names: namesOf(names),
        namesAreAll: true,
        color: color || null,
        groupId: groupOf(groupId),
        bank: bank ?? OWN_BANK,
        version,
      }),
  }),
  saveTagGroup: t.prismaField({
    type: 'TagGroup',
    description: 'Creates or changes a tag group.',
    refuses: ['FORBIDDEN', 'CONFLICT'],
    args: { input: t.arg({ type: SaveTagGroupInput, required: true }) },
    resolve: (_query, _, { input: { id, names, rank, bank, version } }, ctx) =>
      saveTagGroup(ctx, {
        id: groupOf(id),
        names: namesOf(names),
        namesAreAll: true,
        rank,
        bank: bank ?? OWN_BANK,
        version,
      }),
  }),
  mergeTags: t.prismaField({
    type: 'Tag',
    description: 'Merges two tags: problems with the deleted tag get the other one.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: MergeTagsInput, required: true }) },
    resolve: (_query, _, { input: { fromId, intoId } }, ctx) =>
      mergeTags(ctx, numberOf(fromId, 'Tag'), numberOf(intoId, 'Tag')),
  }),
  removeTags: t.field({
    type: BulkType,
    description: 'Deletes tags, also from their problems.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: RemoveTagsInput, required: true }) },
    resolve: (_, { input: { ids } }, ctx) => {
      authorize(ctx, may(ctx, 'problem.manageAny'))
      return inBulk(ctx, only('Tag', ids), (id) => removeTag(ctx, id))
    },
  }),
  removeTagGroups: t.field({
    type: BulkType,
    description: 'Deletes tag groups; their tags stay without a group.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: RemoveTagGroupsInput, required: true }) },
    resolve: (_, { input: { ids } }, ctx) => {
      authorize(ctx, may(ctx, 'problem.manageAny'))
      return inBulk(ctx, only('TagGroup', ids), (id) => removeTagGroup(ctx, id))
    },
  }),
}))
