import Box from '@mui/material/Box'
import { Suspense, useState } from 'react'
import { graphql } from 'react-relay'
import type { RunGrid_runs$data } from '../../__generated__/RunGrid_runs.graphql.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { TestCell, TestGrid } from '../../ui/text/TestGrid.tsx'
import { verdictCode } from '../../ui/text/verdicts.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

const Conversation = lazyPart(async () => (await import('./Conversation.tsx')).Conversation)

graphql`
  fragment RunGrid_runs on Run {
    index
    verdict
    timeMs
    memoryKb
    score
    message
    judgeMessage
    transcript {
      verdict
      programBytes
      interactorBytes
      gap {
        after
        lines
      }
      lines {
        by
        text
        end {
          left
          text
        }
        open
      }
    }
    outputHead
    errorHead
    sample {
      input
      output
    }
    inputName
    answerName
  }
`

export type RunCell = Omit<RunGrid_runs$data, ' $fragmentType'>

type Props = {
  runs: readonly RunCell[]
  /** Number of cells; those without a run are waiting. */
  total: number
  running: boolean
}

/** One cell per test; the details of an opened one are below the grid. */
export function RunGrid({ runs, total, running }: Props) {
  const { t } = useTranslation()
  const [chosen, setOpen] = useState<number | null | undefined>(undefined)
  // A readable dialogue of an interactive run opens by itself.
  const open = chosen === undefined ? runs.find(({ transcript }) => transcript)?.index : chosen
  const first = runs[0]?.index ?? 1
  const waiting = Math.max(0, total - runs.length)
  const shown = runs.find((run) => run.index === open)

  return (
    <>
      <TestGrid cell={140}>
        {runs.map((run) => (
          <TestCell
            key={run.index}
            wide
            number={run.index}
            code={verdictCode(run.verdict)}
            timeMs={run.timeMs}
            memoryKb={run.memoryKb}
            score={run.score}
            open={run.index === open}
            onOpen={() => setOpen(run.index === open ? null : run.index)}
          />
        ))}
        {Array.from({ length: waiting }, (_, place) => first + runs.length + place).map((number, place) => (
          <TestCell key={number} wide number={number} code={null} running={running && place === 0} />
        ))}
      </TestGrid>
      {shown && (
        <Box
          role="region"
          aria-label={t('submission:cases.test', { number: shown.index })}
          sx={{
            mt: 2,
            px: 3,
            py: 2,
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            bgcolor: 'surface.sunken',
            display: 'grid',
            gap: 2,
          }}
        >
          {shown.inputName && (
            <Known name={t('submission:cases.files')}>
              {[shown.inputName, shown.answerName].filter(Boolean).join(' → ')}
            </Known>
          )}
          {shown.message && <Known name={t('submission:cases.message')}>{shown.message}</Known>}
          {shown.sample && <Known name={t('submission:cases.input')}>{shown.sample.input}</Known>}
          {shown.outputHead && <Known name={t('submission:cases.output')}>{shown.outputHead}</Known>}
          {shown.sample && <Known name={t('submission:cases.expected')}>{shown.sample.output}</Known>}
          {shown.errorHead && <Known name={t('submission:cases.errorOutput')}>{shown.errorHead}</Known>}
          {(shown.judgeMessage || shown.transcript) && (
            <Box sx={{ display: 'grid', gap: 2, pt: 2, borderTop: 1, borderColor: 'divider' }}>
              <Box
                sx={{
                  display: 'flex',
                  alignItems: 'center',
                  gap: 1,
                  typography: 'caption',
                  color: 'text.tertiary',
                }}
              >
                <Icon name="lock" size={14} />
                {t('submission:cases.behind')}
              </Box>
              {shown.judgeMessage && (
                <Known name={t('submission:cases.judgeMessage')}>{shown.judgeMessage}</Known>
              )}
              {shown.transcript && (
                <Suspense fallback={null}>
                  <Conversation transcript={shown.transcript} verdict={shown.verdict} />
                </Suspense>
              )}
            </Box>
          )}
          {!isKnown(shown) && (
            <Box sx={{ typography: 'dense', color: 'text.tertiary' }}>
              {t('submission:cases.nothingKnown')}
            </Box>
          )}
        </Box>
      )}
    </>
  )
}

const isKnown = ({
  message,
  inputName,
  sample,
  outputHead,
  errorHead,
  judgeMessage,
  transcript,
}: RunCell): boolean =>
  [message, inputName, sample, outputHead, errorHead, judgeMessage, transcript].some(Boolean)

const Known = ({ name, children }: { name: string; children: string }) => (
  <div>
    <Box sx={{ typography: 'caption', color: 'text.tertiary' }}>{name}</Box>
    <Box
      component="pre"
      tabIndex={0}
      sx={{
        m: 0,
        maxHeight: 200,
        overflow: 'auto',
        typography: 'code',
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
      }}
    >
      {children}
    </Box>
  </div>
)
