import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useNavigate } from 'react-router-dom'
import { useIsSignedIn } from '../relay/session.ts'
import { useTranslation } from '../ui/useTranslation.ts'
import { openSessionDialog } from './session/sessionDialog.ts'
import { useTitle } from './title.ts'

/** The digits 4, 0, 4 drawn as bars of a test bar that rise one after the other; the middle one failed. */
const DIGITS = [
  { digit: '4', color: 'verdict.AC.fg', at: 0 },
  { digit: '0', color: 'verdict.WA.fg', at: 140 },
  { digit: '4', color: 'verdict.AC.fg', at: 280 },
]

export type NotFoundProps = {
  /** Text for a missing object; a general text when left out. */
  what?: string
}

export function NotFoundPage({ what }: NotFoundProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isSignedIn = useIsSignedIn()
  useTitle('404')
  return (
    <Box
      sx={{
        display: 'grid',
        justifyItems: 'center',
        gap: 4,
        px: 4,
        py: { xs: 16, md: 24 },
        textAlign: 'center',
      }}
    >
      <Box
        component="h1"
        aria-label={t('app:error.notFoundTitle')}
        sx={{ display: 'flex', gap: 2, typography: 'display', fontSize: { xs: 88, md: 120 }, lineHeight: 1 }}
      >
        {DIGITS.map(({ digit, color, at }) => (
          <Box
            component="span"
            aria-hidden
            key={at}
            sx={{
              color,
              display: 'inline-block',
              fontVariantNumeric: 'tabular-nums',
              animation: `digit-rise 620ms cubic-bezier(.5,0,.1,1) ${at}ms both, digit-float 3.2s ease-in-out ${at + 700}ms infinite alternate`,
              '@keyframes digit-rise': { from: { transform: 'translateY(60%) scaleY(.2)', opacity: 0 } },
              '@keyframes digit-float': { to: { transform: 'translateY(-6px)' } },
            }}
          >
            {digit}
          </Box>
        ))}
      </Box>
      <Box
        component="p"
        sx={{ typography: 'body1', color: 'text.secondary', maxWidth: 560, overflowWrap: 'anywhere' }}
      >
        {what ?? t('app:error.notFoundText')}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 2 }}>
        <Button variant="contained" color="primary" size="large" href="/home">
          {t('app:error.goHome')}
        </Button>
        {/* What a guest may not see is missing for them. */}
        {what !== undefined && !isSignedIn && (
          <Button size="large" onClick={() => openSessionDialog('login')}>
            {t('app:user.signIn')}
          </Button>
        )}
        <Button size="large" onClick={() => void navigate(-1)}>
          {t('app:error.back')}
        </Button>
      </Box>
    </Box>
  )
}
