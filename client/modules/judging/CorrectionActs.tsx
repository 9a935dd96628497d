import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { Suspense, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { CorrectionActs_submission$key } from '../../__generated__/CorrectionActs_submission.graphql.ts'
import type { CorrectionActsRejudgeMutation } from '../../__generated__/CorrectionActsRejudgeMutation.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

const CorrectionEntries = lazyPart(async () => (await import('./CorrectionEntries.tsx')).CorrectionEntries)

const FRAGMENT = graphql`
  fragment CorrectionActs_submission on Submission {
    id
    number
    ...CorrectionEntries_submission
  }
`

type Props = {
  submission: CorrectionActs_submission$key
  /** Shows a label beside the icon. */
  labelled?: boolean
}

/** Button that rejudges a submission. */
export function Rejudge({ submission, labelled = false }: Props) {
  const { t } = useTranslation()
  const { id, number } = useFragment(FRAGMENT, submission)
  // The mutation returns no state: live events bring it, and the answer may be older than they are.
  const [rejudge, { pending }] = useMutation<CorrectionActsRejudgeMutation>(graphql`
    mutation CorrectionActsRejudgeMutation($id: ID!) {
      rejudgeSubmission(input: { id: $id }) {
        id
      }
    }
  `)
  const act = async () => {
    if (await rejudge({ id })) toast.success(t('judging:correction.rejudged'))
  }
  if (labelled)
    return (
      <Button disabled={pending} onClick={() => void act()} startIcon={<Icon name="retry" />}>
        {t('judging:correction.rejudge')}
      </Button>
    )
  return (
    <IconButton
      size="small"
      disabled={pending}
      aria-label={t('judging:correction.rejudgeOf', { number })}
      title={t('judging:correction.rejudge')}
      onClick={() => void act()}
    >
      <Icon name="retry" />
    </IconButton>
  )
}

/** Button that opens the manual actions. */
export function Correct({ submission }: Pick<Props, 'submission'>) {
  const { t } = useTranslation()
  const row = useFragment(FRAGMENT, submission)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        size="small"
        aria-label={t('judging:correction.menu', { number: row.number })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon name="down" />
      </IconButton>
      {anchor && (
        <Suspense fallback={null}>
          <CorrectionEntries anchor={anchor} submission={row} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  )
}
