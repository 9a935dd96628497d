import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { graphql, useFragment } from 'react-relay'
import type { SubmissionMessage_submission$key } from '../../__generated__/SubmissionMessage_submission.graphql.ts'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { verdictCode } from '../../ui/text/verdicts.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

/** Compiler output or system message, if the viewer may see one. */
export function SubmissionMessage({ submission }: { submission: SubmissionMessage_submission$key }) {
  const { t } = useTranslation()
  const { message, verdict, state } = useFragment(
    graphql`
      fragment SubmissionMessage_submission on Submission {
        message
        verdict
        state
      }
    `,
    submission,
  )
  if (!message) return null
  const code = verdictCode(verdict, state)
  return (
    <Paper component="section" variant="outlined" sx={{ mt: 4, overflow: 'hidden' }}>
      <Box
        sx={{ display: 'flex', alignItems: 'center', px: 4, py: 2, borderBottom: 1, borderColor: 'divider' }}
      >
        <Box component="h2" sx={{ typography: 'h3', flex: 1 }}>
          {t(code === 'CE' ? 'submission:detail.compilerSaid' : 'submission:detail.systemSaid')}
        </Box>
        <CopyButton text={message} />
      </Box>
      <Box
        component="pre"
        tabIndex={0}
        sx={{
          m: 0,
          px: 4,
          py: 3,
          maxHeight: 320,
          overflow: 'auto',
          typography: 'code',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
          bgcolor: 'surface.sunken',
        }}
      >
        {message}
      </Box>
    </Paper>
  )
}
