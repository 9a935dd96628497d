import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useId, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { DisbandDialog_group$key } from '../../../__generated__/DisbandDialog_group.graphql.ts'
import type { DisbandDialogMutation } from '../../../__generated__/DisbandDialogMutation.graphql.ts'
import type { DisbandDialogQuery } from '../../../__generated__/DisbandDialogQuery.graphql.ts'
import { Section } from '../../../app/Section.tsx'
import { toast } from '../../../app/toasts.ts'
import { useFreshQuery } from '../../../relay/query/useFreshQuery.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { useNavigateAfter } from '../../../relay/useNavigateAfter.ts'
import { Field } from '../../../ui/controls/Field.tsx'
import { Modal } from '../../../ui/feedback/Modal.tsx'
import { SkeletonRows } from '../../../ui/feedback/SkeletonRows.tsx'
import { FormAlert } from '../../../ui/form/FormAlert.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { groupList } from '../list/groupList.ts'

type Props = { group: DisbandDialog_group$key; onClose: () => void }

/** Disbands a group: shows what goes along, and needs its short name typed. */
export function DisbandDialog({ onClose, ...props }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigateAfter()
  const form = useId()
  const [typed, setTyped] = useState('')
  const { id, name, shortName } = useFragment(
    graphql`
      fragment DisbandDialog_group on Group {
        id
        name
        shortName
      }
    `,
    props.group,
  )
  const [disband, { pending, words }] = useMutation<DisbandDialogMutation>(
    graphql`
      mutation DisbandDialogMutation($input: DisbandGroupInput!) {
        disbandGroup(input: $input) {
          groupId
        }
      }
    `,
    { quiet: true },
  )
  const isTyped = typed.trim() === shortName
  const send = async () => {
    if (!isTyped || !(await disband({ input: { id } }))) return
    toast.success(t('group:disband.success'))
    navigate(groupList.path, { replace: true })
  }
  return (
    <Modal
      title={t('group:disband.title', { name })}
      width={440}
      onClose={onClose}
      actions={
        <>
          <Button size="large" onClick={onClose}>
            {t('ui:confirm.cancel')}
          </Button>
          <Button
            size="large"
            type="submit"
            form={form}
            variant="contained"
            color="error"
            disabled={!isTyped}
            loading={pending}
          >
            {t('group:disband.act')}
          </Button>
        </>
      }
    >
      <Box
        component="form"
        id={form}
        noValidate
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
        sx={{ display: 'grid', gap: 4 }}
      >
        <Section skeleton={<SkeletonRows rows={6} height={28} />}>
          <Belongings id={id} />
        </Section>
        <Field
          label={t('group:disband.type', { shortName })}
          value={typed}
          onChange={setTyped}
          inputProps={{ spellCheck: false }}
        />
        {words && !pending && <FormAlert>{words}</FormAlert>}
      </Box>
    </Modal>
  )
}

const KINDS = ['member', 'problem', 'training', 'contest', 'discussion', 'notice'] as const

/** Numbers of what disappears with the group, and of what stays. */
function Belongings({ id }: { id: string }) {
  const { t } = useTranslation()
  const { node } = useFreshQuery<DisbandDialogQuery>(
    graphql`
      query DisbandDialogQuery($id: ID!) {
        node(id: $id) {
          ... on Group @alias(as: "group") {
            belongings {
              memberCount
              problemCount
              trainingCount
              contestCount
              discussionCount
              noticeCount
              submissionCount
            }
          }
        }
      }
    `,
    { id },
  )
  const belongings = node?.group?.belongings
  if (!belongings) return null
  return (
    <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
      {t('group:disband.text')}
      <Box
        component="ul"
        sx={{
          display: 'grid',
          gridTemplateColumns: 'repeat(2, minmax(0,1fr))',
          columnGap: 4,
          rowGap: 1,
          my: 2,
          px: 3,
          py: 2,
          borderRadius: 1,
          bgcolor: 'surface.sunken',
          color: 'text.primary',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        {KINDS.map((kind) => (
          <li key={kind}>{t(`group:disband.${kind}s`, { count: belongings[`${kind}Count`] })}</li>
        ))}
      </Box>
      {belongings.submissionCount > 0 && t('group:disband.stays', { count: belongings.submissionCount })}
    </Box>
  )
}
