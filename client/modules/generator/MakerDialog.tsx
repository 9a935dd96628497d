import { graphql } from 'react-relay'
import type { MakerDialogAddMutation } from '../../__generated__/MakerDialogAddMutation.graphql.ts'
import type { MakerDialogMutation } from '../../__generated__/MakerDialogMutation.graphql.ts'
import { useEditing } from '../../relay/useEditing.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { CodeField } from '../../ui/form/CodeField.tsx'
import { FormGrid } from '../../ui/form/FormCard.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { FilesField } from '../problem/form/FilesField.tsx'
import type { NamedFile } from '../problem/form/problemValues.ts'
import { useProgramLanguages } from '../solution/useProgramLanguages.ts'
import { type Role, SCRIPTS, STARTERS } from './makers.ts'

type Values = {
  name: string
  languageKey: string
  source: string
  files: readonly NamedFile[]
  convention: 'TESTLIB' | 'KATTIS'
}

type Props = {
  problem: string
  role: Role
  /** Null for a new one. */
  maker: (Values & { number: number; role: Role; version: number }) | null
  onClose: () => void
}

/** Creates or edits a generator or validator. */
export function MakerDialog({ problem, role, maker, onClose }: Props) {
  const { t } = useTranslation()
  const isValidator = role === 'VALIDATOR'
  const required = { words: t('ui:fault.REQUIRED') }
  const form = useEditing<Values>({
    version: maker?.version,
    values: {
      name: maker?.name ?? '',
      languageKey: maker?.languageKey ?? 'cpp17o2',
      source: maker?.source ?? STARTERS[role],
      files: maker?.files ?? [],
      convention: maker?.convention ?? 'TESTLIB',
    },
    rules: ({ name, source }) => ({
      name: /^[\p{L}\p{N}_][\p{L}\p{N}_.+-]*$/u.test(name.trim())
        ? null
        : { words: t('generator:nameFault') },
      source: source.trim() ? null : required,
    }),
  })
  const [add, adding] = useMutation<MakerDialogAddMutation>(
    graphql`
      mutation MakerDialogAddMutation($input: SaveMakersInput!) {
        saveMakers(input: $input) {
          ...MakerList_problem
          ...ScriptForm_problem
        }
      }
    `,
    { form },
  )
  const [change, changing] = useMutation<MakerDialogMutation>(
    graphql`
      mutation MakerDialogMutation($input: ChangeMakerInput!) {
        changeMaker(input: $input) {
          ...MakerList_problem
          ...ScriptForm_problem
        }
      }
    `,
    { form },
  )
  const send = form.sending(async () => {
    const { values } = form
    const saved = maker
      ? await change({ input: { number: maker.number, version: form.version, ...form.changes() } })
      : await add({ input: { problemId: problem, makers: [{ role, ...values, name: values.name.trim() }] } })
    if (saved) onClose()
    return saved
  })
  const { languageKey } = form.values
  const { options, editorLanguage } = useProgramLanguages(languageKey, [
    { value: SCRIPTS, label: t('generator:scripts') },
  ])
  return (
    <FormDialog
      title={t(maker ? `generator:editing.${role}` : `generator:add.${role}`)}
      form={form}
      width={800}
      onSubmit={send}
      onClose={onClose}
      pending={adding.pending || changing.pending}
    >
      <Field
        label={t('generator:name')}
        hint={isValidator ? undefined : t('generator:nameHint')}
        required
        maxLength={64}
        inputProps={{ spellCheck: false }}
        {...form.field('name')}
      />
      <FormGrid>
        <SelectField label={t('generator:language')} options={options} {...form.field('languageKey')} />
        {isValidator && (
          <SelectField
            label={t('generator:convention')}
            options={(['TESTLIB', 'KATTIS'] as const).map((value) => ({
              value,
              label: t(`generator:says.${value}`),
            }))}
            {...form.field('convention')}
          />
        )}
      </FormGrid>
      <CodeField
        label={t('generator:code')}
        required
        language={editorLanguage ?? (languageKey === SCRIPTS ? 'shell' : 'plaintext')}
        {...form.field('source')}
      />
      <FilesField label={t('generator:files')} hint={t('generator:filesHint')} {...form.field('files')} />
    </FormDialog>
  )
}
