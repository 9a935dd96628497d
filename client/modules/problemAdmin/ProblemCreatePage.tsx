import Paper from '@mui/material/Paper'
import { Suspense } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useParams, useSearchParams } from 'react-router-dom'
import type { ProblemCreatePageMutation } from '../../__generated__/ProblemCreatePageMutation.graphql.ts'
import type { ProblemCreatePageQuery } from '../../__generated__/ProblemCreatePageQuery.graphql.ts'
import { AdminPage } from '../../app/admin/AdminPage.tsx'
import { LeaveGuard } from '../../app/LeaveGuard.tsx'
import { useTitle } from '../../app/title.ts'
import { toast } from '../../app/toasts.ts'
import { found } from '../../relay/found.ts'
import type { PageProps } from '../../relay/page.tsx'
import { useMutation } from '../../relay/useMutation.ts'
import { useNavigateAfter } from '../../relay/useNavigateAfter.ts'
import { useForm } from '../../ui/form/useForm.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { placeHref } from '../group/place.ts'
import { usePlace } from '../group/usePlace.ts'
import { editHref, testsHref } from '../problem/adminAddresses.ts'
import { ProblemForm } from '../problem/form/ProblemForm.tsx'
import { NEW_VALUES, type ProblemValues, problemChanges, tidy } from '../problem/form/problemValues.ts'
import { refusing } from '../problem/form/refusing.ts'
import { useProblemRules } from '../problem/form/useProblemRules.ts'

const FolderCard = lazyPart(async () => (await import('../package/FolderCard.tsx')).FolderCard)

/** Creates a problem; one made for a contest takes its scoring, and is added to it next. */
export function ProblemCreatePage({ queryRef }: PageProps<ProblemCreatePageQuery>) {
  const { t } = useTranslation()
  const navigate = useNavigateAfter()
  const place = usePlace()
  const { languages, tagGroups, viewer, group } = usePreloadedQuery<ProblemCreatePageQuery>(
    graphql`
      query ProblemCreatePageQuery($group: Int!, $isInGroup: Boolean!) {
        group(number: $group) @include(if: $isInGroup) {
          id
          viewerCanManage
          tags {
            name
          }
        }
        languages {
          ...ProblemForm_languages
        }
        tagGroups(bank: "ME") {
          tags {
            name
          }
        }
        viewer {
          canPublishProblems
          canNameAuthors
          user {
            username
          }
        }
      }
    `,
    queryRef,
  )
  if (place !== null) found(group?.viewerCanManage || null)
  useTitle(t('problemAdmin:create'))
  const { contestID } = useParams()
  const [search] = useSearchParams()
  const rules = useProblemRules()
  const fresh: ProblemValues = contestID
    ? {
        ...NEW_VALUES,
        scoring: search.get('type') === 'OI' ? 'OI' : 'ACM',
        // In a group only a contest that has the problem makes it so (area-rules G10).
        ...(place === null && { visibility: 'CONTEST_ONLY' }),
      }
    : NEW_VALUES
  const form = useForm({ values: fresh, rules })
  const [save, { pending }] = useMutation<ProblemCreatePageMutation>(
    graphql`
      mutation ProblemCreatePageMutation($input: CreateProblemInput!) {
        createProblem(input: $input) {
          number
          displayId
        }
      }
    `,
    { form: refusing(form) },
  )
  const send = async () => {
    const { displayKey, ...changes } = problemChanges(tidy(form.values), NEW_VALUES)
    const { brought } = form.values
    const answer = await save({
      input: {
        changes: { ...changes, ...(displayKey && { displayKey }) },
        groupId: group?.id,
        upload: brought?.upload,
        solutions: brought?.solutions,
        makers: brought?.makers,
        script: brought?.script || null,
      },
    })
    if (!answer) return null
    const { number, displayId } = answer.createProblem
    toast.success(t(brought?.upload ? 'problemForm:createdWhole' : 'problemForm:created', { id: displayId }))
    // Navigate after the form counts as saved.
    const isPublic = form.values.visibility === 'PUBLIC'
    const contests = place === null ? '/admin/contest' : `${placeHref(place)}/contest/manage`
    const next = contestID
      ? `${contests}/${contestID}/problems?add=${number}${isPublic ? '&public' : ''}`
      : brought
        ? testsHref(place, displayId)
        : editHref(place, number)
    setTimeout(() => navigate(next, { replace: true }))
    return answer
  }
  return (
    <AdminPage title={t('problemAdmin:create')}>
      <LeaveGuard form={form} />
      <ProblemForm
        first={
          <Suspense fallback={<Paper variant="outlined" sx={{ height: 158 }} />}>
            <FolderCard form={form} />
          </Suspense>
        }
        form={form}
        rules={rules}
        saved={fresh}
        draftKey={`problem-form ${viewer?.user.username} new${contestID ? ` ${contestID}` : ''}${placeHref(place)}`}
        languages={languages}
        tags={[...tagGroups.flatMap(({ tags }) => tags), ...(group?.tags ?? [])].map(({ name }) => name)}
        canPublish={viewer?.canPublishProblems ?? false}
        canNameAuthors={viewer?.canNameAuthors ?? false}
        pending={pending}
        save={t('problemForm:create')}
        onSend={send}
      />
    </AdminPage>
  )
}
