import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { Suspense } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { SubmissionCode_submission$key } from '../../__generated__/SubmissionCode_submission.graphql.ts'
import type { SubmissionCodeShareMutation } from '../../__generated__/SubmissionCodeShareMutation.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { CodeView } from '../../ui/code/CodeView.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { Switch } from '../../ui/controls/Switch.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

const OutputsButton = lazyPart(async () => (await import('./OutputsButton.tsx')).OutputsButton)

/** Code of a submission if the viewer may read it, and a sharing switch for its author. */
export function SubmissionCode({ submission }: { submission: SubmissionCode_submission$key }) {
  const { t } = useTranslation()
  const { id, source, shared, viewerIsAuthor, viewerCanShare, editorLanguage, number, outputs } = useFragment(
    graphql`
      fragment SubmissionCode_submission on Submission {
        id
        source
        shared
        viewerIsAuthor
        viewerCanShare
        editorLanguage
        number
        outputs {
          name
        }
      }
    `,
    submission,
  )
  const [share, { pending }] = useMutation<SubmissionCodeShareMutation>(graphql`
    mutation SubmissionCodeShareMutation($id: ID!, $shared: Boolean!) {
      shareSubmission(input: { id: $id, shared: $shared }) {
        ...SubmissionCode_submission
      }
    }
  `)

  const change = async (next: boolean) => {
    const done = await share({ id, shared: next })
    if (done) toast.success(t(next ? 'submission:share.done' : 'submission:share.undone'))
  }

  return (
    <Box component="section" sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, mb: 2, minHeight: 32 }}>
        <Box component="h2" sx={{ typography: 'h2', flex: 1 }}>
          {t(outputs ? 'submission:detail.outputs' : 'submission:detail.code')}
        </Box>
        {viewerCanShare && (
          <Box
            component="label"
            sx={{
              display: 'inline-flex',
              alignItems: 'center',
              gap: 1.5,
              typography: 'dense',
              color: 'text.secondary',
            }}
          >
            <Switch checked={shared} disabled={pending} onChange={(next) => void change(next)} />
            {t('submission:share.label')}
          </Box>
        )}
        {outputs ? (
          <Suspense fallback={null}>
            <OutputsButton number={number} />
          </Suspense>
        ) : (
          source !== null && source !== undefined && <CopyButton labelled text={source} />
        )}
      </Box>
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        {source === null || source === undefined ? (
          <EmptyState
            title={t('submission:detail.hidden')}
            // Only the switch of the site hides code from its author.
            text={t(viewerIsAuthor ? 'submission:detail.hiddenBySite' : 'submission:detail.hiddenText')}
          />
        ) : (
          <CodeView
            code={source}
            language={editorLanguage}
            label={t('submission:detail.code')}
            maxHeight={900}
          />
        )}
      </Paper>
    </Box>
  )
}
