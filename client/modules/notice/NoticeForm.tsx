import { type ReactNode, useMemo } from 'react'
import { LOCALES, type Locale } from '#locales/i18n.ts'
import { DraftedForm } from '../../app/admin/DraftedForm.tsx'
import { useTextUpload } from '../../relay/files/useTextUpload.ts'
import { FormCard } from '../../ui/form/FormCard.tsx'
import type { Fault } from '../../ui/form/formState.ts'
import { LocaleField } from '../../ui/form/LocaleField.tsx'
import { SwitchField } from '../../ui/form/SwitchField.tsx'
import type { Faults, Form } from '../../ui/form/useForm.ts'
import { MarkdownEditor } from '../../ui/markdown/MarkdownEditor.tsx'
import { awaitsUpload } from '../../ui/markdown/textUploads.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

type Texts = Record<Locale, { title: string; content: string }>

export type NoticeValues = { texts: Texts; isVisible: boolean }

/** Validation of a notice: a language with a text needs a title, and at least one language has both. */
export function useNoticeRules(): (values: NoticeValues) => Faults<NoticeValues> {
  const { t } = useTranslation()
  return useMemo(() => {
    const required = { words: t('ui:fault.REQUIRED') }
    const coming = { words: t('markdown:upload.wait'), atOnce: true }
    return ({ texts }) => {
      const none = LOCALES.every((locale) => !texts[locale].title.trim() && !texts[locale].content.trim())
      const [first] = LOCALES
      const faults = LOCALES.flatMap((locale): [string, Fault | null][] => {
        const { title, content } = texts[locale]
        const lacks = !title.trim() && (content.trim() !== '' || (none && locale === first))
        return [
          [`texts.${locale}.title`, lacks ? required : null],
          [`texts.${locale}.content`, awaitsUpload(content) ? coming : null],
        ]
      })
      return Object.fromEntries(faults)
    }
  }, [t])
}

type Props = {
  form: Form<NoticeValues>
  /** The values on the server. */
  saved: NoticeValues
  /** Storage key of the unsaved draft. */
  draftKey: string
  pending: boolean
  /** Label of the save button. */
  save?: string
  onSend: () => unknown
  /** Shown below the switch. */
  children?: ReactNode
}

/** The fields of a notice, in both languages. */
export function NoticeForm({ form, saved, draftKey, pending, save, onSend, children }: Props) {
  const { t } = useTranslation()
  const onUpload = useTextUpload()
  return (
    <DraftedForm
      form={form}
      saved={saved}
      draftKey={draftKey}
      pending={pending}
      save={save}
      onSubmit={form.sending(onSend)}
      side={
        <FormCard title={t('notice:form.publishing')}>
          <SwitchField
            label={t('notice:form.visible')}
            hint={t('notice:form.visibleHint')}
            {...form.field('isVisible')}
          />
          {children}
        </FormCard>
      }
    >
      <FormCard title={t('notice:form.words')}>
        <LocaleField
          label={t('notice:form.title')}
          required
          hint={t('notice:form.titleHint')}
          bind={(locale) => form.field(`texts.${locale}.title`)}
          maxLength={200}
        />
        <LocaleField
          label={t('notice:form.content')}
          bind={(locale) => form.field(`texts.${locale}.content`)}
        >
          {(field) => (
            <MarkdownEditor
              hiddenLabel
              height="clamp(320px, 56vh, 640px)"
              maxLength={65_535}
              onUpload={onUpload}
              {...field}
            />
          )}
        </LocaleField>
      </FormCard>
    </DraftedForm>
  )
}
