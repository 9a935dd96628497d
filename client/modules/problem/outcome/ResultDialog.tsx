import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Portal from '@mui/material/Portal'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect, useId, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { ResultDialog_submission$key } from '../../../__generated__/ResultDialog_submission.graphql.ts'
import { keepChoice } from '../../../app/preferences.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { isComposing } from '../../../ui/isComposing.ts'
import { verdictCode } from '../../../ui/text/verdicts.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { RESULT_PLACE } from '../problemTabs.ts'
import { useWorkbench } from '../workbenchContext.ts'
import { ResultPicture } from './ResultPicture.tsx'

const KEY = 'resultDialog'

/** True unless the reader has turned the result dialog off. */
export function wantsDialog(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

/** Saves the choice in this browser and to the account, for all problems. */
export function rememberDialog(off: boolean) {
  void keepChoice({ editor: { dialog: !off } })
  try {
    if (off) localStorage.setItem(KEY, 'off')
    else localStorage.removeItem(KEY)
  } catch {
    // Without storage the dialog is shown again next time.
  }
}

type Props = { submission: ResultDialog_submission$key; onClose: () => void }

/**
 * Announces the verdict of a submission whose result is out of sight. It is not modal and takes no focus,
 * because somebody may be typing. It covers the statement, on a phone the lower end of the page.
 */
export function ResultDialog({ submission, onClose }: Props) {
  const { t } = useTranslation()
  const { detailHref } = useWorkbench()
  const heading = useId()
  const { breakpoints } = useTheme()
  const phone = useMediaQuery(breakpoints.down('md'), { noSsr: true })
  const [off, setOff] = useState(false)
  const { number, verdict, tape } = useFragment(
    graphql`
      fragment ResultDialog_submission on Submission {
        number
        verdict
        tape
      }
    `,
    submission,
  )

  useEffect(() => {
    // Capture phase: the editor keeps Escape to itself. A modal dialog goes first.
    const pressed = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isComposing(event) && !document.querySelector('[aria-modal="true"]'))
        onClose()
    }
    document.addEventListener('keydown', pressed, true)
    return () => document.removeEventListener('keydown', pressed, true)
  }, [onClose])

  if (!verdict) return null
  const accepted = verdict === 'ACCEPTED'
  const passed = [...tape].filter((letter) => letter === 'A').length
  const code = verdictCode(verdict)
  return (
    <Portal container={() => document.getElementById(RESULT_PLACE) ?? document.body}>
      <Box
        role="dialog"
        aria-labelledby={heading}
        sx={{
          ...(phone
            ? { position: 'fixed', zIndex: 'snackbar', bottom: 'calc(16px + var(--bottom-bar, 0px))' }
            : { position: 'absolute', zIndex: 1, top: '22%' }),
          left: 0,
          right: 0,
          mx: 'auto',
          width: 320,
          maxWidth: 'calc(100% - 16px)',
          p: 5,
          textAlign: 'center',
          bgcolor: 'surface.overlay',
          borderRadius: 2,
          boxShadow: ({ vars }) => vars.palette.elevation.dialog,
          animation: 'result-in 220ms cubic-bezier(0,0,0,1)',
          '@keyframes result-in': { from: { opacity: 0 } },
        }}
      >
        <Box sx={{ position: 'absolute', top: 8, right: 8 }}>
          <IconButton aria-label={t('ui:close')} onClick={onClose}>
            <Icon name="cross" />
          </IconButton>
        </Box>
        <ResultPicture code={code} />
        <Box component="h2" id={heading} sx={{ typography: 'h2', color: `verdict.${code}.fg`, mt: 2 }}>
          {t(accepted ? 'problem:dialog.accepted' : 'problem:dialog.other', {
            verdict: t(`verdict:${code}`),
          })}
        </Box>
        <Box sx={{ color: 'text.secondary', mt: 1, fontVariantNumeric: 'tabular-nums' }}>
          {verdict === 'COMPILE_ERROR' || tape.length === 0
            ? t('problem:dialog.compile')
            : t('problem:result.passed', { passed, total: tape.length })}
        </Box>
        <Box sx={{ display: 'flex', justifyContent: 'center', gap: 2, mt: 4 }}>
          <Button href={detailHref(number)}>{t('problem:result.detail')}</Button>
          <Button variant="contained" color="primary" onClick={onClose}>
            {t(accepted ? 'problem:dialog.fine' : 'problem:dialog.onward')}
          </Button>
        </Box>
        <Box
          component="label"
          sx={{
            display: 'inline-flex',
            alignItems: 'center',
            gap: 1.5,
            mt: 3,
            typography: 'caption',
            color: 'text.tertiary',
            cursor: 'pointer',
          }}
        >
          <input
            type="checkbox"
            checked={off}
            onChange={(event) => {
              setOff(event.target.checked)
              rememberDialog(event.target.checked)
            }}
          />
          {t('problem:dialog.never')}
        </Box>
      </Box>
    </Portal>
  )
}
