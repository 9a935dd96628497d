import { useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { CopyGroupDialog_group$key } from '../../../__generated__/CopyGroupDialog_group.graphql.ts'
import type {
  CopyGroupDialogMutation,
  CopyGroupDialogMutation$data,
  GroupCopyMembers,
} from '../../../__generated__/CopyGroupDialogMutation.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { useNavigateAfter } from '../../../relay/useNavigateAfter.ts'
import { wholeRefusal } from '../../../relay/wholeRefusal.ts'
import { Field } from '../../../ui/controls/Field.tsx'
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx'
import { FormAlert } from '../../../ui/form/FormAlert.tsx'
import { FormGrid } from '../../../ui/form/FormCard.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { SwitchField } from '../../../ui/form/SwitchField.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { GROUPS, groupHref } from '../addresses.ts'
import { CODE_LENGTH, LENGTHS, NEW_GROUP_VALUES, oneLine, randomCode } from '../form/groupValues.ts'
import { useGroupRules } from '../form/useGroupRules.ts'
import { LeftOutProblems } from '../LeftOutProblems.tsx'

const MEMBERS = ['NONE', 'ADMINS', 'ALL'] as const satisfies readonly GroupCopyMembers[]

type Copied = CopyGroupDialogMutation$data['copyGroup']

type Values = {
  name: string
  shortName: string
  code: string
  withTrainings: boolean
  withNotices: boolean
  withMembers: (typeof MEMBERS)[number]
}

const hrefOf = ({ group }: Copied) => (group ? groupHref(group.number) : GROUPS)

/** Copies a group under a new name; problems that were left out are named before the copy opens. */
export function CopyGroupDialog({
  onClose,
  ...props
}: {
  group: CopyGroupDialog_group$key
  onClose: () => void
}) {
  const { t } = useTranslation()
  const navigate = useNavigateAfter()
  const [copied, setCopied] = useState<Copied | null>(null)
  const { id, name, access } = useFragment(
    graphql`
      fragment CopyGroupDialog_group on Group {
        id
        name
        access
      }
    `,
    props.group,
  )
  const hasCode = access !== 'PUBLIC'
  const rulesOf = useGroupRules()
  const form = useForm<Values>({
    values: {
      name: '',
      shortName: '',
      code: hasCode ? randomCode() : '',
      withTrainings: true,
      withNotices: false,
      withMembers: 'ADMINS',
    },
    rules: ({ name, shortName, code }) => {
      const faults = rulesOf({ ...NEW_GROUP_VALUES, access, name, shortName, code })
      return { name: faults.name, shortName: faults.shortName, code: faults.code }
    },
  })
  const [copy, { pending, ...outcome }] = useMutation<CopyGroupDialogMutation>(
    graphql`
      mutation CopyGroupDialogMutation($input: CopyGroupInput!) {
        copyGroup(input: $input) {
          group {
            number
          }
          leftOut {
            problemCount
            ...LeftOutProblems_problems
          }
        }
      }
    `,
    { form, quiet: true },
  )
  const refused = wholeRefusal(outcome)
  const send = form.sending(async () => {
    const { name, shortName, code, ...taken } = form.values
    const done = await copy({
      input: {
        id,
        name: oneLine(name),
        shortName: oneLine(shortName),
        ...(hasCode && { code }),
        ...taken,
      },
    })
    if (!done) return null
    toast.success(t('groupAdmin:copy.done'))
    if (done.copyGroup.leftOut.problemCount > 0) setCopied(done.copyGroup)
    else
      setTimeout(() => {
        onClose()
        navigate(hrefOf(done.copyGroup))
      })
    return done
  })
  if (copied)
    return (
      <LeftOutProblems
        problems={copied.leftOut}
        href={hrefOf(copied)}
        open={t('groupAdmin:copy.open')}
        onClose={onClose}
      />
    )
  return (
    <FormDialog
      title={t('groupAdmin:copy.of', { name })}
      form={form}
      isComplete
      submit={t('groupAdmin:copy.submit')}
      pending={pending}
      onSubmit={send}
      onClose={onClose}
    >
      <FormGrid>
        <Field
          label={t('group:field.name')}
          required
          autoFocus
          hint={t('group:form.length', LENGTHS.name)}
          {...form.field('name')}
        />
        <Field
          label={t('group:field.shortName')}
          required
          hint={t('group:form.shortNameHint', LENGTHS.shortName)}
          {...form.field('shortName')}
        />
      </FormGrid>
      {hasCode && (
        <Field
          label={t('group:field.code')}
          required
          maxLength={CODE_LENGTH}
          hint={t('group:form.codeHint')}
          inputProps={{ autoComplete: 'off', spellCheck: false }}
          {...form.field('code')}
        />
      )}
      <SwitchField
        label={t('groupAdmin:copy.trainings')}
        hint={t('groupAdmin:copy.trainingsHint')}
        {...form.field('withTrainings')}
      />
      <SwitchField label={t('groupAdmin:copy.notices')} {...form.field('withNotices')} />
      <ChoiceField
        label={t('groupAdmin:copy.members')}
        hint={t('groupAdmin:copy.membersHint')}
        segments={MEMBERS.map((value) => ({ value, label: t(`groupAdmin:copy.taken.${value}`) }))}
        {...form.field('withMembers')}
      />
      {refused && <FormAlert>{refused}</FormAlert>}
    </FormDialog>
  )
}
