/** Values of the training form, and the fields that a save sends. Pure. */
import type { TrainingEditPage_training$data } from '../../../../__generated__/TrainingEditPage_training.graphql.ts'
import type { TrainingFieldsInput } from '../../../../__generated__/TrainingEditPageMutation.graphql.ts'
import { isSame } from '../../../../ui/form/paths.ts'

export const ACCESSES = ['PUBLIC', 'PRIVATE'] as const

export type TrainingValues = {
  rank: number | null
  title: string
  /** Markdown. */
  description: string
  /** Global id; empty: none chosen. */
  categoryId: string
  access: (typeof ACCESSES)[number]
  /** Empty for a public training. */
  password: string
  isVisible: boolean
}

export const NEW_TRAINING_VALUES: TrainingValues = {
  rank: 1000,
  title: '',
  description: '',
  categoryId: '',
  access: 'PUBLIC',
  password: '',
  isVisible: false,
}

/** Values as the server returns them after a save, so that its answer is not taken for another editor's change. */
export const tidy = (values: TrainingValues): TrainingValues => ({
  ...values,
  title: values.title.trim(),
  password: values.access === 'PUBLIC' ? '' : values.password,
})

/** Form values of a training. */
export const valuesOf = (training: TrainingEditPage_training$data): TrainingValues => {
  const { rank, title, description, category, access, password, isVisible } = training
  return tidy({
    rank,
    title,
    description,
    categoryId: category.id,
    access: access === 'PRIVATE' ? 'PRIVATE' : 'PUBLIC',
    password: password ?? '',
    isVisible,
  })
}

/** All fields of tidy values. */
export const allFields = ({ password, ...values }: TrainingValues): TrainingFieldsInput => ({
  ...values,
  password: password || null,
})

/** Fields of tidy values that differ from `base`. */
export const changedFields = (values: TrainingValues, base: TrainingValues): TrainingFieldsInput =>
  Object.fromEntries(
    Object.entries(allFields(values)).filter(
      ([field]) => !isSame(values[field as keyof TrainingValues], base[field as keyof TrainingValues]),
    ),
  )

/** Whether a save ends the registrations: the password changed, or the training becomes public (area-rules T4). */
export const changesPassword = (values: TrainingValues, base: TrainingValues): boolean =>
  base.password !== '' && values.password !== base.password
