import Button from '@mui/material/Button'
import { graphql, useFragment } from 'react-relay'
import type { LanguageForm_language$key } from '../../__generated__/LanguageForm_language.graphql.ts'
import type { LanguageFormMutation } from '../../__generated__/LanguageFormMutation.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { useEditing } from '../../relay/useEditing.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { CodeField } from '../../ui/form/CodeField.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

type Props = { language: LanguageForm_language$key; onClose: () => void }

/** Form of a language: name and starter code. */
export function LanguageForm({ language, onClose }: Props) {
  const { t } = useTranslation()
  const { id, version, name, judgeName, editorLanguage, template, judgeTemplate } = useFragment(
    graphql`
      fragment LanguageForm_language on Language {
        id
        version
        name
        judgeName
        editorLanguage
        template
        judgeTemplate
      }
    `,
    language,
  )
  const form = useEditing({
    values: { name, template },
    version,
    rules: (values) => ({ name: values.name.trim() ? null : { words: t('ui:fault.REQUIRED') } }),
  })
  const [save, { pending }] = useMutation<LanguageFormMutation>(
    graphql`
      mutation LanguageFormMutation($input: ChangeLanguageInput!) {
        changeLanguage(input: $input) {
          ...LanguageForm_language
        }
      }
    `,
    { form },
  )
  const send = form.sending(async () => {
    const saved = await save({ input: { id, version: form.version, ...form.values } })
    if (!saved) return null
    toast.success(t('language:saved'))
    onClose()
    return saved
  })
  return (
    <FormDialog
      title={t('language:title', { name })}
      form={form}
      width={800}
      onSubmit={send}
      onClose={onClose}
      pending={pending}
      others={
        <Button
          size="large"
          disabled={form.values.template === judgeTemplate}
          onClick={() => form.set('template', judgeTemplate)}
        >
          {t('language:restore')}
        </Button>
      }
    >
      <Field
        label={t('language:name')}
        hint={t('language:nameHint', { name: judgeName })}
        maxLength={40}
        {...form.field('name')}
      />
      <CodeField
        label={t('language:code')}
        hint={t('language:hint')}
        language={editorLanguage}
        height={380}
        {...form.field('template')}
      />
    </FormDialog>
  )
}
