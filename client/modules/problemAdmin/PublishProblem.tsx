import Button from '@mui/material/Button'
import { useState } from 'react'
import { graphql } from 'react-relay'
import type { DeskBar_problem$data } from '../../__generated__/DeskBar_problem.graphql.ts'
import type { PublishProblemMutation } from '../../__generated__/PublishProblemMutation.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { ButtonWithReason } from '../../ui/controls/ButtonWithReason.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import type { Readiness } from './readiness.ts'
import { usePublication } from './usePublication.ts'

type Props = { problem: DeskBar_problem$data; readiness: Readiness }

/** Publishes or hides a problem; viewers who cannot publish it ask for its publication. */
export function PublishProblem({ problem, readiness: { cases, lacks } }: Props) {
  const { t } = useTranslation()
  const { id, displayId, visibility, publicationAskedAt, setting } = problem
  const [asking, setAsking] = useState(false)
  const [show, showing] = useMutation<PublishProblemMutation>(graphql`
    mutation PublishProblemMutation($input: UpdateProblemInput!) {
      updateProblem(input: $input) {
        ...DeskBar_problem
        ...ProblemEditPage_problem
      }
    }
  `)
  const publication = usePublication(id)
  const isPublic = visibility === 'PUBLIC'
  const isAsked = publicationAskedAt !== null && !isPublic

  const publish = async () => {
    const answer = await show({ input: { id, changes: { visibility: isPublic ? 'HIDDEN' : 'PUBLIC' } } })
    if (answer)
      toast.success(t(isPublic ? 'solution:desk.hidden' : 'solution:desk.published', { id: displayId }))
    return answer
  }
  if (!isPublic && !setting?.viewerCanPublish)
    return (
      <ButtonWithReason
        variant="contained"
        color="primary"
        disabledReason={
          isAsked ? t('problemAdmin:publication.waiting') : cases === 0 ? t('solution:desk.noTests') : null
        }
        loading={publication.pending}
        startIcon={<Icon name="eye" />}
        onClick={() => void publication.ask()}
      >
        {t(isAsked ? 'problemAdmin:publication.asked' : 'problemAdmin:publication.ask')}
      </ButtonWithReason>
    )
  return (
    <>
      {isAsked && (
        <Button loading={publication.pending} onClick={() => void publication.decline()}>
          {t('problemAdmin:publication.decline')}
        </Button>
      )}
      <Button
        variant={isPublic ? 'outlined' : 'contained'}
        color={isPublic ? undefined : 'primary'}
        loading={showing.pending}
        startIcon={<Icon name={isPublic ? 'eyeOff' : 'eye'} />}
        onClick={() => (lacks && !isPublic ? setAsking(true) : void publish())}
      >
        {t(isPublic ? 'problemAdmin:show.HIDDEN' : 'problemAdmin:show.PUBLIC')}
      </Button>
      {asking && lacks && (
        <Confirm
          title={t('solution:desk.publishTitle', { id: displayId })}
          confirm={t('solution:desk.publishAnyway')}
          onConfirm={publish}
          onClose={() => setAsking(false)}
        >
          {t(`solution:desk.lacks.${lacks}`)}
        </Confirm>
      )}
    </>
  )
}
