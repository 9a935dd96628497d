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
  description: 'The name of a tag or of a group of tags in one language.',
  fields: (t) => ({
    locale: t.field({ type: LocaleEnum, required: true, description: 'The language.' }),
    name: t.string({ required: true, description: 'The name; empty for none.' }),
  }),
})

/** The names that are no empty ones. */
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

/** The number of a row; an id of something else names none. */
const numberOf = ({ typename, id }: GlobalId, wanted: 'Tag' | 'TagGroup'): number =>
  (typename === wanted && Number(id)) || 0

const groupOf = (id: GlobalId | null | undefined): number | null => (id ? numberOf(id, 'TagGroup') : null)

const SaveTagInput = builder.inputType('SaveTagInput', {
  description: 'A tag as it is to be.',
  fields: (t) => ({
    id: t.globalID({ description: 'The tag; a new one when it is left out.' }),
    names: t.field({ type: [TagNameInput], required: true, description: 'Its names in all languages.' }),
    color: t.string({ description: 'A colour such as #2657d4; none when it is left out.' }),
    groupId: t.globalID({ description: 'Its group; none when it is left out.' }),
    bank: t.string({ description: "Key of its bank of problems; the site's own when it is left out." }),
  }),
})

const SaveTagGroupInput = builder.inputType('SaveTagGroupInput', {
  description: 'A group of tags as it is to be.',
  fields: (t) => ({
    id: t.globalID({ description: 'The group; a new one when it is left out.' }),
    names: t.field({ type: [TagNameInput], required: true, description: 'Its names in all languages.' }),
    rank: t.int({ required: true, description: 'Its place; small ones come first.' }),
    bank: t.string({ description: "Key of its bank of problems; the site's own when it is left out." }),
  }),
})

const MergeTagsInput = builder.inputType('MergeTagsInput', {
  description: 'Two tags of which one is made.',
  fields: (t) => ({
    fromId: t.globalID({ required: true, description: 'The tag that goes.' }),
    intoId: t.globalID({ required: true, description: 'The tag that stays.' }),
  }),
})

const RemoveTagsInput = builder.inputType('RemoveTagsInput', {
  description: 'Some tags.',
  fields: (t) => ({ ids: t.globalIDList({ required: true, description: 'The tags.' }) }),
})

const RemoveTagGroupsInput = builder.inputType('RemoveTagGroupsInput', {
  description: 'Some groups of tags.',
  fields: (t) => ({ ids: t.globalIDList({ required: true, description: 'The groups.' }) }),
})

/** An id of something else names no row. */
const only = (wanted: string, ids: readonly GlobalId[]): GlobalId[] =>
  ids.map(({ typename, id }) => ({ typename, id: typename === wanted ? id : '0' }))

builder.mutationFields((t) => ({
  saveTag: t.prismaField({
    type: 'Tag',
    description: 'Makes a tag, or changes one. A bank has every name once.',
    refuses: ['FORBIDDEN', 'TAG_TAKEN'],
    args: { input: t.arg({ type: SaveTagInput, required: true }) },
    resolve: (_query, _, { input: { id, names, color, groupId, bank } }, ctx) =>
      saveTag(ctx, {
        id: id ? numberOf(id, 'Tag') : null,
        ...{ names: namesOf(names), namesAreAll: true, color: color || null },
        ...{ groupId: groupOf(groupId), bank: bank ?? OWN_BANK },
      }),
  }),
  saveTagGroup: t.prismaField({
    type: 'TagGroup',
    description: 'Makes a group of tags, or changes one.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: SaveTagGroupInput, required: true }) },
    resolve: (_query, _, { input: { id, names, rank, bank } }, ctx) =>
      saveTagGroup(ctx, {
        id: groupOf(id),
        ...{ names: namesOf(names), namesAreAll: true, rank, bank: bank ?? OWN_BANK },
      }),
  }),
  mergeTags: t.prismaField({
    type: 'Tag',
    description:
      'Makes one tag of two: every problem that carried the one that goes carries the other, once.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: MergeTagsInput, required: true }) },
    resolve: (_query, _, { input: { fromId, intoId } }, ctx) =>
      mergeTags(ctx, numberOf(fromId, 'Tag'), numberOf(intoId, 'Tag')),
  }),
  removeTags: t.field({
    type: BulkType,
    description: 'Takes tags away, also from the problems that carry them.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: RemoveTagsInput, required: true }) },
    resolve: (_, { input: { ids } }, ctx) => {
      authorize(ctx, may(ctx, 'problem.manageAny'))
      return inBulk(ctx, only('Tag', ids), (id) => removeTag(ctx, id))
    },
  }),
  removeTagGroups: t.field({
    type: BulkType,
    description: 'Takes groups of tags away; their tags stay, without one.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: RemoveTagGroupsInput, required: true }) },
    resolve: (_, { input: { ids } }, ctx) => {
      authorize(ctx, may(ctx, 'problem.manageAny'))
      return inBulk(ctx, only('TagGroup', ids), (id) => removeTagGroup(ctx, id))
    },
  }),
}))
