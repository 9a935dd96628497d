import { useState } from 'react'
import { graphql } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type {
  CopyTrainingMutation,
  CopyTrainingMutation$data,
} from '../../../__generated__/CopyTrainingMutation.graphql.ts'
import type { CopyTrainingQuery } from '../../../__generated__/CopyTrainingQuery.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { useFreshQuery } from '../../../relay/query/useFreshQuery.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { useNavigateAfter } from '../../../relay/useNavigateAfter.ts'
import { Field } from '../../../ui/controls/Field.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { LeftOutProblems } from '../../group/LeftOutProblems.tsx'
import { usePlace } from '../../group/usePlace.ts'
import { editHref } from './managedTrainings.ts'

/** Most groups to choose from. */
const MOST_GROUPS = 100

const MOST = { title: 255, password: 64 } as const

/** The place of the training, in the choice of places. */
const SAME = ''

type Copied = CopyTrainingMutation$data['copyTraining']

type Props = {
  training: { id: string; title: string; access: string }
  onClose: () => void
}

/** Copies a training into its place or another group; problems that were left out are named before the copy opens. */
export function CopyTraining({ training: { id, title, access }, onClose }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigateAfter()
  const { revalidate } = useRevalidator()
  const place = usePlace()
  const [copied, setCopied] = useState<Copied | null>(null)
  const { groups } = useFreshQuery<CopyTrainingQuery>(
    graphql`
      query CopyTrainingQuery($first: Int) {
        groups(filter: { isMine: true }, first: $first) {
          edges {
            node {
              id
              number
              name
              viewerCanManage
            }
          }
        }
      }
    `,
    { first: MOST_GROUPS },
    'store-and-network',
  )
  const others = groups.edges
    .map(({ node }) => node)
    .filter(({ number, viewerCanManage }) => viewerCanManage && number !== place)
  const needsPassword = (groupId: string) => access === 'PRIVATE' && groupId !== SAME
  const form = useForm({
    values: { title, groupId: SAME, password: '' },
    rules: (values) => ({
      title: values.title.trim() ? null : { words: t('ui:fault.REQUIRED') },
      password: needsPassword(values.groupId) && !values.password ? { words: t('ui:fault.REQUIRED') } : null,
    }),
  })
  const [copy, { pending }] = useMutation<CopyTrainingMutation>(
    graphql`
      mutation CopyTrainingMutation($input: CopyTrainingInput!) {
        copyTraining(input: $input) {
          training {
            number
            group {
              number
            }
          }
          leftOut {
            problemCount
            ...LeftOutProblems_problems
          }
        }
      }
    `,
    { form },
  )
  const hrefOf = ({ training }: Copied) =>
    training ? editHref(training.group?.number ?? null, training.number) : editHref(place, 0)
  const { groupId } = form.values
  const send = form.sending(async () => {
    const done = await copy({
      input: {
        id,
        title: form.values.title.trim(),
        ...(groupId !== SAME && { groupId }),
        ...(needsPassword(groupId) && { password: form.values.password }),
      },
    })
    if (!done) return null
    toast.success(t('trainingAdmin:copy.done'))
    void revalidate()
    if (done.copyTraining.leftOut.problemCount > 0) setCopied(done.copyTraining)
    else
      setTimeout(() => {
        onClose()
        navigate(hrefOf(done.copyTraining))
      })
    return done
  })
  if (copied)
    return (
      <LeftOutProblems
        problems={copied.leftOut}
        href={hrefOf(copied)}
        open={t('trainingAdmin:copy.open')}
        onClose={onClose}
      />
    )
  return (
    <FormDialog
      title={t('trainingAdmin:copy.title', { title })}
      form={form}
      isComplete
      submit={t('trainingAdmin:copy.submit')}
      pending={pending}
      onSubmit={send}
      onClose={onClose}
    >
      <Field
        label={t('training:field.title')}
        required
        autoFocus
        maxLength={MOST.title}
        hint={t('trainingAdmin:copy.hint')}
        {...form.field('title')}
      />
      <SelectField
        label={t('trainingAdmin:copy.place')}
        hint={t('trainingAdmin:copy.placeHint')}
        options={[
          { value: SAME, label: t(place === null ? 'trainingAdmin:copy.site' : 'trainingAdmin:copy.same') },
          ...others.map((group) => ({ value: group.id, label: group.name })),
        ]}
        {...form.field('groupId')}
      />
      {needsPassword(groupId) && (
        <Field
          label={t('training:field.password')}
          required
          maxLength={MOST.password}
          hint={t('trainingAdmin:copy.passwordHint')}
          inputProps={{ autoComplete: 'off', spellCheck: false }}
          {...form.field('password')}
        />
      )}
    </FormDialog>
  )
}
