import { Suspense, useState } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import type { ContestCreatePageMutation } from '../../../../__generated__/ContestCreatePageMutation.graphql.ts'
import type { ContestCreatePageQuery } from '../../../../__generated__/ContestCreatePageQuery.graphql.ts'
import { AdminPage } from '../../../../app/admin/AdminPage.tsx'
import { LeaveGuard } from '../../../../app/LeaveGuard.tsx'
import { useTitle } from '../../../../app/title.ts'
import { toast } from '../../../../app/toasts.ts'
import { globalId } from '../../../../relay/globalId.ts'
import type { PageProps } from '../../../../relay/page.tsx'
import { useMutation } from '../../../../relay/useMutation.ts'
import { useNavigateAfter } from '../../../../relay/useNavigateAfter.ts'
import { useForm } from '../../../../ui/form/useForm.ts'
import { lazyPart } from '../../../../ui/lazyPart.ts'
import { serverNow } from '../../../../ui/text/serverTime.ts'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { usePlace } from '../../../group/usePlace.ts'
import { problemsHref } from '../managedContests.ts'
import type { ContestFindings } from './ContestFileCard.tsx'
import { ContestForm } from './ContestForm.tsx'
import { contestFields, NEW_CONTEST_VALUES, newContestValues, tidy } from './contestValues.ts'
import { filledFrom } from './filledFrom.ts'
import { refusing } from './refusing.ts'
import { useContestRules } from './useContestRules.ts'

const ContestFileCard = lazyPart(async () => (await import('./ContestFileCard.tsx')).ContestFileCard)

export function ContestCreatePage({ queryRef }: PageProps<ContestCreatePageQuery>) {
  const { t } = useTranslation()
  const navigate = useNavigateAfter()
  const place = usePlace()
  const { viewer } = usePreloadedQuery<ContestCreatePageQuery>(
    graphql`
      query ContestCreatePageQuery {
        viewer {
          user {
            username
          }
        }
      }
    `,
    queryRef,
  )
  useTitle(t('organising:create'))
  const rules = useContestRules()
  const [first] = useState(() => newContestValues(serverNow()))
  const form = useForm({ values: first, rules })
  const [save, { pending }] = useMutation<ContestCreatePageMutation>(
    graphql`
      mutation ContestCreatePageMutation($input: CreateContestInput!) {
        createContest(input: $input) {
          number
          title
        }
      }
    `,
    { form: refusing(form) },
  )
  const [found, setFound] = useState<ContestFindings | null>(null)
  const fill = (read: ContestFindings) => {
    setFound(read)
    const { title, range, seal } = filledFrom(read, form.values)
    form.set('title', title)
    form.set('range', range)
    form.set('seal', seal)
  }
  const send = async () => {
    const values = tidy(form.values)
    const { startsAt, endsAt, title: _, ...fields } = contestFields(values, NEW_CONTEST_VALUES)
    if (!startsAt || !endsAt) return null
    const answer = await save({
      input: {
        type: values.type,
        title: values.title,
        startsAt,
        endsAt,
        fields,
        ...(place !== null && { groupId: globalId('Group', place) }),
        ...(values.type === 'ACM' && found && { problems: problemsOf(found) }),
      },
    })
    if (!answer) return null
    const { number, title } = answer.createContest
    toast.success(t(values.isVisible ? 'organising:created' : 'organising:createdHidden', { title }))
    // After the form is marked as saved.
    setTimeout(() => navigate(problemsHref(place, number), { replace: true }))
    return answer
  }
  return (
    <AdminPage title={t('organising:create')}>
      <LeaveGuard form={form} />
      <ContestForm
        form={form}
        rules={rules}
        saved={first}
        type={null}
        registrations={0}
        draftKey={`contest-form ${viewer?.user.username} new${place ?? ''}`}
        pending={pending}
        save={t('organising:createSave')}
        onSend={send}
      >
        <Suspense fallback={null}>
          <ContestFileCard found={found} onFound={fill} takesProblems={form.values.type === 'ACM'} />
        </Suspense>
      </ContestForm>
    </AdminPage>
  )
}

/** Problems of contest files that are here. */
const problemsOf = ({ problems }: ContestFindings) =>
  problems.flatMap(({ label, color, problem }) =>
    problem ? [{ problemNumber: problem.number, label, color: color ?? null }] : [],
  )
