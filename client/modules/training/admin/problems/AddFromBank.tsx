import { graphql } from 'react-relay'
import type { AddFromBankMutation } from '../../../../__generated__/AddFromBankMutation.graphql.ts'
import { toast } from '../../../../app/toasts.ts'
import { useMutation } from '../../../../relay/useMutation.ts'
import { FormDialog } from '../../../../ui/form/FormDialog.tsx'
import { useForm } from '../../../../ui/form/useForm.ts'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { BankFields } from '../../../bank/BankFields.tsx'
import { idsRefusing } from '../../../bank/idsRefusing.ts'
import { type BankOption, WithBanks } from '../../../bank/WithBanks.tsx'

type Props = { trainingId: string; onClose: () => void }

/** Adds a problem of another judge to a training; it is imported when it is not here. */
export function AddFromBank(props: Props) {
  const { t } = useTranslation()
  const title = t('bank:import.into')
  return (
    <WithBanks title={title} onClose={props.onClose}>
      {(banks) => <AddForm {...props} title={title} banks={banks} />}
    </WithBanks>
  )
}

type FormProps = Props & { title: string; banks: readonly [BankOption, ...BankOption[]] }

function AddForm({ trainingId, title, banks, onClose }: FormProps) {
  const { t } = useTranslation()
  const form = useForm({
    values: { bank: banks[0].value, id: '' },
    rules: ({ id }) => ({ id: id.trim() ? null : { words: t('ui:fault.REQUIRED') } }),
  })
  const [add, { pending }] = useMutation<AddFromBankMutation>(
    graphql`
      mutation AddFromBankMutation($input: ImportBankProblemIntoTrainingInput!) {
        importBankProblemIntoTraining(input: $input) {
          ...TrainingProblemTable_training
        }
      }
    `,
    { form: idsRefusing(form) },
  )
  const send = form.sending(async () => {
    const { bank, id } = form.values
    const done = await add({ input: { bank, problem: id.trim(), trainingId } })
    if (!done) return null
    toast.success(t('bank:import.added', { id: id.trim() }))
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
      <BankFields form={form} banks={banks} />
    </FormDialog>
  )
}
