import Button from '@mui/material/Button'
import { type ReactNode, Suspense } from 'react'
import { graphql, useFragment, usePreloadedQuery } from 'react-relay'
import type { ContestEditPage_contest$key } from '../../../../__generated__/ContestEditPage_contest.graphql.ts'
import type { ContestEditPageMutation } from '../../../../__generated__/ContestEditPageMutation.graphql.ts'
import type { ContestEditPageQuery } from '../../../../__generated__/ContestEditPageQuery.graphql.ts'
import { AdminPage } from '../../../../app/admin/AdminPage.tsx'
import { LeaveGuard } from '../../../../app/LeaveGuard.tsx'
import { useTitle } from '../../../../app/title.ts'
import { toast } from '../../../../app/toasts.ts'
import { found } from '../../../../relay/found.ts'
import type { PageProps } from '../../../../relay/page.tsx'
import { useEditing } from '../../../../relay/useEditing.ts'
import { useMutation } from '../../../../relay/useMutation.ts'
import { Icon } from '../../../../ui/controls/Icon.tsx'
import { Confirm } from '../../../../ui/feedback/Confirm.tsx'
import { useAnswer } from '../../../../ui/feedback/useAnswer.ts'
import { lazyPart } from '../../../../ui/lazyPart.ts'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { usePlace } from '../../../group/usePlace.ts'
import { useContestLive } from '../../useContestLive.ts'
import { foundIn, noticesHref, participantsHref, problemsHref } from '../managedContests.ts'
import { ContestForm } from './ContestForm.tsx'
import { contestFields, dropsRegistrations, tidy, valuesOf } from './contestValues.ts'
import { RehearsalPanel } from './RehearsalPanel.tsx'
import { refusing } from './refusing.ts'
import { useContestRules } from './useContestRules.ts'

const ContestDayCard = lazyPart(async () => (await import('./ContestDayCard.tsx')).ContestDayCard)

/** Edit page of one contest. */
export function ContestEditPage({ queryRef }: PageProps<ContestEditPageQuery>) {
  const { t } = useTranslation()
  const { node, viewer } = usePreloadedQuery<ContestEditPageQuery>(
    graphql`
      query ContestEditPageQuery($id: ID!) {
        node(id: $id) {
          ... on Contest @alias(as: "contest") {
            id
            number
            title
            group {
              number
            }
            setting {
              canRemove
            }
            ...ContestEditPage_contest
            ...ContestDayCard_contest
            ...RehearsalPanel_contest
            ...useContestLive_contest
          }
        }
        viewer {
          user {
            username
          }
        }
      }
    `,
    queryRef,
  )
  const place = usePlace()
  const contest = foundIn(place, node?.contest)
  const { id, number, title } = contest
  found(contest.setting)
  useContestLive(contest)
  useTitle(title)
  return (
    <AdminPage
      title={t('organising:edit')}
      note={title}
      actions={
        <>
          <Button href={problemsHref(place, number)} startIcon={<Icon name="list" />}>
            {t('organising:problems.title')}
          </Button>
          <Button href={noticesHref(place, number)} startIcon={<Icon name="megaphone" />}>
            {t('organising:notices.title')}
          </Button>
          <Button href={participantsHref(place, number)} startIcon={<Icon name="users" />}>
            {t('organising:people.title')}
          </Button>
        </>
      }
    >
      <RehearsalPanel contest={contest} />
      <Editing key={id} contest={contest} draftKey={`contest-form ${viewer?.user.username} ${id}`}>
        <Suspense fallback={null}>
          <ContestDayCard contest={contest} />
        </Suspense>
      </Editing>
    </AdminPage>
  )
}

type EditingProps = { contest: ContestEditPage_contest$key; draftKey: string; children: ReactNode }

function Editing({ contest, draftKey, children }: EditingProps) {
  const { t } = useTranslation()
  const shown = useFragment(
    graphql`
      fragment ContestEditPage_contest on Contest {
        id
        version
        title
        description
        type
        access
        status
        startsAt
        endsAt
        freezesAt
        boardIsOpen
        hasPrinting
        takesLate
        isExam
        isVisible
        shownName
        oiScoring
        awardKind
        awards {
          name
          background
          color
          number
        }
        participantCount
        setting {
          password
          thawsByItself
          stars
          accounts {
            prefix
            suffix
            start
            end
            extra
          }
        }
      }
    `,
    contest,
  )
  const { id, version, participantCount } = shown
  const saved = valuesOf(shown, found(shown.setting))
  const rules = useContestRules()
  const form = useEditing({ values: saved, version, rules })
  const [save, { pending }] = useMutation<ContestEditPageMutation>(
    graphql`
      mutation ContestEditPageMutation($input: UpdateContestInput!) {
        updateContest(input: $input) {
          ...ContestEditPage_contest
        }
      }
    `,
    { form: refusing(form) },
  )
  const drop = useAnswer<number>()
  const send = async () => {
    const values = tidy(form.values)
    const drops = participantCount > 0 && dropsRegistrations(values, saved)
    if (drops && !(await drop.ask(participantCount))) return null
    const done = await save({ input: { id, version: form.version, fields: contestFields(values, saved) } })
    if (done) toast.success(t('organising:saved'))
    return done
  }
  return (
    <>
      <LeaveGuard form={form} />
      <ContestForm
        form={form}
        rules={rules}
        saved={saved}
        type={saved.type}
        registrations={participantCount}
        draftKey={draftKey}
        pending={pending}
        onSend={send}
      >
        {children}
      </ContestForm>
      {drop.question !== null && (
        <Confirm
          title={t('contestForm:form.dropsTitle', { count: drop.question })}
          confirm={t('contestForm:form.dropsConfirm')}
          destructive
          onConfirm={drop.agree}
          onClose={drop.close}
        >
          {t('contestForm:form.dropsText')}
        </Confirm>
      )}
    </>
  )
}
