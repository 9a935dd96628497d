import { Suspense } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { CorrectionMenu_submission$key } from '../../__generated__/CorrectionMenu_submission.graphql.ts'
import { lazyPart } from '../../ui/lazyPart.ts'

// Few viewers may do either, so the code is loaded for them alone.
const Rejudge = lazyPart(async () => (await import('./CorrectionActs.tsx')).Rejudge)
const Correct = lazyPart(async () => (await import('./CorrectionActs.tsx')).Correct)

const FRAGMENT = graphql`
  fragment CorrectionMenu_submission on Submission {
    viewerCanRejudge
    viewerCanCorrect
    viewerCanCancel
    ...CorrectionActs_submission
  }
`

type Props = {
  submission: CorrectionMenu_submission$key
  /** Shows a label beside the icon. */
  labelled?: boolean
}

/** Rejudges a submission; renders nothing without the permission. */
export function RejudgeButton({ submission, labelled = false }: Props) {
  const row = useFragment(FRAGMENT, submission)
  if (!row.viewerCanRejudge) return null
  return (
    <Suspense fallback={null}>
      <Rejudge submission={row} labelled={labelled} />
    </Suspense>
  )
}

/** Opens the manual actions; renders nothing without the permission. */
export function CorrectionButton({ submission }: Pick<Props, 'submission'>) {
  const row = useFragment(FRAGMENT, submission)
  if (!row.viewerCanCorrect && !row.viewerCanCancel) return null
  return (
    <Suspense fallback={null}>
      <Correct submission={row} />
    </Suspense>
  )
}
