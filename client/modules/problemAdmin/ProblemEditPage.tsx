import Button from '@mui/material/Button'
import { Suspense } from 'react'
import { graphql, useFragment, usePreloadedQuery } from 'react-relay'
import type { ProblemEditPage_problem$key } from '../../__generated__/ProblemEditPage_problem.graphql.ts'
import type { ProblemEditPageMutation } from '../../__generated__/ProblemEditPageMutation.graphql.ts'
import type {
  ProblemEditPageQuery,
  ProblemEditPageQuery$data,
} from '../../__generated__/ProblemEditPageQuery.graphql.ts'
import { AdminPage } from '../../app/admin/AdminPage.tsx'
import { LeaveGuard } from '../../app/LeaveGuard.tsx'
import { useTitle } from '../../app/title.ts'
import { toast } from '../../app/toasts.ts'
import { found } from '../../relay/found.ts'
import type { PageProps } from '../../relay/page.tsx'
import { useEditing } from '../../relay/useEditing.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { usePlace } from '../group/usePlace.ts'
import { problemPageHref } from '../problem/addresses.ts'
import { EditorsNote } from '../problem/form/EditorsNote.tsx'
import { ProblemForm } from '../problem/form/ProblemForm.tsx'
import { problemChanges, tidy, valuesOf } from '../problem/form/problemValues.ts'
import { refusing } from '../problem/form/refusing.ts'
import { useProblemRules } from '../problem/form/useProblemRules.ts'
import { Desk } from './Desk.tsx'

const RemoteNote = lazyPart(async () => (await import('./bank/RemoteNote.tsx')).RemoteNote)

/** Edits all fields of one problem. */
export function ProblemEditPage({ queryRef }: PageProps<ProblemEditPageQuery>) {
  const place = usePlace()
  const { t } = useTranslation()
  const data = usePreloadedQuery<ProblemEditPageQuery>(
    graphql`
      query ProblemEditPageQuery($displayId: String!, $group: Int!, $isInGroup: Boolean!) {
        group(number: $group) @include(if: $isInGroup) {
          tags {
            name
          }
        }
        problem(displayId: $displayId) {
          id
          displayId
          title
          groupNumber
          setting {
            version
            languages {
              ...ProblemForm_languages
            }
          }
          origin {
            key
          }
          ...ProblemEditPage_problem
          ...DeskBar_problem
          ...RemoteNote_problem
        }
        tagGroups {
          bank
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
  const { problem } = data
  const { id, displayId, title } = problem
  found(problem.setting)
  if (place !== null && problem.groupNumber !== place) found(null)
  useTitle(displayId)
  return (
    <AdminPage
      title={t('problemForm:edit')}
      note={title}
      actions={
        <Button href={problemPageHref(place, displayId)} startIcon={<Icon name="eye" />}>
          {t('problemAdmin:open')}
        </Button>
      }
    >
      {problem.origin ? (
        <Suspense>
          <RemoteNote problem={problem} />
        </Suspense>
      ) : (
        <Desk problem={problem} tab="form" />
      )}
      <Editing key={id} problem={problem} data={data} />
    </AdminPage>
  )
}

type EditingProps = { problem: ProblemEditPage_problem$key; data: ProblemEditPageQuery$data }

function Editing({ problem, data }: EditingProps) {
  const { t } = useTranslation()
  const { id, tags, setting } = useFragment(
    graphql`
      fragment ProblemEditPage_problem on Problem {
        id
        displayId
        title
        visibility
        tags {
          name
        }
        setting {
          version
          displayId
          author
          visibility
          difficulty
          scoring
          caseMode
          timeLimitMs
          memoryLimitMib
          stackLimitMib
          outputLimitBytes
          checker {
            kind
            ignoresTrailingBlanks
            isCaseSensitive
            isSpaceSensitive
            absolute
            relative
            program {
              languageKey
              source
              convention
              flags
              passes
            }
          }
          interactor {
            languageKey
            source
            convention
            flags
            passes
          }
          outputOnly
        fileInput
          fileOutput
          userFiles {
            name
            content
          }
          judgeFiles {
            name
            content
          }
          showsCases
          sharesCode
          languageKeys
          words {
            locale
            title
            description
            input
            output
            hint
            source
          }
          samples {
            input
            output
          }
          templates {
            languageKey
            code
          }
        }
      }
    `,
    problem,
  )
  const shown = found(setting)
  const saved = valuesOf(shown, tags)
  const isRemote = data.problem.origin !== null
  const rules = useProblemRules({ isRemote })
  const form = useEditing({ values: saved, version: shown.version, rules })
  const [save, { pending }] = useMutation<ProblemEditPageMutation>(
    graphql`
      mutation ProblemEditPageMutation($input: UpdateProblemInput!) {
        updateProblem(input: $input) {
          ...ProblemEditPage_problem
        }
      }
    `,
    { form: refusing(form) },
  )
  const send = async () => {
    const changes = problemChanges(tidy(form.values), saved)
    const answer = await save({ input: { id, version: form.version, changes } })
    if (answer) toast.success(t('problemForm:saved'))
    return answer
  }
  const { viewer, problem: ofPage, tagGroups, group } = data
  const ofBank = tagGroups.filter(({ bank }) => bank === (ofPage.origin?.key ?? 'ME'))
  return (
    <>
      <LeaveGuard form={form} />
      <EditorsNote problemId={id} version={shown.version} pending={pending} />
      <ProblemForm
        form={form}
        rules={rules}
        saved={saved}
        draftKey={`problem-form ${viewer?.user.username} ${id}`}
        languages={found(ofPage.setting).languages}
        isRemote={isRemote}
        tags={[...ofBank.flatMap(({ tags }) => tags), ...(group?.tags ?? [])].map(({ name }) => name)}
        canPublish={viewer?.canPublishProblems ?? false}
        canNameAuthors={viewer?.canNameAuthors ?? false}
        pending={pending}
        onSend={send}
      />
    </>
  )
}
