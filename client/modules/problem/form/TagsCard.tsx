import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useId } from 'react'
import { toast } from '../../../app/toasts.ts'
import { ChipsField } from '../../../ui/form/ChipsField.tsx'
import { FieldFrame } from '../../../ui/form/FieldFrame.tsx'
import { FormCard } from '../../../ui/form/FormCard.tsx'
import { SwitchField } from '../../../ui/form/SwitchField.tsx'
import type { Form } from '../../../ui/form/useForm.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { type FormLanguage, languagesWith } from './formLanguages.ts'
import type { ProblemValues } from './problemValues.ts'

type Props = { form: Form<ProblemValues>; languages: readonly FormLanguage[]; tags: readonly string[] }

/** Tags of a problem, and the languages that it accepts. */
export function TagsCard({ form, languages, tags }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const takesAll = form.field('takesAllLanguages')
  const { value: keys, onChange, onBlur: _, name: __, ...frame } = form.field('languageKeys')
  const offered = languagesWith(languages, keys)
  return (
    <FormCard title={t('problemForm:tags.title')}>
      <ChipsField
        label={t('problemForm:tags.tags')}
        hint={t('problemForm:tags.hint')}
        suggestions={tags}
        clean={(text) => tags.find((tag) => tag.toLowerCase() === text.trim().toLowerCase()) ?? text.trim()}
        onRepeated={() => toast.warning(t('problemForm:tags.repeated'))}
        most={50}
        maxLength={50}
        {...form.field('tags')}
      />
      <SwitchField
        label={t('problemForm:tags.all')}
        hint={t('problemForm:tags.allHint')}
        {...takesAll}
        onChange={(all) => {
          takesAll.onChange(all)
          if (!all && keys.length === 0) onChange(languages.map(({ key }) => key))
        }}
      />
      {!takesAll.value && (
        <FieldFrame
          id={id}
          group
          label={t('problemForm:tags.languages')}
          show={(theirs) => (Array.isArray(theirs) ? theirs.join(', ') : '')}
          {...frame}
        >
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
            {offered.map(({ key, name }) => {
              const chosen = keys.includes(key)
              return (
                <Button
                  key={key}
                  size="small"
                  aria-pressed={chosen}
                  onClick={() => onChange(chosen ? keys.filter((other) => other !== key) : [...keys, key])}
                  sx={{
                    borderColor: 'line.strong',
                    ...(chosen ? { fontWeight: 600, bgcolor: 'surface.fill' } : { color: 'text.secondary' }),
                  }}
                >
                  {name}
                </Button>
              )
            })}
          </Box>
        </FieldFrame>
      )}
    </FormCard>
  )
}
