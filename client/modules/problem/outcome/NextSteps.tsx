import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Suspense } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { NextSteps_submission$key } from '../../../__generated__/NextSteps_submission.graphql.ts'
import type { NextStepsShareMutation } from '../../../__generated__/NextStepsShareMutation.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { RandomButton } from '../list/RandomButton.tsx'
import { useWorkbench } from '../workbenchContext.ts'

const ResubmitButton = lazyPart(async () => (await import('../../judging/ResubmitButton.tsx')).ResubmitButton)

/** Suggested actions after the verdict. */
export function NextSteps({ submission }: { submission: NextSteps_submission$key }) {
  const { t } = useTranslation()
  const { editor, setView, venue, outputOnly } = useWorkbench()
  const shown = useFragment(
    graphql`
      fragment NextSteps_submission on Submission {
        id
        verdict
        shared
        viewerCanShare
        ...ResubmitButton_submission
      }
    `,
    submission,
  )
  const { id, verdict, shared, viewerCanShare } = shown
  const [share, { pending }] = useMutation<NextStepsShareMutation>(graphql`
    mutation NextStepsShareMutation($id: ID!, $shared: Boolean!) {
      shareSubmission(input: { id: $id, shared: $shared }) {
        id
        shared
      }
    }
  `)
  const toggle = async () => {
    const answer = await share({ id, shared: !shared })
    if (answer)
      toast.success(t(answer.shareSubmission.shared ? 'problem:next.shared' : 'problem:next.unshared'))
  }

  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
      <Box sx={{ typography: 'dense', color: 'text.tertiary' }}>{t('problem:next.title')}</Box>
      {verdict === 'ACCEPTED' ? (
        <>
          {viewerCanShare && (
            <Button
              size="small"
              loading={pending}
              onClick={() => void toggle()}
              startIcon={<Icon name="open" size={14} />}
            >
              {t(shared ? 'problem:next.unshare' : 'problem:next.share')}
            </Button>
          )}
          {!venue && (
            <Box sx={{ ml: 'auto' }}>
              <RandomButton />
            </Box>
          )}
        </>
      ) : (
        <>
          {verdict === 'SUBMISSION_FAILED' && (
            <Suspense fallback={null}>
              <ResubmitButton submission={shown} size="small" />
            </Suspense>
          )}
          <Button
            size="small"
            startIcon={<Icon name="code" size={14} />}
            onClick={() => {
              setView('code')
              // On a phone the editor is mounted after this call.
              requestAnimationFrame(() => editor.current?.focus())
            }}
          >
            {t(outputOnly ? 'problem:view.outputs' : 'problem:run.backToCode')}
          </Button>
        </>
      )}
    </Box>
  )
}
