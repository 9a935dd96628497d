import Button from '@mui/material/Button'
import { useTextUpload } from '../../../relay/files/useTextUpload.ts'
import { Field } from '../../../ui/controls/Field.tsx'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx'
import { FormGrid } from '../../../ui/form/FormCard.tsx'
import { SwitchField } from '../../../ui/form/SwitchField.tsx'
import type { Form } from '../../../ui/form/useForm.ts'
import { MarkdownEditor } from '../../../ui/markdown/MarkdownEditor.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { ACCESSES, CODE_LENGTH, type GroupValues, LENGTHS, randomCode } from './groupValues.ts'

type Props = { form: Form<GroupValues>; autoFocus?: boolean }

/** Name, short name and brief of a group. */
export function BasicFields({ form, autoFocus }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <FormGrid>
        <Field
          label={t('group:field.name')}
          required
          autoFocus={autoFocus}
          hint={t('group:form.length', LENGTHS.name)}
          {...form.field('name')}
        />
        <Field
          label={t('group:field.shortName')}
          required
          hint={t('group:form.shortNameHint', LENGTHS.shortName)}
          {...form.field('shortName')}
        />
      </FormGrid>
      <Field
        label={t('group:field.brief')}
        required
        hint={t('group:form.length', LENGTHS.brief)}
        {...form.field('brief')}
      />
    </>
  )
}

/** How users join, the code of groups that take applications, and whether the list has the group. */
export function AccessFields({ form }: Props) {
  const { t } = useTranslation()
  const { access, code } = form.values
  const chosen = form.field('access')
  return (
    <>
      <ChoiceField
        label={t('group:field.access')}
        hint={t(`group:accessHint.${access}`)}
        segments={ACCESSES.map((value) => ({ value, label: t(`group:access.${value}`) }))}
        {...chosen}
        onChange={(value) => {
          chosen.onChange(value)
          // Applications require a code even where nobody is asked for it.
          if (value !== 'PUBLIC' && !code) form.set('code', randomCode())
        }}
      />
      {access !== 'PUBLIC' && (
        <Field
          label={t('group:field.code')}
          required
          maxLength={CODE_LENGTH}
          hint={t(access === 'CODE' ? 'group:form.codeHint' : 'group:form.codeKept')}
          inputProps={{ autoComplete: 'off', spellCheck: false }}
          aside={
            <Button
              startIcon={<Icon name="dice" />}
              onClick={() => form.set('code', randomCode())}
              sx={{ flex: 'none', height: 40 }}
            >
              {t('group:form.random')}
            </Button>
          }
          {...form.field('code')}
        />
      )}
      <SwitchField
        label={t('group:field.isVisible')}
        hint={t('group:form.visibleHint')}
        {...form.field('isVisible')}
      />
    </>
  )
}

type DescriptionProps = Props & {
  /** A new group takes no pictures: its administrators upload them by its rights. */
  isNew?: boolean
}

/** Description of a group, in Markdown. */
export function DescriptionField({ form, isNew = false }: DescriptionProps) {
  const { t } = useTranslation()
  const onUpload = useTextUpload()
  return (
    <MarkdownEditor
      label={t('group:field.description')}
      required
      height="clamp(200px, 32vh, 400px)"
      maxLength={LENGTHS.description.most}
      onUpload={isNew ? undefined : onUpload}
      {...form.field('description')}
    />
  )
}
