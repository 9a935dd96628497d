import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useRef } from 'react'
import { Icon } from '../../ui/controls/Icon.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { textsOf } from './outcome/useTrial.ts'
import { useWorkbench } from './workbenchContext.ts'

/** Run and submit at the lower edge of a phone, within reach of the thumb. */
export function PhoneBar() {
  const { t } = useTranslation()
  const {
    view,
    setView,
    samples,
    closed,
    submit,
    submitting,
    submitWait,
    run,
    running,
    runWait,
    shown,
    outputOnly,
  } = useWorkbench()
  const bar = useRef<HTMLDivElement>(null)

  // Raises everything that floats at the lower edge above the bar, and above that of a contest below it.
  useEffect(() => {
    const { style } = document.documentElement
    const top = bar.current?.getBoundingClientRect().top ?? 0
    style.setProperty('--bottom-bar', `${window.innerHeight - top}px`)
    return () => {
      style.removeProperty('--bottom-bar')
    }
  }, [])

  return (
    <Box
      ref={bar}
      data-screen=""
      sx={{
        flex: 'none',
        display: 'flex',
        gap: 2,
        px: 4,
        pt: 2,
        pb: 'max(8px, env(safe-area-inset-bottom))',
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: 'surface.main',
        '& > *': { flex: 1 },
      }}
    >
      {outputOnly ? null : view === 'result' ? (
        <Button size="large" startIcon={<Icon name="code" />} onClick={() => setView('code')}>
          {t('problem:run.backToCode')}
        </Button>
      ) : view === 'statement' && samples.length > 0 ? (
        <Button
          size="large"
          startIcon={<Icon name="play" />}
          loading={running}
          onClick={() => run(textsOf(samples[0]))}
        >
          {runWait > 0 ? t('problem:run.tooSoon', { seconds: runWait }) : t('problem:run.sample')}
        </Button>
      ) : (
        <Button size="large" startIcon={<Icon name="play" />} loading={running} onClick={() => run()}>
          {runWait > 0 ? t('problem:run.tooSoon', { seconds: runWait }) : t('problem:run.run')}
        </Button>
      )}
      <Button
        size="large"
        variant="contained"
        color="primary"
        loading={submitting}
        aria-disabled={closed !== null || submitWait > 0}
        onClick={() => submit()}
      >
        {closed !== null
          ? closed
          : submitWait > 0
            ? t('problem:run.tooSoon', { seconds: submitWait })
            : t(
                view === 'result' && shown?.kind === 'submission'
                  ? 'problem:run.again'
                  : 'problem:run.submit',
              )}
      </Button>
    </Box>
  )
}
