import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Portal from '@mui/material/Portal'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { graphql, useFragment } from 'react-relay'
import type { ResultDialog_submission$key } from '../../__generated__/ResultDialog_submission.graphql.ts'
import { Icon } from '../../ui/Icon.tsx'
import { verdictCode } from '../../ui/verdicts.ts'
import { ResultPicture } from './ResultPicture.tsx'

const KEY = 'resultDialog'

/** Whether the reader still wants to be shown results in a dialog. */
export function wantsDialog(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

/** Keeps the choice for every problem. */
export function rememberDialog(off: boolean) {
  try {
    if (off) localStorage.setItem(KEY, 'off')
    else localStorage.removeItem(KEY)
  } catch {
    // Then it is shown again next time.
  }
}

type Props = { submission: ResultDialog_submission$key; onClose: () => void }

/**
 * Says once, with a picture, what became of it. It takes neither the focus nor the page: somebody may be typing.
 */
export function ResultDialog({ submission, onClose }: Props) {
  const { t } = useTranslation()
  const heading = useId()
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
    const pressed = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onClose()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [onClose])

  if (!verdict) return null
  const accepted = verdict === 'ACCEPTED'
  const passed = [...tape].filter((letter) => letter === 'A').length
  const code = verdictCode(verdict)
  return (
    <Portal>
      <Box
        role="dialog"
        aria-labelledby={heading}
        sx={{
          position: 'fixed',
          zIndex: 'modal',
          top: { xs: 'auto', md: '22%' },
          // Above what is said in passing.
          bottom: { xs: 'calc(88px + var(--bottom-bar, 0px))', md: 'auto' },
          left: { xs: 16, md: '23%' },
          right: { xs: 16, md: 'auto' },
          width: { md: 320 },
          transform: { md: 'translateX(-50%)' },
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
          <Button href={`/submission-detail/${number}`}>{t('problem:result.detail')}</Button>
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
