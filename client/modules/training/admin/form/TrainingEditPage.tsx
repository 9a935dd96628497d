import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { graphql, useFragment, usePreloadedQuery } from 'react-relay'
import type { TrainingEditPage_training$key } from '../../../../__generated__/TrainingEditPage_training.graphql.ts'
import type { TrainingEditPageMutation } from '../../../../__generated__/TrainingEditPageMutation.graphql.ts'
import type { TrainingEditPageQuery } from '../../../../__generated__/TrainingEditPageQuery.graphql.ts'
import type { TrainingEditPageSubscription } from '../../../../__generated__/TrainingEditPageSubscription.graphql.ts'
import { AdminPage } from '../../../../app/admin/AdminPage.tsx'
import { LeaveGuard } from '../../../../app/LeaveGuard.tsx'
import { useTitle } from '../../../../app/title.ts'
import { toast } from '../../../../app/toasts.ts'
import { found } from '../../../../relay/found.ts'
import type { PageProps } from '../../../../relay/page.tsx'
import { useEditing } from '../../../../relay/useEditing.ts'
import { useLive } from '../../../../relay/useLive.ts'
import { useMutation } from '../../../../relay/useMutation.ts'
import { Icon } from '../../../../ui/controls/Icon.tsx'
import { Confirm } from '../../../../ui/feedback/Confirm.tsx'
import { useAnswer } from '../../../../ui/feedback/useAnswer.ts'
import { lazyPart } from '../../../../ui/lazyPart.ts'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { usePlace } from '../../../group/usePlace.ts'
import { problemsHref } from '../managedTrainings.ts'
import { useTrainingCategories } from '../useTrainingCategories.ts'
import { TrainingForm } from './TrainingForm.tsx'
import { changedFields, changesPassword, type TrainingValues, tidy, valuesOf } from './trainingValues.ts'
import { useTrainingRules } from './useTrainingRules.ts'

const CopyTraining = lazyPart(async () => (await import('../CopyTraining.tsx')).CopyTraining)

/** Edit page of one training; changes of others are merged into the form. */
export function TrainingEditPage({ queryRef }: PageProps<TrainingEditPageQuery>) {
  const { t } = useTranslation()
  const query = usePreloadedQuery<TrainingEditPageQuery>(
    graphql`
      query TrainingEditPageQuery($id: ID!) {
        node(id: $id) {
          ... on Training @alias(as: "training") {
            id
            number
            title
            access
            viewerCanManage
            group {
              number
            }
            ...TrainingEditPage_training
          }
        }
        viewer {
          adminPages
          user {
            username
          }
        }
        ...useTrainingCategories_query
      }
    `,
    queryRef,
  )
  const { node, viewer } = query
  const training = found(node?.training)
  const place = usePlace()
  found((training.viewerCanManage && (training.group?.number ?? null) === place) || null)
  const { id, number, title } = training
  const [copying, setCopying] = useState(false)
  const categories = useTrainingCategories(query)
  useTitle(title)
  useLive<TrainingEditPageSubscription>(
    graphql`
      subscription TrainingEditPageSubscription($id: ID!) {
        trainingChanged(id: $id) {
          title
          viewerCanManage
          ...TrainingEditPage_training
        }
      }
    `,
    { id },
  )
  return (
    <AdminPage
      title={t('trainingAdmin:edit')}
      note={title}
      actions={
        <>
          <Button startIcon={<Icon name="copy" />} onClick={() => setCopying(true)}>
            {t('trainingAdmin:copy.act')}
          </Button>
          <Button href={problemsHref(place, number)} startIcon={<Icon name="list" />}>
            {t('trainingAdmin:problems.title')}
          </Button>
        </>
      }
    >
      <Editing
        key={id}
        training={training}
        categories={categories}
        canCategorize={viewer?.adminPages.includes('TRAINING_CATEGORIES') ?? false}
        draftKey={`training-form ${viewer?.user.username} ${id}`}
      />
      <Suspense>{copying && <CopyTraining training={training} onClose={() => setCopying(false)} />}</Suspense>
    </AdminPage>
  )
}

type EditingProps = {
  training: TrainingEditPage_training$key
  categories: ReturnType<typeof useTrainingCategories>
  canCategorize: boolean
  draftKey: string
}

function Editing({ training, categories, canCategorize, draftKey }: EditingProps) {
  const { t } = useTranslation()
  const shown = useFragment(
    graphql`
      fragment TrainingEditPage_training on Training {
        id
        version
        rank
        title
        description
        access
        password
        isVisible
        registrationCount
        category {
          id
        }
      }
    `,
    training,
  )
  const { id, version } = shown
  const saved = valuesOf(shown)
  const registrations = shown.registrationCount ?? 0
  const rules = useTrainingRules(categories)
  const form = useEditing({ values: saved, version, rules })
  const [save, { pending }] = useMutation<TrainingEditPageMutation>(
    graphql`
      mutation TrainingEditPageMutation($input: UpdateTrainingInput!) {
        updateTraining(input: $input) {
          ...TrainingEditPage_training
        }
      }
    `,
    { form },
  )
  const end = useAnswer<number>()
  /** Saves once the viewer agreed to end this number of registrations; asks again when it has changed. */
  const send = async (values: TrainingValues, ends: number): Promise<unknown> => {
    if (ends > 0 && !(await end.ask(ends))) return null
    const refused = { endsNow: ends }
    const input = {
      id,
      version: form.version,
      fields: changedFields(values, saved),
      endsRegistrations: ends,
    }
    const done = await save(
      { input },
      {
        answers: ({ code, parameters }) => {
          refused.endsNow = code === 'TRAINING_PASSWORD_ENDS' ? Number(parameters.count) : ends
          return refused.endsNow !== ends
        },
      },
    )
    if (refused.endsNow !== ends) return send(values, refused.endsNow)
    if (done) toast.success(t('trainingAdmin:saved'))
    return done
  }
  return (
    <>
      <LeaveGuard form={form} />
      <TrainingForm
        form={form}
        rules={rules}
        saved={saved}
        categories={categories}
        canCategorize={canCategorize}
        registrations={registrations}
        draftKey={draftKey}
        pending={pending}
        onSend={() => {
          const values = tidy(form.values)
          return send(values, changesPassword(values, saved) ? registrations : 0)
        }}
      />
      {end.question !== null && (
        <Confirm
          title={t('trainingAdmin:form.endsTitle', { count: end.question })}
          confirm={t('trainingAdmin:form.endsConfirm')}
          destructive
          onConfirm={end.agree}
          onClose={end.close}
        >
          {t('trainingAdmin:form.endsText')}
        </Confirm>
      )}
    </>
  )
}
