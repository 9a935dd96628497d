import Box from '@mui/material/Box'
import { useState } from 'react'
import { graphql } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type {
  AddMembersMutation,
  AddMembersMutation$data,
} from '../../../__generated__/AddMembersMutation.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { MOST_NAMES, namesIn } from '../../../ui/text/nameLines.ts'
import { NamesField } from '../../../ui/upload/NamesField.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'

type Props = { groupId: string; onClose: () => void }
type Added = AddMembersMutation$data['addGroupMembers']

/** Adds members from a pasted list or a CSV file of usernames; names that could not be added stay in the field. */
export function AddMembers({ groupId, onClose }: Props) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const [outcome, setOutcome] = useState<Added | null>(null)
  const form = useForm({
    values: { usernames: '' },
    rules: ({ usernames }) => {
      const { length } = namesIn(usernames)
      if (length === 0) return { usernames: { words: t('ui:fault.REQUIRED') } }
      const isTooMany = length > MOST_NAMES
      return { usernames: isTooMany ? { words: t('ui:fault.TOO_MANY', { max: MOST_NAMES }) } : null }
    },
  })
  const [add, { pending }] = useMutation<AddMembersMutation>(
    graphql`
      mutation AddMembersMutation($input: AddGroupMembersInput!) {
        addGroupMembers(input: $input) {
          added
          present
          unknown
        }
      }
    `,
    { form },
  )
  const send = form.sending(async () => {
    const done = await add({ input: { id: groupId, usernames: namesIn(form.values.usernames) } })
    if (!done) return null
    const { added, present, unknown } = done.addGroupMembers
    if (added.length > 0) {
      toast.success(t('groupAdmin:add.added', { count: added.length }))
      void revalidate()
    }
    if (present.length + unknown.length === 0) onClose()
    else {
      setOutcome(done.addGroupMembers)
      form.set('usernames', unknown.join('\n'))
    }
    return done
  })
  return (
    <FormDialog
      title={t('groupAdmin:add.title')}
      form={form}
      onSubmit={send}
      onClose={onClose}
      pending={pending}
      submit={t('groupAdmin:add.submit')}
    >
      <NamesField hint={t('groupAdmin:add.hint', { max: MOST_NAMES })} {...form.field('usernames')} />
      {outcome && (
        <Box role="status" sx={{ typography: 'dense', color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {outcome.unknown.length > 0 && (
            <div>{t('groupAdmin:add.unknown', { names: outcome.unknown.join(', ') })}</div>
          )}
          {outcome.present.length > 0 && (
            <div>{t('groupAdmin:add.present', { names: outcome.present.join(', ') })}</div>
          )}
        </Box>
      )}
    </FormDialog>
  )
}
