import Box from '@mui/material/Box'
import { Field } from '../../../../ui/controls/Field.tsx'
import { ColourField, isColour } from '../../../../ui/form/ColourField.tsx'
import type { Faults, Form } from '../../../../ui/form/useForm.ts'
import { useTranslation } from '../../../../ui/useTranslation.ts'

/** Label, title and balloon colour of a problem in a contest. */
export type WordsOfProblem = { label: string; title: string; color: string }

const LABEL = /^[\p{L}\p{N}_.-]{1,50}$/u

/** Validation of the label, title and colour. */
export function useProblemWordsRules(needsTitle: boolean) {
  const { t } = useTranslation()
  return ({ label, title, color }: WordsOfProblem): Faults<WordsOfProblem> => ({
    label: !label.trim()
      ? { words: t('ui:fault.REQUIRED') }
      : LABEL.test(label.trim())
        ? null
        : { words: t('organising:problems.labelFault'), atOnce: true },
    title: needsTitle && !title.trim() ? { words: t('ui:fault.REQUIRED') } : null,
    color: color === '' || isColour(color) ? null : { words: t('ui:fault.UNUSABLE') },
  })
}

/** Fields of the label, title and balloon colour. */
export function ProblemWords<Values extends WordsOfProblem>({
  form,
  needsTitle,
}: {
  form: Form<Values>
  needsTitle: boolean
}) {
  const { t } = useTranslation()
  const words = form as unknown as Form<WordsOfProblem>
  return (
    <>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: '1fr 1fr' } }}>
        <Field
          label={t('organising:problems.label')}
          required
          maxLength={50}
          inputProps={{ autoComplete: 'off', spellCheck: false }}
          {...words.field('label')}
        />
        <ColourField label={t('organising:problems.color')} {...words.field('color')} />
      </Box>
      <Field
        label={t('organising:problems.titleThere')}
        required={needsTitle}
        hint={needsTitle ? undefined : t('organising:problems.titleHint')}
        maxLength={255}
        {...words.field('title')}
      />
    </>
  )
}
