import { graphql } from 'react-relay'
import type { SolutionDialogAddMutation } from '../../__generated__/SolutionDialogAddMutation.graphql.ts'
import type { SolutionDialogMutation } from '../../__generated__/SolutionDialogMutation.graphql.ts'
import { useEditing } from '../../relay/useEditing.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { CodeField } from '../../ui/form/CodeField.tsx'
import { FormGrid } from '../../ui/form/FormCard.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import type { VerdictName } from '../../ui/text/verdicts.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { ExpectedField } from './ExpectedField.tsx'
import { useProgramLanguages } from './useProgramLanguages.ts'

type Values = { name: string; languageKey: string; source: string; expected: readonly VerdictName[] }

type Props = {
  problem: string
  /** Null for a new one. */
  solution: (Values & { number: number; version: number }) | null
  onClose: () => void
}

const NEW: Values = { name: '', languageKey: 'cpp17o2', source: '', expected: ['ACCEPTED'] }

/** Creates or edits a solution of a problem. */
export function SolutionDialog({ problem, solution, onClose }: Props) {
  const { t } = useTranslation()
  const { number, version, ...values } = solution ?? { number: null, version: undefined, ...NEW }
  const required = { words: t('ui:fault.REQUIRED') }
  const form = useEditing<Values>({
    values,
    version,
    rules: ({ name, source }) => ({
      name: name.trim() ? null : required,
      source: source.trim() ? null : required,
    }),
  })
  const [add, adding] = useMutation<SolutionDialogAddMutation>(
    graphql`
      mutation SolutionDialogAddMutation($input: AddSolutionsInput!) {
        addSolutions(input: $input) {
          ...DeskBar_problem
          ...SolutionTable_problem
        }
      }
    `,
    { form },
  )
  const [change, changing] = useMutation<SolutionDialogMutation>(
    graphql`
      mutation SolutionDialogMutation($input: ChangeSolutionInput!) {
        changeSolution(input: $input) {
          ...DeskBar_problem
          ...SolutionTable_problem
        }
      }
    `,
    { form },
  )
  const send = form.sending(async () => {
    const saved =
      number === null
        ? await add({ input: { problemId: problem, solutions: [form.values] } })
        : await change({ input: { number, version: form.version, ...form.changes() } })
    if (saved) onClose()
    return saved
  })
  const { options, editorLanguage } = useProgramLanguages(form.values.languageKey)
  return (
    <FormDialog
      title={t(number === null ? 'solution:paste' : 'solution:edit')}
      form={form}
      width={800}
      onSubmit={send}
      onClose={onClose}
      pending={adding.pending || changing.pending}
    >
      <Field
        label={t('solution:nameField')}
        required
        maxLength={200}
        inputProps={{ spellCheck: false }}
        {...form.field('name')}
      />
      <FormGrid>
        <SelectField label={t('solution:language')} options={options} {...form.field('languageKey')} />
        <ExpectedField label={t('solution:expected')} {...form.field('expected')} />
      </FormGrid>
      <CodeField
        label={t('solution:code')}
        required
        language={editorLanguage ?? 'plaintext'}
        {...form.field('source')}
      />
    </FormDialog>
  )
}
