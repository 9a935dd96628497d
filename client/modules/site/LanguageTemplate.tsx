import Button from '@mui/material/Button'
import { graphql, useFragment } from 'react-relay'
import type { LanguageTemplate_language$key } from '../../__generated__/LanguageTemplate_language.graphql.ts'
import type { LanguageTemplateMutation } from '../../__generated__/LanguageTemplateMutation.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { CodeField } from '../../ui/form/CodeField.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

type Props = { language: LanguageTemplate_language$key; onClose: () => void }

/** The code that a language begins with. */
export function LanguageTemplate({ language, onClose }: Props) {
  const { t } = useTranslation()
  const { id, name, editorLanguage, template, judgeTemplate } = useFragment(
    graphql`
      fragment LanguageTemplate_language on Language {
        id
        name
        editorLanguage
        template
        judgeTemplate
      }
    `,
    language,
  )
  const form = useForm({ values: { template }, rules: () => ({}) })
  const [save, { pending }] = useMutation<LanguageTemplateMutation>(
    graphql`
      mutation LanguageTemplateMutation($input: ChangeLanguageInput!) {
        changeLanguage(input: $input) {
          ...LanguageTemplate_language
        }
      }
    `,
    { form },
  )
  const send = form.sending(async () => {
    const saved = await save({ input: { id, template: form.values.template } })
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
