import Box from '@mui/material/Box'
import { useState } from 'react'
import { graphql } from 'react-relay'
import type { ProgramFieldMutation } from '../../../__generated__/ProgramFieldMutation.graphql.ts'
import { globalId } from '../../../relay/globalId.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { ButtonWithReason } from '../../../ui/controls/ButtonWithReason.tsx'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { CodeField } from '../../../ui/form/CodeField.tsx'
import { FormAlert } from '../../../ui/form/FormAlert.tsx'
import { FormGrid } from '../../../ui/form/FormCard.tsx'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import type { Form } from '../../../ui/form/useForm.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { usePlace } from '../../group/usePlace.ts'
import type { FormLanguage } from './formLanguages.ts'
import type { ProblemValues } from './problemValues.ts'

type Props = {
  form: Form<ProblemValues>
  which: 'checker' | 'interactor'
  languages: readonly FormLanguage[]
}

type Compiled = { languageKey: string; source: string; ok: boolean; message: string | null }

const CONVENTIONS = { checker: ['testlib', 'kattis'], interactor: ['testlib', 'kattis', 'polygon'] } as const

/** Checker or interactor: its code and the compiler's answer. */
export function ProgramField({ form, which, languages }: Props) {
  const { t } = useTranslation()
  const { judgeFiles } = form.values
  const place = usePlace()
  const { languageKey, source, convention, passes } = form.values[which]
  const [compiled, setCompiled] = useState<Compiled | null>(null)
  const [compile, { pending, words }] = useMutation<ProgramFieldMutation>(
    graphql`
      mutation ProgramFieldMutation($input: CompileCheckerInput!) {
        compileChecker(input: $input) {
          ok
          message
        }
      }
    `,
    { quiet: true },
  )
  const offered = languages.filter(({ canCheck }) => canCheck)
  const language = languages.find(({ key }) => key === languageKey)
  const field = form.field(`${which}.source`)
  const run = async () => {
    if (!source.trim()) return
    // Skip files without a name: they are being edited.
    const files = judgeFiles.filter(({ name }) => name.trim())
    const answer = await compile({
      input: { languageKey, source, files, groupId: place === null ? null : globalId('Group', place) },
    })
    setCompiled(
      answer && {
        languageKey,
        source,
        ...answer.compileChecker,
        message: answer.compileChecker.message ?? null,
      },
    )
    // Setting the source again clears the server's error.
    if (answer?.compileChecker.ok) form.set(`${which}.source`, source)
  }
  const isNow = compiled?.languageKey === languageKey && compiled.source === source
  return (
    <>
      <FormGrid>
        <SelectField
          label={t('problemForm:program.language')}
          options={[
            ...offered.map(({ key, name }) => ({ value: key, label: name })),
            ...(offered.some(({ key }) => key === languageKey)
              ? []
              : [{ value: languageKey, label: languageKey }]),
          ]}
          {...form.field(`${which}.languageKey`)}
        />
        <SelectField
          label={t('problemForm:program.convention')}
          options={CONVENTIONS[which].map((value) => ({
            value,
            label: t(`problemForm:program.conventions.${value}`),
          }))}
          {...form.field(`${which}.convention`)}
        />
        {convention !== 'polygon' && (
          <NumberField
            label={t('problemForm:program.passes')}
            required
            hint={t(`problemForm:program.passesHint.${passes !== null && passes > 1 ? 'several' : 'one'}`)}
            {...form.field(`${which}.passes`)}
          />
        )}
      </FormGrid>
      <CodeField
        label={t(`problemForm:program.${which}`)}
        required
        hint={t('problemForm:program.hint')}
        language={language?.editorLanguage ?? 'cpp'}
        onSubmit={() => void run()}
        aside={
          <ButtonWithReason
            size="small"
            startIcon={<Icon name="play" />}
            loading={pending}
            disabledReason={source.trim() ? null : t('problemForm:program.noSource')}
            onClick={() => void run()}
          >
            {t('problemForm:program.compile')}
          </ButtonWithReason>
        }
        {...field}
      />
      <Box role="status" sx={{ typography: 'dense', display: 'grid', gap: 2 }}>
        {isNow && compiled.ok && (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, color: 'verdict.AC.fg' }}>
            <Icon name="check" size={14} />
            {t('problemForm:program.compiled')}
          </Box>
        )}
        {compiled && !isNow && <Box sx={{ color: 'text.tertiary' }}>{t('problemForm:program.changed')}</Box>}
      </Box>
      {!pending && words && <FormAlert>{words}</FormAlert>}
      {isNow && !compiled.ok && (
        <FormAlert>
          {t('problemForm:program.failed')}
          <Box
            component="pre"
            tabIndex={0}
            aria-label={t('problemForm:program.failed')}
            sx={{ mt: 1, maxHeight: 280, overflow: 'auto', typography: 'code', whiteSpace: 'pre-wrap' }}
          >
            {compiled.message}
          </Box>
        </FormAlert>
      )}
    </>
  )
}
