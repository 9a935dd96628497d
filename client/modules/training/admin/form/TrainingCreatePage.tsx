import { graphql, usePreloadedQuery } from 'react-relay'
import type { TrainingCreatePageMutation } from '../../../../__generated__/TrainingCreatePageMutation.graphql.ts'
import type { TrainingCreatePageQuery } from '../../../../__generated__/TrainingCreatePageQuery.graphql.ts'
import { AdminPage } from '../../../../app/admin/AdminPage.tsx'
import { LeaveGuard } from '../../../../app/LeaveGuard.tsx'
import { useTitle } from '../../../../app/title.ts'
import { toast } from '../../../../app/toasts.ts'
import { found } from '../../../../relay/found.ts'
import type { PageProps } from '../../../../relay/page.tsx'
import { useMutation } from '../../../../relay/useMutation.ts'
import { useNavigateAfter } from '../../../../relay/useNavigateAfter.ts'
import { useForm } from '../../../../ui/form/useForm.ts'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { usePlace } from '../../../group/usePlace.ts'
import { problemsHref } from '../managedTrainings.ts'
import { useTrainingCategories } from '../useTrainingCategories.ts'
import { TrainingForm } from './TrainingForm.tsx'
import { allFields, NEW_TRAINING_VALUES, tidy } from './trainingValues.ts'
import { useTrainingRules } from './useTrainingRules.ts'

/** Form of a new training; its problems are added next. */
export function TrainingCreatePage({ queryRef }: PageProps<TrainingCreatePageQuery>) {
  const { t } = useTranslation()
  const navigate = useNavigateAfter()
  const place = usePlace()
  const query = usePreloadedQuery<TrainingCreatePageQuery>(
    graphql`
      query TrainingCreatePageQuery($group: Int!, $isInGroup: Boolean!) {
        group(number: $group) @include(if: $isInGroup) {
          id
          viewerCanManage
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
  const { viewer, group } = query
  if (place !== null) found(group?.viewerCanManage || null)
  useTitle(t('trainingAdmin:create'))
  const categories = useTrainingCategories(query)
  const rules = useTrainingRules(categories)
  const form = useForm({ values: NEW_TRAINING_VALUES, rules })
  const [save, { pending }] = useMutation<TrainingCreatePageMutation>(
    graphql`
      mutation TrainingCreatePageMutation($input: CreateTrainingInput!) {
        createTraining(input: $input) {
          number
          title
          isVisible
        }
      }
    `,
    { form },
  )
  const send = async () => {
    const answer = await save({ input: { groupId: group?.id, fields: allFields(tidy(form.values)) } })
    if (!answer) return null
    const { number, title, isVisible } = answer.createTraining
    toast.success(t(isVisible ? 'trainingAdmin:created' : 'trainingAdmin:createdHidden', { title }))
    // After the form is marked as saved.
    setTimeout(() => navigate(problemsHref(place, number), { replace: true }))
    return answer
  }
  return (
    <AdminPage title={t('trainingAdmin:create')}>
      <LeaveGuard form={form} />
      <TrainingForm
        form={form}
        rules={rules}
        saved={NEW_TRAINING_VALUES}
        categories={categories}
        canCategorize={viewer?.adminPages.includes('TRAINING_CATEGORIES') ?? false}
        registrations={0}
        draftKey={['training-form', viewer?.user.username, group?.id, 'new'].filter(Boolean).join(' ')}
        pending={pending}
        save={t('trainingAdmin:createSave')}
        onSend={send}
      />
    </AdminPage>
  )
}
