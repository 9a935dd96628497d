import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { graphql, useFragment, usePreloadedQuery } from 'react-relay'
import type { GroupSetting_group$key } from '../../../__generated__/GroupSetting_group.graphql.ts'
import type { GroupSettingMutation } from '../../../__generated__/GroupSettingMutation.graphql.ts'
import type { GroupSettingQuery } from '../../../__generated__/GroupSettingQuery.graphql.ts'
import { LeaveGuard } from '../../../app/LeaveGuard.tsx'
import { toast } from '../../../app/toasts.ts'
import { found } from '../../../relay/found.ts'
import type { PageProps } from '../../../relay/page.tsx'
import { useEditing } from '../../../relay/useEditing.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { DraftNote } from '../../../ui/form/draft/DraftNote.tsx'
import { useFormDraft } from '../../../ui/form/draft/useFormDraft.ts'
import { FormBar } from '../../../ui/form/FormBar.tsx'
import { FormCard } from '../../../ui/form/FormCard.tsx'
import { SwitchField } from '../../../ui/form/SwitchField.tsx'
import { sendingTidy } from '../../../ui/form/sendingTidy.ts'
import { Columns } from '../../../ui/layout/Columns.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { AccessFields, BasicFields, DescriptionField } from '../form/GroupFields.tsx'
import { changedFields, type GroupValues, tidy } from '../form/groupValues.ts'
import { useGroupRules } from '../form/useGroupRules.ts'
import { CopyGroup } from './CopyGroup.tsx'
import { GroupPicture } from './GroupPicture.tsx'

/** Settings tab of a group; changes of others are merged into the form. */
export function GroupSetting({ queryRef }: PageProps<GroupSettingQuery>) {
  const { group, viewer, viewerCanCreateGroups } = usePreloadedQuery<GroupSettingQuery>(
    graphql`
      query GroupSettingQuery($number: Int!) {
        viewer {
          permissions
          user {
            username
          }
        }
        viewerCanCreateGroups
        group(number: $number) {
          id
          ...GroupSetting_group
          ...CopyGroup_group
        }
      }
    `,
    queryRef,
  )
  const known = found(group)
  return (
    <>
      <Editing
        key={known.id}
        group={known}
        draftKey={`group-form ${viewer?.user.username} ${known.id}`}
        closes={viewer?.permissions.includes('group.manageAny') ?? false}
      />
      {viewerCanCreateGroups && (
        <Box sx={{ mt: 4 }}>
          <CopyGroup group={known} />
        </Box>
      )}
    </>
  )
}

type Props = {
  group: GroupSetting_group$key
  /** Storage key of the unsaved draft. */
  draftKey: string
  /** Whether the viewer closes groups. */
  closes: boolean
}

function Editing({ draftKey, closes, ...props }: Props) {
  const { t } = useTranslation()
  const group = useFragment(
    graphql`
      fragment GroupSetting_group on Group {
        id
        version
        name
        shortName
        brief
        access
        code
        isVisible
        isDisabled
        description
        ...GroupPicture_group
      }
    `,
    props.group,
  )
  const { id, version, name, shortName, brief, access, isVisible, isDisabled, description } = group
  const saved: GroupValues = {
    name,
    shortName,
    brief,
    access,
    code: group.code ?? '',
    isVisible,
    isDisabled,
    description,
  }
  const rules = useGroupRules()
  const form = useEditing({ values: saved, version, rules })
  const { keptAt, foundAt } = useFormDraft(draftKey, form, saved)
  const [save, { pending }] = useMutation<GroupSettingMutation>(
    graphql`
      mutation GroupSettingMutation($input: UpdateGroupInput!) {
        updateGroup(input: $input) {
          ...GroupSetting_group
          ...About_group
        }
      }
    `,
    { form },
  )
  const send = async () => {
    const fields = changedFields(tidy(form.values), saved)
    const done = await save({ input: { id, version: form.version, fields } })
    if (done) toast.success(t('group:form.saved'))
    return done
  }
  return (
    <>
      <LeaveGuard form={form} />
      <Box
        component="form"
        ref={form.form}
        noValidate
        autoComplete="off"
        onSubmit={sendingTidy(form, { tidy, rules, onSend: send })}
      >
        {foundAt !== null && (
          <Box sx={{ mb: 4 }}>
            <DraftNote foundAt={foundAt} />
          </Box>
        )}
        <Columns
          main={
            <FormCard title={t('group:form.basics')}>
              <BasicFields form={form} />
              <DescriptionField form={form} />
            </FormCard>
          }
          aside={
            <>
              <FormCard title={t('group:avatar.title')}>
                <GroupPicture group={group} />
              </FormCard>
              <FormCard title={t('group:form.joining')}>
                <AccessFields form={form} />
              </FormCard>
              {closes && (
                <FormCard title={t('group:form.admin')}>
                  <SwitchField
                    label={t('group:field.isDisabled')}
                    hint={t('group:form.disabledHint')}
                    {...form.field('isDisabled')}
                  />
                </FormCard>
              )}
            </>
          }
        />
        <Box sx={{ mt: 4 }}>
          <FormBar form={form} pending={pending} keptAt={keptAt} />
        </Box>
      </Box>
    </>
  )
}

export const GroupSettingSkeleton = () => (
  <Columns
    main={<Skeleton variant="rounded" height={480} />}
    aside={
      <>
        <Skeleton variant="rounded" height={160} />
        <Skeleton variant="rounded" height={240} />
      </>
    }
  />
)
