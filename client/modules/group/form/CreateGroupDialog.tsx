import { graphql } from 'react-relay'
import type { CreateGroupDialogMutation } from '../../../__generated__/CreateGroupDialogMutation.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { useNavigateAfter } from '../../../relay/useNavigateAfter.ts'
import { wholeRefusal } from '../../../relay/wholeRefusal.ts'
import { FormAlert } from '../../../ui/form/FormAlert.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { sendingTidy } from '../../../ui/form/sendingTidy.ts'
import { useForm } from '../../../ui/form/useForm.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { groupHref } from '../addresses.ts'
import { AccessFields, BasicFields, DescriptionField } from './GroupFields.tsx'
import { allFields, NEW_GROUP_VALUES, tidy } from './groupValues.ts'
import { useGroupRules } from './useGroupRules.ts'

/** Form of a new group; opens the group once it is created. */
export function CreateGroupDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigateAfter()
  const rules = useGroupRules()
  const form = useForm({ values: NEW_GROUP_VALUES, rules })
  const [create, { pending, ...outcome }] = useMutation<CreateGroupDialogMutation>(
    graphql`
      mutation CreateGroupDialogMutation($input: CreateGroupInput!) {
        createGroup(input: $input) {
          number
        }
      }
    `,
    { form, quiet: true },
  )
  const refused = wholeRefusal(outcome)
  const send = async () => {
    const done = await create({ input: { fields: allFields(tidy(form.values)) } })
    if (!done) return null
    toast.success(t('group:form.created'))
    // After the form is marked as saved.
    setTimeout(() => {
      onClose()
      navigate(groupHref(done.createGroup.number))
    })
    return done
  }
  return (
    <FormDialog
      title={t('group:form.create')}
      form={form}
      width={720}
      submit={t('group:form.createSave')}
      pending={pending}
      onSubmit={sendingTidy(form, { tidy, rules, onSend: send })}
      onClose={onClose}
    >
      <BasicFields form={form} autoFocus />
      <AccessFields form={form} />
      <DescriptionField form={form} isNew />
      {refused && <FormAlert>{refused}</FormAlert>}
    </FormDialog>
  )
}
