import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Picker } from '../../ui/controls/Picker.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { downloadTests } from './downloadTests.ts'
import { MODES, type Mode, type Scoring } from './testRows.ts'

type Props = {
  /** Number of the problem. */
  number: number
  scoring: Scoring
  mode: Mode
  caseCount: number
  /** Total score; null when the problem has none. */
  points: number | null
  /** Whether a version is stored, so that there is one to restore or to download. */
  isStored: boolean
  onMode: (mode: Mode) => void
  onVersions: () => void
}

/** Title of the test data with the number of cases, the scoring mode, older versions and the download. */
export function TestDataHead({ number, scoring, mode, caseCount, points, isStored, ...on }: Props) {
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
      <Box component="h2" sx={{ typography: 'h3' }}>
        {t('testset:title')}
      </Box>
      <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
        {points === null
          ? t('testset:count', { count: caseCount })
          : t('testset:countPoints', { count: caseCount, points })}
      </Box>
      <Box sx={{ ml: 'auto', display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Picker
          label={t('testset:mode.label')}
          value={mode}
          options={MODES[scoring].map((one) => ({ value: one, label: t(`testset:mode.${one}`) }))}
          onChange={(chosen) => on.onMode(MODES[scoring].find((one) => one === chosen) ?? mode)}
        />
        {isStored && (
          <>
            <Button onClick={on.onVersions} startIcon={<Icon name="clock" />}>
              {t('testset:versions.open')}
            </Button>
            <Button onClick={() => void downloadTests(number)} startIcon={<Icon name="download" />}>
              {t('testset:download')}
            </Button>
          </>
        )}
      </Box>
    </Box>
  )
}
