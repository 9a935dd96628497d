import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { DraftedForm } from '../../../../app/admin/DraftedForm.tsx'
import { useTextUpload } from '../../../../relay/files/useTextUpload.ts'
import { Field } from '../../../../ui/controls/Field.tsx'
import { ChoiceField } from '../../../../ui/form/ChoiceField.tsx'
import { FormAlert } from '../../../../ui/form/FormAlert.tsx'
import { FormCard } from '../../../../ui/form/FormCard.tsx'
import { NumberField } from '../../../../ui/form/NumberField.tsx'
import { SelectField } from '../../../../ui/form/SelectField.tsx'
import { SwitchField } from '../../../../ui/form/SwitchField.tsx'
import { sendingTidy } from '../../../../ui/form/sendingTidy.ts'
import type { Faults, Form } from '../../../../ui/form/useForm.ts'
import { MarkdownEditor } from '../../../../ui/markdown/MarkdownEditor.tsx'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { usePlace } from '../../../group/usePlace.ts'
import { CATEGORIES } from '../managedTrainings.ts'
import { ACCESSES, changesPassword, type TrainingValues, tidy } from './trainingValues.ts'

type Category = { readonly id: string; readonly name: string }

type Props = {
  form: Form<TrainingValues>
  rules: (values: TrainingValues) => Faults<TrainingValues>
  /** Values on the server. */
  saved: TrainingValues
  categories: readonly Category[]
  /** Whether the viewer creates categories. */
  canCategorize: boolean
  /** Number of registrations. */
  registrations: number
  /** Storage key of the draft in this browser. */
  draftKey: string
  pending: boolean
  save?: string
  onSend: () => unknown
}

/** All fields of a training, in the order in which their errors are named. */
export function TrainingForm(props: Props) {
  const { form, rules, saved, draftKey, pending, save, onSend } = props
  const { t } = useTranslation()
  const place = usePlace()
  const onUpload = useTextUpload()
  return (
    <DraftedForm
      form={form}
      saved={saved}
      draftKey={draftKey}
      pending={pending}
      save={save}
      onSubmit={sendingTidy(form, { tidy, rules, onSend })}
      side={
        <>
          <FormCard title={t('trainingAdmin:form.settings')}>
            <CategoryField {...props} />
            <AccessFields {...props} />
          </FormCard>
          <FormCard title={t('trainingAdmin:form.publishing')}>
            <SwitchField
              label={t('trainingAdmin:form.visible')}
              hint={t(
                place === null ? 'trainingAdmin:form.visibleHint' : 'trainingAdmin:form.visibleHintOfGroup',
              )}
              {...form.field('isVisible')}
            />
          </FormCard>
        </>
      }
    >
      <FormCard title={t('trainingAdmin:form.basics')}>
        <Box
          sx={{
            display: 'grid',
            gap: 4,
            alignItems: 'start',
            gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: '168px minmax(0,1fr)' },
          }}
        >
          <NumberField
            label={t('training:field.rank')}
            required
            hint={t('trainingAdmin:form.rankHint')}
            {...form.field('rank')}
          />
          <Field label={t('training:field.title')} required maxLength={255} {...form.field('title')} />
        </Box>
        <MarkdownEditor
          label={t('training:field.description')}
          required
          height="clamp(280px, 48vh, 560px)"
          maxLength={65_535}
          onUpload={onUpload}
          {...form.field('description')}
        />
      </FormCard>
    </DraftedForm>
  )
}

/** Choice of the category; without any, an alert leads to where they are created. */
function CategoryField({ form, categories, canCategorize }: Props) {
  const { t } = useTranslation()
  return (
    <>
      {categories.length === 0 && (
        <FormAlert>
          {t(canCategorize ? 'trainingAdmin:form.noCategory' : 'trainingAdmin:form.askForCategory')}
          {canCategorize && (
            <Link href={CATEGORIES} color="inherit" underline="always" sx={{ display: 'block', mt: 1 }}>
              {t('trainingAdmin:category.create')}
            </Link>
          )}
        </FormAlert>
      )}
      <SelectField
        label={t('training:field.categoryId')}
        required
        disabled={categories.length === 0}
        options={[
          { value: '', label: t('trainingAdmin:form.chooseCategory'), disabled: true },
          ...categories.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.field('categoryId')}
      />
    </>
  )
}

/** Access, and the password of a private training. */
function AccessFields({ form, saved, registrations }: Props) {
  const { t } = useTranslation()
  const { access } = form.values
  const ends = registrations > 0 && changesPassword(tidy(form.values), saved)
  const warning = ends ? t('trainingAdmin:form.ends', { count: registrations }) : undefined
  return (
    <>
      <ChoiceField
        label={t('trainingAdmin:form.access')}
        hint={access === 'PUBLIC' && warning ? warning : t(`trainingAdmin:accessHint.${access}`)}
        segments={ACCESSES.map((value) => ({ value, label: t(`trainingAdmin:access.${value}`) }))}
        {...form.field('access')}
      />
      {access === 'PRIVATE' && (
        <Field
          label={t('training:field.password')}
          required
          maxLength={64}
          hint={warning ?? t('trainingAdmin:form.passwordHint')}
          inputProps={{ autoComplete: 'off', spellCheck: false }}
          {...form.field('password')}
        />
      )}
    </>
  )
}
