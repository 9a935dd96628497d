import Box from '@mui/material/Box'
import { useState } from 'react'
import { asLocale, DEFAULT_LOCALE, LOCALE_NAME, LOCALES, type Locale } from '#locales/i18n.ts'
import { useTextUpload } from '../../../relay/files/useTextUpload.ts'
import { Field } from '../../../ui/controls/Field.tsx'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { Segments } from '../../../ui/controls/Segments.tsx'
import { FormCard } from '../../../ui/form/FormCard.tsx'
import type { Form } from '../../../ui/form/useForm.ts'
import { MarkdownEditor } from '../../../ui/markdown/MarkdownEditor.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import type { ProblemValues } from './problemValues.ts'

const TEXTS = [
  { part: 'description', height: 'clamp(280px, 44vh, 480px)' },
  { part: 'input', height: 200 },
  { part: 'output', height: 200 },
  { part: 'hint', height: 200 },
] as const
const PARTS = ['title', 'description', 'input', 'output', 'hint', 'source'] as const

/** The statement, one language at a time; a language with an error opens by itself. */
export function WordsCard({ form }: { form: Form<ProblemValues> }) {
  const { t, i18n } = useTranslation()
  const onUpload = useTextUpload()
  const [chosen, setChosen] = useState<Locale>(asLocale(i18n.language) ?? DEFAULT_LOCALE)
  const [seen, setSeen] = useState('')
  const fieldsIn = (locale: Locale) => ({
    title: form.field(`words.${locale}.title`),
    description: form.field(`words.${locale}.description`),
    input: form.field(`words.${locale}.input`),
    output: form.field(`words.${locale}.output`),
    hint: form.field(`words.${locale}.hint`),
    source: form.field(`words.${locale}.source`),
  })
  const all = LOCALES.map((locale) => ({ locale, fields: fieldsIn(locale) }))
  const wrong = all
    .filter(({ fields }) => PARTS.some((part) => fields[part].error || fields[part].conflict))
    .map(({ locale }) => locale)

  // A new error in a hidden language opens that language.
  if (wrong.join() !== seen) {
    setSeen(wrong.join())
    if (wrong[0] && !wrong.includes(chosen)) setChosen(wrong[0])
  }
  const shown = all.find(({ locale }) => locale === chosen)
  if (!shown) return null
  const { fields } = shown
  const isWritten = (locale: Locale) => Object.values(form.values.words[locale]).some((text) => text.trim())
  const isFirst = !LOCALES.some((locale) => locale !== chosen && isWritten(locale))
  const label = (part: (typeof PARTS)[number]) =>
    t('ui:form.inLanguage', { label: t(`problemForm:words.${part}`), language: LOCALE_NAME[chosen] })

  return (
    <FormCard
      title={t('problemForm:words.card')}
      text={t('problemForm:words.second')}
      aside={
        <Segments
          label={t('ui:form.languageOf', { label: t('problemForm:words.card') })}
          value={chosen}
          segments={LOCALES.map((locale) => ({
            value: locale,
            label: (
              <>
                <span lang={locale}>{LOCALE_NAME[locale]}</span>
                {wrong.includes(locale) ? (
                  <Icon name="alert" size={12} />
                ) : isWritten(locale) ? (
                  <Icon name="check" size={12} />
                ) : null}
              </>
            ),
          }))}
          onChange={setChosen}
        />
      }
    >
      <Box key={chosen} lang={chosen} sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0,1fr)' }}>
        <Field label={label('title')} required={isFirst} maxLength={255} {...fields.title} />
        {TEXTS.map(({ part, height }) => (
          <MarkdownEditor
            key={part}
            label={label(part)}
            height={height}
            maxLength={200_000}
            onUpload={onUpload}
            {...fields[part]}
          />
        ))}
        <Field label={label('source')} maxLength={1000} {...fields.source} />
      </Box>
    </FormCard>
  )
}
