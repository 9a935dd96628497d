import Box from '@mui/material/Box'
import { type ReactNode, useId, useState } from 'react'
import { asLocale, DEFAULT_LOCALE, LOCALE_NAME, LOCALES, type Locale } from '#locales/i18n.ts'
import { Field } from '../controls/Field.tsx'
import { Icon } from '../controls/Icon.tsx'
import { Segments } from '../controls/Segments.tsx'
import { useTranslation } from '../useTranslation.ts'
import { FieldFrame } from './FieldFrame.tsx'
import type { Bound } from './useForm.ts'

type Props = {
  label: string
  required?: boolean
  hint?: ReactNode
  /** The field of one locale: `(locale) => form.field(`texts.${locale}.title`)`. */
  bind: (locale: Locale) => Bound<string>
  maxLength?: number
  /** Another editor than a text field; it must use the given label, which names the language. */
  children?: (field: Bound<string> & { label: string }, locale: Locale) => ReactNode
}

/** A text per language, one shown at a time; a language with an error is brought to the front. */
export function LocaleField({ label, required, hint, bind, maxLength, children }: Props) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const fields = LOCALES.map((locale) => ({ locale, field: bind(locale) }))
  const wrong = fields.filter(({ field }) => field.error || field.conflict).map(({ locale }) => locale)
  const [chosen, setChosen] = useState<Locale>(asLocale(i18n.language) ?? DEFAULT_LOCALE)
  const [seen, setSeen] = useState('')

  // An error in a hidden language would not be seen.
  if (wrong.join() !== seen) {
    setSeen(wrong.join())
    if (wrong[0] && !wrong.includes(chosen)) setChosen(wrong[0])
  }

  const shown = fields.find(({ locale }) => locale === chosen)
  if (!shown) return null
  const { locale } = shown
  const field = { ...shown.field, label: t('ui:form.inLanguage', { label, language: LOCALE_NAME[locale] }) }
  return (
    <FieldFrame
      id={id}
      group
      label={label}
      required={required}
      hint={hint}
      aside={
        <Segments
          label={t('ui:form.languageOf', { label })}
          value={chosen}
          segments={fields.map(({ locale, field }) => ({
            value: locale,
            label: (
              <>
                <span lang={locale}>{LOCALE_NAME[locale]}</span>
                {wrong.includes(locale) ? (
                  <Icon name="alert" size={12} />
                ) : field.value ? (
                  <Icon name="check" size={12} />
                ) : null}
              </>
            ),
          }))}
          onChange={setChosen}
        />
      }
    >
      <Box key={locale} lang={locale}>
        {children ? children(field, locale) : <Field hiddenLabel maxLength={maxLength} {...field} />}
      </Box>
    </FieldFrame>
  )
}
