import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { LateCopyButton } from '../../../ui/controls/LateCopyButton.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { textsOf } from '../outcome/useTrial.ts'
import { useWorkbench } from '../workbenchContext.ts'

type Props = { sample: { index: number; input: string; output: string } }

/** One sample, with buttons that copy and run it. */
export function SampleCard({ sample }: Props) {
  const { t } = useTranslation()
  const { run, running, outputOnly } = useWorkbench()
  return (
    <Box
      component="section"
      data-whole=""
      aria-label={t('problem:page.sample', { index: sample.index })}
      sx={{ mt: 3, border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden' }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          height: 32,
          pl: 3,
          pr: 1,
          bgcolor: 'surface.fill',
        }}
      >
        <Box component="h3" sx={{ typography: 'button', fontWeight: 600 }}>
          {t('problem:page.sample', { index: sample.index })}
        </Box>
        {!outputOnly && (
          <Button
            size="small"
            variant="text"
            startIcon={<Icon name="play" size={14} />}
            disabled={running}
            onClick={() => run(textsOf(sample))}
          >
            {t('problem:page.runSample')}
          </Button>
        )}
      </Box>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: 'minmax(0,1fr) minmax(0,1fr)',
          '& > div + div': { borderLeft: 1, borderColor: 'divider' },
        }}
      >
        <Side name={t('problem:page.sampleInput')} text={sample.input} />
        <Side name={t('problem:page.sampleOutput')} text={sample.output} />
      </Box>
    </Box>
  )
}

function Side({ name, text }: { name: string; text: string }) {
  const { t } = useTranslation()
  return (
    <Box sx={{ pl: 3, pr: 1.5, pt: 1, pb: 2, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        <Box component="span" sx={{ typography: 'caption', color: 'text.tertiary' }}>
          {name}
        </Box>
        <LateCopyButton text={text} label={t('problem:page.copy', { name })} />
      </Box>
      <Box
        component="pre"
        sx={{
          m: 0,
          typography: 'code',
          lineHeight: '20px',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
        }}
      >
        {text.replace(/\n$/, '')}
      </Box>
    </Box>
  )
}
