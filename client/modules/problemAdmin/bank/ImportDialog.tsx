import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { graphql } from 'react-relay'
import { useNavigate, useRevalidator } from 'react-router-dom'
import type {
  ImportDialogManyMutation,
  ImportDialogManyMutation$data,
} from '../../../__generated__/ImportDialogManyMutation.graphql.ts'
import type { ImportDialogMutation } from '../../../__generated__/ImportDialogMutation.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { Modal } from '../../../ui/feedback/Modal.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { BankFields } from '../../bank/BankFields.tsx'
import { idsRefusing } from '../../bank/idsRefusing.ts'
import { type BankOption, WithBanks } from '../../bank/WithBanks.tsx'
import { OperationProgress } from '../../operation/OperationProgress.tsx'
import { problemPageHref } from '../../problem/addresses.ts'

/** Whether a text names several problems: a list or a range of numbers. */
const namesSeveral = (text: string) =>
  /[\s,;，；]/.test(text.trim()) || /^\d{1,9}[-–~]\d{1,9}$/.test(text.trim())

/** Imports one problem of another judge, or several in the background. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const title = t('bank:import.title')
  return (
    <WithBanks title={title} onClose={onClose}>
      {(banks) => <ImportForm title={title} banks={banks} onClose={onClose} />}
    </WithBanks>
  )
}

type FormProps = { title: string; banks: readonly [BankOption, ...BankOption[]]; onClose: () => void }

function ImportForm({ title, banks, onClose }: FormProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [running, setRunning] = useState<ImportDialogManyMutation$data['importBankProblems'] | null>(null)
  const form = useForm({
    values: { bank: banks[0].value, id: '' },
    rules: ({ id }) => ({ id: id.trim() ? null : { words: t('ui:fault.REQUIRED') } }),
  })
  const [importOne, one] = useMutation<ImportDialogMutation>(
    graphql`
      mutation ImportDialogMutation($input: ImportBankProblemInput!) {
        importBankProblem(input: $input) {
          displayId
        }
      }
    `,
    { form: idsRefusing(form) },
  )
  const [importMany, many] = useMutation<ImportDialogManyMutation>(
    graphql`
      mutation ImportDialogManyMutation($input: ImportBankProblemsInput!) {
        importBankProblems(input: $input) {
          ...OperationProgress_operation
        }
      }
    `,
    { form: idsRefusing(form) },
  )
  const send = form.sending(async () => {
    const { bank, id } = form.values
    if (namesSeveral(id)) {
      const begun = await importMany({ input: { bank, problems: id } })
      if (begun) setRunning(begun.importBankProblems)
      return begun
    }
    const done = await importOne({ input: { bank, problem: id.trim() } })
    if (!done) return null
    const { displayId } = done.importBankProblem
    toast.success(t('bank:import.done', { displayId }), {
      label: t('bank:import.view'),
      onClick: () => void navigate(problemPageHref(null, displayId)),
    })
    onClose()
    void revalidate()
    return done
  })
  if (running)
    return (
      <Modal
        title={title}
        onClose={onClose}
        actions={
          <Button size="large" variant="contained" color="primary" onClick={onClose}>
            {t('ui:close')}
          </Button>
        }
      >
        <Box sx={{ display: 'grid', gap: 3 }}>
          <OperationProgress
            operation={running}
            name={title}
            cancelText={t('bank:import.cancelText')}
            onChange={() => void revalidate()}
          >
            {banks.find(({ value }) => value === form.values.bank)?.label}
          </OperationProgress>
          <Box component="p" sx={{ typography: 'dense', color: 'text.secondary' }}>
            {t('bank:import.goesOn')}
          </Box>
        </Box>
      </Modal>
    )
  return (
    <FormDialog
      title={title}
      form={form}
      onSubmit={send}
      onClose={onClose}
      pending={one.pending || many.pending}
      submit={t('bank:import.submit')}
    >
      <BankFields form={form} banks={banks} several />
    </FormDialog>
  )
}
