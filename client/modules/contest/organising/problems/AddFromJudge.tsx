import Box from '@mui/material/Box'
import { graphql } from 'react-relay'
import type { AddFromJudgeMutation } from '../../../../__generated__/AddFromJudgeMutation.graphql.ts'
import { toast } from '../../../../app/toasts.ts'
import { useMutation } from '../../../../relay/useMutation.ts'
import { Field } from '../../../../ui/controls/Field.tsx'
import { Icon } from '../../../../ui/controls/Icon.tsx'
import { FormDialog } from '../../../../ui/form/FormDialog.tsx'
import { type Form, useForm } from '../../../../ui/form/useForm.ts'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { BankFields, type BankValues } from '../../../bank/BankFields.tsx'
import { idsRefusing } from '../../../bank/idsRefusing.ts'
import { type BankOption, WithBanks } from '../../../bank/WithBanks.tsx'
import { useProblemWordsRules } from './ProblemWords.tsx'

type Props = {
  contestNumber: number
  /** The next free label. */
  label: string
  onClose: () => void
}

type Values = BankValues & { label: string }

/** Adds a problem of another judge to a contest; it is imported when it is not here, and leaves the public list. */
export function AddFromJudge(props: Props) {
  const { t } = useTranslation()
  const title = t('bank:import.into')
  return (
    <WithBanks title={title} onClose={props.onClose}>
      {(banks) => <AddForm {...props} title={title} banks={banks} />}
    </WithBanks>
  )
}

type FormProps = Props & { title: string; banks: readonly [BankOption, ...BankOption[]] }

function AddForm({ contestNumber, label, title, banks, onClose }: FormProps) {
  const { t } = useTranslation()
  const rules = useProblemWordsRules(false)
  const form = useForm<Values>({
    values: { bank: banks[0].value, id: '', label },
    rules: ({ id, label }) => ({
      id: id.trim() ? null : { words: t('ui:fault.REQUIRED') },
      label: rules({ label, title: '', color: '' }).label,
    }),
  })
  const [add, { pending }] = useMutation<AddFromJudgeMutation>(
    graphql`
      mutation AddFromJudgeMutation($input: ImportBankProblemIntoContestInput!) {
        importBankProblemIntoContest(input: $input) {
          ...ContestProblemTable_contest
          ...RehearsalPanel_contest
        }
      }
    `,
    { form: idsRefusing(form) },
  )
  const send = form.sending(async () => {
    const { bank, id } = form.values
    const label = form.values.label.trim()
    const done = await add({ input: { bank, problem: id.trim(), contestNumber, label } })
    if (!done) return null
    toast.success(t('organising:problems.added', { label }))
    onClose()
    return done
  })
  return (
    <FormDialog
      title={title}
      form={form}
      onSubmit={send}
      onClose={onClose}
      pending={pending}
      submit={t('bank:import.add')}
    >
      <BankFields form={form as unknown as Form<BankValues>} banks={banks} />
      <Field
        label={t('organising:problems.label')}
        required
        maxLength={50}
        inputProps={{ autoComplete: 'off', spellCheck: false }}
        {...form.field('label')}
      />
      <Box
        role="note"
        sx={{ display: 'flex', alignItems: 'center', gap: 1.5, typography: 'dense', color: 'text.secondary' }}
      >
        <Icon name="info" size={14} />
        {t('bank:import.leavesList')}
      </Box>
    </FormDialog>
  )
}
