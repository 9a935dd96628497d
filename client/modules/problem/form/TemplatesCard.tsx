import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { Picker } from '../../../ui/controls/Picker.tsx'
import { Segments } from '../../../ui/controls/Segments.tsx'
import { CodeField } from '../../../ui/form/CodeField.tsx'
import { FormCard } from '../../../ui/form/FormCard.tsx'
import type { Form } from '../../../ui/form/useForm.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { type FormLanguage, languagesWith } from './formLanguages.ts'
import type { ProblemValues } from './problemValues.ts'

type Props = { form: Form<ProblemValues>; languages: readonly FormLanguage[] }

/** Code templates by language. */
export function TemplatesCard({ form, languages }: Props) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState('')
  const { templates } = form.values
  const keys = Object.keys(templates).filter((key) => typeof templates[key] === 'string')
  const all = languagesWith(languages, keys)
  const wrong = keys.find((key) => form.fault(`templates.${key}`))
  const open = keys.includes(chosen) ? chosen : (wrong ?? keys[0])
  const language = all.find(({ key }) => key === open)
  const left = all.filter(({ key }) => !keys.includes(key))
  const { value, conflict, ...field } = form.field(`templates.${open ?? ''}`)

  return (
    <FormCard
      title={t('problemForm:templates.title')}
      text={keys.length === 0 ? t('problemForm:templates.none') : undefined}
      aside={
        left.length > 0 && (
          <Picker
            label={t('problemForm:templates.add')}
            hiddenLabel
            value=""
            options={[
              { value: '', label: t('problemForm:templates.add') },
              ...left.map(({ key, name }) => ({ value: key, label: name })),
            ]}
            onChange={(key) => {
              if (!key) return
              form.set(`templates.${key}`, all.find((one) => one.key === key)?.template ?? '')
              setChosen(key)
            }}
          />
        )
      }
    >
      {open && language && (
        <>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, minWidth: 0 }}>
            <Segments
              label={t('problemForm:templates.language')}
              value={open}
              segments={all
                .filter(({ key }) => keys.includes(key))
                .map(({ key, name }) => ({ value: key, label: name }))}
              onChange={setChosen}
            />
            <Button
              size="small"
              sx={{ ml: 'auto' }}
              startIcon={<Icon name="cross" />}
              onClick={() => form.set(`templates.${open}`, null)}
            >
              {t('problemForm:templates.remove', { language: language.name })}
            </Button>
          </Box>
          <CodeField
            key={open}
            {...field}
            conflict={conflict}
            label={t('problemForm:templates.code', { language: language.name })}
            value={value ?? ''}
            language={language.editorLanguage}
            height={260}
          />
        </>
      )}
    </FormCard>
  )
}
