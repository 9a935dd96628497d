import { graphql } from 'react-relay'
import type { Locale } from '#locales/i18n.ts'
import type { TagGroupFormMutation } from '../../__generated__/TagGroupFormMutation.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { asRows } from '../../relay/localized.ts'
import { useEditing } from '../../relay/useEditing.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { LocaleField } from '../../ui/form/LocaleField.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { wholeNumberFault } from '../../ui/form/wholeNumber.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { namesFault } from './names.ts'

type Values = { names: Record<Locale, string>; rank: number | null }

type Props = {
  title: string
  /** Null for a new one. */
  id: string | null
  version: number | undefined
  values: Values
  onDone: () => void
  onClose: () => void
}

/** Creates or edits a classification: its names and position. */
export function TagGroupForm({ title, id, version, values, onDone, onClose }: Props) {
  const { t } = useTranslation()
  const form = useEditing<Values>({
    values,
    version,
    rules: ({ names, rank }) => ({
      ...namesFault(names, t('tag:noName')),
      rank: wholeNumberFault(t, rank, { max: 1_000_000 }),
    }),
  })
  const [save, { pending }] = useMutation<TagGroupFormMutation>(
    graphql`
      mutation TagGroupFormMutation($input: SaveTagGroupInput!) {
        saveTagGroup(input: $input) {
          id
          name
          version
        }
      }
    `,
    { form },
  )
  const send = form.sending(async () => {
    const { names, rank } = form.values
    const saved = await save({
      input: { id, version: form.version, names: asRows(names, (name) => ({ name })), rank: Number(rank) },
    })
    if (!saved) return null
    toast.success(t('tag:saved', { name: saved.saveTagGroup.name }))
    onDone()
    return saved
  })
  return (
    <FormDialog title={title} form={form} onSubmit={send} onClose={onClose} pending={pending}>
      <LocaleField
        label={t('tag:field.name')}
        required
        maxLength={60}
        bind={(locale) => form.field(`names.${locale}`)}
      />
      <NumberField label={t('tag:field.rank')} hint={t('tag:field.rankHint')} {...form.field('rank')} />
    </FormDialog>
  )
}
