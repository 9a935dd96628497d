import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { graphql } from 'react-relay'
import type { Locale } from '#locales/i18n.ts'
import type { TagFormMutation } from '../../__generated__/TagFormMutation.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { asRows } from '../../relay/localized.ts'
import { useEditing } from '../../relay/useEditing.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { ColourField, isColour } from '../../ui/form/ColourField.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { LocaleField } from '../../ui/form/LocaleField.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { namesFault } from './names.ts'

type Values = { names: Record<Locale, string>; color: string; groupId: string }

type Props = {
  title: string
  /** Null for a new one. */
  id: string | null
  version: number | undefined
  values: Values
  /** Number of problems that carry it; null for a new one. */
  carriers: number | null
  groups: readonly { id: string; name: string }[]
  onMerge?: (() => void) | undefined
  onRemove?: (() => void) | undefined
  onDone: () => void
  onClose: () => void
}

/** Creates or edits a tag: its names, colour and classification. */
export function TagForm(props: Props) {
  const { title, id, version, values, carriers, groups, onMerge, onRemove, onDone, onClose } = props
  const { t } = useTranslation()
  const form = useEditing<Values>({
    values,
    version,
    rules: ({ names, color }) => ({
      ...namesFault(names, t('tag:noName')),
      color: color === '' || isColour(color) ? null : { words: t('ui:fault.UNUSABLE') },
    }),
  })
  const [save, { pending }] = useMutation<TagFormMutation>(
    graphql`
      mutation TagFormMutation($input: SaveTagInput!) {
        saveTag(input: $input) {
          id
          name
          version
        }
      }
    `,
    { form },
  )
  const send = form.sending(async () => {
    const { names, color, groupId } = form.values
    const saved = await save({
      input: {
        id,
        version: form.version,
        names: asRows(names, (name) => ({ name })),
        color: color || null,
        groupId: groupId || null,
      },
    })
    if (!saved) return null
    toast.success(t('tag:saved', { name: saved.saveTag.name }))
    onDone()
    return saved
  })
  return (
    <FormDialog
      title={title}
      form={form}
      onSubmit={send}
      onClose={onClose}
      pending={pending}
      others={
        <>
          {onRemove && (
            <Button size="large" color="error" onClick={onRemove}>
              {t('tag:remove')}
            </Button>
          )}
          {onMerge && (
            <Button size="large" onClick={onMerge}>
              {t('tag:merge')}
            </Button>
          )}
        </>
      }
    >
      <LocaleField
        label={t('tag:field.name')}
        required
        maxLength={60}
        bind={(locale) => form.field(`names.${locale}`)}
      />
      <ColourField label={t('tag:field.color')} {...form.field('color')} />
      <SelectField
        label={t('tag:field.group')}
        options={[
          { value: '', label: t('tag:field.noGroup') },
          ...groups.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.field('groupId')}
      />
      {carriers !== null && (
        <Box sx={{ typography: 'dense', color: 'text.secondary' }}>
          {t('tag:carriers', { count: carriers })}
        </Box>
      )}
    </FormDialog>
  )
}
