import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type { CaseDetail_run$key } from '../../../__generated__/CaseDetail_run.graphql.ts'
import { formatDuration, formatMemory } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { TextBlock } from '../statement/TextBlock.tsx'

/** Details of one case; input and output are included when the case is a sample. */
export function CaseDetail({ run }: { run: CaseDetail_run$key }) {
  const { t } = useTranslation()
  const { index, timeMs, memoryKb, message, outputHead, sample } = useFragment(
    graphql`
      fragment CaseDetail_run on Run {
        index
        timeMs
        memoryKb
        message
        outputHead
        sample {
          index
          input
          output
        }
      }
    `,
    run,
  )
  const facts = [
    t('problem:result.test', { number: index }),
    sample && t('problem:page.sample', { index: sample.index }),
    formatDuration(timeMs),
    formatMemory(memoryKb),
  ]
  return (
    <Box
      component="section"
      aria-label={t('problem:result.test', { number: index })}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0,1fr)', gap: 2, typography: 'dense' }}
    >
      <Box sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {facts.filter(Boolean).join(' · ')}
      </Box>
      {message && <TextBlock text={message} />}
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: 'repeat(auto-fit,minmax(160px,1fr))' },
        }}
      >
        {sample && <TextBlock text={sample.input} label={t('problem:page.sampleInput')} />}
        {sample && <TextBlock text={sample.output} label={t('problem:trial.expected')} />}
        {(outputHead || sample) && (
          <TextBlock
            text={outputHead || t('problem:trial.nothing')}
            label={t(sample ? 'problem:result.yourOutput' : 'problem:result.output')}
          />
        )}
      </Box>
    </Box>
  )
}
