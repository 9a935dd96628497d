import { useMemo } from 'react'
import type { Fault } from '../../../../ui/form/formState.ts'
import type { Faults } from '../../../../ui/form/useForm.ts'
import { wholeNumberFault } from '../../../../ui/form/wholeNumber.ts'
import { awaitsUpload } from '../../../../ui/markdown/textUploads.ts'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import type { TrainingValues } from './trainingValues.ts'

const MOST_RANK = 2_147_483_647

/** Validation of a training in the order of the fields (area-rules T3). */
export function useTrainingRules(
  categories: readonly { readonly id: string }[],
): (values: TrainingValues) => Faults<TrainingValues> {
  const { t } = useTranslation()
  return useMemo(() => {
    const requiredIf = (
      isMissing: boolean,
      field: Exclude<keyof TrainingValues, 'access' | 'isVisible'>,
    ): Fault | null =>
      isMissing ? { words: t('trainingAdmin:fault.required', { field: t(`training:field.${field}`) }) } : null
    return ({ rank, title, description, categoryId, access, password }) => ({
      rank: requiredIf(rank === null, 'rank') ?? wholeNumberFault(t, rank, { max: MOST_RANK }),
      title: requiredIf(!title.trim(), 'title'),
      description:
        requiredIf(!description.trim(), 'description') ??
        (awaitsUpload(description) ? { words: t('markdown:upload.wait'), atOnce: true } : null),
      categoryId: requiredIf(!categories.some(({ id }) => id === categoryId), 'categoryId'),
      password: requiredIf(access !== 'PUBLIC' && !password, 'password'),
    })
  }, [t, categories])
}
