import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Field } from '../../../ui/controls/Field.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { useWorkbench } from '../workbenchContext.ts'
import { MAX_TRIAL_INPUT, textsOf } from './useTrial.ts'

/** Input of a test run, and optionally the expected output. */
export function TrialForm() {
  const { t } = useTranslation()
  const { trial, setTrial, trialErrors, samples } = useWorkbench()
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      {samples.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
          <Box sx={{ typography: 'dense', color: 'text.tertiary' }}>{t('problem:trial.fill')}</Box>
          {samples.map((sample) => (
            <Button key={sample.index} size="small" onClick={() => setTrial(textsOf(sample))}>
              {t('problem:page.sample', { index: sample.index })}
            </Button>
          ))}
        </Box>
      )}
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <Field
          label={t('problem:trial.input')}
          multiline
          minRows={4}
          maxRows={12}
          value={trial.input}
          error={trialErrors.input}
          hint={t('problem:trial.length', { length: trial.input.length, most: MAX_TRIAL_INPUT })}
          onChange={(input) => setTrial({ input })}
          sx={mono}
        />
        <Field
          label={t('problem:trial.expected')}
          multiline
          minRows={4}
          maxRows={12}
          value={trial.expected}
          error={trialErrors.expected}
          hint={t('problem:trial.expectedHint')}
          onChange={(expected) => setTrial({ expected })}
          sx={mono}
        />
      </Box>
    </Box>
  )
}

const mono = { typography: 'code', '& textarea': { fontFamily: 'inherit' } } as const
