import { useCallback } from 'react'
import type { Fault } from '../../../ui/form/formState.ts'
import type { Faults } from '../../../ui/form/useForm.ts'
import { awaitsUpload } from '../../../ui/markdown/textUploads.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { CODE_LENGTH, type GroupValues, LENGTHS, oneLine } from './groupValues.ts'

type Text = keyof typeof LENGTHS

/** Validation of a group in the order of the fields (area-rules G1). */
export function useGroupRules(): (values: GroupValues) => Faults<GroupValues> {
  const { t } = useTranslation()
  return useCallback(
    (values: GroupValues): Faults<GroupValues> => {
      const lengthFault = (field: Text): Fault | null => {
        const text = field === 'description' ? values[field].trim() : oneLine(values[field])
        const { least, most } = LENGTHS[field]
        const words = { field: t(`group:field.${field}`), least, most }
        if (text === '') return { words: t('group:form.required', words) }
        if (text.length < least) return { words: t('group:form.tooShort', words) }
        return text.length > most ? { words: t('group:form.tooLong', words), atOnce: true } : null
      }
      const { access, code, description } = values
      return {
        name: lengthFault('name'),
        shortName: lengthFault('shortName'),
        brief: lengthFault('brief'),
        code:
          access !== 'PUBLIC' && code.length !== CODE_LENGTH ? { words: t('group:form.codeLength') } : null,
        description: awaitsUpload(description)
          ? { words: t('markdown:upload.wait'), atOnce: true }
          : lengthFault('description'),
      }
    },
    [t],
  )
}
