import { graphql } from 'react-relay'
import type { Locale } from '#locales/i18n.ts'
import type { CategoryFormMutation } from '../../../__generated__/CategoryFormMutation.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { asRows } from '../../../relay/localized.ts'
import { useEditing } from '../../../relay/useEditing.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { LocaleField } from '../../../ui/form/LocaleField.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'

type Names = Record<Locale, string>

type Props = {
  title: string
  /** Null for a new one. */
  id: string | null
  version: number | undefined
  names: Names
  onDone: () => void
  onClose: () => void
}

/** Creates or renames a category; one language is enough. */
export function CategoryForm({ title, id, version, names, onDone, onClose }: Props) {
  const { t } = useTranslation()
  const form = useEditing<{ names: Names }>({
    version,
    values: { names },
    rules: ({ names }) => {
      const isNamed = Object.values(names).some((name) => name.trim() !== '')
      const fault = isNamed ? null : { words: t('discussion:category.noName') }
      return { 'names.zh-CN': fault, 'names.en-US': fault }
    },
  })
  const [save, { pending }] = useMutation<CategoryFormMutation>(
    graphql`
      mutation CategoryFormMutation($input: SaveDiscussionCategoryInput!) {
        saveDiscussionCategory(input: $input) {
          id
          version
          name
          names {
            locale
            text
          }
        }
      }
    `,
    { form },
  )
  const send = form.sending(async () => {
    const saved = await save({
      input: {
        ...(id && { id, version: form.version }),
        names: asRows(form.values.names, (text) => ({ text })),
      },
    })
    if (!saved) return null
    toast.success(t('discussion:form.saved'))
    onDone()
    return saved
  })
  return (
    <FormDialog title={title} form={form} onSubmit={send} onClose={onClose} pending={pending}>
      <LocaleField
        label={t('discussion:category.name')}
        required
        maxLength={200}
        bind={(locale) => form.field(`names.${locale}`)}
      />
    </FormDialog>
  )
}
