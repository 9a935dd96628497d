import { Suspense } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { CorrectionMenu_submission$key } from '../../__generated__/CorrectionMenu_submission.graphql.ts'
import { lazyPart } from '../../ui/lazyPart.ts'

// Few readers may do either, so that what does it comes for them alone.
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
  /** With its word, where there is room. */
  labelled?: boolean
}

/** Judges a submission again; nothing for those who may not. */
export function RejudgeButton({ submission, labelled = false }: Props) {
  const row = useFragment(FRAGMENT, submission)
  if (!row.viewerCanRejudge) return null
  return (
    <Suspense fallback={null}>
      <Rejudge submission={row} labelled={labelled} />
    </Suspense>
  )
}

/** Opens what can be decided by hand; nothing for those who may not. */
export function CorrectionButton({ submission }: Pick<Props, 'submission'>) {
  const row = useFragment(FRAGMENT, submission)
  if (!row.viewerCanCorrect && !row.viewerCanCancel) return null
  return (
    <Suspense fallback={null}>
      <Correct submission={row} />
    </Suspense>
  )
}
