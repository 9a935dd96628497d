import { graphql } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { TrainingCategoryFormMutation } from '../../../../__generated__/TrainingCategoryFormMutation.graphql.ts'
import { toast } from '../../../../app/toasts.ts'
import { useEditing } from '../../../../relay/useEditing.ts'
import { useMutation } from '../../../../relay/useMutation.ts'
import { Field } from '../../../../ui/controls/Field.tsx'
import { ColourField, isColour } from '../../../../ui/form/ColourField.tsx'
import { FormDialog } from '../../../../ui/form/FormDialog.tsx'
import { useTranslation } from '../../../../ui/useTranslation.ts'

/** Colour of a new category. */
const FIRST_COLOUR = '#2657d4'

type Props = {
  /** Null for a new one. */
  category: {
    readonly id: string
    readonly name: string
    readonly color: string
    readonly version: number
  } | null
  onClose: () => void
}

/** Creates or edits a category of trainings: its name and colour. */
export function TrainingCategoryForm({ category, onClose }: Props) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const form = useEditing<{ name: string; color: string }>({
    version: category?.version,
    values: { name: category?.name ?? '', color: category?.color ?? FIRST_COLOUR },
    rules: ({ name, color }) => ({
      name: name.trim()
        ? null
        : { words: t('trainingAdmin:fault.required', { field: t('trainingAdmin:category.name') }) },
      color: isColour(color) ? null : { words: t('trainingAdmin:fault.colour') },
    }),
  })
  const [save, { pending }] = useMutation<TrainingCategoryFormMutation>(
    graphql`
      mutation TrainingCategoryFormMutation($input: SaveTrainingCategoryInput!) {
        saveTrainingCategory(input: $input) {
          id
          name
          color
          version
        }
      }
    `,
    { form },
  )
  const send = form.sending(async () => {
    const { name, color } = form.values
    const saved = await save({
      input: { ...(category && { id: category.id, version: form.version }), name: name.trim(), color },
    })
    if (!saved) return null
    toast.success(t('trainingAdmin:category.saved', { name: saved.saveTrainingCategory.name }))
    onClose()
    void revalidate()
    return saved
  })
  return (
    <FormDialog
      title={
        category
          ? t('trainingAdmin:category.editOf', { name: category.name })
          : t('trainingAdmin:category.create')
      }
      form={form}
      onSubmit={send}
      onClose={onClose}
      pending={pending}
    >
      <Field
        label={t('trainingAdmin:category.name')}
        required
        autoFocus
        maxLength={100}
        {...form.field('name')}
      />
      <ColourField label={t('trainingAdmin:category.color')} required {...form.field('color')} />
    </FormDialog>
  )
}
