import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { graphql, useFragment } from 'react-relay'
import type { TrialOutcome_trial$key } from '../../../__generated__/TrialOutcome_trial.graphql.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { LateCopyButton } from '../../../ui/controls/LateCopyButton.tsx'
import { formatDuration, formatMemory } from '../../../ui/text/format.ts'
import { Verdict } from '../../../ui/text/Verdict.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { TextBlock } from '../statement/TextBlock.tsx'

type Props = {
  trial: TrialOutcome_trial$key
  /** Returns to the input; left out: there is no button for it. */
  onEdit?: (() => void) | undefined
  /** The input stands above already. */
  hidesInput?: boolean
}

/** Result of a test run. Without an expected output the program simply ran. */
export function TrialOutcome({ trial, onEdit, hidesInput = false }: Props) {
  const { t } = useTranslation()
  const { state, verdict, judgeMode, timeMs, memoryKb, input, expected, output, errorOutput, message } =
    useFragment(
      graphql`
      fragment TrialOutcome_trial on Trial {
        state
        verdict
        judgeMode
        timeMs
        memoryKb
        input
        expected
        output
        errorOutput
        message
      }
    `,
      trial,
    )
  const over = state === 'DONE'
  const compared = judgeMode === 'DEFAULT' && expected !== null && expected !== undefined
  const ran = over && !compared && (verdict === 'ACCEPTED' || verdict === 'WRONG_ANSWER')

  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0,1fr)', gap: 3 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
        <Box
          component="span"
          sx={{
            px: 2,
            py: 0.5,
            border: 1,
            borderStyle: 'dashed',
            borderColor: 'line.strong',
            borderRadius: 1,
            typography: 'caption',
            color: 'text.secondary',
          }}
        >
          {t('problem:trial.mark')}
        </Box>
        {ran ? (
          <Box
            sx={{
              display: 'inline-flex',
              alignItems: 'center',
              gap: 1.5,
              fontWeight: 600,
              color: 'text.primary',
            }}
          >
            <Icon name="play" />
            {t('problem:trial.ran')}
          </Box>
        ) : (
          <Verdict verdict={verdict} state={state} />
        )}
        {over && (
          <Box sx={{ color: 'text.secondary', typography: 'dense', fontVariantNumeric: 'tabular-nums' }}>
            {[
              `${t('problem:result.time')} ${formatDuration(timeMs)}`,
              `${t('problem:result.memory')} ${formatMemory(memoryKb)}`,
            ].join(' · ')}
          </Box>
        )}
        {onEdit && (
          <Button size="small" variant="text" sx={{ ml: 'auto' }} onClick={onEdit}>
            {t('problem:trial.edit')}
          </Button>
        )}
      </Box>
      {message && <Named name={t('problem:result.message')} text={message} />}
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: 'repeat(auto-fit,minmax(240px,1fr))' },
        }}
      >
        {!hidesInput && <Named name={t('problem:page.sampleInput')} text={input} />}
        {over && verdict !== 'COMPILE_ERROR' && (
          <Named name={t('problem:trial.output')} text={output ?? ''} />
        )}
        {expected !== null && expected !== undefined && (
          <Named name={t('problem:trial.expected')} text={expected} />
        )}
        {errorOutput && <Named name={t('problem:trial.stderr')} text={errorOutput} />}
      </Box>
    </Box>
  )
}

const Named = ({ name, text }: { name: string; text: string }) => {
  const { t } = useTranslation()
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', minHeight: 24 }}>
        <Box sx={{ typography: 'caption', color: 'text.tertiary' }}>{name}</Box>
        {text && <LateCopyButton text={text} label={t('problem:page.copy', { name })} />}
      </Box>
      {text ? (
        <TextBlock text={text} />
      ) : (
        <Box sx={{ typography: 'dense', color: 'text.tertiary' }}>{t('problem:trial.nothing')}</Box>
      )}
    </Box>
  )
}
