import { useState } from 'react'
import { graphql } from 'react-relay'
import type { RefereeTestDialogMutation } from '../../__generated__/RefereeTestDialogMutation.graphql.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { TextFile } from './TextFile.tsx'

type Side = { readonly text: string }

type Props = {
  problem: string
  role: 'VALIDATOR' | 'CHECKER'
  /** The test with its whole texts; null for a new one. */
  test: {
    readonly name: string
    readonly accepts: boolean
    readonly input: Side
    readonly answer: Side | null | undefined
    readonly output: Side | null | undefined
  } | null
  onClose: () => void
}

/** Creates or edits a test of the validators or the checker. */
export function RefereeTestDialog({ problem, role, test, onClose }: Props) {
  const { t } = useTranslation()
  const isChecker = role === 'CHECKER'
  const form = useForm({
    values: {
      name: test?.name ?? '',
      expects: test?.accepts ? 'accept' : 'refuse',
      input: test?.input.text ?? '',
      answer: test?.answer?.text ?? '',
      output: test?.output?.text ?? '',
    },
    rules: ({ name }) => ({ name: name.trim() ? null : { words: t('ui:fault.REQUIRED') } }),
  })
  const [save, { pending }] = useMutation<RefereeTestDialogMutation>(
    graphql`
      mutation RefereeTestDialogMutation($input: SaveRefereeTestsInput!) {
        saveRefereeTests(input: $input) {
          ...RefereeTests_problem
          ...ScriptForm_problem
        }
      }
    `,
    { form },
  )
  const send = form.sending(async () => {
    const { name, expects, input, answer, output } = form.values
    const sides = isChecker ? { input, answer, output } : { input }
    const one = { role, name: name.trim(), accepts: expects === 'accept', ...sides }
    const saved = await save({ input: { problemId: problem, tests: [one] } })
    if (saved) onClose()
    return saved
  })
  /** Why the file chosen for a side could not be read. */
  const [unread, setUnread] = useState<{ side: string; words: string } | null>(null)
  const side = (key: 'input' | 'answer' | 'output') => {
    const { onChange, error, ...field } = form.field(key)
    const change = (text: string) => {
      setUnread(null)
      onChange(text)
    }
    return (
      <Field
        label={t(`generator:test.${key}`)}
        multiline
        minRows={3}
        maxRows={12}
        inputProps={{ spellCheck: false }}
        sx={{ typography: 'code' }}
        aside={
          <TextFile
            label={t(`generator:test.file.${key}`)}
            onText={change}
            onFault={(words) => setUnread({ side: key, words })}
          />
        }
        {...field}
        onChange={change}
        error={unread?.side === key ? unread.words : error}
      />
    )
  }
  return (
    <FormDialog
      title={t(test ? `generator:test.edit.${role}` : `generator:test.add.${role}`)}
      form={form}
      width={640}
      onSubmit={send}
      onClose={onClose}
      pending={pending}
    >
      <Field
        label={t('generator:name')}
        required
        maxLength={100}
        readOnly={test !== null}
        {...form.field('name')}
      />
      <SelectField
        label={t('generator:test.expects')}
        options={[
          { value: 'refuse', label: t('generator:test.refused') },
          { value: 'accept', label: t('generator:test.accepted') },
        ]}
        {...form.field('expects')}
      />
      {side('input')}
      {isChecker && side('output')}
      {isChecker && side('answer')}
    </FormDialog>
  )
}
